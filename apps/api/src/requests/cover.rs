//! Exact cover problems: covers, their number, and symmetries.

use dlx_core::inner::count;
use dlx_core::text::knuth;
use dlx_core::{Count, OptionId, Problem, Search, Symmetries};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;

/// The most covers of an answer.
const MOST_COVERS: usize = 10_000;

/// The most numbers of options of an answer. Covers may have thousands each.
const MOST_NUMBERS: usize = 1_000_000;

/// A problem.
#[derive(Deserialize, ToSchema)]
#[schema(as = CoverProblem)]
#[serde(deny_unknown_fields)]
pub(super) struct ProblemIn {
    /// The problem in the format of Knuth's programs: its items on the first line, then one option a line.
    problem: String,
}

fn read(text: &str) -> Result<Problem, Fault> {
    knuth::read(text.as_bytes()).map_err(Fault::unprocessable)
}

/// A problem, and how many of its covers are listed.
#[derive(Deserialize, ToSchema)]
#[schema(as = CoversWish)]
#[serde(deny_unknown_fields)]
pub(super) struct CoversIn {
    /// The problem in the format of Knuth's programs.
    problem: String,
    /// The most covers that are listed; by default 1. Fewer are listed if they have a million options together.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 10_000)]
    limit: usize,
}

fn one() -> usize {
    1
}

/// Covers, in the order of the search.
#[derive(Serialize, ToSchema)]
#[schema(as = Covers)]
pub(super) struct CoversOut {
    /// For each cover, the numbers of its options from 0, in ascending order.
    covers: Vec<Vec<usize>>,
    /// True if the problem has no other covers; false if it may have some, as a limit was reached.
    complete: bool,
}

/// Returns the first covers of a problem.
pub(super) fn covers(_: &Api, wish: CoversIn, stop: &Stop) -> Result<CoversOut, Fault> {
    let CoversIn { problem, limit } = wish;
    if !(1..=MOST_COVERS).contains(&limit) {
        return Err(Fault::unprocessable(format_args!(
            "expected a limit of 1 to {MOST_COVERS}, found {limit}"
        )));
    }
    let problem = read(&problem)?;
    let (mut search, mut limits) = (Search::new(&problem), stop.limits());
    let mut covers: Vec<Vec<usize>> = Vec::new();
    let mut numbers = 0;
    while covers.len() < limit && numbers < MOST_NUMBERS {
        let Some(cover) = search.next_solution(&mut limits)? else {
            return Ok(CoversOut { covers, complete: true });
        };
        numbers += cover.len();
        covers.push(cover.iter().map(|option| option.index()).collect());
    }
    Ok(CoversOut { covers, complete: false })
}

/// The number of covers.
#[derive(Serialize, ToSchema)]
#[schema(as = CoverCount)]
pub(super) struct CountOut {
    /// In decimal digits, because it may be too large for a number of JSON.
    count: String,
}

/// Returns the number of covers of a problem.
pub(super) fn cover_count(_: &Api, ProblemIn { problem }: ProblemIn, stop: &Stop) -> Result<CountOut, Fault> {
    match count(&read(&problem)?, &mut stop.limits()) {
        Count::Exact(count) => Ok(CountOut { count: count.to_string() }),
        Count::AtLeast(_, why) => Err(why.into()),
    }
}

/// The symmetries of a problem: permutations of its options that come from a renaming of its items and colors.
#[derive(Serialize, ToSchema)]
#[schema(as = Symmetries)]
pub(super) struct SymmetriesOut {
    /// The number of symmetries, in decimal digits.
    order: String,
    /// Symmetries of which all others are products, as `dlx symmetries --format generators` writes them: in cycles, in
    /// which each item is mapped to the next one.
    generators: Vec<String>,
    /// Lists of items that symmetries map to each other.
    item_orbits: Vec<Vec<String>>,
    /// Lists of options that symmetries map to each other, by their numbers from 0.
    option_orbits: Vec<Vec<usize>>,
}

/// Returns the symmetries of a problem.
pub(super) fn symmetries(
    _: &Api,
    ProblemIn { problem }: ProblemIn,
    stop: &Stop,
) -> Result<SymmetriesOut, Fault> {
    let problem = read(&problem)?;
    let found = Symmetries::of(&problem, &mut stop.limits())?;
    let names = |orbit: Vec<_>| orbit.into_iter().map(|item| problem.name(item).to_owned()).collect();
    let numbers = |orbit: Vec<OptionId>| orbit.into_iter().map(OptionId::index).collect();
    Ok(SymmetriesOut {
        order: found.order().to_string(),
        generators: found.generators().map(|generator| generator.to_string()).collect(),
        item_orbits: found.item_orbits().into_iter().map(names).collect(),
        option_orbits: found.option_orbits().into_iter().map(numbers).collect(),
    })
}
