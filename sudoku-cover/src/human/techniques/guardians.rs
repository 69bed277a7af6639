//! Guardians: patterns that no solution contains, and the candidates that prevent them, of which one is true. Sound on
//! every variant.
//!
//! - Broken wing: a digit in a ring of an odd number of cells, neighbors in the ring being the only places in a house.
//!   Each house would have the digit once, and each cell is in two of the houses, which would make their number even.
//! - Bivalue oddagon: a ring of an odd number of cells with the same two digits, which would have to alternate.
//! - Tridagon, also called Thor's hammer: three digits in three cells of each of four boxes, see [`tridagon`].

use std::collections::HashSet;

use super::deduction::{eliminate, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::parts::LockedCells;
use crate::human::pattern::{Guardians, Tridagon, TridagonBox};
use crate::human::step::Step;
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// The numbers of cells of rings, in the order in which they are tried.
const RINGS: [usize; 3] = [5, 7, 9];
/// The greatest number of guardians of a ring, and of a tridagon. Patterns with more eliminate nearly nothing.
const MOST_OF_RING: usize = 12;
const MOST: usize = 6;

/// A candidate: a cell and a digit.
type Guardian = (usize, usize);

/// Concludes that one of these candidates is true. Returns true if that places or eliminates anything.
fn conclude(board: &Candidates, step: &mut Step, guardians: &[Guardian]) -> bool {
    let layout = board.layout();
    match guardians {
        [] => {}
        &[(cell, digit)] => step.placements.push(layout.candidate(cell, digit)),
        _ => excluded_by_all(board, guardians).for_each(|(cell, digit)| eliminate(board, step, cell, digit)),
    }
    !step.placements.is_empty() || !step.eliminations.is_empty()
}

/// Returns the candidates that each of these excludes: those of its cell, and its digit in the peers.
fn excluded_by_all<'b>(
    board: &'b Candidates,
    guardians: &'b [Guardian],
) -> impl Iterator<Item = Guardian> + 'b {
    let excludes = |(cell, digit): Guardian, lost: Guardian| {
        if cell == lost.0 { digit != lost.1 } else { board.layout().excludes((cell, digit), lost) }
    };
    let of_first = guardians.first().into_iter().flat_map(|&(cell, digit)| {
        let own = bits(board.digits(cell) & !(1 << digit)).map(move |other| (cell, other));
        let peers = board.layout().peers[cell].and(board.of_digit(digit));
        own.chain(peers.iter().map(move |peer| (peer, digit)))
    });
    of_first.filter(move |&lost| guardians.iter().all(|&guardian| excludes(guardian, lost)))
}

/// Returns guardians in the form of a pattern: each cell with its digits.
fn by_cell(board: &Candidates, guardians: &[Guardian]) -> Vec<LockedCells> {
    let cells: CellSet = guardians.iter().map(|&(cell, _)| cell).collect();
    let digits = |cell: usize| {
        guardians
            .iter()
            .filter(|guardian| guardian.0 == cell)
            .fold(0, |digits, &(_, digit)| digits | 1 << digit)
    };
    cells.iter().map(|cell| locked_cells(board, &[cell].into_iter().collect(), digits(cell))).collect()
}

/// What a ring is made of.
#[derive(Clone, Copy)]
enum Kind {
    /// Places of a digit, each with the next one in a house.
    Wing(usize),
    /// Cells with both of two digits, each of which sees the next one.
    Oddagon(u32),
}

/// The cells of a ring, the houses that connect them, and the guardians, without repetition.
#[derive(Default)]
struct Ring {
    cells: Vec<usize>,
    rooms: Vec<usize>,
    guardians: Vec<Guardian>,
}

impl Ring {
    fn guard(&mut self, guardian: Guardian) {
        if !self.guardians.contains(&guardian) {
            self.guardians.push(guardian);
        }
    }
}

/// The search for rings of a kind and a size.
struct Rings<'b> {
    board: &'b Candidates,
    kind: Kind,
    /// The cells that may be in a ring, in ascending order.
    cells: Vec<usize>,
    size: usize,
    /// The guardians of the rings that were taken.
    known: HashSet<Vec<Guardian>>,
}

