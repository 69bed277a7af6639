//! The lines of a `.sdk` file that say what the puzzle is: `#AMax Miller`, `#LEasy`.

use super::record::{Key, KnownKey, Record};

/// What a comment says if it is a tag. Where it is not certain that there are tags, a small letter after the first one
/// makes it a sentence: `#Another puzzle` has no author.
pub(super) fn read(comment: &str, is_sdk: bool) -> Option<(Key, &str)> {
    let letter = comment.chars().next()?;
    let text = comment.get(letter.len_utf8()..)?;
    let is_sentence = text.chars().next().is_none_or(char::is_lowercase);
    let found = KnownKey::find(|known| known.letter == Some(letter)).filter(|_| is_sdk || !is_sentence);
    found.map(|known| (known.key, text.trim()))
}

/// Appends the lines of a record, and returns whether anything had no letter.
pub(super) fn write(record: &Record, out: &mut Vec<u8>) -> bool {
    let mut is_lost = false;
    for detail in record.details() {
        let known = KnownKey::find(|known| known.key == detail.key);
        let Some(letter) = known.and_then(|known| known.letter) else {
            is_lost = true;
            continue;
        };
        // A space keeps the text apart from the letter, whatever it begins with.
        let text = detail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        out.extend_from_slice(format!("#{letter} {text}\n").as_bytes());
    }
    is_lost
}
