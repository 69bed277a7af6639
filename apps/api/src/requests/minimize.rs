//! Removes givens and rules that a puzzle does not need, and lists the givens and rules that it does not need.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Candidate, Cell, MinimizeError, Redundant, Rule, Verdict, minimize as minimizer};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::forms::SolutionsForm;
use crate::stop::Stop;
use crate::wire::{self, Puzzle, PuzzleIn};

/// A puzzle, and the order in which its givens are tried.
#[derive(Deserialize, ToSchema)]
#[schema(as = MinimizeWish)]
#[serde(deny_unknown_fields)]
pub(super) struct MinimizeIn {
    /// The order is drawn from this number.
    #[serde(default)]
    seed: u64,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// A puzzle without givens that it does not need.
#[derive(Serialize, ToSchema)]
#[schema(as = Minimized)]
pub(super) struct MinimizedOut {
    /// Givens are removed from a puzzle with one solution alone.
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    /// The givens that are left, row by row.
    givens: Vec<i8>,
    /// The cells whose givens were removed.
    #[schema(value_type = Vec<Cell>)]
    removed: Vec<Cell>,
    /// The cells whose givens stayed because a limit was reached before it was known whether they are needed.
    #[schema(value_type = Vec<Cell>)]
    undecided: Vec<Cell>,
    /// The rules that are left.
    rules: Vec<String>,
    /// The rules with cells, such as cages and lines, that were removed. Those of the whole board stay.
    removed_rules: Vec<String>,
    /// The rules that stayed because a limit was reached before it was known whether they are needed.
    undecided_rules: Vec<String>,
}

/// Removes givens one after the other, and then rules, as long as the solution stays the only one.
pub(super) fn minimize(api: &Api, wish: MinimizeIn, stop: &Stop) -> Result<MinimizedOut, Fault> {
    let puzzle = of_givens(wish.puzzle, stop)?;
    let found = api.solvers.lend(&puzzle.geometry, |solver| {
        let less = minimizer::minimized(solver, &puzzle.givens, wish.seed, || stop.limits())?;
        let rules = minimizer::minimized_rules(&puzzle.geometry, &less.puzzle, wish.seed, || stop.limits())?;
        Ok((less, rules))
    });
    let lines = |rules: &[Rule]| rules.iter().map(Rule::to_string).collect();
    let cells = |clues: Vec<Candidate>| clues.into_iter().map(|clue| clue.cell).collect();
    Ok(match found {
        Ok((less, rules)) => MinimizedOut {
            status: Verdict::Unique,
            givens: wire::digits(&less.puzzle),
            removed: cells(less.taken_out),
            undecided: cells(less.undecided),
            rules: lines(&rules.rules),
            removed_rules: lines(&rules.taken_out),
            undecided_rules: lines(&rules.undecided),
        },
        Err(error) => MinimizedOut {
            status: verdict_of(error, &puzzle)?,
            givens: wire::digits(&puzzle.givens),
            removed: Vec::new(),
            undecided: Vec::new(),
            rules: lines(puzzle.geometry.rules()),
            removed_rules: Vec::new(),
            undecided_rules: Vec::new(),
        },
    })
}

/// What a puzzle with one solution does not need; each could be left out alone.
#[derive(Serialize, ToSchema)]
#[schema(as = RedundantParts)]
pub(super) struct RedundantOut {
    /// Givens and rules are examined of a puzzle with one solution alone.
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    #[serde(flatten)]
    found: Redundant,
}

/// Returns the givens and the rules any one of which could be left out.
pub(super) fn redundant(api: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<RedundantOut, Fault> {
    let puzzle = of_givens(puzzle, stop)?;
    let found = api
        .solvers
        .lend(&puzzle.geometry, |solver| minimizer::redundant(solver, &puzzle.givens, || stop.limits()));
    Ok(match found {
        Ok(found) => RedundantOut { status: Verdict::Unique, found },
        Err(error) => RedundantOut { status: verdict_of(error, &puzzle)?, found: Redundant::default() },
    })
}

/// Returns a puzzle that has no candidates of its own.
pub(super) fn of_givens(puzzle: PuzzleIn, stop: &Stop) -> Result<Puzzle, Fault> {
    let puzzle = Puzzle::of(puzzle, stop)?;
    match puzzle.allowed {
        None => Ok(puzzle),
        Some(_) => Err(Fault::unprocessable("expected a puzzle without candidates of its own, found some")),
    }
}

/// Returns the number of solutions of a puzzle that has not exactly one.
fn verdict_of(error: MinimizeError, puzzle: &Puzzle) -> Result<Verdict, Fault> {
    match error {
        MinimizeError::Several => Ok(Verdict::Several),
        MinimizeError::Stopped(why) => Err(why.into()),
        _ if puzzle.givens.contradictions(&puzzle.geometry)?.is_empty() => Ok(Verdict::None),
        _ => Ok(Verdict::Invalid),
    }
}
