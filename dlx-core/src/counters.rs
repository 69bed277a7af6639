//! What a search counts, and what its tables weigh; each figure is defined here and nowhere else.

/// What a search has done since its last restart or rewind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Options taken, whether they were forced, led to a solution, or died at once, and each "enough" for an
    /// item that need not be covered again. Givens are not nodes. Always the sum of
    /// [`Search::levels`](crate::Search::levels).
    pub nodes: u64,
    /// Nodes of the arena taken off the list of their item while covering. Work that a dead node saved by
    /// being noticed early is not in it, so the figure belongs to the engine and not to the tree.
    pub updates: u64,
    /// Solutions found.
    pub solutions: u64,
}

/// How large a prepared search is, after givens have been taken out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// Options given.
    pub given_options: u64,
    /// Options that may still be chosen: those with a primary item that are neither given, nor forbidden,
    /// nor in conflict with a given option.
    pub live_options: u64,
    /// The size of the matrix as the literature counts it: one node for each use of a given or a live
    /// option, one header for each item of the problem, and one root.
    pub matrix_nodes: u64,
    /// Nodes in the arena: one for each use of a live option (but for uses whose color a given option has
    /// already settled), one header for each item, and the spacers around the options.
    pub arena_nodes: u64,
    /// Bytes of the arena's nodes.
    pub arena_bytes: u64,
}
