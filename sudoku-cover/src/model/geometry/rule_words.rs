//! The rules in sentences.

use super::rules::{CellsKind, LineKind, OutsideKind, PairKind, Rule, Variant};
use super::{Cell, Digit};

impl Rule {
    /// Returns what the rule requires of its cells, as the end of a sentence about them such as `digits increase along
    /// the thermometer r1c1, r1c2`.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Rule::Variant(variant) => of_board(*variant).to_owned(),
            Rule::Regions(_) => "each region holds every digit".to_owned(),
            Rule::Killer { sum, cells } => {
                format!("the cage {} has different digits with the sum {sum}", list(cells))
            }
            Rule::Sum { sum, cells } => format!("{} is {sum}", plus(cells)),
            Rule::Cells { kind, cells } => of_cells(*kind, &list(cells)),
            Rule::Line { kind, cells } => of_line(*kind, &list(cells)),
            Rule::Arrow { circle, cells } => match &circle[..] {
                [circle] => format!("{} is the digit of the circle {circle}", plus(cells)),
                circle => format!("{} is the number with the digits of {}", plus(cells), list(circle)),
            },
            Rule::Pair { kind, cells: [one, other] } => match kind {
                PairKind::Difference(number) => format!("{one} and {other} differ by {number}"),
                PairKind::Ratio(number) => format!("one of {one} and {other} is {number} times the other"),
                PairKind::X => format!("{one} + {other} is 10"),
                PairKind::V => format!("{one} + {other} is 5"),
                PairKind::Greater => format!("{one} is greater than {other}"),
            },
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
                let from = format!("{line} from the {}", side.name());
                match kind {
                    OutsideKind::Sandwich => {
                        format!(
                            "the digits between the least and the greatest of {line} have the sum {value}"
                        )
                    }
                    OutsideKind::XSum => {
                        format!(
                            "the first digits of {from}, as many as the first one says, have the sum {value}"
                        )
                    }
                    OutsideKind::Skyscraper => {
                        format!("{value} digits of {from} are greater than all before them")
                    }
                    OutsideKind::NumberedRoom => {
                        format!("the digit of {from} at the place that the first one says is {value}")
                    }
                }
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
            Rule::Pair { kind: PairKind::X, cells } => (&cells[..], 10, "the X says"),
            Rule::Pair { kind: PairKind::V, cells } => (&cells[..], 5, "the V says"),
            _ => return None,
        };
        // Digits that must differ may have the sum.
        let sum = sum(cells).filter(|&sum| sum != wanted)?;
        Some(format!("{} = {sum}, but {what} {wanted}", plus(cells)))
    }
}

impl Variant {
    /// Returns the name of the rule for people, such as `Anti-knight`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Variant::Diagonal => "Diagonals",
            Variant::FallingDiagonal => "Falling diagonal",
            Variant::RisingDiagonal => "Rising diagonal",
            Variant::Windoku => "Windoku",
            Variant::Disjoint => "Disjoint groups",
            Variant::NoBoxes => "No boxes",
            Variant::AntiKnight => "Anti-knight",
            Variant::AntiKing => "Anti-king",
            Variant::NonConsecutive => "Non-consecutive",
            Variant::StrictKropki => "All dots are given",
            Variant::StrictWhite => "All white dots are given",
            Variant::StrictBlack => "All black dots are given",
            Variant::StrictXv => "All X and V are given",
        }
    }

    /// Returns what the rule requires, as a sentence without a full stop.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        of_board(self)
    }
}

const fn of_board(variant: Variant) -> &'static str {
    match variant {
        Variant::Diagonal => "each diagonal holds every digit",
        Variant::FallingDiagonal => "the diagonal from the top left corner holds every digit",
        Variant::RisingDiagonal => "the diagonal from the bottom left corner holds every digit",
        Variant::Windoku => "each window holds every digit",
        Variant::Disjoint => "the cells at the same place in their boxes hold every digit",
        Variant::NoBoxes => "boxes may hold a digit several times",
        Variant::AntiKnight => "cells a knight's move apart have different digits",
        Variant::AntiKing => "cells a king's move apart have different digits",
        Variant::NonConsecutive => "adjacent cells do not hold consecutive digits",
        Variant::StrictKropki => {
            "adjacent cells without a dot fit neither a white dot nor a black dot of the board"
        }
        Variant::StrictWhite => "adjacent cells without a dot do not hold consecutive digits",
        Variant::StrictBlack => "adjacent cells without a dot do not fit a black dot of the board",
        Variant::StrictXv => "adjacent cells without an X or V do not come to 10 or 5",
    }
}

fn of_cells(kind: CellsKind, cells: &str) -> String {
    match kind {
        CellsKind::Even => format!("{cells} are even"),
        CellsKind::Odd => format!("{cells} are odd"),
        CellsKind::Different => format!("{cells} have different digits"),
        CellsKind::Equality => {
            format!("{cells} have different digits, as many even as odd ones, and as many low as high ones")
        }
        CellsKind::CountingCircles => {
            format!("each digit in the circles {cells} is as often in them as it says")
        }
        CellsKind::Minimum => format!("{cells} are less than the cells beside them"),
        CellsKind::Maximum => format!("{cells} are greater than the cells beside them"),
        CellsKind::RowIndexer => format!("{cells} say where in their columns the number of their row is"),
        CellsKind::ColumnIndexer => format!("{cells} say where in their rows the number of their column is"),
        CellsKind::BoxIndexer => format!("{cells} say where in their boxes the number of their place is"),
    }
}

fn of_line(kind: LineKind, cells: &str) -> String {
    match kind {
        LineKind::Thermo => format!("digits increase along the thermometer {cells}"),
        LineKind::SlowThermo => format!("digits do not decrease along the slow thermometer {cells}"),
        LineKind::Whisper { difference } => {
            format!("neighbors on the line {cells} differ by at least {difference}")
        }
        LineKind::Renban => format!("the line {cells} has different digits without a gap"),
        LineKind::Palindrome => format!("the line {cells} reads the same from both ends"),
        LineKind::Zipper => {
            format!("cells at the same distance from the center of the line {cells} have the same sum")
        }
        LineKind::RegionSum => format!("the parts of the line {cells} in each box have the same sum"),
        LineKind::Between => format!("the digits on the line {cells} are between those of its ends"),
        LineKind::Lockout { difference } => format!(
            "the ends of the line {cells} differ by at least {difference}, and no other digit on it is among or \
             between them"
        ),
        LineKind::Entropic => {
            format!("three neighbors on the line {cells} have a low, a middle and a high digit")
        }
        LineKind::Modular { modulus } => {
            format!(
                "{modulus} neighbors on the line {cells} have different remainders of division by {modulus}"
            )
        }
        LineKind::DoubleArrow => format!("the ends of the line {cells} have the sum of the other cells"),
    }
}

fn list(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ")
}

fn plus(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" + ")
}
