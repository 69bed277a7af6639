//! Compares the cost of finding the cheapest covers with different ways of computing taxes.

use std::time::{Duration, Instant};

use benches::draw::Draw;
use benches::measure::{aligned, table};
use benches::workloads::{self, WorkloadError};
use dlx_core::inner::{Cheapest, Taxing};
use dlx_core::text::knuth;
use dlx_core::{Limits, Problem, check};
use thiserror::Error;

/// Compare four ways of taxing items in a search for the cheapest cover.
///
/// The costs are drawn from a fixed seed. The time is the shortest of several runs that build the search,
/// find the cheapest cover and prove it optimal. All ways must find the same cost, and every cover is
/// checked.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of runs of each search that is not stopped.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Maximum number of nodes of a search.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,

    /// Number of cheapest covers to find.
    #[arg(long, default_value_t = 1)]
    count: usize,

    /// Only workloads whose name contains this text.
    #[arg(long, default_value = "")]
    only: String,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error("{name}: expected the costs {other:?} as before, found {found:?} with {taxing:?}")]
    Disagreement { name: String, taxing: Taxing, found: Vec<i128>, other: Vec<i128> },
    #[error("{name}: invalid cover: {source}")]
    NoCover { name: String, source: dlx_core::CheckError },
}

const TAXINGS: [(Taxing, &str); 6] = [
    (Taxing::None, "none"),
    (Taxing::OnePass, "one pass"),
    (Taxing::Improved, "improved"),
    (Taxing::Everywhere, "everywhere"),
    (Taxing::Linear, "linear"),
    (Taxing::Portfolio, "portfolio"),
];

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut table = table(["problem", "options", "taxes", "floor", "cheapest", "nodes", "time"]);
    for (name, problem) in problems()?.into_iter().filter(|(name, _)| name.contains(&args.only)) {
        eprintln!("{name}");
        let mut answer: Option<Vec<i128>> = None;
        for (taxing, words) in TAXINGS {
            let row = measure(args, &name, &problem, taxing, &mut answer)?;
            let options = problem.option_count().to_string();
            table.add_row([vec![name.clone(), options, words.to_owned()], row].concat());
        }
    }
    println!("{}", aligned(table, 3));
    Ok(())
}

/// Returns the last four columns of a row.
fn measure(
    args: &Args,
    name: &str,
    problem: &Problem,
    taxing: Taxing,
    answer: &mut Option<Vec<i128>>,
) -> Result<Vec<String>, Fault> {
    let mut least = Duration::MAX;
    let mut row = Vec::new();
    for _ in 0..args.runs {
        let start = Instant::now();
        let mut search = Cheapest::with_taxing(problem, taxing);
        let best = search.find(args.count, &mut Limits::none().nodes(args.nodes));
        least = least.min(start.elapsed());
        for priced in &best.covers {
            let name = name.to_owned();
            check(problem, &priced.cover).map_err(|source| Fault::NoCover { name, source })?;
        }
        let found: Vec<i128> = best.covers.iter().map(|priced| priced.cost).collect();
        let cost = best.cheapest().map_or_else(|| "-".to_owned(), |priced| priced.cost.to_string());
        let floor = search.floor().map_or_else(|| "-".to_owned(), |floor| floor.to_string());
        let bound = best.lower_bound.map_or_else(|| "-".to_owned(), |bound| bound.to_string());
        let cost = if best.stopped.is_some() { format!("{bound} to {cost}") } else { cost };
        row = vec![floor, cost, search.counters().nodes.to_string()];
        if best.stopped.is_some() {
            row.push(format!("stopped at {least:.1?}"));
            return Ok(row);
        }
        let other = answer.get_or_insert_with(|| found.clone()).clone();
        if found != other {
            return Err(Fault::Disagreement { name: name.to_owned(), taxing, found, other });
        }
    }
    row.push(format!("{least:.1?}"));
    Ok(row)
}

