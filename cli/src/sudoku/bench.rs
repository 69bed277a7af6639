//! `dlx sudoku bench`: what reading, solving and printing puzzles costs, together and each alone.
//!
//! All is measured in memory. The answers of each measurement are compared with those of the first.

use std::fmt;
use std::hint::black_box;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dlx_core::{Limits, Simd, Stopped, Uniqueness};
use serde::Serialize;
use sudoku_cover::batch::{self, ChunkSource};
use sudoku_cover::{Grid, Reader, Record, Solver, Solvers};

use super::batch::{Answering, Answers, ChunkText, Loaded};
use super::boards::Boards;
use super::draw::Found;
use super::report::Report;
use super::solve::Question;
use crate::args::{BenchFormat, SudokuBench, SudokuFormat};
use crate::cover::SCHEMA;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::records::{Chunk, Unreadable};
use crate::shared::session::Session;
use crate::shared::stats::{Tally, Verdict};

pub(crate) fn run(arguments: &SudokuBench, session: &Session) -> Result<Exit, Fault> {
    let mut exit = Exit::Answered;
    for file in &arguments.files {
        let (name, text) = read(file, session)?;
        let Some(figures) = BenchFile::new(&name, &text, arguments, session)?.measure()? else {
            tell!("dlx: {name}: the answers differ from one measurement to the next");
            exit.also(Exit::Disagreement);
            continue;
        };
        let mut output = session.output();
        match arguments.format {
            BenchFormat::Text => writeln!(output, "{figures}")?,
            BenchFormat::Json => {
                serde_json::to_writer(&mut *output, &figures).map_err(std::io::Error::from)?;
                writeln!(output)?;
            }
        }
        output.flush()?;
    }
    Ok(exit)
}

fn read(file: &Path, session: &Session) -> Result<(String, Vec<u8>), Fault> {
    let (name, mut source) = input::open(file, session)?;
    let mut text = Vec::new();
    source.read_to_end(&mut text).map_err(|error| Fault::named(&name, error))?;
    Ok((name, text))
}

/// Times of the same work.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    /// Measures the work once more, done `times` times over.
    fn measure<T>(&mut self, times: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = black_box(work());
        self.0.push(start.elapsed().div_f64(times as f64));
        result
    }

    fn least(&self) -> Duration {
        self.0.iter().min().copied().unwrap_or_default()
    }

    /// The upper of two in the middle.
    fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }
}

/// What is measured of a file.
#[derive(Default)]
struct Timings {
    whole: Times,
    threaded: Times,
    reading: Times,
    solving: Times,
    printing: Times,
    /// Of each puzzle the least.
    each: Vec<Duration>,
}

/// A measurement lasts so long, if need be by doing the same work several times.
const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// How often work that takes so long is done in a measurement.
fn times_within(enough: Duration, work: Duration) -> usize {
    let times = enough.as_nanos().div_ceil(work.as_nanos().max(1));
    usize::try_from(times).unwrap_or(usize::MAX).max(1)
}

/// A text so many times over, as the records of a run.
struct Copies<'t> {
    text: &'t [u8],
    session: &'t Session,
    reader: Reader<&'t [u8]>,
    left: usize,
    name: Arc<str>,
    given: u64,
}

impl ChunkSource for Copies<'_> {
    type Chunk = Chunk;

    fn fill(&mut self, chunk: &mut Chunk, most: usize) -> usize {
        chunk.records.clear();
        while chunk.records.is_empty() && self.left > 0 && self.session.cause_to_stop().is_none() {
            let records = self.reader.by_ref().take(most);
            chunk.records.extend(records.map(|record| record.map_err(|e| Box::new(Unreadable::Record(e)))));
            if chunk.records.is_empty() {
                self.left -= 1;
                self.reader = Reader::new(self.text);
            }
        }
        (chunk.source, chunk.first) = (Arc::clone(&self.name), self.given + 1);
        self.given += chunk.records.len() as u64;
        chunk.records.len()
    }

    fn may_have_more(&mut self) -> bool {
        true
    }
}

/// A file that is measured.
struct BenchFile<'a> {
    name: &'a str,
    text: &'a [u8],
    records: Vec<Record>,
    arguments: &'a SudokuBench,
    session: &'a Session,
    boards: Boards,
    solvers: Solvers,
}

impl<'a> BenchFile<'a> {
    fn new(
        name: &'a str,
        text: &'a [u8],
        arguments: &'a SudokuBench,
        session: &'a Session,
    ) -> Result<Self, Fault> {
        let records: Result<Vec<_>, _> = Reader::new(text).collect();
        let records = records.map_err(|error| Fault::named(name, error))?;
        if records.is_empty() {
            return Err(Fault::Usage(format!("{name} holds no puzzles")));
        }
        let (boards, solvers) = Default::default();
        Ok(Self { name, text, records, arguments, session, boards, solvers })
    }

