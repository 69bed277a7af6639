//! Characters that a terminal or a page acts on instead of showing them.

use std::borrow::Cow;

/// Returns true if a terminal, a page or an XML document may act on this character, or refuse it, instead of
/// showing it. See [`escape_controls`] for the list.
pub(super) fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// Returns the text with each control character written as its code, such as `\u{1b}`, except for line feeds
/// and tabs.
///
/// Control characters are those of Unicode (C0, DEL and C1), the marks that reorder the text around them
/// (Unicode Standard Annex 9: embeddings, overrides and isolates), and U+FFFE and U+FFFF, which XML 1.0
/// excludes. Escaping twice is the same as escaping once.
///
/// For text from outside that is shown to people: messages, titles, notes. Names of items and colors never
/// have such characters.
///
/// ```
/// use dlx_core::inner::escape_controls;
///
/// assert_eq!(escape_controls("red\u{1b}[31m\n"), "red\\u{1b}[31m\n");
/// assert_eq!(escape_controls("Größe"), "Größe");
/// ```
///
/// # Complexity
/// Linear in the length of the text.
#[must_use]
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| is_control(c) && c != '\n' && c != '\t';
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_escaped(c) {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_character_is_escaped_and_nothing_else() {
        let mut escaped = Vec::new();
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            let shown = escape_controls(&text);
            assert_eq!(escape_controls(&shown), shown);
            if shown != text {
                escaped.push(u32::from(c));
            }
        }
        let mut expected: Vec<u32> = (0..0x20).filter(|&code| code != 9 && code != 10).collect();
        expected.extend((0x7f..0xa0).chain(0x202a..0x202f).chain(0x2066..0x206a).chain([0xfffe, 0xffff]));
        assert_eq!(escaped, expected);
    }
}
