//! A corpus: a text of many puzzles in memory, of which each is read, solved and printed as a line.
//!
//! Answers stand in the order of the puzzles, whatever the number of threads. There is no clock in here: who wants
//! to know what a corpus costs, or its reading alone, measures around these calls.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use dlx_core::{Count, Limits, Progress, Simd, Stopped};
use thiserror::Error;

use crate::model::geometry::Geometry;
use crate::model::grid::Grid;
use crate::model::pencilmarks::Pencilmarks;
use crate::solve::Solver;
use crate::solve::threads;
use crate::text::{ReadError, Reader};

/// How many nodes pass before the question of the caller hears of them.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Why a text is no corpus, or is not answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CorpusError {
    /// A record is bad.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Read in parts, the text has other puzzles than as a whole, as when it begins with their number.
    #[error("the part that begins in line {line} does not read alone as it does in its place")]
    Cut {
        /// The first line of the part.
        line: u64,
    },
    /// The question in the limits said that it is enough.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is asked about each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A first solution.
    First,
    /// Whether there is none, one or several, and the first solution.
    Uniqueness,
}

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has no solution, or its clues contradict one another.
    None,
    /// It has one solution.
    One,
    /// It has several solutions.
    Several,
    /// It has a solution, and nobody asked about others.
    Solved,
    /// The search stopped at the limit before the answer was known.
    Unknown,
}

/// The answer about one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is known.
    pub status: Status,
    /// The first solution, if one was found.
    pub solution: Option<Grid>,
    /// The [nodes](dlx_core::Counters::nodes) of the search.
    pub nodes: u64,
}

/// The answers about the puzzles of a text, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// What is known of each puzzle.
    pub statuses: Vec<Status>,
    /// A line for each: its first solution, or `no solution` or `unknown`.
    pub lines: Vec<u8>,
    /// The nodes of all searches.
    pub nodes: u64,
}

impl Answers {
    /// Adds the answer about the next puzzle.
    pub fn push(&mut self, answer: &Answer) {
        self.add(answer.status, answer.nodes, |lines| {
            answer.solution.as_ref().inspect(|solution| solution.to_line().append_to(lines)).is_some()
        });
    }

    /// Adds an answer, and the line that appends itself, if there is a solution.
    fn add(&mut self, status: Status, nodes: u64, append: impl FnOnce(&mut Vec<u8>) -> bool) {
        self.statuses.push(status);
        self.nodes += nodes;
        if !append(&mut self.lines) {
            let word: &[u8] = if status == Status::Unknown { b"unknown" } else { b"no solution" };
            self.lines.extend_from_slice(word);
        }
        self.lines.push(b'\n');
    }

    /// Forgets all answers and keeps the memory.
    pub fn clear(&mut self) {
        self.statuses.clear();
        self.lines.clear();
        self.nodes = 0;
    }

    /// How many puzzles have this status.
    #[must_use]
    pub fn count(&self, status: Status) -> usize {
        self.statuses.iter().filter(|&&found| found == status).count()
    }

    fn append(&mut self, others: &Self) {
        self.statuses.extend_from_slice(&others.statuses);
        self.lines.extend_from_slice(&others.lines);
        self.nodes += others.nodes;
    }
}

/// Answers one question about any number of puzzles of any sides, with a solver for each side that has come up.
#[derive(Clone, Debug)]
pub struct Answerer {
    question: Question,
    most_nodes: u64,
    simd: Simd,
    /// By side.
    solvers: Vec<Option<Solver>>,
}

