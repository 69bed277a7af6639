//! Questions about Sudoku puzzles.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use dlx_core::{BigUint, CompileError, Count, Limits, Stopped};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde::Serialize;
use sudoku_cover::array::{self, ArrayAnswers, ArrayError, Wanted};
use sudoku_cover::{
    Ambiguity, Candidate, CanonError, Canonizer, Cell, Conflict, Contradicting, Diagnosis, Digit, Grid,
    MinimizeError, Order, Rating, Regions, SeRating, Solver, State, Step, Technique, Verdict, WhyNot,
    diagnose, minimize,
};

use crate::problem::counted;
use crate::puzzles::{Asked, Boards, End, Found, Kept, Puzzles, Setting, each};
use crate::watch::{Deadline, MemoryLeft, Searches, detached, refused, stopped, watched};

/// Returns the answers on all threads of the call.
fn each_in_turn<T: Send>(
    py: Python<'_>,
    puzzles: &Puzzles,
    setting: &Setting,
    answer: impl Fn(&mut Kept, &Asked<'_>, &mut Limits<'_>, &mut Found<T>) -> Result<(), End> + Sync,
) -> PyResult<Found<T>> {
    each(py, puzzles, setting, setting.limited().threads(), false, answer)
}

/// The regions of solutions, where these were to be found, each with the number of its puzzle.
type RegionsOf = Vec<(usize, String)>;

/// Returns the solution of each puzzle with a NUL after it, nothing before the NUL if there is none, and regions that were
/// found.
#[pyfunction]
pub(crate) fn sudoku_solve(
    py: Python<'_>,
    puzzles: Puzzles,
    setting: Setting,
) -> PyResult<(String, RegionsOf)> {
    let mut found = each_in_turn::<()>(py, &puzzles, &setting, |kept, asked, limits, found| {
        let Some(solver) = asked.loaded(kept, limits)? else {
            found.lines.push(0);
            return Ok(());
        };
        let mut answer = solver.find_up_to(1, limits);
        if let Count::AtLeast(0, why) = answer.count() {
            return Err(why.into());
        }
        found.solution(&mut answer, asked.number);
        Ok(())
    })?;
    let regions = std::mem::take(&mut found.regions);
    Ok((detached(py, || found.text())?, regions))
}

/// Returns the solution of each puzzle as `sudoku_solve`, and the number of solutions: 0, 1, or 2 for several.
#[pyfunction]
pub(crate) fn sudoku_answer(
    py: Python<'_>,
    puzzles: Puzzles,
    setting: Setting,
) -> PyResult<(String, Vec<u64>, RegionsOf)> {
    let mut found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found: &mut Found<u64>| {
        let Some(solver) = asked.loaded(kept, limits)? else {
            found.lines.push(0);
            found.values.push(0);
            return Ok(());
        };
        let mut answer = solver.find_up_to(2, limits);
        match answer.count() {
            Count::AtLeast(0 | 1, why) => return Err(why.into()),
            count => found.values.push(count.at_least()),
        }
        found.solution(&mut answer, asked.number);
        Ok(())
    })?;
    let (counts, regions) = (std::mem::take(&mut found.values), std::mem::take(&mut found.regions));
    Ok((detached(py, || found.text())?, counts, regions))
}

