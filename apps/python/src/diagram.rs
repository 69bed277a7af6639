//! Diagrams of all covers of a problem.

use dlx_core::{BigUint, CompileError, Diagram, Givens, Limits, OptionId, SetError, Stopped};
use pyo3::prelude::*;

use crate::costs::cost_object;
use crate::watch::{BYTES_OF_A_NUMBER, Limited, MemoryLeft, detached, refused, stopped, watched};

/// Memory of a branch in a diagram's list and as a tuple of three numbers in a list of Python.
const BYTES_OF_A_BRANCH: usize = 192;

/// A diagram of covers. Options are numbers.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct DiagramCore {
    diagram: Diagram,
}

impl DiagramCore {
    pub(crate) fn new(diagram: Diagram) -> Self {
        Self { diagram }
    }
}

/// Returns the exception for a diagram that could not be compiled.
pub(crate) fn uncompiled(error: CompileError) -> PyErr {
    match error {
        CompileError::Stopped { why, at_least, .. } => stopped(why, format!("{at_least} covers")),
        error => refused(error),
    }
}

#[pymethods]
impl DiagramCore {
    /// Returns the diagram written by `to_bytes` or `dlx compile`.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        detached(py, || Diagram::read(bytes).map(Self::new).map_err(refused))
    }

    /// Returns the diagram and its problem in the format of `dlx compile`.
    fn to_bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        detached(py, || {
            let mut bytes = Vec::new();
            self.diagram.write(&mut bytes).map_err(refused)?;
            Ok(bytes)
        })
    }

    /// Returns the number of nodes.
    fn nodes(&self) -> usize {
        self.diagram.len()
    }

    /// Returns the number of covers.
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        detached(py, || Ok(self.diagram.count()))
    }

    /// Returns the branches without products, each after its children: an option, and the numbers of the branches without
    /// it and with it.
    fn branches(&self, py: Python<'_>, limited: Limited) -> PyResult<Vec<(usize, u32, u32)>> {
        let most = limited.memory() / BYTES_OF_A_BRANCH;
        let branches = detached(py, || {
            let branches = self.diagram.branches(most);
            branches.ok_or_else(|| stopped(Stopped::Memory, format!("{most} branches")))
        })?;
        Ok(branches.iter().map(|branch| (branch.option.index(), branch.lo, branch.hi)).collect())
    }

    /// Returns true if these options are one of the covers.
    fn contains(&self, cover: Vec<usize>) -> bool {
        self.ids(&cover).is_some_and(|mut cover| {
            cover.sort_unstable();
            self.diagram.contains(&cover)
        })
    }

    /// Returns a diagram of the covers that are in this one or (`|`), and (`&`), but not (`-`) in the other.
    fn combined(&self, py: Python<'_>, other: &Self, operation: &str, limited: Limited) -> PyResult<Self> {
        watched(py, limited.deadline()?, |watch| {
            let limits = &mut watch.limits_within(&limited);
            let combined = match operation {
                "|" => self.diagram.union(&other.diagram, limits),
                "&" => self.diagram.intersection(&other.diagram, limits),
                "-" => self.diagram.difference(&other.diagram, limits),
                _ => return Err(refused(format!("expected |, & or -, found {operation}"))),
            };
            combined.map(Self::new).map_err(|error| match error {
                SetError::Stopped(why) => stopped(why, "0 covers"),
                error => refused(error),
            })
        })
    }

    /// Returns a diagram of the covers with the forced options and without the forbidden ones.
    fn given(&self, py: Python<'_>, force: Vec<usize>, forbid: Vec<usize>) -> PyResult<Self> {
        let unknown = || refused("expected options of the problem, found another number");
        let (force, forbid) = (self.ids(&force).ok_or_else(unknown)?, self.ids(&forbid).ok_or_else(unknown)?);
        detached(py, || {
            let givens = Givens::none().force(&force).forbid(&forbid);
            self.diagram.assuming(givens).map(Self::new).map_err(refused)
        })
    }

    /// Returns the diagram in the language of Graphviz.
    fn to_dot(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || {
            let mut bytes = Vec::new();
            self.diagram.write_dot(&mut bytes).map_err(refused)?;
            String::from_utf8(bytes).map_err(refused)
        })
    }

    /// Returns the digest of the problem, and the number of its options.
    fn problem(&self) -> (String, usize) {
        let problem = self.diagram.problem();
        (problem.digest().to_string(), problem.option_count())
    }

    /// Returns the covers from this index, at most this number, in the order of the diagram.
    fn page(&self, py: Python<'_>, first: BigUint, most: usize) -> PyResult<Vec<Vec<usize>>> {
        detached(py, || {
            let places = (0..most).map(|place| &first + place);
            Ok(places.map_while(|place| self.diagram.nth(&place)).map(|cover| sorted(&cover)).collect())
        })
    }

    /// Returns the cover at this index, in the order of the diagram.
    fn nth(&self, place: BigUint) -> Option<Vec<usize>> {
        self.diagram.nth(&place).map(|cover| sorted(&cover))
    }

    /// Returns for each option the number of covers that contain it.
    fn marginals(&self, py: Python<'_>) -> PyResult<Vec<BigUint>> {
        detached(py, || Ok(self.diagram.marginals()))
    }

    /// Returns random covers, each drawn uniformly from all covers.
    fn sample(&self, py: Python<'_>, count: usize, seed: u64, limited: Limited) -> PyResult<Vec<Vec<usize>>> {
        watched(py, limited.deadline()?, |watch| {
            let mut sampler = self.diagram.sampler(seed);
            let (mut covers, mut room) = (Vec::new(), MemoryLeft::new(limited.memory()));
            for _ in 0..count {
                if watch.look().is_break() {
                    return Err(stopped(Stopped::Asked, format!("{} covers", covers.len())));
                }
                let Some(cover) = sampler.draw() else { break };
                let taken = room.take(cover.len() * BYTES_OF_A_NUMBER);
                taken.map_err(|why| stopped(why, format!("{} covers", covers.len())))?;
                covers.push(sorted(cover));
            }
            Ok(covers)
        })
    }

    /// Returns the cheapest covers with their costs, the cheapest first.
    fn best<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Vec<(Bound<'py, PyAny>, Vec<usize>)>> {
        let best = detached(py, || Ok(self.diagram.k_best(k, &mut Limits::none()).covers))?;
        let problem = self.diagram.problem();
        best.iter()
            .map(|priced| Ok((cost_object(py, problem, priced.cost)?, sorted(&priced.cover))))
            .collect()
    }
}

impl DiagramCore {
    fn ids(&self, options: &[usize]) -> Option<Vec<OptionId>> {
        let count = self.diagram.problem().option_count();
        let id = |&option: &usize| (option < count).then(|| OptionId::new(option));
        options.iter().map(id).collect()
    }
}

fn sorted(cover: &[OptionId]) -> Vec<usize> {
    let mut numbers = numbers(cover);
    numbers.sort_unstable();
    numbers
}

/// Returns the numbers of the options.
pub(crate) fn numbers(cover: &[OptionId]) -> Vec<usize> {
    cover.iter().map(|option| option.index()).collect()
}
