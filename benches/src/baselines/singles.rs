//! Singles with guesses: it places all naked and hidden singles, then guesses in the cell with the fewest
//! candidates.
//!
//! A naked single is a cell with one candidate left; a hidden single is a digit with one cell left in a
//! house. A guess copies the board, so backtracking drops the copy.

use super::houses::{self, HOUSES, PEERS};
use super::{Digits, Found, Run};

/// Searches for two solutions.
#[must_use]
pub fn solve(clues: &Digits, most_nodes: u64) -> Run {
    let mut found = Found::default();
    let mut nodes = 0;
    let mut board = Board::blank();
    for (cell, &digit) in clues.iter().enumerate() {
        if digit != 0 && !board.put(cell, 1 << digit) {
            return Run { answer: found.answer(), nodes, size: None };
        }
    }
    // A stack of guesses to try; the next one is the last.
    let mut guesses = Vec::new();
    loop {
        match board.follow_singles(&mut nodes, most_nodes) {
            Followed::Spent => return Run { answer: found.stopped(), nodes, size: None },
            Followed::Dead => {}
            Followed::Settled => match board.narrowest_cell() {
                Some(cell) => {
                    let bits = (1..=9).rev().map(|digit| 1 << digit);
                    let bits = bits.filter(|bit| board.candidates[cell] & bit != 0);
                    guesses.extend(bits.map(|bit| Guess { board: board.clone(), cell, bit }));
                }
                None if found.push(board.digits) => break,
                None => {}
            },
        }
        loop {
            let Some(guess) = guesses.pop() else {
                return Run { answer: found.answer(), nodes, size: None };
            };
            if nodes == most_nodes {
                return Run { answer: found.stopped(), nodes, size: None };
            }
            nodes += 1;
            board = guess.board;
            if board.put(guess.cell, guess.bit) {
                break;
            }
        }
    }
    Run { answer: found.answer(), nodes, size: None }
}

/// A digit to place in a cell of a board without singles.
struct Guess {
    board: Board,
    cell: usize,
    bit: u16,
}

#[derive(Clone)]
struct Board {
    digits: Digits,
    /// For each cell, bit `d` is set if `d` is a candidate; 0 for cells with a digit.
    candidates: [u16; 81],
    /// For each house, the bits of the digits in it.
    held: [u16; 27],
}

enum Followed {
    /// No single is left.
    Settled,
    /// A cell has no candidate left, or a digit no cell.
    Dead,
    /// A single is left, but the limit of nodes is reached.
    Spent,
}

const ALL_DIGITS: u16 = 0b11_1111_1110;

impl Board {
    fn blank() -> Self {
        Self { digits: [0; 81], candidates: [ALL_DIGITS; 81], held: [0; 27] }
    }

    /// Places the digit of this bit in a cell. Returns true if it was a candidate and every peer still has a
    /// candidate.
    fn put(&mut self, cell: usize, bit: u16) -> bool {
        if self.candidates[cell] & bit == 0 {
            return false;
        }
        self.digits[cell] = u8::try_from(bit.trailing_zeros()).expect("a mask has 16 bits");
        self.candidates[cell] = 0;
        for house in houses::of_cell(cell) {
            self.held[house] |= bit;
        }
        let mut is_alive = true;
        for peer in PEERS[cell] {
            self.candidates[peer] &= !bit;
            is_alive &= self.candidates[peer] != 0 || self.digits[peer] != 0;
        }
        is_alive
    }

    /// Places naked and hidden singles until none is left.
    fn follow_singles(&mut self, nodes: &mut u64, most_nodes: u64) -> Followed {
        loop {
            let mut has_changed = false;
            for cell in 0..81 {
                if self.candidates[cell].count_ones() == 1 {
                    if *nodes == most_nodes {
                        return Followed::Spent;
                    }
                    *nodes += 1;
                    if !self.put(cell, self.candidates[cell]) {
                        return Followed::Dead;
                    }
                    has_changed = true;
                }
            }
            for (house, cells) in HOUSES.iter().enumerate() {
                // Digits that fit in at least one cell of the house, and those that fit in more than one.
                let (mut once, mut twice) = (0, 0);
                for &cell in cells {
                    twice |= once & self.candidates[cell];
                    once |= self.candidates[cell];
                }
                if once | self.held[house] != ALL_DIGITS {
                    return Followed::Dead;
                }
                let hidden = once & !twice;
                for &cell in cells {
                    let single = self.candidates[cell] & hidden;
                    if single == 0 {
                        continue;
                    }
                    if *nodes == most_nodes {
                        return Followed::Spent;
                    }
                    *nodes += 1;
                    // If a cell is the only one for two digits, it gets one of them, and the other then has
                    // no cell.
                    let lowest = single & single.wrapping_neg();
                    if !self.put(cell, lowest) || single != lowest {
                        return Followed::Dead;
                    }
                    has_changed = true;
                }
            }
            if !has_changed {
                return Followed::Settled;
            }
        }
    }

    /// Returns the first of the blank cells with the fewest candidates, or `None` if no cell is blank.
    fn narrowest_cell(&self) -> Option<usize> {
        (0..81).filter(|&cell| self.digits[cell] == 0).min_by_key(|&cell| self.candidates[cell].count_ones())
    }
}
