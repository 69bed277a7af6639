//! Reading rules of variants from text: the grammar of [`rules`](super), with the places of errors.

use std::str::FromStr;

use super::Rule;
use super::board::Variant;
use super::catalogue::{Beginning, RuleKind, beginning, nearest_name};
use super::error::RuleTextError;
use super::figures::Figure;
use super::grids::Grids;
use super::open;
use super::outside::OutsideKind;
use super::pairs::PairKind;
use super::places::{Direction, Side};
use super::regions::Regions;
use crate::model::geometry::{Cell, Digit, MAX_SIDE};
use crate::model::unexpected::{Unexpected, plain};

fn unknown(word: &str) -> RuleTextError {
    RuleTextError::Unknown { found: word.to_owned(), nearest: nearest_name(word, open::words()) }
}

/// Returns true if a line has nothing but white space and a comment.
pub(super) fn is_blank(line: &str) -> bool {
    words(line).is_empty()
}

fn has_cells(words: &[Word]) -> bool {
    words.iter().skip(1).any(|(_, word)| word.parse::<Cell>().is_ok())
}

impl FromStr for Variant {
    type Err = RuleTextError;

    fn from_str(word: &str) -> Result<Variant, RuleTextError> {
        match beginning(word.trim()) {
            Some(Beginning { kind: RuleKind::Whole(variant), .. }) => Ok(variant),
            _ => Err(unknown(word.trim())),
        }
    }
}

/// A word with the column at which it begins.
type Word = (usize, String);

/// Returns the words of a line, separated by spaces and commas.
fn words(line: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_inside = false;
    let has_regions = |words: &[Word]| {
        let first = words.first().and_then(|(_, word)| beginning(word));
        first.is_some_and(|first| first.kind == RuleKind::Figure(Figure::Regions))
    };
    for (column, character) in (1..).zip(line.chars()) {
        if character == '#' && !has_regions(&words) {
            break;
        }
        if character.is_whitespace() || character == ',' {
            is_inside = false;
        } else if character == '=' && !has_regions(&words) {
            words.push((column, character.to_string()));
            is_inside = false;
        } else if let (true, Some((_, word))) = (is_inside, words.last_mut()) {
            word.push(character);
        } else {
            words.push((column, character.to_string()));
            is_inside = true;
        }
    }
    words
}

/// Returns the words of a rule with a word such as `r1c1` for each cell: `r1c12` and `r3c34` name several cells, as in the
/// notation of steps, if a row or column of that number is not on the board, and `B3` is the third cell of the second row.
fn with_single_cells(words: Vec<Word>, side: Option<usize>) -> Vec<Word> {
    let has_cells = words.first().and_then(|(_, word)| beginning(word)).is_some_and(|first| {
        first.kind != RuleKind::Figure(Figure::Regions) && !matches!(first.kind, RuleKind::Open(_))
    });
    if !has_cells {
        return words;
    }
    let single = |(place, (column, word)): (usize, Word)| match cells_in(&word, side) {
        Some(cells) if place > 0 => cells.into_iter().map(|cell| (column, cell.to_string())).collect(),
        _ => vec![(column, word)],
    };
    words.into_iter().enumerate().flat_map(single).collect()
}

/// Returns the cells of a word in one of these notations; `None` if it is none.
fn cells_in(word: &str, side: Option<usize>) -> Option<Vec<Cell>> {
    let largest = side.unwrap_or(MAX_SIDE);
    let cell = |row: usize, column: usize| {
        let number = |number: usize| u8::try_from(number.checked_sub(1)?).ok();
        Some(Cell::new(number(row)?, number(column)?))
    };
    let numbers = |text: &str| -> Option<Vec<usize>> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match text.parse::<usize>() {
            Ok(number) if number <= largest || text.len() == 1 => Some(vec![number]),
            // Each digit once, so that a mistyped number is not read.
            _ => {
                let digits: Vec<usize> = text.bytes().map(|byte| usize::from(byte - b'0')).collect();
                let ascends = digits.windows(2).all(|pair| pair[0] < pair[1]);
                (ascends && digits[0] > 0).then_some(digits)
            }
        }
    };
    if let Some((rows, columns)) = word.strip_prefix(['r', 'R']).and_then(|rest| rest.split_once(['c', 'C']))
    {
        let (rows, columns) = (numbers(rows)?, numbers(columns)?);
        return rows.iter().flat_map(|&row| columns.iter().map(move |&column| cell(row, column))).collect();
    }
    let letter = word.chars().next().filter(char::is_ascii_uppercase)?;
    let row = usize::try_from(u32::from(letter) - u32::from('A')).ok()? + 1;
    let column: usize =
        word[1..].parse().ok().filter(|_| word[1..].bytes().all(|byte| byte.is_ascii_digit()))?;
    if row > MAX_SIDE || column > MAX_SIDE {
        return None;
    }
    cell(row, column).map(|cell| vec![cell])
}

