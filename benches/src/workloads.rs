//! Named workloads with known answers: the problems and puzzles of `testdata`, and problems of the literature
//! that are generated.
//!
//! The directory of the problems has a file `ANSWERS`. Each of its lines is a file name without the
//! extension, the number of covers, and optionally `slow` for a problem that takes long to count.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use dlx_core::Problem;
use dlx_core::text::knuth;
use dlx_instances::packing::{self, Piece, Times};
use dlx_instances::queens::{self, Board};
use dlx_instances::shape::Moves;
use dlx_instances::{
    InstanceError, Published, dominoes, langford, latin, matchings, polycubes, polyominoes, region::Region,
};
use sudoku_cover::{Geometry, Grid, Matrix, Reader};
use thiserror::Error;

/// The reason why a workload is not available.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkloadError {
    /// A file or directory cannot be read.
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    /// A line of `ANSWERS` is invalid.
    #[error(
        "{path}, line {line}: expected a name, a number of covers and optionally `slow`, found `{found}`"
    )]
    BadAnswer { path: PathBuf, line: usize, found: String },
    /// `ANSWERS` has no answer for a problem.
    #[error("{path}: expected an answer for `{name}`, found none")]
    NoAnswer { path: PathBuf, name: String },
    /// A problem is not in Knuth's format.
    #[error("{path}: {error}")]
    BadProblem { path: PathBuf, error: dlx_core::text::ReadError },
    /// A file of puzzles has an invalid line.
    #[error("{path}: {error}")]
    BadPuzzle { path: PathBuf, error: sudoku_cover::ReadError },
    /// A problem of the literature cannot be generated.
    #[error(transparent)]
    BadInstance(#[from] InstanceError),
    /// A problem of the literature has no published count.
    #[error("expected a published count of `{name}`, found none")]
    NotPublished { name: &'static str },
}

/// A problem file whose answer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// The file name without the extension.
    pub name: String,
    pub path: PathBuf,
    /// The number of covers of the problem.
    pub covers: u64,
}

impl Workload {
    /// Returns the workload of the file at this path, with this answer.
    #[must_use]
    pub fn with_answer(path: PathBuf, covers: u64) -> Self {
        Self { name: name_of(&path), path, covers }
    }

    /// Returns the workload of the file at this path, with its answer from the file `ANSWERS` in the same
    /// directory.
    ///
    /// # Errors
    /// An `ANSWERS` that cannot be read, or that does not contain the file.
    pub fn of_file(path: &Path) -> Result<Self, WorkloadError> {
        let name = name_of(path);
        let answers = path.with_file_name("ANSWERS");
        let (_, covers) = read_answers(&answers)?
            .into_iter()
            .find(|(answered, _)| *answered == name)
            .ok_or(WorkloadError::NoAnswer { path: answers, name })?;
        Ok(Self::with_answer(path.to_owned(), covers))
    }

    /// Reads the problem from the file.
    ///
    /// # Errors
    /// A file that cannot be read, or that is not a problem.
    pub fn problem(&self) -> Result<Problem, WorkloadError> {
        knuth::read(BufReader::new(open(&self.path)?))
            .map_err(|error| WorkloadError::BadProblem { path: self.path.clone(), error })
    }
}

/// Returns the problems of `testdata/exact-cover`, in the order of its `ANSWERS`.
///
/// # Errors
/// An `ANSWERS` that cannot be read.
pub fn exact_covers() -> Result<Vec<Workload>, WorkloadError> {
    let directory = testdata().join("exact-cover");
    let answers = read_answers(&directory.join("ANSWERS"))?;
    let workload = |(name, covers)| Workload { path: directory.join(format!("{name}.dlx")), name, covers };
    Ok(answers.into_iter().map(workload).collect())
}

/// A generated problem of the literature, with its published number of covers.
#[derive(Clone, Debug)]
pub struct Instance {
    pub name: &'static str,
    pub problem: Problem,
    pub published: Published,
}

/// Returns the problem of tiling a square with dominoes.
///
/// # Errors
/// A side that is 0 or too large for a known count.
pub fn domino(name: &'static str, side: usize) -> Result<Instance, WorkloadError> {
    let region = Region::rectangle(side, side)?;
    known(name, dominoes::problem(&region)?, dominoes::published(&region))
}

/// Returns problems with too many covers to list.
///
/// # Errors
/// None in practice: the problems are fixed.
pub fn many_covers() -> Result<Vec<Instance>, WorkloadError> {
    let board = Region::rectangle(8, 8)?;
    let any_number = |piece| Piece { times: Times::AnyNumber, ..piece };
    let pieces = polyominoes::named("tetrominoes", Moves::TurnsAndFlips)?.into_iter().map(any_number);
    let tetrominoes = packing::problem(&board, &pieces.collect::<Vec<_>>())?;
    let tilings = Published { count: 19_077_209_438, source: "OEIS A263425" };
    let large = Published { count: 2_444_888_770_250_892_795_802_079_170_816, source: "OEIS A004003" };
    let boxes = Geometry::boxes(2, 3).expect("boxes of 2x3 make a board");
    let grids = Published { count: 28_200_960, source: "F. Jarvis, Sudoku enumeration problems" };
    Ok(vec![
        domino("domino12x12", 12)?,
        known("domino16x16", dominoes::problem(&Region::rectangle(16, 16)?)?, Some(large))?,
        known("latin5", latin::problem(5, latin::Form::All)?, latin::published(5, latin::Form::All))?,
        known("sudoku6x6", Matrix::new(&boxes).problem().clone(), Some(grids))?,
        known("tetrominoes8x8", tetrominoes, Some(tilings))?,
        known("match24", matchings::problem(24)?, matchings::published(24))?,
    ])
}

