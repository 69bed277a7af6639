//! Redundant givens and rules: which could be left out, and a puzzle without such givens.
//!
//! A given or a rule is redundant if the puzzle has the same single solution without it. Usually not all redundant
//! givens can be left out together; which ones stay depends on the order in which they are tried.

use dlx_core::{Count, Limits, Stopped};
use serde::Serialize;
use thiserror::Error;

use crate::make::{as_lines, count_known, removable, removable_singly, with, with_rules_of};
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Geometry};
use crate::model::grid::Grid;
use crate::random::Random;
use crate::solve::Solver;
use crate::solve::verdict::Verdict;
use crate::work::next_limits;

/// The reason why a puzzle cannot be examined for redundant givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MinimizeError {
    /// It has no solution.
    #[error("{}", Verdict::None.phrase())]
    None,
    /// It has several solutions.
    #[error("{}", Verdict::Several.phrase())]
    Several,
    /// A limit was reached before it was known whether there is one solution.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A puzzle with some givens removed, and the same solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimized {
    /// The remaining puzzle. If nothing is undecided, no given can be removed from it.
    pub puzzle: Grid,
    /// The givens removed, in the order of the board.
    pub taken_out: Vec<Candidate>,
    /// The givens that stayed because a limit of nodes was reached before it was known whether they are
    /// redundant.
    pub undecided: Vec<Candidate>,
}

/// The rules of a puzzle with some of them removed, and the same solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinimizedRules {
    /// The rules that remain, in the order of the board. If nothing is undecided, no cage, line, mark or other rule with cells
    /// can be removed.
    pub rules: Vec<Rule>,
    /// The rules removed, in the order of the board.
    pub taken_out: Vec<Rule>,
    /// The rules that stayed because a limit of nodes was reached before it was known whether they are redundant.
    pub undecided: Vec<Rule>,
}

/// Returns the puzzle with as many givens removed as possible, one after the other, in an order drawn from
/// the seed. It is minimal, but not necessarily of the least clue count.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Geometry, Grid, Solver, minimize};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = Solver::new(&Geometry::classic());
/// let less = minimize::minimized(&mut solver, &puzzle, 0, Limits::none)?;
/// assert!(less.puzzle.clue_count() < 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No solution or several, or a limit that was reached before that was known; later, only the question in the
/// limits stops it.
///
/// # Complexity
/// One question for each given.
pub fn minimized<'q>(
    solver: &mut Solver,
    puzzle: &Grid,
    seed: u64,
    mut limits: impl FnMut() -> Limits<'q>,
) -> Result<Minimized, MinimizeError> {
    require_one_solution(solver, puzzle, &mut next_limits(&mut limits)?)?;
    let mut order: Vec<Candidate> = puzzle.clues().collect();
    Random::new(seed, 0).shuffle(&mut order);
    let mut left = Minimized { puzzle: puzzle.clone(), taken_out: Vec::new(), undecided: Vec::new() };
    for clue in order {
        let fewer = with(&left.puzzle, clue.cell, None);
        match count_known(solver, &fewer, 2, &mut next_limits(&mut limits)?)? {
            Some(1) => {
                left.puzzle = fewer;
                left.taken_out.push(clue);
            }
            Some(_) => {}
            None => left.undecided.push(clue),
        }
    }
    left.taken_out.sort_unstable();
    left.undecided.sort_unstable();
    Ok(left)
}

/// Returns the rules of a board with as many rules with cells removed as possible, one after the other, in an order drawn from
/// the seed, so that the puzzle, which has one solution on the board, still has one. Rules of the whole board stay, and so do
/// the rules that [`redundant`] does not examine. Where no given of a puzzle is redundant, none is without these rules.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Geometry, minimize};
///
/// let rules = ["thermo r1c1 r1c2".parse()?, "thermo r4c4 r4c3".parse()?];
/// let board = Geometry::of_side(4)?.with_rules(&rules)?;
/// let found = minimize::minimized_rules(&board, &"....341.21434321".parse()?, 0, Limits::none)?;
/// assert_eq!((found.rules.len(), found.taken_out.len()), (0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The question in the limits.
///
/// # Complexity
/// One question for each rule with cells, with a board of its own.
pub fn minimized_rules<'q>(
    board: &Geometry,
    puzzle: &Grid,
    seed: u64,
    mut limits: impl FnMut() -> Limits<'q>,
) -> Result<MinimizedRules, Stopped> {
    let mut places = removable_singly(board.rules());
    Random::new(seed, 1).shuffle(&mut places);
    let needed = needed_rules(board, puzzle, &places, &mut limits)?;
    let of = |is_one: fn(Need) -> bool| {
        let rules = board.rules().iter().zip(&needed).filter(move |(_, need)| is_one(**need));
        rules.map(|(rule, _)| rule.clone()).collect()
    };
    Ok(MinimizedRules {
        rules: of(|need| need != Need::Redundant),
        taken_out: of(|need| need == Need::Redundant),
        undecided: of(|need| need == Need::Unknown),
    })
}

