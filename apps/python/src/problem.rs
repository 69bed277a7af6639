//! Problems and the questions about them. Items and options are numbers here; `excover/_problem.py` maps them to
//! Python objects.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use dlx_core::inner::{
    Cheapest, Compiling, CountEngine, Counting, EngineKind, Finder, Gap, GeneratorError, ParallelSearch,
    Plan, why,
};
use dlx_core::text::knuth;
use dlx_core::{
    BigUint, Bounds, Checkpoint, Color, Core, Count, Finding, Givens, ItemId, ItemKind, Limits, Mean,
    Minimality, OptionId, Priced, Problem, ProblemBuilder, Representative, Representatives, Rule, Search,
    Stopped, Symmetries, Why, check, lint, recount,
};
use dlx_instances::draw::{self, Sheet, Strokes};
use dlx_instances::geometry::Geometry;
use numpy::ndarray::ArrayView1;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::ahead::Ahead;
use crate::costs::{CostArgument, cost_object};
use crate::diagram::{self, DiagramCore, numbers};
use crate::progress::Teller;
use crate::uses::{Use, Uses};
use crate::watch::{Deadline, Limited, detached, refused, stopped, watched};

/// A problem. Items and options are numbers.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct ProblemCore {
    pub(crate) problem: Problem,
}

/// An item and a color of it.
type Pair = (usize, Option<String>);

/// The bounds of an item: the lower and the upper one, `None` for no limit.
type BoundsParts = (u32, Option<u32>);