/// Finds a broken wing, the smallest first.
pub(super) fn broken_wing(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let digits = 0..board.layout().side;
    let kinds: Vec<(Kind, CellSet)> =
        digits.map(|digit| (Kind::Wing(digit), *board.of_digit(digit))).collect();
    rings(board, &kinds, finds, work)
}

/// Finds a bivalue oddagon, the smallest first.
pub(super) fn oddagon(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let side = board.layout().side;
    let pairs = (0..side).flat_map(|low| (low + 1..side).map(move |high| (low, high)));
    let kinds: Vec<(Kind, CellSet)> = pairs
        .map(|(low, high)| {
            (Kind::Oddagon(1 << low | 1 << high), board.of_digit(low).and(board.of_digit(high)))
        })
        .collect();
    rings(board, &kinds, finds, work)
}

fn rings(board: &Candidates, kinds: &[(Kind, CellSet)], finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    for size in RINGS {
        for (kind, cells) in kinds {
            let mut search =
                Rings { board, kind: *kind, cells: cells.iter().collect(), size, known: HashSet::new() };
            for place in 0..search.cells.len() {
                let mut ring = Ring::default();
                search.add_cell(&mut ring, search.cells[place]);
                if work.is_over() || search.grow(&mut ring, finds, work) {
                    return !work.is_over();
                }
            }
        }
    }
    false
}

impl Rings<'_> {
    /// Adds a cell with its guardians.
    fn add_cell(&self, ring: &mut Ring, cell: usize) {
        ring.cells.push(cell);
        if let Kind::Oddagon(digits) = self.kind {
            bits(self.board.digits(cell) & !digits).for_each(|digit| ring.guard((cell, digit)));
        }
    }

    /// Adds a house that connects two cells, with its guardians.
    fn add_room(&self, ring: &mut Ring, room: usize, ends: [usize; 2]) {
        ring.rooms.push(room);
        if let Kind::Wing(digit) = self.kind {
            let others = self.board.cells_in(room, digit).filter(|cell| !ends.contains(cell));
            others.for_each(|cell| ring.guard((cell, digit)));
        }
    }

    /// Returns the houses by which this cell of the ring, its last one, may be connected with this cell. The houses of a
    /// broken wing contain no further cell of the ring.
    fn joints(&self, ring: &Ring, last: usize, next: usize) -> Vec<usize> {
        let layout = self.board.layout();
        let is_apart = |room: &usize| {
            let is_in = |&&cell: &&usize| layout.rooms[*room].set.contains(cell);
            ring.cells.iter().filter(is_in).all(|&cell| cell == last || cell == next)
        };
        let is_wing = matches!(self.kind, Kind::Wing(_));
        let rooms = layout.common_rooms(last, next).filter(|room| !is_wing || is_apart(room));
        rooms.take(if is_wing { usize::MAX } else { 1 }).collect()
    }

    /// Returns true if one more cell can be a part of the ring.
    fn is_free(&self, ring: &Ring, cell: usize) -> bool {
        let is_in = |&room: &usize| self.board.layout().rooms[room].set.contains(cell);
        !(ring.cells.contains(&cell) || matches!(self.kind, Kind::Wing(_)) && ring.rooms.iter().any(is_in))
    }

    /// Returns true if the guardians of the ring may eliminate something.
    fn is_promising(&self, ring: &Ring) -> bool {
        let guardians = &ring.guardians;
        guardians.len() < 2
            || (guardians.len() <= MOST_OF_RING && excluded_by_all(self.board, guardians).next().is_some())
    }

    /// Adds cells until the ring is closed. Returns true if no further step is wanted.
    fn grow(&mut self, ring: &mut Ring, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        let (Some(&first), Some(&last)) = (ring.cells.first(), ring.cells.last()) else { return false };
        let known = ring.guardians.len();
        if ring.cells.len() == self.size {
            // Each ring has two directions.
            let joints = if ring.cells[1] < last { self.joints(ring, last, first) } else { Vec::new() };
            for room in joints {
                self.add_room(ring, room, [last, first]);
                let is_last = self.take(ring, finds);
                ring.rooms.pop();
                ring.guardians.truncate(known);
                if is_last {
                    return true;
                }
            }
            return false;
        }
        for place in 0..self.cells.len() {
            let next = self.cells[place];
            if next <= first || !self.board.layout().sees(last, next) {
                continue;
            }
            if work.is_over() {
                return true;
            }
            // The house that leads to the last cell may contain no other cell either.
            if !self.is_free(ring, next) {
                continue;
            }
            for room in self.joints(ring, last, next) {
                self.add_cell(ring, next);
                self.add_room(ring, room, [last, next]);
                let is_last = self.is_promising(ring) && self.grow(ring, finds, work);
                ring.cells.pop();
                ring.rooms.pop();
                ring.guardians.truncate(known);
                if is_last {
                    return true;
                }
            }
        }
        false
    }

    /// Takes the closed ring if its guardians conclude something that those of no other ring do.
    fn take(&mut self, ring: &Ring, finds: &mut Finds<'_>) -> bool {
        let mut guardians = ring.guardians.clone();
        guardians.sort_unstable();
        let is_known = guardians.len() > MOST_OF_RING || self.known.contains(&guardians);
        if is_known || !conclude(self.board, finds.step, &guardians) {
            return false;
        }
        let layout = self.board.layout();
        let (digits, rooms) = match self.kind {
            Kind::Wing(digit) => (1 << digit, &ring.rooms[..]),
            Kind::Oddagon(digits) => (digits, &[][..]),
        };
        let found = Guardians {
            digits: bits(digits).map(|digit| layout.digit(digit)).collect(),
            cells: ring.cells.iter().map(|&cell| layout.cell(cell)).collect(),
            houses: rooms.iter().map(|&room| layout.rooms[room].name).collect(),
            guardians: by_cell(self.board, &guardians),
        };
        self.known.insert(guardians);
        finds.take(found)
    }
}

