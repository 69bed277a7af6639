//! Pictures of grids: as SVG for web pages and printers, as text for terminals, and booklets of many puzzles.
//!
//! A [`Picture`] contains everything that is shown; drawing turns it into a string. The meaning of a digit or
//! a candidate (given, found, part of a step, eliminated) is never shown by color alone: each has a weight, a
//! shape or a sign too. There is a border between two neighbors without a common box, whatever the shape of
//! the boxes.
//!
//! ```
//! use sudoku_cover::{Geometry, Grid, Picture};
//!
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let svg = Picture::new(&Geometry::classic(), &puzzle)?.with_caption("From the newspaper").to_svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("From the newspaper"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod booklet;
mod decoration;
mod frame;
mod marking;
mod rules;
mod sheet;
mod solution;
mod style;
mod svg;
mod text;
mod xml;

pub use booklet::Booklet;
pub use sheet::{Entry, Paper};
pub use solution::solution_frame;
pub use style::{Ink, Theme};
pub use text::{Mark, Piece};

use dlx_core::inner::escape_controls;

use crate::human::step::Step;
use crate::model::decoration::{Decoration, Fog};
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::Rule;
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::Pencilmarks;

/// A blank board with its rules, to be shown behind digits that are drawn by other means. Lengths are in sides
/// of a cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Backdrop {
    /// An SVG file without a background.
    pub svg: String,
    /// The left and the upper side of the picture, its width and its height. The upper left corner of the board
    /// is the origin, so that the first two are negative.
    pub view: [f64; 4],
    /// The space that candidates leave free at the upper side of a cell, and at the other sides.
    pub insets: [f64; 2],
}

/// A grid and the settings of its picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    geometry: &'a Geometry,
    given: &'a Grid,
    /// Digits besides the givens.
    filled: Option<&'a Grid>,
    candidates: Option<&'a Pencilmarks>,
    decoration: Option<&'a Decoration>,
    has_fog: bool,
    step: Option<&'a Step>,
    title: Option<String>,
    caption: Option<String>,
    theme: Theme,
    has_labels: bool,
    is_compact: bool,
}

impl<'a> Picture<'a> {
    /// Returns a picture of the givens alone.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid, [`GridError::Digit`] if it lacks a digit of it.
    pub fn new(geometry: &'a Geometry, given: &'a Grid) -> Result<Self, GridError> {
        given.check_board(geometry)?;
        Ok(Self {
            geometry,
            given,
            filled: None,
            candidates: None,
            decoration: None,
            has_fog: false,
            step: None,
            title: None,
            caption: None,
            theme: Theme::Auto,
            has_labels: false,
            is_compact: false,
        })
    }

    /// Shows the digits of this grid in the cells without a given, distinguished from givens.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid, [`GridError::Digit`] if it lacks a digit of it.
    pub fn with_digits(mut self, filled: &'a Grid) -> Result<Self, GridError> {
        filled.check_board(self.geometry)?;
        self.filled = Some(filled);
        Ok(self)
    }

    /// Shows candidates in the cells that have no digit, each digit at its own place in the cell.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the candidates, [`GridError::Candidates`] if they are
    /// those of other digits.
    pub fn with_candidates(mut self, candidates: &'a Pencilmarks) -> Result<Self, GridError> {
        candidates.check_board(self.geometry)?;
        self.candidates = Some(candidates);
        Ok(self)
    }

    /// Shows notes, colors of cells and drawings in SVG. Notes are in cells that have no digit, unless candidates are shown. Fog
    /// is shown by [`with_fog`](Self::with_fog) alone.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the notes, [`GridError::Candidates`] if they are those of
    /// other digits.
    pub fn with_decoration(mut self, decoration: &'a Decoration) -> Result<Self, GridError> {
        for notes in decoration.corner.iter().chain(&decoration.centre) {
            notes.check_board(self.geometry)?;
        }
        self.decoration = Some(decoration);
        Ok(self)
    }

    /// Covers the cells that are in the fog of the [decoration](Self::with_decoration), in SVG. Digits besides givens stay
    /// visible.
    #[must_use]
    pub fn with_fog(mut self) -> Self {
        self.has_fog = true;
        self
    }

