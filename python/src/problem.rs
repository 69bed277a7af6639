//! Problems and the questions about them. Items and options are numbers here; `excover/_problem.py` maps them to
//! Python objects.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use dlx_core::text::knuth;
use dlx_core::{
    BigUint, Cheapest, Color, Compiling, Count, Counting, GeneratorError, Givens, ItemId, OptionId, Problem,
    ProblemBuilder, Representative, Representatives, Rule, Search, Symmetries, check,
};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::ahead::Ahead;
use crate::diagram::{self, DiagramCore};
use crate::watch::{Deadline, refused, stopped, threads_of, watched};

/// A problem. Items and options are numbers.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct ProblemCore {
    pub(crate) problem: Problem,
}

/// An item of an option, and its color.
type Use = (usize, Option<String>);

/// A generator as text, with its place for errors before it, and true if the user has written the text, so that
/// columns of it mean something.
type GeneratorText = (String, String, bool);

#[pymethods]
impl ProblemCore {
    /// Builds a problem with items of these names, of which the first `primary` are primary.
    #[new]
    fn new(
        py: Python<'_>,
        names: Vec<String>,
        primary: usize,
        bounds: Vec<Option<(u32, u32)>>,
        options: Vec<Vec<Use>>,
        costs: Vec<u64>,
    ) -> PyResult<Self> {
        py.detach(|| build(&names, primary, &bounds, &options, &costs)).map(|problem| Self { problem })
    }

    /// Builds a problem from a matrix with a column for each item and a row for each option.
    #[staticmethod]
    fn from_matrix(matrix: PyReadonlyArray2<'_, bool>, primary: Option<usize>) -> PyResult<Self> {
        let items = matrix.shape()[1];
        let primary = primary.unwrap_or(items);
        if primary > items {
            return Err(refused(format!("primary of {primary}: the matrix has {items} columns")));
        }
        let mut builder = Problem::builder();
        declare(&mut builder, (0..items).map(|item| item.to_string()), primary, &[])?;
        for row in matrix.as_array().rows() {
            let used = row.iter().enumerate().filter(|&(_, &is_used)| is_used);
            builder.add_option(used.map(|(item, _)| ItemId::new(item))).map_err(refused)?;
        }
        builder.build().map(|problem| Self { problem }).map_err(refused)
    }

    /// Reads a problem in Knuth's format.
    #[staticmethod]
    fn from_text(py: Python<'_>, source: &str) -> PyResult<Self> {
        py.detach(|| knuth::read(source.as_bytes())).map(|problem| Self { problem }).map_err(refused)
    }

    /// Returns the problem in Knuth's format.
    fn to_text(&self) -> PyResult<String> {
        let mut bytes = Vec::new();
        knuth::write(&self.problem, &mut bytes).map_err(refused)?;
        String::from_utf8(bytes).map_err(refused)
    }

    /// Returns the names of the items, the primary ones first.
    fn names(&self) -> Vec<String> {
        self.problem.items().map(|item| self.problem.name(item).to_owned()).collect()
    }

    /// Returns the number of primary items.
    fn primary_count(&self) -> usize {
        self.problem.primary_count()
    }

    /// Returns the number of options.
    fn option_count(&self) -> usize {
        self.problem.option_count()
    }

    /// Returns the lower and upper bound of each primary item.
    fn bounds(&self) -> Vec<(u32, u32)> {
        let primary = self.problem.items().take(self.problem.primary_count());
        primary.map(|item| self.problem.bounds(item)).map(|bounds| (bounds.low, bounds.high)).collect()
    }

    /// Returns the items of an option, each with its color.
    fn option(&self, option: usize) -> PyResult<Vec<Use>> {
        let options = self.problem.option_count();
        if option >= options {
            return Err(PyIndexError::new_err(format!("option {option} of {options}")));
        }
        let uses = self.problem.uses(OptionId::new(option)).iter();
        let color = |color| self.problem.color_name(color).map(str::to_owned);
        Ok(uses.map(|used| (used.item.index(), color(used.color))).collect())
    }

    /// Returns the cost of each option.
    fn costs(&self) -> Vec<u64> {
        self.problem.options().map(|option| self.problem.cost(option)).collect()
    }

    /// Returns the digest of the problem.
    fn digest(&self) -> String {
        self.problem.digest().to_string()
    }

