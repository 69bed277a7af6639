//! The geometry of a problem: the positions of its items in a picture of a cover. It is one line of text,
//! which problem files contain as a comment and which can also be written by hand.
//!
//! ```text
//! | geometry 1 packing 6x10 cell=<row><column>
//! | geometry 1 queens 8x8 row=r<row> column=c<column>
//! | geometry 1 table 9x9 cell=p<row><column> symbol=r<row><symbol>
//! | geometry 1 table 1x14 cell=s<column:1> symbol=<symbol>
//! | geometry 1 table cell=<row:Ann,Bob>-<column:Mon,Tue,Wed> symbol=<any>-<symbol>
//! | geometry 1 packing cell=A,B,C/D,,E
//! ```
//!
//! After the word `geometry` come the version of this grammar, the kind of picture, an optional size
//! (columns, rows and columns, or layers, rows and columns), and patterns for the names of items:
//!
//! ```text
//! geometry = `1` picture [ size ] part `=` pattern { part `=` pattern }
//! picture  = `packing` | `queens` | `marks` | `table` | `edges` | `blocks`
//! size     = [ [ number `x` ] number `x` ] number
//! pattern  = { text | `<` field [ `:` ( number | letter | names ) ] `>` } | list
//! field    = `layer` | `row` | `column` | `symbol` | `any`
//! names    = name `,` name { `,` name }
//! list     = [ name ] { ( `,` | `/` | `//` ) [ name ] }
//! ```
//!
//! | picture | parts | what is drawn |
//! |---|---|---|
//! | `packing` | `cell`, optionally `symbol` | each option fills its cells; it is labelled with the names of its other primary items, or, if items of its cells or symbols have colors, with these colors in their cells |
//! | `triangles`, `hexagons`, `spheres`, `rhombic`, `tetraocta` | the same | packings in other [grids](crate::grids) than cubes |
//! | `queens` | `row`, `column` | each option is a queen in the square of its row and column |
//! | `marks` | `row`, `column` | each option is a mark in the cell of its row and column, which have the names of their items |
//! | `table` | `cell`, optionally `symbol` | the cells of each option contain its symbols, or else the color of the cell, or else the number of the option in the cover |
//! | `edges` | `cell`, `above`, `left` | cells whose edges have colors: `above` and `left` are the upper and left edges of a cell; the other two edges are those of its neighbors |
//! | `blocks` | `cell` | each option is a row with the numbers of its points, each in its own column; a cell is a pair of points, the row and the column |
//!
//! Layers, rows and columns are numbered from 0, or from the number after the colon; a coordinate that a
//! pattern does not contain is 0. After a letter, they are single letters from this one, as the columns of a chess board in
//! `<column:A><row:1>`; after names, they have these names. Other fields that are adjacent take one character each, where a
//! to z stand for 10 to 35; any other field extends to the text that follows it and is a decimal number or one letter. A
//! symbol is any text; `<any>` matches any text and ignores it.
//!
//! A pattern without a field is a list of the names of items, for names without any rule: `,` separates the names of a row,
//! `/` rows and `//` layers, and an empty name is left out. A list of rows or of columns has no `/`.
//!
//! The first pattern that matches the name of an item gives its position. Items with other names, and those of cells outside
//! the size, have no position.
//!
//! The rows and columns of a table have names if each of both fields has names, or numbers or letters after a word:
//! `nurse<row:1>-day<column:1>` names them `nurse1` and `day1`. Beside letters or names, numbers need no word.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use dlx_core::inner::escape_controls;
use thiserror::Error;

use crate::grids::Grid;
use crate::shape::Cell;

/// The word that begins a comment with a geometry.
const WORD: &str = "geometry";
/// The version of the grammar.
const VERSION: &str = "1";
/// The largest number of characters of a geometry, and of its patterns: the names of items are compared with each.
const LONGEST: usize = 1 << 16;
const MOST_PATTERNS: usize = 100;
/// The largest value of a layer, row, column or size.
const MOST: usize = 1 << 20;