/// Returns problems whose covers have little in common, so that no method is faster than enumerating them.
///
/// # Errors
/// None in practice: the problems are fixed.
pub fn unlike_covers() -> Result<Vec<Instance>, WorkloadError> {
    Ok(vec![
        known("langford12", langford::problem(12)?, langford::published(12))?,
        known("queens12", queens::problem(12, Board::Plain)?, queens::published(12, Board::Plain))?,
        known("soma", polycubes::soma()?, Some(polycubes::published_soma()))?,
    ])
}

fn known(
    name: &'static str,
    problem: Problem,
    published: Option<Published>,
) -> Result<Instance, WorkloadError> {
    let published = published.ok_or(WorkloadError::NotPublished { name })?;
    Ok(Instance { name, problem, published })
}

/// A puzzle, with the file and the position that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The file name without the extension, and the number of the puzzle in the file, from 1.
    pub name: String,
    pub grid: Grid,
}

/// Returns the puzzles in a file, of any side.
///
/// # Errors
/// A file that cannot be read, or that has a line that is neither a puzzle nor a comment.
pub fn puzzles(path: &Path) -> Result<Vec<Puzzle>, WorkloadError> {
    let file = path.file_stem().unwrap_or_default().to_string_lossy();
    Reader::new(BufReader::new(open(path)?))
        .enumerate()
        .map(|(place, record)| match record {
            Ok(record) => Ok(Puzzle { name: format!("{file} {}", place + 1), grid: record.grid }),
            Err(error) => Err(WorkloadError::BadPuzzle { path: path.to_owned(), error }),
        })
        .collect()
}

/// A file of puzzles of one side that all have the same number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleList {
    pub path: PathBuf,
    pub solutions: Solutions,
}

/// The number of solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    None,
    One,
    Several,
}

/// Returns the files of `testdata/sudoku` with puzzles of side 9.
#[must_use]
pub fn puzzle_lists() -> Vec<PuzzleList> {
    vec![
        list("seeds.txt", Solutions::One),
        list("easy.txt", Solutions::One),
        list("minimal.txt", Solutions::One),
        list("hard.txt", Solutions::One),
        list("several.txt", Solutions::Several),
        list("unsolvable.txt", Solutions::None),
    ]
}

/// Returns the files of `testdata/sudoku` with puzzles of other sides, the smallest side first.
#[must_use]
pub fn puzzle_lists_of_other_sides() -> Vec<PuzzleList> {
    ["6x6.txt", "12x12.txt", "16x16.txt", "25x25.txt"].map(|file| list(file, Solutions::One)).into()
}

fn list(file: &str, solutions: Solutions) -> PuzzleList {
    PuzzleList { path: testdata().join("sudoku").join(file), solutions }
}

/// Returns all files of puzzles in `testdata/sudoku`, of any side, in the order of their names.
///
/// # Errors
/// A directory that cannot be read.
pub fn puzzle_files() -> Result<Vec<PathBuf>, WorkloadError> {
    files_in(&testdata().join("sudoku"), "txt")
}

/// Returns the problems of `testdata/counts`, which have too many covers to list, in the order of their names.
///
/// # Errors
/// A directory that cannot be read.
pub fn large_counts() -> Result<Vec<PathBuf>, WorkloadError> {
    files_in(&testdata().join("counts"), "dlx")
}

/// Returns the files in a directory with this extension, in the order of their names.
fn files_in(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, WorkloadError> {
    let failed = |error| WorkloadError::Io { path: directory.to_owned(), error };
    let entries = fs::read_dir(directory).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    Ok(files)
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

fn open(path: &Path) -> Result<File, WorkloadError> {
    File::open(path).map_err(|error| WorkloadError::Io { path: path.to_owned(), error })
}

fn read_answers(path: &Path) -> Result<Vec<(String, u64)>, WorkloadError> {
    let text =
        fs::read_to_string(path).map_err(|error| WorkloadError::Io { path: path.to_owned(), error })?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(place, line)| {
            answer(line).ok_or_else(|| WorkloadError::BadAnswer {
                path: path.to_owned(),
                line: place + 1,
                found: line.to_owned(),
            })
        })
        .collect()
}

fn answer(line: &str) -> Option<(String, u64)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let covers = words.next()?.parse().ok()?;
    // The word `slow` matters only to the tests of dlx-core.
    let is_known = matches!(words.next(), None | Some("slow"));
    (is_known && words.next().is_none()).then_some((name, covers))
}