impl Answerer {
    /// An answerer of this question, without a limit.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self { question, most_nodes: u64::MAX, simd: Simd::best(), solvers: Vec::new() }
    }

    /// The same with a limit: a puzzle that takes more nodes is [`Unknown`](Status::Unknown).
    #[must_use]
    pub fn with_most_nodes(self, most_nodes: u64) -> Self {
        Self { most_nodes, ..self }
    }

    /// The same with at most this level of vector instructions, before its first answer.
    #[must_use]
    pub fn with_simd(self, simd: Simd) -> Self {
        Self { simd, solvers: Vec::new(), ..self }
    }

    /// The solver for grids of this side, with the boxes that are nearest to squares.
    ///
    /// # Panics
    /// If the side is not one of 1 to 25.
    pub fn solver(&mut self, side: usize) -> &mut Solver {
        if self.solvers.len() <= side {
            self.solvers.resize_with(side + 1, || None);
        }
        let simd = self.simd;
        self.solvers[side].get_or_insert_with(|| {
            let geometry = Geometry::of_side(side).expect("the side of a grid is one of 1 to 25");
            Solver::new(&geometry).with_simd(simd)
        })
    }

    /// The answer about this puzzle.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits said so. Their budgets are not used: the limit of nodes is
    /// that of the answerer.
    pub fn answer(&mut self, puzzle: &Grid, limits: &mut Limits<'_>) -> Result<Answer, Stopped> {
        let (status, solver) = self.ask(puzzle, None, limits)?;
        let (solution, nodes) =
            solver.map_or((None, 0), |solver| (solver.first_shown(), solver.counters().nodes));
        Ok(Answer { status, solution, nodes })
    }

    /// What is known of this puzzle, and the solver that shows it unless clues contradict one another.
    fn ask(
        &mut self,
        puzzle: &Grid,
        allowed: Option<&Pencilmarks>,
        limits: &mut Limits<'_>,
    ) -> Result<(Status, Option<&mut Solver>), Stopped> {
        limits.step(1)?;
        let (question, most_nodes) = (self.question, self.most_nodes);
        let solver = self.solver(puzzle.side());
        let taken = match allowed {
            None => solver.take(puzzle).is_ok(),
            Some(allowed) => solver.load_allowed(puzzle, allowed).is_ok(),
        };
        if !taken {
            return Ok((Status::None, None));
        }
        let most = match question {
            Question::First => 1,
            Question::Uniqueness => 2,
        };
        let count = if most_nodes == u64::MAX {
            solver.count_up_to(most, limits)
        } else {
            // Each puzzle has the whole budget.
            let ask = |_: &Progress<'_>| match limits.step(NODES_BETWEEN_LOOKS) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            solver.count_up_to(most, &mut Limits::none().nodes(most_nodes).ask(NODES_BETWEEN_LOOKS, ask))
        };
        let status = match (question, count) {
            (_, Count::AtLeast(_, Stopped::Asked)) => return Err(Stopped::Asked),
            (_, Count::Exact(0)) => Status::None,
            (Question::First, Count::Exact(_) | Count::AtLeast(1.., _)) => Status::Solved,
            (Question::Uniqueness, Count::Exact(1)) => Status::One,
            (Question::Uniqueness, Count::Exact(_) | Count::AtLeast(2.., _)) => Status::Several,
            (_, Count::AtLeast(..)) => Status::Unknown,
        };
        Ok((status, Some(solver)))
    }

    /// Reads the puzzles of the text one by one, and adds an answer and a line for each.
    ///
    /// # Errors
    /// The first record that is bad, or the question in the limits. The answers about those before it have been added.
    pub fn answer_text(
        &mut self,
        text: &[u8],
        answers: &mut Answers,
        limits: &mut Limits<'_>,
    ) -> Result<(), CorpusError> {
        for record in Reader::new(text) {
            let record = record?;
            let (status, solver) = self.ask(&record.grid, record.allowed(), limits)?;
            let nodes = solver.as_ref().map_or(0, |solver| solver.counters().nodes);
            answers.add(status, nodes, |lines| solver.is_some_and(|solver| solver.append_first_shown(lines)));
        }
        Ok(())
    }
}

/// A text of puzzles, all of which can be read, cut into parts for several threads.
#[derive(Debug)]
pub struct Corpus<'t> {
    puzzles: Vec<Grid>,
    parts: Vec<Part<'t>>,
}

