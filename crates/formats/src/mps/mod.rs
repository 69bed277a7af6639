//! Integer programs in MPS, the oldest format of such programs, which every solver reads.
//!
//! ```text
//! * x0 is option 0: a
//! * x1 is option 1: a b
//! NAME dlx
//! ROWS
//!  N cost
//!  E r0
//!  E r1
//! COLUMNS
//!  MARKER 'MARKER' 'INTORG'
//!  x0 cost 2 r0 1
//!  x1 cost 3 r0 1
//!  x1 r1 1
//!  MARKER 'MARKER' 'INTEND'
//! RHS
//!  RHS r0 1
//!  RHS r1 1
//! BOUNDS
//!  BV BND x0
//!  BV BND x1
//! ENDATA
//! ```
//!
//! The free form is read and written: words between blanks. Files in the fixed form are read if no name has a blank.
//! Option `o` is the variable `xo`, and variables that begin with `y` stand for colors, as in [`lp`](crate::lp).

mod read;
mod write;

pub use read::read;
pub use write::write;
