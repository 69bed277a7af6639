//! Tells a function of Python what a search for the cheapest covers has found, each cheaper cover and several times a second.

use std::cell::RefCell;
use std::ops::ControlFlow;

use dlx_core::inner::NODES_BETWEEN_LOOKS;
use dlx_core::{Limits, Priced, Problem, Progress};
use pyo3::prelude::*;

use crate::costs::cost_object;
use crate::diagram::numbers;
use crate::progress_calls::ProgressCalls;
use crate::watch::{Limited, Watch};

/// Tells a function cost, cover, bound, nodes and seconds. Without a function nothing is kept.
pub(crate) struct Teller<'p> {
    problem: &'p Problem,
    /// 1, or -1 if the costs of the problem are the opposite ones.
    sign: i128,
    known: Option<RefCell<Known<'p>>>,
}

/// The function, what it is told next, and what it has raised.
struct Known<'p> {
    told: ProgressCalls<'p>,
    cheapest: Option<(i128, Vec<usize>)>,
    bound: Option<i128>,
    nodes: u64,
    raised: Option<PyErr>,
}

impl<'p> Teller<'p> {
    pub(crate) fn new(limited: &'p Limited, problem: &'p Problem, maximize: bool) -> Self {
        let known = limited.function().map(|function| {
            let told = ProgressCalls::new(function);
            RefCell::new(Known { told, cheapest: None, bound: None, nodes: 0, raised: None })
        });
        Self { problem, sign: if maximize { -1 } else { 1 }, known }
    }

    /// Returns limits of the call that also end when the function has raised an exception.
    pub(crate) fn limits<'q>(&'q self, watch: &'q mut Watch, limited: &Limited) -> Limits<'q> {
        let looks = Limits::none().ask(NODES_BETWEEN_LOOKS, |progress| {
            watch.look()?;
            self.look(progress)
        });
        looks.bytes(limited.memory()).nodes(limited.nodes())
    }

    /// Tells of a cover that is cheaper than all before.
    pub(crate) fn found(&self, priced: &Priced) {
        if let Some(known) = &self.known {
            let known = &mut *known.borrow_mut();
            known.cheapest = Some((priced.cost, numbers(&priced.cover)));
            self.report(known);
        }
    }

    /// Returns the answer of the search, unless the function has raised an exception.
    pub(crate) fn unless_raised<T>(self, answer: T) -> PyResult<T> {
        match self.known.and_then(|known| known.into_inner().raised) {
            Some(raised) => Err(raised),
            None => Ok(answer),
        }
    }

    fn look(&self, progress: &Progress<'_>) -> ControlFlow<()> {
        let Some(known) = &self.known else { return ControlFlow::Continue(()) };
        let known = &mut *known.borrow_mut();
        if known.told.is_due() {
            known.nodes = progress.counters().nodes;
            if let Some(costs) = progress.costs() {
                known.bound = Some(costs.bound.floor_to(self.problem.decimals()));
            }
            self.report(known);
        }
        if known.raised.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Calls the function, unless a call before has raised an exception.
    fn report(&self, known: &mut Known<'_>) {
        if known.raised.is_some() {
            return;
        }
        let Known { told, cheapest, bound, nodes, .. } = known;
        let called = told.call(|py, elapsed| {
            let cost = |cost: i128| Ok::<_, PyErr>(cost_object(py, self.problem, self.sign * cost)?.unbind());
            let (cheapest, cover) = cheapest.clone().unzip();
            Ok((cheapest.map(cost).transpose()?, cover, bound.map(cost).transpose()?, *nodes, elapsed))
        });
        known.raised = called.err();
    }
}
