//! Invalid parameters, drawings and graphs are refused before anything large is built.

use std::num::NonZeroU64;

use dlx_core::BuildError;
use dlx_instances::coloring::{self, Graph, GraphFault, Known};
use dlx_instances::drawing::{self, DrawingFault};
use dlx_instances::geometry::Geometry;
use dlx_instances::grids::Grid;
use dlx_instances::kenken::{self, Puzzle};
use dlx_instances::latin::{self, Form};
use dlx_instances::macmahon::{self, Border};
use dlx_instances::packing::{self, Piece, Remark, Times};
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves, Shape};
use dlx_instances::words::{self, Repeats, WordList};
use dlx_instances::{
    InstanceError, assignment, debruijn, design, kirkman, langford, league, matchings, mols, partitions,
    partridge, pips, polycubes, polyominoes, roster, steiner, timetable,
};

use super::Outcome;

#[test]
fn faults_of_drawings_have_a_line() {
    let of_region = |text| drawing::region(text).expect_err("a fault");
    assert!(matches!(of_region("..\n\n").fault, DrawingFault::Cells(InstanceError::NoCells { .. })));
    let error = of_region("##\n#\t#\n");
    assert_eq!((error.line, error.fault), (2, DrawingFault::Tab));
    let of_pieces = |text| drawing::pieces(text, Grid::Cubes, Moves::Turns).expect_err("a fault");
    assert_eq!(of_pieces("a\n#\n\nb 1 2\n#").line, 4);
    assert_eq!(
        of_pieces("\n\na x\n#").to_string(),
        "line 3: expected a number of times such as `2`, `0..3`, or `*` for any, found `x`"
    );
    assert_eq!(of_pieces("a\n\nb\n#").to_string(), "line 1: a shape without a cell; expected at least one");
}

#[test]
fn a_piece_without_a_name_is_refused() {
    let of_pieces = |text| drawing::pieces(text, Grid::Cubes, Moves::Turns).expect_err("a fault");
    assert_eq!(
        of_pieces("##\n#\n").to_string(),
        "line 1: expected the name of a piece before its drawing, found the row `##`"
    );
    // Drawn with a letter.
    assert_eq!(of_pieces("a\n#\n\nLLL\nL..\n").line, 4);
    assert_eq!(of_pieces("L.\nLL\n").line, 1);
    // A name may be the letter that the piece is drawn with, and may be longer if it is not.
    for named in ["L\nL..\nLLL\n", "LL\n#..\n###\n", "I3\n###\n", "ab\nab\nc\n"] {
        assert_eq!(
            drawing::pieces(named, Grid::Cubes, Moves::Turns).map(|pieces| pieces.len()),
            Ok(1),
            "{named}"
        );
    }
}

#[test]
fn two_pieces_without_a_blank_line_between_them_are_refused() {
    let of_pieces = |text| drawing::pieces(text, Grid::Cubes, Moves::Turns).expect_err("a fault");
    for (text, line) in
        [("A\n##\n#.\nB 2\n###\n", 4), ("A\nAA\nA.\nB\nBB\n", 4), ("x\n\n\nA\n#\n---\n#\nB\n#", 1)]
    {
        assert_eq!(of_pieces(text).line, line, "{text}");
    }
    assert_eq!(
        of_pieces("A\n##\nB\n##\n").to_string(),
        "line 3: expected a row drawn with `#` as those above, found `B`; a blank line comes before the next piece"
    );
    // Several characters in a row are those of one piece.
    assert_eq!(drawing::pieces("A\nab\ncd\n", Grid::Cubes, Moves::Turns).map(|pieces| pieces.len()), Ok(1));
}

