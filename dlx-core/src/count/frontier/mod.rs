//! Frontier dynamic programming: counts or weighs covers without enumerating them.
//!
//! Primary items are covered in a fixed [order](crate::count::frontier::order). Once all earlier items are
//! covered, an item can only be covered by an option of which it is the first item, so each option is tried
//! at one step only. Later steps only depend on the state of the frontier: the items that are partly decided.
//! All partial covers that lead to the same state are merged into that state. Two layers (the states before
//! and after a step) are in memory at a time. (The method is also known as frontier-based search and as
//! dynamic programming over a broken profile. It follows Knuth's Simpath, *The Art of Computer Programming*
//! 4A, section 7.1.4, exercise 225.)
//!
//! Colors and bounds are fields of the state. The [look-ahead](lookahead) is short: a state that cannot be
//! completed for another reason is kept until the step at which it fails. So problems with few covers and
//! many dead ends are better searched.

mod build;
mod choices;
mod content;
mod counting;
mod fields;
mod join;
mod layer;
pub(crate) mod lookahead;
mod merge;
pub(crate) mod order;
mod passage;
pub(crate) mod programs;
pub(crate) mod steps;
mod stream;
mod sweep;
mod symmetry;
#[cfg(test)]
mod tests;
mod total;
mod tree;

pub(crate) use counting::count;
pub(crate) use fields::NoSteps;
pub(crate) use programs::{FrontierSteps, with_program};
pub(crate) use sweep::pay;
pub(crate) use total::total;
