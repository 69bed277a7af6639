//! Reads a file into the shapes and problems that it describes.

use std::io::{BufRead, BufReader, Read};

use dlx_core::inner::escape_controls;
use flate2::bufread::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::grids::{Grid, Position};
use crate::xmpuzzle::{Copies, KINDS, MOST_BYTES, MOST_COLORS, Puzzle, PuzzleError, Task, Voxels};

/// The first bytes of a file that is compressed with gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The greatest number of coordinates of a shape.
const MOST_COORDINATES: usize = 1 << 20;
/// The greatest number of copies of a piece.
const MOST_COPIES: u32 = 1 << 16;
/// The greatest number of elements within one another.
const DEEPEST: usize = 32;

impl Puzzle {
    /// Reads a file, compressed or not.
    ///
    /// # Errors
    /// If the input fails, is more than 64 MiB after decompression, is no XML, or is not a puzzle of version 1 or 2.
    ///
    /// # Complexity
    /// Linear in the length of the text.
    pub fn read(input: impl Read) -> Result<Self, PuzzleError> {
        let mut input = BufReader::new(input);
        let is_compressed = input.fill_buf()?.starts_with(&GZIP);
        let mut bytes = Vec::new();
        let most = MOST_BYTES + 1;
        if is_compressed {
            MultiGzDecoder::new(input).take(most).read_to_end(&mut bytes)?;
        } else {
            input.take(most).read_to_end(&mut bytes)?;
        }
        if u64::try_from(bytes.len()).is_ok_and(|length| length == most) {
            return Err(PuzzleError::TooLong);
        }
        // Only names and comments can have other characters than those of ASCII.
        Parser::new(&String::from_utf8_lossy(&bytes)).parse()
    }
}

/// The path of a shape.
const VOXEL: [&str; 3] = ["puzzle", "shapes", "voxel"];

