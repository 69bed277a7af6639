//! Lays out puzzles on pages for printing.

use serde::{Deserialize, Serialize};
use sudoku_cover::booklet::EntryMaker;
use sudoku_cover::{Booklet, Paper};
use utoipa::ToSchema;

use super::parse;
use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;
use crate::wire::{Puzzle, PuzzleIn};

/// The largest number of puzzles of a booklet.
const MOST_PUZZLES: usize = 100;

/// A puzzle of a booklet.
#[derive(Deserialize, ToSchema)]
#[schema(as = BookletPuzzle)]
#[serde(deny_unknown_fields)]
struct TitledIn {
    /// A text that is printed below the puzzle.
    #[serde(default)]
    title: String,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// The size of the paper.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[schema(as = Paper)]
enum PaperIn {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    #[serde(rename = "letter")]
    Letter,
}

/// Puzzles, and how they are laid out.
#[derive(Deserialize, ToSchema)]
#[schema(as = BookletWish)]
#[serde(deny_unknown_fields)]
pub(super) struct BookletIn {
    /// The title of each page.
    title: String,
    /// At most 100 puzzles. Their givens are printed.
    #[schema(max_items = 100)]
    puzzles: Vec<TitledIn>,
    /// The number of puzzles on a page; by default 4.
    #[schema(nullable = false, minimum = 1)]
    per_page: Option<usize>,
    /// By default A4.
    #[schema(nullable = false)]
    paper: Option<PaperIn>,
    /// False to leave the solutions out.
    #[serde(default = "yes")]
    solutions: bool,
}

fn yes() -> bool {
    true
}

/// A page with all sheets of a booklet, for printing.
#[derive(Serialize, ToSchema)]
#[schema(as = Booklet)]
pub(super) struct PagesOut {
    /// HTML without scripts and without references to other files.
    html: String,
}

/// Returns the puzzles on pages, with levels, and with the solutions at the end.
pub(super) fn booklet(_: &Api, wish: BookletIn, stop: &Stop) -> Result<PagesOut, Fault> {
    let BookletIn { title, puzzles, per_page, paper, solutions } = wish;
    if puzzles.is_empty() || puzzles.len() > MOST_PUZZLES {
        let expected = format!("1 to {MOST_PUZZLES} puzzles");
        return Err(Fault::expected(http::StatusCode::UNPROCESSABLE_ENTITY, expected, puzzles.len()));
    }
    let maker = EntryMaker::new();
    let mut maker = if solutions { maker } else { maker.without_solutions() };
    let mut entries = Vec::new();
    for TitledIn { title, puzzle } in puzzles {
        let puzzle = Puzzle::of(puzzle, stop)?;
        let geometry = puzzle.geometry.clone();
        let (entry, _) = maker.entry(&geometry, &parse::record(puzzle, &title)?, || stop.limits())?;
        entries.push(entry);
    }
    let booklet = Booklet::new(&title, entries);
    let booklet = match per_page {
        Some(per_page) => booklet.with_per_page(per_page),
        None => booklet,
    };
    let booklet = match paper {
        Some(PaperIn::A4) => booklet.with_paper(Paper::A4),
        Some(PaperIn::Letter) => booklet.with_paper(Paper::Letter),
        None => booklet,
    };
    Ok(PagesOut { html: booklet.to_html(&mut stop.limits())? })
}
