//! Text that is compressed by LZ-string and written in base 64, as in the links of f-puzzles and `SudokuPad`.

use super::fault::ReadErrorKind;

/// The greatest number of characters that are decompressed. A text of n characters can decompress to about
/// n²/8, and the dictionary has as many, so that this bounds the memory for hostile input; real puzzles have a
/// few thousand.
pub(super) const LONGEST: usize = 12_000;

/// The greatest number of characters of a decompressed text, of which a parser may need many times the memory.
const LONGEST_TEXT: usize = 1 << 20;

/// The beginning of every compressed object whose first name begins with a small letter.
const OBJECT: &str = "N4I";

/// Returns true if the text looks like a compressed object.
pub(super) fn is_object(text: &str) -> bool {
    text.len() > 40 && text.starts_with(OBJECT) && text.bytes().all(is_digit)
}

/// Returns true for the characters of base 64.
pub(super) fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
}

/// Returns the text that was compressed.
pub(super) fn decompress(text: &str) -> Result<String, ReadErrorKind> {
    if text.len() > LONGEST {
        return Err(ReadErrorKind::unexpected(
            format!("at most {LONGEST} compressed characters"),
            text.len(),
        ));
    }
    let units = lz_str::decompress_from_base64(text).filter(|units| !units.is_empty());
    if let Some(found) = units.as_ref().map(Vec::len).filter(|&found| found > LONGEST_TEXT) {
        return Err(ReadErrorKind::unexpected(
            format!("at most {LONGEST_TEXT} decompressed characters"),
            found,
        ));
    }
    let decoded = units.and_then(|units| String::from_utf16(&units).ok());
    decoded.ok_or_else(|| ReadErrorKind::found_text("a text compressed by LZ-string in base 64", text))
}

/// Returns the compressed text, or its length if it is too long to be [decompressed](decompress).
pub(super) fn compress(text: &str) -> Result<String, usize> {
    let compressed = lz_str::compress_to_base64(text);
    let is_short = compressed.len() <= LONGEST && text.len() <= LONGEST_TEXT;
    if is_short { Ok(compressed) } else { Err(compressed.len()) }
}
