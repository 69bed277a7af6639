//! Reads, solves and prints lists of 9x9 puzzles with sudoku-cover and with other crates, in turns in one
//! process.

mod answers;
mod peers;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use benches::workloads;
use dlx_core::inner::Simd;
use sudoku_cover::{Geometry, Grid, Reader, Solver};

use crate::measure::{self, Cost};
use answers::{Answers, Question};
use peers::Peer;
use report::{Report, Row};

/// Read, solve and print lists of 9x9 puzzles with sudoku-cover and with other crates, and compare the time.
///
/// Files are loaded into memory before the measurement. In a turn, a solver reads all puzzles of a file,
/// finds the first solution of each, or that and whether there is another one, and prints a line for each
/// into a reused buffer. The solvers take turns in one process, and the table shows the shortest CPU time of
/// each, in nanoseconds per puzzle. Before the measurement, every solution is checked against the rules and
/// every answer against that of sudoku-cover.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The table:
  limit    1: find a first solution; 2: also test whether there is another one
  wrong    the crate gave a wrong answer for the puzzle of this number, and is not timed
  -        the crate cannot answer this question
  ratio    the time of the crate `sudoku` divided by the time of sudoku-cover
  target   the smallest ratio aimed at for a file of this name, and whether it is reached

The other columns: the elapsed time of sudoku-cover with one thread and with two, how many times as fast two
threads are (the target for uniqueness is 1.9), and the ratio of their CPU times. On a busy machine, elapsed times
mean little.

Lists that are widely used to compare solvers are not part of this repository: 17clue (Gordon Royle's 49151
puzzles with 17 clues), hard11 (the hardest known, with ratings of at least 11, from the players' forum
enjoysudoku.com), and top95, magictour and kaggle, all of which come with the benchmarks of tdoku. The targets are
shown for files with these names.")]
pub struct Args {
    /// Files of puzzles, one puzzle of 81 characters per line [default: those of testdata/sudoku]
    files: Vec<PathBuf>,

    /// Number of turns of each solver on each file.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Ask only this question: 1 for first solutions, 2 for uniqueness [default: both]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    limit: Option<u8>,

    /// Highest level of vector instructions for sudoku-cover: portable, avx2 or avx512 [default: the best].
    #[arg(long, value_name = "LEVEL")]
    simd: Option<Simd>,

    /// Stop repeating a solver on one question about a file after this many seconds.
    #[arg(long, default_value_t = 20.0, value_name = "SECONDS")]
    enough: f64,
}

/// Runs the comparison. Returns true if all answers were right.
pub fn run(args: &Args) -> Result<bool> {
    let questions = [(2, Question::Uniqueness), (1, Question::First)];
    let mut report = Report::for_level(args.simd);
    for (path, text) in texts(args)? {
        let grids = Reader::new(text.as_bytes()).map(|record| record.map(|record| record.grid));
        let puzzles: Vec<Grid> =
            grids.collect::<Result<_, _>>().with_context(|| path.display().to_string())?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (limit, question) in questions {
            if args.limit.is_none_or(|asked| asked == limit) {
                eprintln!("{name}: limit {limit}");
                let row = compare(&text, &puzzles, question, args).with_context(|| name.clone())?;
                report.add(&name, limit, puzzles.len(), &row);
            }
        }
    }
    println!("{report}");
    Ok(!report.has_wrong_answer())
}

/// Returns the files and their contents. Files of this repository with puzzles of other sides are left out.
fn texts(args: &Args) -> Result<Vec<(PathBuf, String)>> {
    let read = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let is_classic = |text: &str| peers::lines(text).all(is_puzzle);
    let mut texts = Vec::new();
    if args.files.is_empty() {
        for path in workloads::puzzle_files()? {
            let text = read(&path)?;
            if is_classic(&text) {
                texts.push((path, text));
            }
        }
    }
    for path in &args.files {
        let text = read(path)?;
        if let Some(line) = peers::lines(&text).find(|line| !is_puzzle(line)) {
            bail!(
                "{}: expected lines of 81 digits, with . or 0 for blank cells, found `{line}`",
                path.display()
            );
        }
        texts.push((path.clone(), text));
    }
    Ok(texts)
}