fn problems() -> Result<Vec<(String, Problem)>, Fault> {
    let mut draw = Draw(2026);
    let mut problems = Vec::new();
    for (n, limit) in [(10, 100), (20, 100), (30, 100), (30, 10_000)] {
        let name = format!("assignment {n}x{n}, costs below {limit}");
        problems.push((name, assignment(n, limit, &mut draw)));
    }
    for n in [8, 9, 10, 12, 14] {
        problems.push((format!("queens {n}, costs below 100"), queens(n, &mut draw)));
    }
    problems.push(("three-dimensional matching 10, costs below 100".to_owned(), matching(10, &mut draw)));
    problems.push(("partition 30 of 400, costs below 100".to_owned(), partition(30, 400, &mut draw)));
    problems.push(("partition 60 of 1000, costs below 100".to_owned(), partition(60, 1000, &mut draw)));
    for workload in workloads::exact_covers()? {
        if ["pent6x10", "soma", "pent8x8hole", "langford11", "domino8x8"].contains(&workload.name.as_str()) {
            let problem = with_costs(&workload.problem()?, &mut draw);
            problems.push((format!("{}, costs below 100", workload.name), problem));
        }
    }
    Ok(problems)
}

/// Returns a problem that assigns `n` jobs to `n` workers.
fn assignment(n: usize, limit: u64, draw: &mut Draw) -> Problem {
    let mut text = String::new();
    for place in 0..n {
        text += &format!("w{place} j{place} ");
    }
    for worker in 0..n {
        for job in 0..n {
            text += &format!("\nw{worker} j{job} |{}", draw.below(limit));
        }
    }
    read(&text)
}

fn queens(n: usize, draw: &mut Draw) -> Problem {
    let mut text = String::new();
    for line in 0..n {
        text += &format!("r{line} c{line} ");
    }
    text.push('|');
    for diagonal in 0..2 * n - 1 {
        text += &format!(" a{diagonal} b{diagonal}");
    }
    for row in 0..n {
        for column in 0..n {
            let (sum, difference) = (row + column, row + n - 1 - column);
            text += &format!("\nr{row} c{column} a{sum} b{difference} |{}", draw.below(100));
        }
    }
    read(&text)
}

/// Returns a problem of disjoint triples with one member from each of three sets.
fn matching(n: usize, draw: &mut Draw) -> Problem {
    let mut text = String::new();
    for place in 0..n {
        text += &format!("x{place} y{place} z{place} ");
    }
    for x in 0..n {
        for y in 0..n {
            for z in 0..n {
                text += &format!("\nx{x} y{y} z{z} |{}", draw.below(100));
            }
        }
    }
    read(&text)
}

/// Returns a problem of random options with two to six items, and an expensive option for each single item.
fn partition(items: usize, options: usize, draw: &mut Draw) -> Problem {
    let mut text = String::new();
    for item in 0..items {
        text += &format!("p{item} ");
    }
    for item in 0..items {
        text += &format!("\np{item} |100");
    }
    for _ in 0..options {
        let size = 2 + draw.index(5);
        let mut members: Vec<usize> = Vec::new();
        while members.len() < size {
            let member = draw.index(items);
            if !members.contains(&member) {
                members.push(member);
            }
        }
        text.push('\n');
        for member in &members {
            text += &format!("p{member} ");
        }
        text += &format!("|{}", 10 * size as u64 + draw.below(100));
    }
    read(&text)
}

/// Returns the same problem with random costs.
fn with_costs(problem: &Problem, draw: &mut Draw) -> Problem {
    let mut lines = Vec::new();
    knuth::write(problem, &mut lines).expect("what was read can be written");
    let lines = String::from_utf8(lines).expect("the format is UTF-8");
    let (items, options) = lines.split_once('\n').expect("the first line has the items");
    let priced = options.lines().map(|option| format!("\n{option} |{}", draw.below(100)));
    read(&(items.to_owned() + &priced.collect::<String>()))
}

fn read(lines: &str) -> Problem {
    knuth::read(lines.as_bytes()).expect("the text is a problem")
}
