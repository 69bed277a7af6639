//! Rules for the cells of a cage together, with a number in its corner.

use std::fmt;

use super::error::{RuleError, refuse};
use super::relations::Relations;
use super::row::{Words, kinds};
use crate::model::geometry::Cell;

/// A row of this family. In its sentence, `{cells}` and `{value}` stand for those of a rule.
#[derive(Debug)]
pub(crate) struct NumberedCage {
    pub(crate) words: Words,
    pub(crate) sentence: &'static str,
    /// Adds what it requires of two cells or more, with its number.
    relation: fn(&mut Relations<'_>, &[Cell], u32) -> Result<(), RuleError>,
    /// The label, in which `{value}` stands for the number.
    pub(crate) label: &'static str,
    /// True if its digits differ.
    pub(crate) is_different: bool,
    /// The numbers of cells of cages that are drawn at random.
    pub(crate) lengths: [usize; 2],
}

kinds! {
    /// A rule for the cells of a cage together, with a number.
    CageKind: NumberedCage {
        /// The digits differ, and no one or several of them have this sum.
        Rellik = NumberedCage {
            words: Words::new(
                "rellik", "Rellik cages",
                "the digits of a cage differ, and no digit and no group of them has the sum in its corner",
            ).elsewhere("", "RellikCage"),
            sentence: "the digits of {cells} differ, and no digit and no group of them has the sum {value}",
            relation: |relations, cells, sum| {
                if sum == 0 {
                    return refuse("a sum of 1 or more", sum);
                }
                relations.differ(cells);
                // The digits so far: no more need be known of their order.
                let step = |&set: &u32, _: usize, digit: u8| {
                    let is_new = set >> digit & 1 == 0;
                    let rest = sum.checked_sub(u32::from(digit));
                    (is_new && rest.is_none_or(|rest| !has_subset(set, rest))).then_some(set | 1 << digit)
                };
                relations.read(cells, 0_u32, step, |_| true)
            },
            label: "≠{value}",
            is_different: true,
            lengths: [3, 4],
        };
        /// The digits differ, and those between the least and the greatest one, in the order of the cells, have this sum.
        Lunchbox = NumberedCage {
            words: Words::new(
                "lunchbox", "Lunchboxes",
                "the digits of a lunchbox differ, and those between the least and the greatest have the sum beside it",
            ).elsewhere("", "Lunchbox"),
            sentence: "the digits of {cells} differ, and those between the least and the greatest have the sum {value}",
            relation: |relations, cells, sum| {
                relations.differ(cells);
                between_different(relations, cells, sum)
            },
            label: "[{value}]",
            is_different: true,
            lengths: [3, 5],
        };
        /// The digits have this product.
        Product = NumberedCage {
            words: Words::new("product-cage", "Product cages", "the digits of a cage have the product in its corner"),
            sentence: "the product of {cells} is {value}",
            relation: |relations, cells, wanted| {
                let step = |&product: &u32, _: usize, digit: u8| {
                    let product = product.saturating_mul(u32::from(digit));
                    let divides = wanted == 0 || product > 0 && wanted.is_multiple_of(product);
                    // Of a product of 0, only that matters.
                    let product = if wanted == 0 { product.min(1) } else { product };
                    divides.then_some(product)
                };
                relations.read(cells, 1_u32, step, |&product| product == wanted)
            },
            label: "{value}×",
            is_different: false,
            lengths: [2, 4],
        };
        /// The greatest digit less all others is this number.
        Difference = NumberedCage {
            words: Words::new(
                "difference-cage", "Difference cages",
                "the greatest digit of a cage minus all others is the number in its corner",
            ),
            sentence: "the greatest digit of {cells} minus all others is {value}",
            relation: |relations, cells, difference| {
                let step = |&(greatest, sum): &(u8, u32), _: usize, digit: u8| {
                    Some((greatest.max(digit), sum + u32::from(digit)))
                };
                relations.read(cells, (0_u8, 0_u32), step, |&(greatest, sum)| {
                    2 * u32::from(greatest) == sum.saturating_add(difference)
                })
            },
            label: "{value}−",
            is_different: false,
            lengths: [2, 2],
        };
        /// The greatest digit divided by all others is this number.
        Quotient = NumberedCage {
            words: Words::new(
                "quotient-cage", "Quotient cages",
                "the greatest digit of a cage divided by all others is the number in its corner",
            ),
            sentence: "the greatest digit of {cells} divided by all others is {value}",
            relation: |relations, cells, quotient| {
                if quotient == 0 {
                    return refuse("a quotient of 1 or more", quotient);
                }
                let most = u32::from(relations.values.greatest()).pow(2);
                let step = |&(greatest, product): &(u8, u32), _: usize, digit: u8| {
                    let product = product * u32::from(digit);
                    // The product of all is the greatest, times the others.
                    (1..=most).contains(&product).then_some((greatest.max(digit), product))
                };
                relations.read(cells, (0_u8, 1_u32), step, |&(greatest, product)| {
                    u32::from(greatest).pow(2) == product.saturating_mul(quotient)
                })
            },
            label: "{value}÷",
            is_different: false,
            lengths: [2, 2],
        };
    }
}

impl CageKind {
    pub(super) fn add(
        self,
        relations: &mut Relations<'_>,
        cells: &[Cell],
        value: u32,
    ) -> Result<(), RuleError> {
        let row = self.row();
        if cells.len() < 2 {
            return refuse("a cage of two cells or more", cells.len());
        }
        let most = relations.values.count();
        if row.is_different && cells.len() > most {
            return refuse(format!("a cage of at most {most} cells"), cells.len());
        }
        if let Some(place) = (1..cells.len()).find(|&place| cells[..place].contains(&cells[place])) {
            return refuse("each cell of a rule once", format!("{} twice", cells[place]));
        }
        (row.relation)(relations, cells, value)
    }

