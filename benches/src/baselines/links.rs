//! Dancing links on the exact cover matrix of the board: one matrix and one search for all puzzles.

use dlx_core::{Givens, Limits, OptionId, Rule, Search};
use sudoku_cover::{Candidate, Digit, Geometry, Matrix};

use super::{Digits, Run};

/// How the clues of a puzzle reach the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clues {
    /// The other candidates of a clue's cell are forbidden: its item is left with one option, which the
    /// search must take like any other.
    ForbidOthers,
    /// A clue's option is given: it and all that conflicts with it are gone before the search.
    Give,
}

/// Dancing links with one rule and one way to treat clues.
#[derive(Debug)]
pub struct Links {
    matrix: Matrix,
    search: Search,
    clues: Clues,
    /// Given or forbidden options of the puzzle in hand.
    options: Vec<OptionId>,
}

impl Links {
    #[must_use]
    pub fn new(rule: Rule, clues: Clues) -> Self {
        let matrix = Matrix::new(&Geometry::classic());
        let search = Search::with_rule(matrix.problem(), rule);
        Self { matrix, search, clues, options: Vec::new() }
    }

    /// Looks for two solutions.
    pub fn solve(&mut self, clues: &Digits, most_nodes: u64) -> Run {
        self.options.clear();
        let geometry = self.matrix.geometry();
        for (cell, &clue) in geometry.cells().zip(clues) {
            let Some(clue) = Digit::new(clue) else { continue };
            let option = |digit| self.matrix.option(Candidate { cell, digit });
            match self.clues {
                Clues::ForbidOthers => {
                    self.options.extend(geometry.digits().filter(|&digit| digit != clue).map(option));
                }
                Clues::Give => self.options.push(option(clue)),
            }
        }
        let givens = match self.clues {
            Clues::ForbidOthers => Givens::none().forbid(&self.options),
            Clues::Give => Givens::none().force(&self.options),
        };
        if self.search.restart(givens).is_err() {
            // Clues in conflict: no solution. The search has no givens now, so its size is not the puzzle's.
            return Run { answer: dlx_core::Uniqueness::None, nodes: 0, size: None };
        }
        let answer = self.search.uniqueness(&mut Limits::none().nodes(most_nodes));
        let answer = answer.map(|cover| self.digits(&cover));
        Run { answer, nodes: self.search.counters().nodes, size: Some(self.search.size()) }
    }

    fn digits(&self, cover: &[OptionId]) -> Digits {
        let mut digits = [0; 81];
        for &option in cover {
            let Candidate { cell, digit } = self.matrix.candidate(option);
            digits[self.matrix.geometry().index(cell)] = digit.value();
        }
        digits
    }
}
