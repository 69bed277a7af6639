//! Frontier dynamic programming: counts or weighs covers without enumerating them.
//!
//! Primary items are covered in a fixed [order](crate::count::frontier::order). With all earlier items covered, an item can only be
//! covered by an option of which it is the first, so each option is tried at one step alone, and all that later steps
//! need to know is the state of the frontier: the items that are partly decided. All ways that lead to the same state
//! are merged there. Two layers (the states before and after a step) are held at a time. (Frontier-based search, or
//! dynamic programming over a broken profile; after Knuth's Simpath, *The Art of Computer Programming* 4A, section 7.1.4, exercise 225.)
//!
//! Colors and bounds are fields of the state. There is no look-ahead: a state that cannot be completed lives until
//! the step at which it fails. So problems with few covers among many dead ends are better searched.

mod build;
mod counting;
mod layer;
mod merge;
pub(crate) mod order;
mod passage;
pub(crate) mod steps;
mod stream;
mod sweep;
#[cfg(test)]
mod tests;
mod total;

pub(crate) use counting::count;
pub(crate) use total::total;

use build::StepBuilder;
use steps::Program;

use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::count::frontier::order::{Order, orders};
use crate::engine::unsupported::Unsupported;
use crate::problem::Problem;
use crate::problem::givens::Settled;

/// The steps for a problem in an order, in states of as many words as they need.
#[derive(Debug)]
pub(crate) enum FrontierSteps {
    One(Program<1>),
    Two(Program<2>),
    Four(Program<4>),
    Eight(Program<8>),
}

/// Evaluates an expression over the program, whatever the width of its states.
macro_rules! with_program {
    ($steps:expr, $program:ident => $result:expr) => {
        match $steps {
            $crate::count::frontier::FrontierSteps::One($program) => $result,
            $crate::count::frontier::FrontierSteps::Two($program) => $result,
            $crate::count::frontier::FrontierSteps::Four($program) => $result,
            $crate::count::frontier::FrontierSteps::Eight($program) => $result,
        }
    };
}
pub(crate) use with_program;

/// An order that is guessed to have 2 to this many times the states of the other one is not tried.
const MUCH_WIDER: f64 = 8.0;

impl FrontierSteps {
    /// # Errors
    /// If the frontier is too wide.
    pub(crate) fn new(problem: &Problem, settled: &Settled, order: &Order) -> Result<Self, Unsupported> {
        let builder = StepBuilder::new(problem, settled, order)?;
        Ok(match builder.words() {
            0..=1 => Self::One(builder.program()),
            2 => Self::Two(builder.program()),
            3..=4 => Self::Four(builder.program()),
            _ => Self::Eight(builder.program()),
        })
    }

    /// The steps in each order that may be good, and the narrowest order.
    ///
    /// # Errors
    /// If no order has a frontier that is narrow enough.
    pub(crate) fn in_good_orders(
        problem: &Problem,
        settled: &Settled,
    ) -> (Order, Result<Vec<Self>, Unsupported>) {
        let mut orders = orders(problem, settled);
        let least = orders[0].guess;
        orders.retain(|order| order.guess < least + MUCH_WIDER);
        let (mut fitting, mut unsupported) = (Vec::new(), None);
        for order in &orders {
            match Self::new(problem, settled, order) {
                Ok(steps) => fitting.push(steps),
                Err(error) => unsupported = Some(error),
            }
        }
        let fitting = match unsupported {
            Some(unsupported) if fitting.is_empty() => Err(unsupported),
            _ => Ok(fitting),
        };
        (orders.swap_remove(0), fitting)
    }
}

/// Pays for transitions, each of which is a node, and asks the question if it is due. It is due after so many looks at
/// states too, of which a step may take many without a transition.
pub(crate) fn pay(
    limits: &mut Limits<'_>,
    paid: u64,
    looks: u64,
    transitions: u64,
    fraction: f64,
) -> Result<(), Stopped> {
    limits.settle_nodes(paid);
    let counters = Counters { nodes: transitions, ..Counters::default() };
    limits.pass(paid + looks, &Underway { counters, fraction })?;
    if limits.nodes_left() == 0 { Err(Stopped::Nodes) } else { Ok(()) }
}
