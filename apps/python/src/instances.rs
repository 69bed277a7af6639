//! Well-known problems of any size, as `dlx generate` makes them.

use std::num::NonZeroU64;

use dlx_core::Problem;
use dlx_instances::coloring::{self, Graph, Known};
use dlx_instances::geometry::Geometry;
use dlx_instances::grids::Grid;
use dlx_instances::ice::{self, Boundary};
use dlx_instances::latin::{self, Form};
use dlx_instances::macmahon::{self, Border};
use dlx_instances::packing::{self, Piece};
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves, Shape};
use dlx_instances::words::{self, Repeats, WordList};
use dlx_instances::{
    InstanceError, assignment, debruijn, design, dominoes, drawing, kenken, kirkman, langford, league,
    matchings, mols, partitions, partridge, pips, polycubes, polyominoes, roster, steiner, timetable,
};
use pyo3::prelude::*;

use crate::problem::{ProblemCore, geometry_text};
use crate::watch::{detached, refused};

/// A problem and its geometry.
type Made = (ProblemCore, String);

/// The layer, row and column of a cell.
type CellParts = (usize, usize, usize);

/// The name of a piece or a set of pieces, the cells of a piece of the user, and how often each is used, as the command line
/// writes it.
type PieceParts = (String, Option<Vec<CellParts>>, String);

fn made(problem: Problem, geometry: &Geometry) -> Made {
    (ProblemCore { problem }, geometry_text(geometry))
}

/// Makes a problem of a family with arguments that are numbers: those of the command line in its order, with 0 or 1 for each
/// flag.
#[pyfunction]
pub(crate) fn instance_of_numbers(py: Python<'_>, family: &str, numbers: Vec<usize>) -> PyResult<Made> {
    detached(py, || of_numbers(family, &numbers).map_err(refused)?.ok_or_else(|| unknown(family)))
}

/// Returns the problem, or `None` if there is no such family with this number of arguments.
fn of_numbers(family: &str, numbers: &[usize]) -> Result<Option<Made>, InstanceError> {
    /// Makes a problem with a module of the instances crate that takes these arguments.
    macro_rules! of {
        ($module:ident($($argument:expr),*)) => {
            made($module::problem($($argument),*)?, &$module::geometry($($argument),*))
        };
    }
    let form = |is_reduced: usize| if is_reduced > 0 { Form::Reduced } else { Form::All };
    let most = |cost: usize| NonZeroU64::new(cost as u64).unwrap_or(NonZeroU64::MIN);
    Ok(Some(match (family, numbers) {
        ("queens", &[n, torus]) => of!(queens(n, if torus > 0 { Board::Torus } else { Board::Plain })),
        ("langford", &[n]) => of!(langford(n)),
        ("latin", &[n, reduced]) => of!(latin(n, form(reduced))),
        ("mols", &[n, reduced]) => of!(mols(n, form(reduced))),
        ("matchings", &[n]) => of!(matchings(n)),
        ("set_partitions", &[n]) => of!(partitions(n)),
        ("de_bruijn", &[letters, length]) => of!(debruijn(letters, length)),
        ("partridge", &[n]) => of!(partridge(n)),
        ("ice", &[n, torus]) => of!(ice(n, if torus > 0 { Boundary::Torus } else { Boundary::Walls })),
        ("macmahon", &[rows, columns, colors, border]) => {
            of!(macmahon(rows, columns, colors, if border > 0 { Border::OneColor } else { Border::Free }))
        }
        ("assignment", &[n, seed, max_cost]) => {
            let costs = assignment::random_costs(n, seed as u64, most(max_cost))?;
            of!(assignment(&costs))
        }
        ("roster", &[nurses, days, seed, max_cost]) => {
            made(roster::problem(nurses, days, seed as u64, most(max_cost))?, &roster::geometry(nurses, days))
        }
        ("timetable", &[classes, subjects, slots, seed, max_cost]) => made(
            timetable::problem(classes, subjects, slots, seed as u64, most(max_cost))?,
            &timetable::geometry(classes, slots),
        ),
        ("league", &[n]) => of!(league(n)),
        ("steiner", &[points]) => of!(steiner(points)),
        ("kirkman", &[girls]) => of!(kirkman(girls)),
        ("design", &[points, size, lambda]) => of!(design(points, size, lambda)),
        ("kenken", &[n, seed]) => of!(kenken(&kenken::Puzzle::random(n, seed as u64)?)),
        ("soma", &[]) => made(polycubes::soma()?, &polycubes::geometry_of_soma()),
        _ => return Ok(None),
    }))
}

fn unknown(family: &str) -> PyErr {
    refused(format!("expected a family of problems, found `{}`", family.escape_debug()))
}

/// Makes a problem about a region of the plane.
#[pyfunction]
pub(crate) fn instance_of_region(
    py: Python<'_>,
    family: &str,
    region: Vec<CellParts>,
    seed: u64,
) -> PyResult<Made> {
    detached(py, || {
        let region = region_of(&region).map_err(refused)?;
        let problem = match family {
            "dominoes" => dominoes::problem(&region),
            "pentominoes" => polyominoes::pentominoes(&region),
            "pips" => {
                let puzzle = pips::Puzzle::random(&region, seed).map_err(refused)?;
                return Ok(made(pips::problem(&puzzle).map_err(refused)?, &pips::geometry(&puzzle)));
            }
            _ => return Err(unknown(family)),
        };
        Ok(made(problem.map_err(refused)?, &region.geometry()))
    })
}

