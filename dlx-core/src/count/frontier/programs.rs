//! The program of a problem, for states of as many words as it needs.

use super::fields::{FrontierFields, MOST_WORDS, NoSteps};
use super::order::{ItemTree, Order, Orders, orders};
use super::steps::Program;
use super::tree::TreeFields;
use crate::control::limits::{Limits, Stopped};
use crate::engine::unsupported::Unsupported;
use crate::problem::Problem;
use crate::problem::givens::Settled;

/// The steps of a problem in one order, for states of as many words as they need.
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
            $crate::count::frontier::programs::FrontierSteps::One($program) => $result,
            $crate::count::frontier::programs::FrontierSteps::Two($program) => $result,
            $crate::count::frontier::programs::FrontierSteps::Four($program) => $result,
            $crate::count::frontier::programs::FrontierSteps::Eight($program) => $result,
        }
    };
}
pub(crate) use with_program;

/// An order whose estimated number of states is 2 to this power times that of the other order, or more, is
/// not tried.
const MUCH_WIDER: f64 = 8.0;

impl FrontierSteps {
    /// # Errors
    /// If the frontier is too wide, or [`Stopped::Asked`].
    pub(crate) fn new(
        problem: &Problem,
        settled: &Settled,
        order: &Order,
        limits: &mut Limits<'_>,
    ) -> Result<Self, NoSteps> {
        let fields = FrontierFields::new(problem, settled, order, limits)?;
        Ok(match fields.words() {
            0..=1 => Self::One(Program::of(fields, limits)?),
            2 => Self::Two(Program::of(fields, limits)?),
            3..=4 => Self::Four(Program::of(fields, limits)?),
            _ => Self::Eight(Program::of(fields, limits)?),
        })
    }

    /// Returns the steps along a tree, or `None` if its states are too wide.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn along(
        problem: &Problem,
        settled: &Settled,
        tree: &ItemTree,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let Some(fields) = TreeFields::new(problem, settled, tree, limits)? else { return Ok(None) };
        Ok(match fields.words {
            0..=1 => Some(Self::One(Program::along(&fields, limits)?)),
            2 => Some(Self::Two(Program::along(&fields, limits)?)),
            3..=4 => Some(Self::Four(Program::along(&fields, limits)?)),
            5..=MOST_WORDS => Some(Self::Eight(Program::along(&fields, limits)?)),
            _ => None,
        })
    }

    /// Returns the steps in each order that may be good, or the reason why no order has a frontier that is narrow
    /// enough.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn in_good_orders(
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Vec<Self>, Unsupported>, Stopped> {
        let orders = orders(problem, settled, false, limits)?;
        Self::in_lines(problem, settled, &orders, limits)
    }

    /// Returns the orders, and the steps along the tree and in each of the lines that may be good.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn in_good_orders_or_along_a_tree(
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<(Orders, Result<Vec<Self>, Unsupported>), Stopped> {
        let orders = orders(problem, settled, true, limits)?;
        let along_tree = match &orders.tree {
            Some(tree) => Self::along(problem, settled, tree, limits)?,
            None => None,
        };
        let Some(along_tree) = along_tree else {
            let lines = Self::in_lines(problem, settled, &orders, limits)?;
            return Ok((orders, lines));
        };
        let mut steps = vec![along_tree];
        if !orders.tree.as_ref().is_some_and(ItemTree::replaces_lines) {
            steps.extend(Self::in_lines(problem, settled, &orders, limits)?.into_iter().flatten());
        }
        Ok((orders, Ok(steps)))
    }

    /// Returns the steps in each line that may be good.
    fn in_lines(
        problem: &Problem,
        settled: &Settled,
        orders: &Orders,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Vec<Self>, Unsupported>, Stopped> {
        let least = orders.lines[0].guess;
        let (mut fitting, mut unsupported) = (Vec::new(), None);
        for order in orders.lines.iter().filter(|order| order.guess < least + MUCH_WIDER) {
            match Self::new(problem, settled, order, limits) {
                Ok(steps) => fitting.push(steps),
                Err(NoSteps::Unsupported(error)) => unsupported = Some(error),
                Err(NoSteps::Stopped(why)) => return Err(why),
            }
        }
        let fitting = match unsupported {
            Some(unsupported) if fitting.is_empty() => Err(unsupported),
            _ => Ok(fitting),
        };
        Ok(fitting)
    }
}
