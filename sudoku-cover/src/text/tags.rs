//! The lines of a `.sdk` file that say what the puzzle is: `#AMax Miller`, `#LEasy`.

use super::record::{Key, Record};

const LETTERS: [(char, Key); 7] = [
    ('A', Key::Author),
    ('D', Key::Description),
    ('C', Key::Comment),
    ('B', Key::Date),
    ('S', Key::Source),
    ('L', Key::Level),
    ('U', Key::Url),
];

/// What a comment says if it is a tag. Where it is not certain that there are tags, a small letter after the first one
/// makes it a sentence: `#Another puzzle` has no author.
pub(super) fn read(comment: &str, is_sdk: bool) -> Option<(Key, &str)> {
    let letter = comment.chars().next()?;
    let text = comment.get(letter.len_utf8()..)?;
    let is_sentence = text.chars().next().is_none_or(char::is_lowercase);
    let found = LETTERS.into_iter().find(|&(tag, _)| tag == letter).filter(|_| is_sdk || !is_sentence);
    found.map(|(_, key)| (key, text.trim()))
}

/// Appends the lines of a record, and answers whether anything had no letter.
pub(super) fn write(record: &Record, out: &mut Vec<u8>) -> bool {
    let mut is_lost = false;
    for detail in record.details() {
        let letter = LETTERS.iter().find(|(_, key)| *key == detail.key);
        let Some((letter, _)) = letter else {
            is_lost = true;
            continue;
        };
        // A space keeps the text apart from the letter, whatever it begins with.
        let text = detail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        out.extend_from_slice(format!("#{letter} {text}\n").as_bytes());
    }
    is_lost
}