    /// The record, and the solver for it with its tables made.
    fn solver(&mut self, place: usize) -> Result<(&Record, &mut Solver), Fault> {
        let record = &self.records[place];
        let simd = self.arguments.simd.unwrap_or_else(Simd::best);
        let make = || Ok::<_, Fault>(Solver::new(&self.boards.with_rules_of(record)?).with_simd(simd));
        Ok((record, self.solvers.get(record.grid.side(), record.rules(), make)?))
    }

    /// Solves this record alone.
    fn solve_one(&mut self, place: usize) -> Result<Option<Grid>, Fault> {
        let mut limits = Limits::none().nodes(self.arguments.nodes.unwrap_or(u64::MAX));
        let is_first = self.arguments.limit == 1;
        let (record, solver) = self.solver(place)?;
        Ok(match solver.load_record(record) {
            Err(_) => None,
            Ok(()) if is_first => solver.first(&mut limits).ok().flatten(),
            Ok(()) => match solver.uniqueness(&mut limits) {
                Uniqueness::One(first)
                | Uniqueness::Several(first, _)
                | Uniqueness::Unknown { found: Some(first), .. } => Some(first),
                Uniqueness::None | Uniqueness::Unknown { found: None, .. } => None,
            },
        })
    }

    /// Reads, solves and prints the file so many times, as `dlx sudoku solve` does. Returns what is printed.
    fn solve_all(&self, threads: NonZeroUsize, times: usize) -> Result<(Vec<u8>, Tally), Fault> {
        let Self { text, arguments, session, .. } = *self;
        let reader = Reader::new(text);
        let input = Copies { text, session, reader, left: times, name: self.name.into(), given: 0 };
        let (mut out, mut tally) = (Vec::new(), Tally::default());
        let sink = |chunk: &mut ChunkText| {
            out.extend_from_slice(&chunk.text.out);
            tally.merge(&chunk.text.tally);
            Ok::<(), Stopped>(())
        };
        let answering = Answering::new(session, self.boards.clone(), self.solvers.clone());
        let report = Report::new(SudokuFormat::Line, Found::Marked, false);
        let answer = |loaded: Loaded<'_>, limits: &mut Limits<'_>, answers: &mut Answers<'_>| {
            let solver = match report.ready(loaded, answers)? {
                Ok(solver) => solver,
                Err(outcome) => return Ok(outcome),
            };
            let asked = Question { session, report: &report };
            let mut ask = |limits: &mut Limits<'_>| match arguments.limit {
                1 => asked.first(solver, limits, answers),
                _ => asked.unique(solver, limits, answers),
            };
            match arguments.nodes {
                Some(nodes) => ask(&mut session.limits(None).nodes(nodes)),
                None => ask(limits),
            }
        };
        let solved = batch::run(threads, input, sink, &mut Limits::none(), |worker| {
            answering.work(worker, &answer, &|_| {}, &|| {});
            Ok(())
        });
        match session.cause_to_stop() {
            Some(cause) => Err(Fault::Stopped(cause)),
            None => {
                solved.expect("nothing stops it");
                Ok((out, tally))
            }
        }
    }

    /// The figures, unless answers differ.
    fn measure(&mut self) -> Result<Option<BenchObject>, Fault> {
        // The tables are made before anything is measured.
        let mut nodes = 0;
        for place in 0..self.records.len() {
            self.solve_one(place)?;
            nodes += self.solver(place)?.1.counters().nodes;
        }
        let (expected, tally) = self.solve_all(NonZeroUsize::MIN, 1)?;
        let mut trial = Times::default();
        trial.measure(1, || self.solve_all(NonZeroUsize::MIN, 1))?;
        let times = times_within(LONG_ENOUGH, trial.least());
        let mut timings = Timings { each: vec![Duration::MAX; self.records.len()], ..Timings::default() };
        let mut same = true;
        for _ in 0..self.arguments.runs.get() {
            same &= self.measure_once(times, &expected, &mut timings)?;
        }
        if same { self.object(timings, tally, nodes).map(Some) } else { Ok(None) }
    }

    /// Measures everything once more. Returns whether the answers are those expected.
    fn measure_once(&mut self, times: usize, expected: &[u8], timings: &mut Timings) -> Result<bool, Fault> {
        let (one, threads, count) = (NonZeroUsize::MIN, self.arguments.threads, self.records.len());
        let is_same = |(out, _): (Vec<u8>, Tally)| out == expected.repeat(times);
        let mut same = is_same(timings.whole.measure(times, || self.solve_all(one, times))?);
        if threads > one {
            same &= is_same(timings.threaded.measure(times, || self.solve_all(threads, times))?);
        }
        timings.reading.measure(times, || {
            for _ in 0..times {
                Reader::new(self.text).for_each(|record| drop(black_box(record)));
            }
        });
        timings.solving.measure(times, || -> Result<(), Fault> {
            for place in (0..times).flat_map(|_| 0..count) {
                black_box(self.solve_one(place)?);
            }
            Ok(())
        })?;
        let mut solutions = Vec::with_capacity(count);
        for (place, least) in timings.each.iter_mut().enumerate() {
            let start = Instant::now();
            solutions.push(self.solve_one(place)?);
            *least = start.elapsed().min(*least);
        }
        let mut printed = Vec::new();
        timings.printing.measure(times, || {
            for _ in 0..times {
                printed.clear();
                for solution in solutions.iter().flatten() {
                    solution.to_line().append_to(&mut printed);
                    printed.push(b'\n');
                }
            }
        });
        Ok(same)
    }

    fn object(&mut self, timings: Timings, tally: Tally, nodes: u64) -> Result<BenchObject, Fault> {
        let (engine, simd) = self.solver(0)?.1.engine();
        let SudokuBench { limit, threads, .. } = *self.arguments;
        let count = self.records.len();
        let per_puzzle = |time: Duration| time.as_secs_f64() * 1e9 / count as f64;
        let slowest = (1..).zip(&timings.each).max_by_key(|(_, time)| **time);
        let (slowest_puzzle, slowest) = slowest.map_or((0, Duration::ZERO), |(place, time)| (place, *time));
        // Where uniqueness is asked for, a puzzle that is only solved is not known to have no other solution.
        let (solved, half_known) = match (limit, tally.of(Verdict::Solved)) {
            (1, solved) => (solved, 0),
            (_, solved) => (0, solved),
        };
        Ok(BenchObject {
            schema: SCHEMA,
            file: self.name.to_owned(),
            puzzles: count,
            unique: tally.of(Verdict::Unique),
            several: tally.of(Verdict::Several),
            solved,
            none: tally.of(Verdict::None) + tally.of(Verdict::Invalid),
            unknown: tally.of(Verdict::Unknown) + half_known,
            limit,
            ns_least: per_puzzle(timings.whole.least()),
            ns_median: per_puzzle(timings.whole.median()),
            puzzles_per_second: 1e9 / per_puzzle(timings.whole.least()),
            ns_reading: per_puzzle(timings.reading.least()),
            ns_solving: per_puzzle(timings.solving.least()),
            ns_printing: per_puzzle(timings.printing.least()),
            ns_middle_puzzle: Times(timings.each).median().as_nanos(),
            ns_slowest_puzzle: slowest.as_nanos(),
            slowest_puzzle,
            nodes_per_puzzle: nodes as f64 / count as f64,
            engine: engine.to_string(),
            simd: simd.to_string(),
            threads: threads.get(),
            ns_with_threads: (threads > NonZeroUsize::MIN).then(|| per_puzzle(timings.threaded.least())),
        })
    }
}

