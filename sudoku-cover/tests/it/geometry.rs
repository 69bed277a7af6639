//! The board of every side: its houses, its peers, and the invalid sizes.

use sudoku_cover::{Candidate, Cell, Digit, Geometry, HouseKind};

fn all_boards() -> impl Iterator<Item = Geometry> {
    let shapes = (1..=25).flat_map(|height| (1..=25 / height).map(move |width| (height, width)));
    shapes.map(|(height, width)| Geometry::boxes(height, width).unwrap())
}

#[test]
fn every_cell_lies_in_one_row_one_column_and_one_box() {
    for board in all_boards() {
        assert_eq!(board.houses().len(), 3 * board.side());
        for cell in board.cells() {
            let around: Vec<_> =
                board.houses().iter().filter(|house| house.cells().contains(&cell)).collect();
            assert_eq!(
                around,
                board.houses_with(cell).collect::<Vec<_>>(),
                "{cell} of {} by {}",
                board.box_height(),
                board.box_width()
            );
            let kinds = around.iter().map(|house| house.kind());
            assert!(kinds.eq([HouseKind::Row, HouseKind::Column, HouseKind::Box]));
            let numbers = around.iter().map(|house| house.number());
            assert!(numbers.eq([cell.row(), cell.column(), board.box_number(cell)]));
        }
    }
}

#[test]
fn every_house_has_one_cell_for_each_digit() {
    for board in all_boards() {
        assert_eq!(board.digits().count(), board.side());
        for house in board.houses() {
            assert_eq!(house.cells().len(), board.side(), "{house}");
            assert!(house.cells().is_sorted_by(|one, next| one < next), "{house}");
        }
    }
}

#[test]
fn peers_are_the_other_cells_of_the_three_houses() {
    for board in (1..=25).map(|side| Geometry::of_side(side).unwrap()) {
        for cell in board.cells() {
            let peers = board.peers(cell);
            assert_eq!(peers.len(), board.peer_count());
            let is_peer = |other: &Cell| {
                *other != cell && board.houses_with(cell).any(|house| house.cells().contains(other))
            };
            assert!(peers.iter().copied().eq(board.cells().filter(is_peer)), "{cell}, side {}", board.side());
            assert!(peers.iter().all(|&peer| board.peers(peer).contains(&cell)));
        }
    }
    assert_eq!(Geometry::classic().peers(Cell::new(4, 4)).len(), 20);
}

#[test]
fn cells_are_numbered_row_by_row() {
    for board in all_boards() {
        assert_eq!(board.cells().count(), board.cell_count());
        for (index, cell) in board.cells().enumerate() {
            assert_eq!((board.index(cell), board.cell(index)), (index, Some(cell)));
        }
        assert_eq!(board.cell(board.cell_count()), None);
        assert_eq!(board.cell(usize::MAX), None);
        assert!(!board.contains(Cell::new(0, u8::try_from(board.side()).unwrap())));
    }
}

#[test]
fn boxes_of_a_side_are_as_square_as_they_can_be() {
    let shapes = (1..=25).map(|side| {
        let board = Geometry::of_side(side).unwrap();
        assert_eq!(board.side(), side);
        (board.box_height(), board.box_width())
    });
    let expected = [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 2),
        (1, 5),
        (2, 3),
        (1, 7),
        (2, 4),
        (3, 3),
        (2, 5),
        (1, 11),
        (3, 4),
        (1, 13),
        (2, 7),
        (3, 5),
        (4, 4),
        (1, 17),
        (3, 6),
        (1, 19),
        (4, 5),
        (3, 7),
        (2, 11),
        (1, 23),
        (4, 6),
        (5, 5),
    ];
    assert!(shapes.eq(expected));
    assert_eq!(Geometry::of_side(9).unwrap(), Geometry::classic());
    assert_ne!(Geometry::boxes(2, 3).unwrap(), Geometry::boxes(3, 2).unwrap());
}

#[test]
fn boards_that_do_not_exist_are_refused() {
    for side in [0, 26, usize::MAX] {
        let message = Geometry::of_side(side).unwrap_err().to_string();
        assert_eq!(message, format!("expected a side of 1 to 25, found {side}"));
    }
    for (height, width) in [(0, 9), (9, 0), (2, 13), (26, 1), (1 << 63, 2), (usize::MAX, usize::MAX)] {
        let message = Geometry::boxes(height, width).unwrap_err().to_string();
        assert_eq!(message, format!("expected boxes of 1 to 25 cells, found {height} rows of {width}"));
    }
}

#[test]
fn things_are_shown_counted_from_one() {
    let digit = Digit::new(7).unwrap();
    assert_eq!(Candidate { cell: Cell::new(3, 1), digit }.to_string(), "r4c2=7");
    let board = Geometry::classic();
    let shown: Vec<String> = board.houses_with(Cell::new(6, 1)).map(ToString::to_string).collect();
    assert_eq!(shown, ["row 7", "column 2", "box 7"]);
    assert_eq!((Digit::new(0), Digit::new(26)), (None, None));
    assert_eq!(Digit::new(25).map(|digit| digit.to_string()).as_deref(), Some("25"));
}
