//! The commands of the program, each with `--timeout` and with a signal, on problems that are wide, dense or long, and on
//! boards with many rules.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use comfy_table::Table;
use dlx_core::Problem;
use dlx_core::text::knuth;

use super::arguments::{Args, Fault};
use super::cover::{random, row};
use super::rules::walks;
use super::running::Running;
use super::served;

/// The commands; `FILE` stands for the problem, and `OUT` for a file that is written.
const COMMANDS: &[&str] = &[
    "solve FILE",
    "solve --reduce always FILE",
    "solve --up-to-symmetry FILE",
    "count FILE",
    "count --engine search FILE",
    "count --engine links FILE",
    "count --engine bitset FILE",
    "count --engine frontier FILE",
    "count --engine memo FILE",
    "count --limit 1000000000 --engine memo FILE",
    "count --up-to-symmetry FILE",
    "count --verify FILE",
    "marginals FILE",
    "sample FILE",
    "compile FILE -o OUT",
    "best FILE",
    "why FILE",
    "reduce FILE",
    "symmetries FILE",
    "estimate FILE",
    "convert --to json FILE",
    "convert --to cnf FILE",
    "check FILE COVERS",
    "task split --tasks 100 FILE",
];

/// A problem with its name, made when it is needed.
type Named = (&'static str, fn() -> Problem);

/// The problems: 20,000 items of a row whose options reach far; 4,000 options of 500 items each; a row of 200,000 items;
/// 2,000,000 options.
fn problems() -> [Named; 4] {
    [
        ("wide", || row(20_000, &[0, 997, 4999])),
        ("dense", || random(2000, 4000, 500)),
        ("row", || row(200_000, &[0, 1, 2])),
        ("long", || random(2000, 2_000_000, 3)),
    ]
}

/// The way in which a run is ended.
#[derive(Clone, Copy)]
enum End {
    Timeout,
    Signal,
}

/// Commands on puzzles; `FILE` stands for the puzzles, `RULES` for rules of the board, and `SIDE` for its side.
const SUDOKU: &[&str] = &[
    "sudoku solve --constraints RULES --size SIDE FILE",
    "sudoku count --constraints RULES --size SIDE FILE",
    "sudoku check --constraints RULES --size SIDE FILE",
    "sudoku sample --constraints RULES --size SIDE FILE",
    "sudoku explain --constraints RULES --size SIDE FILE",
    "sudoku hint --constraints RULES --size SIDE FILE",
    "sudoku steps --constraints RULES --size SIDE FILE",
    "sudoku rate --constraints RULES --size SIDE FILE",
    "sudoku why --constraints RULES --size SIDE FILE",
    "sudoku why-not 1 r1c1 --constraints RULES --size SIDE FILE",
    "sudoku generate -n 1000000 --constraints RULES --size SIDE",
    "sudoku minimize --constraints RULES --size SIDE FILE",
    "sudoku convert --to json --constraints RULES --size SIDE FILE",
    "sudoku render --number 1 --format svg --solution --constraints RULES --size SIDE FILE",
    "sudoku booklet --constraints RULES --size SIDE FILE -o OUT.html",
];

/// Commands on lists of puzzles of side 9.
const LISTS: &[&str] = &["sudoku canon --size SIDE FILE", "sudoku diff --size SIDE FILE FILE"];

/// Puzzles: their name, the kind of a line, its number of cells, the number of lines, the side of the board, and how often
/// the puzzle is in its file. Puzzles without rules have no lines.
type Puzzles = (&'static str, &'static str, usize, usize, usize, usize);

/// A list of 300,000 puzzles; a blank board; boards whose rules are about as large as a board allows, and larger ones; and
/// many small rules.
const PUZZLES: &[Puzzles] = &[
    ("list", "", 0, 0, 9, 300_000),
    ("blank", "", 0, 0, 25, 1),
    ("renbans", "renban", 20, 4, 25, 1),
    ("too-many-renbans", "renban", 20, 100, 25, 1),
    ("equalities", "equality", 14, 4, 25, 1),
    ("circles", "counting-circles", 16, 4, 25, 1),
    ("arrows", "double-arrow", 8, 30, 25, 1),
    ("whispers", "whisper 5", 25, 100, 25, 1),
    ("region-sums", "region-sum", 8, 200, 9, 1),
];

/// A puzzle that is solved at once.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Runs the commands of this program on their inputs, as far as the names of both together contain one of the words, and
/// prints a table.
///
/// # Errors
/// Files and processes that fail, no row, and rows that ended too late.
pub(super) fn run(program: &Path, args: &Args) -> Result<(), Fault> {
    let folder = std::env::temp_dir().join(format!("overshoot-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let table = table([
        "command and problem",
        "most after --timeout",
        "work",
        "most after SIGTERM",
        "work",
        "longest run",
    ]);
    let mut runs = Runs { program, args, folder: &folder, table, rows: 0, late: 0 };
    let measured = runs.on_problems().and_then(|()| runs.on_puzzles()).and_then(|()| runs.on_server());
    fs::remove_dir_all(&folder)?;
    measured?;
    println!("{}", aligned(runs.table, 1));
    match runs.late {
        _ if runs.rows == 0 => Err(Fault::NoRow),
        0 => Ok(()),
        late => Err(Fault::Late { rows: late, all: runs.rows, most: args.most }),
    }
}

/// The runs of a program, and the table of their times.
struct Runs<'r> {
    program: &'r Path,
    args: &'r Args,
    /// The folder of the inputs.
    folder: &'r Path,
    table: Table,
    rows: usize,
    late: usize,
}

