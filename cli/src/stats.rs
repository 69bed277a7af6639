//! The counters of the searches of a run, for `--stats`.

use std::time::Duration;

use dlx_core::{Counters, Size};

/// The searches so far.
#[derive(Default)]
pub(crate) struct Stats {
    searches: u64,
    counters: Counters,
    levels: Vec<u64>,
    /// Of the search with the largest matrix.
    size: Size,
}

impl Stats {
    /// Adds what one search has done.
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

    /// Prints them to standard error.
    pub(crate) fn print(&self, elapsed: Duration) {
        let Self { searches, counters, levels, size } = self;
        let options = size.given_options + size.live_options;
        let of_largest = if *searches > 1 { " (largest of the searches)" } else { "" };
        tell!("searches       {searches}");
        tell!("nodes          {} (options taken, and each \"enough\" of a bounded item)", counters.nodes);
        tell!("updates        {} (arena nodes taken off a list; 32 for each scan of sets)", counters.updates);
        tell!("solutions      {}", counters.solutions);
        tell!(
            "options        {options} (given {}, live {}){of_largest}",
            size.given_options,
            size.live_options
        );
        tell!(
            "matrix nodes   {} (a node for each use of these options, a header for each item, a root)",
            size.matrix_nodes
        );
        tell!("arena nodes    {}", size.arena_nodes);
        tell!("arena bytes    {}", size.arena_bytes);
        tell!("levels         {}", levels.len());
        if levels.len() <= SHOWN_LEVELS {
            let list: Vec<String> = levels.iter().map(ToString::to_string).collect();
            tell!("nodes by level {}", list.join(" "));
        } else {
            let list: Vec<String> = levels[..SHOWN_LEVELS].iter().map(ToString::to_string).collect();
            let rest: u64 = levels[SHOWN_LEVELS..].iter().sum();
            tell!("nodes by level {} and {rest} below", list.join(" "));
        }
        tell!("time           {:.6} s", elapsed.as_secs_f64());
    }
}

/// Deeper levels are shown as a sum: a list of a million helps nobody.
const SHOWN_LEVELS: usize = 625;
