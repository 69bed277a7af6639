//! Sudoku: puzzles as text or as rows of an array.

use std::num::NonZeroUsize;

use dlx_core::{BigUint, Count, Limits, Stopped, Uniqueness};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudoku_cover::array::{self, ArrayAnswers, ArrayError, Wanted};
use sudoku_cover::{
    Contradicting, Explainer, GenerateError, Generator, Geometry, Grid, LikeExplainer, Order, Rating, Solver,
    State, Technique, Wish,
};

use crate::watch::{Deadline, Room, Watch, refused, stopped, watched};

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
    memory: Option<usize>,
    timeout: Option<f64>,
) -> PyResult<Vec<BigUint>> {
    let threads = NonZeroUsize::new(threads).ok_or_else(|| refused("threads of 0, expected 1 or more"))?;
    each(py, &puzzles, shape, timeout, |solver, grid, number, watch| {
        if !is_taken(solver, grid)? {
            return Ok(BigUint::ZERO);
        }
        let count = match limit {
            Some(limit) => solver.count_up_to(limit, &mut watch.limits()).map(BigUint::from),
            None => solver.count_all(threads, &mut watch.limits_within(memory)).map_err(refused)?.count,
        };
        match count {
            Count::AtLeast(found, why) if why != Stopped::Solutions => Err(stopped(
                why,
                format!("{number} puzzles are done, the next has {found} solutions or more"),
            )),
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
        let rated = Rating::of(&mut explainer, &mut watch.limits());
        let (rating, state) = rated.map_err(|_| late(number))?;
        let mut explainer = self::explainer(solver, grid, Order::Explainer, number, watch)?;
        let rated = LikeExplainer::of(&mut explainer, &mut watch.limits());
        let (like_se, _) = rated.map_err(|_| late(number))?;
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

/// The steps in which a person solves a puzzle, as JSON.
#[pyfunction]
pub(crate) fn sudoku_explain(
    py: Python<'_>,
    puzzle: String,
    shape: Shape,
    timeout: Option<f64>,
) -> PyResult<String> {
    let explained = each(py, &[puzzle], shape, timeout, |solver, grid, number, watch| {
        let mut explainer = explainer(solver, grid, Order::Hodoku, number, watch)?;
        let mut steps = Vec::new();
        let mut limits = watch.limits();
        while let Some(step) =
            explainer.next_step(&mut limits).map_err(|why| stopped(why, format!("{} steps", steps.len())))?
        {
            steps.push(step.clone());
        }
        Ok(steps)
    })?;
    let steps = explained.first().expect("one puzzle was explained");
    serde_json::to_string(steps).map_err(|error| PyRuntimeError::new_err(error.to_string()))
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
