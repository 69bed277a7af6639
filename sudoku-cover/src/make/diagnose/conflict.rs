//! Why there is no solution: a minimal set of clues that already contradict each other, and the single
//! changes that leave one solution.
//!
//! A change of one clue can only help if the clue is in every contradicting set. So only the clues of one
//! such set are tried.

use dlx_core::{Limits, Stopped};
use serde::{Serialize, Serializer};

use super::Examiner;
use crate::make::{count_known, with};
use crate::model::geometry::rules::{CellsKind, Rule, Variant};
use crate::model::geometry::{BoardError, Candidate, Digit, Geometry};
use crate::model::grid::{Contradiction, Grid};
use crate::random::Random;
use crate::solve::Solver;
use crate::work::next_limits;

/// Number of rules up to which they are left out one at a time from the beginning.
const ALONE: usize = 64;
/// Number of orders in which clues are removed to find a small contradicting set.
const ORDERS: u64 = 8;

/// The reason why a puzzle has no solution. Serialized in the form that `dlx sudoku why --format json`
/// prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// Clues that have no solution together, but have one if any of them is left out; in the order of the
    /// board. There may be other such sets, also smaller ones. Empty if the board itself has no solution.
    pub core: Vec<Candidate>,
    /// Rules that have no solution together with the core, but have one if any of them is left out; in the order of the
    /// board. Rules that replace boxes, and those that marks belong to, are always among them. Empty if the contradiction
    /// needs no rule besides rows, columns and boxes, or is one of a house.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_lines")]
    pub rules: Vec<Rule>,
    /// The house that has a digit of the core twice, if that is the contradiction.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_words")]
    pub contradiction: Option<Contradiction>,
    /// All changes of one clue that leave one solution, sorted by clue; removing the clue comes first.
    pub repairs: Vec<Repair>,
    /// The clues of the core whose removal leaves several solutions.
    pub loosening: Vec<Candidate>,
    /// The number of questions that ended at a limit of nodes. If it is not 0, some clues of the core may be
    /// unnecessary, and changes may be missing.
    #[serde(skip_serializing_if = "is_zero")]
    pub undecided: usize,
}

/// A change of one clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Repair {
    /// The clue as it stands.
    #[serde(flatten)]
    pub clue: Candidate,
    /// The digit that it should have, or `None` to remove it.
    #[serde(rename = "to")]
    pub digit: Option<Digit>,
}

fn in_words<S: Serializer>(found: &Option<Contradiction>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&found.as_ref().map_or_else(String::new, ToString::to_string))
}

