//! Statistics of the searches of a run, for `--stats`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use dlx_core::inner::Size;
use dlx_core::{Counters, Limits};
use sudoku_cover::{Effort, Solver, Verdict};

/// Statistics of the searches so far.
#[derive(Default)]
pub(crate) struct Stats {
    searches: u64,
    counters: Counters,
    levels: Vec<u64>,
    /// Size of the largest matrix searched.
    size: Size,
    /// By name of a method the number of puzzles that it answered.
    methods: BTreeMap<&'static str, u64>,
    /// The encoding of the largest matrix with rules of several cells.
    encoding: Encoding,
}

/// The items and options of a matrix.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Encoding {
    /// Options that are steps of rules.
    steps: usize,
    candidates: usize,
    items: usize,
}

impl Stats {
    /// Adds the statistics of later searches.
    pub(crate) fn merge(&mut self, others: &Self) {
        if others.searches == 0 {
            return;
        }
        let searches = self.searches + others.searches;
        self.add(others.counters, &others.levels, others.size);
        self.searches = searches;
        for (method, count) in &others.methods {
            *self.methods.entry(method).or_default() += count;
        }
        self.encoding = self.encoding.max(others.encoding);
    }

    /// Adds the statistics of a puzzle. The size of its matrix is computed only if it is the largest so far,
    /// because that takes longer than solving most puzzles.
    pub(crate) fn add_puzzle(&mut self, solver: &mut Solver, effort: &Effort, limits: &mut Limits<'_>) {
        let is_largest = self.searches == 0 || solver.matrix_nodes() > self.size.matrix_nodes;
        let size = if is_largest { solver.size(limits) } else { Size::default() };
        self.add(effort.counters, &effort.levels, size);
        *self.methods.entry(effort.method).or_default() += 1;
        // A limit may have ended the building of the matrix.
        if !solver.matrix().is_built() {
            return;
        }
        let (problem, candidates) = (solver.matrix().problem(), solver.matrix().candidate_count());
        let steps = problem.option_count() - candidates;
        self.encoding = self.encoding.max(Encoding { steps, candidates, items: problem.item_count() });
    }

    /// Adds the statistics of one search.
    pub(crate) fn add(&mut self, counters: Counters, levels: &[u64], size: Size) {
        self.searches += 1;
        self.counters.nodes += counters.nodes;
        self.counters.updates += counters.updates;
        self.counters.solutions += counters.solutions;
        if self.levels.len() < levels.len() {
            self.levels.resize(levels.len(), 0);
        }
        for (sum, nodes) in self.levels.iter_mut().zip(levels) {
            *sum += nodes;
        }
        if self.searches == 1 || size.matrix_nodes > self.size.matrix_nodes {
            self.size = size;
        }
    }

    /// Prints the statistics to standard error.
    pub(crate) fn print(&self) {
        let Self { searches, counters, levels, size, methods, encoding } = self;
        let of_largest = if *searches > 1 { " (largest of the searches)" } else { "" };
        stat!("searches       {searches}");
        stat!("nodes          {} (options chosen, and bounded items closed)", counters.nodes);
        stat!("updates        {} (arena nodes unlinked; 32 for each scan of bitsets)", counters.updates);
        stat!("solutions      {}", counters.solutions);
        print_size(*size, of_largest);
        let Encoding { steps, candidates, items } = encoding;
        if *steps > 0 {
            stat!("encoding       {candidates} candidates and {steps} steps of rules, {items} items");
        }
        if !methods.is_empty() {
            let methods: Vec<String> =
                methods.iter().map(|(method, count)| format!("{method} {count}")).collect();
            stat!("method         {}", methods.join(", "));
        }
        // A prepared problem does not order its covers, and so has no levels.
        if !levels.is_empty() {
            print_levels(levels);
        }
    }
}

/// Prints the size of a problem to standard error; `of` says which.
pub(crate) fn print_size(size: Size, of: &str) {
    let (given, live) = (size.given_options, size.live_options);
    stat!("options        {} (given {given}, live {live}){of}", given + live);
    stat!("matrix nodes   {} (one per use of an item, one per item, and the root)", size.matrix_nodes);
    stat!("arena nodes    {}", size.arena_nodes);
    stat!("arena bytes    {}", size.arena_bytes);
}

fn print_levels(levels: &[u64]) {
    let (shown, below) = levels.split_at(levels.len().min(SHOWN_LEVELS));
    let list: Vec<String> = shown.iter().map(ToString::to_string).collect();
    let rest =
        if below.is_empty() { String::new() } else { format!(" and {} below", below.iter().sum::<u64>()) };
    stat!("levels         {}", levels.len());
    stat!("nodes by level {}{rest}", list.join(" "));
}

/// Levels printed separately; deeper ones are summed.
const SHOWN_LEVELS: usize = 625;

/// Whether a search was exhausted or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Reached,
    Stopped,
}

/// The number of puzzles of a batch with each verdict.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally([u64; Verdict::ALL.len()]);

impl Tally {
    pub(crate) fn count(&mut self, verdict: Verdict) {
        self.0[verdict as usize] += 1;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }

    /// The number of puzzles with this verdict.
    fn of(&self, verdict: Verdict) -> u64 {
        self.0[verdict as usize]
    }

    /// The number of all puzzles.
    pub(crate) fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Prints the tally to standard error.
    pub(crate) fn print(&self, threads: NonZeroUsize, elapsed: Duration) {
        let total = self.total();
        let list = Verdict::ALL.map(|verdict| format!("{verdict} {}", self.of(verdict)));
        stat!("puzzles        {total} ({})", list.join(", "));
        stat!("threads        {threads}");
        stat!("puzzles/s      {:.0}", total as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE));
    }
}