#[derive(Debug)]
struct Part<'t> {
    text: &'t [u8],
    answers: Mutex<Answers>,
}

impl<'t> Corpus<'t> {
    /// The corpus in one part.
    ///
    /// # Errors
    /// [`CorpusError::Read`]: the first record that is bad.
    pub fn whole(text: &'t [u8]) -> Result<Self, CorpusError> {
        Ok(Self { puzzles: puzzles(text)?, parts: vec![Part::new(text)] })
    }

    /// The corpus in parts of so many puzzles, the last of perhaps fewer.
    ///
    /// # Errors
    /// [`CorpusError::Read`], or [`CorpusError::Cut`] if the text cannot be cut.
    pub fn in_parts(text: &'t [u8], puzzles_in_part: usize) -> Result<Self, CorpusError> {
        let records: Vec<(Grid, u64)> = Reader::new(text)
            .map(|record| record.map(|record| (record.grid, record.line)))
            .collect::<Result<_, _>>()?;
        let line_starts = line_starts(text);
        let mut parts = Vec::new();
        let mut begin = 0;
        for (place, part) in records.chunks(puzzles_in_part.max(1)).enumerate() {
            let next = (place + 1) * puzzles_in_part.max(1);
            let end = records.get(next).map_or(text.len(), |&(_, line)| line_starts[place_of(line)]);
            let alone = &text[begin..end];
            if !puzzles(alone).is_ok_and(|grids| grids.iter().eq(part.iter().map(|(grid, _)| grid))) {
                return Err(CorpusError::Cut { line: part[0].1 });
            }
            parts.push(Part::new(alone));
            begin = end;
        }
        Ok(Self { puzzles: records.into_iter().map(|(grid, _)| grid).collect(), parts })
    }

    /// All puzzles.
    #[must_use]
    pub fn puzzles(&self) -> &[Grid] {
        &self.puzzles
    }

    /// Reads, solves and prints the whole corpus so many times, each answerer on a thread of its own if there are
    /// several. [`answers`](Self::answers) are those of the last time.
    ///
    /// # Errors
    /// A record that is bad, which [`whole`](Self::whole) and [`in_parts`](Self::in_parts) have ruled out, or the
    /// question in the limits.
    pub fn answer(
        &self,
        answerers: &mut [Answerer],
        times: usize,
        limits: &mut Limits<'_>,
    ) -> Result<(), CorpusError> {
        let turns = times.saturating_mul(self.parts.len());
        let next = AtomicUsize::new(0);
        threads::run(answerers, limits, |answerer, limits| {
            loop {
                let turn = next.fetch_add(1, Ordering::Relaxed);
                if turn >= turns {
                    return Ok(());
                }
                let part = &self.parts[turn % self.parts.len()];
                let mut answers = part.answers.lock().unwrap_or_else(PoisonError::into_inner);
                answers.clear();
                answerer.answer_text(part.text, &mut answers, limits)?;
            }
        })
    }

    /// The answers about all puzzles.
    #[must_use]
    pub fn answers(&self) -> Answers {
        let mut all = Answers::default();
        for part in &self.parts {
            all.append(&part.answers.lock().unwrap_or_else(PoisonError::into_inner));
        }
        all
    }
}

impl<'t> Part<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, answers: Mutex::default() }
    }
}

fn puzzles(text: &[u8]) -> Result<Vec<Grid>, ReadError> {
    Reader::new(text).map(|record| record.map(|record| record.grid)).collect()
}

fn line_starts(text: &[u8]) -> Vec<usize> {
    let line_ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place + 1);
    [0].into_iter().chain(line_ends).collect()
}

