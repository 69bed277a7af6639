//! Blank cells written in other ways than `.`, `0`, `_` and `*`: as one of `-`, `x` and `?`, as nothing between two
//! tabs, as in cells copied from a spreadsheet, as spaces in rows of exact width, or as nothing between two bars of a row
//! with bars around every cell.
//!
//! Such a line is rewritten with `.` for each blank cell, in its columns, if the whole line is cells and their number
//! is right: what is read as a row or a puzzle of the usual characters stays what it is, and a word or a number that
//! contains such a character stays an error. Rows below one of these may have a wrong number of cells, which is
//! reported as such.

use super::shape::{Extent, Sizes, USUAL_SIDE, read_as};
use super::token::{Symbol, Tokens, symbol, without_comment};
use crate::model::geometry::MAX_SIDE;

/// How a line writes blank cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// `-`, `x` or `X`, or `?`.
    Sign(char),
    /// Nothing between two tabs, before the first or after the last one.
    Tabs,
    /// A space in a row of exact width.
    Spaces,
    /// Nothing between two bars.
    Bars,
}

/// Returns the line with `.` for its blank cells, and how it wrote them; `None` if it is not such a line. `above` is
/// how the rows above in the same grid write them, and `is_first` tells that nothing is above in the stream.
pub(super) fn rewritten(
    text: &str,
    sizes: Sizes,
    above: Option<Blanks>,
    is_first: bool,
) -> Option<(String, Blanks)> {
    if text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'|' | b',')) {
        return None;
    }
    let content = without_comment(text);
    let (cells, blanks) = bars(content, sizes, above)
        .or_else(|| signs(content, sizes, above))
        .or_else(|| tabs(content, sizes, above, is_first))
        .or_else(|| spaces(content, sizes, above))?;
    Some((cells + &text[content.len()..], blanks))
}

/// Returns the cells of a line that stands alone, with `.` for `-`, `x` or `?`.
pub(super) fn without_signs(content: &str, sizes: Sizes) -> Option<String> {
    signs(content, sizes, None).map(|(cells, _)| cells)
}

fn sign(character: char) -> Option<char> {
    match character {
        'x' | 'X' => Some('x'),
        '-' | '?' => Some(character),
        _ => None,
    }
}

fn signs(content: &str, sizes: Sizes, above: Option<Blanks>) -> Option<(String, Blanks)> {
    let found = content.chars().find_map(sign)?;
    let is_cell = |character: char| character.is_numeric() && matches!(symbol(character), Symbol::Digit(_));
    let is_legal = |character: char| {
        let is_separator = character != ':' && matches!(symbol(character), Symbol::Space | Symbol::Comma);
        is_cell(character) || is_separator || sign(character) == Some(found)
    };
    let replaced = |part: &str| -> String {
        part.chars().map(|character| if sign(character).is_some() { '.' } else { character }).collect()
    };
    if !content.chars().all(is_legal) {
        // A whole puzzle may be followed by a comment without `#`.
        let first = Tokens::new(content).next()?;
        let end = content.find(first.text)? + first.text.len();
        let (cells, rest) = content.split_at(end);
        let is_puzzle =
            || matches!(read_as(&replaced(cells), sizes).extent, Some(Extent::Grid(side)) if side > 4);
        let has_cells = first.text.chars().all(|character| is_legal(character) && !is_separator(character));
        return (has_cells && is_puzzle()).then(|| (replaced(cells) + rest, Blanks::Sign(found)));
    }
    let is_below = above == Some(Blanks::Sign(found));
    let tokens = || Tokens::new(content).map(|token| token.text);
    let are_single = tokens().all(|token| token.chars().count() <= 1 || token.chars().all(is_cell));
    if found == '-' && !content.chars().any(is_cell) {
        // A border, unless each dash stands where a row has a cell.
        let is_row = (is_below || !sizes.is_in_block) && tokens().count() > 1 && are_single;
        let of_side = sizes.fixed.or(sizes.started).unwrap_or(USUAL_SIDE);
        return (is_row && tokens().count() == of_side).then(|| (replaced(content), Blanks::Sign(found)));
    }
    let cells = replaced(content);
    let is_right = match read_as(&cells, sizes).extent {
        None => false,
        Some(_) if sizes.fixed.or(sizes.started).is_some() => true,
        // Negative numbers, or groups of cells.
        Some(Extent::Row(side)) => side >= USUAL_SIDE || are_single || tokens().count() == 1,
        Some(Extent::Grid(side)) => side >= USUAL_SIDE || are_single || tokens().count() == 1,
    };
    (is_right || is_below && sizes.is_in_block).then_some((cells, Blanks::Sign(found)))
}

fn is_separator(character: char) -> bool {
    matches!(symbol(character), Symbol::Space | Symbol::Comma)
}

