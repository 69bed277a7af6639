//! Problems in the formats of files and of other solvers.

use std::io::BufRead;

use dlx_core::Problem;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{dense, json, knuth};
use dlx_formats::{ReadProgram, cnf, lp, mps, opb, partitioning};
use dlx_instances::geometry::{Comments, Geometry};
use dlx_instances::xmpuzzle::Puzzle;
use pyo3::prelude::*;

use crate::problem::{ProblemCore, geometry_text};
use crate::watch::{detached, refused};

/// The names of the formats that are read, as those of the command line.
const READ: &str = "knuth, json, dense, sparse0, sparse1, lp, mps, opb, cnf, partitioning or xmpuzzle";
/// The names of the formats that are written.
const WRITTEN: &str = "knuth, json, dense, sparse0, sparse1, lp, mps, opb, cnf or xmpuzzle";
/// The most clauses of a problem in CNF, about 200 MB.
const MOST_CLAUSES: u64 = 10_000_000;

/// A problem that was read, the geometry in its comments, whether its objective is to be maximized, and the constant of the
/// objective as text.
type Read = (ProblemCore, Option<String>, bool, String);

/// Reads a problem in a format. `primary` is the number of primary items of a matrix, `problem` the name or the number, from 1, of
/// the problem of a file of BurrTools.
#[pyfunction]
pub(crate) fn read_problem(
    py: Python<'_>,
    source: &[u8],
    format: &str,
    primary: Option<usize>,
    problem: Option<&str>,
) -> PyResult<Read> {
    if problem.is_some() && format != "xmpuzzle" {
        return Err(refused(format!("problem: expected none with the format {format}, found some")));
    }
    if primary.is_some() && !matches!(format, "dense" | "sparse0" | "sparse1") {
        return Err(refused(format!("primary: expected none with the format {format}, found some")));
    }
    detached(py, || {
        let mut comments = Comments::default();
        let plain = |problem| ReadOf { problem, is_maximized: false, constant: "0".to_owned() };
        let read = match format {
            "knuth" => knuth::read_with_comments(source, |line, text| comments.add(line, text))
                .map(plain)
                .map_err(refused)?,
            "json" => json::read_with_comments(source, |line, text| comments.add(line, text))
                .map(plain)
                .map_err(refused)?,
            "dense" => dense::read(source, primary).map(plain).map_err(refused)?,
            "sparse0" => sparse::read(source, Base::Zero, primary).map(plain).map_err(refused)?,
            "sparse1" => sparse::read(source, Base::One, primary).map(plain).map_err(refused)?,
            "partitioning" => partitioning::read(source).map(plain).map_err(refused)?,
            "xmpuzzle" => {
                let puzzle = Puzzle::read(source).map_err(refused)?;
                let packing = puzzle.problem(puzzle.index(problem).map_err(refused)?).map_err(refused)?;
                comments.add(1, &packing.geometry.to_string());
                plain(packing.problem)
            }
            "lp" => program(lp::read, source)?,
            "mps" => program(mps::read, source)?,
            "opb" => program(opb::read, source)?,
            "cnf" => program(cnf::read, source)?,
            found => {
                return Err(refused(format!("format: expected {READ}, found `{}`", found.escape_debug())));
            }
        };
        let geometry = comments.geometry().map_err(refused)?.map(|geometry| geometry_text(&geometry));
        let ReadOf { problem, is_maximized, constant } = read;
        Ok((ProblemCore { problem }, geometry, is_maximized, constant))
    })
}

/// A problem with what its format says about the objective.
struct ReadOf {
    problem: Problem,
    is_maximized: bool,
    constant: String,
}

/// Reads an integer program, with the costs that its text has.
fn program<'a>(
    read: impl FnOnce(&'a [u8]) -> Result<ReadProgram, dlx_formats::ReadError>,
    source: &'a [u8],
) -> PyResult<ReadOf>
where
    &'a [u8]: BufRead,
{
    let ReadProgram { problem, is_maximized, constant, .. } = read(source).map_err(refused)?;
    let problem = if is_maximized { problem.with_opposite_costs() } else { problem };
    Ok(ReadOf { problem, is_maximized, constant: constant.to_string() })
}

/// Writes a problem in a format, with its geometry in a comment where the format has comments for it.
#[pyfunction]
pub(crate) fn write_problem(
    py: Python<'_>,
    problem: &ProblemCore,
    format: &str,
    geometry: Option<&str>,
) -> PyResult<String> {
    let problem = &problem.problem;
    let comment = geometry.map_or_else(String::new, |geometry| format!("geometry {geometry}"));
    detached(py, || {
        let mut bytes = Vec::new();
        let output = &mut bytes;
        match format {
            "knuth" => {
                if !comment.is_empty() {
                    output.extend_from_slice(format!("| {comment}\n").as_bytes());
                }
                knuth::write(problem, output).map_err(refused)?;
            }
            "json" => json::write_with_comment(problem, &comment, output).map_err(refused)?,
            "dense" => dense::write(problem, output).map_err(refused)?,
            "sparse0" => sparse::write(problem, Base::Zero, output).map_err(refused)?,
            "sparse1" => sparse::write(problem, Base::One, output).map_err(refused)?,
            "lp" => lp::write(problem, output).map_err(refused)?,
            "mps" => mps::write(problem, output).map_err(refused)?,
            "opb" => opb::write(problem, output).map_err(refused)?,
            "xmpuzzle" => {
                let geometry =
                    geometry.ok_or_else(|| refused("geometry: expected that of a packing, found none"))?;
                let geometry: Geometry = geometry.parse().map_err(refused)?;
                Puzzle::of_packing(problem, &geometry).map_err(refused)?.write(output).map_err(refused)?;
            }
            "cnf" if problem.has_costs() => {
                return Err(refused("format: expected a problem without costs for cnf, found costs"));
            }
            "cnf" => {
                cnf::write(problem, cnf::AtMostOne::Sequential, MOST_CLAUSES, output).map_err(refused)?;
            }
            found => {
                return Err(refused(format!("format: expected {WRITTEN}, found `{}`", found.escape_debug())));
            }
        }
        String::from_utf8(bytes).map_err(refused)
    })
}
