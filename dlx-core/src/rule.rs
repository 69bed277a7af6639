//! The choice rule: which item a search branches on. The rule defines the tree; an engine only walks it.

/// Which open primary item is covered next.
///
/// Both rules are functions of the open items and the live options alone, and the options of the chosen item
/// are tried in ascending order. Every engine therefore walks the same tree: the same covers in the same
/// order, and the same number of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The item with the fewest live options, the lowest among equals. A node with an open item that has no
    /// live option is dead and has no children. (Knuth's MRV heuristic.)
    #[default]
    Fewest,
    /// The lowest open item, whatever its number of live options: for comparison, as it is exponentially
    /// worse on most problems.
    First,
}
