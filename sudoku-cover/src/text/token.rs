//! Splits a line into tokens and then into cells.
//!
//! A token is a run of characters without separators, or the empty text between two commas. Whether `530` is
//! three cells or the number 530 is not decided here: the caller requests cells in one [`Unit`] or the other.

use super::fault::{Fault, ReadErrorKind};

/// More digits than any number of a puzzle has, and few enough for a `u32`.
const LONGEST_NUMBER: usize = 9;

/// The meaning of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Digit(u8),
    Blank,
    Space,
    Comma,
    Comment,
    Illegal(char),
}

pub(super) fn symbol(character: char) -> Symbol {
    match character {
        '0'..='9' | '\u{ff10}'..='\u{ff19}' => {
            // U+0030 and U+FF10 both end in a zero nibble.
            let digit = u32::from(character) & 0x0f;
            u8::try_from(digit).map_or(Symbol::Illegal(character), Symbol::Digit)
        }
        '.' | '_' | '*' => Symbol::Blank,
        ',' | ';' => Symbol::Comma,
        '#' => Symbol::Comment,
        '|' | ':' => Symbol::Space,
        _ if is_box_drawing(character) || character.is_whitespace() => Symbol::Space,
        _ => Symbol::Illegal(character),
    }
}

pub(super) fn is_box_drawing(character: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&character)
}

/// Returns the line without its comment.
pub(super) fn without_comment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(content, _)| content)
}

/// Returns the text after the cells of a line, without the mark before it.
pub(super) fn comment_after(rest: &str) -> &str {
    rest.trim_start_matches([' ', '\t', ',', ';', '#', '%']).trim_end()
}

/// A run of characters without separators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// Its start, in characters from 1.
    pub(super) column: usize,
    /// Empty between two commas.
    pub(super) text: &'a str,
    /// True for the empty token between the last comma and the end of the line.
    pub(super) is_after_last_comma: bool,
}

impl Token<'_> {
    /// Returns the number of characters; an empty token counts as one blank cell.
    pub(super) fn len(&self) -> usize {
        self.text.chars().count().max(1)
    }
}

/// The tokens of a line that has no comment.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    rest: &'a str,
    column: usize,
    has_comma: bool,
    /// True if there was a token since the last comma, or since the start of the line.
    is_filled: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(content: &'a str) -> Tokens<'a> {
        Tokens { rest: content, column: 1, has_comma: false, is_filled: false }
    }

    /// Removes and returns the characters up to the first that `ends` accepts, but at least one.
    #[inline]
    fn cut(&mut self, is_end: impl Fn(Symbol) -> bool) -> Token<'a> {
        // The length is counted here: counting the characters of a token again took 1.5 % of the time of
        // solving puzzles of side 12.
        let mut length = 0;
        let end = self.rest.char_indices().find(|&(_, character)| {
            length += 1;
            length > 1 && is_end(symbol(character))
        });
        let (text, rest) = match end {
            Some((end, _)) => {
                length -= 1;
                self.rest.split_at(end)
            }
            None => (self.rest, ""),
        };
        let token = Token { column: self.column, text, is_after_last_comma: false };
        (self.rest, self.column) = (rest, self.column + length);
        token
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while let Some(character) = self.rest.chars().next() {
            match symbol(character) {
                Symbol::Space => {
                    self.cut(|next| next != Symbol::Space);
                }
                Symbol::Comma => {
                    let token = self.cut(|_| true);
                    self.has_comma = true;
                    if !std::mem::replace(&mut self.is_filled, false) {
                        return Some(Token { text: "", ..token });
                    }
                }
                _ => {
                    self.is_filled = true;
                    return Some(self.cut(|next| matches!(next, Symbol::Space | Symbol::Comma)));
                }
            }
        }
        let is_open = std::mem::replace(&mut self.has_comma, false) && !self.is_filled;
        is_open.then_some(Token { column: self.column, text: "", is_after_last_comma: true })
    }
}