#[test]
fn pieces_that_are_not_connected_and_have_no_place_are_found() -> Outcome {
    let pieces = drawing::pieces("A\n##\n\nB\n#.#\n\nC\n###\n#\n\nD\n#\n---\n#", Grid::Cubes, Moves::Turns)?;
    let connected: Vec<bool> = pieces.iter().map(|piece| piece.shape.is_connected()).collect();
    assert_eq!(connected, [true, false, true, true]);
    let names = |region: Region| {
        packing::unplaced(&region, &pieces).into_iter().map(|piece| piece.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(names(Region::rectangle(1, 3)?), ["C", "D"]);
    assert_eq!(names(Region::rectangle(2, 3)?.without(&[Cell::new(0, 1)])?), ["D"]);
    assert_eq!(names(Region::rectangle(1, 1)?), ["A", "B", "C", "D"]);
    Ok(())
}

#[test]
fn pieces_with_too_many_or_too_few_cells_are_found() -> Outcome {
    let region = Region::rectangle(2, 3)?;
    let remarks = |text: &str| -> Result<Vec<Remark>, Box<dyn std::error::Error>> {
        Ok(packing::remarks(&region, &drawing::pieces(text, Grid::Cubes, Moves::Turns)?))
    };
    for fits in ["A 3\n##", "A 2..4\n##", "A *\n##\n\nB\n#", "A 0..3\n##"] {
        assert_eq!(remarks(fits)?, [], "{fits}");
    }
    assert_eq!(remarks("A 2\n##\n\nB 0..1\n#")?, [Remark::TooFewCells { pieces: 5, region: 6 }]);
    assert_eq!(remarks("A 4..5\n##")?, [Remark::TooManyCells { pieces: 8, region: 6 }]);
    Ok(())
}

#[test]
fn packings_refuse_what_makes_no_sense() -> Outcome {
    let region = Region::rectangle(3, 3)?;
    let one = |name: &str, times| -> Result<Piece, InstanceError> {
        let shape = Shape::new([Cell::new(0, 0)])?;
        Ok(Piece { name: name.to_owned(), shape, moves: Moves::Turns, times })
    };
    let refused = |pieces: &[Piece]| packing::problem(&region, pieces).expect_err("a fault");
    assert_eq!(refused(&[]), InstanceError::NoPieces);
    for (low, high) in [(0, 0), (2, 1)] {
        let refused = refused(&[one("a", Times::Between(low, high))?]);
        assert_eq!(refused, InstanceError::NoTimes { name: "a".to_owned(), low, high });
    }
    let twice = [one("a", Times::AnyNumber)?, one("b", Times::AnyNumber)?];
    assert_eq!(refused(&twice), InstanceError::SamePiece { name: "b".to_owned() });
    let same_name = [one("a", Times::ONCE)?, one("a", Times::ONCE)?];
    let duplicate = BuildError::DuplicateItem { name: "a".to_owned() };
    assert_eq!(refused(&same_name), InstanceError::Build(duplicate));
    let holes = [Cell::new(1, 1), Cell::new(1, 1)];
    assert_eq!(region.clone().without(&holes), Err(InstanceError::NoSuchCell { hole: "1,1".to_owned() }));
    assert!(Region::rectangle(1, 1)?.without(&[Cell::new(0, 0)]).is_err());
    for sizes in [[0, 3], [3, 0], [usize::MAX, 1], [usize::MAX, usize::MAX], [1 << 11, 1 << 10]] {
        assert!(matches!(Region::rectangle(sizes[0], sizes[1]), Err(InstanceError::OutOfRange { .. })));
    }
    assert!(Region::of_cells([Cell::new(0, usize::MAX)]).is_err());
    assert!(Shape::new([Cell::new(0, 0), Cell::new(0, usize::MAX)]).is_err());
    assert!(Shape::new([Cell::new(0, usize::MAX)]).is_ok());
    let many = polyominoes::named("free10", Moves::TurnsAndFlips)?;
    let large = packing::problem(&Region::rectangle(100, 100)?, &many);
    assert!(matches!(large, Err(InstanceError::TooLarge { .. })));
    Ok(())
}

#[test]
fn faults_of_dimacs_files_have_a_line() {
    let fault =
        |text| Graph::of_dimacs(text).map_err(|error| (error.line, error.fault)).expect_err("a fault");
    assert_eq!(fault(""), (1, GraphFault::NoSize));
    assert_eq!(fault("c\ne 1 2"), (2, GraphFault::NoSize));
    assert_eq!(fault("p edge 2 1\np edge 2 1"), (2, GraphFault::SecondSize));
    assert_eq!(fault("p edge 2 1\ne 1 3"), (2, GraphFault::NoSuchVertex { found: 3, vertices: 2 }));
    assert_eq!(fault("p edge 2 1\ne 2 2"), (2, GraphFault::Loop { vertex: 2 }));
    assert_eq!(fault("p edge 2 1\ne 1 2 3").0, 2);
    assert_eq!(fault("p edge 2 1\nx").1, GraphFault::BadLine { found: "x".to_owned() });
    assert!(matches!(fault("p edge 0 0").1, GraphFault::Size(_)));
    assert!(matches!(fault("p edge 99999999 0").1, GraphFault::Size(_)));
}

#[test]
fn parameters_beyond_their_range_are_refused_at_once() -> Outcome {
    let most = NonZeroU64::MIN;
    let list = WordList::of_text("a");
    for n in [0, usize::MAX] {
        let refused = [
            queens::problem(n, Board::Plain),
            queens::problem(n, Board::Torus),
            langford::problem(n),
            latin::problem(n, Form::All),
            mols::problem(n, Form::All),
            matchings::problem(n),
            partitions::problem(n),
            debruijn::problem(n, 2),
            debruijn::problem(2, n),
            partridge::problem(n),
            macmahon::problem(n, 2, 3, Border::Free),
            macmahon::problem(2, n, 3, Border::Free),
            macmahon::problem(2, 2, n, Border::Free),
            words::problem(n, 1, &list, &list, Repeats::Allowed),
            words::problem(1, n, &list, &list, Repeats::Allowed),
            Known::Complete(n).graph().and_then(|graph| coloring::problem(&graph, 2)),
            Known::Grid(n, n).graph().and_then(|graph| coloring::problem(&graph, 2)),
            Known::Cycle(2).graph().and_then(|graph| coloring::problem(&graph, 2)),
            Known::Path(2).graph().and_then(|graph| coloring::problem(&graph, n)),
            assignment::random_costs(n, 0, most).and_then(|costs| assignment::problem(&costs)),
            roster::problem(n, 7, 0, most),
            roster::problem(7, n, 0, most),
            timetable::problem(n, 8, 8, 0, most),
            timetable::problem(8, n, 8, 0, most),
            timetable::problem(8, 8, n, 0, most),
            league::problem(n),
            steiner::problem(n),
            kirkman::problem(n),
            design::problem(n, 3, 1),
            design::problem(7, n, 1),
            design::problem(7, 3, n),
            Puzzle::random(n, 0).and_then(|puzzle| kenken::problem(&puzzle)),
        ];
        for (family, refused) in refused.into_iter().enumerate() {
            let error = refused.expect_err("a parameter beyond its range");
            assert!(matches!(error, InstanceError::OutOfRange { .. }), "family {family}: {error}");
        }
    }
    assert!(partitions::problem(40).is_err());
    assert!(debruijn::problem(36, 10).is_err());
    assert_eq!(debruijn::published(0, 1), None);
    let graph = Known::Complete(1000).graph()?;
    assert!(matches!(coloring::problem(&graph, 1000), Err(InstanceError::TooLarge { .. })));
    Ok(())
}

#[test]
fn geometries_come_back_from_their_text_and_never_panic() -> Outcome {
    let all = |n: usize| {
        let graph = Known::Path(n.clamp(1, 9)).graph().expect("a path");
        let puzzle = Puzzle::random(n.clamp(2, 5), 0).expect("a puzzle");
        let board = Region::rectangle(2, n.clamp(2, 5)).and_then(|board| pips::Puzzle::random(&board, 0));
        let board = board.expect("a puzzle");
        [
            queens::geometry(n, Board::Plain),
            langford::geometry(n),
            latin::geometry(n, Form::All),
            mols::geometry(n, Form::All),
            matchings::geometry(n),
            partitions::geometry(n),
            partridge::geometry(n),
            debruijn::geometry(2, n),
            macmahon::geometry(n, n, 3, Border::Free),
            words::geometry(n, n),
            coloring::geometry(&graph),
            assignment::geometry(&vec![Vec::new(); n.min(9)]),
            polycubes::geometry_of_soma(),
            roster::geometry(n, n),
            timetable::geometry(n, n),
            league::geometry(n),
            steiner::geometry(n),
            kirkman::geometry(n),
            design::geometry(n, n, n),
            kenken::geometry(&puzzle),
            pips::geometry(&board),
        ]
    };
    for n in [2, 5, 9] {
        for geometry in all(n).into_iter().chain([Region::cuboid(n, 40, n)?.geometry()]) {
            let text = geometry.to_string();
            let text = text.strip_prefix("geometry ").expect("it begins with its word");
            assert_eq!(text.parse::<Geometry>(), Ok(geometry.clone()), "{text}");
        }
    }
    let _ = [all(0), all(usize::MAX)];
    Ok(())
}