/// Makes the problem of filling a region with pieces.
#[pyfunction]
pub(crate) fn packing_problem(
    py: Python<'_>,
    region: Vec<CellParts>,
    pieces: Vec<PieceParts>,
    moves: &str,
    grid: &str,
) -> PyResult<Made> {
    let (moves, grid) = (moves_of(moves)?, grid_of(grid)?);
    detached(py, || {
        let region = region_of(&region).map_err(refused)?.on(grid);
        let in_space = matches!(moves, Moves::SpaceTurns | Moves::SpaceTurnsAndFlips);
        let mut all = Vec::new();
        for (name, cells, times) in &pieces {
            let times = times.parse().map_err(|error| refused(format!("piece {name:?}: {error}")))?;
            let named = match cells {
                Some(cells) => {
                    let shape = grid.shape(cells.iter().map(cell_of)).map_err(refused)?;
                    vec![Piece { name: name.clone(), shape, moves, times }]
                }
                None if in_space => polycubes::named(name, moves).map_err(refused)?,
                None => polyominoes::named_on(grid, name, moves).map_err(refused)?,
            };
            all.extend(named.into_iter().map(|piece| Piece { times, ..piece }));
        }
        let unplaced: Vec<&str> =
            packing::unplaced(&region, &all).iter().map(|piece| piece.name.as_str()).collect();
        if !unplaced.is_empty() {
            return Err(refused(format!(
                "expected pieces that fit, found {} too large",
                unplaced.join(", ")
            )));
        }
        Ok(made(packing::problem(&region, &all).map_err(refused)?, &region.geometry()))
    })
}

/// Returns the different forms of a shape under moves, each as its cells from 0.
#[pyfunction]
pub(crate) fn shape_forms(cells: Vec<CellParts>, moves: &str) -> PyResult<Vec<Vec<CellParts>>> {
    let shape = Shape::new(cells.iter().map(cell_of)).map_err(refused)?;
    let parts =
        |shape: &Shape| shape.cells().iter().map(|cell| (cell.layer, cell.row, cell.column)).collect();
    Ok(shape.forms(moves_of(moves)?).iter().map(parts).collect())
}

/// Returns the cells of a drawing.
#[pyfunction]
pub(crate) fn drawn_cells(drawing: &str) -> PyResult<Vec<CellParts>> {
    let region = drawing::region(drawing).map_err(refused)?;
    Ok(region.cells().map(|cell| (cell.layer, cell.row, cell.column)).collect())
}

/// Makes the problem of coloring a graph: a named one, or one in the DIMACS format.
#[pyfunction]
pub(crate) fn coloring_problem(py: Python<'_>, colors: usize, graph: &str) -> PyResult<Made> {
    detached(py, || {
        let graph = if graph.contains('\n') {
            Graph::of_dimacs(graph).map_err(refused)?
        } else {
            graph.parse::<Known>().map_err(refused)?.graph().map_err(refused)?
        };
        Ok(made(coloring::problem(&graph, colors).map_err(refused)?, &coloring::geometry(&graph)))
    })
}

/// Makes the assignment problem with these costs. `None` is a pair that is not allowed.
#[pyfunction]
pub(crate) fn assignment_problem(py: Python<'_>, costs: Vec<Vec<Option<u64>>>) -> PyResult<Made> {
    detached(py, || Ok(made(assignment::problem(&costs).map_err(refused)?, &assignment::geometry(&costs))))
}

/// Makes the problem of word rectangles. Each word is on a line of its own.
#[pyfunction]
pub(crate) fn words_problem(
    py: Python<'_>,
    rows: usize,
    columns: usize,
    across: &str,
    down: &str,
    is_distinct: bool,
) -> PyResult<Made> {
    detached(py, || {
        let (across, down) = (word_list(across)?, word_list(down)?);
        let problem = words::problem(rows, columns, &across, &down, repeats(is_distinct)).map_err(refused)?;
        Ok(made(problem, &words::geometry(rows, columns)))
    })
}

/// Makes the problem of a crossword. Each word is on a line of its own.
#[pyfunction]
pub(crate) fn crossword_problem(
    py: Python<'_>,
    drawing: &str,
    words: &str,
    is_distinct: bool,
) -> PyResult<Made> {
    detached(py, || {
        let crossword = words::Crossword::of_drawing(drawing).map_err(refused)?;
        let problem = crossword.problem(&word_list(words)?, repeats(is_distinct)).map_err(refused)?;
        Ok(made(problem, &crossword.geometry()))
    })
}

/// Returns the words of a list with one on each line.
fn word_list(words: &str) -> PyResult<WordList> {
    let list = WordList::of_text(words);
    match list.passed_over() {
        [] => Ok(list),
        [first, others @ ..] => Err(refused(format!(
            "words: expected letters and digits, found {} others, first {first:?}",
            1 + others.len()
        ))),
    }
}

fn repeats(is_distinct: bool) -> Repeats {
    if is_distinct { Repeats::Forbidden } else { Repeats::Allowed }
}

fn cell_of(&(layer, row, column): &CellParts) -> Cell {
    Cell::in_space(layer, row, column)
}

fn region_of(cells: &[CellParts]) -> Result<Region, InstanceError> {
    Region::of_cells(cells.iter().map(cell_of))
}

fn grid_of(word: &str) -> PyResult<Grid> {
    Ok(match word {
        "squares" => Grid::Cubes,
        "triangles" => Grid::Triangles,
        "hexagons" => Grid::Hexagons,
        found => {
            return Err(refused(format!("grid: expected squares, triangles or hexagons, found {found:?}")));
        }
    })
}

fn moves_of(word: &str) -> PyResult<Moves> {
    Ok(match word {
        "none" => Moves::Shifts,
        "rotations" => Moves::Turns,
        "free" => Moves::TurnsAndFlips,
        "space rotations" => Moves::SpaceTurns,
        "space free" => Moves::SpaceTurnsAndFlips,
        found => return Err(refused(format!("turns: expected free, rotations or none, found {found:?}"))),
    })
}
