//! The size of a problem after givens were resolved, and of the tables made from it.

/// The size of a prepared search, after givens were resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// Number of given options.
    pub given_options: u64,
    /// Number of options that may still be chosen: those with a primary item that are neither given, nor
    /// forbidden, nor in conflict with a given option.
    pub live_options: u64,
    /// Size of the matrix as the literature counts it: one node for each use of a given or live option, one
    /// header for each item of the problem, and one root.
    pub matrix_nodes: u64,
    /// Number of nodes in the arena: one for each use of a live option (except uses whose color is fixed by a
    /// given option), one header for each item, and the spacers around the options.
    pub arena_nodes: u64,
    /// Size of the nodes of the arena in bytes.
    pub arena_bytes: u64,
}
