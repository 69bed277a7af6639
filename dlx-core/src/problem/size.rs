//! How large a problem is after givens have been taken out, and the tables made of it.

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
