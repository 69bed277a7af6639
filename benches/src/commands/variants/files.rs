//! The cost of puzzles of files.

use std::fs;
use std::path::{Path, PathBuf};

use benches::measure::{aligned, table};
use dlx_core::Uniqueness;
use sudoku_cover::Reader;

use super::fault::Fault;
use super::puzzle::{Effort, FIGURES, Measured, figures, print_each};

/// Measure puzzles of files in any format that the library reads.
///
/// Records that cannot be read, and puzzles without one solution, are counted and not measured.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of puzzles.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    effort: Effort,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let headings = [&["file"][..], &FIGURES, &["not one solution", "not read"]].concat();
    let mut table = table(headings);
    for path in &args.files {
        let PuzzleFile { puzzles, others, unread } = PuzzleFile::measure(path, &args.effort)?;
        if args.effort.each {
            print_each(&puzzles);
            print_each(&others);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let rest = [others.len().to_string(), unread.to_string()];
        table.add_row([name].into_iter().chain(figures(&puzzles)).chain(rest));
    }
    println!("{}", aligned(table, 1));
    Ok(())
}

/// The results of a file.
#[derive(Default)]
struct PuzzleFile {
    puzzles: Vec<Measured>,
    /// The puzzles that do not have one solution.
    others: Vec<Measured>,
    /// Number of records that cannot be read.
    unread: usize,
}

impl PuzzleFile {
    fn measure(path: &Path, effort: &Effort) -> Result<Self, Fault> {
        let text = fs::read(path).map_err(|error| Fault::Io { path: path.to_owned(), error })?;
        let mut file = Self::default();
        for record in Reader::new(&text[..]) {
            match record {
                Ok(record) => {
                    let name = format!("{}, line {}", path.display(), record.line);
                    eprintln!("{name}");
                    file.push(Measured::of(name, &record, effort)?);
                }
                Err(error) => {
                    eprintln!("{}: {error}", path.display());
                    file.unread += 1;
                }
            }
        }
        Ok(file)
    }

    fn push(&mut self, puzzle: Measured) {
        match puzzle.answer {
            Uniqueness::One(_) | Uniqueness::Unknown { .. } => self.puzzles.push(puzzle),
            Uniqueness::None | Uniqueness::Several(..) => self.others.push(puzzle),
        }
    }
}
