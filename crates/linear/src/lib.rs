//! Linear programs over variables with finite bounds, solved by the dual simplex method.
//!
//! A [`Program`] has rows and columns: choose a value for each column between its bounds, so that each row, the sum of its
//! entries times these values, is between its bounds too, at the least total cost. A [`Simplex`] solves it. It is made for
//! searches that branch: bounds of columns change at any time, and the next solve begins with the basis that is there.
//! As every variable has finite bounds, every basis is dual feasible, so that there is no first phase, and each solve can
//! end as soon as its objective exceeds a cutoff. It can be interrupted at every pivot and within a factorization.
//!
//! ```
//! use std::ops::ControlFlow;
//! use dlx_linear::{Program, Simplex, Solved};
//!
//! // Three items, each covered once by one of three pairs: half of each pair does it.
//! let mut program = Program::default();
//! for _ in 0..3 {
//!     program.row(1.0, 1.0)?;
//! }
//! for (one, other) in [(0, 1), (1, 2), (2, 0)] {
//!     program.column(1.0, (0.0, 1.0), [(one, 1.0), (other, 1.0)])?;
//! }
//! let mut simplex = Simplex::new(program);
//! let mut ask = |_| ControlFlow::Continue(());
//! assert_eq!(simplex.solve(f64::INFINITY, u64::MAX, &mut ask), Solved::Optimal);
//! assert!((simplex.objective() - 1.5).abs() < 1e-9 && (simplex.value(0) - 0.5).abs() < 1e-9);
//! // With the first pair, the third item remains uncovered.
//! simplex.set_bounds(0, 1.0, 1.0);
//! simplex.set_goal(3.0);
//! assert_eq!(simplex.solve(f64::INFINITY, u64::MAX, &mut ask), Solved::Infeasible);
//! # Ok::<(), dlx_linear::ProgramError>(())
//! ```
//!
//! All numbers are floating point, and nothing here is exact. The [prices](Simplex::prices) of the rows can be turned into
//! a proof: for any prices, the Lagrangian bound, which the caller can compute in integers, holds.
//!
//! References: C. E. Lemke, *The dual method of solving the linear programming problem*, 1954; J. J. Forrest and D. Goldfarb,
//! *Steepest-edge simplex algorithms for linear programming*, 1992; I. Maros, *A generalized dual phase-2 simplex algorithm*,
//! 2003; H. M. Markowitz, *The elimination form of the inverse and its application to linear programming*, 1957; A.
//! Koberstein, *The dual simplex method, techniques for a fast and stable implementation*, 2005.

#![forbid(unsafe_code)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]

mod elimination;
mod factors;
mod index;
mod program;
mod simplex;

pub use program::{Program, ProgramError};
pub use simplex::{Basis, Simplex, Solved};
