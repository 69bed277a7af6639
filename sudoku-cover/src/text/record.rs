//! Records of a stream: puzzles with their places and the additional information.

use std::collections::VecDeque;
use std::fmt;

use dlx_core::inner::escape_controls;
use serde::Serialize;

use super::Format;
use super::fault::{ReadError, counted};
use crate::model::decoration::Decoration;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Digit, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// Records and errors that are ready, in the order of the text.
pub(super) type Outcomes = VecDeque<Result<Record, ReadError>>;

/// The name of the detail that is a solution.
pub(super) const SOLUTION: &str = "solution";

/// A puzzle of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The given digits.
    pub grid: Grid,
    /// The line in which the record starts, counted from 1.
    pub line: u64,
    /// The number of the record in the stream, counted from 1, bad records included.
    pub number: u64,
    /// The format in which it was written.
    pub format: Format,
    /// Everything besides the given digits. Most puzzles have nothing else.
    pub more: Option<Box<More>>,
}

/// The parts of a record besides the given digits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct More {
    /// The digits placed in blank cells, row by row.
    pub placed: Vec<Candidate>,
    /// The candidates that the puzzle itself allows, in formats without given digits. They are part of the
    /// puzzle, like givens.
    pub allowed: Option<Pencilmarks>,
    /// The remaining candidates. They are a state of the solution in progress, and may be wrong.
    pub marks: Option<Pencilmarks>,
    /// The rules of a variant in the record. They are part of the puzzle, like givens.
    pub rules: Vec<Rule>,
    /// Details such as title and author, in the order of the text.
    pub details: Vec<Detail>,
    /// Notes, colors of cells, drawings and fog. They are for the player, and no solver reads them.
    pub decoration: Decoration,
    /// What the text has besides and the reader does not understand, a kind each. Without it the puzzle may be another
    /// one.
    pub left_out: Vec<LeftOut>,
}

/// Parts of a text that have no meaning for the reader, such as lines whose rule is in words alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeftOut {
    /// One of them, such as `line`.
    pub what: &'static str,
    /// Their number.
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub count: usize,
}

/// Displayed as `3 lines`.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.count, self.what))
    }
}

/// A detail of a puzzle, such as its author.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detail {
    /// The kind of detail.
    pub key: Key,
    /// The text.
    pub text: String,
}

impl Detail {
    /// Returns a detail with this text, without the white space around it. CR LF becomes LF, and control
    /// characters are escaped as described at [`escape_controls`], in the name of the key too, so that a
    /// detail can be shown unchanged.
    #[must_use]
    pub fn new(key: Key, text: &str) -> Self {
        let key = match key {
            Key::Other(name) => Key::Other(escape_controls(&name).into_owned()),
            known => known,
        };
        Self { key, text: escape_controls(&text.trim().replace("\r\n", "\n")).into_owned() }
    }
}

/// The kind of a detail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Key {
    /// The name of the puzzle or of the collection.
    Title,
    /// The author.
    Author,
    /// A description.
    Description,
    /// A comment.
    Comment,
    /// The date of publication.
    Date,
    /// The place of publication.
    Source,
    /// The stated difficulty.
    Level,
    /// An address.
    Url,
    /// A column, field or attribute of this name, without a meaning of its own.
    Other(String),
}

/// A key with a name in some formats.
pub(super) struct KnownKey {
    pub(super) key: Key,
    name: &'static str,
    /// The letter in `.sdk` files.
    pub(super) letter: Option<char>,
    /// The element in the XML of `OpenSudoku`.
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

    /// Returns the first key that satisfies the predicate.
    pub(super) fn find(is_it: impl Fn(&KnownKey) -> bool) -> Option<KnownKey> {
        KnownKey::ALL.into_iter().find(is_it)
    }
}

impl Key {
    /// Returns the name of the key, such as `author`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Key::Other(name) => name,
            key => KnownKey::find(|known| known.key == *key).map_or("", |known| known.name),
        }
    }

    /// Returns the key with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Key {
        let known = KnownKey::find(|known| known.name == name);
        known.map_or_else(|| Key::Other(name.to_owned()), |known| known.key)
    }
}

impl Record {
    /// Returns a record with these given digits, without a place or anything else.
    #[must_use]
    pub fn new(grid: Grid) -> Record {
        Record { grid, line: 0, number: 0, format: Format::Line, more: None }
    }