/// Returns the number of solutions of each puzzle, up to `most` if it is given, and whether it is exact. With
/// `is_partial`, also the numbers found when a limit was reached.
#[pyfunction]
pub(crate) fn sudoku_count(
    py: Python<'_>,
    puzzles: Puzzles,
    most: Option<u64>,
    is_partial: bool,
    setting: Setting,
) -> PyResult<Vec<(BigUint, bool)>> {
    let (threads, bytes, nodes) =
        (setting.limited().threads(), setting.limited().memory(), setting.limited().nodes());
    // Without `most`, all threads count the same puzzle, because the tables of one count may use all the memory.
    let of_puzzles = if most.is_some() { threads } else { NonZeroUsize::MIN };
    let found = each(py, &puzzles, &setting, of_puzzles, is_partial, |kept, asked, limits, found| {
        let Some(solver) = asked.loaded(kept, limits)? else {
            found.values.push((BigUint::ZERO, true));
            return Ok(());
        };
        let count = match most {
            Some(most) => {
                // One more than asked for tells whether the number is exact.
                solver.count_up_to(most.saturating_add(1), limits).map(BigUint::from)
            }
            None => {
                let searches = Searches::new(limits, nodes);
                solver.count_all(threads, &mut searches.limits().bytes(bytes)).map_err(refused)?.count
            }
        };
        let is_enough = |found: &BigUint| most.is_some_and(|most| *found >= most.into());
        match (&count, is_partial) {
            (Count::AtLeast(found, why), false) if *why != Stopped::Solutions && !is_enough(found) => {
                let number = asked.number;
                let found = format!("{number} puzzles are done, the next has {found} solutions or more");
                Err(stopped(*why, found).into())
            }
            _ => {
                found.values.push(counted(count, most, is_partial)?);
                Ok(())
            }
        }
    })?;
    let mut counts = found.values;
    // The puzzles that no thread has come to.
    counts.resize_with(puzzles.texts().len(), || (BigUint::ZERO, false));
    Ok(counts)
}

/// Returns for each puzzle whether it is `unique`, `several`, `none` or `invalid`.
#[pyfunction]
pub(crate) fn sudoku_check(
    py: Python<'_>,
    puzzles: Puzzles,
    setting: Setting,
) -> PyResult<Vec<&'static str>> {
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let verdict = match asked.loaded(kept, limits)? {
            None => Verdict::Invalid,
            Some(solver) => {
                let answer = solver.find_up_to(2, limits);
                match answer.count() {
                    Count::AtLeast(0 | 1, why) => return Err(why.into()),
                    _ => answer.verdict(),
                }
            }
        };
        found.values.push(verdict.word());
        Ok(())
    })?;
    Ok(found.values)
}

/// Returns for each puzzle what its text has besides and has no meaning here: the names of the parts, and their numbers.
#[pyfunction]
pub(crate) fn sudoku_left_out(
    py: Python<'_>,
    puzzles: Puzzles,
    setting: Setting,
) -> PyResult<Vec<Vec<(&'static str, usize)>>> {
    let found = each_in_turn(py, &puzzles, &setting, |_, asked, _, found| {
        found.values.push(asked.record.left_out().iter().map(|part| (part.what, part.count)).collect());
        Ok(())
    })?;
    Ok(found.values)
}

/// The fields of a rating: level, score, steps, hardest technique, trials, rating of Sudoku Explainer in tenths, and
/// whether the puzzle was solved.
type RatingParts = (Option<String>, u32, usize, Option<&'static str>, usize, Option<String>, bool);

/// Returns the rating of each puzzle.
#[pyfunction]
pub(crate) fn sudoku_rate(py: Python<'_>, puzzles: Puzzles, setting: Setting) -> PyResult<Vec<RatingParts>> {
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let explainer = kept.explain(asked, Order::Hodoku, limits)?;
        let (rating, state) = Rating::of(explainer, limits)?;
        let is_solved = state == State::Solved;
        let se = if is_solved {
            explainer.load(&asked.record.grid).map_err(refused)?;
            SeRating::of(explainer, limits)?.map(|(se, _)| se.to_string())
        } else {
            None
        };
        let level = is_solved.then(|| rating.level().to_string());
        let hardest = rating.hardest.map(Technique::name);
        found.values.push((level, rating.score, rating.steps, hardest, rating.trials, se, is_solved));
        Ok(())
    })?;
    Ok(found.values)
}

/// Returns the canonical form of each puzzle, with a NUL after it.
#[pyfunction]
pub(crate) fn sudoku_canon(py: Python<'_>, puzzles: Puzzles, setting: Setting) -> PyResult<String> {
    let canonizers = Canonizers::default();
    let found = each_in_turn::<()>(py, &puzzles, &setting, |_, asked, limits, found| {
        let form = canonizers
            .lend(asked, limits, |canonizer, limits| canonizer.canonical(&asked.record.grid, limits))?;
        found.line(&form.grid);
        Ok(())
    })?;
    detached(py, || found.text())
}

