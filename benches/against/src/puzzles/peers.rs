//! The Sudoku solvers. Each reads, solves and prints in its fastest public way, into one buffer.

use anyhow::{Context, Result, anyhow, bail};
use sudoku_cover::Grid;

use super::answers::{Answers, Question, Status};

/// A crate that is compared with sudoku-cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    Sudoku,
    Msolve,
    ZeroAlloc,
}

impl Peer {
    /// All crates, in the order in which they take turns.
    pub const ALL: [Self; 3] = [Self::Sudoku, Self::Msolve, Self::ZeroAlloc];

    /// Returns the name of the crate.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sudoku => "sudoku",
            Self::Msolve => "msolve",
            Self::ZeroAlloc => "zero-alloc-sudoku",
        }
    }

    /// Returns true if the crate can answer this question.
    pub fn accepts(self, question: Question) -> bool {
        self != Self::ZeroAlloc || question == Question::First
    }

    /// Returns the text in the form that the crate reads: one of them accepts only 0 for a blank cell.
    pub fn readable(self, text: &str) -> String {
        if self == Self::ZeroAlloc { text.replace('.', "0") } else { text.to_owned() }
    }

    /// Reads the puzzles, one per line, and adds an answer and a line for each.
    pub fn answer_text(self, text: &str, question: Question, answers: &mut Answers) -> Result<()> {
        match self {
            Self::Sudoku => with_sudoku(text, question, answers),
            Self::Msolve => with_msolve(text, question, answers),
            Self::ZeroAlloc => with_zero_alloc(text, answers),
        }
    }
}

/// Returns the lines with puzzles, without comments, which none of the crates supports.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn with_sudoku(text: &str, question: Question, answers: &mut Answers) -> Result<()> {
    let limit = question.limit();
    let mut first = [[0; 81]];
    for line in lines(text) {
        let puzzle =
            sudoku::Sudoku::from_str_line(line).with_context(|| format!("sudoku cannot read {line}"))?;
        let count = puzzle.solutions_up_to_buffer(&mut first, limit);
        let status = Status::of(question, count);
        answers.push(status, |line| line.extend(first[0].iter().map(|digit| digit + b'0')));
    }
    Ok(())
}

fn with_msolve(text: &str, question: Question, answers: &mut Answers) -> Result<()> {
    for line in lines(text) {
        let puzzle: msolve::Sudoku = line.parse()?;
        let mut solutions = puzzle.iter();
        let first = solutions.next();
        let has_second = question == Question::Uniqueness && first.is_some() && solutions.next().is_some();
        let status = Status::of(question, usize::from(first.is_some()) + usize::from(has_second));
        answers.push(status, |line| line.extend(first.iter().flat_map(msolve::Sudoku::to_bytes)));
    }
    Ok(())
}

fn with_zero_alloc(text: &str, answers: &mut Answers) -> Result<()> {
    for line in lines(text) {
        let (puzzle, is_solved) = match line.parse::<zero_alloc::Sudoku>() {
            Ok(mut puzzle) => {
                let is_solved = puzzle.solve();
                (puzzle, is_solved)
            }
            Err(zero_alloc::ParseError::DuplicateDigit { .. }) => (zero_alloc::Sudoku::default(), false),
            Err(error) => return Err(anyhow!(error).context(format!("zero-alloc-sudoku cannot read {line}"))),
        };
        let status = Status::of(Question::First, usize::from(is_solved));
        answers.push(status, |line| line.extend(puzzle.cells().iter().map(|digit| digit + b'0')));
    }
    Ok(())
}

/// Returns the first puzzle, from 1, whose answer is wrong according to the rules or to the right answers
/// about uniqueness.
pub fn first_wrong(puzzles: &[Grid], answers: &Answers, right: &Answers) -> Result<Option<usize>> {
    let printed = split(answers)?;
    let right_lines = split(right)?;
    if answers.statuses.len() != right.statuses.len() {
        bail!("{} answers about {} puzzles", answers.statuses.len(), right.statuses.len());
    }
    for (place, puzzle) in puzzles.iter().enumerate() {
        let (found, known) = (answers.statuses[place], right.statuses[place]);
        let is_right = match (found, known) {
            (Status::Solved, Status::One) => printed[place] == right_lines[place],
            (Status::Solved, Status::Several) => true,
            _ => found == known && (found != Status::One || printed[place] == right_lines[place]),
        };
        if !is_right || found != Status::None && !solves(printed[place], puzzle) {
            return Ok(Some(place + 1));
        }
    }
    Ok(None)
}

fn split(answers: &Answers) -> Result<Vec<&str>> {
    let lines: Vec<&str> = std::str::from_utf8(&answers.lines)?.lines().collect();
    if lines.len() != answers.statuses.len() {
        bail!("{} lines for {} answers", lines.len(), answers.statuses.len());
    }
    Ok(lines)
}

/// Returns true if this line has the givens of the puzzle and obeys the rules.
fn solves(line: &str, puzzle: &Grid) -> bool {
    let Ok(solution) = line.parse::<Grid>() else { return false };
    let has_clues =
        puzzle.digits().iter().zip(solution.digits()).all(|(clue, digit)| clue.is_none() || clue == digit);
    let geometry = sudoku_cover::Geometry::classic();
    has_clues && solution.is_full() && solution.contradictions(&geometry).is_ok_and(|none| none.is_empty())
}
