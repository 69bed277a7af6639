//! Backtracking in reading order: it tries the digits of each blank cell in ascending order.

use super::houses::{box_of, column, row};
use super::{Digits, Found, Run};

/// Searches for two solutions.
#[must_use]
pub fn solve(clues: &Digits, most_nodes: u64) -> Run {
    let mut board = Board { digits: *clues, rows: [0; 9], columns: [0; 9], boxes: [0; 9] };
    let mut found = Found::default();
    let mut nodes = 0;
    for (cell, &clue) in clues.iter().enumerate().filter(|&(_, &clue)| clue != 0) {
        if !board.is_free(cell, clue) {
            return Run { answer: found.answer(), nodes, size: None };
        }
        board.flip(cell, clue);
    }
    let blanks: Vec<usize> = (0..81).filter(|&cell| clues[cell] == 0).collect();

    // The cell at this depth contains the digit tried last, or 0. At the depth of a solution there is no
    // cell.
    let mut depth = 0;
    loop {
        let next = blanks.get(depth).and_then(|&cell| {
            let tried = board.digits[cell];
            if tried != 0 {
                board.flip(cell, tried);
            }
            let next = (tried + 1..=9).find(|&digit| board.is_free(cell, digit));
            board.digits[cell] = next.unwrap_or(0);
            next.map(|digit| (cell, digit))
        });
        if let Some((cell, digit)) = next {
            if nodes == most_nodes {
                return Run { answer: found.stopped(), nodes, size: None };
            }
            nodes += 1;
            board.flip(cell, digit);
            depth += 1;
            continue;
        }
        let is_second = depth == blanks.len() && found.push(board.digits);
        if is_second || depth == 0 {
            return Run { answer: found.answer(), nodes, size: None };
        }
        depth -= 1;
    }
}

struct Board {
    digits: Digits,
    /// For each row, bit `d` is set if the digit `d` is in it; likewise for columns and boxes.
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
}

impl Board {
    fn is_free(&self, cell: usize, digit: u8) -> bool {
        let held = self.rows[row(cell)] | self.columns[column(cell)] | self.boxes[box_of(cell)];
        held >> digit & 1 == 0
    }

    /// Adds a digit to the houses of a cell, or removes it from them.
    fn flip(&mut self, cell: usize, digit: u8) {
        let bit = 1 << digit;
        self.rows[row(cell)] ^= bit;
        self.columns[column(cell)] ^= bit;
        self.boxes[box_of(cell)] ^= bit;
    }
}