fn is_puzzle(line: &str) -> bool {
    line.len() == 81 && line.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit())
}

/// The shortest duration of a turn; shorter work is repeated within the turn.
const LONG_ENOUGH: Duration = Duration::from_millis(30);

/// One way to answer all puzzles, with its number of repetitions in a turn.
struct Contestant<'a> {
    turn: Box<dyn FnMut(usize) -> Result<()> + 'a>,
    times: usize,
    least: Option<Cost>,
    spent: Duration,
}

impl<'a> Contestant<'a> {
    /// Runs a first turn, which is not counted, to determine the number of repetitions.
    fn new(mut turn: Box<dyn FnMut(usize) -> Result<()> + 'a>) -> Result<Self> {
        let first = measure::cost_of(|| turn(1))?;
        let times = LONG_ENOUGH.as_nanos().div_ceil(first.wall.as_nanos().max(1));
        Ok(Self { turn, times: usize::try_from(times)?.max(1), least: None, spent: Duration::ZERO })
    }

    fn take_turn(&mut self) -> Result<()> {
        let all = measure::cost_of(|| (self.turn)(self.times))?;
        self.spent += all.wall;
        let each = |time: Duration| time.div_f64(self.times as f64);
        let cost = Cost { cpu: each(all.cpu), wall: each(all.wall) };
        self.least = Some(self.least.map_or(cost, |least| least.min_of_each(cost)));
        Ok(())
    }
}

/// Returns the time that each solver takes for all puzzles.
fn compare(text: &str, puzzles: &[Grid], question: Question, args: &Args) -> Result<Row> {
    let simd = args.simd.unwrap_or_else(Simd::best);
    let solver = Solver::new(&Geometry::classic()).with_simd(simd);
    let right = answers::solve(text, Question::Uniqueness, &solver, 1)?;
    let one = answers::solve(text, question, &solver, 1)?;
    if let Some(puzzle) = peers::first_wrong(puzzles, &one, &right)? {
        bail!("sudoku-cover gave a wrong answer for puzzle {puzzle}");
    }
    let two = answers::solve(text, question, &solver, 2)?;
    ensure!(two == one, "sudoku-cover gave different answers with two threads");

    let mut wrong = [None; Peer::ALL.len()];
    let mut contestants = vec![
        Contestant::new(Box::new(|times| {
            answers::solve(&text.repeat(times), question, &solver, 1).map(drop)
        }))?,
        Contestant::new(Box::new(|times| {
            answers::solve(&text.repeat(times), question, &solver, 2).map(drop)
        }))?,
    ];
    let mut peers = Vec::new();
    for (peer, wrong) in Peer::ALL.into_iter().zip(&mut wrong) {
        if !peer.accepts(question) {
            continue;
        }
        let text = peer.readable(text);
        let mut answers = Answers::default();
        peer.answer_text(&text, question, &mut answers)?;
        *wrong = peers::first_wrong(puzzles, &answers, &right)?;
        if wrong.is_some() {
            continue;
        }
        peers.push(peer);
        contestants.push(Contestant::new(Box::new(move |times| {
            for _ in 0..times {
                answers.clear();
                peer.answer_text(&text, question, &mut answers)?;
            }
            Ok(())
        }))?);
    }
    for _ in 0..args.runs {
        for contestant in &mut contestants {
            if contestant.least.is_none() || contestant.spent.as_secs_f64() < args.enough {
                contestant.take_turn()?;
            }
        }
    }
    let least: Vec<Cost> = contestants.iter().filter_map(|contestant| contestant.least).collect();
    let of_peer = |peer| peers.iter().position(|&other| other == peer).map(|place| least[place + 2].cpu);
    Ok(Row { ours: least[0], two_threads: least[1], peers: Peer::ALL.map(of_peer), wrong })
}
