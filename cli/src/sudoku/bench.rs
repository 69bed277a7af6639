//! `dlx sudoku bench`: what reading, solving and printing puzzles costs, together and each alone.
//!
//! All is measured in memory. The answers of each measurement are compared with those of the first.

use std::fmt;
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use dlx_core::{Limits, Simd};
use serde::Serialize;
use sudoku_cover::{Answer, Answerer, Answers, Corpus, CorpusError, Question, Reader, Status};

use crate::args::{BenchFormat, SudokuBench};
use crate::cover::SCHEMA;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) fn run(arguments: &SudokuBench, session: &Session) -> Result<Exit, Fault> {
    let mut exit = Exit::Answered;
    for file in &arguments.files {
        let (name, text) = read(file, session)?;
        let Some(figures) = measure(&name, &text, arguments)? else {
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
    source.read_to_end(&mut text).map_err(|error| Fault::puzzles(&name, error))?;
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

/// A measurement lasts so long, if need be by doing the same work several times.
const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// How often work that takes so long is done in a measurement.
fn times_within(enough: Duration, work: Duration) -> usize {
    let times = enough.as_nanos().div_ceil(work.as_nanos().max(1));
    usize::try_from(times).unwrap_or(usize::MAX).max(1)
}

/// The figures of a file, unless its answers differ.
fn measure(name: &str, text: &[u8], arguments: &SudokuBench) -> Result<Option<BenchObject>, Fault> {
    let bad = |error: CorpusError| Fault::puzzles(name, error);
    let question = if arguments.limit == 1 { Question::First } else { Question::Uniqueness };
    let threads = arguments.threads.get();
    let corpus = Corpus::whole(text).map_err(bad)?;
    let puzzles = corpus.puzzles();
    if puzzles.is_empty() {
        return Err(Fault::Usage(format!("{name} holds no puzzles")));
    }
    let parts = (threads > 1).then(|| Corpus::in_parts(text, puzzles.len().div_ceil(16 * threads).min(128)));
    let parts = parts.transpose().map_err(bad)?;

    let simd = arguments.simd.unwrap_or_else(Simd::best);
    let answerer =
        Answerer::new(question).with_most_nodes(arguments.nodes.unwrap_or(u64::MAX)).with_simd(simd);
    let mut one = [answerer.clone()];
    let mut several = vec![answerer; threads];
    let answer = |corpus: &Corpus<'_>, answerers: &mut [Answerer], times| {
        corpus.answer(answerers, times, &mut Limits::none()).map_err(bad)
    };
    // The solvers are made in the first run, which is not counted.
    answer(&corpus, &mut one, 1)?;
    let mut trial = Times::default();
    trial.measure(1, || answer(&corpus, &mut one, 1))?;
    let times = times_within(LONG_ENOUGH, trial.least());
    let expected = corpus.answers();
    if let Some(parts) = &parts {
        answer(parts, &mut several, 1)?;
    }

    let mut same = true;
    let [mut whole, mut reading, mut solving, mut printing, mut threaded] =
        [(); 5].map(|()| Times::default());
    let mut each = vec![Duration::MAX; puzzles.len()];
    let mut answers: Vec<Answer> = Vec::with_capacity(puzzles.len());
    let mut printed = Answers::default();
    for _ in 0..arguments.runs.get() {
        whole.measure(times, || answer(&corpus, &mut one, times))?;
        same &= corpus.answers() == expected;
        if let Some(parts) = &parts {
            threaded.measure(times, || answer(parts, &mut several, times))?;
            same &= parts.answers() == expected;
        }
        reading.measure(times, || {
            for _ in 0..times {
                Reader::new(text).for_each(|record| drop(black_box(record)));
            }
        });
        let [answerer] = &mut one;
        let mut limits = Limits::none();
        solving.measure(times, || {
            for _ in 0..times {
                puzzles.iter().for_each(|puzzle| drop(black_box(answerer.answer(puzzle, &mut limits))));
            }
        });
        answers.clear();
        for (puzzle, least) in puzzles.iter().zip(&mut each) {
            let start = Instant::now();
            let answer = answerer.answer(puzzle, &mut limits);
            *least = start.elapsed().min(*least);
            answers.push(answer.expect("nothing stops it"));
        }
        printing.measure(times, || {
            for _ in 0..times {
                printed.clear();
                answers.iter().for_each(|answer| printed.push(answer));
            }
        });
        same &= printed == expected;
    }

    let side = puzzles[0].side();
    let (engine, simd) = one[0].solver(side).engine();
    let per_puzzle = |time: Duration| time.as_secs_f64() * 1e9 / puzzles.len() as f64;
    let slowest =
        (1..).zip(&each).max_by_key(|(_, time)| **time).map_or((0, Duration::ZERO), |(k, t)| (k, *t));
    Ok(same.then(|| BenchObject {
        schema: SCHEMA,
        file: name.to_owned(),
        puzzles: puzzles.len(),
        unique: expected.count(Status::One),
        several: expected.count(Status::Several),
        solved: expected.count(Status::Solved),
        none: expected.count(Status::None),
        unknown: expected.count(Status::Unknown),
        limit: arguments.limit,
        ns_least: per_puzzle(whole.least()),
        ns_median: per_puzzle(whole.median()),
        puzzles_per_second: 1e9 / per_puzzle(whole.least()),
        ns_reading: per_puzzle(reading.least()),
        ns_solving: per_puzzle(solving.least()),
        ns_printing: per_puzzle(printing.least()),
        ns_middle_puzzle: Times(each).median().as_nanos(),
        ns_slowest_puzzle: slowest.1.as_nanos(),
        slowest_puzzle: slowest.0,
        nodes_per_puzzle: expected.nodes as f64 / puzzles.len() as f64,
        engine: engine.to_string(),
        simd: simd.to_string(),
        threads,
        ns_with_threads: parts.map(|_| per_puzzle(threaded.least())),
    }))
}

/// What a file costs, in nanoseconds a puzzle where nothing else is said.
#[derive(Serialize)]
struct BenchObject {
    schema: u32,
    file: String,
    puzzles: usize,
    unique: usize,
    several: usize,
    solved: usize,
    none: usize,
    unknown: usize,
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