    /// Returns the number of covers with the forced options and without the forbidden ones.
    fn count(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        threads: usize,
        memory: Option<usize>,
        timeout: Option<f64>,
    ) -> PyResult<BigUint> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        let threads = threads_of(threads)?;
        watched(py, Deadline::after(timeout)?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            let mut limits = watch.limits_within(memory);
            let counting = Counting::of(&self.problem).givens(givens).threads(threads);
            match counting.run(&mut limits).map_err(refused)?.count {
                Count::Exact(count) => Ok(count),
                Count::AtLeast(found, why) => Err(stopped(why, format!("{found} covers"))),
            }
        })
    }

    /// Returns an iterator over the covers.
    fn listing(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        rule: &str,
        timeout: Option<f64>,
    ) -> PyResult<Listing> {
        let rule: Rule = rule.parse().map_err(|error: dlx_core::UnknownRule| refused(error))?;
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        let deadline = Deadline::after(timeout)?;
        py.detach(|| {
            let mut search = Search::with_rule(&self.problem, rule);
            search.restart(Givens::none().force(&force).forbid(&forbid)).map_err(refused)?;
            Ok(Listing { search: Mutex::new(search), deadline })
        })
    }

    /// Returns the cheapest covers with their costs, the cheapest first.
    fn best(
        &self,
        py: Python<'_>,
        k: usize,
        force: Vec<usize>,
        forbid: Vec<usize>,
        memory: Option<usize>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<(u64, Vec<usize>)>> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        if k == 0 {
            return Ok(Vec::new());
        }
        watched(py, Deadline::after(timeout)?, |watch| {
            let mut cheapest = Cheapest::new(&self.problem);
            cheapest.restart(Givens::none().force(&force).forbid(&forbid)).map_err(refused)?;
            let best = cheapest.find(k, &mut watch.limits_within(memory));
            if let Some(why) = best.stopped {
                return Err(stopped(why, format!("{} covers", best.covers.len())));
            }
            Ok(best.covers.iter().map(|priced| (priced.cost, numbers(&priced.cover))).collect())
        })
    }

    /// Returns a diagram of all covers.
    fn compile(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        threads: usize,
        memory: Option<usize>,
        timeout: Option<f64>,
    ) -> PyResult<DiagramCore> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        let threads = threads_of(threads)?;
        watched(py, Deadline::after(timeout)?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            let mut limits = watch.limits_within(memory);
            let diagram = Compiling::of(&self.problem).givens(givens).threads(threads).run(&mut limits);
            diagram.map(DiagramCore::new).map_err(diagram::uncompiled)
        })
    }

    /// Returns all symmetries of the problem, or those that the generators generate.
    fn symmetries(
        &self,
        py: Python<'_>,
        generators: Option<Vec<GeneratorText>>,
        timeout: Option<f64>,
    ) -> PyResult<SymmetriesCore> {
        watched(py, Deadline::after(timeout)?, |watch| {
            let limits = &mut watch.limits();
            let found = match &generators {
                None => Symmetries::of(&self.problem, limits).map_err(GeneratorError::from),
                Some(generators) => {
                    let texts = generators.iter().map(|(_, text, _)| text.as_str());
                    Symmetries::generated_by(&self.problem, texts, limits)
                }
            };
            found.map(SymmetriesCore).map_err(|error| match error {
                GeneratorError::Stopped(why) => stopped(why, "no symmetries"),
                GeneratorError::Invalid { number, column, kind } => {
                    let generators = generators.as_deref().unwrap_or_default();
                    let Some((place, _, is_written)) = generators.get(number - 1) else {
                        return refused(kind);
                    };
                    match column.filter(|_| *is_written) {
                        Some(column) => refused(format!("{place}, column {column}: {kind}")),
                        None => refused(format!("{place}: {kind}")),
                    }
                }
                error => refused(error),
            })
        })
    }

    /// Raises an exception unless these options are a cover.
    fn check(&self, cover: Vec<usize>) -> PyResult<()> {
        check(&self.problem, &self.ids(&cover)?).map_err(refused)
    }
}

impl ProblemCore {
    /// Returns the ids of options, or an error if the problem does not have one of them.
    fn ids(&self, options: &[usize]) -> PyResult<Vec<OptionId>> {
        let count = self.problem.option_count();
        let id = |&option: &usize| {
            let is_known = option < count;
            let unknown = || refused(format!("option {option} of {count}: there is no such option"));
            is_known.then(|| OptionId::new(option)).ok_or_else(unknown)
        };
        options.iter().map(id).collect()
    }
}

/// An iterator over the covers of a problem, each as the numbers of its options in ascending order.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct Listing {
    search: Mutex<Search>,
    deadline: Deadline,
}

#[pymethods]
impl Listing {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<usize>>> {
        watched(py, self.deadline, |watch| {
            let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
            match search.next_solution(&mut watch.limits()) {
                Ok(cover) => Ok(cover.map(numbers)),
                Err(why) => {
                    let found = search.counters().solutions;
                    Err(stopped(why, format!("{found} covers")))
                }
            }
        })
    }
}

/// Numbers, each with its image.
type Images = Vec<(usize, usize)>;

/// A generator: the images of the items that it moves, those of the options, and those of the pairs of an item and
/// a color.
type Generator = (Images, Images, Vec<(Use, Use)>);

/// The symmetries of a problem.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct SymmetriesCore(Symmetries);

#[pymethods]
impl SymmetriesCore {
    /// Returns the number of permutations of the options.
    fn order(&self) -> BigUint {
        self.0.order().clone()
    }

    /// Returns the number of permutations of items and colors that change no option.
    fn kernel_order(&self) -> BigUint {
        self.0.kernel_order().clone()
    }

