//! Problems of `dlx-instances` in unit tests. That crate is linked with the library as its users get it, so its
//! problems are of another type than those of the library under test: they pass as text.

use dlx_instances::{InstanceError, dlx_core};

use crate::problem::Problem;
use crate::text::knuth;

/// The problem of an instance.
pub(crate) fn problem(made: Result<dlx_core::Problem, InstanceError>) -> Problem {
    let mut text = Vec::new();
    dlx_core::text::knuth::write(&made.expect("a problem"), &mut text).expect("a vector takes everything");
    knuth::read(&*text).expect("what was written can be read")
}
