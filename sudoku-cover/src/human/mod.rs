//! Solving as people do: candidates, techniques, steps, explanations and ratings. Only [`certify`] asks a solver.

pub mod backdoor;
pub(crate) mod candidates;
pub mod certify;
pub mod explain;
mod lessons;
pub(crate) mod parts;
pub mod pattern;
pub mod rate;
pub(crate) mod se_rating;
pub mod step;
pub mod technique;
pub(crate) mod technique_names;
pub(crate) mod techniques;
pub mod why_not;
