//! What is split into tasks.

use dlx_core::{Problem, Symmetries};
use dlx_tasks::Enumeration;

/// Returns what is split into tasks: all covers, or one of each orbit.
pub(super) fn enumeration<'e>(problem: &'e Problem, symmetries: Option<&'e Symmetries>) -> Enumeration<'e> {
    symmetries.map_or(Enumeration::Covers(problem), Enumeration::Representatives)
}