/// Returns each puzzle without redundant givens, with a NUL after it. A given also stays if the search for another solution
/// without it ends at the limit of nodes.
#[pyfunction]
pub(crate) fn sudoku_minimize(
    py: Python<'_>,
    puzzles: Puzzles,
    seed: u64,
    setting: Setting,
) -> PyResult<String> {
    let nodes = setting.limited().nodes();
    let found = each_in_turn::<()>(py, &puzzles, &setting, |kept, asked, limits, found| {
        let solver = asked.solver_of_givens(kept, limits)?;
        let searches = Searches::new(limits, nodes);
        let less = minimize::minimized(solver, &asked.record.grid, seed, || searches.limits());
        found.line(&less.map_err(|error| without_one_solution(error, asked))?.puzzle);
        Ok(())
    })?;
    detached(py, || found.text())
}

/// Returns for each puzzle the givens and rules that it does not need, as JSON.
#[pyfunction]
pub(crate) fn sudoku_redundant(py: Python<'_>, puzzles: Puzzles, setting: Setting) -> PyResult<Vec<String>> {
    let nodes = setting.limited().nodes();
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let solver = asked.solver_of_givens(kept, limits)?;
        let searches = Searches::new(limits, nodes);
        let redundant = minimize::redundant(solver, &asked.record.grid, || searches.limits());
        found.values.push(json(&redundant.map_err(|error| without_one_solution(error, asked))?)?);
        Ok(())
    })?;
    Ok(found.values)
}

fn without_one_solution(error: MinimizeError, asked: &Asked<'_>) -> End {
    match error {
        MinimizeError::Stopped(why) => why.into(),
        error => refused(format!("puzzle {}: expected one solution, found {error}", asked.number)).into(),
    }
}

/// A solution as a line, and its regions if they were to be found.
type Solution = (String, Option<String>);

/// Returns a solution in that form.
fn in_words(grid: &Grid, regions: Option<&Regions>) -> Solution {
    (grid.to_line().to_string(), regions.map(Regions::to_string))
}

/// Returns solutions of the first puzzle, each drawn uniformly from all.
#[pyfunction]
pub(crate) fn sudoku_sample(
    py: Python<'_>,
    puzzles: Puzzles,
    count: usize,
    seed: u64,
    setting: Setting,
) -> PyResult<Vec<Solution>> {
    let limited = setting.limited();
    let boards = setting.boards(&puzzles)?;
    watched(py, limited.deadline()?, |watch| {
        let Some(mut solver) = first_loaded(&puzzles, &boards, &mut watch.limits())? else {
            return Ok(Vec::new());
        };
        let all = solver.completions(&mut watch.limits_within(limited)).map_err(|error| match error {
            CompileError::Stopped { why, .. } => stopped(why, "the solutions are not compiled".to_owned()),
            error => refused(error),
        })?;
        let (mut drawn, mut room) = (Vec::new(), MemoryLeft::new(limited.memory()));
        for (grid, regions) in all.draws_with_regions(seed).take(count) {
            let done = |why| stopped(why, format!("{} solutions are drawn", drawn.len()));
            if watch.look().is_break() {
                return Err(done(Stopped::Asked));
            }
            let solution = in_words(&grid, regions.as_ref());
            room.take(2 * (solution.0.len() + solution.1.as_ref().map_or(0, String::len))).map_err(done)?;
            drawn.push(solution);
        }
        Ok(drawn)
    })
}

