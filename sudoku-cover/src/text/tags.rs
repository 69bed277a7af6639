//! The lines of a `.sdk` file that describe the puzzle: `#AMax Miller`, `#LEasy`.

use super::Format;
use super::form::{Form, PuzzleWriter, each};
use super::format::About;
use super::line::append_rows;
use super::loss::Loss;
use super::record::{Detail, Key, KnownKey, Record};
use super::write_error::WriteError;
use crate::model::geometry::Geometry;

#[derive(Debug)]
pub(super) struct SdkForm;

impl SdkForm {
    pub(super) const ABOUT: About = About {
        name: "sdk",
        sides: [4, 9],
        is_block: true,
        holds: &[],
        words: "rows, and lines such as #AAuthor and #LEasy",
        files: "`.sdk`",
    };
}

impl Form for SdkForm {
    fn format(&self) -> Format {
        Format::Sdk
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write)
    }

    fn holds(&self, detail: &Detail) -> bool {
        letter(detail).is_some()
    }
}

fn letter(detail: &Detail) -> Option<char> {
    KnownKey::find(|known| known.key == detail.key).and_then(|known| known.letter)
}

/// Returns the key and the text of a comment that is a tag. Unless the format is known to be `.sdk`, a
/// comment with a small letter after its first one is a sentence: `#Another puzzle` is not an author.
pub(super) fn read(comment: &str, is_sdk: bool) -> Option<(Key, &str)> {
    let letter = comment.chars().next()?;
    let text = comment.get(letter.len_utf8()..)?;
    let is_sentence = text.chars().next().is_none_or(char::is_lowercase);
    let found = KnownKey::find(|known| known.letter == Some(letter)).filter(|_| is_sdk || !is_sentence);
    found.map(|known| (known.key, text.trim()))
}

/// Appends the tags of a record and its rows.
fn write(record: &Record, _: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    for (letter, detail) in record.details().iter().filter_map(|detail| Some((letter(detail)?, detail))) {
        // A space separates the letter from any text.
        let text = detail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        out.extend_from_slice(format!("#{letter} {text}\n").as_bytes());
    }
    append_rows(&record.grid, record.grid.side(), b'.', out);
    Ok(Loss::default())
}
