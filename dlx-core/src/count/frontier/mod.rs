//! Frontier dynamic programming: counts or weighs covers without enumerating them.
//!
//! Primary items are covered in a fixed [order](crate::count::frontier::order). With all earlier items covered, an item
//! can only be covered by an option of which it is the first, so each option is tried at one step alone, and all that
//! later steps need to know is the state of the frontier: the items that are partly decided. All ways that lead to the
//! same state are merged there. Two layers (the states before and after a step) are held at a time. (Frontier-based
//! search, or dynamic programming over a broken profile; after Knuth's Simpath, *The Art of Computer Programming* 4A,
//! section 7.1.4, exercise 225.)
//!
//! Colors and bounds are fields of the state. There is no look-ahead: a state that cannot be completed lives until
//! the step at which it fails. So problems with few covers among many dead ends are better searched.

mod build;
mod counting;
mod layer;
mod merge;
pub(crate) mod order;
mod passage;
pub(crate) mod programs;
pub(crate) mod steps;
mod stream;
mod sweep;
#[cfg(test)]
mod tests;
mod total;

pub(crate) use counting::count;
pub(crate) use programs::{FrontierSteps, with_program};
pub(crate) use sweep::pay;
pub(crate) use total::total;
