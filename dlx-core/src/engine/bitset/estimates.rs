//! When making a smaller part pays: what it costs against what it saves at each node below.
//!
//! How many nodes are below is learned from those of the same size seen before. All figures are counted, none is
//! timed, so two runs decide alike. The constants are nanoseconds, as measured on one machine; only their
//! proportions matter, and little: the factor [`CAUTION`] may be anything between 1 and 2.5 within 5 % of the time.

use super::level::NONE;
use crate::problem::ids::wide;

/// A part must save so many times what it costs.
const CAUTION: f64 = 1.5;
/// Up to here two numbers of options are a sort, from here on 32 are.
const FINE: usize = 128;
/// As many sorts as the largest part of the finest class can have.
const SORTS: usize = 128;

/// By sort of node, which is its number of live options: how many scans were made below such nodes.
#[derive(Clone, Debug)]
pub(crate) struct Estimates {
    sums: [u64; SORTS],
    visits: [u64; SORTS],
}

impl Estimates {
    pub(crate) fn none() -> Self {
        Self { sums: [0; SORTS], visits: [0; SORTS] }
    }

    /// The sort of a node with so many live options.
    #[inline(always)]
    pub(crate) fn sort(options: usize) -> usize {
        let sort = if options < FINE { options / 2 } else { FINE / 2 + (options - FINE) / 32 };
        sort.min(SORTS - 1)
    }

    /// Learns that so many scans were made below a node.
    #[inline(always)]
    pub(crate) fn learn(&mut self, sort: usize, scans: u64) {
        self.sums[sort] += scans;
        self.visits[sort] += 1;
    }

    /// Leaves a node of this sort, or of none, below which so many scans were made.
    #[inline(always)]
    pub(super) fn leave(&mut self, sort: u32, scans: u64) {
        if sort != NONE {
            self.learn(wide(sort), scans);
        }
    }

    /// Whether it pays to save so much at each scan below a node, at this cost.
    #[inline(always)]
    pub(crate) fn pays(&self, sort: usize, saving: f64, cost: f64) -> bool {
        // A mean of two nodes is the least that tells anything.
        let visits = self.visits[sort];
        visits >= 2 && saving > 0.0 && saving * float(self.sums[sort]) > CAUTION * cost * float(visits)
    }
}

/// The number in floating point, where it need not be exact.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn float(count: u64) -> f64 {
    count as f64
}