/// Returns the first word, or an error at the end of the line.
fn first<'a>(words: &'a [Word], line: &str, expected: &str) -> Result<(&'a Word, &'a [Word]), RuleTextError> {
    words.split_first().ok_or_else(|| {
        let unexpected = Unexpected::new(expected, "nothing");
        RuleTextError::Unexpected { column: line.trim_end().chars().count() + 1, unexpected }
    })
}

/// Parses a word.
fn read<T: FromStr>((column, found): &Word, expected: &str) -> Result<T, RuleTextError> {
    let unexpected = |_| Unexpected::text(expected, found);
    found
        .parse()
        .map_err(unexpected)
        .map_err(|unexpected| RuleTextError::Unexpected { column: *column, unexpected })
}

fn cells(words: &[Word], line: &str) -> Result<Vec<Cell>, RuleTextError> {
    first(words, line, "cells such as r1c1")?;
    words.iter().map(|word| read(word, "a cell such as r1c1")).collect()
}

fn expected((column, found): &Word, expected: &str) -> RuleTextError {
    RuleTextError::Unexpected { column: *column, unexpected: Unexpected::text(expected, found) }
}

fn nothing_in(words: &[Word]) -> Result<(), RuleTextError> {
    words.first().map_or(Ok(()), |word| Err(expected(word, "nothing more")))
}

fn two_cells(words: &[Word], line: &str) -> Result<[Cell; 2], RuleTextError> {
    let cells = cells(words, line)?;
    match cells[..] {
        [one, other] => Ok([one, other]),
        [_] => Err(first(&[], line, "a second cell").map(|_| ()).expect_err("there are no words")),
        _ => Err(expected(&words[2], "nothing after two cells")),
    }
}

/// Returns the words before and after the `=`.
fn equal<'a>(words: &'a [Word], line: &str) -> Result<(&'a [Word], &'a [Word]), RuleTextError> {
    match words.iter().position(|(_, word)| word == "=") {
        Some(place) => Ok((&words[..place], &words[place + 1..])),
        None => Err(first(&[], line, "`=`").map(|_| ()).expect_err("there are no words")),
    }
}

/// Reads a clue outside of the board after its first word.
fn outside(kind: OutsideKind, words: &[Word], line: &str) -> Result<Rule, RuleTextError> {
    let (house, rest) = first(words, line, "row or column")?;
    let (number, rest) = first(rest, line, "a number")?;
    let is_row = match house.1.to_lowercase().as_str() {
        "row" => true,
        "column" => false,
        _ => return Err(expected(house, "row or column")),
    };
    let (end, rest) = if kind.row().has_no_end {
        (None, rest)
    } else {
        let (end, rest) = first(rest, line, if is_row { "left or right" } else { "top or bottom" })?;
        (Some(end), rest)
    };
    let mut sides = Side::ALL.into_iter().filter(|side| (side.house() == "row") == is_row);
    let side = match end {
        None => sides.next(),
        Some(end) => sides.find(|side| side.name() == end.1.to_lowercase()),
    };
    let wanted = if is_row { "left or right" } else { "top or bottom" };
    let side = side.ok_or_else(|| expected(end.unwrap_or(house), wanted))?;
    let (nothing, value) = equal(rest, line)?;
    nothing_in(nothing)?;
    let (value, rest) = first(value, line, "a number")?;
    nothing_in(rest)?;
    let place: u8 = read(number, "a number")?;
    let number = place.checked_sub(1).ok_or_else(|| expected(number, "a number of 1 or more"))?;
    Ok(Rule::Outside { kind, side, number, value: read(value, "a number")? })
}

