//! The parts of a step that techniques write: eliminations, chains, and contradictions.

use crate::human::candidates::{Candidates, CellSet, bits};
use crate::human::step::{Link, LockedCells, Node, Step, Strength};

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

/// Eliminates the digit from all cells that see all of these. Returns true if one of them had it.
pub(super) fn eliminate_seen(board: &Candidates, step: &mut Step, cells: &[usize], digit: usize) -> bool {
    eliminate_from(board, step, &board.layout().seen_by_all(cells.iter().copied()), digit)
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
pub(super) enum Emptied {
    Cell(usize),
    /// A house and a digit.
    House(usize, usize),
}

impl Emptied {
    /// Returns the candidates that the cell or house still has on this board.
    pub(super) fn candidates(self, board: &Candidates) -> Vec<(usize, usize)> {
        match self {
            Emptied::Cell(cell) => bits(board.digits(cell)).map(|digit| (cell, digit)).collect(),
            Emptied::House(room, digit) => board.cells_in(room, digit).map(|cell| (cell, digit)).collect(),
        }
    }

    /// Adds the cell or the house to the step.
    pub(super) fn show(self, board: &Candidates, step: &mut Step) {
        match self {
            Emptied::Cell(cell) => step.cells.push(board.layout().cell(cell)),
            Emptied::House(room, _) => step.houses.push(board.layout().rooms[room].name),
        }
    }
}

/// Adds a chain through these nodes. Its links are alternately strong and weak, the first one strong.
pub(super) fn add_chain(step: &mut Step, nodes: impl IntoIterator<Item = Node>) {
    let mut strength = Strength::Strong;
    let mut nodes = nodes.into_iter();
    let Some(mut from) = nodes.next() else { return };
    for to in nodes {
        step.links.push(Link { from, strength, to: to.clone() });
        (from, strength) = (to, strength.other());
    }
}

/// Adds a chain through these candidates, each a cell and a digit.
pub(super) fn chain_of(board: &Candidates, step: &mut Step, nodes: &[(usize, usize)]) {
    add_chain(step, nodes.iter().map(|&(cell, digit)| node(board, cell, digit)));
}

/// Returns the node of a digit in one cell.
pub(super) fn node(board: &Candidates, cell: usize, digit: usize) -> Node {
    let layout = board.layout();
    Node { digit: layout.digit(digit), cells: [layout.cell(cell)].into_iter().collect() }
}