/// The columns of the three rows of a diagonal of a box: those that fall to the right, taking the first column as the
/// one after the last, then those that rise.
const DIAGONALS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [1, 0, 2], [0, 2, 1]];
/// The number of diagonals that fall.
const FALLING: usize = 3;

/// Finds a tridagon, few guardians first: in each of four boxes that form a rectangle three cells in different rows and
/// columns, in an odd number of the boxes rising to the right.
///
/// If all twelve held three digits, boxes side by side would have these from top to bottom in the same cyclic order, as
/// no row has a digit twice, and boxes one above the other from left to right. These two orders of a box are the same if
/// its cells fall, and opposite if they rise. So they would have been reversed an odd number of times around the
/// rectangle.
pub(super) fn tridagon(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    for TwelveCells { digits, diagonals, guardians } in twelve_cells(board, work) {
        if work.is_over() {
            return false;
        }
        if !conclude(board, finds.step, &guardians) {
            continue;
        }
        let pattern = Tridagon {
            digits: bits(digits).map(|digit| layout.digit(digit)).collect(),
            boxes: diagonals.iter().filter_map(|diagonal| diagonal.part(board)).collect(),
            guardians: by_cell(board, &guardians),
        };
        if finds.take(pattern) {
            return true;
        }
    }
    false
}

/// The cells of a tridagon.
struct TwelveCells {
    digits: u32,
    diagonals: [Diagonal; 4],
    guardians: Vec<Guardian>,
}