/// Reads a rule that is the only one of its form after its first word.
fn figure(figure: Figure, rest: &[Word], line: &str) -> Result<Rule, RuleTextError> {
    match figure {
        Figure::Killer | Figure::Sum => {
            let (sum, rest) = first(rest, line, "a sum and cells")?;
            let (sum, cells) = (read(sum, "a sum")?, cells(rest, line)?);
            Ok(if figure == Figure::Killer { Rule::Killer { sum, cells } } else { Rule::Sum { sum, cells } })
        }
        Figure::Arrow => {
            let (circle, rest) = equal(rest, line)?;
            Ok(Rule::Arrow { circle: cells(circle, line)?, cells: cells(rest, line)? })
        }
        Figure::Clone => {
            let (one, other) = equal(rest, line)?;
            Ok(Rule::Clone { first: cells(one, line)?, second: cells(other, line)? })
        }
        Figure::Quadruple => {
            let (corner, rest) = first(rest, line, "a cell, `=` and digits")?;
            let (nothing, digits) = equal(rest, line)?;
            nothing_in(nothing)?;
            first(digits, line, "digits")?;
            let digit = |word: &Word| {
                let value = read::<u8>(word, "a digit")?;
                Digit::of_value(value).ok_or_else(|| expected(word, "a digit of 0 to 25"))
            };
            let digits = digits.iter().map(digit).collect::<Result<_, _>>()?;
            Ok(Rule::Quadruple { corner: read(corner, "a cell such as r1c1")?, digits })
        }
        Figure::LittleKiller => {
            let (sum, rest) = first(rest, line, "a sum, a cell and a direction")?;
            let (cell, rest) = first(rest, line, "a cell and a direction")?;
            let (direction, rest) = first(rest, line, "a direction such as down-right")?;
            nothing_in(rest)?;
            let mut directions = Direction::ALL.into_iter();
            let found = directions.find(|found| plain(found.name()) == plain(&direction.1));
            Ok(Rule::LittleKiller {
                sum: read(sum, "a sum")?,
                first: read(cell, "a cell such as r1c1")?,
                direction: found
                    .ok_or_else(|| expected(direction, "up-left, up-right, down-left or down-right"))?,
            })
        }
        Figure::Values => {
            let (values, rest) = first(rest, line, "the digits of the board such as 0-8")?;
            nothing_in(rest)?;
            let expected = "the first digit, 0 or 1, and the last one, such as 0-8";
            Ok(Rule::Values(read(values, expected)?))
        }
        Figure::Grids => {
            let (side, rest) = first(rest, line, "the side of the grids and their top left cells")?;
            Ok(Rule::Grids(Grids::new(read(side, "the side of the grids")?, cells(rest, line)?)))
        }
        Figure::Regions => {
            first(rest, line, "a character for each cell")?;
            let text: String = rest.iter().map(|(_, word)| word.as_str()).collect();
            Ok(Rule::Regions(Regions::of_text(&text)))
        }
    }
}

impl FromStr for Rule {
    type Err = RuleTextError;

    /// Reads one rule.
    ///
    /// # Errors
    /// The first part of the text that does not follow the grammar.
    fn from_str(line: &str) -> Result<Rule, RuleTextError> {
        Rule::of_board(line, None)
    }
}