    pub(super) fn at(line: u64, grid: Grid, format: Format) -> Record {
        Record { grid, line, number: 0, format, more: None }
    }

    /// Returns a record of the digits of all cells, row by row; those for which `is_placed` returns true are
    /// placed, the others given.
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

    /// Returns the parts besides the given digits, for changing them.
    pub fn more_mut(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    /// Returns the digits placed in blank cells, row by row.
    #[must_use]
    pub fn placed(&self) -> &[Candidate] {
        self.more.as_ref().map_or(&[], |more| &more.placed)
    }

    /// Returns the details, in the order of the text.
    #[must_use]
    pub fn details(&self) -> &[Detail] {
        self.more.as_ref().map_or(&[], |more| &more.details)
    }

    /// Returns the candidates that the puzzle itself allows, if it specifies them.
    #[must_use]
    pub fn allowed(&self) -> Option<&Pencilmarks> {
        self.more.as_ref()?.allowed.as_ref()
    }

    /// Returns the remaining candidates, if the record has them.
    #[must_use]
    pub fn marks(&self) -> Option<&Pencilmarks> {
        self.more.as_ref()?.marks.as_ref()
    }

    /// Returns the rules of a variant in the record.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        self.more.as_ref().map_or(&[], |more| &more.rules)
    }

    /// Returns notes, colors of cells, drawings and fog, if the record has any.
    #[must_use]
    pub fn decoration(&self) -> Option<&Decoration> {
        self.more.as_ref().map(|more| &more.decoration).filter(|decoration| !decoration.is_empty())
    }

    /// Returns what the text has besides and the reader does not understand.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        self.more.as_ref().map_or(&[], |more| &more.left_out)
    }

    /// Adds a detail, unless its text is blank.
    pub(super) fn say(&mut self, key: Key, text: &str) {
        if !text.trim().is_empty() {
            self.more_mut().details.push(Detail::new(key, text));
        }
    }

    /// Returns the grid of the given and the placed digits. A digit placed outside the grid, or too large for
    /// it, is ignored.
    #[must_use]
    pub fn filled(&self) -> Grid {
        let mut grid = self.grid.clone();
        for placed in self.placed() {
            // This fails only for records not made by a reader.
            grid.set(placed.cell, Some(placed.digit)).ok();
        }
        grid
    }

    /// Returns the grid of the placed digits alone.
    pub(super) fn placed_alone(&self) -> Grid {
        let given = self.grid.digits();
        let placed = self.filled();
        let alone = placed.digits().iter().zip(given).map(|(digit, given)| digit.filter(|_| given.is_none()));
        Grid::from_digits_of(self.grid.values(), self.grid.side(), alone.collect())
    }

    /// Sets the placed digits: those of a grid of this side in cells that have no given.
    pub(super) fn place_all(&mut self, placed: &Grid) {
        let is_blank = |clue: &Candidate| self.grid.get(clue.cell).is_none();
        let placed: Vec<Candidate> = placed.clues().filter(is_blank).collect();
        if !placed.is_empty() {
            self.more_mut().placed = placed;
        }
    }

    /// Returns the candidates that the digits imply but the record does not have, cell by cell.
    pub(super) fn removed(&self, geometry: &Geometry) -> Result<Vec<Candidate>, GridError> {
        if !self.has_marks() {
            return Ok(Vec::new());
        }
        let filled = self.filled();
        let (implied, left) = (Pencilmarks::implied(&filled, geometry)?, &self.candidates(geometry)?);
        let blank = geometry.open_cells().filter(|&cell| filled.get(cell).is_none());
        let removed = blank.flat_map(|cell| {
            let digits = implied.get(cell).digits().filter(move |&digit| !left.get(cell).contains(digit));
            digits.map(move |digit| Candidate { cell, digit })
        });
        Ok(removed.collect())
    }

    /// Returns true if the record has candidates of any kind.
    #[must_use]
    pub fn has_marks(&self) -> bool {
        self.more.as_ref().is_some_and(|more| more.allowed.is_some() || more.marks.is_some())
    }

    /// Returns the current candidates: in a cell with a digit that digit, elsewhere the digits that the given
    /// and placed digits leave, unless the puzzle does not allow them or they were removed.
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