/// Where a line, counted from 1, stands among the lines.
fn place_of(line: u64) -> usize {
    usize::try_from(line - 1).expect("a text in memory has fewer lines than that")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    /// A puzzle of side 4 in rows, with several solutions; one of which two clues contradict; a blank 9 by 9.
    const OTHERS: &str = "12..\n34..\n....\n....\n\n11..............\n";

    fn text() -> String {
        format!("# a heading\n{CLASSIC}\n{OTHERS}{CLASSIC} with a comment\n{}", ".".repeat(81))
    }

    fn answers(corpus: &Corpus<'_>, question: Question, threads: usize) -> Answers {
        let mut answerers = vec![Answerer::new(question); threads];
        corpus.answer(&mut answerers, 3, &mut Limits::none()).unwrap();
        corpus.answers()
    }

    #[test]
    fn every_puzzle_has_a_status_and_a_line_in_its_place() {
        use Status::{None, One, Several, Solved};
        let text = text();
        let corpus = Corpus::whole(text.as_bytes()).unwrap();
        let found = answers(&corpus, Question::Uniqueness, 1);
        assert_eq!(found.statuses, [One, Several, None, One, Several]);
        assert_eq!((found.count(One), found.count(Several)), (2, 2));
        let lines: Vec<&str> = std::str::from_utf8(&found.lines).unwrap().lines().collect();
        assert_eq!((lines.len(), lines[0], lines[2], lines[3]), (5, SOLVED, "no solution", SOLVED));
        assert_eq!((lines[1].len(), lines[4].len()), (16, 81));
        let first = answers(&corpus, Question::First, 1);
        assert_eq!(first.statuses, [Solved, Solved, None, Solved, Solved]);
        assert_eq!(first.lines, found.lines);
    }

    #[test]
    fn threads_and_parts_of_any_size_change_no_answer() {
        let text = text();
        let expected = answers(&Corpus::whole(text.as_bytes()).unwrap(), Question::Uniqueness, 1);
        for puzzles_in_part in [0, 1, 2, 5, 9] {
            let corpus = Corpus::in_parts(text.as_bytes(), puzzles_in_part).unwrap();
            assert_eq!(corpus.puzzles().len(), 5);
            for threads in [1, 3] {
                assert_eq!(answers(&corpus, Question::Uniqueness, threads), expected);
            }
        }
    }

    #[test]
    fn a_limit_of_nodes_leaves_a_puzzle_unknown() {
        let mut answerer = Answerer::new(Question::Uniqueness).with_most_nodes(1);
        let blank = Grid::empty(9).unwrap();
        let answer = answerer.answer(&blank, &mut Limits::none()).unwrap();
        assert_eq!((answer.status, answer.solution), (Status::Unknown, None));
        let mut answers = Answers::default();
        answerer.answer_text(".".repeat(81).as_bytes(), &mut answers, &mut Limits::none()).unwrap();
        assert_eq!(answers.lines, b"unknown\n");
    }

    #[test]
    fn a_corpus_is_left_when_the_question_says_so() {
        let text = text().repeat(100);
        let corpus = Corpus::in_parts(text.as_bytes(), 10).unwrap();
        for most_nodes in [1000, u64::MAX] {
            let mut answerers = vec![Answerer::new(Question::Uniqueness).with_most_nodes(most_nodes); 2];
            let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
            let error = corpus.answer(&mut answerers, usize::MAX, &mut limits).unwrap_err();
            assert!(matches!(error, CorpusError::Stopped(Stopped::Asked)), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_read_or_cut_is_named() {
        let error = Corpus::whole(b"1234341221434321\n123\n").unwrap_err();
        assert!(matches!(error, CorpusError::Read(_)), "{error}");
        let counted = format!("2\n{}", "000000000\n".repeat(18));
        assert_eq!(Corpus::whole(counted.as_bytes()).unwrap().puzzles().len(), 2);
        let error = Corpus::in_parts(counted.as_bytes(), 1).unwrap_err();
        assert!(matches!(error, CorpusError::Cut { line: 2 }), "{error}");
        assert!(Corpus::in_parts(b"", 4).unwrap().puzzles().is_empty());
    }
}