/// The kind, the text, the items and the options of a finding, and whether it is a proof.
type FindingParts = (&'static str, String, Vec<usize>, Vec<usize>, bool);

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
        bounds: Vec<Option<BoundsParts>>,
        options: &Uses,
        costs: Vec<CostArgument>,
    ) -> PyResult<Self> {
        detached(py, || build(&names, primary, &bounds, options, &costs)).map(|problem| Self { problem })
    }

    /// Builds a problem from a matrix with a column for each item and a row for each option.
    #[staticmethod]
    fn from_matrix(
        matrix: PyReadonlyArray2<'_, bool>,
        primary: Option<usize>,
        names: Vec<String>,
    ) -> PyResult<Self> {
        let items = matrix.shape()[1];
        let primary = primary.unwrap_or(items);
        if primary > items {
            return Err(refused(format!("primary of {primary}: the matrix has {items} columns")));
        }
        of_rows(names.into_iter(), primary, matrix.as_array().rows().into_iter().map(used_columns))
    }

    /// Builds a problem of primary items from those rows of a matrix that have items. Returns the numbers of these rows,
    /// too.
    #[staticmethod]
    fn from_used_rows(matrix: PyReadonlyArray2<'_, bool>) -> PyResult<(Self, Vec<usize>)> {
        let array = matrix.as_array();
        let rows: Vec<_> = array.rows().into_iter().collect();
        let used: Vec<usize> =
            (0..rows.len()).filter(|&row| rows[row].iter().any(|&is_used| is_used)).collect();
        let items = matrix.shape()[1];
        let problem = of_rows(numbered(items), items, used.iter().map(|&row| used_columns(rows[row])))?;
        Ok((problem, used))
    }

    /// Builds a problem from the numbers of the items of each option. The primary items come first.
    #[staticmethod]
    fn from_rows(primary: usize, secondary: usize, rows: Vec<Vec<usize>>) -> PyResult<Self> {
        let items = primary.saturating_add(secondary);
        if let Some(item) = rows.iter().flatten().find(|&&item| item >= items) {
            return Err(refused(format!("expected an item below {items}, found {item}")));
        }
        of_rows(numbered(items), primary, rows)
    }

    /// Reads a problem in Knuth's format.
    #[staticmethod]
    fn from_text(py: Python<'_>, source: &str) -> PyResult<Self> {
        detached(py, || knuth::read(source.as_bytes()).map(|problem| Self { problem }).map_err(refused))
    }

    /// Returns the problem with items of these names.
    fn renamed(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Self> {
        detached(py, || renamed(&self.problem, &names)).map(|problem| Self { problem })
    }

    /// Returns a geometry as it is written, or an error if it is not one.
    #[staticmethod]
    fn geometry(text: &str) -> PyResult<String> {
        text.parse().map(|geometry| geometry_text(&geometry)).map_err(refused)
    }

    /// Returns a picture of a cover.
    /// Without a title, the picture is text.
    fn draw(
        &self,
        py: Python<'_>,
        cover: Vec<usize>,
        geometry: &str,
        title: Option<&str>,
    ) -> PyResult<String> {
        let geometry: Geometry = geometry.parse().map_err(refused)?;
        let cover = self.ids(&cover)?;
        detached(py, || {
            let drawn = match title {
                Some(title) => draw::svg(&self.problem, &geometry, &cover, title),
                None => draw::text(&self.problem, &geometry, &cover, Strokes::Box),
            };
            drawn.map_err(refused)
        })
    }

    /// Returns a picture of several covers.
    fn draw_sheet(
        &self,
        py: Python<'_>,
        covers: Vec<Vec<usize>>,
        columns: usize,
        geometry: &str,
        title: Option<&str>,
    ) -> PyResult<String> {
        let geometry: Geometry = geometry.parse().map_err(refused)?;
        let columns = NonZeroUsize::new(columns).unwrap_or(NonZeroUsize::MIN);
        let covers = covers.iter().map(|cover| self.ids(cover)).collect::<PyResult<Vec<_>>>()?;
        detached(py, || {
            let mut sheet = Sheet::new(&self.problem, &geometry, columns).map_err(refused)?;
            covers.iter().try_for_each(|cover| sheet.add(cover)).map_err(refused)?;
            Ok(title.map_or_else(|| sheet.text(Strokes::Box), |title| sheet.svg(title)))
        })
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
    fn bounds(&self) -> Vec<BoundsParts> {
        let primary = self.problem.items().take(self.problem.primary_count());
        let high = |bounds: Bounds| Some(bounds.high).filter(|&high| high != Bounds::NO_LIMIT);
        primary.map(|item| self.problem.bounds(item)).map(|bounds| (bounds.low, high(bounds))).collect()
    }

    /// Returns the items of an option, each with its color and weight.
    fn option(&self, option: usize) -> PyResult<Vec<Use>> {
        let options = self.problem.option_count();
        if option >= options {
            return Err(PyIndexError::new_err(format!("option {option} of {options}")));
        }
        let uses = self.problem.weighted_uses(OptionId::new(option));
        let color = |color| self.problem.color_name(color).map(str::to_owned);
        Ok(uses.map(|(used, weight)| (used.item.index(), color(used.color), weight)).collect())
    }

    /// Returns the cost of each option.
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.problem
            .options()
            .map(|option| cost_object(py, &self.problem, self.problem.cost(option)))
            .collect()
    }

    /// Returns the digest of the problem.
    fn digest(&self) -> String {
        self.problem.digest().to_string()
    }

    /// Returns the number of covers with the forced options and without the forbidden ones, up to `most`, and
    /// whether it is exact. With `is_partial`, a number is returned also if a limit was reached.
    #[allow(clippy::too_many_arguments, reason = "Python hands the arguments over one by one")]
    fn count(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        most: Option<u64>,
        is_partial: bool,
        engine: Option<&str>,
        limited: Limited,
    ) -> PyResult<(BigUint, bool)> {
        let engine: Option<CountEngine> = engine.map(str::parse).transpose().map_err(refused_engine)?;
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        watched(py, limited.deadline()?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            let mut limits = watch.limits_within(&limited).solutions(one_more(most));
            let mut counting = Counting::of(&self.problem).givens(givens).threads(limited.threads());
            if let Some(engine) = engine {
                counting = counting.engine(engine);
            }
            counted(counting.run(&mut limits).map_err(refused)?.count, most, is_partial)
        })
    }

    /// Returns the number of covers as `count`, by a second algorithm that shares no code with the first.
    fn recount(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        limited: Limited,
    ) -> PyResult<(BigUint, bool)> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        watched(py, limited.deadline()?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            counted(
                recount(&self.problem, givens, &mut watch.limits_within(&limited)).map_err(refused)?,
                None,
                false,
            )
        })
    }

    /// Returns an estimate by random probes: the number of probes, the number of those that reached a cover, and mean and
    /// standard error of the number of nodes and of that of covers.
    fn estimate(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        probes: u64,
        seed: u64,
        limited: Limited,
    ) -> PyResult<(u64, u64, MeanParts, MeanParts)> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        watched(py, limited.deadline()?, |watch| {
            let mut search = self.searching(&force, &forbid, Rule::default(), None)?;
            let found = search.estimate(probes, seed, &mut watch.limits());
            let parts = |mean: Mean| (mean.value, mean.standard_error);
            match found.stopped {
                Some(why) => Err(stopped(why, format!("{} probes", found.probes))),
                None => Ok((found.probes, found.reached, parts(found.nodes), parts(found.solutions))),
            }
        })
    }

    /// Returns an iterator over the covers, or over those that are left at a checkpoint.
    #[allow(clippy::too_many_arguments, reason = "Python hands the arguments over one by one")]
    fn listing(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        rule: &str,
        engine: Option<&str>,
        resume: Option<&str>,
        most: Option<u64>,
        limited: Limited,
    ) -> PyResult<Listing> {
        let rule: Rule = rule.parse().map_err(|error: dlx_core::inner::UnknownRule| refused(error))?;
        let engine: Option<EngineKind> = engine.map(str::parse).transpose().map_err(refused_engine)?;
        let checkpoint: Option<Checkpoint> =
            resume.map(str::parse).transpose().map_err(|error| refused(format!("resume: {error}")))?;
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        let (deadline, nodes, threads) = (limited.deadline()?, limited.nodes(), limited.threads());
        let search = watched(py, deadline, |watch| {
            let mut search = self.searching(&force, &forbid, rule, engine)?;
            if let Some(checkpoint) = checkpoint {
                let resumed = search.resume(&checkpoint, &mut watch.limits());
                resumed.map_err(|error| refused(format!("resume: {error}")))?;
            }
            Ok(search)
        })?;
        let source = if threads == NonZeroUsize::MIN {
            Source::OnDemand(Box::new(Alone { search, nodes }))
        } else {
            let mut search = search;
            Source::Ahead(Ahead::start(deadline, nodes, move |limits, visit| {
                let mut parallel = ParallelSearch::new(&mut search, threads);
                match parallel.for_each(limits, |cover| visit(numbers(cover))) {
                    Count::Exact(_) => Ok(()),
                    Count::AtLeast(_, why) => Err(why),
                }
            })?)
        };
        Ok(Listing { listing: Mutex::new((source, 0)), deadline, most: most.unwrap_or(u64::MAX) })
    }

    /// Returns any cover; `None` if there is none.
    fn first(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        limited: Limited,
    ) -> PyResult<Option<Vec<usize>>> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        watched(py, limited.deadline()?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            let mut limits = watch.limits_within(&limited).solutions(1);
            let finder = Finder::of(&self.problem).givens(givens).threads(limited.threads());
            let found = finder.run(&mut limits).map_err(refused)?;
            match (found.covers.first(), found.stopped) {
                (None, Some(why)) => Err(stopped(why, "0 covers")),
                (cover, _) => Ok(cover.map(|cover| numbers(cover))),
            }
        })
    }

    /// Returns the cheapest covers with their costs, the cheapest first: `k` of them, or all of the least cost. An
    /// exception for a limit has the attributes `covers` and `lower_bound`.
    #[allow(clippy::too_many_arguments, reason = "Python hands the arguments over one by one")]
    fn best(
        &self,
        py: Python<'_>,
        k: Option<usize>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        max_cost: Option<CostArgument>,
        unit_costs: bool,
        maximize: bool,
        gap: Option<(CostArgument, bool)>,
        limited: Limited,
    ) -> PyResult<Vec<(Py<PyAny>, Vec<usize>)>> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        let max_cost = max_cost.map(|most| most.decimal()).transpose()?;
        let gap = gap.map(|(gap, is_percent)| Ok::<_, PyErr>((gap.decimal()?, is_percent))).transpose()?;
        if k == Some(0) {
            return Ok(Vec::new());
        }
        let mut problem = if unit_costs { self.problem.with_unit_costs() } else { self.problem.clone() };
        if maximize {
            problem = problem.with_opposite_costs();
        }
        let best = watched(py, limited.deadline()?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            if givens.contradiction(&problem).map_err(refused)?.is_some() {
                return Ok(None);
            }
            let mut cheapest = Cheapest::new(&problem);
            cheapest.restart(givens).map_err(refused)?;
            cheapest.set_threads(limited.threads());
            cheapest.set_most_cost(max_cost.map(|most| most.floor_to(problem.decimals())));
            match gap {
                None => {}
                Some((percent, true)) => cheapest.set_gap(Gap::Percent(percent)),
                Some((most, false)) => cheapest.set_gap(Gap::Cost(most.floor_to(problem.decimals()))),
            }
            let teller = Teller::new(&limited, &problem, maximize);
            let mut limits = teller.limits(watch, &limited);
            let tell = |priced: &Priced| teller.found(priced);
            let best = match k {
                Some(k) => cheapest.find_watched(k, &mut limits, tell),
                None => cheapest.find_all_optimal(&mut limits, tell),
            };
            drop(limits);
            teller.unless_raised(Some(best))
        })?;
        let Some(best) = best else { return Ok(Vec::new()) };
        let cost = |cost: i128| -> PyResult<Py<PyAny>> {
            Ok(cost_object(py, &problem, if maximize { -cost } else { cost })?.unbind())
        };
        let priced = best.covers.iter().map(|priced| Ok((cost(priced.cost)?, numbers(&priced.cover))));
        let covers: Vec<_> = priced.collect::<PyResult<_>>()?;
        let bound = best.lower_bound.map(cost).transpose()?;
        unless_stopped(
            py,
            covers,
            best.stopped,
            (if maximize { "upper_bound" } else { "lower_bound" }, bound),
        )
    }

    /// Returns a diagram of all covers.
    fn compile(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        limited: Limited,
    ) -> PyResult<DiagramCore> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        watched(py, limited.deadline()?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            let mut limits = watch.limits_within(&limited);
            let compiling = Compiling::of(&self.problem).givens(givens).threads(limited.threads());
            compiling.run(&mut limits).map(DiagramCore::new).map_err(diagram::uncompiled)
        })
    }

    /// Returns the reason why there is no cover: the items, the options, the given options and the conflicts of a
    /// core, whether it is minimal, and the text. `None` if there is a cover.
    fn why(
        &self,
        py: Python<'_>,
        force: Vec<usize>,
        forbid: Vec<usize>,
        limited: Limited,
    ) -> PyResult<Option<CoreParts>> {
        let (force, forbid) = (self.ids(&force)?, self.ids(&forbid)?);
        watched(py, limited.deadline()?, |watch| {
            let givens = Givens::none().force(&force).forbid(&forbid);
            let answer = why(&self.problem, givens, &mut watch.limits_within(&limited)).map_err(refused)?;
            let text = answer.display(&self.problem).to_string();
            match answer {
                Why::Solvable(_) => Ok(None),
                Why::Unknown(why) => Err(stopped(why, "0 covers")),
                Why::Core(Core { items, options, given, conflicts, minimality, .. }) => {
                    let items_of =
                        |items: &[ItemId]| items.iter().map(|item| item.index()).collect::<Vec<_>>();
                    let is_minimal = minimality == Minimality::Proved;
                    let (items, conflicts) = (items_of(&items), items_of(&conflicts));
                    Ok(Some((items, numbers(&options), numbers(&given), conflicts, is_minimal, text)))
                }
            }
        })
    }

    /// Looks the problem over for mistakes. Returns the kind, the text, the items and the options of each finding, and
    /// whether it proves that there is no cover.
    fn lint(&self, py: Python<'_>, limited: Limited) -> PyResult<Vec<FindingParts>> {
        watched(py, limited.deadline()?, |watch| {
            let parts = |finding: Finding| {
                let text = finding.display(&self.problem).to_string();
                let items = finding.items.iter().map(|item| item.index()).collect();
                (finding.kind.name(), text, items, numbers(&finding.options), finding.is_proof)
            };
            let found = lint(&self.problem, &mut watch.limits());
            Ok(found.map_err(|why| stopped(why, "0 findings"))?.into_iter().map(parts).collect())
        })
    }

    /// Returns all symmetries of the problem, or those that the generators generate.
    fn symmetries(
        &self,
        py: Python<'_>,
        generators: Option<Vec<GeneratorText>>,
        limited: Limited,
    ) -> PyResult<SymmetriesCore> {
        watched(py, limited.deadline()?, |watch| {
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
    /// Returns a search for the covers with the forced options and without the forbidden ones.
    pub(crate) fn searching(
        &self,
        force: &[OptionId],
        forbid: &[OptionId],
        rule: Rule,
        engine: Option<EngineKind>,
    ) -> PyResult<Search> {
        let givens = Givens::none().force(force).forbid(forbid);
        if givens.contradiction(&self.problem).map_err(refused)?.is_some() {
            // No cover satisfies them: the search is one of a problem without options.
            let unsolvable = Problem::builder().primary(["item"]).build().map_err(refused)?;
            return Search::with_rule(&unsolvable, rule, &mut Limits::none()).map_err(refused);
        }
        let mut search = match engine {
            None => Search::with_rule(&self.problem, rule, &mut Limits::none()).map_err(refused)?,
            Some(engine) => {
                let plan = Plan::of(&self.problem, rule, &mut Limits::none()).map_err(refused)?;
                Search::with_plan(&self.problem, &plan.with_engine(engine), &mut Limits::none())
                    .map_err(|error| refused(format!("engine: {error}")))?
            }
        };
        search.restart(givens).map_err(refused)?;
        Ok(search)
    }

    /// Returns the ids of options, or an error if the problem does not have one of them.
    pub(crate) fn ids(&self, options: &[usize]) -> PyResult<Vec<OptionId>> {
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
    /// Where the covers come from, and how many have been returned.
    listing: Mutex<(Source<Alone, Vec<usize>>, u64)>,
    deadline: Deadline,
    /// The greatest number of covers.
    most: u64,
}

/// A search on the thread that advances the iterator, and the nodes that it may still enter.
struct Alone {
    search: Search,
    nodes: u64,
}

#[pymethods]
impl Listing {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<usize>>> {
        watched(py, self.deadline, |watch| {
            let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
            let (source, found) = &mut *listing;
            if *found >= self.most {
                return Ok(None);
            }
            let next = match source {
                Source::OnDemand(alone) => {
                    let mut limits = watch.limits().nodes(alone.nodes);
                    let next = alone.search.next_solution(&mut limits).map(|cover| cover.map(numbers));
                    alone.nodes = limits.nodes_left();
                    next
                }
                Source::Ahead(ahead) => ahead.next(watch),
            };
            if let Ok(Some(_)) = next {
                *found += 1;
            }
            next.map_err(|why| stopped(why, format!("{found} covers")))
        })
    }

    /// Returns the position of the search as text.
    fn checkpoint(&self) -> PyResult<String> {
        let listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
        match &listing.0 {
            Source::OnDemand(alone) => Ok(alone.search.checkpoint().to_string()),
            Source::Ahead(_) => Err(refused("threads: expected one thread for a checkpoint, found several")),
        }
    }
}

/// Where the results of an iterator come from.
enum Source<S, T> {
    /// A search that runs while the iterator is advanced.
    OnDemand(Box<S>),
    /// A search on several threads.
    Ahead(Ahead<T>),
}

/// A core: its items, its options, the given options, the conflicts, whether it is minimal, and its text.
type CoreParts = (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>, bool, String);

/// Returns a count up to `most` and whether it is exact; an error if a limit stopped it before it reached `most`, unless
/// part of it is enough.
pub(crate) fn counted(
    count: Count<impl Into<BigUint>>,
    most: Option<u64>,
    is_partial: bool,
) -> PyResult<(BigUint, bool)> {
    match count {
        Count::Exact(count) => Ok(up_to(count.into(), most)),
        Count::AtLeast(found, why) => {
            let found = found.into();
            let is_reached = most.is_some_and(|most| found >= most.into());
            if is_partial || is_reached || why == Stopped::Solutions {
                Ok((up_to(found, most).0, false))
            } else {
                Err(stopped(why, format!("{found} covers")))
            }
        }
    }
}

/// Returns the limit of solutions for a count up to `most`: one more tells whether the count is exact.
fn one_more(most: Option<u64>) -> u64 {
    most.map_or(u64::MAX, |most| most.saturating_add(1))
}

/// Returns an exact count, or `most` if that is less.
fn up_to(count: BigUint, most: Option<u64>) -> (BigUint, bool) {
    match most.map(BigUint::from) {
        Some(most) if count > most => (most, false),
        _ => (count, true),
    }
}

/// Returns a geometry as text, without the word of the comment that holds it.
pub(crate) fn geometry_text(geometry: &Geometry) -> String {
    let text = geometry.to_string();
    text.split_once(' ').map_or_else(String::new, |(_, rest)| rest.to_owned())
}

/// Numbers, each with its image.
type Images = Vec<(usize, usize)>;

/// A generator: the images of the items that it moves, those of the options, and those of the pairs of an item and
/// a color.
type Generator = (Images, Images, Vec<(Pair, Pair)>);

/// Returns the covers; if a limit stopped the search for them, the exception for it, which has them and the bound of this name
/// as attributes.
fn unless_stopped<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    covers: Vec<T>,
    why: Option<Stopped>,
    (name, bound): (&str, Option<Py<PyAny>>),
) -> PyResult<Vec<T>> {
    let Some(why) = why else { return Ok(covers) };
    let error = stopped(why, format!("{} covers", covers.len()));
    let value = error.value(py);
    value.setattr("covers", covers)?;
    value.setattr(name, bound)?;
    Err(error)
}

/// The cost of an orbit, its first cover, and the number of its covers.
type PricedOrbit = (Py<PyAny>, Vec<usize>, u64);

/// The symmetries of a problem.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct SymmetriesCore(pub(crate) Symmetries);

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

    /// Returns the number of covers up to symmetry, and whether it is exact, as `ProblemCore.count`.
    fn count(
        &self,
        py: Python<'_>,
        most: Option<u64>,
        is_partial: bool,
        limited: Limited,
    ) -> PyResult<(BigUint, bool)> {
        watched(py, limited.deadline()?, |watch| {
            let mut limits = watch.limits_within(&limited).solutions(one_more(most));
            counted(self.0.count_with(limited.threads(), &mut limits), most, is_partial)
        })
    }

    /// Returns a cover of each of the `k` cheapest orbits, or of all of the least cost, with its cost and the number of covers
    /// of its orbit. An exception for a limit has the attributes `covers` and `lower_bound`.
    fn best(&self, py: Python<'_>, k: Option<usize>, limited: Limited) -> PyResult<Vec<PricedOrbit>> {
        let problem = self.0.problem();
        if k == Some(0) {
            return Ok(Vec::new());
        }
        let found = watched(py, limited.deadline()?, |watch| {
            let mut cheapest = Cheapest::new(problem);
            cheapest.set_threads(limited.threads());
            let teller = Teller::new(&limited, problem, false);
            let mut limits = teller.limits(watch, &limited);
            let found = cheapest.find_up_to(k, &self.0, &mut limits, |priced| teller.found(priced));
            drop(limits);
            teller.unless_raised(found)
        })?;
        let cost = |cost: i128| -> PyResult<Py<PyAny>> { Ok(cost_object(py, problem, cost)?.unbind()) };
        let orbits = found.best.covers.iter().zip(found.sizes);
        let covers: Vec<_> = orbits
            .map(|(priced, size)| Ok((cost(priced.cost)?, numbers(&priced.cover), size)))
            .collect::<PyResult<_>>()?;
        let bound = found.best.lower_bound.map(cost).transpose()?;
        unless_stopped(py, covers, found.best.stopped, ("lower_bound", bound))
    }

    /// Returns an iterator over one cover of each orbit.
    fn representatives(&self, py: Python<'_>, limited: Limited) -> PyResult<RepresentativeListing> {
        let (deadline, threads) = (limited.deadline()?, limited.threads());
        let mut listing = detached(py, || Ok(self.0.representatives()))?;
        let source = if threads == NonZeroUsize::MIN {
            Source::OnDemand(Box::new(listing))
        } else {
            Source::Ahead(Ahead::start(deadline, u64::MAX, move |limits, visit| {
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
    listing: Mutex<(Source<Representatives, Representative>, u64)>,
    deadline: Deadline,
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

fn build(
    names: &[String],
    primary: usize,
    bounds: &[Option<BoundsParts>],
    options: &Uses,
    costs: &[CostArgument],
) -> PyResult<Problem> {
    let mut builder = Problem::builder();
    declare(&mut builder, names.iter().cloned(), primary, bounds)?;
    for (place, (items, uses)) in options.options().enumerate() {
        let uses = uses.iter().map(|(item, color, weight)| {
            let item = ItemId::new(*item);
            let mention = match color {
                Some(color) => dlx_core::Mention::from((item, color.as_str())),
                None => item.into(),
            };
            mention.with_weight(*weight)
        });
        let items = items.iter().map(|&item| dlx_core::Mention::from(item));
        builder.add_option(items.chain(uses)).map_err(refused)?;
        if let Some(cost) = costs.get(place) {
            builder.add_cost(cost.decimal()?).map_err(refused)?;
        }
    }
    builder.build().map_err(refused)
}

/// Returns the numbers of the columns that are true.
fn used_columns(row: ArrayView1<'_, bool>) -> impl Iterator<Item = usize> {
    row.into_iter().enumerate().filter(|&(_, &is_used)| is_used).map(|(column, _)| column)
}

/// Returns the problem with items of these names.
fn renamed(problem: &Problem, names: &[String]) -> PyResult<Problem> {
    if names.len() != problem.item_count() {
        let (expected, found) = (problem.item_count(), names.len());
        return Err(refused(format!("expected {expected} names, found {found}")));
    }
    let mut builder = Problem::builder();
    for (item, name) in problem.items().zip(names) {
        match problem.kind(item) {
            ItemKind::Secondary => builder.add_secondary(name),
            ItemKind::Primary => {
                let bounds = problem.bounds(item);
                builder.add_bounded(name, bounds.low..=bounds.high)
            }
        }
        .map_err(refused)?;
    }
    for option in problem.options() {
        let mentions = problem.weighted_uses(option).map(|(used, weight)| {
            let mention = match problem.color_name(used.color) {
                Some(color) => dlx_core::Mention::from((used.item, color)),
                None => used.item.into(),
            };
            mention.with_weight(weight)
        });
        builder.add_option(mentions).map_err(refused)?;
        builder.add_cost(problem.decimal(problem.cost(option))).map_err(refused)?;
    }
    builder.build().map_err(refused)
}

/// A mean and its standard error.
type MeanParts = (f64, f64);

fn refused_engine(error: impl std::fmt::Display) -> PyErr {
    refused(format!("engine: {error}"))
}

/// Returns the names of items that are numbers.
fn numbered(items: usize) -> impl Iterator<Item = String> {
    (0..items).map(|item| item.to_string())
}

/// Returns the problem with items of these names, of which the first `primary` are primary, from the items of each
/// option.
fn of_rows(
    names: impl Iterator<Item = String>,
    primary: usize,
    rows: impl IntoIterator<Item = impl IntoIterator<Item = usize>>,
) -> PyResult<ProblemCore> {
    let mut builder = Problem::builder();
    declare(&mut builder, names, primary, &[])?;
    for row in rows {
        builder.add_option(row.into_iter().map(ItemId::new)).map_err(refused)?;
    }
    builder.build().map(|problem| ProblemCore { problem }).map_err(refused)
}

fn declare(
    builder: &mut ProblemBuilder,
    names: impl Iterator<Item = String>,
    primary: usize,
    bounds: &[Option<BoundsParts>],
) -> PyResult<()> {
    for (place, name) in names.enumerate() {
        match bounds.get(place).copied().flatten() {
            _ if place >= primary => builder.add_secondary(&name),
            Some((low, high)) => builder.add_bounded(&name, low..=high.unwrap_or(Bounds::NO_LIMIT)),
            None => builder.add_primary(&name),
        }
        .map_err(refused)?;
    }
    Ok(())
}