fn tabs(content: &str, sizes: Sizes, above: Option<Blanks>, is_first: bool) -> Option<(String, Blanks)> {
    if !content.contains('\t') {
        return None;
    }
    let is_cell = |field: &str| {
        let field = field.trim();
        field.chars().count() <= 2 && field.chars().all(|at| matches!(symbol(at), Symbol::Digit(_)))
    };
    let fields: Vec<&str> = content.split('\t').collect();
    let is_blank = |field: &&str| field.trim().is_empty();
    if !fields.iter().all(|field| is_cell(field)) || !fields.iter().any(is_blank) {
        return None;
    }
    let filled = fields.iter().filter(|field| !is_blank(field)).count();
    let known = sizes.fixed.or(sizes.started);
    let is_below = above == Some(Blanks::Tabs) && sizes.is_in_block;
    // Two tabs between the boxes of a row are one separator.
    let is_grouped = || {
        let mut groups = fields.split(is_blank).map(<[&str]>::len);
        let first = groups.next().unwrap_or_default();
        first > 1 && groups.all(|group| group == first)
    };
    let is_row = match known {
        Some(side) if fields.len() == side => filled > 0 || is_below || is_first,
        Some(side) => is_below && filled != side,
        None if filled == 0 => is_first && fields.len() == USUAL_SIDE,
        None => matches!(fields.len(), 4 | 6 | 9..=MAX_SIDE) && !is_grouped(),
    };
    if !is_row {
        return None;
    }
    // Each tab stays one character, so that the columns of errors are those of the line.
    let mut cells = String::with_capacity(content.len() + 1);
    for (place, field) in fields.iter().enumerate() {
        cells.push_str(if place > 0 { "," } else { "" });
        cells.push_str(field);
    }
    if fields.last().is_some_and(is_blank) {
        cells.push('.');
    }
    Some((cells, Blanks::Tabs))
}

fn spaces(content: &str, sizes: Sizes, above: Option<Blanks>) -> Option<(String, Blanks)> {
    let side = sizes.fixed.or(sizes.started).unwrap_or(USUAL_SIDE);
    let is_digit = |byte: u8| byte.is_ascii_digit();
    // Editors cut all spaces at the end of a line.
    let cut = side.checked_sub(content.len())?;
    let is_row = side <= super::line::LARGEST_COMPACT_SIDE
        && (content.contains(' ') || cut > 0)
        && content.bytes().all(|byte| is_digit(byte) || byte == b' ');
    let may_be_cut = !content.ends_with(' ') && (above == Some(Blanks::Spaces) || may_be_cut(content, side));
    if !is_row || cut > 0 && !may_be_cut {
        return None;
    }
    let is_row = if sizes.is_in_block {
        above == Some(Blanks::Spaces)
    } else {
        // Single spaces may as well separate cells, or stand at an end by mistake, and a row without a digit is a
        // blank line.
        let is_clear = content.contains("  ")
            || content.starts_with(' ') && content.trim_start().contains(' ')
            || content.ends_with(' ') && content.trim_end().contains(' ');
        is_clear && content.bytes().any(is_digit) && read_as(content, sizes).extent.is_none()
    };
    is_row.then(|| (content.replace(' ', ".") + &".".repeat(cut), Blanks::Spaces))
}

/// Returns true if a first line that is shorter than a row may be one without the spaces at its end: it has half of the cells,
/// and two blank ones in succession between others.
fn may_be_cut(content: &str, side: usize) -> bool {
    content.trim().contains("  ") && 2 * content.len() >= side
}

/// Reads a row with a bar before, between and behind all cells, of which some are blank, such as `| 5 |   | 3 | … |`. Rows
/// without a digit may also be lines of a frame, and count below or above others only.
fn bars(content: &str, sizes: Sizes, above: Option<Blanks>) -> Option<(String, Blanks)> {
    let is_bar = |character: char| matches!(character, '|' | '\u{2502}' | '\u{2503}' | '\u{2551}');
    let trimmed = content.trim();
    if !trimmed.starts_with(is_bar) || !trimmed.ends_with(is_bar) {
        return None;
    }
    let fields: Vec<&str> = trimmed.split(is_bar).collect();
    let fields = &fields[1..fields.len() - 1];
    // A wrong character is an error in its cell.
    let is_cell = |field: &&str| {
        let field = field.trim();
        field.chars().count() <= 2 && !field.contains(char::is_whitespace)
    };
    let is_blank = |field: &&str| field.trim().is_empty();
    let is_side = match sizes.fixed.or(sizes.started) {
        Some(side) => fields.len() == side,
        None => matches!(fields.len(), 4 | 6 | 8..=MAX_SIDE),
    };
    let is_below = above == Some(Blanks::Bars) && sizes.started.is_some();
    let is_row = is_side
        && fields.iter().all(is_cell)
        && fields.iter().any(is_blank)
        && !fields.contains(&"")
        && (is_below || !fields.iter().all(is_blank));
    if !is_row {
        return None;
    }
    // The blank is set in the place of a space, so that the columns of errors are those of the line.
    let mut cells = String::with_capacity(content.len());
    let mut rest = content;
    for field in fields {
        let (before, after) = rest.split_once(is_bar)?;
        cells.push_str(before);
        cells.push('|');
        rest = after;
        if is_blank(field) {
            let letter = field.chars().next().map_or(0, char::len_utf8);
            cells.push('.');
            rest = &rest[letter..];
        }
    }
    Some((cells + rest, Blanks::Bars))
}
