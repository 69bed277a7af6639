//! Prints the cost of reading, solving and printing files of puzzles, as a whole and for each part alone.

use std::fmt;
use std::fs;
use std::hint::black_box;
use std::io;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use benches::measure::{Times, aligned, median, table};
use dlx_core::inner::Simd;
use dlx_core::{Limits, Stopped};
use dlx_ordered::{ChunkSource, Output};
use sudoku_cover::{
    Geometry, GeometryError, Grid, ReadError, Reader, Record, RuleError, Solver, Solvers, Verdict,
};
use thiserror::Error;

/// Measure what `dlx sudoku solve` does with files of puzzles: read them, find solutions, print a line for
/// each.
///
/// Files are loaded into memory and the solvers' tables are built before the measurement. The whole job is
/// run by the same batch runner as in the command, with output into a buffer. The answers of each run are
/// compared with those of the first. The table shows nanoseconds per puzzle. The times of single puzzles
/// include the cost of reading the clock, and those of puzzles that are not solved together with others.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of puzzles.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// 1 to find a first solution, 2 to test for another one as well.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    limit: u8,

    /// Maximum number of nodes per puzzle; beyond it, the puzzle counts as unknown, or as solved if a solution is
    /// found [default: no limit].
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Number of measurements of each figure.
    #[arg(long, value_name = "N", default_value = "7")]
    runs: NonZeroU32,

    /// Also measure with this number of threads.
    #[arg(short = 'j', long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,

    /// Highest level of vector instructions: portable, avx2 or avx512 [default: the best of this machine].
    #[arg(long, value_name = "LEVEL")]
    simd: Option<Simd>,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("{path}: {error}")]
    BadPuzzle { path: PathBuf, error: ReadError },
    #[error("{path}: expected puzzles, found none")]
    NoPuzzles { path: PathBuf },
    #[error("{path}: expected the answers of the first run, found different ones {when}")]
    Differ { path: PathBuf, when: &'static str },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    for path in &args.files {
        let text = fs::read(path).map_err(|error| Fault::Io { path: path.clone(), error })?;
        println!("{}\n", PuzzleFile::new(path, &text, args)?.measure()?);
    }
    Ok(())
}

/// The answer for a puzzle.
struct Answered {
    verdict: Verdict,
    solution: Option<Grid>,
    nodes: u64,
}

/// The answers for some consecutive puzzles.
#[derive(Clone, Default, PartialEq, Eq)]
struct Answers {
    /// One line for each puzzle.
    lines: Vec<u8>,
    /// The number of puzzles with each verdict.
    counts: [u64; Verdict::ALL.len()],
}

impl Answers {
    /// Writes a line as `dlx sudoku solve` does, and counts the verdict.
    fn push(&mut self, answered: &Answered) {
        match &answered.solution {
            Some(solution) => solution.to_line().append_to(&mut self.lines),
            None => self.lines.extend_from_slice(b"no solution"),
        }
        if answered.verdict == Verdict::Several {
            self.lines.extend_from_slice(b" # several solutions");
        }
        self.lines.push(b'\n');
        self.counts[answered.verdict as usize] += 1;
    }

    fn append(&mut self, others: &mut Self) {
        self.lines.append(&mut others.lines);
        for (sum, more) in self.counts.iter_mut().zip(&mut others.counts) {
            *sum += std::mem::take(more);
        }
    }

    fn repeated(&self, times: u32) -> Self {
        let counts = self.counts.map(|count| count * u64::from(times));
        Self { lines: self.lines.repeat(times as usize), counts }
    }
}

impl Output for Answers {
    fn bytes(&self) -> usize {
        self.lines.bytes()
    }
}

/// The records of a text, repeated.
struct Copies<'t> {
    text: &'t [u8],
    reader: Reader<&'t [u8]>,
    left: u32,
}

impl ChunkSource for Copies<'_> {
    type Chunk = Vec<Result<Record, ReadError>>;

    fn fill(&mut self, chunk: &mut Self::Chunk, most: usize) -> usize {
        loop {
            let count = self.reader.fill(chunk, most);
            if count > 0 || self.left == 0 {
                return count;
            }
            self.left -= 1;
            self.reader = Reader::new(self.text);
        }
    }

    fn may_have_more(&mut self) -> bool {
        true
    }
}

/// The number of puzzles that are solved together, where not whole runs are measured.
const LARGEST_CHUNK: usize = 512;

/// The shortest duration of a measurement; shorter work is repeated.
const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// The question to answer for each puzzle.
#[derive(Clone, Copy)]
struct Question {
    limit: u8,
    nodes: Option<u64>,
    simd: Simd,
}