/// A text that is being read.
struct Parser<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    /// Where the current event begins, as a number of bytes.
    start: usize,
    /// The names of the open elements.
    path: Vec<String>,
    grid: Option<Grid>,
    colors: u8,
    shapes: Vec<Voxels>,
    /// The coordinates of the shape that is open, as its content fills them.
    content: String,
    problems: Vec<Task>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self {
            text,
            reader,
            start: 0,
            path: Vec::new(),
            grid: None,
            colors: 0,
            shapes: Vec::new(),
            content: String::new(),
            problems: Vec::new(),
        }
    }

    fn parse(mut self) -> Result<Puzzle, PuzzleError> {
        let mut is_puzzle = false;
        loop {
            self.start = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
            let event = self.reader.read_event().map_err(|error| self.not_xml(&error))?;
            match event {
                Event::Start(element) => {
                    let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
                    if self.path.is_empty() && name != "puzzle" {
                        return Err(self.invalid("the element `puzzle`", &name));
                    }
                    if self.path.len() == DEEPEST {
                        return Err(self.invalid("at most 32 elements within one another", "more"));
                    }
                    is_puzzle = true;
                    self.path.push(name);
                    self.begin(&element)?;
                }
                Event::End(_) => {
                    if self.is_within(&VOXEL) {
                        self.fill_shape()?;
                    }
                    self.path.pop();
                }
                Event::Text(text) if self.is_within(&VOXEL) => {
                    self.content += &String::from_utf8_lossy(&text);
                }
                Event::GeneralRef(_) | Event::CData(_) if self.is_within(&VOXEL) => {
                    return Err(self.invalid("cells of a shape as plain text", "an entity or a section"));
                }
                Event::Eof if !self.path.is_empty() => {
                    return Err(self.invalid(
                        &format!("`</{}>`", self.path[self.path.len() - 1]),
                        "the end of the text",
                    ));
                }
                Event::Eof if !is_puzzle => {
                    return Err(self.invalid("the element `puzzle`", "the end of the text"));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        let grid = self.grid.unwrap_or(Grid::Cubes);
        Ok(Puzzle { grid, colors: self.colors, shapes: self.shapes, problems: self.problems })
    }

    fn is_within(&self, path: &[&str]) -> bool {
        self.path == path
    }

    /// Takes the attributes of an element, which is the last one of the path.
    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), PuzzleError> {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        match path[..] {
            ["puzzle"] => {
                let version = self.number(element, "version")?;
                if !matches!(version, Some(1 | 2)) {
                    return Err(self.unexpected(element, "version", "1 or 2"));
                }
            }
            ["puzzle", "gridType"] => {
                let kind =
                    self.number(element, "type")?.and_then(|kind| KINDS.get(usize::try_from(kind).ok()?));
                let Some(&kind) = kind else { return Err(self.unexpected(element, "type", "0 to 4")) };
                self.grid = Some(kind);
            }
            ["puzzle", "colors", "color"] => {
                if self.colors == MOST_COLORS {
                    return Err(self.invalid("at most 63 colors", "more"));
                }
                self.colors += 1;
            }
            ["puzzle", "shapes", "voxel"] => {
                if self.number(element, "type")? != Some(0) {
                    return Err(self.unexpected(element, "type", "0"));
                }
                let mut sizes = [0; 3];
                for (size, name) in sizes.iter_mut().zip(["z", "y", "x"]) {
                    let stated = self.number(element, name)?.and_then(|size| usize::try_from(size).ok());
                    *size = stated.ok_or_else(|| self.unexpected(element, name, "a number"))?;
                }
                let coordinates = sizes.iter().fold(1_usize, |product, &size| product.saturating_mul(size));
                if coordinates > MOST_COORDINATES {
                    let found = format!("{}x{}x{}", sizes[2], sizes[1], sizes[0]);
                    return Err(self.invalid(&format!("a shape of at most {MOST_COORDINATES} cells"), &found));
                }
                let name = self.attribute(element, "name")?.unwrap_or_default();
                self.shapes.push(Voxels { name, sizes, ..Voxels::default() });
                self.content.clear();
            }
            ["puzzle", "problems", "problem"] => {
                let name = self.attribute(element, "name")?.unwrap_or_default();
                let most_holes = self.number(element, "maxHoles")?;
                self.problems.push(Task { name, most_holes, ..Task::default() });
            }
            ["puzzle", "problems", "problem", "shapes", "shape"] => {
                let shape = self.shape_id(element)?;
                let Some(shape) = shape else {
                    let expected = format!("a number of a shape, less than {}", self.shapes.len());
                    return Err(self.unexpected(element, "id", &expected));
                };
                let count = self.number(element, "count")?;
                let ranges = (self.number(element, "min")?, self.number(element, "max")?);
                let (low, high) = match (count, ranges) {
                    (Some(count), _) => (count, count),
                    (None, (Some(low), Some(high))) => (low, high),
                    (None, _) => (1, 1),
                };
                if low > high {
                    return Err(self.unexpected(element, "min", &format!("at most {high}")));
                }
                if high > MOST_COPIES {
                    let name = if count.is_some() { "count" } else { "max" };
                    return Err(self.unexpected(element, name, &format!("at most {MOST_COPIES}")));
                }
                self.task().pieces.push(Copies { shape, low, high });
            }
            ["puzzle", "problems", "problem", "result"] => {
                // BurrTools writes the number of no shape for a problem whose result is still to be chosen.
                self.task().result = self.shape_id(element)?;
            }
            ["puzzle", "problems", "problem", "bitmap", "pair"] => {
                let mut pair = [0; 2];
                for (color, name) in pair.iter_mut().zip(["piece", "result"]) {
                    let stated = self.number(element, name)?.and_then(|color| u8::try_from(color).ok());
                    let stated = stated.filter(|&color| color < MOST_COLORS);
                    *color =
                        stated.ok_or_else(|| self.unexpected(element, name, "a color from 0 to 62"))? + 1;
                }
                self.task().allowed.push((pair[0], pair[1]));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the problem that is open.
    fn task(&mut self) -> &mut Task {
        self.problems.last_mut().expect("the path has an open problem")
    }

    /// Returns the shape that the attribute `id` of an element names; `None` if there is no such shape.
    fn shape_id(&self, element: &BytesStart<'_>) -> Result<Option<usize>, PuzzleError> {
        let id = self.number(element, "id")?;
        let Some(id) = id else { return Err(self.unexpected(element, "id", "a number")) };
        Ok(usize::try_from(id).ok().filter(|&id| id < self.shapes.len()))
    }

    /// Takes the content of the shape that is open.
    fn fill_shape(&mut self) -> Result<(), PuzzleError> {
        let content = std::mem::take(&mut self.content);
        let Some(Voxels { sizes, .. }) = self.shapes.last() else { return Ok(()) };
        let [layers, rows, columns] = *sizes;
        let expected = layers * rows * columns;
        let mut cells: Vec<(char, u8)> = Vec::new();
        for c in content.chars().filter(|c| !c.is_whitespace()) {
            let is_full = cells.len() == expected;
            match (c, cells.last_mut()) {
                ('#' | '+' | '_', _) if is_full => {
                    return Err(self.invalid(&format!("{expected} cells of a shape"), "more"));
                }
                ('#' | '+' | '_', _) => cells.push((c, 0)),
                ('0'..='9', Some((_, color))) => {
                    let digit = u8::try_from(c).unwrap_or_default() - b'0';
                    let next = color.checked_mul(10).and_then(|color| color.checked_add(digit));
                    *color = next.filter(|&color| color <= MOST_COLORS).ok_or_else(|| {
                        self.invalid(
                            &format!("colors up to {MOST_COLORS} in a shape"),
                            &format!("`{color}{c}`"),
                        )
                    })?;
                }
                _ => {
                    let expected = "a cell of a shape, which is `#`, `+` or `_`, or a number after it";
                    return Err(self.invalid(expected, &format!("`{c}`")));
                }
            }
        }
        if cells.len() < expected {
            return Err(self.invalid(&format!("{expected} cells of a shape"), &cells.len().to_string()));
        }
        let at = |index: usize| -> Position {
            [index / columns / rows, index / columns % rows, index % columns]
                .map(|at| i64::try_from(at).unwrap_or(i64::MAX))
        };
        let with = |mark: char| {
            let marked = cells.iter().enumerate().filter(|(_, (c, _))| *c == mark);
            marked.map(|(index, &(_, color))| (at(index), color)).collect()
        };
        let (filled, optional) = (with('#'), with('+'));
        if let Some(shape) = self.shapes.last_mut() {
            (shape.filled, shape.optional) = (filled, optional);
        }
        Ok(())
    }

    /// Returns the value of an attribute.
    fn attribute(&self, element: &BytesStart<'_>, name: &str) -> Result<Option<String>, PuzzleError> {
        let found = element.try_get_attribute(name).map_err(|error| self.not_xml(&error.into()))?;
        let Some(found) = found else { return Ok(None) };
        let value = found.unescape_value().map_err(|error| self.not_xml(&error))?;
        Ok(Some(value.into_owned()))
    }

    /// Returns the value of an attribute that is a number without a sign.
    fn number(&self, element: &BytesStart<'_>, name: &str) -> Result<Option<u32>, PuzzleError> {
        let Some(value) = self.attribute(element, name)?.filter(|value| !value.is_empty()) else {
            return Ok(None);
        };
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        match value.parse() {
            Ok(number) if is_number => Ok(Some(number)),
            _ => Err(self.unexpected(element, name, "a number")),
        }
    }

    /// Returns the error of an attribute with another value than expected.
    fn unexpected(&self, element: &BytesStart<'_>, name: &str, expected: &str) -> PuzzleError {
        let found = match self.attribute(element, name) {
            Ok(Some(value)) => format!("`{}`", shortened(&value)),
            Ok(None) => "none".to_owned(),
            Err(error) => return error,
        };
        let element = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        let expected = format!("{expected} in the attribute `{name}` of `{element}`");
        let (line, column) = self.place(self.start);
        PuzzleError::Invalid { line, column, expected, found }
    }

    /// Returns the error that the current event is not what was expected.
    fn invalid(&self, expected: &str, found: &str) -> PuzzleError {
        let (line, column) = self.place(self.start);
        PuzzleError::Invalid { line, column, expected: expected.to_owned(), found: shortened(found) }
    }

    fn not_xml(&self, error: &quick_xml::Error) -> PuzzleError {
        let (line, column) = self.place(usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX));
        PuzzleError::Xml { line, column, found: shortened(&error.to_string()) }
    }

    /// Returns the line and the column of a number of bytes.
    fn place(&self, bytes: usize) -> (usize, usize) {
        let before = self.text.get(..bytes).unwrap_or(self.text);
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
    }
}

/// Returns the beginning of a text of the file, without control characters.
fn shortened(text: &str) -> String {
    let beginning: String = text.chars().take(60).collect();
    escape_controls(&beginning).into_owned()
}