/// The kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// Pieces that fill cells of a grid.
    Packing(Grid),
    /// Queens on the cells of a board.
    Queens,
    /// Marks on the cells of a board.
    Marks,
    /// Symbols in cells.
    Table,
    /// Cells whose edges have colors.
    Edges,
    /// A row for each option, with the numbers of its points.
    Blocks,
}

impl Picture {
    const ALL: [Self; 11] = [
        Self::Packing(Grid::Cubes),
        Self::Packing(Grid::Triangles),
        Self::Packing(Grid::Hexagons),
        Self::Packing(Grid::Spheres),
        Self::Packing(Grid::Rhombic),
        Self::Packing(Grid::TetraOcta),
        Self::Queens,
        Self::Marks,
        Self::Table,
        Self::Edges,
        Self::Blocks,
    ];

    /// Returns the word for the picture, its required parts and its optional parts.
    fn parts(self) -> (&'static str, &'static [Part], &'static [Part]) {
        match self {
            Self::Packing(grid) => (grid.word(), &[Part::Cell], &[Part::Symbol]),
            Self::Queens => ("queens", &[Part::Row, Part::Column], &[]),
            Self::Marks => ("marks", &[Part::Row, Part::Column], &[]),
            Self::Table => ("table", &[Part::Cell], &[Part::Symbol]),
            Self::Edges => ("edges", &[Part::Cell, Part::Above, Part::Left], &[]),
            Self::Blocks => ("blocks", &[Part::Cell], &[]),
        }
    }
}

/// The role of an item in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A cell.
    Cell,
    /// A row of cells.
    Row,
    /// A column of cells.
    Column,
    /// A symbol.
    Symbol,
    /// The edge above a cell, or below the last row.
    Above,
    /// The edge to the left of a cell, or right of the last column.
    Left,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Cell => "cell",
            Self::Row => "row",
            Self::Column => "column",
            Self::Symbol => "symbol",
            Self::Above => "above",
            Self::Left => "left",
        }
    }
}

/// The position of an item in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'n> {
    /// The role of the item.
    pub part: Part,
    /// The index of the matching pattern, from 0; the symbols of an option are ordered by it.
    pub pattern: usize,
    /// The cell. The position of a row or a column has only that coordinate; the others are 0.
    pub cell: Cell,
    /// The symbol, if it has one.
    pub symbol: Option<Cow<'n, str>>,
}

/// The positions of the items of a problem. `Display` writes the comment of a problem file, which begins with
/// the word `geometry`; `FromStr` parses the text after that word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    picture: Picture,
    /// The numbers of layers, rows and columns.
    sizes: Option<[usize; 3]>,
    patterns: Vec<(Part, Pattern)>,
    /// The text of the patterns.
    text: String,
}

/// An error in the text of a geometry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// Unexpected text.
    #[error("expected {expected}, found `{}`", found.escape_debug())]
    Unexpected {
        /// The text that is expected.
        expected: &'static str,
        /// The text that was found.
        found: String,
    },
    /// A required part has no pattern.
    #[error("expected `{part}=PATTERN` for the picture `{picture}`, found none")]
    NoPattern {
        /// The part.
        part: &'static str,
        /// The picture.
        picture: &'static str,
    },
    /// A second geometry in the same file.
    #[error("expected one geometry, found a second; the first stands in line {first}")]
    Second {
        /// The line of the first geometry.
        first: usize,
    },
    /// The text is too long.
    #[error("expected at most {LONGEST} characters, found more")]
    TooLong,
}

/// An error in the geometry of a file, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: geometry: {fault}")]
pub struct CommentError {
    /// The line number, from 1: in the file, or in the text of the comment if the format has one comment
    /// text.
    pub line: usize,
    /// The kind of error.
    pub fault: GeometryError,
}

/// Collects the geometry from the comments of a problem file, as passed on by
/// [`read_with_comments`](dlx_core::text::knuth::read_with_comments): the comment that begins with the word
/// `geometry`.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// The line number, and the result of parsing the geometry there.
    found: Option<(usize, Result<Geometry, GeometryError>)>,
}

