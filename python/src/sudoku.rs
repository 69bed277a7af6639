//! Sudoku: puzzles as text or as rows of an array.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use dlx_core::{BigUint, Count, Limits, Stopped, Uniqueness};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudoku_cover::{
    Contradicting, Digit, Explainer, GenerateError, Generator, Geometry, Grid, LikeExplainer, Order, Rating,
    Solver, State, Technique, Wish,
};

use crate::watch::{Deadline, Watch, refused, stopped, watched};

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

/// Boards that have come up, each with its solver.
#[derive(Default)]
struct Boards {
    shape: Shape,
    solvers: Vec<Solver>,
}

impl Boards {
    fn new(shape: Shape) -> Self {
        Self { shape, solvers: Vec::new() }
    }

    fn solver(&mut self, side: usize) -> PyResult<&mut Solver> {
        let is_of = |solver: &Solver| solver.matrix().geometry().side() == side;
        let place = match self.solvers.iter().position(is_of) {
            Some(place) => place,
            None => {
                self.solvers.push(Solver::new(&geometry(side, self.shape)?));
                self.solvers.len() - 1
            }
        };
        Ok(&mut self.solvers[place])
    }
}

/// A puzzle, with its number in the message if it cannot be read.
fn grid(puzzle: &str, number: usize) -> PyResult<Grid> {
    puzzle.parse().map_err(|error| refused(format!("puzzle {number}: {error}")))
}

/// Whether the solver takes the puzzle; if not, two clues contradict one another.
fn is_taken(solver: &mut Solver, puzzle: &Grid) -> PyResult<bool> {
    match solver.load(puzzle) {
        Ok(()) => Ok(true),
        Err(Contradicting::Grid(error)) => Err(refused(error)),
        Err(_) => Ok(false),
    }
}

fn late(number: usize) -> PyErr {
    stopped(Stopped::Asked, format!("{number} puzzles are done"))
}

/// Does something for each puzzle, and gives the answers in their order.
fn each<T: Send>(
    py: Python<'_>,
    puzzles: &[String],
    shape: Shape,
    timeout: Option<f64>,
    mut answer: impl FnMut(&mut Solver, &Grid, usize, &mut Watch) -> PyResult<T> + Send,
) -> PyResult<Vec<T>> {
    watched(py, Deadline::after(timeout)?, |watch| {
        let mut boards = Boards::new(shape);
        let mut answers = Vec::with_capacity(puzzles.len());
        for (number, puzzle) in puzzles.iter().enumerate() {
            if watch.look().is_break() {
                return Err(late(number));
            }
            let grid = grid(puzzle, number)?;
            answers.push(answer(boards.solver(grid.side())?, &grid, number, watch)?);
        }
        Ok(answers)
    })
}