/// The meaning of a token of several characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// One cell for each token.
    Numbers,
    /// One cell for each character.
    Symbols,
}

/// The content of one cell.
#[derive(Debug)]
pub(super) struct CellText {
    /// Its start, in characters from 1, and the column after it.
    pub(super) column: usize,
    pub(super) end: usize,
    /// The number in the cell, if it has one. Whether 0 is a digit depends on the board.
    pub(super) value: Result<Option<u32>, Fault>,
}

/// The cells of a line that has no comment.
#[derive(Clone, Debug)]
pub(super) struct Cells<'a> {
    tokens: Tokens<'a>,
    unit: Unit,
    /// The rest of the current token, and its column.
    rest: &'a str,
    column: usize,
}

impl<'a> Cells<'a> {
    pub(super) fn new(content: &'a str, unit: Unit) -> Cells<'a> {
        Cells { tokens: Tokens::new(content), unit, rest: "", column: 1 }
    }
}

impl Iterator for Cells<'_> {
    type Item = CellText;

    fn next(&mut self) -> Option<CellText> {
        if self.rest.is_empty() {
            let token = self.tokens.next()?;
            if self.unit == Unit::Numbers || token.text.is_empty() {
                let end = token.column + token.text.chars().count();
                return Some(CellText { column: token.column, end, value: number(token) });
            }
            (self.rest, self.column) = (token.text, token.column);
        }
        let character = self.rest.chars().next()?;
        let column = self.column;
        self.rest = &self.rest[character.len_utf8()..];
        self.column += 1;
        Some(CellText { column, end: self.column, value: digit(character, column) })
    }
}

fn digit(character: char, column: usize) -> Result<Option<u32>, Fault> {
    match symbol(character) {
        Symbol::Digit(value) => Ok(Some(u32::from(value))),
        Symbol::Blank => Ok(None),
        _ => Err(Fault::at(column, ReadErrorKind::found_char("a digit or a blank", character))),
    }
}

fn number(token: Token<'_>) -> Result<Option<u32>, Fault> {
    let length = token.len();
    let mut value = None;
    for (place, character) in token.text.chars().enumerate() {
        let column = token.column + place;
        if symbol(character) == Symbol::Blank && length > 1 {
            return Err(Fault::at(column, ReadErrorKind::found_char("a digit", character)));
        }
        let digit = digit(character, column)?;
        if place == LONGEST_NUMBER {
            let expected = format!("a number of at most {LONGEST_NUMBER} digits");
            return Err(Fault::at(token.column, ReadErrorKind::unexpected(expected, length)));
        }
        value = digit.map(|digit| value.unwrap_or(0) * 10 + digit);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(content: &str, unit: Unit) -> Vec<(usize, u32)> {
        Cells::new(content, unit).map(|cell| (cell.column, cell.value.unwrap().unwrap_or(0))).collect()
    }

    #[test]
    fn nothing_between_commas_is_a_blank_cell() {
        let expected = [(1, 0), (2, 5), (4, 0), (6, 12), (9, 0)];
        assert_eq!(cells(",5,,|12,", Unit::Numbers), expected);
        assert_eq!(Tokens::new(",5,,|12,").filter(|token| token.is_after_last_comma).count(), 1);
        assert_eq!(cells(" , ", Unit::Symbols), [(2, 0), (4, 0)]);
        assert_eq!(cells(" \t| ", Unit::Symbols), []);
    }

    #[test]
    fn a_token_is_one_number_or_as_many_cells_as_characters() {
        assert_eq!(cells("10 2.", Unit::Symbols), [(1, 1), (2, 0), (4, 2), (5, 0)]);
        assert_eq!(cells("10 2", Unit::Numbers), [(1, 10), (4, 2)]);
        assert_eq!(cells("１\u{3000}２", Unit::Symbols), [(1, 1), (3, 2)]);
    }

    #[test]
    fn all_ten_full_width_digits_are_digits() {
        let digits = ('０'..='９').map(symbol);
        assert!(digits.eq((0..10).map(Symbol::Digit)));
    }
}