    /// Shows a step: its houses, cells, candidates and links, and what it places and eliminates. Candidates
    /// are drawn only if [`with_candidates`](Self::with_candidates) adds them. Cells and houses of the step
    /// that are not on the board are ignored. The caption is the step in words, unless there is another one.
    #[must_use]
    pub fn with_step(mut self, step: &'a Step) -> Self {
        self.step = Some(step);
        self
    }

    /// Sets the accessible title. By default the size and the clue count.
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Self {
        self.title = Some(escape_controls(title).into_owned());
        self
    }

    /// Sets the caption below the picture.
    #[must_use]
    pub fn with_caption(mut self, caption: &str) -> Self {
        self.caption = Some(escape_controls(caption).into_owned());
        self
    }

    /// Sets the theme: light, dark, or the reader's setting.
    #[must_use]
    pub fn with_theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Numbers the rows and the columns.
    #[must_use]
    pub fn with_labels(mut self) -> Self {
        self.has_labels = true;
        self
    }

    /// Makes the picture in text smaller: no border above and below the board, and up to side 9 the
    /// candidates of a cell in two lines, 1 to 5 above 6 to 9. Candidates have no signs for their role in a
    /// step then: the [`Mark`] of their [`Piece`] has it. SVG does not change.
    #[must_use]
    pub fn with_compact_text(mut self) -> Self {
        self.is_compact = true;
        self
    }

    /// Returns the picture as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::document(self)
    }

    /// Returns the blank board of the picture with its rules, in its theme. Labels name rows and columns as in the name
    /// of a cell: `r1`, `c1`.
    ///
    /// # Complexity
    /// Linear in the cells of the board and of its rules.
    #[must_use]
    pub fn to_backdrop(&self) -> Backdrop {
        svg::backdrop(self)
    }

    /// Returns the rules of the board that the picture only names in its title, because nothing is drawn for them.
    pub fn undrawn_rules(&self) -> impl Iterator<Item = &'a Rule> + use<'a> {
        self.geometry.rules().iter().filter(|rule| !rules::is_drawn(rule))
    }

    /// Returns the picture as lines of text.
    #[must_use]
    pub fn to_text(&self, ink: Ink) -> String {
        text::lines(self, ink)
    }

    /// Returns the lines of [`to_text`](Self::to_text) without the caption, in pieces with their cells and
    /// roles.
    #[must_use]
    pub fn to_pieces(&self) -> Vec<Vec<Piece>> {
        text::pieces(self)
    }

    /// Returns the fog that is shown.
    fn fog(&self) -> Option<&'a Fog> {
        self.decoration.filter(|_| self.has_fog)?.fog.as_ref()
    }

    /// Returns all digits that are shown.
    fn digits(&self) -> Grid {
        let mut digits = self.given.clone();
        for filled in self.filled.into_iter().flat_map(Grid::clues) {
            if digits.get(filled.cell).is_none() {
                digits.set(filled.cell, Some(filled.digit)).expect("both grids have the side of the board");
            }
        }
        digits
    }

    fn title(&self) -> String {
        let side = self.geometry.side();
        let clues = self.given.clue_count();
        let plural = if clues == 1 { "" } else { "s" };
        self.title.clone().unwrap_or_else(|| {
            format!("Sudoku, {side} by {side}, {clues} clue{plural}{}", rules::names(self.geometry))
        })
    }

    fn caption(&self) -> Option<String> {
        self.caption.clone().or_else(|| self.step.map(ToString::to_string))
    }

    /// Returns the accessible description.
    fn description(&self) -> String {
        let digits = self.digits();
        let rows = digits.digits().chunks(digits.side()).zip(1..).map(|(row, number)| {
            let cells: Vec<String> = row
                .iter()
                .map(|digit| digit.map_or_else(|| "blank".to_owned(), |digit| digit.to_string()))
                .collect();
            format!("Row {number}: {}.", cells.join(", "))
        });
        let mut words: Vec<String> = self.caption().into_iter().collect();
        words.extend(rows);
        words.extend(rules::words(self.geometry));
        words.join(" ")
    }
}
