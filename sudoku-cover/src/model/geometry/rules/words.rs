//! The rules in sentences.

use std::fmt::Display;

use super::Rule;
use crate::model::geometry::{Cell, Digit};

impl Rule {
    /// Returns what the rule requires of its cells, as the end of a sentence about them such as `digits increase along
    /// the thermometer r1c1, r1c2`.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Rule::Variant(variant) => variant.row().words.requires.to_owned(),
            Rule::Regions(_) => "each region holds every digit".to_owned(),
            Rule::Values(values) => format!("cells hold the digits {values}"),
            Rule::Grids(grids) => format!(
                "each grid of side {} at {} has its rows, columns and boxes",
                grids.side(),
                list(grids.corners())
            ),
            Rule::Open(open) => open.sentence(),
            Rule::Killer { sum, cells } => {
                format!("the cage {} has different digits with the sum {sum}", list(cells))
            }
            Rule::Sum { sum, cells } => format!("{} is {sum}", plus(cells)),
            Rule::Cells { kind, cells } if cells.is_empty() => kind.row().words.requires.to_owned(),
            Rule::Cells { kind, cells } => filled(kind.row().sentence, &[("{cells}", &list(cells))]),
            Rule::Cage { kind, value, cells } => {
                filled(kind.row().sentence, &[("{cells}", &list(cells)), ("{value}", value)])
            }
            Rule::Line { kind, cells } => {
                let number = kind.number().unwrap_or(0);
                filled(kind.row().sentence, &[("{cells}", &list(cells)), ("{number}", &number)])
            }
            Rule::Arrow { circle, cells } => match &circle[..] {
                [circle] => format!("{} is the digit of the circle {circle}", plus(cells)),
                circle => format!("{} is the number with the digits of {}", plus(cells), list(circle)),
            },
            Rule::Pair { kind, cells: [one, other] } => {
                let number = kind.number().unwrap_or(0);
                filled(kind.row().sentence, &[("{one}", one), ("{other}", other), ("{number}", &number)])
            }
            Rule::Clone { first, second } => format!("{} has the digits of {}", list(second), list(first)),
            Rule::Quadruple { corner, digits } => {
                let digits: Vec<String> = digits.iter().map(Digit::to_string).collect();
                format!("{} has the digits {}", list(&corner.square()), digits.join(", "))
            }
            Rule::LittleKiller { sum, first, direction } => {
                format!("the diagonal {} from {first} has the sum {sum}", direction.name())
            }
            Rule::Outside { kind, side, number, value } => {
                let line = format!("{} {}", side.house(), number + 1);
                let end = format!("{line} from the {}", side.name());
                filled(kind.row().sentence, &[("{line}", &line), ("{end}", &end), ("{value}", value)])
            }
        }
    }

    /// Returns how these digits break the rule, in words, if they are all that it reads and the rule is a sum.
    pub(crate) fn wrong_sum(&self, held: &[(Cell, Digit)]) -> Option<String> {
        let digit = |cell: &Cell| {
            held.iter().find(|(other, _)| other == cell).map(|(_, digit)| u32::from(digit.value()))
        };
        let sum = |cells: &[Cell]| cells.iter().map(digit).sum::<Option<u32>>();
        let (cells, wanted, what) = match self {
            Rule::Sum { sum, cells } => (&cells[..], *sum, "the sum says"),
            Rule::Killer { sum, cells } => (&cells[..], *sum, "the cage says"),
            Rule::Arrow { circle, cells } => match circle[..] {
                [circle] => (&cells[..], digit(&circle)?, "the circle has"),
                _ => return None,
            },
            Rule::Pair { kind, cells } => {
                let (sum, what) = kind.row().sum?;
                (&cells[..], sum, what)
            }
            _ => return None,
        };
        // Digits that must differ may have the sum.
        let sum = sum(cells).filter(|&sum| sum != wanted)?;
        Some(format!("{} = {sum}, but {what} {wanted}", plus(cells)))
    }
}

/// Returns a sentence with these words in the places of their names.
fn filled(sentence: &str, words: &[(&str, &dyn Display)]) -> String {
    words.iter().fold(sentence.to_owned(), |sentence, (name, word)| sentence.replace(name, &word.to_string()))
}

fn list(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}

fn plus(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" + ")
}