fn as_lines<S: Serializer>(rules: &[Rule], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rules.iter().map(ToString::to_string))
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl<'q, F: FnMut() -> Limits<'q>> Examiner<'_, F> {
    /// Describes why a puzzle without a solution has none.
    pub(super) fn conflict(&mut self, puzzle: &Grid) -> Result<Conflict, Stopped> {
        let geometry = self.solver.matrix().geometry().clone();
        let contradiction = puzzle.contradictions(&geometry).ok().and_then(|found| found.into_iter().next());
        let core = match &contradiction {
            // No set can be smaller than two clues, unless one of them is wrong alone.
            Some(Contradiction { digit, cells, .. }) => {
                let pair = cells.iter().take(2).map(|&cell| Candidate { cell, digit: *digit });
                self.core(puzzle, pair.collect())?
            }
            None => self.smallest_core(puzzle)?,
        };
        let rules = if contradiction.is_some() { Vec::new() } else { self.core_of_rules(&core)? };
        let (mut repairs, mut loosening) = (Vec::new(), Vec::new());
        for &clue in &core {
            match self.classify(&with(puzzle, clue.cell, None))? {
                Some(0) => continue,
                Some(1) => repairs.push(Repair { clue, digit: None }),
                Some(_) => loosening.push(clue),
                None => {}
            }
            for digit in geometry.digits().filter(|&digit| digit != clue.digit) {
                if self.classify(&with(puzzle, clue.cell, Some(digit)))? == Some(1) {
                    repairs.push(Repair { clue, digit: Some(digit) });
                }
            }
        }
        let contradiction = contradiction.filter(|_| core.len() == 2).map(|mut found| {
            found.cells.truncate(2);
            found
        });
        Ok(Conflict { core, rules, contradiction, repairs, loosening, undecided: self.undecided })
    }

    /// Returns the smallest contradicting set found by removing clues in several orders; the first of equally
    /// small ones.
    fn smallest_core(&mut self, puzzle: &Grid) -> Result<Vec<Candidate>, Stopped> {
        let mut smallest: Option<Vec<Candidate>> = None;
        for order in 0..ORDERS {
            let mut clues: Vec<Candidate> = puzzle.clues().collect();
            Random::new(0, order).shuffle(&mut clues);
            let core = self.core(puzzle, clues)?;
            if smallest.as_ref().is_none_or(|smallest| core.len() < smallest.len()) {
                smallest = Some(core);
            }
        }
        Ok(smallest.unwrap_or_default())
    }

    /// Returns a minimal subset of these clues that has no solution. Each clue is removed, in this order, if
    /// the others still have no solution.
    fn core(&mut self, puzzle: &Grid, clues: Vec<Candidate>) -> Result<Vec<Candidate>, Stopped> {
        let mut left = puzzle.clone();
        for clue in puzzle.clues().filter(|clue| !clues.contains(clue)) {
            left = with(&left, clue.cell, None);
        }
        for clue in clues {
            let fewer = with(&left, clue.cell, None);
            if self.count(&fewer, 1)? == Some(0) {
                left = fewer;
            }
        }
        Ok(left.clues().collect())
    }

    /// Returns a minimal set of rules that has no solution with these clues. Rules are left out, many at a time first, if
    /// the others still have none.
    fn core_of_rules(&mut self, core: &[Candidate]) -> Result<Vec<Rule>, Stopped> {
        let board = self.solver.matrix().geometry().clone();
        let rules = board.rules();
        let mut grid = Grid::of_board(&board);
        for clue in core {
            grid = with(&grid, clue.cell, Some(clue.digit));
        }
        let is_strict = rules.iter().any(is_about_marks);
        let may_go = |rule: &Rule| match rule {
            // Without these it would be another board.
            Rule::Variant(Variant::NoBoxes | Variant::NoRowsColumns)
            | Rule::Regions(_)
            | Rule::Values(_)
            | Rule::Grids(_)
            | Rule::Cells { kind: CellsKind::Blocked, .. } => false,
            Rule::Pair { .. } => !is_strict,
            _ => true,
        };
        let mut is_kept = vec![true; rules.len()];
        let places: Vec<usize> = (0..rules.len()).filter(|&place| may_go(&rules[place])).collect();
        // Later rules are left out first, one at a time if they are few, so that the earlier ones are named.
        let mut size = places.len().div_ceil(ALONE);
        while size > 0 {
            for some in places.rchunks(size) {
                let before = is_kept.clone();
                some.iter().for_each(|&place| is_kept[place] = false);
                let left: Vec<Rule> = rules
                    .iter()
                    .zip(&is_kept)
                    .filter(|(_, is_kept)| **is_kept)
                    .map(|(rule, _)| rule.clone())
                    .collect();
                if is_kept != before && !self.contradict(&board, &left, &grid)? {
                    is_kept = before;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        let kept = rules.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
        Ok(kept.map(|(rule, _)| rule.clone()).collect())
    }

    /// Returns true if the board of this shape with these rules has no solution for the grid; false also if that was not
    /// decided.
    fn contradict(&mut self, board: &Geometry, rules: &[Rule], grid: &Grid) -> Result<bool, Stopped> {
        let plain =
            Geometry::boxes(board.box_height(), board.box_width()).expect("the board has these boxes");
        let built = match plain.with_rules_within(rules, &mut next_limits(&mut self.limits)?) {
            Ok(built) => built,
            Err(BoardError::Stopped(why)) => return Err(why),
            // A rule that needs another one, which was left out.
            Err(BoardError::Rule { .. }) => return Ok(false),
        };
        let mut solver = Solver::new(&built);
        let count = self.ask(|_, limits| count_known(&mut solver, grid, 1, limits))?;
        self.undecided += usize::from(count.is_none());
        Ok(count == Some(0))
    }
}

/// Returns true for rules about the marks that other rules do not have.
fn is_about_marks(rule: &Rule) -> bool {
    matches!(rule, Rule::Variant(variant) if variant.is_strict())
}
