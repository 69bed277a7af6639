//! Integer programs in the LP format of CPLEX, which other solvers of mixed-integer programs read too.
//!
//! ```text
//! \ x0 is option 0: a
//! \ x1 is option 1: a b
//! \ x2 is option 2: b
//! Minimize
//!  cost: 2 x0 + 3 x1
//! Subject To
//! \ item a
//!  x0 + x1 = 1
//! \ item b
//!  x1 + x2 = 1
//! Binaries
//!  x0
//!  x1
//!  x2
//! End
//! ```
//!
//! Option `o` is the variable `xo`; variables that begin with `y` stand for colors. The objective is the cost
//! of the cover; all coefficients are 0 if no option has a cost. Costs are written in full; a solver that
//! calculates in floating point rounds those above 2^53.

mod read;
mod write;

pub use read::read;
pub use write::write;