impl Rule {
    /// Reads one rule of a board of this side, on which `r1c12` may be two cells.
    ///
    /// # Errors
    /// The first part of the text that does not follow the grammar.
    pub fn of_board(line: &str, side: Option<usize>) -> Result<Rule, RuleTextError> {
        if open::begins(line) {
            return open::read(line);
        }
        let words = with_single_cells(words(line), side);
        let ((_, name), rest) = first(&words, line, "a rule such as `killer 15 r1c1 r1c2`")?;
        let Some(Beginning { kind, takes_number, .. }) = beginning(name) else { return Err(unknown(name)) };
        match kind {
            RuleKind::Whole(variant) => {
                let Some(next) = rest.first() else { return Ok(Rule::Variant(variant)) };
                // Cells make a mark of a word that both have.
                match PairKind::ALL.into_iter().find(|pair| pair.row().words.word == variant.name()) {
                    Some(kind) => Ok(Rule::Pair { kind, cells: two_cells(rest, line)? }),
                    None => Err(expected(next, &format!("nothing after `{variant}`"))),
                }
            }
            RuleKind::Cells(kind) if rest.is_empty() && kind.may_be_empty() => {
                Ok(Rule::Cells { kind, cells: Vec::new() })
            }
            RuleKind::Cells(kind) => Ok(Rule::Cells { kind, cells: cells(rest, line)? }),
            RuleKind::Cage(kind) => {
                let (value, rest) = first(rest, line, "a number and cells")?;
                let value = read(value, "a number")?;
                Ok(Rule::Cage { kind, value, cells: cells(rest, line)? })
            }
            RuleKind::Line(kind) if takes_number => {
                let (number, rest) = first(rest, line, "a number and cells")?;
                let kind = kind.with_number(read(number, "a number")?);
                Ok(Rule::Line { kind, cells: cells(rest, line)? })
            }
            RuleKind::Line(kind) => Ok(Rule::Line { kind, cells: cells(rest, line)? }),
            RuleKind::Pair(kind) if takes_number => {
                let (number, rest) = first(rest, line, "a number and two cells")?;
                let kind = kind.with_number(read(number, "a number")?);
                Ok(Rule::Pair { kind, cells: two_cells(rest, line)? })
            }
            RuleKind::Pair(kind) => Ok(Rule::Pair { kind, cells: two_cells(rest, line)? }),
            RuleKind::Outside(kind) => outside(kind, rest, line),
            RuleKind::Figure(Figure::Grids) if plain(name) == plain("samurai") => {
                nothing_in(rest)?;
                Ok(Rule::Grids(Grids::samurai()))
            }
            RuleKind::Figure(figure) => self::figure(figure, rest, line),
            RuleKind::Open(_) => open::read(line),
        }
    }

    /// Returns true if the line is meant as a rule: it begins with the name of one, with a word like one, or with a word
    /// before cells.
    pub(crate) fn is_meant_in(line: &str) -> bool {
        let words = words(line);
        let Some((_, first)) = words.first() else { return false };
        // A title may begin with the same word.
        if open::begins(line) && line.contains(|sign| "=<>|([.".contains(sign)) {
            return true;
        }
        let is_word = || first.chars().all(|letter| letter.is_alphabetic() || "-_".contains(letter));
        // Every shorter word is like the name of some rule.
        let is_like_one =
            || words.len() == 1 && first.len() > 3 && nearest_name(first, open::words()).is_some();
        beginning(first).is_some() || is_word() && (has_cells(&words) || is_like_one())
    }

