//! The parts of a step that techniques write: eliminations, chains, and contradictions.

use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::parts::{Link, LockedCells, Node, Strength};
use crate::human::pattern::Place;
use crate::human::step::Step;

/// Eliminates a candidate, if the board has it.
pub(super) fn eliminate(board: &Candidates, step: &mut Step, cell: usize, digit: usize) {
    if board.has(cell, digit) {
        step.eliminations.push(board.layout().candidate(cell, digit));
    }
}

/// Eliminates these digits from the cell.
pub(super) fn eliminate_digits(board: &Candidates, step: &mut Step, cell: usize, digits: u32) {
    bits(digits & board.digits(cell)).for_each(|digit| eliminate(board, step, cell, digit));
}

/// Eliminates the digit from these cells. Returns true if one of them had it.
pub(super) fn eliminate_from(board: &Candidates, step: &mut Step, cells: &CellSet, digit: usize) -> bool {
    let lost = cells.and(board.of_digit(digit));
    lost.iter().for_each(|cell| eliminate(board, step, cell, digit));
    !lost.is_empty()
}

/// Eliminates the candidates that are false if one of these cells holds the digit: the digit in all cells that see
/// all of them, and where a rule forbids consecutive digits in adjacent cells, those in all cells beside all of them.
/// Returns true if there was one.
pub(super) fn eliminate_seen(board: &Candidates, step: &mut Step, cells: &[usize], digit: usize) -> bool {
    let layout = board.layout();
    let is_seen = eliminate_from(board, step, &layout.seen_by_all(cells.iter().copied()), digit);
    if !layout.is_non_consecutive() {
        return is_seen;
    }
    let beside = layout.beside_all(cells.iter().copied());
    let lost = bits(layout.next_to(digit)).filter(|&lost| eliminate_from(board, step, &beside, lost));
    lost.count() > 0 || is_seen
}

/// Returns cells and digits in the form of a step.
pub(super) fn locked_cells(board: &Candidates, cells: &CellSet, digits: u32) -> LockedCells {
    let layout = board.layout();
    LockedCells {
        cells: cells.iter().map(|cell| layout.cell(cell)).collect(),
        digits: bits(digits).map(|digit| layout.digit(digit)).collect(),
    }
}

/// The place of a contradiction.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoCandidates {
    Cell(usize),
    /// A house and a digit.
    House(usize, usize),
}

impl NoCandidates {
    /// Returns the candidates that the cell or house still has on this board.
    pub(super) fn candidates(self, board: &Candidates) -> Vec<(usize, usize)> {
        match self {
            NoCandidates::Cell(cell) => bits(board.digits(cell)).map(|digit| (cell, digit)).collect(),
            NoCandidates::House(room, digit) => {
                board.cells_in(room, digit).map(|cell| (cell, digit)).collect()
            }
        }
    }

    /// Returns the place in the form of a pattern.
    pub(super) fn place(self, board: &Candidates) -> Place {
        let layout = board.layout();
        match self {
            NoCandidates::Cell(cell) => Place::Cell { cell: layout.cell(cell) },
            NoCandidates::House(room, digit) => {
                Place::House { house: layout.rooms[room].name, digit: layout.digit(digit) }
            }
        }
    }
}

/// Returns a chain through these candidates, each a cell and a digit. Its links are alternately strong and weak, the
/// first one strong.
pub(super) fn chain_of(board: &Candidates, nodes: &[(usize, usize)]) -> Vec<Link> {
    let node = |&(cell, digit): &(usize, usize)| node(board, cell, digit);
    let strengths = [Strength::Strong, Strength::Weak].into_iter().cycle();
    let links = nodes.windows(2).zip(strengths);
    links.map(|(ends, strength)| link(board, node(&ends[0]), strength, node(&ends[1]))).collect()
}

/// Returns a link between two nodes of candidates, with the house that makes it one.
pub(super) fn link(board: &Candidates, from: Node, strength: Strength, to: Node) -> Link {
    let layout = board.layout();
    let cells = || from.cells.iter().chain(&to.cells).map(|&cell| layout.number_of(cell));
    let digit = layout.number_of_digit(to.digit);
    let is_fit = |&room: &usize| {
        let has_others = || count(board.places(room, digit)) > from.cells.len() + to.cells.len();
        cells().all(|cell| layout.rooms[room].set.contains(cell))
            && (strength == Strength::Weak || !has_others())
    };
    let first = cells().next().filter(|_| from.digit == to.digit);
    let room = first.and_then(|first| layout.rooms_with(first).find(is_fit));
    Link { from, strength, to, house: room.map(|room| layout.rooms[room].name), rule: None }
}

/// Returns the node of a digit in one cell.
pub(super) fn node(board: &Candidates, cell: usize, digit: usize) -> Node {
    let layout = board.layout();
    Node { digit: layout.digit(digit), cells: [layout.cell(cell)].into_iter().collect() }
}