/// Whether a rule is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// There are several solutions without it, or it was not examined.
    Needed,
    /// There is one solution without it and all others that are redundant.
    Redundant,
    /// A limit of nodes was reached.
    Unknown,
}

/// Returns by rule of the board whether a puzzle with one solution needs it. Rules at these places are left out, in their order,
/// as long as the solution stays the only one.
pub(super) fn needed_rules<'q>(
    board: &Geometry,
    puzzle: &Grid,
    places: &[usize],
    limits: &mut impl FnMut() -> Limits<'q>,
) -> Result<Vec<Need>, Stopped> {
    let rules = board.rules();
    let mut needed = vec![Need::Needed; rules.len()];
    for &place in places {
        let is_left = |other: usize| other != place && needed[other] != Need::Redundant;
        let others: Vec<Rule> = rules
            .iter()
            .enumerate()
            .filter(|(other, _)| is_left(*other))
            .map(|(_, rule)| rule.clone())
            .collect();
        let Some(board) = with_rules_of(board, &others, &mut next_limits(limits)?)? else { continue };
        needed[place] = match count_known(&mut Solver::new(&board), puzzle, 2, &mut next_limits(limits)?)? {
            Some(1) => Need::Redundant,
            Some(_) => Need::Needed,
            None => Need::Unknown,
        };
    }
    Ok(needed)
}

/// What a puzzle with one solution does not need. Each could be left out alone, and usually not all together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Redundant {
    /// The redundant givens, in the order of the board.
    #[serde(rename = "redundant")]
    pub givens: Vec<Candidate>,
    /// The redundant rules, in the order of the board. Rules that replace boxes or name the digits, and marks about which
    /// there is a rule, are not examined.
    #[serde(rename = "redundant_rules", serialize_with = "as_lines")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub rules: Vec<Rule>,
    /// The givens for which a limit of nodes was reached before it was known.
    #[serde(rename = "undecided", skip_serializing_if = "Vec::is_empty")]
    pub undecided_givens: Vec<Candidate>,
    /// The rules for which a limit of nodes was reached before it was known.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_lines")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub undecided_rules: Vec<Rule>,
}

impl Redundant {
    /// Returns true if the puzzle needs all that it has, as far as is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.givens.is_empty() && self.rules.is_empty()
    }
}

/// Returns the givens and the rules any one of which could be left out.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Geometry, Solver, minimize};
///
/// let rules = ["thermo r1c1 r1c2".parse()?, "thermo r4c4 r4c3".parse()?];
/// let board = Geometry::of_side(4)?.with_rules(&rules)?;
/// let puzzle = "....341.21434321".parse()?;
/// let found = minimize::redundant(&mut Solver::new(&board), &puzzle, Limits::none)?;
/// assert_eq!(found.rules, rules);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`minimized`].
///
/// # Complexity
/// One question for each given, and one for each rule, with a board of its own.
pub fn redundant<'q>(
    solver: &mut Solver,
    puzzle: &Grid,
    mut limits: impl FnMut() -> Limits<'q>,
) -> Result<Redundant, MinimizeError> {
    require_one_solution(solver, puzzle, &mut next_limits(&mut limits)?)?;
    let mut found = Redundant::default();
    for clue in puzzle.clues() {
        match count_known(solver, &with(puzzle, clue.cell, None), 2, &mut next_limits(&mut limits)?)? {
            Some(1) => found.givens.push(clue),
            Some(_) => {}
            None => found.undecided_givens.push(clue),
        }
    }
    let board = solver.matrix().geometry();
    for place in removable(board.rules()) {
        let rule = &board.rules()[place];
        let others = [&board.rules()[..place], &board.rules()[place + 1..]].concat();
        let Some(board) = with_rules_of(board, &others, &mut next_limits(&mut limits)?)? else { continue };
        match count_known(&mut Solver::new(&board), puzzle, 2, &mut next_limits(&mut limits)?)? {
            Some(1) => found.rules.push(rule.clone()),
            Some(_) => {}
            None => found.undecided_rules.push(rule.clone()),
        }
    }
    Ok(found)
}

fn require_one_solution(
    solver: &mut Solver,
    puzzle: &Grid,
    limits: &mut Limits<'_>,
) -> Result<(), MinimizeError> {
    if solver.take(puzzle).is_err() {
        return Err(MinimizeError::None);
    }
    match solver.count_up_to(2, limits) {
        Count::Exact(0) => Err(MinimizeError::None),
        Count::Exact(1) => Ok(()),
        Count::Exact(_) | Count::AtLeast(2.., _) => Err(MinimizeError::Several),
        Count::AtLeast(_, why) => Err(why.into()),
    }
}
