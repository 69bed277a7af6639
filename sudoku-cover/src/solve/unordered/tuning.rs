//! The constants of this engine that were tuned: other values give the same answers in other times.
//!
//! They were tuned on 9x9 Sudoku and checked on three other families (`benches/records/2026-11-23-house.md`).
//! Two more choices are of this kind: the numbers of slots with a kernel of their own, 6, 9 and 16
//! ([`SLOTS_OF_SIX`](super::layout::SLOTS_OF_SIX)), and components of three by three sets, whose
//! configurations are known at compile time ([`GRID_OF_THREE`](super::components::GRID_OF_THREE)). Problems
//! of other sizes use the general kernels.

/// When deductions are tried and given up, and the length of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tuning {
    /// Least number of components of a class.
    pub(super) fewest_components: usize,
    /// Deductions are given up after `tried` attempts, unless at least `fruitful` of them found something.
    pub(super) tried: u64,
    pub(super) fruitful: u64,
    /// A search deduces from the root on if more than this share of the components' configurations is
    /// possible there. Otherwise it dives, and deduces only after the first dead end.
    pub(super) open_share: f64,
    /// Number of nodes of the first run, and the factor by which each further one is longer. A run that ends
    /// with fewer than two covers is followed by one from the root that branches on other items first.
    pub(super) nodes_of_first_run: u64,
    pub(super) growth_of_runs: u64,
}

impl Tuning {
    pub(super) const DEFAULT: Self = Self {
        fewest_components: 16,
        tried: 256,
        fruitful: 32,
        open_share: 0.45,
        nodes_of_first_run: 1 << 13,
        growth_of_runs: 4,
    };
}