impl Comments {
    /// Adds a comment and its line number.
    pub fn add(&mut self, line: usize, text: &str) {
        let rest = text.strip_prefix(WORD);
        let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) else {
            return;
        };
        self.found = Some(match self.found.take() {
            None => (line, rest.parse()),
            Some((first, Ok(_))) => (line, Err(GeometryError::Second { first })),
            Some(fault) => fault,
        });
    }

    /// Returns the geometry, or `None` if no comment contains one.
    ///
    /// # Errors
    /// A comment that begins with the word `geometry` but is not valid, or a second geometry.
    pub fn geometry(self) -> Result<Option<Geometry>, CommentError> {
        let Some((line, geometry)) = self.found else { return Ok(None) };
        geometry.map(Some).map_err(|fault| CommentError { line, fault })
    }
}

fn unexpected<T>(expected: &'static str, found: &str) -> Result<T, GeometryError> {
    Err(GeometryError::Unexpected { expected, found: found.to_owned() })
}

impl Geometry {
    /// Returns the kind of picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.picture
    }

    /// Returns the geometry of a problem of this crate, from the numbers of layers, rows and columns and the
    /// text of the patterns.
    pub(crate) fn known(picture: Picture, sizes: [usize; 3], patterns: &str) -> Self {
        Self::new(picture, Some(sizes), &patterns.split_whitespace().collect::<Vec<_>>())
            .expect("the patterns of this crate are well-formed, as its tests show")
    }

    fn new(picture: Picture, sizes: Option<[usize; 3]>, words: &[&str]) -> Result<Self, GeometryError> {
        let (name, needed, allowed) = picture.parts();
        if words.len() > MOST_PATTERNS {
            return unexpected("at most 100 patterns", &words.len().to_string());
        }
        let mut patterns = Vec::new();
        for word in words {
            let known = word.split_once('=').and_then(|(name, pattern)| {
                let mut parts = needed.iter().chain(allowed);
                Some((*parts.find(|part| part.name() == name)?, pattern))
            });
            let Some((part, pattern)) = known else {
                return unexpected("`PART=PATTERN` with a part of the picture", word);
            };
            patterns.push((part, Pattern::new(part, pattern)?));
        }
        match needed.iter().find(|part| patterns.iter().all(|(known, _)| known != *part)) {
            Some(part) => Err(GeometryError::NoPattern { part: part.name(), picture: name }),
            None => Ok(Self { picture, sizes, patterns, text: words.join(" ") }),
        }
    }

    /// Returns true if there is a pattern for this part.
    #[must_use]
    pub fn has(&self, part: Part) -> bool {
        self.patterns.iter().any(|(known, _)| *known == part)
    }

    /// Returns the position of the item with this name, or `None` if it has no position.
    #[must_use]
    pub fn place<'n>(&self, name: &'n str) -> Option<Place<'n>> {
        self.patterns.iter().enumerate().find_map(|(pattern, (part, fields))| {
            let (axes, symbol) = fields.matched(name)?;
            // There is one more edge than there are cells.
            let more = usize::from(matches!(part, Part::Above | Part::Left));
            let is_inside =
                |sizes: [usize; 3]| axes.iter().zip(sizes).all(|(&at, end)| at < end.saturating_add(more));
            let [layer, row, column] = axes;
            self.sizes.is_none_or(is_inside).then_some(Place {
                part: *part,
                pattern,
                cell: Cell::in_space(layer, row, column),
                symbol,
            })
        })
    }
}

impl Geometry {
    /// Returns the names of a row and a column of a table, if the names of its cells contain both.
    pub(crate) fn line_names(&self, row: usize, column: usize) -> Option<[String; 2]> {
        let (_, pattern) = self.patterns.iter().find(|(part, _)| *part == Part::Cell)?;
        Some([pattern.line_name(1, row)?, pattern.line_name(2, column)?])
    }
}

