//! Pseudo-Boolean constraints in the OPB format of the pseudo-Boolean competitions (O. Roussel and V.
//! Manquinho, *Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers*).
//!
//! ```text
//! * #variable= 3 #constraint= 2
//! * variable x1 is option 0: a
//! * variable x2 is option 1: a b
//! * variable x3 is option 2: b
//! min: +2 x1 +3 x2 ;
//! * item a
//! +1 x1 +1 x2 = 1 ;
//! * item b
//! +1 x2 +1 x3 = 1 ;
//! ```
//!
//! Option `o` is the variable `x` with the number `o + 1`; the variables after those of the options stand for
//! colors. If options have costs, their sum is minimized; otherwise there is no objective. The constraints
//! use only `=` and `>=`. Costs are written in full, multiplied by a power of ten if they have decimals, which a
//! comment then says; solvers that calculate in 32 or 64 bits may refuse large ones.

mod read;
mod write;

pub use read::read;
pub use write::write;