/// Returns for each puzzle the number of its automorphisms and, if they are not too many, all but the identity, as
/// JSON.
#[pyfunction]
pub(crate) fn sudoku_automorphisms(
    py: Python<'_>,
    puzzles: Puzzles,
    setting: Setting,
) -> PyResult<Vec<(u128, Option<String>)>> {
    let canonizers = Canonizers::default();
    let found = each_in_turn(py, &puzzles, &setting, |_, asked, limits, found| {
        let (form, maps) = canonizers
            .lend(asked, limits, |canonizer, limits| canonizer.automorphisms(&asked.record.grid, limits))?;
        // The first one is the identity.
        let maps = maps.map(|maps| json(maps.get(1..).unwrap_or_default())).transpose()?;
        found.values.push((form.automorphisms, maps));
        Ok(())
    })?;
    Ok(found.values)
}

/// Canonizers that no thread is using, by side.
#[derive(Default)]
struct Canonizers(Mutex<Vec<(usize, Canonizer)>>);

impl Canonizers {
    /// Lends a canonizer for the board of a puzzle.
    fn lend<T>(
        &self,
        asked: &Asked<'_>,
        limits: &mut Limits<'_>,
        work: impl FnOnce(&mut Canonizer, &mut Limits<'_>) -> Result<T, CanonError>,
    ) -> Result<T, End> {
        let Asked { record, number, boards } = *asked;
        if !record.rules().is_empty() || boards.has_rules() {
            let message =
                format!("puzzle {number}: expected a puzzle without rules of a variant, found some");
            return Err(refused(message).into());
        }
        let side = record.grid.side();
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut idle = idle();
            let place = idle.iter().position(|(known, _)| *known == side);
            place.map(|place| idle.swap_remove(place).1)
        };
        let end = |error| match error {
            CanonError::Stopped(why) => End::from(why),
            error => refused(format!("puzzle {number}: {error}")).into(),
        };
        let mut canonizer = match known {
            Some(known) => known,
            None => Canonizer::new(&boards.of_side(side, limits)?).map_err(end)?,
        };
        let done = work(&mut canonizer, limits).map_err(end);
        idle().push((side, canonizer));
        done
    }
}

/// Returns the order of techniques of this name.
pub(crate) fn order_of(name: &str) -> PyResult<Order> {
    match name {
        "hodoku" => Ok(Order::Hodoku),
        "se" => Ok(Order::Explainer),
        _ => Err(refused(format!("order: expected `hodoku` or `se`, found `{name}`"))),
    }
}

/// Returns for each puzzle the steps of a solution by human techniques, as JSON.
#[pyfunction]
pub(crate) fn sudoku_explain(
    py: Python<'_>,
    puzzles: Puzzles,
    order: &str,
    setting: Setting,
) -> PyResult<Vec<String>> {
    let order = order_of(order)?;
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let explainer = kept.explain(asked, order, limits)?;
        let mut steps = Vec::new();
        while let Some(step) = explainer.next_step(limits)? {
            steps.push(step.clone());
        }
        found.values.push(json(&steps)?);
        Ok(())
    })?;
    Ok(found.values)
}

/// Returns for each puzzle all steps of these techniques, or of all that are tried by default, in the state of the
/// puzzle, as JSON.
#[pyfunction]
pub(crate) fn sudoku_steps(
    py: Python<'_>,
    puzzles: Puzzles,
    techniques: Option<Vec<String>>,
    setting: Setting,
) -> PyResult<Vec<String>> {
    let techniques = match techniques {
        Some(names) => techniques_of(&names)?.concat(),
        None => {
            let mut techniques = Order::Hodoku.techniques();
            techniques.retain(|&technique| technique != Technique::BruteForce);
            techniques
        }
    };
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let board = asked.solver(kept, limits)?.matrix().geometry().clone();
        let explainer = kept.explain(asked, Order::Hodoku, limits)?;
        if let Some(mistakes) = explainer.mistakes(asked.record.placed(), asked.record.marks()) {
            return Err(refused(format!("puzzle {}: {mistakes}", asked.number)).into());
        }
        let candidates = asked.record.candidates(&board).map_err(refused)?;
        explainer.resume(asked.record.placed(), Some(&candidates));
        let steps = explainer.steps(&techniques, limits).collect::<Result<Vec<Step>, _>>()?;
        found.values.push(json(&steps)?);
        Ok(())
    })?;
    Ok(found.values)
}

