//! Word rectangles, in which every row and every column is a word, and crosswords with black cells.

use std::collections::{BTreeMap, BTreeSet};

use dlx_core::{ItemId, Mention, Problem};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::geometry::{Geometry, Picture};
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, check_range, check_uses, count_of, grid, primaries, secondaries};

/// The greatest number of rows and columns.
const MOST_SIDE: usize = 100;

/// A list of distinct words, each stored as its letters, in the order given.
///
/// A letter is an extended grapheme cluster of Unicode that begins with a letter or a digit, in the
/// composed form NFC: `é` is one letter, however it is encoded. Case matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordList {
    words: Vec<Vec<String>>,
    passed_over: Vec<String>,
}

impl WordList {
    /// Returns the words of a text, which are separated by white space. Words with characters other than
    /// letters and digits are left out.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut list = Self { words: Vec::new(), passed_over: Vec::new() };
        let mut seen = BTreeSet::new();
        for word in text.trim_start_matches('\u{feff}').split_whitespace() {
            let composed: String = word.nfc().collect();
            let letters: Vec<String> = composed.graphemes(true).map(ToOwned::to_owned).collect();
            if !letters.iter().all(|letter| letter.starts_with(char::is_alphanumeric)) {
                list.passed_over.push(word.to_owned());
            } else if seen.insert(composed) {
                list.words.push(letters);
            }
        }
        list
    }

    /// Returns the words that were left out because of other characters, in the order given.
    #[must_use]
    pub fn passed_over(&self) -> &[String] {
        &self.passed_over
    }

    fn of_length(&self, letters: usize) -> Result<Vec<Word<'_>>, InstanceError> {
        let words: Vec<Word<'_>> =
            self.words.iter().map(Vec::as_slice).filter(|word| word.len() == letters).collect();
        if words.is_empty() { Err(InstanceError::NoWords { letters }) } else { Ok(words) }
    }
}

/// The letters of a word.
type Word<'w> = &'w [String];

/// A row, a column, or a part of one, for a word.
struct Line<'w> {
    /// The name of its item.
    name: String,
    /// The numbers of its cells, and the words that fit.
    cells: Vec<usize>,
    words: Vec<Word<'w>>,
}

/// Tells whether a word may occur several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// Any number of times.
    Allowed,
    /// At most once.
    Forbidden,
}

/// Returns the problem of finding the rectangles whose rows are words of the first list and whose columns are
/// words of the second.
///
/// The primary items are the rows `across0`.. and the columns `down0`... The secondary items are the cells
/// `00`.., whose colors are letters, and, if repeats are forbidden, the words, as in `w.word`. An option puts
/// a word into a row or a column.
///
/// # Errors
/// If there is no word of the length of a row or a column, a side is not within 1 to 100, or there would be
/// more than 2^24 uses.
pub fn problem(
    rows: usize,
    columns: usize,
    across: &WordList,
    down: &WordList,
    repeats: Repeats,
) -> Result<Problem, InstanceError> {
    check_range("the number of rows", rows, 1, MOST_SIDE)?;
    check_range("the number of columns", columns, 1, MOST_SIDE)?;
    let (across, down) = (across.of_length(columns)?, down.of_length(rows)?);
    let rows_of_cells = (0..rows).map(|row| Line {
        name: format!("across{row}"),
        cells: (0..columns).map(|column| row * columns + column).collect(),
        words: across.clone(),
    });
    let columns_of_cells = (0..columns).map(|column| Line {
        name: format!("down{column}"),
        cells: (0..rows).map(|row| row * columns + column).collect(),
        words: down.clone(),
    });
    problem_of(&rows_of_cells.chain(columns_of_cells).collect::<Vec<Line<'_>>>(), [rows, columns], repeats)
}

/// Returns the problem of writing a word into each line.
fn problem_of(lines: &[Line<'_>], sides: [usize; 2], repeats: Repeats) -> Result<Problem, InstanceError> {
    let uses = |line: &Line<'_>| count_of(line.cells.len() + 2) * count_of(line.words.len());
    check_uses(lines.iter().map(uses).sum())?;
    let mut builder = Problem::builder();
    let items = primaries(&mut builder, lines.iter().map(|line| line.name.clone()))?;
    let is_used: BTreeSet<usize> = lines.iter().flat_map(|line| line.cells.iter().copied()).collect();
    let [rows, columns] = sides;
    let names = grid(rows, columns).zip(0..).filter(|(_, number)| is_used.contains(number));
    let cells = secondaries(&mut builder, names.map(|(cell, _)| numerals(cell, sides)))?;
    let cells: BTreeMap<usize, ItemId> = is_used.into_iter().zip(cells).collect();
    if repeats == Repeats::Forbidden {
        let words: BTreeSet<String> =
            lines.iter().flat_map(|line| &line.words).map(|word| name(word)).collect();
        secondaries(&mut builder, words)?;
    }
    for (&line, Line { cells: places, words, .. }) in items.iter().zip(lines) {
        for word in words {
            let name = (repeats == Repeats::Forbidden).then(|| name(word));
            let letters = places.iter().zip(*word).map(|(place, letter)| (cells[place], letter.as_str()));
            let mentions = [Mention::from(line)].into_iter().chain(letters.map(Mention::from));
            builder.add_option(mentions.chain(name.as_ref().map(Mention::from)))?;
        }
    }
    Ok(builder.build()?)
}

/// The cells of a crossword, some of which may have their letters already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossword {
    sides: [usize; 2],
    /// Row by row; nothing in a black cell.
    cells: Vec<Option<Square>>,
}

/// A white cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Square {
    Blank,
    Letter(String),
}