/// Writes the text of a comment, such as `geometry 1 packing cell=<row><column>`.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{WORD} {VERSION} {}", self.picture.parts().0)?;
        if let Some(sizes) = self.sizes {
            let sizes = if sizes[0] == 1 { &sizes[1..] } else { &sizes };
            write!(f, " {}", sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("x"))?;
        }
        write!(f, " {}", self.text)
    }
}

impl FromStr for Geometry {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Self, GeometryError> {
        if text.chars().count() > LONGEST {
            return Err(GeometryError::TooLong);
        }
        // The text of a geometry is later written to files and terminals.
        if escape_controls(text) != text {
            return unexpected("no control characters", text);
        }
        let mut words = text.split_whitespace().peekable();
        let version = words.next().unwrap_or_default();
        if version != VERSION {
            return unexpected("`1`, as in `1 packing cell=<row><column>`", version);
        }
        let word = words.next().unwrap_or_default();
        let Some(picture) = Picture::ALL.into_iter().find(|picture| picture.parts().0 == word) else {
            let expected = "`packing`, `triangles`, `hexagons`, `spheres`, `rhombic`, `tetraocta`, `queens`, `marks`, `table`, \
                            `edges` or `blocks`";
            return unexpected(expected, word);
        };
        let sizes = words.next_if(|word| !word.contains('=')).map(sizes_of).transpose()?;
        Self::new(picture, sizes, &words.collect::<Vec<_>>())
    }
}

/// Parses a size into layers, rows and columns; missing ones are 1.
fn sizes_of(word: &str) -> Result<[usize; 3], GeometryError> {
    let parts = word.split('x').map(|part| number(part).filter(|&size| size > 0));
    match parts.collect::<Option<Vec<usize>>>().as_deref() {
        Some(&[columns]) => Ok([1, 1, columns]),
        Some(&[rows, columns]) => Ok([1, rows, columns]),
        Some(&[layers, rows, columns]) => Ok([layers, rows, columns]),
        _ => unexpected("a size such as `8x8`, or `PART=PATTERN`", word),
    }
}

/// Parses a decimal number without a sign, up to [`MOST`].
fn number(text: &str) -> Option<usize> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten().filter(|&number| number <= MOST)
}

/// A pattern for the names of items.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pattern {
    /// Texts and fields.
    Segments(Vec<Segment>),
    /// The layer, row and column of each name.
    List(BTreeMap<String, [usize; 3]>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Text(String),
    /// A field, and how its values are written.
    Field(Field, Numbering),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// A layer, a row or a column.
    Axis(usize),
    Symbol,
    Any,
}

/// How the layers, rows or columns are written in the names of items.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Numbering {
    /// By numbers, of which this one is the first.
    From(usize),
    /// By single letters, of which this one is the first.
    Letters(u8),
    /// By these names.
    Names(Vec<String>),
}

/// The layer, the row and the column that a pattern finds in a name, and the symbol.
type Matched<'n> = ([usize; 3], Option<Cow<'n, str>>);

const FIELDS: [(&str, Field); 5] = [
    ("layer", Field::Axis(0)),
    ("row", Field::Axis(1)),
    ("column", Field::Axis(2)),
    ("symbol", Field::Symbol),
    ("any", Field::Any),
];

impl Numbering {
    /// Parses the text after the colon of a field.
    fn new(text: &str) -> Option<Self> {
        if let Some(first) = number(text) {
            return Some(Self::From(first));
        }
        if let &[letter] = text.as_bytes()
            && letter.is_ascii_alphabetic()
        {
            return Some(Self::Letters(letter));
        }
        let names: Vec<String> = text.split(',').map(str::to_owned).collect();
        let is_list = names.len() > 1 && names.iter().all(|name| !name.is_empty());
        is_list.then_some(Self::Names(names))
    }