/// Returns all tridagons, those with few guardians first.
fn twelve_cells(board: &Candidates, work: &Work<'_, '_>) -> Vec<TwelveCells> {
    let layout = board.layout();
    let mut found = Vec::new();
    let has_boxes = layout.boxes().all(|room| layout.rooms[room].name.kind == HouseKind::Box);
    if !has_boxes || [layout.side, layout.box_height, layout.box_width] != [9, 3, 3] {
        return found;
    }
    for digits in (0..1_u32 << 9).filter(|&digits| count(digits) == 3) {
        let of_boxes: [Vec<Diagonal>; 9] = std::array::from_fn(|square| diagonals(board, square, digits));
        for rectangle in rectangles() {
            let [first, second, third, fourth] = rectangle.map(|square| &of_boxes[square]);
            if work.is_over_after(1 + first.len() * second.len() * third.len() * fourth.len() / 8) {
                return found;
            }
            for &one in first {
                for &two in second {
                    for &three in third {
                        for &four in fourth {
                            let diagonals = [one, two, three, four];
                            let rising = diagonals.iter().filter(|diagonal| diagonal.is_rising()).count();
                            let guardians =
                                diagonals.iter().flat_map(|diagonal| diagonal.guardians(board, digits));
                            let guardians: Vec<Guardian> = guardians.take(MOST + 1).collect();
                            if rising % 2 == 1 && guardians.len() <= MOST {
                                found.push(TwelveCells { digits, diagonals, guardians });
                            }
                        }
                    }
                }
            }
        }
    }
    found.sort_by_key(|cells| cells.guardians.len());
    found
}

/// Returns the boxes of each rectangle: those of two bands and two stacks.
fn rectangles() -> impl Iterator<Item = [usize; 4]> {
    const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];
    PAIRS.into_iter().flat_map(|[top, bottom]| {
        PAIRS.into_iter().map(move |[left, right]| {
            [3 * top + left, 3 * top + right, 3 * bottom + left, 3 * bottom + right]
        })
    })
}

/// Three cells of a box in different rows and columns.
#[derive(Clone, Copy)]
struct Diagonal {
    cells: [usize; 3],
    /// The number of its columns, see [`DIAGONALS`].
    shape: usize,
}

impl Diagonal {
    fn is_rising(&self) -> bool {
        self.shape >= FALLING
    }

    /// Returns the candidates besides these digits.
    fn guardians(&self, board: &Candidates, digits: u32) -> impl Iterator<Item = Guardian> {
        let others = self.cells.map(|cell| (cell, board.digits(cell) & !digits));
        others.into_iter().flat_map(|(cell, others)| bits(others).map(move |digit| (cell, digit)))
    }

    /// Returns the diagonal in the form of a pattern.
    fn part(&self, board: &Candidates) -> Option<TridagonBox> {
        let layout = board.layout();
        let room = layout.room_at(self.cells[0], HouseKind::Box)?;
        Some(TridagonBox {
            house: layout.rooms[room].name,
            cells: self.cells.map(|cell| layout.cell(cell)),
            is_rising: self.is_rising(),
        })
    }
}