/// Returns the techniques of each name: a technique or a family.
pub(crate) fn techniques_of(names: &[String]) -> PyResult<Vec<Vec<Technique>>> {
    names.iter().map(|name| Technique::named(name).map_err(refused)).collect()
}

/// The reason why a puzzle has no solution, or several, in the form of `dlx sudoku why --format json`.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum Reason<'a> {
    Unique { solution: String },
    None(&'a Conflict),
    Several(&'a Ambiguity),
}

/// Returns for each puzzle why it has no solution, or several, as JSON, and the text. Solutions are counted up to
/// `most`.
#[pyfunction]
pub(crate) fn sudoku_why(
    py: Python<'_>,
    puzzles: Puzzles,
    most: u64,
    setting: Setting,
) -> PyResult<Vec<(String, String)>> {
    let nodes = setting.limited().nodes();
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let solver = asked.solver_of_givens(kept, limits)?;
        let searches = Searches::new(limits, nodes);
        let diagnosis = diagnose::diagnose(solver, &asked.record.grid, most, || searches.limits())?;
        let reason = match &diagnosis {
            Diagnosis::Unique(solution) => Reason::Unique { solution: solution.to_line().to_string() },
            Diagnosis::None(conflict) => Reason::None(conflict),
            Diagnosis::Several(found) => Reason::Several(found),
        };
        found.values.push((json(&reason)?, diagnosis.to_string()));
        Ok(())
    })?;
    Ok(found.values)
}

/// Returns for each puzzle the digits of its cells without a given in solutions, as JSON, with the number of these up to
/// `most`.
#[pyfunction]
pub(crate) fn sudoku_true_candidates(
    py: Python<'_>,
    puzzles: Puzzles,
    most: u64,
    setting: Setting,
) -> PyResult<Vec<String>> {
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let cells = match asked.loaded(kept, limits)? {
            Some(solver) => solver.true_candidates(most, limits)?.cells,
            None => Vec::new(),
        };
        found.values.push(json(&cells)?);
        Ok(())
    })?;
    Ok(found.values)
}

/// Why a digit is impossible: the text, the step that refutes it as JSON, and the number of cases.
type Refutation = (String, Option<String>, usize);

/// Returns for each puzzle why the digit is impossible in the cell; `None` if it is possible.
#[pyfunction]
pub(crate) fn sudoku_why_not(
    py: Python<'_>,
    puzzles: Puzzles,
    digit: u8,
    row: u8,
    column: u8,
    setting: Setting,
) -> PyResult<Vec<Option<Refutation>>> {
    let found = each_in_turn(py, &puzzles, &setting, |kept, asked, limits, found| {
        let board = asked.solver(kept, limits)?.matrix().geometry().clone();
        let side = board.side();
        let is_on_board = |number: u8| (1..=side).contains(&usize::from(number));
        let values = board.values();
        let known = Digit::of_value(digit).filter(|&digit| values.contains(digit));
        let known = known.filter(|_| [row, column].into_iter().all(is_on_board));
        let Some(digit) = known else {
            let message = format!(
                "puzzle {}: expected a digit, a row and a column from 1 to {side}, found {digit}, {row} and {column}",
                asked.number
            );
            return Err(refused(message).into());
        };
        let candidate = Candidate { cell: Cell::new(row - 1, column - 1), digit };
        let explainer = kept.explain(asked, Order::Hodoku, limits)?;
        let why = WhyNot::of(explainer, candidate, limits)?;
        let (step, cases) = match &why {
            WhyNot::Refuted(step) => (Some(json(&**step)?), 0),
            WhyNot::Cases(branches) => (None, branches.len()),
            _ => (None, 0),
        };
        found.values.push((why != WhyNot::Possible).then(|| (why.to_string(), step, cases)));
        Ok(())
    })?;
    Ok(found.values)
}