    /// Returns the number that begins a text, and the length of what stands for it, if the end of the text does not matter.
    fn at_start(&self, text: &str) -> Option<(usize, usize)> {
        match self {
            Self::From(_) => None,
            Self::Letters(first) => {
                let letter = text.bytes().next()?;
                let is_letter =
                    letter.is_ascii_alphabetic() && letter.is_ascii_lowercase() == first.is_ascii_lowercase();
                Some((usize::from(letter.checked_sub(*first).filter(|_| is_letter)?), 1))
            }
            Self::Names(names) => {
                // A name can begin with another one.
                let fitting = names.iter().enumerate().filter(|(_, name)| text.starts_with(name.as_str()));
                fitting.map(|(at, name)| (at, name.len())).max_by_key(|(_, length)| *length)
            }
        }
    }
}

impl Pattern {
    fn new(part: Part, text: &str) -> Result<Self, GeometryError> {
        if text.is_empty() {
            return unexpected("a pattern with a field such as `<column>`, or names", text);
        }
        if text.contains('<') { Self::of_fields(text) } else { Self::of_names(part, text) }
    }

    fn of_fields(text: &str) -> Result<Self, GeometryError> {
        let mut segments: Vec<Segment> = Vec::new();
        let mut rest = text;
        while let Some((before, field)) = rest.split_once('<') {
            let Some((field, after)) = field.split_once('>') else {
                return unexpected("`>` at the end of a field", rest);
            };
            let (name, first) = field.split_once(':').unwrap_or((field, "0"));
            let known = FIELDS.iter().find(|(known, _)| *known == name).zip(Numbering::new(first));
            let is_fit = |field: Field, numbering: &Numbering| {
                matches!(field, Field::Axis(_)) || matches!(numbering, Numbering::From(_))
            };
            let known = known.filter(|((_, field), numbering)| is_fit(*field, numbering));
            let Some((&(_, field), numbering)) = known else {
                return unexpected(
                    "`<layer>`, `<row>`, `<column:1>`, `<column:A>`, `<row:Ann,Bob>`, `<symbol>` or `<any>`",
                    field,
                );
            };
            if !before.is_empty() {
                segments.push(Segment::Text(before.to_owned()));
            }
            segments.push(Segment::Field(field, numbering));
            rest = after;
        }
        if !rest.is_empty() {
            segments.push(Segment::Text(rest.to_owned()));
        }
        Ok(Self::Segments(segments))
    }

    /// Parses the names of items in the order of their places.
    fn of_names(part: Part, text: &str) -> Result<Self, GeometryError> {
        let is_line = matches!(part, Part::Row | Part::Column);
        if is_line && text.contains('/') {
            return unexpected("names separated by commas", text);
        }
        let mut places = BTreeMap::new();
        for (layer, rows) in text.split("//").enumerate() {
            for (row, names) in rows.split('/').enumerate() {
                for (column, name) in names.split(',').enumerate().filter(|(_, name)| !name.is_empty()) {
                    let at = if part == Part::Row { [0, column, 0] } else { [layer, row, column] };
                    if places.insert(name.to_owned(), at).is_some() {
                        return unexpected("each name once in a list of names", name);
                    }
                }
            }
        }
        Ok(Self::List(places))
    }

    /// Returns the layer, row and column of a name, and its symbol, if the name matches.
    fn matched<'n>(&self, name: &'n str) -> Option<Matched<'n>> {
        match self {
            Self::Segments(segments) => matched(segments, name),
            Self::List(places) => {
                let &axes = places.get(name)?;
                Some((axes, Some(name.into())))
            }
        }
    }

    /// Returns the name of a layer, row or column, if the names of cells have a name for it, or a word before its number.
    fn line_name(&self, axis: usize, number: usize) -> Option<String> {
        let Self::Segments(segments) = self else { return None };
        let at = segments
            .iter()
            .position(|segment| matches!(segment, Segment::Field(Field::Axis(its), _) if *its == axis))?;
        let value = match &segments[at] {
            Segment::Field(_, Numbering::Names(names)) => return names.get(number).cloned(),
            Segment::Field(_, Numbering::Letters(first)) => {
                char::from(first.checked_add(u8::try_from(number).ok()?)?).to_string()
            }
            Segment::Field(_, Numbering::From(first)) => (first + number).to_string(),
            Segment::Text(_) => return None,
        };
        if touches(segments, at) {
            return None;
        }
        let word = match at.checked_sub(1).map(|before| &segments[before]) {
            Some(Segment::Text(text)) => text.trim_start_matches(|c: char| !c.is_alphanumeric()),
            _ => "",
        };
        let is_closed = |segment: &Segment| {
            matches!(segment, Segment::Field(_, Numbering::Letters(_) | Numbering::Names(_)))
        };
        if word.contains(char::is_alphabetic) {
            Some(format!("{word}{value}"))
        } else {
            segments.iter().any(is_closed).then_some(value)
        }
    }
}