impl Question {
    /// Returns the solver for a record, which is built for the first record of its kind.
    fn solver<'s>(&self, record: &Record, solvers: &'s mut Solvers) -> Result<&'s mut Solver, Fault> {
        solvers.get(record.grid.side(), record.rules(), || self.new_solver(record))
    }

    fn new_solver(&self, record: &Record) -> Result<Solver, Fault> {
        let board = Geometry::of_side(record.grid.side())?.with_rules(record.rules())?;
        Ok(Solver::new(&board).with_simd(self.simd))
    }

    /// Lets the solvers look ahead, as `dlx sudoku solve` does with the records of a chunk.
    fn look_ahead<'r>(
        &self,
        records: impl Iterator<Item = &'r Record> + Clone,
        solvers: &mut Solvers,
    ) -> Result<(), Fault> {
        solvers.look_ahead(records, |record| self.new_solver(record))
    }

    fn answer(
        &self,
        record: &Record,
        solvers: &mut Solvers,
        limits: &mut Limits<'_>,
    ) -> Result<Answered, Fault> {
        let mut own = self.nodes.map(|nodes| Limits::none().nodes(nodes));
        let limits = own.as_mut().unwrap_or(limits);
        let solver = self.solver(record, solvers)?;
        // A puzzle with contradicting givens has no solution.
        if solver.load_record(record).is_err() {
            return Ok(Answered { verdict: Verdict::None, solution: None, nodes: 0 });
        }
        let mut found = solver.find_up_to(u64::from(self.limit), limits);
        let (verdict, nodes) = (found.verdict(), found.effort().counters.nodes);
        Ok(Answered { verdict, solution: found.solution(0), nodes })
    }
}

/// A file to measure.
struct PuzzleFile<'a> {
    path: &'a Path,
    text: &'a [u8],
    args: &'a Args,
    question: Question,
    records: Vec<Record>,
    /// The solvers, with their tables built.
    solvers: Solvers,
    /// The answers of the first run, which all other runs must repeat.
    expected: Answers,
    nodes: u64,
}

impl<'a> PuzzleFile<'a> {
    /// Solves each puzzle once.
    fn new(path: &'a Path, text: &'a [u8], args: &'a Args) -> Result<Self, Fault> {
        let records: Result<Vec<Record>, ReadError> = Reader::new(text).collect();
        let records = records.map_err(|error| Fault::BadPuzzle { path: path.to_owned(), error })?;
        if records.is_empty() {
            return Err(Fault::NoPuzzles { path: path.to_owned() });
        }
        let simd = args.simd.unwrap_or_else(Simd::best);
        let question = Question { limit: args.limit, nodes: args.nodes, simd };
        let (mut solvers, mut expected, mut nodes) = (Solvers::default(), Answers::default(), 0);
        for records in records.chunks(LARGEST_CHUNK) {
            question.look_ahead(records.iter(), &mut solvers)?;
            for record in records {
                let answered = question.answer(record, &mut solvers, &mut Limits::none())?;
                nodes += answered.nodes;
                expected.push(&answered);
            }
        }
        Ok(Self { path, text, args, question, records, solvers, expected, nodes })
    }

    /// Runs the whole job `times` times.
    fn solve_all(&self, threads: NonZeroUsize, times: u32) -> Result<Answers, Fault> {
        let input = Copies { text: self.text, reader: Reader::new(self.text), left: times - 1 };
        // Each thread starts with a clone, which shares the tables.
        let (question, solvers) = (self.question, Mutex::new(self.solvers.clone()));
        let mut answers = Answers::default();
        let sink = |found: &mut Answers| {
            answers.append(found);
            Ok::<(), Fault>(())
        };
        dlx_ordered::run(threads, input, sink, &mut Limits::none(), |worker| {
            let mut solvers = solvers.lock().unwrap_or_else(PoisonError::into_inner).clone();
            worker.each(|records, found, limits| {
                question.look_ahead(records.iter().flatten(), &mut solvers)?;
                for record in records.drain(..) {
                    found.push(&question.answer(&record?, &mut solvers, limits)?);
                }
                Ok(())
            })
        })?;
        Ok(answers)
    }

    fn measure(mut self) -> Result<Figures, Fault> {
        let mut trial = Times::default();
        trial.measure(1, || self.solve_all(NonZeroUsize::MIN, 1))?;
        let times = LONG_ENOUGH.as_nanos().div_ceil(trial.least().as_nanos().max(1));
        let times = u32::try_from(times).unwrap_or(u32::MAX).max(1);
        let expected = self.expected.repeated(times);
        let mut timings = Timings { each: vec![Duration::MAX; self.records.len()], ..Timings::default() };
        for _ in 0..self.args.runs.get() {
            self.measure_once(times, &expected, &mut timings)?;
        }
        let [first, ..] = &self.records[..] else {
            return Err(Fault::NoPuzzles { path: self.path.to_owned() });
        };
        let (engine, simd) = self.question.solver(first, &mut self.solvers)?.engine();
        Ok(Figures {
            heading: self.heading(format_args!("{engine} ({simd})")),
            puzzles: self.records.len(),
            threads: self.args.threads,
            timings,
        })
    }

