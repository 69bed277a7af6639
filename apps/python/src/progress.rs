//! Tells a function of Python what a search for the cheapest covers has found, each cheaper cover and several times a second.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::inner::NODES_BETWEEN_LOOKS;
use dlx_core::{Limits, Priced, Problem, Progress};
use pyo3::prelude::*;

use crate::costs::cost_object;
use crate::diagram::numbers;
use crate::watch::{Limited, Watch};

/// The time between two calls of the function without a cheaper cover.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// A function of Python, and what it is told: cost, cover, bound, nodes and seconds. Without a function nothing is kept.
pub(crate) struct Teller<'p> {
    function: Option<Py<PyAny>>,
    problem: &'p Problem,
    /// 1, or -1 if the costs of the problem are the opposite ones.
    sign: i128,
    started: Instant,
    told: RefCell<Told>,
}

/// What the function is told next, and what it has raised.
struct Told {
    cheapest: Option<(i128, Vec<usize>)>,
    bound: Option<i128>,
    nodes: u64,
    next: Instant,
    raised: Option<PyErr>,
}

impl<'p> Teller<'p> {
    pub(crate) fn new(function: Option<Py<PyAny>>, problem: &'p Problem, maximize: bool) -> Self {
        let started = Instant::now();
        let told =
            Told { cheapest: None, bound: None, nodes: 0, next: started + BETWEEN_CALLS, raised: None };
        Self { function, problem, sign: if maximize { -1 } else { 1 }, started, told: RefCell::new(told) }
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
        if self.function.is_some() {
            self.told.borrow_mut().cheapest = Some((priced.cost, numbers(&priced.cover)));
            self.call();
        }
    }

    /// Returns the answer of the search, unless the function has raised an exception.
    pub(crate) fn unless_raised<T>(self, answer: T) -> PyResult<T> {
        match self.told.into_inner().raised {
            Some(raised) => Err(raised),
            None => Ok(answer),
        }
    }

    fn look(&self, progress: &Progress<'_>) -> ControlFlow<()> {
        if self.function.is_none() {
            return ControlFlow::Continue(());
        }
        let mut told = self.told.borrow_mut();
        if Instant::now() >= told.next {
            told.nodes = progress.counters().nodes;
            if let Some(costs) = progress.costs() {
                told.bound = Some(costs.bound.floor_to(self.problem.decimals()));
            }
            drop(told);
            self.call();
            told = self.told.borrow_mut();
        }
        if told.raised.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Calls the function, unless a call before has raised an exception.
    fn call(&self) {
        let Some(function) = &self.function else { return };
        let mut told = self.told.borrow_mut();
        if told.raised.is_none() {
            let called = Python::attach(|py| {
                let cost = |cost: i128| cost_object(py, self.problem, self.sign * cost);
                let (cheapest, cover) = told.cheapest.as_ref().map(|(cost, cover)| (*cost, cover)).unzip();
                let (cheapest, bound) = (cheapest.map(cost).transpose()?, told.bound.map(cost).transpose()?);
                function.call1(py, (cheapest, cover, bound, told.nodes, self.started.elapsed().as_secs_f64()))
            });
            told.raised = called.err();
        }
        told.next = Instant::now() + BETWEEN_CALLS;
    }
}
