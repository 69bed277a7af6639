//! What a search counts; each figure is defined here and nowhere else.

/// What a search has done since its last restart or rewind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Options taken, whether they led to a solution or died at once, and each "enough" for an item that need
    /// not be covered again. Givens are not nodes. On the links an option that is forced is a node too; engines on
    /// bits carry it out as a part of the node above it. Always the sum of
    /// [`Search::levels`](crate::Search::levels).
    pub nodes: u64,
    /// Work on the tables; the figure belongs to the engine and not to the tree. Of links: nodes of the arena taken
    /// off the list of their item while covering. Of engines on bits: 32 for each time that the open items of a
    /// node were counted, which takes about as long.
    pub updates: u64,
    /// Solutions found.
    pub solutions: u64,
}

/// What a scan of the open items of a node counts as in [`Counters::updates`], so that budgets of work mean about the
/// same time on all engines.
pub(crate) const UPDATES_OF_A_SCAN: u64 = 32;

impl Counters {
    /// Nodes and updates together: the library knows no clock.
    pub(crate) fn work(self) -> u64 {
        self.nodes + self.updates
    }

    /// What the links have done in a trial, in updates: choosing an item and trying an option takes about as long as
    /// eight, beside those of the lists.
    pub(crate) fn trial_work(self) -> u64 {
        self.updates + 8 * self.nodes
    }

    /// What was done after `before`.
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

/// What was done in some part of a tree.
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
