//! Rules whose text is read again for each board: what cells it names depends on the side.

use std::fmt;
use std::str::FromStr;

use super::Rule;
use super::error::{RuleLineError, RuleTextError};
use super::text::is_blank;

/// A side on which a row or column of two digits is none of the board.
const SMALL: usize = 9;

/// A rule as it was written. `killer 3 r1c12` is a cage of r1c1 and r1c2 on a board of side 9, and of r1c12 on one of side 12.
///
/// ```
/// use sudoku_cover::RuleLine;
///
/// let line: RuleLine = "white r1c12".parse()?;
/// assert_eq!(line.on(9)?.to_string(), "white r1c1 r1c2");
/// assert!(line.on(12).is_err());
/// # Ok::<(), sudoku_cover::RuleTextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    text: String,
    rule: Rule,
}

impl RuleLine {
    /// Reads the rules of a text, one a line, each with the number of its line, counted from 1.
    ///
    /// # Errors
    /// The first line that is not a rule on any board.
    pub fn read_all(text: &str) -> Result<Vec<(usize, RuleLine)>, RuleLineError> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_blank(line));
        let read = |(line, text): (usize, &str)| match text.parse() {
            Ok(rule) => Ok((line, rule)),
            Err(error) => Err(RuleLineError { line, error }),
        };
        lines.map(read).collect()
    }

    /// Returns the rule as it is read where the side is not known.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the rule on a board of this side.
    ///
    /// # Errors
    /// The first part of the text that is not that of a rule of such a board.
    pub fn on(&self, side: usize) -> Result<Rule, RuleTextError> {
        Rule::of_board(&self.text, Some(side))
    }
}

impl Rule {
    /// Reads the rules of a text, one a line, each with the number of its line, counted from 1.
    ///
    /// # Errors
    /// The first line that is not a rule.
    pub fn read_lines(text: &str) -> Result<Vec<(usize, Rule)>, RuleLineError> {
        let lines = RuleLine::read_all(text)?;
        Ok(lines.into_iter().map(|(number, line)| (number, line.rule().clone())).collect())
    }
}

impl FromStr for RuleLine {
    type Err = RuleTextError;

    fn from_str(text: &str) -> Result<RuleLine, RuleTextError> {
        // Two cells in a word may be too few where they are one.
        let rule = Rule::of_board(text, None)
            .or_else(|error| Rule::of_board(text, Some(SMALL)).map_err(|_| error))?;
        Ok(RuleLine { text: text.to_owned(), rule })
    }
}

impl From<Rule> for RuleLine {
    fn from(rule: Rule) -> RuleLine {
        RuleLine { text: rule.to_string(), rule }
    }
}

impl fmt::Display for RuleLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
