//! Rules of variants from text: the grammar of [`rules`](super::rules), with places for what is wrong.

use std::str::FromStr;

use super::rules::{Regions, Rule, Variant};
use super::{Cell, CellError};

/// The words that begin a rule, beside the variants.
const WORDS: [&str; 4] = ["even", "odd", "killer", "regions"];
/// Other words for the same.
const ALIASES: [(&str, &str); 4] =
    [("diagonal", "x"), ("hyper", "windoku"), ("disjointgroups", "disjoint"), ("cage", "killer")];

/// Why a text is no rule. Columns are counted from 1, in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleTextError {
    /// The rule or variant has a name that none has.
    #[error("unknown rule `{found}`{}", hint(*nearest))]
    Unknown {
        /// The name.
        found: String,
        /// The name that is nearest to it, where one is near.
        nearest: Option<&'static str>,
    },
    /// There is no rule.
    #[error("a rule such as `killer 15 r1c1 r1c2` expected, nothing found")]
    Empty,
    /// A cell was expected.
    #[error("column {column}: {error}")]
    Cell {
        /// Where it stands.
        column: usize,
        /// What was found.
        error: CellError,
    },
    /// A sum was expected.
    #[error("column {column}: a sum expected, `{found}` found")]
    Sum {
        /// Where it stands, or where the text ends.
        column: usize,
        /// What was found.
        found: String,
    },
    /// The rule needs cells, or regions.
    #[error("`{word}` without {expected}")]
    Short {
        /// The word that begins the rule.
        word: &'static str,
        /// What was expected after it.
        expected: &'static str,
    },
    /// Something stands after a rule that is one word.
    #[error("column {column}: nothing expected after `{variant}`, `{found}` found")]
    Long {
        /// The rule.
        variant: Variant,
        /// Where it stands.
        column: usize,
        /// What was found.
        found: String,
    },
}

/// A [`RuleTextError`] in a text of several lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct RuleLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: RuleTextError,
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; is `{name}` meant?"))
}

/// A word in small letters, without what joins its parts.
fn plain(word: &str) -> String {
    word.chars().filter(|letter| !matches!(letter, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// The name that a word means, or none.
fn known(word: &str) -> Option<&'static str> {
    let word = plain(word);
    let alias = ALIASES.into_iter().find(|&(alias, _)| alias == word).map(|(_, name)| name);
    let mut names = Variant::ALL.map(Variant::name).into_iter().chain(WORDS);
    alias.or_else(|| names.find(|name| plain(name) == word))
}

fn unknown(word: &str) -> RuleTextError {
    let wanted = plain(word);
    let spellings = Variant::ALL.map(Variant::name).into_iter().chain(WORDS).map(|name| (name, name));
    let near = spellings.chain(ALIASES).map(|(spelling, name)| (distance(&plain(spelling), &wanted), name));
    // A third of the letters may be wrong, at least one.
    let most = (wanted.chars().count() / 3).max(1);
    let nearest = near.filter(|&(distance, _)| distance <= most).min_by_key(|&(distance, _)| distance);
    RuleTextError::Unknown { found: word.to_owned(), nearest: nearest.map(|(_, name)| name) }
}

/// How many letters must be changed, put in or left out to make one word of the other (V. Levenshtein, 1965).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (above, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (place, other) in other.chars().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

impl FromStr for Variant {
    type Err = RuleTextError;

    fn from_str(word: &str) -> Result<Variant, RuleTextError> {
        let name = known(word.trim());
        let variant = Variant::ALL.into_iter().find(|variant| Some(variant.name()) == name);
        variant.ok_or_else(|| unknown(word.trim()))
    }
}

/// The words of a line with the columns where they begin; spaces and commas stand between them.
fn words(line: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
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

fn cells(word: &'static str, words: &[(usize, String)]) -> Result<Vec<Cell>, RuleTextError> {
    if words.is_empty() {
        return Err(RuleTextError::Short { word, expected: "cells such as r1c1" });
    }
    let read = |(column, found): &(usize, String)| {
        found.parse().map_err(|error| RuleTextError::Cell { column: *column, error })
    };
    words.iter().map(read).collect()
}

impl FromStr for Rule {
    type Err = RuleTextError;

    /// Reads one rule.
    ///
    /// # Errors
    /// What the text has that the grammar does not.
    fn from_str(line: &str) -> Result<Rule, RuleTextError> {
        let words = words(line);
        let Some(((_, first), rest)) = words.split_first() else { return Err(RuleTextError::Empty) };
        match known(first) {
            Some("even") => Ok(Rule::Even(cells("even", rest)?)),
            Some("odd") => Ok(Rule::Odd(cells("odd", rest)?)),
            Some("killer") => {
                let Some(((column, found), rest)) = rest.split_first() else {
                    return Err(RuleTextError::Short { word: "killer", expected: "a sum and cells" });
                };
                let sum = found
                    .parse()
                    .map_err(|_| RuleTextError::Sum { column: *column, found: found.clone() })?;
                Ok(Rule::Killer { sum, cells: cells("killer", rest)? })
            }
            Some("regions") if rest.is_empty() => {
                Err(RuleTextError::Short { word: "regions", expected: "a character for each cell" })
            }
            Some("regions") => Ok(Rule::Regions(Regions::of_text(
                &rest.iter().map(|(_, word)| word.as_str()).collect::<String>(),
            ))),
            _ => {
                let variant = first.parse()?;
                match rest.first() {
                    None => Ok(Rule::Variant(variant)),
                    Some((column, found)) => {
                        Err(RuleTextError::Long { variant, column: *column, found: found.clone() })
                    }
                }
            }
        }
    }
}

impl Rule {
    /// The rules of a text, one a line. Each comes with the number of its line, counted from 1.
    ///
    /// # Errors
    /// The first line that is no rule.
    pub fn read_lines(text: &str) -> Result<Vec<(usize, Rule)>, RuleLineError> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !words(line).is_empty());
        lines
            .map(|(line, text)| match text.parse() {
                Ok(rule) => Ok((line, rule)),
                Err(error) => Err(RuleLineError { line, error }),
            })
            .collect()
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
        assert_eq!(error("antiknigt"), "unknown rule `antiknigt`; is `anti-knight` meant?");
        assert_eq!(error("diagnal"), "unknown rule `diagnal`; is `x` meant?");
        assert_eq!(error("kiler 3 r1c1"), "unknown rule `kiler`; is `killer` meant?");
        assert_eq!(error("thermo r1c1"), "unknown rule `thermo`");
        assert_eq!(error("  # nothing"), "a rule such as `killer 15 r1c1 r1c2` expected, nothing found");
        assert_eq!(error("killer r1c1 r1c2"), "column 8: a sum expected, `r1c1` found");
        assert_eq!(error("killer"), "`killer` without a sum and cells");
        assert_eq!(error("killer 4"), "`killer` without cells such as r1c1");
        assert_eq!(error("regions"), "`regions` without a character for each cell");
        assert_eq!(error("even r1c1 r0c1"), "column 11: a cell such as r1c1 expected, `r0c1` found");
        assert_eq!(error("odd r1c1 1"), "column 10: a cell such as r1c1 expected, `1` found");
        assert_eq!(error("x y"), "column 3: nothing expected after `x`, `y` found");
        let error = Rule::read_lines("x\n\n# note\nwindow\n").unwrap_err();
        assert_eq!(error.to_string(), "line 4: unknown rule `window`; is `windoku` meant?");
        assert_eq!(Rule::read_lines("x # one\n\nodd r1c1\n").unwrap().len(), 2);
    }
}