    /// Returns the generators.
    fn generators(&self) -> Vec<Generator> {
        let problem = self.0.problem();
        let pair =
            |(item, color): (ItemId, Color)| (item.index(), problem.color_name(color).map(str::to_owned));
        let generators = self.0.generators().map(|symmetry| {
            let items = symmetry.items().map(|(item, image)| (item.index(), image.index()));
            let options = symmetry.options().map(|(option, image)| (option.index(), image.index()));
            let colors = symmetry.colors().map(|(colored, image)| (pair(colored), pair(image)));
            (items.collect(), options.collect(), colors.collect())
        });
        generators.collect()
    }

    /// Returns the orbits of the items.
    fn item_orbits(&self) -> Vec<Vec<usize>> {
        let orbits = self.0.item_orbits().into_iter();
        orbits.map(|orbit| orbit.iter().map(|item| item.index()).collect()).collect()
    }

    /// Returns the orbits of the options.
    fn option_orbits(&self) -> Vec<Vec<usize>> {
        self.0.option_orbits().iter().map(|orbit| numbers(orbit)).collect()
    }

    /// Returns the number of covers up to symmetry.
    fn count(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: Option<usize>,
        timeout: Option<f64>,
    ) -> PyResult<BigUint> {
        let threads = threads_of(threads)?;
        watched(py, Deadline::after(timeout)?, |watch| {
            match self.0.count_with(threads, &mut watch.limits_within(memory)) {
                Count::Exact(count) => Ok(count),
                Count::AtLeast(found, why) => Err(stopped(why, format!("{found} covers"))),
            }
        })
    }

    /// Returns an iterator over one cover of each orbit.
    fn representatives(
        &self,
        py: Python<'_>,
        threads: usize,
        timeout: Option<f64>,
    ) -> PyResult<RepresentativeListing> {
        let threads = threads_of(threads)?;
        let deadline = Deadline::after(timeout)?;
        let mut listing = py.detach(|| self.0.representatives());
        let source = if threads == NonZeroUsize::MIN {
            Source::OnDemand(Box::new(listing))
        } else {
            Source::Ahead(Ahead::start(deadline, move |limits, visit| {
                listing.for_each(threads, limits, visit)
            })?)
        };
        Ok(RepresentativeListing { listing: Mutex::new((source, 0)), deadline })
    }
}

/// An iterator over one cover of each orbit, each with the number of covers of the orbit.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct RepresentativeListing {
    /// Where the representatives come from, and how many have been returned.
    listing: Mutex<(Source, u64)>,
    deadline: Deadline,
}

/// Where representatives come from.
enum Source {
    /// A search that runs while the iterator is advanced.
    OnDemand(Box<Representatives>),
    /// A search on several threads.
    Ahead(Ahead<Representative>),
}

#[pymethods]
impl RepresentativeListing {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Vec<usize>, BigUint)>> {
        watched(py, self.deadline, |watch| {
            let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
            let (source, found) = &mut *listing;
            let next = match source {
                Source::OnDemand(listing) => listing.next_representative(&mut watch.limits()),
                Source::Ahead(ahead) => ahead.next(watch),
            };
            match next {
                Ok(next) => {
                    *found += u64::from(next.is_some());
                    Ok(next.map(|Representative { cover, orbit }| (numbers(&cover), orbit)))
                }
                Err(why) => Err(stopped(why, format!("{found} covers"))),
            }
        })
    }
}

/// Returns the numbers of the options.
pub(crate) fn numbers(cover: &[OptionId]) -> Vec<usize> {
    cover.iter().map(|option| option.index()).collect()
}

fn build(
    names: &[String],
    primary: usize,
    bounds: &[Option<(u32, u32)>],
    options: &[Vec<Use>],
    costs: &[u64],
) -> PyResult<Problem> {
    let mut builder = Problem::builder();
    declare(&mut builder, names.iter().cloned(), primary, bounds)?;
    for (place, option) in options.iter().enumerate() {
        if let Some((item, _)) = option.iter().find(|(item, _)| *item >= names.len()) {
            return Err(refused(format!("option {place}: item {item} of {}", names.len())));
        }
        let added = if option.iter().all(|(_, color)| color.is_none()) {
            builder.add_option(option.iter().map(|&(item, _)| ItemId::new(item)))
        } else {
            builder.add_option(option.iter().map(|(item, color)| {
                let item = ItemId::new(*item);
                match color {
                    Some(color) => dlx_core::Mention::from((item, color.as_str())),
                    None => item.into(),
                }
            }))
        };
        added.map_err(refused)?;
        if let Some(&cost) = costs.get(place).filter(|&&cost| cost > 0) {
            builder.add_cost(cost).map_err(refused)?;
        }
    }
    builder.build().map_err(refused)
}

fn declare(
    builder: &mut ProblemBuilder,
    names: impl Iterator<Item = String>,
    primary: usize,
    bounds: &[Option<(u32, u32)>],
) -> PyResult<()> {
    for (place, name) in names.enumerate() {
        match bounds.get(place).copied().flatten() {
            _ if place >= primary => builder.add_secondary(&name),
            Some((low, high)) => builder.add_bounded(&name, low..=high),
            None => builder.add_primary(&name),
        }
        .map_err(refused)?;
    }
    Ok(())
}