/// What a file costs, in nanoseconds a puzzle where nothing else is said.
#[derive(Serialize)]
struct BenchObject {
    schema: u32,
    file: String,
    puzzles: usize,
    unique: u64,
    several: u64,
    solved: u64,
    none: u64,
    unknown: u64,
    limit: u8,
    ns_least: f64,
    ns_median: f64,
    puzzles_per_second: f64,
    ns_reading: f64,
    ns_solving: f64,
    ns_printing: f64,
    /// The least time of each puzzle by itself, with what it costs to look at the clock.
    ns_middle_puzzle: u128,
    ns_slowest_puzzle: u128,
    /// Its number in the file, from 1.
    slowest_puzzle: usize,
    nodes_per_puzzle: f64,
    engine: String,
    simd: String,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ns_with_threads: Option<f64>,
}

impl fmt::Display for BenchObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, puzzles, unique, several, solved, none, unknown, .. } = self;
        let counts = [
            (unique, "unique"),
            (several, "several"),
            (solved, "solved"),
            (none, "none"),
            (unknown, "unknown"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| **count > 0);
        let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        writeln!(f, "{file}: {puzzles} puzzles, {} (limit {})", counts.join(", "), self.limit)?;
        writeln!(
            f,
            "  all     {:10.1} ns a puzzle, {:.1} in the median run, {:.0} puzzles a second",
            self.ns_least, self.ns_median, self.puzzles_per_second
        )?;
        let alone = [("read", self.ns_reading), ("solve", self.ns_solving), ("print", self.ns_printing)];
        let sum: f64 = alone.iter().map(|(_, time)| time).sum();
        for (word, time) in alone {
            writeln!(f, "  {word:5}   {time:10.1} ns, {:.0} %", time / sum * 100.0)?;
        }
        writeln!(
            f,
            "  alone   {:10} ns for the median puzzle, {} for the slowest, number {}",
            self.ns_middle_puzzle, self.ns_slowest_puzzle, self.slowest_puzzle
        )?;
        if let Some(time) = self.ns_with_threads {
            writeln!(
                f,
                "  threads {time:10.1} ns a puzzle with {}, {:.2} times as fast as one",
                self.threads,
                self.ns_least / time
            )?;
        }
        write!(f, "  nodes   {:10.2} a puzzle; {} ({})", self.nodes_per_puzzle, self.engine, self.simd)
    }
}
