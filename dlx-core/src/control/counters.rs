//! Counters of a search. Each figure is defined here.

/// The work of a search since its last restart or rewind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Number of options chosen, including those that led to a solution or a dead end at once, and of each
    /// "enough" for an item that need not be covered again. Givens are not nodes. With links, a forced option
    /// is a node too; engines on bits carry it out within the node above. Always the sum of
    /// [`Search::levels`](crate::Search::levels).
    pub nodes: u64,
    /// Work on the tables, which depends on the engine and not on the tree alone. With links: nodes of the
    /// arena that were unlinked from the list of their item. With engines on bits: 32 for each time that the
    /// open items of a node were counted, which takes about as long.
    #[doc(hidden)]
    pub updates: u64,
    /// Number of solutions found.
    pub solutions: u64,
}

/// Value of one scan of the open items in [`Counters::updates`], chosen so that budgets of work mean about
/// the same time on all engines.
pub(crate) const UPDATES_OF_A_SCAN: u64 = 32;

impl Counters {
    /// Returns the sum of nodes and updates, the measure of work where no clock is available.
    pub(crate) fn work(self) -> u64 {
        self.nodes + self.updates
    }

    /// Returns the work of the links in a trial, in updates: choosing an item and trying an option takes
    /// about as long as eight updates, in addition to those of the lists.
    pub(crate) fn trial_work(self) -> u64 {
        self.updates + 8 * self.nodes
    }

    /// Returns the work done after `before`.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            nodes: self.nodes - before.nodes,
            updates: self.updates - before.updates,
            solutions: self.solutions - before.solutions,
        }
    }

    pub(crate) fn add(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.updates += more.updates;
        self.solutions += more.solutions;
    }
}

/// The work done in a part of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Nodes by level, counted from the root of the whole tree.
    pub(crate) levels: Vec<u64>,
    pub(crate) updates: u64,
    pub(crate) solutions: u64,
}

impl Tally {
    pub(crate) fn counters(&self) -> Counters {
        Counters { nodes: self.levels.iter().sum(), updates: self.updates, solutions: self.solutions }
    }

    pub(crate) fn add(&mut self, more: &Self) {
        if self.levels.len() < more.levels.len() {
            self.levels.resize(more.levels.len(), 0);
        }
        for (sum, nodes) in self.levels.iter_mut().zip(&more.levels) {
            *sum += nodes;
        }
        self.updates += more.updates;
        self.solutions += more.solutions;
    }
}