    /// Returns true if the line names cells, so that it is no title.
    pub(crate) fn has_cells_in(line: &str) -> bool {
        has_cells(&words(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Rule>().unwrap_err().to_string()
    }

    #[test]
    fn several_cells_may_be_one_word_as_in_steps() {
        let read = |text: &str, side| Rule::of_board(text, side).map(|rule| rule.to_string());
        assert_eq!(read("thermo r1c123", None).as_deref(), Ok("thermo r1c1 r1c2 r1c3"));
        assert_eq!(read("killer 12 r34c3", None).as_deref(), Ok("killer 12 r3c3 r4c3"));
        assert_eq!(read("killer 12 r12c9", Some(9)).as_deref(), Ok("killer 12 r1c9 r2c9"));
        assert_eq!(read("killer 12 r12c9 r1c9", None).as_deref(), Ok("killer 12 r12c9 r1c9"));
        assert_eq!(read("white A1 B1", Some(9)).as_deref(), Ok("white r1c1 r2c1"));
        assert_eq!(read("arrow I9 = H8 H7", None).as_deref(), Ok("arrow r9c9 = r8c8 r8c7"));
        // A mistyped number is not several; the board refuses the cell.
        for text in ["killer 12 r1c99", "killer 12 r1c43"] {
            assert_eq!(read(text, Some(9)).as_deref(), Ok(text));
        }
        for bad in ["white A1 B", "white a1 b1"] {
            assert!(read(bad, Some(9)).is_err(), "{bad}");
        }
    }

    #[test]
    fn rules_are_shown_as_they_are_read() {
        for text in [
            "x",
            "anti-knight",
            "killer 15 r1c1 r1c2",
            "even r9c9",
            "odd r10c25 r1c1",
            "regions AABBAABBCCDDCCDD",
            "values 0-8",
            "values 1-12",
            "sum 9 r1c1 r1c1",
            "rellik 10 r1c1 r1c2 r1c3",
            "product-cage 24 r1c1 r1c2",
            "automaton 0[1-4]1 1[5]0 accept 0 1 r1c1 r1c2",
            "same-values 2 r1c1 r1c2 r2c1 r2c2",
            "thermo r1c1 r2c1",
            "whisper 5 r1c1 r2c1",
            "region-sum r1c1 r2c1",
            "arrow r1c1 r1c2 = r2c2 r3c3",
            "white r1c1 r1c2",
            "difference 3 r1c1 r1c2",
            "black r1c1 r1c2",
            "ratio 3 r1c1 r1c2",
            "x r1c1 r1c2",
            "v r1c1 r1c2",
            "greater r1c1 r1c2",
            "clone r1c1 r1c2 = r3c1 r3c2",
            "quad r1c1 = 4 5 6",
            "little-killer 20 r3c1 up-right",
            "sandwich row 3 = 12",
            "skyscraper column 2 bottom = 4",
            "x-sum row 1 left = 20",
            "numbered-room row 9 right = 3",
            "counting-circles r1c1 r2c2",
            "strict-kropki",
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
        for (text, shown) in [
            ("Diagonal  # both", "x"),
            ("NonConsecutive", "non-consecutive"),
            ("Disjoint-Groups", "disjoint"),
            ("CAGE 3 R1C1,r1c2", "killer 3 r1c1 r1c2"),
            ("regions 1122 1122 ##44 ##44", "regions 11221122##44##44"),
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn errors_have_their_place() {
        assert_eq!(error("antiknigt"), "unknown rule `antiknigt`; did you mean `anti-knight`?");
        assert_eq!(error("diagnal"), "unknown rule `diagnal`; did you mean `x`?");
        assert_eq!(error("kiler 3 r1c1"), "unknown rule `kiler`; did you mean `killer`?");
        assert_eq!(error("telephone r1c1"), "unknown rule `telephone`");
        assert_eq!(error("white r1c1"), "column 11: expected a second cell, found nothing");
        assert_eq!(error("arrow r1c1 r1c2"), "column 16: expected `=`, found nothing");
        assert_eq!(error("sandwich box 3 = 2"), "column 10: expected row or column, found `box`");
        assert_eq!(error("x-sum row 3 top = 2"), "column 13: expected left or right, found `top`");
        assert_eq!(
            error("  # nothing"),
            "column 12: expected a rule such as `killer 15 r1c1 r1c2`, found nothing"
        );
        assert_eq!(error("killer r1c1 r1c2"), "column 8: expected a sum, found `r1c1`");
        assert_eq!(error("killer"), "column 7: expected a sum and cells, found nothing");
        assert_eq!(error("killer 4"), "column 9: expected cells such as r1c1, found nothing");
        assert_eq!(error("regions"), "column 8: expected a character for each cell, found nothing");
        assert_eq!(error("even r1c1 r0c1"), "column 11: expected a cell such as r1c1, found `r0c1`");
        assert_eq!(error("odd r1c1 1"), "column 10: expected a cell such as r1c1, found `1`");
        assert_eq!(error("x y"), "column 3: expected a cell such as r1c1, found `y`");
        assert_eq!(error("windoku y"), "column 9: expected nothing after `windoku`, found `y`");
        let error = Rule::read_lines("x\n\n# note\nwindow\n").unwrap_err();
        assert_eq!(error.to_string(), "line 4: unknown rule `window`; did you mean `windoku`?");
        assert_eq!(Rule::read_lines("x # one\n\nodd r1c1\n").unwrap().len(), 2);
    }
}