/// Returns true if a field takes one character, because another one follows it or precedes it. Letters and names end by
/// themselves.
fn touches(segments: &[Segment], at: usize) -> bool {
    let is_open = |at: usize| matches!(segments.get(at), Some(Segment::Field(_, Numbering::From(_))));
    is_open(at) && (is_open(at + 1) || at > 0 && is_open(at - 1))
}

fn matched<'n>(segments: &[Segment], name: &'n str) -> Option<Matched<'n>> {
    let (mut axes, mut symbol) = ([0; 3], None);
    let mut rest = name;
    for (at, segment) in segments.iter().enumerate() {
        let (field, numbering) = match segment {
            Segment::Text(text) => {
                rest = rest.strip_prefix(text.as_str())?;
                continue;
            }
            Segment::Field(field, numbering) => (*field, numbering),
        };
        let next = segments.get(at + 1);
        let touches = touches(segments, at);
        let closed = numbering.at_start(rest);
        let length = match (numbering, next) {
            (Numbering::Letters(_) | Numbering::Names(_), _) => closed?.1,
            _ if touches => rest.chars().next()?.len_utf8(),
            (_, Some(Segment::Text(text))) => rest.find(text.as_str())?,
            // Numbers end where a letter or a name begins.
            (_, Some(_)) if matches!(field, Field::Axis(_)) => {
                rest.bytes().take_while(u8::is_ascii_digit).count()
            }
            (_, Some(_)) => rest.chars().next()?.len_utf8(),
            (_, None) => rest.len(),
        };
        let (text, after) = rest.split_at(length);
        rest = after;
        match field {
            Field::Axis(axis) => {
                axes[axis] = match numbering {
                    Numbering::From(first) => {
                        let found =
                            if touches { digit(text)? } else { number(text).or_else(|| digit(text))? };
                        found.checked_sub(*first)?
                    }
                    Numbering::Letters(_) | Numbering::Names(_) => closed?.0,
                };
            }
            Field::Symbol if touches => {
                symbol = Some(digit(text).map_or(Cow::Borrowed(text), |digit| digit.to_string().into()));
            }
            Field::Symbol => symbol = Some(text.into()),
            Field::Any => {}
        }
        if text.is_empty() {
            return None;
        }
    }
    rest.is_empty().then_some((axes, symbol))
}

