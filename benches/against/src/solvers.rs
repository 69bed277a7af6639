//! The solvers. Each counts in its fastest public way, without storing covers if the crate allows that.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use clap::ValueEnum;
use dlx_core::inner::{EngineError, EngineKind, ParallelSearch, Plan, Simd};
use dlx_core::{Color, ItemId, ItemKind, Limits, OptionId, Problem, Rule, Search, Use};
use exact_covers::{DlSolver, Solver as _};
use xcov::ExactCoverProblem;

/// A solver that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Solver {
    /// dlx-core with the best vector instructions of the processor.
    #[value(name = "dlx-core")]
    Ours,
    /// dlx-core with AVX2 at most.
    #[value(name = "avx2")]
    OursAvx2,
    /// dlx-core without vector instructions.
    #[value(name = "portable")]
    OursPortable,
    Xcov,
    ExactCovers,
    DlxRs,
    Algoxcc,
}

impl Solver {
    /// All solvers, in the order in which they take turns.
    pub const ALL: [Self; 7] = [
        Self::Ours,
        Self::OursAvx2,
        Self::OursPortable,
        Self::Xcov,
        Self::ExactCovers,
        Self::DlxRs,
        Self::Algoxcc,
    ];

    /// dlx-core, the highest level of vector instructions first.
    pub const OURS: [Self; 3] = [Self::Ours, Self::OursAvx2, Self::OursPortable];

    /// Returns the name of the solver on the command line and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "dlx-core",
            Self::OursAvx2 => "avx2",
            Self::OursPortable => "portable",
            Self::Xcov => "xcov",
            Self::ExactCovers => "exact-covers",
            Self::DlxRs => "dlx-rs",
            Self::Algoxcc => "algoxcc",
        }
    }

    /// Returns true if the targets refer to this crate.
    pub fn is_in_targets(self) -> bool {
        matches!(self, Self::Xcov | Self::ExactCovers | Self::DlxRs)
    }

    /// Returns true if the solver supports the problem: some crates do not support colors, and no other crate
    /// supports bounds.
    pub fn accepts(self, problem: &Problem) -> bool {
        match self {
            Self::Ours | Self::OursAvx2 | Self::OursPortable => true,
            Self::ExactCovers | Self::Algoxcc => !problem.is_bounded(),
            Self::Xcov | Self::DlxRs => !problem.is_bounded() && !problem.is_colored(),
        }
    }

    /// Builds the solver and counts all covers; only dlx-core has engines and threads.
    pub fn count(
        self,
        problem: &Problem,
        engine: Option<EngineKind>,
        threads: NonZeroUsize,
    ) -> Result<u64, EngineError> {
        let ours = |simd| ours(problem, engine, threads, simd);
        Ok(match self {
            Self::Ours => ours(None)?,
            Self::OursAvx2 => ours(Some(Simd::Avx2))?,
            Self::OursPortable => ours(Some(Simd::Portable))?,
            Self::Xcov => xcov(problem),
            Self::ExactCovers => exact_covers(problem),
            Self::DlxRs => dlx_rs(problem),
            Self::Algoxcc => algoxcc(problem),
        })
    }
}

fn ours(
    problem: &Problem,
    engine: Option<EngineKind>,
    threads: NonZeroUsize,
    simd: Option<Simd>,
) -> Result<u64, EngineError> {
    let mut plan = Plan::of(problem, Rule::default(), &mut Limits::none()).expect("nothing stops it");
    if let Some(engine) = engine {
        plan = plan.with_engine(engine);
    }
    if let Some(simd) = simd {
        plan = plan.with_simd(simd);
    }
    let mut search = Search::with_plan(problem, &plan, &mut Limits::none())?;
    Ok(ParallelSearch::new(&mut search, threads).count(&mut Limits::none()).at_least())
}

fn xcov(problem: &Problem) -> u64 {
    let mut builder = xcov::DlxBuilder::new(problem.primary_count(), secondary_count(problem));
    let mut items = Vec::new();
    for option in problem.options() {
        // This crate requires the items in ascending order.
        numbers(problem, option, &mut items);
        items.sort_unstable();
        builder.add_option(&items);
    }
    let mut search = xcov::MrvExactCoverSearch::new(builder.build());
    let mut count = 0;
    while search.search() {
        count += 1;
    }
    count
}

fn exact_covers(problem: &Problem) -> u64 {
    let (primary, secondary): (Vec<usize>, Vec<usize>) = {
        let items = problem.items().map(ItemId::index);
        items.partition(|&item| item < problem.primary_count())
    };
    let mut solver: DlSolver<usize, Color> = DlSolver::new(&primary, &secondary);
    let mut used_primary = Vec::new();
    let mut used_secondary = Vec::new();
    for option in problem.options() {
        used_primary.clear();
        used_secondary.clear();
        for &Use { item, color } in problem.uses(option) {
            match problem.kind(item) {
                ItemKind::Primary => used_primary.push(item.index()),
                ItemKind::Secondary => {
                    used_secondary.push((item.index(), (color != Color::NONE).then_some(color)));
                }
            }
        }
        solver.add_option(&used_primary, &used_secondary);
    }
    let mut count = 0;
    solver.solve(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

fn dlx_rs(problem: &Problem) -> u64 {
    let mut solver = dlx_rs::Solver::new_optional(problem.primary_count(), secondary_count(problem));
    let mut items = Vec::new();
    for option in problem.options() {
        numbers(problem, option, &mut items);
        // The name has the unit type, so the lists of names that the iterator returns need no heap memory.
        solver.add_option((), &items);
    }
    solver.map(|_| 1).sum()
}

fn algoxcc(problem: &Problem) -> u64 {
    let names: Vec<String> = problem.items().map(|item| item.to_string()).collect();
    // This crate treats an empty name as no color.
    let color_name = |color: Color| problem.color_name(color).unwrap_or_default();
    let options: Vec<algoxcc::Option> = problem
        .options()
        .map(|option| {
            let mut primary = Vec::new();
            let mut secondary = Vec::new();
            for &Use { item, color } in problem.uses(option) {
                let name = &names[item.index()][..];
                match problem.kind(item) {
                    ItemKind::Primary => primary.push(name),
                    ItemKind::Secondary => secondary.push((name, color_name(color))),
                }
            }
            algoxcc::Option::new_validated(&option.to_string(), &primary, &secondary)
        })
        .collect();
    let (primary, secondary) = names.split_at(problem.primary_count());
    let primary = primary.iter().map(String::as_str).collect();
    let secondary = secondary.iter().map(String::as_str).collect();
    let input = algoxcc::Problem::new_validated(&primary, &secondary, &options);
    let mut solver = algoxcc::DancingCells::new(&input).expect("a problem with covers is valid to it");
    u64::try_from(solver.solve_all().count()).expect("a list has fewer entries than that")
}

fn secondary_count(problem: &Problem) -> usize {
    problem.item_count() - problem.primary_count()
}

/// Stores the items of an option, numbered from 1.
fn numbers(problem: &Problem, option: OptionId, items: &mut Vec<usize>) {
    items.clear();
    items.extend(problem.uses(option).iter().map(|used| used.item.index() + 1));
}
