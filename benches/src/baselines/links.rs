//! Dancing links on the exact cover matrix of the board, with one matrix and one search for all puzzles.

use dlx_core::{Givens, Limits, OptionId, Rule, Search};
use sudoku_cover::{Candidate, Digit, Geometry, Matrix};

use super::{Digits, Run};

/// The way in which the givens of a puzzle are passed to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clues {
    /// The other candidates of a given's cell are forbidden. The item of the cell keeps one option, which the
    /// search must choose like any other.
    ForbidOthers,
    /// The option of a given is forced: it and all options that conflict with it are removed before the
    /// search.
    Give,
}

/// Dancing links with one rule for choosing items and one way to treat givens.
#[derive(Debug)]
pub struct Links {
    matrix: Matrix,
    search: Search,
    clues: Clues,
    /// The forced or forbidden options of the current puzzle.
    options: Vec<OptionId>,
}

impl Links {
    #[must_use]
    pub fn new(rule: Rule, clues: Clues) -> Self {
        let matrix = Matrix::new(&Geometry::classic());
        let search =
            Search::with_rule(matrix.problem(), rule, &mut Limits::none()).expect("nothing stops it");
        Self { matrix, search, clues, options: Vec::new() }
    }

    /// Searches for two solutions.
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
            // Contradicting givens leave no solution. The search has no givens at this point, so its size is
            // not that of the puzzle.
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
