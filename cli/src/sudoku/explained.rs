//! Explainers for all threads, shared by the commands that use human techniques.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use clap::{Args, ValueEnum};
use dlx_core::{Limits, Uniqueness};
use serde::Serialize;
use sudoku_cover::{
    Explainer, Geometry, Grid, Mistakes, Order, Record, Solver, Step, Technique, UnknownTechnique, Verdict,
};

use super::batch::{Answers, Batch, Failure, Loaded};
use crate::shared::{Exit, Fault};

/// The flags for the techniques that are tried.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Techniques {
    /// Order in which techniques are tried
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = TechniqueOrder::Hodoku)]
    order: TechniqueOrder,
    /// Try these rare techniques too, such as exotic
    ///
    /// They are tried after those that come before them in docs/sudoku/techniques.md and rare-techniques.md. The
    /// level and the score are not those of HoDoKu then.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = named_techniques)]
    also: Vec<NamedTechniques>,
}

impl Techniques {
    /// Returns the techniques that are added.
    fn added(&self) -> Vec<Technique> {
        self.also.iter().flat_map(|named| named.0.iter().copied()).collect()
    }

    /// Returns the techniques that are tried.
    pub(super) fn all(&self) -> Vec<Technique> {
        let mut all = self.order().techniques();
        for technique in self.added() {
            if !all.contains(&technique) {
                all.push(technique);
            }
        }
        all
    }

    /// Returns an explainer for the board that tries them.
    pub(super) fn explainer(&self, geometry: &Geometry) -> Explainer {
        Explainer::new(geometry).with_order(self.order()).with(&self.added())
    }

    fn order(&self) -> Order {
        match self.order {
            TechniqueOrder::Hodoku => Order::Hodoku,
            TechniqueOrder::Se => Order::Explainer,
        }
    }
}

/// The flag for reasons.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Reasons {
    /// Print the reason for each step below it
    ///
    /// JSON has the reasons without this flag.
    #[arg(long, help_heading = "Output")]
    pub(super) reasons: bool,
}

impl Reasons {
    /// Returns the line below a step, or nothing if reasons are not wanted.
    pub(super) fn below(self, step: &Step) -> String {
        if self.reasons { format!("\n    {}", step.reason()) } else { String::new() }
    }
}

/// The order in which techniques are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TechniqueOrder {
    /// HoDoKu's default order
    #[default]
    Hodoku,
    /// The order of Sudoku Explainer's ratings
    Se,
}

/// The techniques with a name on the command line: one, or several of a family.
#[derive(Clone, Debug)]
pub(super) struct NamedTechniques(pub(super) Vec<Technique>);

pub(super) fn named_techniques(word: &str) -> Result<NamedTechniques, UnknownTechnique> {
    Technique::named(word).map(NamedTechniques)
}

/// A pool of solvers or explainers by board. Each is lent to a thread and reused for the next puzzle on the
/// same board.
pub(super) struct Lent<T>(Mutex<Vec<(Geometry, T)>>);

impl<T> Default for Lent<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Lent<T> {
    /// Lends an object for the board, made with `make` if none is free.
    pub(super) fn lend<R, E>(
        &self,
        geometry: &Geometry,
        make: impl FnOnce() -> Result<T, E>,
        work: impl FnOnce(&mut T) -> R,
    ) -> Result<R, E> {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut idle = idle();
            let place = idle.iter().position(|(board, _)| is_same(board, geometry));
            place.map(|place| idle.swap_remove(place))
        };
        let (board, mut lent) = match known {
            Some(known) => known,
            None => (geometry.clone(), make()?),
        };
        let result = work(&mut lent);
        idle().push((board, lent));
        Ok(result)
    }
}

/// A pool of explainers with the same techniques.
pub(super) struct Explainers {
    techniques: Techniques,
    lent: Lent<Explainer>,
}

impl Explainers {
    pub(super) fn new(techniques: Techniques) -> Self {
        Self { techniques, lent: Lent::default() }
    }

