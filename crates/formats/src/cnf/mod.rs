//! Clauses in the DIMACS format of SAT solvers and, projected to the options, of model counters: written, and read.
//!
//! ```text
//! c variable 1 is option 0: a
//! c variable 2 is option 1: a b
//! c variable 3 is option 2: b
//! c p show 1 2 3 0
//! p cnf 3 4
//! 1 2 0
//! -1 -2 0
//! 2 3 0
//! -2 -3 0
//! ```
//!
//! Option `o` is the variable `o + 1`; the variables after those of the options are auxiliary, and several of
//! their values may belong to one cover. The line `c p show` lists the variables of the options, as the model
//! counting competitions define it for projected counting. Costs are left out.
//!
//! A secondary item whose colors can be shared has a variable for each such color, which every option that
//! gives it this color implies; of these variables and of the other options with the item at most one is
//! true. Bounds are counted by a sequential counter, for the true options or for the false ones, whichever is
//! narrower. A problem with weights is refused: a formula whose size does not depend on the weights takes an adder for
//! each item, and pseudo-Boolean solvers, for which there is [`opb`](super::opb), do that better.

mod at_most_one;
mod clauses;
mod counter;
mod read;
mod size;
mod write;

pub use at_most_one::AtMostOne;
pub use read::read;
pub use size::CnfSize;
pub use write::{size, write};
