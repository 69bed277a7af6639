//! Prints the cost of questions with many givens to a prepared problem and to a search that restarts.

use std::time::{Duration, Instant};

use benches::measure::table;
use benches::workloads::{self, Puzzle, PuzzleList, WorkloadError};
use dlx_core::{Count, GivenError, Givens, Limits, OptionId, Prepared, Problem, Rule, Search, Stopped};
use dlx_instances::queens::{self, Board};
use dlx_instances::{InstanceError, latin, polyominoes, region::Region};
use sudoku_cover::{Geometry, GeometryError, Matrix};
use thiserror::Error;

/// Compare a prepared problem with a search on questions of seven families.
///
/// A question consists of the givens of a puzzle, or some options of a random cover, and asks whether one
/// cover or several contain them. Both sides must give the same answers. The sides answer all questions of a
/// family in turns, and the table shows the shortest times.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of questions in families with options of random covers.
    #[arg(long, default_value_t = 200)]
    questions: u64,

    /// Number of runs over all questions.
    #[arg(long, default_value_t = 5)]
    runs: u32,

    /// Only families whose name contains this text.
    #[arg(long, default_value = "")]
    only: String,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error(transparent)]
    Instance(#[from] InstanceError),
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    #[error(transparent)]
    Given(#[from] GivenError),
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error("{family}: expected a cover, found none")]
    NoCover { family: &'static str },
    #[error("{family}, question {question}: the search found {search:?}, the prepared problem {prepared:?}")]
    Differ { family: &'static str, question: usize, search: Count, prepared: Count },
}

/// A problem, and the given options of each question about it.
struct Family {
    name: &'static str,
    problem: Problem,
    questions: Questions,
}

enum Questions {
    /// The givens of puzzles.
    Puzzles(Vec<Vec<OptionId>>),
    /// This number of options of random covers.
    Random(usize),
}

fn families() -> Result<Vec<Family>, Fault> {
    let sudoku = |side| -> Result<Matrix, Fault> { Ok(Matrix::new(&Geometry::of_side(side)?)) };
    let puzzles = |name, side, list: PuzzleList| -> Result<Family, Fault> {
        let matrix = sudoku(side)?;
        let clues = |puzzle: &Puzzle| puzzle.grid.clues().map(|clue| matrix.option(clue)).collect();
        let questions = Questions::Puzzles(workloads::puzzles(&list.path)?.iter().map(clues).collect());
        Ok(Family { name, problem: matrix.problem().clone(), questions })
    };
    let random = |name, problem, given| Family { name, problem, questions: Questions::Random(given) };
    let list = |name: &str| {
        let mut lists = workloads::puzzle_lists().into_iter().chain(workloads::puzzle_lists_of_other_sides());
        lists.find(|list| list.path.ends_with(name)).expect("the list is one of testdata")
    };
    Ok(vec![
        puzzles("Sudoku 9, hard.txt", 9, list("hard.txt"))?,
        puzzles("Sudoku 16, 16x16.txt", 16, list("16x16.txt"))?,
        random("Sudoku 9, 34 clues", sudoku(9)?.problem().clone(), 34),
        random("Sudoku 16, 130 clues", sudoku(16)?.problem().clone(), 130),
        random("Latin 12, 80 entries", latin::problem(12, latin::Form::All)?, 80),
        random("queens 24, 12 placed", queens::problem(24, Board::Plain)?, 12),
        random("pentominoes 6x10, 3 placed", polyominoes::pentominoes(&Region::rectangle(6, 10)?)?, 3),
    ])
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut table =
        table(["family", "unique", "search, µs", "prepared, µs", "prepared engine", "search / prepared"]);
    for family in families()?.iter().filter(|family| family.name.contains(&args.only)) {
        eprintln!("{} ...", family.name);
        table.add_row(row(args, family)?);
    }
    println!("{table}");
    Ok(())
}

fn row(args: &Args, family: &Family) -> Result<[String; 6], Fault> {
    let questions: Vec<Vec<OptionId>> = match &family.questions {
        Questions::Puzzles(puzzles) => puzzles.clone(),
        Questions::Random(given) => {
            (0..args.questions).map(|seed| question(family, *given, seed)).collect::<Result<_, _>>()?
        }
    };
    let mut search = Search::new(&family.problem);
    let mut prepared = Prepared::new(&family.problem);
    prepared.prepare();
    let mut least = [Duration::MAX; 2];
    let mut unique = 0;
    for _ in 0..args.runs {
        let start = Instant::now();
        let mut by_search = Vec::with_capacity(questions.len());
        for given in &questions {
            search.restart(Givens::none().force(given))?;
            by_search.push(search.count(&mut Limits::none().solutions(2)));
        }
        least[0] = least[0].min(start.elapsed());
        let start = Instant::now();
        let mut by_prepared = Vec::with_capacity(questions.len());
        for given in &questions {
            by_prepared.push(prepared.count_up_to(2, given, &mut Limits::none())?);
        }
        least[1] = least[1].min(start.elapsed());
        for (question, (&search, &prepared)) in by_search.iter().zip(&by_prepared).enumerate() {
            if search.at_least() != prepared.at_least() {
                return Err(Fault::Differ { family: family.name, question, search, prepared });
            }
        }
        unique = by_search.iter().filter(|count| count.at_least() == 1).count();
    }
    let [search, alone] = least.map(|time| time.as_secs_f64() * 1e6 / questions.len() as f64);
    Ok([
        family.name.to_owned(),
        format!("{unique} of {}", questions.len()),
        format!("{search:.2}"),
        format!("{alone:.2}"),
        prepared.engine().0.to_string(),
        format!("{:.2}", search / alone),
    ])
}

/// Returns some options of a random cover.
fn question(family: &Family, given: usize, seed: u64) -> Result<Vec<OptionId>, Fault> {
    let cover = Search::with_rule(&family.problem, Rule::Random { seed }).first(&mut Limits::none())?;
    let mut cover = cover.ok_or(Fault::NoCover { family: family.name })?;
    // An order that depends only on the seed: multiplication by an odd number is a permutation.
    cover.sort_by_key(|option| (option.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ (seed << 1)));
    cover.truncate(given);
    Ok(cover)
}