    /// Lends an explainer for the board, in the state that the record holds: with its placed digits and candidates.
    /// Returns what is wrong in that state instead, if something is.
    pub(super) fn lend_in_state<T>(
        &self,
        geometry: &Geometry,
        asked: &Explainable<'_>,
        work: impl FnOnce(&mut Explainer) -> T,
    ) -> Result<T, Mistakes> {
        // A grid of candidates does not tell whether the puzzle or the player has excluded a candidate.
        let candidates = asked.record.candidates(geometry).expect("the puzzle was read for this board");
        self.lend(geometry, asked, |explainer| {
            if let Some(mistakes) = explainer.mistakes(asked.record.placed(), asked.record.marks()) {
                return Err(mistakes);
            }
            explainer.resume(asked.record.placed(), Some(&candidates));
            Ok(work(explainer))
        })
    }

    /// Lends an explainer for the board, with the puzzle loaded.
    pub(super) fn lend<T>(
        &self,
        geometry: &Geometry,
        asked: &Explainable<'_>,
        work: impl FnOnce(&mut Explainer) -> T,
    ) -> T {
        let make = || Ok::<_, Infallible>(self.techniques.explainer(geometry));
        let Ok(result) = self.lent.lend(geometry, make, |explainer| {
            let loaded = match asked.solution {
                Some(solution) => explainer.load_with_solution(asked.grid, solution),
                None => explainer.load(asked.grid),
            };
            loaded.expect("the puzzle was read for this board");
            if let Some(allowed) = asked.record.allowed() {
                explainer.restrict(allowed);
            }
            work(explainer)
        });
        result
    }
}

/// Whether two boards are the same. Compares only the defining properties, because all others follow from
/// them.
fn is_same(one: &Geometry, other: &Geometry) -> bool {
    let shape = |board: &Geometry| (board.box_height(), board.box_width());
    shape(one) == shape(other) && one.rules() == other.rules()
}

/// A puzzle that can be explained, and its solution if it has exactly one.
pub(super) struct Explainable<'a> {
    pub(super) grid: &'a Grid,
    pub(super) record: &'a Record,
    pub(super) solution: Option<&'a Grid>,
}

/// The JSON fields of a state in which something is wrong.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct MistakesObject {
    /// What is wrong.
    reason: String,
}

/// Answers a puzzle in whose state something is wrong.
pub(super) fn report_mistakes(mistakes: &Mistakes, answers: &mut Answers<'_>) -> Result<Exit, Fault> {
    let reason = mistakes.to_string();
    if answers.is_json() {
        answers.object("mistake", MistakesObject { reason })?;
    } else {
        answers.line(reason.as_bytes());
    }
    Ok(Exit::NoSolution)
}

/// Solves each puzzle and calls `explain` if it has a solution; otherwise reports why not.
pub(super) fn each_with_solution(
    batch: Batch<'_>,
    explain: impl Fn(&Explainable<'_>, &mut Solver, &mut Limits<'_>, &mut Answers<'_>) -> Result<Exit, Fault>
    + Sync,
) -> Result<Exit, Fault> {
    batch.each(None, &|loaded, limits, answers| with_solution(loaded, limits, answers, &explain))
}

fn with_solution(
    loaded: Loaded<'_>,
    limits: &mut Limits<'_>,
    answers: &mut Answers<'_>,
    explain: impl FnOnce(&Explainable<'_>, &mut Solver, &mut Limits<'_>, &mut Answers<'_>) -> Result<Exit, Fault>,
) -> Result<(Exit, Verdict), Fault> {
    let solver = match loaded.ready() {
        Ok(solver) => solver,
        Err(failure) => return answers.fail(&failure),
    };
    let mut found = solver.find_up_to(2, limits);
    let (answer, effort) = (found.uniqueness(), found.effort());
    answers.count_search(solver, &effort);
    let record = answers.puzzle.record.expect("a puzzle that was loaded was read");
    let grid = &record.grid;
    match answer {
        Uniqueness::One(solution) => {
            let asked = Explainable { grid, record, solution: Some(&solution) };
            Ok((explain(&asked, solver, limits, answers)?, Verdict::Unique))
        }
        Uniqueness::Several(..) => {
            let exit = explain(&Explainable { grid, record, solution: None }, solver, limits, answers)?;
            Ok((exit.max(Exit::Several), Verdict::Several))
        }
        Uniqueness::None => answers.fail(&Failure::no_solution()),
        Uniqueness::Unknown { found, why } => {
            let (exit, _) = answers.fail_stopped(why)?;
            Ok((exit, Verdict::of_count(u64::from(found.is_some()), false)))
        }
    }
}
