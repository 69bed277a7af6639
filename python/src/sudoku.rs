//! Sudoku: puzzles as text or as rows of an array.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_core::{BigUint, Count, Limits, Progress, Stopped, Uniqueness};
use dlx_tasks::default_memory;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudoku_cover::array::{self, ArrayAnswers, ArrayError, Wanted};
use sudoku_cover::{
    CanonError, Canonizer, Contradicting, Explainer, GenerateError, Generator, Geometry, Order, Rating,
    Reader, Record, SeRating, Solver, Solvers, State, Technique, Wish, batch,
};

use crate::watch::{Deadline, NODES_BETWEEN_LOOKS, Room, Watch, refused, stopped, threads_of, watched};

/// The height and width of a box.
type Shape = Option<(usize, usize)>;

fn geometry(side: usize, shape: Shape) -> PyResult<Geometry> {
    let geometry = match shape {
        Some((height, width)) => Geometry::boxes(height, width).map_err(refused)?,
        None => Geometry::of_side(side).map_err(refused)?,
    };
    if geometry.side() != side {
        let found = geometry.side();
        return Err(refused(format!(
            "boxes of {shape:?} make a board of side {found}, the puzzle has {side}"
        )));
    }
    Ok(geometry)
}

/// The reason why a puzzle has no answer.
enum End {
    Stopped,
    Raised(PyErr),
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<PyErr> for End {
    fn from(raised: PyErr) -> Self {
        Self::Raised(raised)
    }
}

/// Loads the puzzle into the solver. Returns false if givens contradict one another.
fn is_taken(solver: &mut Solver, puzzle: &Record) -> PyResult<bool> {
    match solver.load_record(puzzle) {
        Ok(()) => Ok(true),
        Err(Contradicting::Grid(error)) => Err(refused(error)),
        Err(_) => Ok(false),
    }
}

fn late(number: usize) -> PyErr {
    stopped(Stopped::Asked, format!("{number} puzzles are done"))
}

/// The boards, the number of threads and the time limit for a list of puzzles.
struct Setting {
    shape: Shape,
    threads: NonZeroUsize,
    timeout: Option<f64>,
}

/// Answers the puzzles on several threads, and returns the answers in the order of the puzzles.
fn each<T: Send>(
    py: Python<'_>,
    puzzles: &[String],
    setting: &Setting,
    answer: impl Fn(&mut Solver, &Record, usize, &mut Limits<'_>) -> Result<T, End> + Sync,
) -> PyResult<Vec<T>> {
    each_with(py, puzzles, setting, Solvers::default, |solvers, record, number, limits| {
        let (side, rules) = (record.grid.side(), record.rules());
        let make = || {
            let board = geometry(side, setting.shape)?.with_rules(rules);
            let board = board.map_err(|error| refused(format!("puzzle {number}: {error}")))?;
            Ok::<_, PyErr>(Solver::new(&board))
        };
        answer(solvers.get(side, rules, make)?, record, number, limits)
    })
}

/// Answers the puzzles as [`each`], where each thread makes a value that it uses for all of its puzzles.
fn each_with<W, T: Send>(
    py: Python<'_>,
    puzzles: &[String],
    setting: &Setting,
    make: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, &Record, usize, &mut Limits<'_>) -> Result<T, End> + Sync,
) -> PyResult<Vec<T>> {
    watched(py, Deadline::after(setting.timeout)?, |watch| {
        let mut answers = Vec::with_capacity(puzzles.len());
        let sink = |found: &mut Vec<T>| {
            answers.append(found);
            Ok(())
        };
        let ended = batch::run(setting.threads, 0..puzzles.len(), sink, &mut watch.limits(), |worker| {
            let mut made = make();
            worker.each(|numbers, found, limits| {
                for number in numbers {
                    limits.step(u64::MAX)?;
                    let record = record(&puzzles[number], number, None)?;
                    found.push(answer(&mut made, &record, number, limits)?);
                }
                Ok(())
            })
        });
        match ended {
            Ok(()) => Ok(answers),
            Err(End::Raised(raised)) => Err(raised),
            Err(End::Stopped) => Err(late(answers.len())),
        }
    })
}

/// Returns the first solution of each puzzle, if there is one.
#[pyfunction]
pub(crate) fn sudoku_solve(
    py: Python<'_>,
    puzzles: Vec<String>,
    threads: usize,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<Option<String>>> {
    let setting = Setting { shape, threads: threads_of(threads)?, timeout };
    each(py, &puzzles, &setting, |solver, record, _, limits| {
        if !is_taken(solver, record)? {
            return Ok(None);
        }
        Ok(solver.first(limits)?.map(|grid| grid.to_line().to_string()))
    })
}

/// Returns the number of solutions of each puzzle, up to a limit if there is one.
#[pyfunction]
pub(crate) fn sudoku_count(
    py: Python<'_>,
    puzzles: Vec<String>,
    limit: Option<u64>,
    threads: usize,
    shape: Shape,
    memory: Option<usize>,
    timeout: Option<f64>,
) -> PyResult<Vec<BigUint>> {
    let threads = threads_of(threads)?;
    // Without a limit, all threads count the same puzzle, because the tables of one count may use all the
    // memory.
    let of_puzzles = if limit.is_some() { threads } else { NonZeroUsize::MIN };
    let setting = Setting { shape, threads: of_puzzles, timeout };
    each(py, &puzzles, &setting, |solver, record, number, limits| {
        if !is_taken(solver, record)? {
            return Ok(BigUint::ZERO);
        }
        let count = match limit {
            Some(limit) => solver.count_up_to(limit, limits).map(BigUint::from),
            None => {
                let ask = |_: &Progress<'_>| match limits.step(u64::MAX) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                };
                let bytes = memory.unwrap_or_else(default_memory);
                let mut limits = Limits::none().bytes(bytes).ask(NODES_BETWEEN_LOOKS, ask);
                solver.count_all(threads, &mut limits).map_err(refused)?.count
            }
        };
        match count {
            Count::AtLeast(found, why) if why != Stopped::Solutions => {
                let found = format!("{number} puzzles are done, the next has {found} solutions or more");
                Err(stopped(why, found).into())
            }
            count => Ok(count.at_least()),
        }
    })
}

/// Returns for each puzzle whether it is `unique`, `several`, `none` or `invalid`.
#[pyfunction]
pub(crate) fn sudoku_check(
    py: Python<'_>,
    puzzles: Vec<String>,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<&'static str>> {
    let setting = Setting { shape, threads: NonZeroUsize::MIN, timeout };
    each(py, &puzzles, &setting, |solver, record, _, limits| {
        if !is_taken(solver, record)? {
            return Ok("invalid");
        }
        match solver.uniqueness(limits) {
            Uniqueness::None => Ok("none"),
            Uniqueness::One(_) => Ok("unique"),
            Uniqueness::Several(..) => Ok("several"),
            Uniqueness::Unknown { why, .. } => Err(why.into()),
        }
    })
}

/// Generates puzzles from a seed.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn sudoku_generate(
    py: Python<'_>,
    count: usize,
    seed: u64,
    kind: &str,
    clues: Option<usize>,
    side: usize,
    shape: Shape,
    memory: Option<usize>,
    timeout: Option<f64>,
) -> PyResult<Vec<String>> {
    let wish = match (kind, clues) {
        ("unique", Some(clues)) => Wish::Clues(clues),
        ("unique", None) => Wish::Minimal,
        ("easy", None) => Wish::Easy,
        ("several", None) => Wish::Several,
        ("unsolvable", None) => Wish::Unsolvable,
        (_, Some(_)) => return Err(refused("clues go with the kind unique alone")),
        (other, _) => {
            return Err(refused(format!("kind `{other}`: expected unique, easy, several or unsolvable")));
        }
    };
    let geometry = geometry(side, shape)?;
    let nodes = Generator::default_nodes(side);
    let watching = |watch: &mut Watch| -> PyResult<Vec<String>> {
        let mut generator = Generator::new(&geometry, seed);
        let watch = std::cell::RefCell::new(watch);
        let (mut puzzles, mut room) = (Vec::new(), Room::new(memory));
        for number in 0..count as u64 {
            let limits = || Limits::none().nodes(nodes).ask(256, |_| watch.borrow_mut().look());
            match generator.puzzle(number, wish, limits) {
                Ok(made) => {
                    let line = made.puzzle.to_line().to_string();
                    room.take(2 * line.len())
                        .map_err(|why| stopped(why, format!("{number} puzzles are done")))?;
                    puzzles.push(line);
                }
                Err(GenerateError::Stopped(_)) => return Err(late(puzzles.len())),
                Err(error) => return Err(PyRuntimeError::new_err(error.to_string())),
            }
            if watch.borrow_mut().look().is_break() {
                return Err(late(puzzles.len()));
            }
        }
        Ok(puzzles)
    };
    watched(py, Deadline::after(timeout)?, watching)
}

/// Returns the rating of each puzzle.
#[pyfunction]
pub(crate) fn sudoku_rate<'py>(
    py: Python<'py>,
    puzzles: Vec<String>,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let setting = Setting { shape, threads: NonZeroUsize::MIN, timeout };
    let rated = each(py, &puzzles, &setting, |solver, record, number, limits| {
        let mut explainer = explainer(solver, record, Order::Hodoku, number, limits)?;
        let (rating, state) = Rating::of(&mut explainer, limits)?;
        let se = if state == State::Solved {
            explainer.load(&record.grid).map_err(refused)?;
            SeRating::of(&explainer, limits)?.map(|(se, _)| se)
        } else {
            None
        };
        Ok((rating, se, state))
    })?;
    let objects = rated.into_iter().map(|(rating, se, state)| {
        let object = PyDict::new(py);
        let is_solved = state == State::Solved;
        object.set_item("solved", is_solved)?;
        object.set_item("level", is_solved.then(|| rating.level().to_string()))?;
        object.set_item("score", rating.score)?;
        object.set_item("steps", rating.steps)?;
        object.set_item("hardest", rating.hardest.map(Technique::name))?;
        object.set_item("trials", rating.trials)?;
        object.set_item("se", se.map(|se| se.to_string()))?;
        Ok(object)
    });
    objects.collect()
}

/// Returns the canonical form of each puzzle.
#[pyfunction]
pub(crate) fn sudoku_canon(
    py: Python<'_>,
    puzzles: Vec<String>,
    threads: usize,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<String>> {
    let setting = Setting { shape, threads: threads_of(threads)?, timeout };
    each_with(py, &puzzles, &setting, HashMap::new, |canonizers, record, number, limits| {
        let canonizer = canonizer(canonizers, record, number, shape)?;
        let form = canonizer.canonical(&record.grid, limits).map_err(|error| uncanonized(error, number))?;
        Ok(form.grid.to_line().to_string())
    })
}

/// Returns for each puzzle the number of its automorphisms and, if they are not too many, all but the identity, as
/// JSON.
#[pyfunction]
pub(crate) fn sudoku_automorphisms(
    py: Python<'_>,
    puzzles: Vec<String>,
    threads: usize,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<(u128, Option<String>)>> {
    let setting = Setting { shape, threads: threads_of(threads)?, timeout };
    each_with(py, &puzzles, &setting, HashMap::new, |canonizers, record, number, limits| {
        let canonizer = canonizer(canonizers, record, number, shape)?;
        let found = canonizer.automorphisms(&record.grid, limits);
        let (form, maps) = found.map_err(|error| uncanonized(error, number))?;
        // The first one is the identity.
        let maps = maps.map(|maps| serde_json::to_string(maps.get(1..).unwrap_or_default())).transpose();
        let maps = maps.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok((form.automorphisms, maps))
    })
}

/// Returns the canonizer for a grid, made for the first one of its side.
fn canonizer<'c>(
    canonizers: &'c mut HashMap<usize, Canonizer>,
    record: &Record,
    number: usize,
    shape: Shape,
) -> Result<&'c mut Canonizer, End> {
    if !record.rules().is_empty() {
        let message = format!("puzzle {number}: expected a puzzle without rules of a variant, found some");
        return Err(refused(message).into());
    }
    let side = record.grid.side();
    match canonizers.entry(side) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(place) => {
            let board = geometry(side, shape)?;
            Ok(place.insert(Canonizer::new(&board).map_err(|error| uncanonized(error, number))?))
        }
    }
}

