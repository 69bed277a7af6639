//! Decides when to build a smaller subproblem: when its cost is less than what it saves at the nodes below.
//!
//! The number of nodes below is learned from earlier nodes of the same size. All figures are counted and none
//! is timed, so two runs decide alike. The constants are nanoseconds, measured on one machine. Only their
//! ratios matter, and those not much: any [`CAUTION`] between 1 and 2.5 changes the time by at most 5 %.

use super::level::NONE;
use crate::problem::ids::wide;

/// A subproblem must save this many times its cost.
const CAUTION: f64 = 1.5;
/// Below this number of live options, a sort spans two numbers; from it on, 32.
const FINE: usize = 128;
/// Number of sorts. The largest subproblem has 2560 options, which is sort 140.
const SORTS: usize = 144;

/// By sort of node, which depends on the number of live options: the scans made below such nodes, and the
/// nodes.
#[derive(Clone, Debug)]
pub(crate) struct Estimates {
    sums: [u64; SORTS],
    visits: [u64; SORTS],
}

impl Estimates {
    pub(crate) fn none() -> Self {
        Self { sums: [0; SORTS], visits: [0; SORTS] }
    }

    /// Returns the sort of a node with this number of live options.
    #[inline(always)]
    pub(crate) fn sort(options: usize) -> usize {
        let sort = if options < FINE { options / 2 } else { FINE / 2 + (options - FINE) / 32 };
        sort.min(SORTS - 1)
    }

    /// Records the number of scans made below a node.
    #[inline(always)]
    pub(crate) fn learn(&mut self, sort: usize, scans: u64) {
        self.sums[sort] += scans;
        self.visits[sort] += 1;
    }

    /// Records the number of scans made below a node that is left. A node of sort [`NONE`] is ignored.
    #[inline(always)]
    pub(super) fn leave(&mut self, sort: u32, scans: u64) {
        if sort != NONE {
            self.learn(wide(sort), scans);
        }
    }

    /// Returns true if it pays to save `saving` in each scan below a node, at this cost.
    #[inline(always)]
    pub(crate) fn pays(&self, sort: usize, saving: f64, cost: f64) -> bool {
        // A mean over fewer than two nodes is no estimate.
        let visits = self.visits[sort];
        visits >= 2 && saving > 0.0 && saving * float(self.sums[sort]) > CAUTION * cost * float(visits)
    }
}

/// Converts to floating point, where the number need not be exact.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn float(count: u64) -> f64 {
    count as f64
}