impl Crossword {
    /// Returns the crossword of a drawing: a space or `.` is a black cell, a letter or a digit is a cell that has this letter,
    /// and any other character is a blank cell.
    ///
    /// # Errors
    /// A drawing without white cells, or with more than 100 rows or columns.
    pub fn of_drawing(text: &str) -> Result<Self, InstanceError> {
        let lines: Vec<String> =
            text.trim_start_matches('\u{feff}').lines().map(|line| line.nfc().collect()).collect();
        let lines: Vec<Vec<&str>> =
            lines.iter().map(|line| line.trim_end().graphemes(true).collect()).collect();
        let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return Err(InstanceError::NoCells { what: "a crossword" });
        }
        check_range("the number of rows", lines.len(), 1, MOST_SIDE)?;
        check_range("the number of columns", columns, 1, MOST_SIDE)?;
        let square = |character: &str| match character {
            " " | "." => None,
            _ if character.starts_with(char::is_alphanumeric) => Some(Square::Letter(character.to_owned())),
            _ => Some(Square::Blank),
        };
        let cell = |[row, column]: [usize; 2]| lines[row].get(column).copied().and_then(square);
        let cells: Vec<Option<Square>> = grid(lines.len(), columns).map(cell).collect();
        if cells.iter().all(Option::is_none) {
            return Err(InstanceError::NoCells { what: "a crossword" });
        }
        Ok(Self { sides: [lines.len(), columns], cells })
    }

    /// Returns a geometry that shows the letters in their cells.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        let [rows, columns] = self.sides;
        geometry(rows, columns)
    }

    /// Returns the problem of filling all runs of two or more white cells with words.
    ///
    /// The primary items are these runs, as `1across` and `1down`, numbered as in newspapers: the cells in which runs begin are
    /// counted row by row. The secondary items are the cells, whose colors are letters, and, if repeats are forbidden, the words,
    /// as in [`problem`]. An option puts a word into a run. A cell that is in no run has no item.
    ///
    /// # Errors
    /// If there is no word of the length of a run, no run, or there would be more than 2^24 uses.
    pub fn problem(&self, words: &WordList, repeats: Repeats) -> Result<Problem, InstanceError> {
        let mut lines = Vec::new();
        for (name, cells) in self.runs() {
            let mut words = words.of_length(cells.len())?;
            words.retain(|word| {
                cells.iter().zip(*word).all(|(&cell, letter)| match &self.cells[cell] {
                    Some(Square::Letter(written)) => written == letter,
                    _ => true,
                })
            });
            lines.push(Line { name, cells, words });
        }
        if lines.is_empty() {
            return Err(InstanceError::NoCells { what: "a word of a crossword" });
        }
        problem_of(&lines, self.sides, repeats)
    }

    /// Returns the runs of white cells, with their names.
    fn runs(&self) -> Vec<(String, Vec<usize>)> {
        let [rows, columns] = self.sides;
        let is_white = |row: usize, column: usize| self.cells[row * columns + column].is_some();
        let mut runs = Vec::new();
        let mut number = 0;
        for [row, column] in grid(rows, columns) {
            let across = (column..columns).take_while(|&column| is_white(row, column));
            let down = (row..rows).take_while(|&row| is_white(row, column));
            let begins_across = column == 0 || !is_white(row, column - 1);
            let begins_down = row == 0 || !is_white(row - 1, column);
            let across: Vec<usize> = across.map(|column| row * columns + column).collect();
            let down: Vec<usize> = down.map(|row| row * columns + column).collect();
            let begun = [("across", begins_across, across), ("down", begins_down, down)];
            let begun = begun.into_iter().filter(|(_, begins, cells)| *begins && cells.len() > 1);
            let begun: Vec<_> = begun.collect();
            number += usize::from(!begun.is_empty());
            runs.extend(
                begun.into_iter().map(|(direction, _, cells)| (format!("{number}{direction}"), cells)),
            );
        }
        runs
    }
}

/// Returns a geometry that shows the letters in their cells.
#[must_use]
pub fn geometry(rows: usize, columns: usize) -> Geometry {
    let cell = pattern(["<row>", "<column>"], [rows, columns]);
    Geometry::known(Picture::Table, [1, rows, columns], &format!("cell={cell}"))
}

/// Returns the name of the item of a word.
fn name(word: &[String]) -> String {
    format!("w.{}", word.concat())
}