    /// Returns the label of a cage with this number.
    pub(crate) fn label(self, value: u32) -> String {
        self.row().label.replace("{value}", &value.to_string())
    }
}

impl fmt::Display for CageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns true if some digits of a set, or none, have this sum.
fn has_subset(set: u32, sum: u32) -> bool {
    let mut sums = vec![sum];
    for digit in (0..u32::BITS).filter(|&digit| set >> digit & 1 == 1) {
        let less: Vec<u32> = sums.iter().filter_map(|&sum| sum.checked_sub(digit)).collect();
        sums.extend(less);
        sums.sort_unstable();
        sums.dedup();
    }
    sums.first() == Some(&0)
}

/// What is known of the digits up to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Between {
    digits: u32,
    /// The last of the least and the greatest digit so far is the greatest one.
    is_rising: bool,
    /// The sum of the digits between them.
    sum: u32,
    /// The sum of the digits after them.
    after: u32,
}

/// The digits differ, and those between the least and the greatest one, in the order of the cells, have this sum.
fn between_different(relations: &mut Relations<'_>, cells: &[Cell], wanted: u32) -> Result<(), RuleError> {
    let start = Between { digits: 0, is_rising: false, sum: 0, after: 0 };
    let step = |&before: &Between, _: usize, digit: u8| {
        let (Between { is_rising, sum, after, .. }, digit) = (before, u32::from(digit));
        let digits = before.digits | 1 << digit;
        let (least, greatest) = (before.digits.trailing_zeros(), before.digits.checked_ilog2().unwrap_or(0));
        let is_single = before.digits.count_ones() <= 1;
        // The sum since the extreme that stays, which is the last one, or has the other one after it.
        let since =
            |is_last: bool, other: u32| if is_last || is_single { after } else { sum + other + after };
        let next = if before.digits == 0 {
            Between { digits, ..start }
        } else if digit < least {
            Between { digits, is_rising: false, sum: since(is_rising, least), after: 0 }
        } else if digit > greatest {
            Between { digits, is_rising: true, sum: since(!is_rising, greatest), after: 0 }
        } else {
            Between { digits, after: after + digit, ..before }
        };
        (digits != before.digits).then_some(next)
    };
    if relations.try_read(cells, start, step, |end| end.sum == wanted) {
        return Ok(());
    }
    between_extremes(relations, cells, wanted)
}

/// The digits between the least and the greatest one, in the order of the cells, have this sum. If there are several of
/// either, the first one counts.
pub(super) fn between_extremes(
    relations: &mut Relations<'_>,
    cells: &[Cell],
    sum: u32,
) -> Result<(), RuleError> {
    // The cells are read twice: which digits are the least and the greatest is known after the first time.
    let count = cells.len();
    let start = (u8::MAX, 0_u8, 0_u8, sum);
    let step = |&(least, greatest, passed, left): &(u8, u8, u8, u32), place: usize, digit: u8| {
        if place < count {
            return Some((least.min(digit), greatest.max(digit), 0, sum));
        }
        match (digit == least || digit == greatest, passed) {
            (true, _) => (passed < 1 || left == 0).then_some((least, greatest, (passed + 1).min(2), left)),
            (false, 1) => Some((least, greatest, 1, left.checked_sub(u32::from(digit))?)),
            (false, _) => Some((least, greatest, passed, left)),
        }
    };
    relations.read(&cells.repeat(2), start, step, |&(_, _, passed, left)| passed == 2 && left == 0)
}
