//! Exact cover problems: covers, their number, and symmetries.

use dlx_core::inner::{count, survey as survey_of};
use dlx_core::text::knuth;
use dlx_core::{Count, ItemId, OptionId, Problem, Search, Symmetries};
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

/// A level of a puzzle, and what is asked about it.
#[derive(Deserialize, ToSchema)]
#[schema(as = SurveyWish)]
#[serde(deny_unknown_fields)]
pub(super) struct SurveyIn {
    /// The problem in the format of Knuth's programs.
    problem: String,
    /// The names of the items that stand for pieces; by default all items.
    pieces: Option<Vec<String>>,
    /// The number at which the count of solutions stops; by default 10,000.
    #[serde(default = "most_counted")]
    #[schema(minimum = 1)]
    limit: u64,
}

fn most_counted() -> u64 {
    10_000
}

/// How many solutions a level has, how hard they are to find, and which pieces are not needed.
#[derive(Serialize, ToSchema)]
#[schema(as = Survey)]
pub(super) struct SurveyOut {
    /// The number of solutions.
    solutions: u64,
    /// Whether the number of solutions is exact; otherwise there are at least this many.
    exact: bool,
    /// The number of solutions up to symmetry, in decimal digits, if the number of solutions is exact.
    #[schema(required)]
    distinct: Option<String>,
    /// The number of nodes of the search: options tried, also where there was no choice.
    nodes: u64,
    /// The share of random tries that reach a solution, each choosing an option of the item with the fewest; null without a
    /// solution.
    #[schema(required)]
    success: Option<f64>,
    /// The pieces that no solution uses.
    unused: Vec<String>,
    /// The pieces that some solutions use and others do not.
    spare: Vec<String>,
}

/// Returns what the maker of puzzles asks about a level.
pub(super) fn survey(_: &Api, wish: SurveyIn, stop: &Stop) -> Result<SurveyOut, Fault> {
    let SurveyIn { problem, pieces, limit } = wish;
    if limit == 0 {
        return Err(Fault::unprocessable("expected a limit of at least 1, found 0"));
    }
    let problem = read(&problem)?;
    let pieces: Vec<ItemId> = match pieces {
        None => problem.items().collect(),
        // A piece that may be used any number of times has no item.
        Some(names) => names.iter().filter_map(|name| problem.item(name)).collect(),
    };
    let found = survey_of(&problem, &pieces, &mut stop.limits().solutions(limit));
    if let Some(why) = found.stopped {
        return Err(why.into());
    }
    let names = |items: &[ItemId]| items.iter().map(|&item| problem.name(item).to_owned()).collect();
    Ok(SurveyOut {
        solutions: found.count.at_least(),
        exact: matches!(found.count, Count::Exact(_)),
        distinct: found.distinct.as_ref().map(ToString::to_string),
        nodes: found.nodes,
        success: found.success,
        unused: names(&found.unused),
        spare: names(&found.spare),
    })
}
