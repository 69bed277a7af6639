//! The symmetries of a problem as a group of permutations of its options, items and colors: found, and
//! enumerated.

mod branches;
mod classes;
mod detect;
mod elements;
mod generated;
mod graph;
mod orbits;
mod partition;

pub(crate) use branches::{Expanded, Fixing, Level, Node, Tables};
pub(crate) use detect::{FirstPath, Group, Moved, Tried, detect, digest_of};
pub(crate) use elements::Elements;
pub(crate) use generated::Chain;
pub(crate) use graph::Graph;
pub(crate) use partition::{Partition, Trace};
