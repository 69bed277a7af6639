//! Reading rules of variants from text: the grammar of [`rules`](super::rules), with the places of errors.

use std::str::FromStr;

use strsim::levenshtein;

use super::Cell;
use super::rules::{CellsKind, Regions, Rule, Variant};
use crate::model::unexpected::{Unexpected, suggestion};

/// The words that begin a rule, besides the variants.
const WORDS: [&str; 4] = ["even", "odd", "killer", "regions"];
/// Other words for the same rules.
const ALIASES: [(&str, &str); 4] =
    [("diagonal", "x"), ("hyper", "windoku"), ("disjointgroups", "disjoint"), ("cage", "killer")];

/// The reason why a text is not a rule. Columns are counted from 1, in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleTextError {
    /// The name of the rule or variant is unknown.
    #[error("unknown rule `{found}`{}", suggestion(*nearest))]
    Unknown {
        /// The name.
        found: String,
        /// The known name nearest to it, if one is near.
        nearest: Option<&'static str>,
    },
    /// Something else was expected at this place.
    #[error("column {column}: {unexpected}")]
    Unexpected {
        /// The column, or that of the end of the text.
        column: usize,
        /// What is expected, and what was found.
        unexpected: Unexpected,
    },
}

/// A [`RuleTextError`] in a text of several lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct RuleLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error in it.
    pub error: RuleTextError,
}

/// Returns a word in lower case, without the characters that join its parts.
fn plain(word: &str) -> String {
    word.chars().filter(|letter| !matches!(letter, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// Returns the name for a word, if there is one.
fn known(word: &str) -> Option<&'static str> {
    let word = plain(word);
    let alias = ALIASES.into_iter().find(|&(alias, _)| alias == word).map(|(_, name)| name);
    let mut names = Variant::ALL.map(Variant::name).into_iter().chain(WORDS);
    alias.or_else(|| names.find(|name| plain(name) == word))
}

fn unknown(word: &str) -> RuleTextError {
    let wanted = plain(word);
    let spellings = Variant::ALL.map(Variant::name).into_iter().chain(WORDS).map(|name| (name, name));
    let near =
        spellings.chain(ALIASES).map(|(spelling, name)| (levenshtein(&plain(spelling), &wanted), name));
    // A third of the letters may be wrong, at least one.
    let most = (wanted.chars().count() / 3).max(1);
    let nearest = near.filter(|&(distance, _)| distance <= most).min_by_key(|&(distance, _)| distance);
    RuleTextError::Unknown { found: word.to_owned(), nearest: nearest.map(|(_, name)| name) }
}

impl FromStr for Variant {
    type Err = RuleTextError;

    fn from_str(word: &str) -> Result<Variant, RuleTextError> {
        let name = known(word.trim());
        let variant = Variant::ALL.into_iter().find(|variant| Some(variant.name()) == name);
        variant.ok_or_else(|| unknown(word.trim()))
    }
}

/// A word with the column at which it begins.
type Word = (usize, String);

/// Returns the words of a line, separated by spaces and commas.
fn words(line: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_inside = false;
    for (column, character) in (1..).zip(line.chars()) {
        if character == '#' && words.first().is_none_or(|(_, word)| known(word) != Some("regions")) {
            break;
        }
        if character.is_whitespace() || character == ',' {
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

impl FromStr for Rule {
    type Err = RuleTextError;

    /// Reads one rule.
    ///
    /// # Errors
    /// The first part of the text that does not follow the grammar.
    fn from_str(line: &str) -> Result<Rule, RuleTextError> {
        let words = words(line);
        let ((_, name), rest) = first(&words, line, "a rule such as `killer 15 r1c1 r1c2`")?;
        match known(name) {
            Some("even") => Ok(Rule::Cells { kind: CellsKind::Even, cells: cells(rest, line)? }),
            Some("odd") => Ok(Rule::Cells { kind: CellsKind::Odd, cells: cells(rest, line)? }),
            Some("killer") => {
                let (sum, rest) = first(rest, line, "a sum and cells")?;
                Ok(Rule::Killer { sum: read(sum, "a sum")?, cells: cells(rest, line)? })
            }
            Some("regions") => {
                first(rest, line, "a character for each cell")?;
                let text: String = rest.iter().map(|(_, word)| word.as_str()).collect();
                Ok(Rule::Regions(Regions::of_text(&text)))
            }
            _ => {
                let variant = name.parse()?;
                let Some((column, found)) = rest.first() else { return Ok(Rule::Variant(variant)) };
                let unexpected = Unexpected::text(format!("nothing after `{variant}`"), found);
                Err(RuleTextError::Unexpected { column: *column, unexpected })
            }
        }
    }
}

impl Rule {
    /// Reads the rules of a text, one a line, each with the number of its line, counted from 1.
    ///
    /// # Errors
    /// The first line that is not a rule.
    pub fn read_lines(text: &str) -> Result<Vec<(usize, Rule)>, RuleLineError> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !words(line).is_empty());
        let rule = |(line, text): (usize, &str)| match text.parse() {
            Ok(rule) => Ok((line, rule)),
            Err(error) => Err(RuleLineError { line, error }),
        };
        lines.map(rule).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Rule>().unwrap_err().to_string()
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
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(error("antiknigt"), "unknown rule `antiknigt`; did you mean `anti-knight`?");
        assert_eq!(error("diagnal"), "unknown rule `diagnal`; did you mean `x`?");
        assert_eq!(error("kiler 3 r1c1"), "unknown rule `kiler`; did you mean `killer`?");
        assert_eq!(error("thermo r1c1"), "unknown rule `thermo`");
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
        assert_eq!(error("x y"), "column 3: expected nothing after `x`, found `y`");
        let error = Rule::read_lines("x\n\n# note\nwindow\n").unwrap_err();
        assert_eq!(error.to_string(), "line 4: unknown rule `window`; did you mean `windoku`?");
        assert_eq!(Rule::read_lines("x # one\n\nodd r1c1\n").unwrap().len(), 2);
    }
}