impl Runs<'_> {
    fn on_problems(&mut self) -> Result<(), Fault> {
        let covers = self.folder.join("covers.txt");
        fs::write(&covers, "0\n".repeat(1_000_000))?;
        for (name, make) in problems() {
            let commands = self.wanted(COMMANDS, name);
            if commands.is_empty() {
                continue;
            }
            let file = self.folder.join(format!("{name}.dlx"));
            let mut output = BufWriter::new(File::create(&file)?);
            knuth::write(&make(), &mut output).map_err(io::Error::other)?;
            output.flush()?;
            for command in commands {
                let words = self.words(command, &[("FILE", &file), ("COVERS", &covers)]);
                self.measure(format!("{} {name}", short(command)), &words)?;
            }
        }
        Ok(())
    }

    fn on_puzzles(&mut self) -> Result<(), Fault> {
        for &(name, kind, cells, lines, side, times) in PUZZLES {
            let mut commands = self.wanted(SUDOKU, name);
            if times > 1 {
                commands.extend(self.wanted(LISTS, name));
            }
            if commands.is_empty() {
                continue;
            }
            let [file, rules] = ["txt", "rules"].map(|ending| self.folder.join(format!("{name}.{ending}")));
            let blank = vec!["0"; side * side].join(if side > 9 { "," } else { "" });
            let puzzle = if side * side == EASY.len() && lines == 0 { EASY } else { &blank };
            fs::write(&file, format!("{puzzle}\n").repeat(times))?;
            let of_board = walks(kind, cells, lines, side);
            fs::write(&rules, of_board.iter().map(|rule| format!("{rule}\n")).collect::<String>())?;
            let side = PathBuf::from(side.to_string());
            for command in commands {
                let known: [(&str, &Path); 3] = [("FILE", &file), ("RULES", &rules), ("SIDE", &side)];
                let mut words = self.words(command, &known);
                if lines == 0 {
                    words.retain(|word| *word != rules && word.as_os_str() != "--constraints");
                }
                self.measure(format!("{} {name}", short(command)), &words)?;
            }
        }
        Ok(())
    }

    /// Runs requests of clients that leave.
    fn on_server(&mut self) -> Result<(), Fault> {
        for (name, path, body) in served::requests() {
            let row = format!("POST {path} {name}");
            if !self.is_wanted(&row) {
                continue;
            }
            let mut most = Duration::ZERO;
            for &deadline in &self.args.deadlines {
                let after =
                    served::work_after_leaving(self.program, path, &body, Duration::from_millis(deadline))?;
                most = most.max(after);
            }
            let none = String::new;
            self.add([row, none(), none(), none(), format!("{most:.0?}"), none()], most);
        }
        Ok(())
    }

    fn is_wanted(&self, row: &str) -> bool {
        let words = &self.args.words;
        words.is_empty() || words.iter().any(|word| row.contains(word.as_str()))
    }

    /// Returns the commands that are to be run on an input.
    fn wanted(&self, commands: &[&'static str], name: &str) -> Vec<&'static str> {
        let is_wanted = |command: &&str| self.is_wanted(&format!("{} {name}", short(command)));
        commands.iter().copied().filter(is_wanted).collect()
    }

    /// Returns the arguments of a command, whose placeholders are replaced by what is known.
    fn words(&self, command: &str, known: &[(&str, &Path)]) -> Vec<PathBuf> {
        let meant = |word: &str| match known.iter().find(|(name, _)| *name == word) {
            Some((_, meant)) => (*meant).to_owned(),
            None if word.starts_with("OUT") => self.folder.join(word),
            None => PathBuf::from(word),
        };
        command.split(' ').map(meant).collect()
    }

    /// Runs a command with each deadline.
    fn measure(&mut self, row: String, words: &[PathBuf]) -> Result<(), Fault> {
        let (mut by_timeout, mut by_signal) = (After::default(), After::default());
        for &deadline in &self.args.deadlines {
            let deadline = Duration::from_millis(deadline);
            for (end, most) in [(End::Timeout, &mut by_timeout), (End::Signal, &mut by_signal)] {
                let after = ended(self.program, words, deadline, end)?;
                if after.code.is_some_and(|code| REFUSED.contains(&code)) {
                    eprintln!("{row}  refused: wrong usage or an input that cannot be read");
                    return Ok(());
                }
                most.keep_most(after);
            }
        }
        let late = by_timeout.time.max(by_signal.time);
        let whole = by_timeout.whole.max(by_signal.whole);
        let [one, two, three, four] = [by_timeout.time, by_timeout.work, by_signal.time, by_signal.work]
            .map(|time| format!("{time:.0?}"));
        self.add([row, one, two, three, four, format!("{whole:.1?}")], late);
        Ok(())
    }

    fn add(&mut self, cells: [String; 6], late: Duration) {
        self.rows += 1;
        self.late += usize::from(late > Duration::from_millis(self.args.most));
        eprintln!("{}", cells.join("  "));
        self.table.add_row(cells);
    }
}

/// What a run took after it was to end, and as a whole.
#[derive(Clone, Copy, Default)]
struct After {
    /// Until the process was gone.
    time: Duration,
    /// Of the processors, which says more on a busy machine.
    work: Duration,
    whole: Duration,
    code: Option<i32>,
}

/// The exit codes of wrong usage and of an input that cannot be read.
const REFUSED: [i32; 2] = [2, 3];

impl After {
    fn keep_most(&mut self, other: Self) {
        self.time = self.time.max(other.time);
        self.work = self.work.max(other.work);
        self.whole = self.whole.max(other.whole);
    }
}

/// Returns a command without its files.
fn short(command: &str) -> String {
    let files = [" FILE", " COVERS", " -o OUT.html", " -o OUT", " --constraints RULES", " --size SIDE"];
    files.iter().fold(command.to_owned(), |command, file| command.replace(file, ""))
}

/// Runs a command, which is to end at the deadline.
fn ended(program: &Path, words: &[PathBuf], deadline: Duration, end: End) -> io::Result<After> {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let End::Timeout = end {
        command.arg("--timeout").arg(format!("{}ms", deadline.as_millis()));
    }
    let begin = Instant::now();
    let mut process = Running::of(&mut command)?;
    thread::sleep(deadline);
    let worked = process.worked()?;
    if let End::Signal = end {
        // The process may be gone already.
        Command::new("kill")
            .args(["-TERM", &process.child.id().to_string()])
            .stderr(Stdio::null())
            .status()?;
    }
    let begin_of_end = match end {
        End::Timeout => begin + deadline,
        End::Signal => Instant::now(),
    };
    process.wait()?;
    let now = Instant::now();
    Ok(After {
        time: now.saturating_duration_since(begin_of_end),
        work: process.worked()?.saturating_sub(worked),
        whole: now - begin,
        code: process.code()?,
    })
}