/// Returns the diagonals of a box whose cells have at least two of these three digits.
fn diagonals(board: &Candidates, square: usize, digits: u32) -> Vec<Diagonal> {
    let first = square / 3 * 27 + square % 3 * 3;
    let diagonals = DIAGONALS.into_iter().enumerate().map(|(shape, columns)| Diagonal {
        cells: std::array::from_fn(|row| first + 9 * row + columns[row]),
        shape,
    });
    let fits = |diagonal: &Diagonal| {
        diagonal.cells.iter().all(|&cell| count(board.digits(cell) & digits) >= 2)
            && diagonal.guardians(board, digits).count() <= MOST
    };
    diagonals.filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;

    use super::*;
    use crate::human::explain::{Explainer, Order};
    use crate::human::technique::Technique;
    use crate::model::geometry::Geometry;

    /// The permutations of three things.
    const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

    /// Returns true if the diagonals of four boxes can hold three digits, each once in a box, row and column.
    fn can_be_filled(shapes: [usize; 4]) -> bool {
        let digit_in_column = |shape: usize, digits: &[usize; 3], column: usize| {
            (0..3).find(|&row| DIAGONALS[shape][row] == column).map(|row| digits[row])
        };
        let [first, second, third, fourth] = shapes;
        let fits_in_rows = |one: &[usize; 3], other: &[usize; 3]| (0..3).all(|row| one[row] != other[row]);
        let fits_in_columns = |(one, above): (usize, &[usize; 3]), (other, below): (usize, &[usize; 3])| {
            (0..3).all(|column| digit_in_column(one, above, column) != digit_in_column(other, below, column))
        };
        PERMUTATIONS.iter().any(|top_left| {
            PERMUTATIONS.iter().filter(|top_right| fits_in_rows(top_left, top_right)).any(|top_right| {
                PERMUTATIONS.iter().filter(|left| fits_in_columns((first, top_left), (third, left))).any(
                    |left| {
                        PERMUTATIONS.iter().any(|right| {
                            fits_in_rows(left, right) && fits_in_columns((second, top_right), (fourth, right))
                        })
                    },
                )
            })
        })
    }

    #[test]
    fn four_diagonals_hold_three_digits_unless_an_odd_number_rises() {
        for number in 0..6_usize.pow(4) {
            let shapes = [number % 6, number / 6 % 6, number / 36 % 6, number / 216];
            let rising = shapes.iter().filter(|&&shape| shape >= FALLING).count();
            assert_eq!(can_be_filled(shapes), rising % 2 == 0, "{shapes:?}");
        }
    }

    /// Puzzles with a tridagon that has two guardians, as D. Berthier writes them (n1r2c4 is 1 in r2c4): in
    /// CSP-Rules-Examples, Sudoku-a/Tridagons, the lines with two guardians. What follows from them needs chains.
    const TWO_GUARDIANS: [(&str, &str, &str); 6] = [
        (
            "1.345..8945........983....5.....39.8.39...17...4....2...18......4593.8......15...",
            "267",
            "n1r2c4 n4r7c5",
        ),
        (
            ".....6......18..36..6.231.4.45.............41719.......3.6..4.8...83..12.8..4.36.",
            "579",
            "n2r2c7 n2r9c4",
        ),
        (
            "....5.7.9...18.2.6...3.7...24....3.7......96...67...243.4..26..79...34.2.62.....3",
            "158",
            "n9r4c3 n3r6c2",
        ),
        (
            ".23.5.7.9.5.....327.923....23...4.75.4.....9.9.....3.4....45..7.92.67....7412....",
            "168",
            "n4r1c1 n2r6c8",
        ),
        (
            ".2..567.....18.2.....2.7..52..7.58.1...86..72......65.3.5...1.8.125.8...984...5.7",
            "349",
            "n6r2c8 n1r5c6",
        ),
        (
            "...45...9.....92.6..97.....2.1..786..78..19.296...8.17.928..6..7.6.....881.......",
            "345",
            "n7r7c8 n1r8c7",
        ),
    ];

    #[test]
    fn published_tridagons_with_two_guardians_are_found() {
        let mut basic = Order::Hodoku.techniques();
        basic.retain(|&technique| technique > Technique::HiddenQuadruple);
        let mut explainer = Explainer::new(&Geometry::classic()).without(&basic);
        for (puzzle, digits, guardians) in TWO_GUARDIANS {
            explainer.load(&puzzle.parse().unwrap()).unwrap();
            let mut is_found = false;
            while explainer.next_step(&mut Limits::none()).unwrap().is_some() && !is_found {
                let board = explainer.board();
                let layout = board.layout();
                let names = |found: &TwelveCells| {
                    let named =
                        |&(cell, digit): &Guardian| format!("n{}{}", layout.digit(digit), layout.cell(cell));
                    let all: Vec<String> = found.guardians.iter().map(named).collect();
                    let held: String =
                        bits(found.digits).map(|digit| layout.digit(digit).to_string()).collect();
                    (held, all.join(" "))
                };
                let mut limits = Limits::none();
                let found = twelve_cells(board, &Work::new(&mut limits));
                is_found =
                    found.iter().any(|found| names(found) == (digits.to_owned(), guardians.to_owned()));
            }
            assert!(is_found, "{puzzle}");
        }
    }
}
