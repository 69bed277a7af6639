//! Why there is no solution: a minimal set of clues that already contradict each other, and the single
//! changes that leave one solution.
//!
//! A change of one clue can only help if the clue is in every contradicting set. So only the clues of one
//! such set are tried.

use std::slice;

use dlx_core::{Limits, Stopped};
use serde::{Serialize, Serializer};

use super::Examiner;
use crate::make::{as_lines, count_known, removable, with, with_rules_of};
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Digit, Geometry};
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// Clues that have no solution together, but have one if any of them is left out; in the order of the
    /// board. There may be other such sets, also smaller ones. Empty if the board itself has no solution.
    pub core: Vec<Candidate>,
    /// Rules that have no solution together with the core, but have one if any of them is left out; in the order of the
    /// board. Rules that replace boxes, and those that marks belong to, are always among them. Empty if the contradiction
    /// needs no rule besides rows, columns and boxes, or is one of a house.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_lines")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub rules: Vec<Rule>,
    /// The house that has a digit of the core twice, if that is the contradiction.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_words")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub contradiction: Option<Contradiction>,
    /// All changes of one clue that leave one solution, sorted by clue; removing the clue comes first.
    pub repairs: Vec<Repair>,
    /// The clues of the core whose removal leaves several solutions.
    pub loosening: Vec<Candidate>,
    /// All changes of one of the rules that leave one solution, in the order of the rules; leaving the rule out comes first.
    /// Of cages all sums are tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rule_repairs: Vec<RuleRepair>,
    /// The rules whose removal leaves several solutions.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_lines")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub loosening_rules: Vec<Rule>,
    /// The number of questions that ended at a limit of nodes. If it is not 0, some clues of the core may be
    /// unnecessary, and changes may be missing.
    #[serde(skip_serializing_if = "is_zero")]
    pub undecided: usize,
}

/// A change of one clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Repair {
    /// The clue as it stands.
    #[serde(flatten)]
    pub clue: Candidate,
    /// The digit that it should have, or `None` to remove it.
    #[serde(rename = "to")]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub digit: Option<Digit>,
}

/// A change of one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleRepair {
    /// The rule as it stands.
    #[serde(serialize_with = "as_line")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub rule: Rule,
    /// The rule as it should be, or `None` to leave it out.
    #[serde(serialize_with = "as_optional_line")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, required = true))]
    pub to: Option<Rule>,
}

fn as_line<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(rule)
}

fn as_optional_line<S: Serializer>(rule: &Option<Rule>, serializer: S) -> Result<S::Ok, S::Error> {
    rule.as_ref().map(ToString::to_string).serialize(serializer)
}

fn in_words<S: Serializer>(found: &Option<Contradiction>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&found.as_ref().map_or_else(String::new, ToString::to_string))
}

pub(super) fn is_zero(number: &usize) -> bool {
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
        let (rule_repairs, loosening_rules) = self.changes_of_rules(puzzle, &rules)?;
        let undecided = self.undecided;
        Ok(Conflict {
            core,
            rules,
            contradiction,
            repairs,
            loosening,
            rule_repairs,
            loosening_rules,
            undecided,
        })
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
        let mut is_kept = vec![true; rules.len()];
        let places = removable(rules);
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
                if is_kept != before && self.count_on(&board, &left, &grid, 1)? != Some(0) {
                    is_kept = before;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        let kept = rules.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
        Ok(kept.map(|(rule, _)| rule.clone()).collect())
    }

    /// Returns the changes of one of these rules of the board that leave one solution, and the rules without which there are
    /// several.
    fn changes_of_rules(
        &mut self,
        puzzle: &Grid,
        core: &[Rule],
    ) -> Result<(Vec<RuleRepair>, Vec<Rule>), Stopped> {
        let board = self.solver.matrix().geometry().clone();
        let rules = board.rules();
        let (mut repairs, mut loosening) = (Vec::new(), Vec::new());
        for place in removable(rules).into_iter().filter(|&place| core.contains(&rules[place])) {
            let rule = &rules[place];
            let others = [&rules[..place], &rules[place + 1..]].concat();
            match self.count_on(&board, &others, puzzle, 2)? {
                // Another sum is as impossible as none.
                Some(0) => continue,
                Some(1) => repairs.push(RuleRepair { rule: rule.clone(), to: None }),
                Some(_) => loosening.push(rule.clone()),
                None => {}
            }
            for to in other_sums(rule, &board) {
                let changed = [&rules[..place], slice::from_ref(&to), &rules[place + 1..]].concat();
                if self.count_on(&board, &changed, puzzle, 2)? == Some(1) {
                    repairs.push(RuleRepair { rule: rule.clone(), to: Some(to) });
                }
            }
        }
        Ok((repairs, loosening))
    }

    /// Returns the number of solutions, at most `most`, that the board of this shape with these rules has for the grid;
    /// `None` if that was not decided.
    fn count_on(
        &mut self,
        board: &Geometry,
        rules: &[Rule],
        grid: &Grid,
        most: u64,
    ) -> Result<Option<u64>, Stopped> {
        let Some(built) = with_rules_of(board, rules, &mut next_limits(&mut self.limits)?)? else {
            return Ok(None);
        };
        let mut solver = Solver::new(&built);
        let count = self.ask(|_, limits| count_known(&mut solver, grid, most, limits))?;
        self.undecided += usize::from(count.is_none());
        Ok(count)
    }
}

/// Returns the cage with every other sum that it can have.
fn other_sums(rule: &Rule, board: &Geometry) -> Vec<Rule> {
    let Rule::Killer { sum, cells } = rule else { return Vec::new() };
    let (least, greatest) = board.values().sums(cells.len());
    let others = (least..=greatest).filter(|other| other != sum);
    others.map(|sum| Rule::Killer { sum, cells: cells.clone() }).collect()
}
