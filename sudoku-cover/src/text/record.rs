//! What a stream is made of: puzzles, each with its place, and what else is known of them.

use dlx_core::escape_controls;

use super::format::Format;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// A puzzle of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The digits that are given.
    pub grid: Grid,
    /// The line in which it starts, counted from 1.
    pub line: u64,
    /// Which record of the stream it is, counted from 1, bad records included.
    pub number: u64,
    /// The form in which it was written.
    pub format: Format,
    /// What there is beside the given digits. Most puzzles have nothing.
    pub more: Option<Box<More>>,
}

/// What a record can hold beside the given digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// The digits that somebody has placed in blank cells, row by row.
    pub placed: Vec<Candidate>,
    /// The candidates that the puzzle itself allows, as in the forms that know no given digits. They are part of
    /// the puzzle, as its clues are.
    pub allowed: Option<Pencilmarks>,
    /// The candidates that somebody has left. They are a state of the work on the puzzle, and may be wrong.
    pub marks: Option<Pencilmarks>,
    /// The rules of a variant that the puzzle brings along. They are part of the puzzle, as its clues are.
    pub rules: Vec<Rule>,
    /// What is said about the puzzle, in the order in which it was found.
    pub details: Vec<Detail>,
}

/// Something that is said about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detail {
    /// What it says.
    pub key: Key,
    /// The words.
    pub text: String,
}

impl Detail {
    /// A detail with this text, without the white space around it. Line ends become line feeds, and control characters
    /// are escaped, those of the key's name too, as [`escape_controls`] says: a detail can be shown as it is.
    #[must_use]
    pub fn new(key: Key, text: &str) -> Self {
        let key = match key {
            Key::Other(name) => Key::Other(escape_controls(&name).into_owned()),
            known => known,
        };
        Self { key, text: escape_controls(&text.trim().replace("\r\n", "\n")).into_owned() }
    }
}

/// What a detail says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Key {
    /// What the puzzle is called, or the collection.
    Title,
    /// Who made it.
    Author,
    /// What it is.
    Description,
    /// Anything.
    Comment,
    /// When it was published.
    Date,
    /// Where it was published.
    Source,
    /// How hard it is said to be.
    Level,
    /// An address.
    Url,
    /// A column, field or attribute of this name that means nothing here and is passed on.
    Other(String),
}

impl Key {
    const KNOWN: [Key; 8] = [
        Key::Title,
        Key::Author,
        Key::Description,
        Key::Comment,
        Key::Date,
        Key::Source,
        Key::Level,
        Key::Url,
    ];

    /// The word for it, such as `author`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Key::Title => "title",
            Key::Author => "author",
            Key::Description => "description",
            Key::Comment => "comment",
            Key::Date => "date",
            Key::Source => "source",
            Key::Level => "level",
            Key::Url => "url",
            Key::Other(name) => name,
        }
    }

    /// The key with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Key {
        let known = Key::KNOWN.into_iter().find(|key| key.name() == name);
        known.unwrap_or_else(|| Key::Other(name.to_owned()))
    }
}

impl Record {
    /// A record of these given digits, without a place and with nothing else.
    #[must_use]
    pub fn new(grid: Grid) -> Record {
        Record { grid, line: 0, number: 0, format: Format::Line, more: None }
    }

    pub(super) fn at(line: u64, grid: Grid, format: Format) -> Record {
        Record { grid, line, number: 0, format, more: None }
    }

    /// What there is beside the given digits, made if there is nothing.
    pub fn more_mut(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    /// The digits that somebody has placed in blank cells, row by row.
    #[must_use]
    pub fn placed(&self) -> &[Candidate] {
        self.more.as_ref().map_or(&[], |more| &more.placed)
    }

    /// What is said about the puzzle.
    #[must_use]
    pub fn details(&self) -> &[Detail] {
        self.more.as_ref().map_or(&[], |more| &more.details)
    }

    /// The candidates that the puzzle itself allows, if it says so.
    #[must_use]
    pub fn allowed(&self) -> Option<&Pencilmarks> {
        self.more.as_ref()?.allowed.as_ref()
    }

    /// The rules of a variant that the puzzle brings along.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        self.more.as_ref().map_or(&[], |more| &more.rules)
    }

    /// Adds a detail, unless it says nothing.
    pub(super) fn say(&mut self, key: Key, text: &str) {
        if !text.trim().is_empty() {
            self.more_mut().details.push(Detail::new(key, text));
        }
    }

    /// The given digits and the placed ones. A digit placed in a cell outside the grid, or too large for it, is left
    /// out.
    #[must_use]
    pub fn filled(&self) -> Grid {
        let mut grid = self.grid.clone();
        for placed in self.placed() {
            // A record that was read has placed digits of its grid alone.
            grid.set(placed.cell, Some(placed.digit)).ok();
        }
        grid
    }

    /// Whether there are pencilmarks of any kind.
    #[must_use]
    pub fn has_marks(&self) -> bool {
        self.more.as_ref().is_some_and(|more| more.allowed.is_some() || more.marks.is_some())
    }

    /// The candidates as they stand: in a cell with a digit that digit, elsewhere those that the given and the placed
    /// digits leave, if the puzzle allows them and nobody has removed them.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid.
    pub fn candidates(&self, geometry: &Geometry) -> Result<Pencilmarks, GridError> {
        let filled = self.filled();
        let mut candidates = Pencilmarks::implied(&filled, geometry)?;
        for marks in self.more.iter().flat_map(|more| more.allowed.iter().chain(&more.marks)) {
            candidates.keep(marks);
        }
        for clue in filled.clues() {
            candidates.set(clue.cell, Marks::only(clue.digit))?;
        }
        Ok(candidates)
    }
}
