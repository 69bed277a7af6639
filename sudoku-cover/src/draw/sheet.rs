//! The layout of the pages of a booklet.

use dlx_core::inner::escape_controls;
use dlx_core::{Limits, Stopped};

use super::frame::Point;
use super::{Picture, Theme};
use crate::model::geometry::Geometry;
use crate::model::grid::{Grid, GridError};

/// Number of steps that a picture counts as towards the question of the limits; drawing it takes some tens of
/// microseconds.
pub(super) const STEPS_OF_A_PICTURE: u64 = 16;

/// Margins, gaps, and the space of the heading and the foot of a page, in millimeters.
const SIDES: f64 = 14.0;
const HEAD: f64 = 26.0;
const FOOT: f64 = 14.0;
const GAP: f64 = 8.0;
/// Space of the caption of a puzzle, in millimeters.
pub(super) const CAPTION: f64 = 9.0;
/// The greatest gap between two rows, in millimeters.
const GREATEST_GAP: f64 = 16.0;
/// The least side of a cell of a solution, in millimeters.
const SMALLEST_CELL: f64 = 3.2;
/// A page has at least this many solutions if they are not too small for it.
const SOLUTIONS: usize = 12;

/// A puzzle of a booklet.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) geometry: Geometry,
    pub(super) puzzle: Grid,
    pub(super) solution: Option<Grid>,
    pub(super) label: String,
    pub(super) remark: Option<String>,
}

impl Entry {
    /// Returns an entry for a puzzle on this board.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid.
    pub fn new(geometry: &Geometry, puzzle: &Grid) -> Result<Self, GridError> {
        puzzle.check_board(geometry)?;
        let (geometry, puzzle) = (geometry.clone(), puzzle.clone());
        Ok(Self { geometry, puzzle, solution: None, label: String::new(), remark: None })
    }

    /// Sets its solution, which is printed at the end.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid.
    pub fn with_solution(mut self, solution: &Grid) -> Result<Self, GridError> {
        solution.check_board(&self.geometry)?;
        self.solution = Some(solution.clone());
        Ok(self)
    }

    /// Sets a text that is printed below it next to its number, such as its level.
    #[must_use]
    pub fn with_label(mut self, label: &str) -> Self {
        self.label = escape_controls(label).into_owned();
        self
    }

    /// Sets a text that is printed next to its number among the solutions, such as "several solutions".
    #[must_use]
    pub fn with_remark(mut self, remark: &str) -> Self {
        self.remark = Some(escape_controls(remark).into_owned());
        self
    }
}

/// The format of the paper, upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 by 297 millimeters.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns width and height in millimeters.
    pub(super) fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
        }
    }
}

/// A page.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    pub(super) heading: String,
    pub(super) items: Vec<Panel<'a>>,
    pub(super) columns: usize,
    /// The side of a board.
    pub(super) size: f64,
    paper: Paper,
    rows: usize,
}

/// A puzzle or a solution with its caption.
#[derive(Debug)]
pub(super) struct Panel<'a> {
    pub(super) picture: Picture<'a>,
    pub(super) caption: String,
}

