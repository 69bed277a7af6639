//! The lines of a `.sdk` file that describe the puzzle: `#AMax Miller`, `#LEasy`.

use super::record::{Key, KnownKey, Record};

/// Returns the key and the text of a comment that is a tag. Unless the format is known to be `.sdk`, a
/// comment with a small letter after its first one is a sentence: `#Another puzzle` is not an author.
pub(super) fn read(comment: &str, is_sdk: bool) -> Option<(Key, &str)> {
    let letter = comment.chars().next()?;
    let text = comment.get(letter.len_utf8()..)?;
    let is_sentence = text.chars().next().is_none_or(char::is_lowercase);
    let found = KnownKey::find(|known| known.letter == Some(letter)).filter(|_| is_sdk || !is_sentence);
    found.map(|known| (known.key, text.trim()))
}

/// Appends the tags of a record. Returns true if some detail has no letter.
pub(super) fn write(record: &Record, out: &mut Vec<u8>) -> bool {
    let mut is_lost = false;
    for detail in record.details() {
        let known = KnownKey::find(|known| known.key == detail.key);
        let Some(letter) = known.and_then(|known| known.letter) else {
            is_lost = true;
            continue;
        };
        // A space separates the letter from any text.
        let text = detail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        out.extend_from_slice(format!("#{letter} {text}\n").as_bytes());
    }
    is_lost
}