/// Returns a value as JSON.
fn json(value: &(impl Serialize + ?Sized)) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// An iterator over the solutions of a puzzle, each with its regions if they were to be found.
#[pyclass(frozen, module = "excover._excover")]
pub(crate) struct SolutionListing {
    /// The solver, the nodes that it may still enter, and the number of solutions found.
    listing: Mutex<(Solver, u64, u64)>,
    deadline: Deadline,
}

/// Returns a solver with the first puzzle loaded, or `None` if givens contradict one another.
fn first_loaded(puzzles: &Puzzles, boards: &Boards, limits: &mut Limits<'_>) -> PyResult<Option<Solver>> {
    let record = boards.read(puzzles.texts().first().copied().unwrap_or_default(), 0)?;
    let mut solver = Solver::new(&boards.of(&record, 0, limits).map_err(End::raised)?);
    match solver.load_record(&record) {
        Ok(()) => Ok(Some(solver)),
        Err(Contradicting::Grid(error)) => Err(refused(format!("puzzle 0: {error}"))),
        Err(_) => Ok(None),
    }
}

/// Returns an iterator over the solutions of the first puzzle.
#[pyfunction]
pub(crate) fn sudoku_solutions(
    py: Python<'_>,
    puzzles: Puzzles,
    setting: Setting,
) -> PyResult<Option<SolutionListing>> {
    let (deadline, nodes) = (setting.limited().deadline()?, setting.limited().nodes());
    let boards = setting.boards(&puzzles)?;
    watched(py, deadline, |watch| {
        let solver = first_loaded(&puzzles, &boards, &mut watch.limits())?;
        Ok(solver.map(|solver| SolutionListing { listing: Mutex::new((solver, nodes, 0)), deadline }))
    })
}

#[pymethods]
impl SolutionListing {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        watched(py, self.deadline, |watch| {
            let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
            let (solver, nodes, found) = &mut *listing;
            let mut limits = watch.limits().nodes(*nodes);
            let next = solver.next_solution(&mut limits);
            *nodes = limits.nodes_left();
            let next = next.map_err(|why| stopped(why, format!("{found} solutions")))?;
            *found += u64::from(next.is_some());
            Ok(next.map(|grid| in_words(&grid, solver.listed_regions())))
        })
    }
}

/// The solutions, one per row, and the numbers of solutions.
type Answers<'py> = (Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<u8>>);

/// Returns the number of a blank cell in arrays of these puzzles.
#[pyfunction]
pub(crate) fn sudoku_blank(puzzles: Puzzles, setting: Setting) -> PyResult<i8> {
    Ok(setting.boards(&puzzles)?.blank())
}

/// Returns the first solution of each row, or blank cells if there is none, and for each row the number of
/// solutions up to `most`, which is 1 or 2.
#[pyfunction]
pub(crate) fn sudoku_answer_array<'py>(
    py: Python<'py>,
    puzzles: PyReadonlyArray2<'py, i8>,
    most: u64,
    setting: Setting,
) -> PyResult<Answers<'py>> {
    let (rows, cells) = (puzzles.shape()[0], puzzles.shape()[1]);
    let side = cells.isqrt();
    if side * side != cells {
        return Err(refused(format!(
            "expected rows of a square number of digits, such as 81, found {cells}"
        )));
    }
    let boards = Boards::new(setting.shape(), Some(side), setting.rule_lines())?;
    let digits = puzzles.as_slice().map_err(refused)?;
    let wanted = if most < 2 { Wanted::First } else { Wanted::Uniqueness };
    let answered = watched(py, setting.limited().deadline()?, |watch| {
        let board = boards.of_side(side, &mut watch.limits()).map_err(End::raised)?;
        let threads = setting.limited().threads().get();
        array::answer(&board, digits, wanted, threads, &mut watch.limits()).map_err(|error| match error {
            ArrayError::Stopped(why) => stopped(why, "0 puzzles are done"),
            error => refused(error),
        })
    })?;
    let ArrayAnswers { solutions, counts } = answered;
    let solutions = solutions.into_pyarray(py).reshape([rows, cells])?;
    Ok((solutions, counts.into_pyarray(py)))
}