/// The first solution of each puzzle, or nothing.
#[pyfunction]
pub(crate) fn sudoku_solve(
    py: Python<'_>,
    puzzles: Vec<String>,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<Option<String>>> {
    each(py, &puzzles, shape, timeout, |solver, grid, number, watch| {
        if !is_taken(solver, grid)? {
            return Ok(None);
        }
        let solution = solver.first(&mut watch.limits()).map_err(|_| late(number))?;
        Ok(solution.map(|grid| grid.to_line().to_string()))
    })
}

/// How many solutions each puzzle has, up to a limit if there is one.
#[pyfunction]
pub(crate) fn sudoku_count(
    py: Python<'_>,
    puzzles: Vec<String>,
    limit: Option<u64>,
    threads: usize,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<BigUint>> {
    let threads = NonZeroUsize::new(threads).ok_or_else(|| refused("threads of 0, expected 1 or more"))?;
    each(py, &puzzles, shape, timeout, |solver, grid, number, watch| {
        if !is_taken(solver, grid)? {
            return Ok(BigUint::ZERO);
        }
        let mut limits = watch.limits();
        let count = match limit {
            Some(limit) => solver.count_up_to(limit, &mut limits).map(BigUint::from),
            None => solver.count_all(threads, &mut limits).map_err(refused)?.count,
        };
        match count {
            Count::AtLeast(_, why) if why != Stopped::Solutions => Err(late(number)),
            count => Ok(count.at_least()),
        }
    })
}

/// Of each puzzle whether it is unique, several, none or invalid.
#[pyfunction]
pub(crate) fn sudoku_check(
    py: Python<'_>,
    puzzles: Vec<String>,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<&'static str>> {
    each(py, &puzzles, shape, timeout, |solver, grid, number, watch| {
        if !is_taken(solver, grid)? {
            return Ok("invalid");
        }
        match solver.uniqueness(&mut watch.limits()) {
            Uniqueness::None => Ok("none"),
            Uniqueness::One(_) => Ok("unique"),
            Uniqueness::Several(..) => Ok("several"),
            Uniqueness::Unknown { .. } => Err(late(number)),
        }
    })
}

/// Puzzles that follow from the seed.
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
    // As on the command line: on large boards there are questions that no search answers.
    let nodes = if side <= 9 { u64::MAX } else { 10_000 };
    let watching = |watch: &mut Watch| -> PyResult<Vec<String>> {
        let mut generator = Generator::new(&geometry, seed);
        let watch = std::cell::RefCell::new(watch);
        let mut puzzles = Vec::with_capacity(count);
        for number in 0..count as u64 {
            let limits = || Limits::none().nodes(nodes).ask(256, |_| watch.borrow_mut().look());
            match generator.puzzle(number, wish, limits) {
                Ok(made) => puzzles.push(made.puzzle.to_line().to_string()),
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

/// How hard each puzzle is.
#[pyfunction]
pub(crate) fn sudoku_rate<'py>(
    py: Python<'py>,
    puzzles: Vec<String>,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let rated = each(py, &puzzles, shape, timeout, |solver, grid, number, watch| {
        let mut explainer = explainer(solver, grid, Order::Hodoku, number, watch)?;
        let (rating, state) = Rating::of(&mut explainer);
        let mut explainer = self::explainer(solver, grid, Order::Explainer, number, watch)?;
        let (like_se, _) = LikeExplainer::of(&mut explainer);
        Ok((rating, like_se, state))
    })?;
    let objects = rated.into_iter().map(|(rating, like_se, state)| {
        let object = PyDict::new(py);
        let is_solved = state == State::Solved;
        object.set_item("solved", is_solved)?;
        object.set_item("level", is_solved.then(|| rating.level().to_string()))?;
        object.set_item("score", rating.score)?;
        object.set_item("steps", rating.steps)?;
        object.set_item("hardest", rating.hardest.map(Technique::name))?;
        object.set_item("trials", rating.trials)?;
        object.set_item("like_se", is_solved.then(|| like_se.to_string()))?;
        Ok(object)
    });
    objects.collect()
}

/// The steps in which a person solves a puzzle.
#[pyfunction]
pub(crate) fn sudoku_explain<'py>(
    py: Python<'py>,
    puzzle: String,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let mut explained = each(py, &[puzzle], shape, timeout, |solver, grid, number, watch| {
        let mut explainer = explainer(solver, grid, Order::Hodoku, number, watch)?;
        let mut steps = Vec::new();
        while let Some(step) = explainer.next_step() {
            steps.push(step.clone());
            if watch.look().is_break() {
                return Err(stopped(Stopped::Asked, format!("{} steps", steps.len())));
            }
        }
        Ok(steps)
    })?;
    let steps = explained.pop().unwrap_or_default();
    let objects = steps.iter().map(|step| {
        let object = PyDict::new(py);
        let candidates = |candidates: &[sudoku_cover::Candidate]| -> Vec<(usize, usize, u8)> {
            let triple = |candidate: &sudoku_cover::Candidate| {
                (candidate.cell.row() + 1, candidate.cell.column() + 1, candidate.digit.value())
            };
            candidates.iter().map(triple).collect()
        };
        object.set_item("technique", step.technique.name())?;
        object.set_item("text", step.to_string())?;
        object.set_item("placements", candidates(&step.placements))?;
        object.set_item("eliminations", candidates(&step.eliminations))?;
        Ok(object)
    });
    objects.collect()
}

/// An explainer with the puzzle loaded, and its solution if it has just one.
fn explainer(
    solver: &mut Solver,
    grid: &Grid,
    order: Order,
    number: usize,
    watch: &mut Watch,
) -> PyResult<Explainer> {
    solver.load(grid).map_err(|error| refused(format!("puzzle {number}: {error}")))?;
    let mut explainer = Explainer::new(solver.matrix().geometry()).with_order(order);
    match solver.uniqueness(&mut watch.limits()) {
        Uniqueness::One(solution) => explainer.load_with_solution(grid, &solution).map_err(refused)?,
        Uniqueness::Several(..) => explainer.load(grid).map_err(refused)?,
        Uniqueness::None => return Err(refused(format!("puzzle {number} has no solution"))),
        Uniqueness::Unknown { .. } => return Err(late(number)),
    }
    Ok(explainer)
}

/// So many puzzles are taken at a time from those that are left.
const CHUNK: usize = 256;

/// What each puzzle of an array is: the values of the second array.
const NONE: u8 = 0;
const ONE: u8 = 1;
const SEVERAL: u8 = 2;

/// The solutions, a row each, and how many there are.
type Answers<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// The first solution of each row, zeros where there is none; and for each how many solutions there are, up to
/// `most`, which is 1 or 2.
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
        return Err(refused(format!("found rows of {cells} digits, expected a square number, such as 81")));
    }
    let mut prepared = Solver::new(&geometry(side, shape)?);
    let digits = puzzles.as_slice().map_err(refused)?;
    let (solutions, found) = watched(py, Deadline::after(timeout)?, |watch| {
        if rows > CHUNK {
            prepared.prepare();
        }
        let mut solutions = vec![0u8; rows * cells];
        let mut found = vec![NONE; rows];
        let chunks = solutions.chunks_mut(CHUNK * cells).zip(found.chunks_mut(CHUNK));
        let work: Vec<_> =
            digits.chunks(CHUNK * cells).zip(chunks).map(|chunk| Mutex::new(Some(chunk))).collect();
        let line =
            Line { next: AtomicUsize::new(0), is_over: AtomicBool::new(false), fault: Mutex::new(None) };
        let walk = |solver: &mut Solver, ask: &mut dyn FnMut() -> bool| {
            while let Some(chunk) = work.get(line.next.fetch_add(1, Ordering::Relaxed)) {
                let chunk = chunk.lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some((puzzles, (solutions, found))) = chunk else { return };
                let rows = puzzles.chunks(cells).zip(solutions.chunks_mut(cells)).zip(found);
                for ((puzzle, solution), found) in rows {
                    let over = || line.is_over.load(Ordering::Relaxed);
                    let mut limits = Limits::none().ask(256, |_| {
                        if ask() || over() {
                            std::ops::ControlFlow::Break(())
                        } else {
                            std::ops::ControlFlow::Continue(())
                        }
                    });
                    match answer(solver, puzzle, solution, most, &mut limits) {
                        Ok(count) => *found = count,
                        Err(fault) => return line.end(fault),
                    }
                }
                if line.is_over.load(Ordering::Relaxed) {
                    return;
                }
                if ask() {
                    return line.end(late(0));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(work.len()) {
                let (mut solver, walk) = (prepared.clone(), &walk);
                scope.spawn(move || walk(&mut solver, &mut || false));
            }
            walk(&mut prepared, &mut || watch.look().is_break());
            // The others may have long to go, and only here signals are seen.
            while line.next.load(Ordering::Relaxed) < work.len() + threads.min(work.len()) {
                if line.is_over.load(Ordering::Relaxed) {
                    break;
                }
                if watch.look().is_break() {
                    line.end(late(0));
                }
                thread::sleep(std::time::Duration::from_millis(1));
            }
        });
        drop(work);
        match line.fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(fault) => Err(fault),
            None => Ok((solutions, found)),
        }
    })?;
    let solutions = solutions.into_pyarray(py).reshape([rows, cells])?;
    Ok((solutions, found.into_pyarray(py)))
}

/// What threads know of one another.
struct Line {
    next: AtomicUsize,
    is_over: AtomicBool,
    fault: Mutex<Option<PyErr>>,
}

impl Line {
    fn end(&self, fault: PyErr) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Solves a row, and answers how many solutions it has.
fn answer(
    solver: &mut Solver,
    puzzle: &[u8],
    solution: &mut [u8],
    most: u64,
    limits: &mut Limits<'_>,
) -> PyResult<u8> {
    let geometry = solver.matrix().geometry();
    let side = geometry.side();
    let mut grid = Grid::empty(side).map_err(refused)?;
    for (cell, &digit) in geometry.cells().zip(puzzle) {
        if digit == 0 {
            continue;
        }
        if usize::from(digit) > side {
            return Err(refused(format!("found the digit {digit} in {cell}, expected 0 to {side}")));
        }
        grid.set(cell, Digit::new(digit)).map_err(refused)?;
    }
    if !is_taken(solver, &grid)? {
        return Ok(NONE);
    }
    let (shown, count) = if most < 2 {
        let first = solver.first(limits).map_err(|_| late(0))?;
        let count = if first.is_some() { ONE } else { NONE };
        (first, count)
    } else {
        match solver.uniqueness(limits) {
            Uniqueness::None => (None, NONE),
            Uniqueness::One(grid) => (Some(grid), ONE),
            Uniqueness::Several(grid, _) => (Some(grid), SEVERAL),
            Uniqueness::Unknown { .. } => return Err(late(0)),
        }
    };
    if let Some(grid) = shown {
        for (place, digit) in solution.iter_mut().zip(grid.digits()) {
            *place = digit.map_or(0, Digit::value);
        }
    }
    Ok(count)
}
