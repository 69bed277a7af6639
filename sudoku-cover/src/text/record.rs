//! What a stream is made of: puzzles, each with its place, and what else is known of them.

use std::collections::VecDeque;

use dlx_core::escape_controls;

use super::fault::ReadError;
use super::format::Format;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Digit, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// What the reader has made of the text up to here, in its order.
pub(super) type Outcomes = VecDeque<Result<Record, ReadError>>;

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
    /// The digits that were placed in blank cells, row by row.
    pub placed: Vec<Candidate>,
    /// The candidates that the puzzle itself allows, as in the forms that know no given digits. They are part of
    /// the puzzle, as its clues are.
    pub allowed: Option<Pencilmarks>,
    /// The candidates that are left. They are a state of the work on the puzzle, and may be wrong.
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

/// The keys that formats know.
pub(super) struct KnownKey {
    pub(super) key: Key,
    name: &'static str,
    /// Its letter in `.sdk` files.
    pub(super) letter: Option<char>,
    /// Its element in the XML of `OpenSudoku`.
    pub(super) element: &'static str,
}

impl KnownKey {
    const fn new(key: Key, name: &'static str, letter: Option<char>, element: &'static str) -> KnownKey {
        KnownKey { key, name, letter, element }
    }

    pub(super) const ALL: [KnownKey; 8] = [
        KnownKey::new(Key::Title, "title", None, "name"),
        KnownKey::new(Key::Author, "author", Some('A'), "author"),
        KnownKey::new(Key::Description, "description", Some('D'), "description"),
        KnownKey::new(Key::Comment, "comment", Some('C'), "comment"),
        KnownKey::new(Key::Date, "date", Some('B'), "created"),
        KnownKey::new(Key::Source, "source", Some('S'), "source"),
        KnownKey::new(Key::Level, "level", Some('L'), "level"),
        KnownKey::new(Key::Url, "url", Some('U'), "sourceURL"),
    ];

    /// The first one that the question is true of.
    pub(super) fn find(is_it: impl Fn(&KnownKey) -> bool) -> Option<KnownKey> {
        KnownKey::ALL.into_iter().find(is_it)
    }
}

impl Key {
    /// The word for it, such as `author`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Key::Other(name) => name,
            key => KnownKey::find(|known| known.key == *key).map_or("", |known| known.name),
        }
    }

    /// The key with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Key {
        let known = KnownKey::find(|known| known.name == name);
        known.map_or_else(|| Key::Other(name.to_owned()), |known| known.key)
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

    /// A record of the digits of all cells, row by row, which are placed where `is_placed` says so.
    pub(super) fn of_cells(
        line: u64,
        digits: &[Option<Digit>],
        is_placed: impl Fn(usize) -> bool,
        format: Format,
    ) -> Record {
        let all = Grid::from_digits(digits.len().isqrt(), digits.into());
        let given = digits.iter().enumerate().map(|(cell, digit)| digit.filter(|_| !is_placed(cell)));
        let mut record = Record::at(line, Grid::from_digits(all.side(), given.collect()), format);
        record.place_all(&all);
        record
    }

    /// What there is beside the given digits, made if there is nothing.
    pub fn more_mut(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    /// The digits that were placed in blank cells, row by row.
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

    /// The placed digits without the given ones.
    pub(super) fn placed_alone(&self) -> Grid {
        let given = self.grid.digits();
        let placed = self.filled();
        let alone = placed.digits().iter().zip(given).map(|(digit, given)| digit.filter(|_| given.is_none()));
        Grid::from_digits(self.grid.side(), alone.collect())
    }

    /// Takes the digits of a grid of this side for placed ones where none is given.
    pub(super) fn place_all(&mut self, placed: &Grid) {
        let is_blank = |clue: &Candidate| self.grid.get(clue.cell).is_none();
        let placed: Vec<Candidate> = placed.clues().filter(is_blank).collect();
        if !placed.is_empty() {
            self.more_mut().placed = placed;
        }
    }

    /// The candidates that the digits imply and the record has not, cell by cell.
    pub(super) fn removed(&self, geometry: &Geometry) -> Result<Vec<Candidate>, GridError> {
        if !self.has_marks() {
            return Ok(Vec::new());
        }
        let filled = self.filled();
        let (implied, left) = (Pencilmarks::implied(&filled, geometry)?, &self.candidates(geometry)?);
        let blank = geometry.cells().filter(|&cell| filled.get(cell).is_none());
        let removed = blank.flat_map(|cell| {
            let digits = implied.get(cell).digits().filter(move |&digit| !left.get(cell).contains(digit));
            digits.map(move |digit| Candidate { cell, digit })
        });
        Ok(removed.collect())
    }

    /// Whether there are pencilmarks of any kind.
    #[must_use]
    pub fn has_marks(&self) -> bool {
        self.more.as_ref().is_some_and(|more| more.allowed.is_some() || more.marks.is_some())
    }

    /// The candidates as they stand: in a cell with a digit that digit, elsewhere those that the given and the placed
    /// digits leave, if the puzzle allows them and they were not removed.
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