    /// Returns the description of the measured file, without times.
    fn heading(&self, engine: impl fmt::Display) -> String {
        let counts = self.expected.counts.iter().zip(Verdict::ALL).filter(|(count, _)| **count > 0);
        let counts: Vec<String> = counts.map(|(count, verdict)| format!("{count} {verdict}")).collect();
        format!(
            "{}: {} puzzles, {} (limit {}), {:.2} nodes per puzzle, {engine}",
            self.path.display(),
            self.records.len(),
            counts.join(", "),
            self.args.limit,
            self.nodes as f64 / self.records.len() as f64
        )
    }

    /// Measures every part once more.
    fn measure_once(&mut self, times: u32, expected: &Answers, timings: &mut Timings) -> Result<(), Fault> {
        let (one, threads) = (NonZeroUsize::MIN, self.args.threads);
        let agree = |answers: Answers, when| match answers == *expected {
            true => Ok(()),
            false => Err(Fault::Differ { path: self.path.to_owned(), when }),
        };
        agree(timings.whole.measure(times, || self.solve_all(one, times))?, "with one thread")?;
        if threads > one {
            let answers = timings.threaded.measure(times, || self.solve_all(threads, times))?;
            agree(answers, "with several threads")?;
        }
        timings.reading.measure(times, || {
            for _ in 0..times {
                Reader::new(self.text).for_each(|record| drop(black_box(record)));
            }
        });
        let mut limits = Limits::none();
        timings.solving.measure(times, || {
            for records in (0..times).flat_map(|_| self.records.chunks(LARGEST_CHUNK)) {
                self.question.look_ahead(records.iter(), &mut self.solvers)?;
                for record in records {
                    black_box(self.question.answer(record, &mut self.solvers, &mut limits)?);
                }
            }
            Ok::<(), Fault>(())
        })?;
        let mut solved = Vec::with_capacity(self.records.len());
        for (record, least) in self.records.iter().zip(&mut timings.each) {
            let start = Instant::now();
            solved.push(self.question.answer(record, &mut self.solvers, &mut limits)?);
            *least = start.elapsed().min(*least);
        }
        let mut printed = Answers::default();
        timings.printing.measure(times, || {
            for _ in 0..times {
                printed.lines.clear();
                solved.iter().for_each(|answered| printed.push(answered));
            }
        });
        Ok(())
    }
}

/// The times of a file.
#[derive(Default)]
struct Timings {
    whole: Times,
    threaded: Times,
    reading: Times,
    solving: Times,
    printing: Times,
    /// The shortest time of each puzzle.
    each: Vec<Duration>,
}

/// The figures printed for a file.
struct Figures {
    heading: String,
    puzzles: usize,
    threads: NonZeroUsize,
    timings: Timings,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heading, puzzles, threads, timings } = self;
        let mut table = table(["work", "least, ns", "median, ns", "puzzles a second"]);
        let per_puzzle = |time: Duration| time.as_secs_f64() * 1e9 / *puzzles as f64;
        let mut add = |work: String, times: &Times| {
            let [least, median] = [times.least(), times.median()].map(per_puzzle);
            table.add_row([
                work,
                format!("{least:.1}"),
                format!("{median:.1}"),
                format!("{:.0}", 1e9 / least),
            ]);
        };
        add("all".to_owned(), &timings.whole);
        if *threads > NonZeroUsize::MIN {
            add(format!("all, {threads} threads"), &timings.threaded);
        }
        add("read".to_owned(), &timings.reading);
        add("solve".to_owned(), &timings.solving);
        add("print".to_owned(), &timings.printing);
        writeln!(f, "{heading}\n{}", aligned(table, 1))?;
        if *threads > NonZeroUsize::MIN {
            let ratio = timings.whole.least().as_secs_f64()
                / timings.threaded.least().as_secs_f64().max(f64::MIN_POSITIVE);
            writeln!(f, "{threads} threads are {ratio:.2} times as fast as one")?;
        }
        let slowest = timings.each.iter().zip(1..).max_by_key(|(time, _)| **time);
        let (slowest, number) = slowest.map_or((0, 0), |(time, number)| (time.as_nanos(), number));
        let middle = median(&timings.each).unwrap_or_default().as_nanos();
        write!(f, "alone: {middle} ns for the median puzzle, {slowest} ns for the slowest, number {number}")
    }
}
