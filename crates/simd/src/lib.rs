//! Vector instructions, chosen at run time. This is the only crate with `unsafe`.
//!
//! A [`Kernel`] is generic code over a set of instructions, [`Lanes`]. [`Instructions::run`] compiles it once
//! for each [level](Simd) and enters the copy that this machine can execute. The `unsafe` here is sound because
//! an [`Instructions`] of a level exists only after the processor has reported that it has it, and the lanes of
//! a level are made only inside the function that enables its features, which requires an `Instructions` to
//! enter.
//!
//! A kernel and all functions on its hot path are `inline(always)`: a function that is not inlined is
//! compiled without the features. The copies of a kernel are compiled in the crate that runs it.

#![allow(
    unsafe_code,
    reason = "target features are entered, vectors loaded and stored, and addresses pinned, here and nowhere else"
)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]

mod lanes;
mod levels;
mod line;
#[cfg(test)]
mod tests;

pub use lanes::{Kernel, LONG_SCAN, Lanes};
pub use levels::{Instructions, Simd, UnknownSimd};
pub use line::Line;
