//! Prints the cost of each engine, and that of the planned engine relative to the best.

use std::time::{Duration, Instant};

use benches::measure::table;
use benches::workloads::{self, WorkloadError};
use clap::ValueEnum;
use comfy_table::CellAlignment;
use dlx_core::inner::{EngineKind, Plan, Simd};
use dlx_core::{Limits, Problem, Rule, Search, check};
use thiserror::Error;

/// Compare the planned engine with each engine alone.
///
/// A measurement includes building the search from the parsed problem and the work, on one thread. The
/// engines take turns, and the table shows the shortest time of each. Every count is compared with the file's
/// known answer, and every cover is checked.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The work to measure on each problem.
    #[arg(value_enum, default_values_t = [Work::Count, Work::First])]
    work: Vec<Work>,

    /// Number of runs of each engine and work. Runs are repeated until all engines together have taken 0.4 s.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Leave out the links engine on problems for which it needs more nodes than this.
    #[arg(long, default_value_t = 4_000_000)]
    nodes: u64,

    /// The highest level of vector instructions.
    #[arg(long)]
    simd: Option<Simd>,

    /// Only workloads whose name contains this text.
    #[arg(long, default_value = "")]
    only: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Work {
    /// Count all covers.
    Count,
    /// Find the first cover.
    First,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error("{name}: expected {expected} covers, {engine} found {found}")]
    WrongCount { name: String, engine: String, found: u64, expected: u64 },
    #[error("{name}: expected a cover, {engine} found none")]
    NoCover { name: String, engine: String },
    #[error("{name}: invalid cover: {source}")]
    WrongCover { name: String, source: dlx_core::CheckError },
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    for &work in &args.work {
        let engines = EngineKind::ALL.map(|engine| format!("{engine}, ms"));
        let heads = [format!("{work:?}").to_lowercase(), "planned, ms".to_owned()];
        let mut table =
            table(heads.into_iter().chain(engines).chain(["planned / best".to_owned(), "engine".to_owned()]));
        for column in 1..=2 + EngineKind::ALL.len() {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for workload in
            workloads::exact_covers()?.iter().filter(|workload| workload.name.contains(&args.only))
        {
            let problem = workload.problem()?;
            eprintln!("{work:?} {} ...", workload.name);
            table.add_row(row(args, work, &workload.name, &problem, workload.covers)?);
        }
        println!("{table}\n");
    }
    Ok(())
}

fn row(args: &Args, work: Work, name: &str, problem: &Problem, covers: u64) -> Result<Vec<String>, Fault> {
    let simd = args.simd.unwrap_or(Simd::best());
    let planned =
        Plan::of(problem, Rule::default(), &mut Limits::none()).expect("nothing stops it").with_simd(simd);
    let alone = EngineKind::ALL.map(|engine| planned.clone().with_engine(engine));
    let plans: Vec<&Plan> = [&planned].into_iter().chain(&alone).collect();
    let mut least: Vec<Option<Duration>> = vec![None; plans.len()];
    let mut is_out: Vec<bool> = vec![false; plans.len()];
    let mut spent = Duration::ZERO;
    for run in 0.. {
        if run >= args.runs && (spent > Duration::from_millis(400) || run >= 100 * args.runs) {
            break;
        }
        for (place, plan) in plans.iter().enumerate() {
            if is_out[place] {
                continue;
            }
            match measure(args, work, name, problem, covers, plan)? {
                Some(time) => {
                    spent += time;
                    least[place] = Some(least[place].map_or(time, |least| least.min(time)));
                }
                None => is_out[place] = true,
            }
        }
    }
    let shown = |time: &Option<Duration>| time.map_or("-".to_owned(), |time| format!("{:.3}", millis(time)));
    let best = least[1..].iter().flatten().min();
    let ratio = least[0].zip(best).map_or("-".to_owned(), |(planned, best)| {
        format!("{:.2}", planned.as_secs_f64() / best.as_secs_f64())
    });
    let reason = format!("{}: {}", planned.engine(), planned.reason());
    Ok([name.to_owned()].into_iter().chain(least.iter().map(shown)).chain([ratio, reason]).collect())
}

/// Returns the time of the work, or `None` if the engine does not support the problem or reaches the limit of
/// nodes.
fn measure(
    args: &Args,
    work: Work,
    name: &str,
    problem: &Problem,
    covers: u64,
    plan: &Plan,
) -> Result<Option<Duration>, Fault> {
    let engine = || plan.engine().to_string();
    // The bitset engines visit many times as many nodes in the same time.
    let nodes = if plan.engine() == EngineKind::Links { args.nodes } else { u64::MAX };
    let mut limits = Limits::none().nodes(nodes);
    let start = Instant::now();
    let Ok(mut search) = Search::with_plan(problem, plan, &mut Limits::none()) else { return Ok(None) };
    match work {
        Work::Count => {
            let Ok(found) = search.count(&mut limits).exact() else { return Ok(None) };
            let time = start.elapsed();
            if found != covers {
                return Err(Fault::WrongCount {
                    name: name.to_owned(),
                    engine: engine(),
                    found,
                    expected: covers,
                });
            }
            Ok(Some(time))
        }
        Work::First => {
            let Ok(cover) = search.first(&mut limits) else { return Ok(None) };
            let time = start.elapsed();
            let Some(cover) = cover else {
                return Err(Fault::NoCover { name: name.to_owned(), engine: engine() });
            };
            check(problem, &cover).map_err(|source| Fault::WrongCover { name: name.to_owned(), source })?;
            Ok(Some(time))
        }
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