impl<'a> Sheet<'a> {
    /// Returns all pages: the puzzles, then the solutions.
    pub(super) fn all(
        title: &str,
        entries: &'a [Entry],
        per_page: usize,
        paper: Paper,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Self>, Stopped> {
        let mut puzzles = Vec::new();
        let mut solutions = Vec::new();
        for (entry, number) in entries.iter().zip(1_u64..) {
            limits.step(STEPS_OF_A_PICTURE)?;
            let picture =
                Picture::new(&entry.geometry, &entry.puzzle).expect("an entry has the side of its board");
            let picture = picture.with_theme(Theme::Light);
            let caption = joined(number, &entry.label);
            puzzles
                .push(Panel { picture: picture.clone().with_title(&format!("Puzzle {caption}")), caption });
            let solved = match &entry.solution {
                Some(solution) => {
                    picture.with_digits(solution).expect("a solution has the side of its board")
                }
                None if entry.remark.is_some() => picture,
                None => continue,
            };
            let caption = joined(number, entry.remark.as_deref().unwrap_or_default());
            solutions.push(Panel { picture: solved.with_title(&format!("Solution {caption}")), caption });
        }
        let largest = entries.iter().map(|entry| entry.geometry.side()).max().unwrap_or(1);
        let several = solutions_per_page(per_page, largest, paper);
        let mut sheets = Self::of(title, puzzles, per_page, paper);
        sheets.extend(Self::of(&format!("{title}: solutions"), solutions, several, paper));
        Ok(sheets)
    }

    fn of(heading: &str, items: Vec<Panel<'a>>, per_page: usize, paper: Paper) -> Vec<Self> {
        // A single page is laid out for the items that it has.
        let fitted = per_page.min(items.len()).max(1);
        let (columns, rows, size) = arranged(fitted, paper);
        let mut items = items.into_iter().peekable();
        let mut sheets = Vec::new();
        while items.peek().is_some() {
            let items: Vec<Panel<'a>> = items.by_ref().take(fitted).collect();
            sheets.push(Self { heading: heading.to_owned(), items, columns, size, paper, rows });
        }
        sheets
    }

    /// Returns the gap between two columns, which is also that between the boards and the edge of the paper.
    pub(super) fn gap_beside(&self) -> f64 {
        let (width, _) = self.paper.size();
        (width - self.columns as f64 * self.size) / (self.columns as f64 + 1.0)
    }

    /// Returns the gap between the caption of a row and the next row: that between columns, as far as there is room
    /// for it.
    pub(super) fn gap_below(&self) -> f64 {
        let free = self.height_of_puzzles() - self.rows as f64 * (self.size + CAPTION);
        (free / (self.rows as f64 + 1.0)).min(self.gap_beside().min(GREATEST_GAP))
    }

    /// Returns the top of the first row. The rows of a full page are in the middle of it, and those of a page with
    /// fewer items are at the same places.
    pub(super) fn top(&self) -> f64 {
        let rows = self.rows as f64;
        let used = rows * (self.size + CAPTION) + (rows - 1.0) * self.gap_below();
        HEAD + (self.height_of_puzzles() - used) / 2.0
    }

    fn height_of_puzzles(&self) -> f64 {
        self.paper.size().1 - HEAD - FOOT
    }

    /// Returns the upper left corners of the items, row by row.
    pub(super) fn places(&self) -> impl Iterator<Item = Point> + use<'_, 'a> {
        let (beside, below, top) = (self.gap_beside(), self.gap_below(), self.top());
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).map(move |column| Point {
                x: beside + column as f64 * (self.size + beside),
                y: top + row as f64 * (self.size + CAPTION + below),
            })
        })
    }
}

fn joined(number: u64, words: &str) -> String {
    if words.is_empty() { number.to_string() } else { format!("{number} · {words}") }
}

/// Returns columns, rows, and the side of a board: as large as possible for this number of boards on a page.
fn arranged(count: usize, paper: Paper) -> (usize, usize, f64) {
    let (width, height) = paper.size();
    let fitted = |columns: usize| {
        let rows = count.div_ceil(columns);
        let wide = (width - 2.0 * SIDES + GAP) / columns as f64 - GAP;
        let high = (height - HEAD - FOOT) / rows as f64 - CAPTION;
        (columns, rows, wide.min(high).max(1.0))
    };
    (1..=count).map(fitted).max_by(|one, other| one.2.total_cmp(&other.2)).unwrap_or((1, 1, 1.0))
}

/// Returns the number of solutions of a page: about four times the number of puzzles, as long as their cells
/// are large enough to be read.
fn solutions_per_page(per_page: usize, side: usize, paper: Paper) -> usize {
    let mut count = (4 * per_page).max(SOLUTIONS);
    while count > 1 && arranged(count, paper).2 < side as f64 * SMALLEST_CELL {
        count -= 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_lie_on_the_paper_side_by_side() {
        for paper in [Paper::A4, Paper::Letter] {
            let (width, height) = paper.size();
            for count in 1..=48 {
                let (columns, rows, size) = arranged(count, paper);
                let sheet = Sheet { heading: String::new(), items: Vec::new(), columns, size, paper, rows };
                let places: Vec<Point> = sheet.places().collect();
                assert!(columns * rows >= count && places.len() == columns * rows);
                for (number, place) in places.iter().enumerate() {
                    assert!(place.x > 5.0 && place.x + size < width - 5.0, "{count}");
                    assert!(place.y >= HEAD && place.y + size + CAPTION <= height - FOOT, "{count}");
                    let is_apart =
                        |other: &Point| (place.x - other.x).abs() > size || (place.y - other.y).abs() > size;
                    assert!(places[..number].iter().all(is_apart));
                }
            }
        }
    }

    #[test]
    fn gaps_between_rows_are_those_between_columns_where_there_is_room() {
        let (columns, rows, size) = arranged(4, Paper::A4);
        let sheet = |items| Sheet { heading: String::new(), items, columns, size, paper: Paper::A4, rows };
        let full = sheet(Vec::new());
        assert_eq!(full.gap_below(), full.gap_beside());
        let places: Vec<Point> = full.places().collect();
        let above = places[0].y - HEAD;
        let below = 297.0 - FOOT - places[2].y - size - CAPTION;
        assert!((above - below).abs() < 1e-9 && above > 0.0, "{above} {below}");
    }

    #[test]
    fn four_puzzles_stand_two_by_two_and_solutions_are_not_too_small() {
        assert_eq!(arranged(4, Paper::A4).0, 2);
        assert_eq!(solutions_per_page(4, 9, Paper::A4), 16);
        assert!(solutions_per_page(4, 25, Paper::A4) < 6);
    }
}
