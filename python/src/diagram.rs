//! All covers of a problem at once.

use dlx_core::{BigUint, CompileError, Diagram};
use pyo3::prelude::*;

use crate::problem::numbers;
use crate::watch::{BYTES_OF_A_NUMBER, Deadline, Room, refused, stopped, watched};

/// A diagram of covers, of numbered options.
#[pyclass(frozen, module = "dlx._dlx")]
pub(crate) struct DiagramCore {
    diagram: Diagram,
}

impl DiagramCore {
    pub(crate) fn new(diagram: Diagram) -> Self {
        Self { diagram }
    }
}

/// The exception of a diagram that could not be made.
pub(crate) fn uncompiled(error: CompileError) -> PyErr {
    match error {
        CompileError::Stopped { why, at_least, .. } => stopped(why, format!("{at_least} covers")),
        error => refused(error),
    }
}

#[pymethods]
impl DiagramCore {
    /// The diagram that `to_bytes` or `dlx compile` wrote.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        py.detach(|| Diagram::read(bytes)).map(Self::new).map_err(refused)
    }

    /// The diagram and its problem, as `dlx compile` writes them.
    fn to_bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        py.detach(|| {
            let mut bytes = Vec::new();
            self.diagram.write(&mut bytes).map_err(refused)?;
            Ok(bytes)
        })
    }

    /// How many nodes there are.
    fn nodes(&self) -> usize {
        self.diagram.len()
    }

    /// How many covers there are.
    fn count(&self, py: Python<'_>) -> BigUint {
        py.detach(|| self.diagram.count())
    }

    /// Whether these options are one of the covers.
    fn contains(&self, cover: Vec<usize>) -> bool {
        self.ids(&cover).is_some_and(|mut cover| {
            cover.sort_unstable();
            self.diagram.contains(&cover)
        })
    }

    /// The cover at this place of the diagram's own order.
    fn nth(&self, place: BigUint) -> Option<Vec<usize>> {
        self.diagram.nth(&place).map(|cover| sorted(&cover))
    }

    /// In how many covers each option is.
    fn marginals(&self, py: Python<'_>) -> Vec<BigUint> {
        py.detach(|| self.diagram.marginals())
    }

    /// So many covers, each drawn from all.
    fn sample(
        &self,
        py: Python<'_>,
        count: usize,
        seed: u64,
        memory: Option<usize>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<Vec<usize>>> {
        watched(py, Deadline::after(timeout)?, |watch| {
            let mut sampler = self.diagram.sampler(seed);
            let (mut covers, mut room) = (Vec::new(), Room::new(memory));
            for _ in 0..count {
                if watch.look().is_break() {
                    return Err(stopped(dlx_core::Stopped::Asked, format!("{} covers", covers.len())));
                }
                let Some(cover) = sampler.draw() else { break };
                let taken = room.take(cover.len() * BYTES_OF_A_NUMBER);
                taken.map_err(|why| stopped(why, format!("{} covers", covers.len())))?;
                covers.push(sorted(cover));
            }
            Ok(covers)
        })
    }

    /// The cheapest covers, the cheapest first, each after its cost.
    fn best(&self, py: Python<'_>, k: usize) -> Vec<(u64, Vec<usize>)> {
        let best = py.detach(|| self.diagram.k_best(k));
        best.iter().map(|priced| (priced.cost, sorted(&priced.cover))).collect()
    }
}

impl DiagramCore {
    fn ids(&self, options: &[usize]) -> Option<Vec<dlx_core::OptionId>> {
        let count = self.diagram.problem().option_count();
        let id = |&option: &usize| (option < count).then(|| dlx_core::OptionId::new(option));
        options.iter().map(id).collect()
    }
}

fn sorted(cover: &[dlx_core::OptionId]) -> Vec<usize> {
    let mut numbers = numbers(cover);
    numbers.sort_unstable();
    numbers
}
