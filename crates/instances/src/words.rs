//! Word rectangles: every row and every column is a word.

use std::collections::BTreeSet;

use dlx_core::{Mention, Problem};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::geometry::{Geometry, Picture};
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, check_range, check_uses, count_of, grid, secondaries};

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

    fn of_length(&self, letters: usize) -> Result<Vec<&[String]>, InstanceError> {
        let words: Vec<&[String]> =
            self.words.iter().map(Vec::as_slice).filter(|word| word.len() == letters).collect();
        if words.is_empty() { Err(InstanceError::NoWords { letters }) } else { Ok(words) }
    }
}

/// Tells whether a word may occur several times in a rectangle.
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
    check_range("the number of rows", rows, 1, 100)?;
    check_range("the number of columns", columns, 1, 100)?;
    let (across, down) = (across.of_length(columns)?, down.of_length(rows)?);
    let uses = count_of(rows * (columns + 2)) * count_of(across.len())
        + count_of(columns * (rows + 2)) * count_of(down.len());
    check_uses(uses)?;
    let mut builder = Problem::builder();
    let mut lines = Vec::new();
    for row in 0..rows {
        let cells: Vec<usize> = (0..columns).map(|column| row * columns + column).collect();
        lines.push((builder.add_primary(format!("across{row}"))?, &across, cells));
    }
    for column in 0..columns {
        let cells: Vec<usize> = (0..rows).map(|row| row * columns + column).collect();
        lines.push((builder.add_primary(format!("down{column}"))?, &down, cells));
    }
    let names = grid(rows, columns).map(|cell| numerals(cell, [rows, columns]));
    let cells = secondaries(&mut builder, names)?;
    if repeats == Repeats::Forbidden {
        let words: BTreeSet<String> = across.iter().chain(&down).map(|word| name(word)).collect();
        secondaries(&mut builder, words)?;
    }
    for (line, words, places) in lines {
        for word in words {
            let name = (repeats == Repeats::Forbidden).then(|| name(word));
            let letters = places.iter().zip(*word).map(|(&place, letter)| (cells[place], letter.as_str()));
            let mentions = [Mention::from(line)].into_iter().chain(letters.map(Mention::from));
            builder.add_option(mentions.chain(name.as_ref().map(Mention::from)))?;
        }
    }
    Ok(builder.build()?)
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
