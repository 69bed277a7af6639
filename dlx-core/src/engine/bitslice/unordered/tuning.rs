//! The constants of this engine that were tuned, not derived: other values give the same answers in other times.
//!
//! They were tuned on Sudoku of side 9 and looked at on three other families (`benches/records/2026-11-23-house.md`).
//! Two more choices are of this kind: the numbers of slots that have a kernel of their own, 6, 9 and 16
//! ([`SLOTS_OF_SIX`](super::layout::SLOTS_OF_SIX)), and components of three by three sets, whose configurations are
//! known when this is compiled ([`GRID_OF_THREE`](super::components::GRID_OF_THREE)). Problems of other sizes run
//! on the general kernels.

/// When deductions are tried and given up, and how long a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tuning {
    /// A class has so many components at least.
    pub(super) fewest_components: usize,
    /// Deductions are given up after so many, unless `fruitful` of them have found something.
    pub(super) tried: u64,
    pub(super) fruitful: u64,
    /// A search deduces from the root on where the components have more than this share of their configurations left.
    /// Otherwise it dives, and deduces only after it has met a dead end.
    pub(super) open_share: f64,
    /// Nodes of the first run, and how many times as many each further one has. A run that ends without two covers
    /// begins again from the root, branching on other items first.
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