/// Returns the value of one character: a decimal digit, or a lower-case letter for 10 to 35.
fn digit(text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|letter| !letter.is_ascii_uppercase())?;
    letters.next().is_none().then(|| usize::try_from(letter.to_digit(36)?).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(text: &str) -> Geometry {
        text.parse().expect("a geometry")
    }

    /// Returns the layer, row and column of a name.
    fn cell(geometry: &Geometry, name: &str) -> Option<[usize; 3]> {
        geometry.place(name).map(|place| place.cell.axes())
    }

    #[test]
    fn fields_that_touch_have_one_character_each() {
        let flat = geometry("1 packing cell=<row><column>");
        assert_eq!(cell(&flat, "0f"), Some([0, 0, 15]));
        for name in ["0F", "012", "1", "", "1,2", "é1", "1é", "-1"] {
            assert_eq!(cell(&flat, name), None, "{name}");
        }
        let solid = geometry("1 packing cell=x<layer><row><column>y");
        assert_eq!(cell(&solid, "x012y"), Some([0, 1, 2]));
        assert_eq!(cell(&solid, "x012"), None);
    }

    #[test]
    fn other_fields_have_numbers_or_one_letter() {
        let wide = geometry("1 packing cell=<row>,<column>");
        assert_eq!(cell(&wide, "1,12"), Some([0, 1, 12]));
        for name in ["1,", ",1", "1,+2", "1,-2", "1,2,3", "1,1048577", "1,99999999999999999999"] {
            assert_eq!(cell(&wide, name), None, "{name}");
        }
        let row = geometry("1 table cell=<column>");
        assert_eq!(
            (cell(&row, "a"), cell(&row, "12"), cell(&row, "ab")),
            (Some([0, 0, 10]), Some([0, 0, 12]), None)
        );
        let from_one = geometry("1 table 1x3 cell=s<column:1>");
        assert_eq!(
            ["s0", "s1", "s3", "s4"].map(|name| cell(&from_one, name).map(|at| at[2])),
            [None, Some(0), Some(2), None]
        );
    }

    #[test]
    fn fields_have_letters_as_on_a_chess_board() {
        let board = geometry("1 packing 12x8 cell=<column:A><row:1>");
        assert_eq!(cell(&board, "A1"), Some([0, 0, 0]));
        assert_eq!(cell(&board, "H12"), Some([0, 11, 7]));
        for name in ["a1", "I1", "A13", "A0", "AA1", "1A", "@1", "[1", "é1"] {
            assert_eq!(cell(&board, name), None, "{name}");
        }
        let turned = geometry("1 packing cell=<row:1><column:c>");
        assert_eq!(cell(&turned, "10c"), Some([0, 9, 0]));
        assert_eq!((cell(&turned, "1b"), cell(&turned, "1C"), cell(&turned, "c")), (None, None, None));
    }

    #[test]
    fn fields_have_names() {
        let roster = geometry("1 table cell=<row:Ann,Anna,Bob>-<column:Mon,Tue> symbol=<any>-<symbol:1>");
        assert_eq!(cell(&roster, "Anna-Tue"), Some([0, 1, 1]));
        assert_eq!(cell(&roster, "Ann-Mon"), Some([0, 0, 0]));
        assert_eq!(roster.place("Cy-Mon").map(|place| place.part), Some(Part::Symbol));
        assert_eq!(roster.line_names(2, 1), Some(["Bob".to_owned(), "Tue".to_owned()]));
        assert_eq!(roster.line_names(3, 1), None);
    }

    #[test]
    fn a_list_of_names_is_a_drawing() {
        let flat = geometry("1 packing cell=A1,B1/,x-y");
        assert_eq!(
            ["A1", "B1", "x-y", "", "A2"].map(|name| cell(&flat, name)),
            [Some([0, 0, 0]), Some([0, 0, 1]), Some([0, 1, 1]), None, None]
        );
        assert_eq!(cell(&geometry("1 packing cell=a/b//c"), "c"), Some([1, 0, 0]));
        let board = geometry("1 marks row=Ann,Bob column=Mon,Tue");
        assert_eq!((cell(&board, "Bob"), cell(&board, "Tue")), (Some([0, 1, 0]), Some([0, 0, 1])));
        let table = geometry("1 table cell=<column> symbol=early,late");
        assert_eq!(table.place("late").and_then(|place| place.symbol), Some("late".into()));
    }

    #[test]
    fn lines_of_a_table_are_named_by_the_words_before_their_numbers() {
        let names = |text| geometry(text).line_names(2, 11).map(|names| names.join(" "));
        for (text, said) in [
            ("1 table cell=nurse<row:1>-day<column:1>", Some("nurse3 day12")),
            ("1 table cell=<column:A><row:1>", Some("3 L")),
            ("1 table cell=p<row><column>", None),
            ("1 table cell=p<row>,<column>", None),
            ("1 table cell=s<column>", None),
            ("1 table cell=a,b/c,d", None),
        ] {
            assert_eq!(names(text).as_deref(), said, "{text}");
        }
    }

    #[test]
    fn an_item_lies_where_the_first_pattern_says() {
        let table = geometry("1 table cell=s<column:1> symbol=r<any>.<symbol> symbol=<symbol>");
        let symbol = |name| table.place(name).map(|place| (place.pattern, place.symbol.unwrap_or_default()));
        assert_eq!(symbol("s2"), Some((0, "".into())));
        assert_eq!(symbol("r7.x"), Some((1, "x".into())));
        assert_eq!(symbol("r.x"), Some((2, "r.x".into())));
        assert_eq!(symbol(""), None);
    }

    #[test]
    fn faults_say_what_is_expected() {
        for (text, said) in [
            ("", "expected `1`, as in `1 packing cell=<row><column>`, found ``"),
            ("2 packing cell=<row>", "expected `1`, as in `1 packing cell=<row><column>`, found `2`"),
            (
                "1 cells",
                "expected `packing`, `triangles`, `hexagons`, `spheres`, `rhombic`, `tetraocta`, `queens`, `marks`, `table`, \
                 `edges` or `blocks`, found `cells`",
            ),
            ("1 packing", "expected `cell=PATTERN` for the picture `packing`, found none"),
            ("1 queens row=<row>", "expected `column=PATTERN` for the picture `queens`, found none"),
            ("1 packing row=<row>", "expected `PART=PATTERN` with a part of the picture, found `row=<row>`"),
            ("1 packing 3x0 cell=<row>", "expected a size such as `8x8`, or `PART=PATTERN`, found `3x0`"),
            (
                "1 packing 1x2x3x4 cell=<row>",
                "expected a size such as `8x8`, or `PART=PATTERN`, found `1x2x3x4`",
            ),
            (
                "1 packing cell=<rwo>",
                "expected `<layer>`, `<row>`, `<column:1>`, `<column:A>`, `<row:Ann,Bob>`, `<symbol>` or `<any>`, \
                 found `rwo`",
            ),
            ("1 packing cell=<row", "expected `>` at the end of a field, found `<row`"),
            ("1 packing cell=", "expected a pattern with a field such as `<column>`, or names, found ``"),
            ("1 packing cell=a,b/a", "expected each name once in a list of names, found `a`"),
            ("1 marks row=a/b column=c", "expected names separated by commas, found `a/b`"),
            (
                "1 packing cell=\u{1b}<row>",
                "expected no control characters, found `1 packing cell=\\u{1b}<row>`",
            ),
        ] {
            assert_eq!(text.parse::<Geometry>().expect_err(text).to_string(), said);
        }
        let long = format!("1 packing cell=<row>{}", "x".repeat(LONGEST));
        assert_eq!(long.parse::<Geometry>(), Err(GeometryError::TooLong));
        for field in ["row:", "row:AB", "row:é", "row:Ann,", "symbol:A", "symbols"] {
            assert!(format!("1 packing cell=<{field}>").parse::<Geometry>().is_err(), "{field}");
        }
        let many = |count| format!("1 table{}", " cell=<row>".repeat(count)).parse::<Geometry>().is_ok();
        assert!(many(MOST_PATTERNS) && !many(MOST_PATTERNS + 1));
    }

    #[test]
    fn a_file_has_one_geometry() {
        let of = |comments: &[(usize, &str)]| {
            let mut found = Comments::default();
            comments.iter().for_each(|&(line, text)| found.add(line, text));
            found.geometry().map_err(|error| error.to_string())
        };
        assert_eq!(of(&[(1, "a geometry"), (2, "geometrical")]), Ok(None));
        let text = "geometry 1 table cell=<column>";
        let found = of(&[(1, ""), (4, "geometry   1 table cell=<column>  ")]).expect("a geometry");
        assert_eq!(found.expect("a geometry").to_string(), text);
        assert_eq!(
            of(&[(3, text), (5, text)]),
            Err("line 5: geometry: expected one geometry, found a second; the first stands in line 3"
                .to_owned())
        );
        assert_eq!(
            of(&[(3, "geometry")]),
            Err("line 3: geometry: expected `1`, as in `1 packing cell=<row><column>`, found ``".to_owned())
        );
        assert!(of(&[(3, &format!("geometry {}", "x".repeat(1 << 20)))]).is_err());
    }
}