/// Returns the reason why a puzzle has no canonical form.
fn uncanonized(error: CanonError, number: usize) -> End {
    match error {
        CanonError::Stopped(why) => why.into(),
        error => refused(format!("puzzle {number}: {error}")).into(),
    }
}

/// Returns the steps of a solution by human techniques, as JSON.
#[pyfunction]
pub(crate) fn sudoku_explain(
    py: Python<'_>,
    puzzle: String,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<String> {
    let setting = Setting { shape, threads: NonZeroUsize::MIN, timeout };
    let explained = each(py, &[puzzle], &setting, |solver, record, number, limits| {
        let mut explainer = explainer(solver, record, Order::Hodoku, number, limits)?;
        let mut steps = Vec::new();
        while let Some(step) =
            explainer.next_step(limits).map_err(|why| stopped(why, format!("{} steps", steps.len())))?
        {
            steps.push(step.clone());
        }
        Ok(steps)
    })?;
    let steps = explained.first().expect("one puzzle was explained");
    serde_json::to_string(steps).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns all steps of these techniques, or of all that are tried by default, in the state of a puzzle, as JSON.
#[pyfunction]
pub(crate) fn sudoku_steps(
    py: Python<'_>,
    puzzle: String,
    techniques: Option<Vec<String>>,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<String> {
    let techniques = techniques_of(techniques)?;
    let record = record(&puzzle, 0, shape)?;
    let board = geometry(record.grid.side(), shape)?.with_rules(record.rules()).map_err(refused)?;
    let steps = watched(py, Deadline::after(timeout)?, |watch| {
        let mut limits = watch.limits();
        let mut solver = Solver::new(&board);
        solver.load_record(&record).map_err(|error| refused(format!("puzzle 0: {error}")))?;
        let mut explainer = match loaded(&mut solver, &record, Order::Hodoku, 0, &mut limits) {
            Ok(explainer) => explainer,
            Err(End::Raised(raised)) => return Err(raised),
            Err(End::Stopped) => return Err(stopped(Stopped::Asked, "0 steps")),
        };
        explainer.resume(record.placed(), record.more.as_ref().and_then(|more| more.marks.as_ref()));
        let mut steps = Vec::new();
        for step in explainer.steps(&techniques, &mut limits) {
            steps.push(step.map_err(|why| stopped(why, format!("{} steps", steps.len())))?);
        }
        Ok(steps)
    })?;
    serde_json::to_string(&steps).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the techniques of these names, or all that are tried by default, except trial and error.
fn techniques_of(names: Option<Vec<String>>) -> PyResult<Vec<Technique>> {
    let Some(names) = names else {
        let mut techniques = Order::Hodoku.techniques();
        techniques.retain(|&technique| technique != Technique::BruteForce);
        return Ok(techniques);
    };
    let named = names.iter().map(|name| Technique::named(name).map_err(refused));
    Ok(named.collect::<PyResult<Vec<_>>>()?.concat())
}

/// Reads one puzzle with its rules, the digits placed in it and its candidates; an error message contains the number
/// of the puzzle.
fn record(puzzle: &str, number: usize, shape: Shape) -> PyResult<Record> {
    let mut reader = Reader::new(puzzle.as_bytes());
    if let Some((height, width)) = shape {
        reader = reader.with_geometry(&Geometry::boxes(height, width).map_err(refused)?);
    }
    match (reader.next(), reader.next()) {
        (Some(Ok(record)), None) => Ok(record),
        (Some(Err(error)), _) => Err(refused(format!("puzzle {number}: {error}"))),
        (None, _) => Err(refused(format!("puzzle {number}: expected one puzzle, found none"))),
        (_, Some(_)) => Err(refused(format!("puzzle {number}: expected one puzzle, found another"))),
    }
}

/// Returns an explainer with the puzzle loaded, and with its solution if there is exactly one.
fn explainer(
    solver: &mut Solver,
    record: &Record,
    order: Order,
    number: usize,
    limits: &mut Limits<'_>,
) -> Result<Explainer, End> {
    solver.load_record(record).map_err(|error| refused(format!("puzzle {number}: {error}")))?;
    loaded(solver, record, order, number, limits)
}

/// Returns an explainer with the puzzle that the solver has loaded, and with its solution if there is exactly one.
fn loaded(
    solver: &mut Solver,
    record: &Record,
    order: Order,
    number: usize,
    limits: &mut Limits<'_>,
) -> Result<Explainer, End> {
    let mut explainer = Explainer::new(solver.matrix().geometry()).with_order(order);
    match solver.uniqueness(limits) {
        Uniqueness::One(solution) => {
            explainer.load_with_solution(&record.grid, &solution).map_err(refused)?;
        }
        Uniqueness::Several(..) => explainer.load(&record.grid).map_err(refused)?,
        Uniqueness::None => return Err(refused(format!("puzzle {number} has no solution")).into()),
        Uniqueness::Unknown { why, .. } => return Err(why.into()),
    }
    if let Some(allowed) = record.allowed() {
        explainer.restrict(allowed);
    }
    Ok(explainer)
}

/// The solutions, one per row, and the numbers of solutions.
type Answers<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// Returns the first solution of each row, or zeros if there is none, and for each row the number of
/// solutions up to `most`, which is 1 or 2.
#[pyfunction]
pub(crate) fn sudoku_answer_array<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, u8>,
    most: u64,
    threads: usize,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Answers<'py>> {
    let (rows, cells) = (puzzles.shape()[0], puzzles.shape()[1]);
    let side = cells.isqrt();
    if side * side != cells {
        return Err(refused(format!(
            "expected rows of a square number of digits, such as 81, found {cells}"
        )));
    }
    let board = geometry(side, shape)?;
    let digits = puzzles.as_slice().map_err(refused)?;
    let wanted = if most < 2 { Wanted::First } else { Wanted::Uniqueness };
    let answered = watched(py, Deadline::after(timeout)?, |watch| {
        array::answer(&board, digits, wanted, threads, &mut watch.limits()).map_err(|error| match error {
            ArrayError::Stopped(why) => stopped(why, "0 puzzles are done"),
            error => refused(error),
        })
    })?;
    let ArrayAnswers { solutions, counts } = answered;
    let solutions = solutions.into_pyarray(py).reshape([rows, cells])?;
    Ok((solutions, counts.into_pyarray(py)))
}
