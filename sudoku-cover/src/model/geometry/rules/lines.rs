//! Rules for the cells of a line, in their order.

use std::fmt;

use super::error::{RuleError, refuse};
use super::relations::Relations;
use super::row::{Needs, Words, kinds};
use crate::model::geometry::{Cell, Digit, Global, House};

/// A row of this family. In its sentence, `{cells}` and `{number}` stand for those of a rule.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) words: Words,
    pub(crate) sentence: &'static str,
    /// Adds what it requires of two cells or more, with its number.
    pub(super) relation: fn(&mut Relations<'_>, &[Cell], u8) -> Result<(), RuleError>,
    pub(crate) look: Look,
    pub(crate) growth: Growth,
    /// The number for boards of this side, if it has one.
    pub(crate) number: fn(u8) -> u8,
    /// True if a cell that is on the line twice has the same meaning in the Interactive Sudoku Solver. On other lines,
    /// that program requires of the cell to differ from itself.
    pub(crate) may_repeat_in_iss: bool,
    /// The least number there, and whether it may be missing.
    pub(crate) least_in_iss: u8,
    pub(crate) may_lack_number_in_iss: bool,
}

/// How a line is drawn.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) width: f64,
    /// The dashes of its rim, of which none is a closed rim.
    pub(crate) dashes: &'static str,
    pub(crate) end: End,
    /// Its color in the light and in the dark theme.
    pub(crate) colors: [&'static str; 2],
}

/// What is at the ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Plain,
    /// A bulb at the first cell.
    Bulb,
    HollowBulb,
    Circles,
    ThinCircles,
    Diamonds,
}

/// How a line is found on a full grid, cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// Every beginning of a line is such a line too.
    Each,
    /// A beginning may become a line by one more cell.
    Next,
    /// A beginning is that of a line of the greatest length.
    Longest,
    /// Any cells may begin a line.
    Any,
    /// From the center, by a cell at either end.
    Center,
}

const GRAY: [&str; 2] = ["#c6c6c6", "#484c52"];

impl Line {
    /// The fields that a row may leave out.
    const USUAL: Line = Line {
        words: Words::NONE,
        sentence: "",
        relation: |_, _, _| Ok(()),
        look: Look { width: 10.0, dashes: "", end: End::Plain, colors: GRAY },
        growth: Growth::Any,
        number: |_| 0,
        may_repeat_in_iss: false,
        least_in_iss: 0,
        may_lack_number_in_iss: false,
    };
}

kinds! {
    /// A rule for the cells of a line, in their order.
    numbered LineKind: Line {
        /// Digits increase from the bulb, the first cell.
        Thermo = Line {
            words: Words::new("thermo", "Thermometers", "digits increase from the bulb of a thermometer")
                .drawn_as(&["thermo", "thermometer"]).elsewhere("thermometer", "Thermo"),
            sentence: "digits increase along the thermometer {cells}",
            relation: |relations, cells, _| {
                let most = relations.values.count();
                if cells.len() > most {
                    return refuse(format!("a thermometer of at most {most} cells"), cells.len());
                }
                relations.neighbors(cells, |one, other| one < other)
            },
            look: Look { width: 12.0, dashes: "", end: End::Bulb, colors: GRAY },
            growth: Growth::Each,
            ..Line::USUAL
        };
        /// Digits do not decrease from the bulb, the first cell.
        SlowThermo = Line {
            words: Words::new(
                "slow-thermo", "Slow thermometers",
                "digits do not decrease from the bulb of a thermometer",
            ).elsewhere("slowthermometer", ""),
            sentence: "digits do not decrease along the slow thermometer {cells}",
            relation: |relations, cells, _| relations.neighbors(cells, |one, other| one <= other),
            look: Look { width: 12.0, dashes: "", end: End::HollowBulb, colors: GRAY },
            growth: Growth::Each,
            ..Line::USUAL
        };
        /// Digits next to each other differ by this number at least: 5 for a German whisper, 4 for a Dutch one.
        Whisper(5) = Line {
            words: Words::new("whisper", "Whispers", "neighbors on a line differ by half of the side or more")
                .elsewhere("whispers", "Whisper"),
            sentence: "neighbors on the line {cells} differ by at least {number}",
            relation: |relations, cells, difference| {
                relations.neighbors(cells, |one, other| one.abs_diff(other) >= difference)
            },
            look: Look { width: 11.0, dashes: "", end: End::Plain, colors: ["#86dc86", "#1b5829"] },
            growth: Growth::Each,
            number: |side| side.div_ceil(2),
            may_repeat_in_iss: true,
            may_lack_number_in_iss: true,
            ..Line::USUAL
        };
        /// The digits are different and consecutive, in any order.
        Renban = Line {
            words: Words::new("renban", "Renban", "a line has different digits without a gap, in any order")
                .elsewhere("renban", "Renban"),
            sentence: "the line {cells} has different digits without a gap",
            relation: |relations, cells, _| consecutive(relations, cells),
            look: Look { width: 11.0, dashes: "2 3", end: End::Plain, colors: ["#f2aef0", "#75296f"] },
            growth: Growth::Longest,
            ..Line::USUAL
        };
        /// The line reads the same in both directions.
        Palindrome = Line {
            words: Words::new("palindrome", "Palindromes", "a line reads the same from both ends")
                .elsewhere("palindrome", "Palindrome"),
            sentence: "the line {cells} reads the same from both ends",
            relation: |relations, cells, _| {
                let mut mirrored = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
                mirrored.try_for_each(|(&one, &other)| {
                    if one == other { Ok(()) } else { relations.pair([one, other], |one, other| one == other) }
                })
            },
            look: Look { width: 9.0, dashes: "12 5", end: End::Plain, colors: GRAY },
            growth: Growth::Center,
            may_repeat_in_iss: true,
            ..Line::USUAL
        };
        /// Two cells at the same distance from the center have the same sum as any other two: the digit in the
        /// center, if there is one.
        Zipper = Line {
            words: Words::new(
                "zipper", "Zippers",
                "cells at the same distance from the center of a line have the same sum",
            ).elsewhere("zipperline", "Zipper"),
            sentence: "cells at the same distance from the center of the line {cells} have the same sum",
            relation: |relations, cells, _| sums_from_center(relations, cells),
            look: Look { width: 9.0, dashes: "1.5 6", end: End::Plain, colors: ["#d2c4f5", "#4b4180"] },
            growth: Growth::Center,
            may_repeat_in_iss: true,
            ..Line::USUAL
        };
        /// The digits of each part that lies in one box or region have the same sum. On a board without boxes and regions,
        /// the rule requires nothing.
        RegionSum = Line {
            words: Words::new("region-sum", "Region sums", "the parts of a line in each box have the same sum")
                .elsewhere("regionsumline", "RegionSumLine").needs(Needs::Boxes),
            sentence: "the parts of the line {cells} in each box have the same sum",
            relation: |relations, cells, _| sums_of_parts(relations, cells),
            look: Look { width: 9.0, dashes: "20 4 2 4", end: End::Plain, colors: ["#a3cdf8", "#1d4c80"] },
            may_repeat_in_iss: true,
            ..Line::USUAL
        };
        /// The other digits are between those of the ends.
        Between = Line {
            words: Words::new("between", "Between lines", "the digits on a line are between those of its ends")
                .elsewhere("betweenline", "Between"),
            sentence: "the digits on the line {cells} are between those of its ends",
            relation: |relations, cells, _| {
                ends(relations, cells, 0, |digit, low, high| low < digit && digit < high)
            },
            look: Look { width: 8.0, dashes: "", end: End::Circles, colors: GRAY },
            ..Line::USUAL
        };
        /// The ends differ by this number at least, and no other digit is between them or equal to one.
        Lockout(4) = Line {
            words: Words::new("lockout", "Lockout lines", "no digit on a line is among or between those of its ends")
                .elsewhere("lockout", "Lockout"),
            sentence: "the ends of the line {cells} differ by at least {number}, and no other digit on it is among or \
                between them",
            relation: |relations, cells, difference| {
                ends(relations, cells, difference, |digit, low, high| digit < low || high < digit)
            },
            look: Look { width: 8.0, dashes: "", end: End::Diamonds, colors: ["#dfb9f0", "#5f2f78"] },
            number: |side| side / 2,
            least_in_iss: 1,
            ..Line::USUAL
        };
        /// Any three cells in a row hold a low, a middle and a high digit.
        Entropic = Line {
            words: Words::new(
                "entropic", "Entropic lines",
                "three neighbors on a line have a low, a middle and a high digit",
            ).elsewhere("entropicline", "Entropic").needs(Needs::Thirds),
            sentence: "three neighbors on the line {cells} have a low, a middle and a high digit",
            relation: |relations, cells, _| {
                let third = relations.third()?;
                groups(relations, cells, 3, third)
            },
            look: Look { width: 10.0, dashes: "7 3", end: End::Plain, colors: ["#f8bd7c", "#6c430f"] },
            growth: Growth::Each,
            ..Line::USUAL
        };
        /// Any cells in a row, as many as this number, hold digits with different remainders of division by it.
        Modular(3) = Line {
            words: Words::new(
                "modular", "Modular lines",
                "three neighbors on a line have different remainders of division by 3",
            ).elsewhere("modularline", "Modular"),
            sentence: "{number} neighbors on the line {cells} have different remainders of division by {number}",
            relation: |relations, cells, modulus| {
                if modulus < 2 {
                    return refuse("a number of 2 or more", modulus);
                }
                groups(relations, cells, usize::from(modulus), |digit| digit % modulus)
            },
            look: Look { width: 10.0, dashes: "9 3 2 3", end: End::Plain, colors: ["#84d6cd", "#0b5650"] },
            growth: Growth::Each,
            number: |_| 3,
            ..Line::USUAL
        };
        /// Each digit differs from the one before it by the same number, upwards or downwards.
        Sequence = Line {
            words: Words::new("sequence", "Sequences", "the digits along a line form an arithmetic sequence"),
            sentence: "the digits along the line {cells} form an arithmetic sequence",
            relation: |relations, cells, _| {
                // The last digit, and the difference once two are known.
                let step = |&(last, rise): &(Option<u8>, Option<i8>), _: usize, digit: u8| {
                    let found = last.map(|last| digit.cast_signed() - last.cast_signed());
                    let fits = rise.is_none() || rise == found;
                    fits.then_some((Some(digit), found))
                };
                relations.read(cells, (None, None), step, |_| true)
            },
            look: Look { width: 9.0, dashes: "3 1.5", end: End::Plain, colors: ["#e3c9a8", "#5b452a"] },
            growth: Growth::Each,
            ..Line::USUAL
        };
        /// Each digit differs from the one before it by the same number, whether upwards or downwards.
        SameDifference = Line {
            words: Words::new("same-difference", "Same differences", "neighbors on a line differ by the same number"),
            sentence: "neighbors on the line {cells} all differ by the same number",
            relation: |relations, cells, _| {
                // The last digit, and the difference once two are known.
                let step = |&(last, difference): &(Option<u8>, Option<u8>), _: usize, digit: u8| {
                    let found = last.map(|last| digit.abs_diff(last));
                    let fits = difference.is_none() || difference == found;
                    fits.then_some((Some(digit), found))
                };
                relations.read(cells, (None, None), step, |_| true)
            },
            look: Look { width: 9.0, dashes: "10 2 2 2 2 2", end: End::Plain, colors: ["#ecbeb4", "#64281d"] },
            growth: Growth::Each,
            ..Line::USUAL
        };
        /// Any two digits of the line differ by 2 or more.
        Nabner = Line {
            words: Words::new("nabner", "Nabner lines", "no two digits of a line are equal or consecutive")
                .needs(Needs::Side(5)),
            sentence: "no two digits of the line {cells} are equal or consecutive",
            relation: |relations, cells, _| {
                let pairs = (0..cells.len()).flat_map(|first| (first + 1..cells.len()).map(move |other| (first, other)));
                pairs.into_iter().try_for_each(|(first, other)| {
                    relations.pair([cells[first], cells[other]], |one, other| one.abs_diff(other) > 1)
                })
            },
            look: Look { width: 10.0, dashes: "4 2 1 2", end: End::Plain, colors: ["#f0e08c", "#4d450e"] },
            growth: Growth::Each,
            ..Line::USUAL
        };
        /// The line consists of parts of which each has this sum.
        SumLine(10) = Line {
            words: Words::new("sum-line", "Sum lines", "a line consists of parts that have the same sum, one above the side")
                .elsewhere("", "SumLine"),
            sentence: "the line {cells} consists of parts that each have the sum {number}",
            relation: |relations, cells, sum| {
                if sum == 0 {
                    return refuse("a sum of 1 or more", sum);
                }
                if LineKind::SumLine(sum).is_loop(cells) {
                    return parts_of_loop(relations, &cells[1..], sum);
                }
                let step = |&part: &u8, _: usize, digit: u8| match part.saturating_add(digit) {
                    part if part == sum => Some(0),
                    part => (part < sum).then_some(part),
                };
                relations.read(cells, 0, step, |&part| part == 0)
            },
            look: Look { width: 9.0, dashes: "16 3", end: End::Plain, colors: ["#b9dca0", "#2f4a1b"] },
            number: |side| side + 1,
            may_repeat_in_iss: true,
            least_in_iss: 1,
            ..Line::USUAL
        };
        /// The line consists of as many parts of equal length as this number, and each has the same digits, as often.
        SameValues(2) = Line {
            words: Words::new("same-values", "Same values", "the halves of a line have the same digits in any order")
                .elsewhere("", "SameValues"),
            sentence: "the line {cells} consists of {number} parts of equal length that have the same digits equally often",
            relation: |relations, cells, parts| {
                let parts = usize::from(parts);
                if parts == 0 || !cells.len().is_multiple_of(parts) {
                    return refuse(format!("a line that {parts} divides"), cells.len());
                }
                let length = cells.len() / parts;
                let mut pairs = cells.chunks(length).zip(cells.chunks(length).skip(1));
                pairs.try_for_each(|(one, other)| {
                    let step = |left: &Vec<u8>, place: usize, digit: u8| {
                        let mut left = left.clone();
                        let at = left.partition_point(|&known| known < digit);
                        if place < length {
                            left.insert(at, digit);
                        } else if left.get(at) == Some(&digit) {
                            left.remove(at);
                        } else {
                            return None;
                        }
                        Some(left)
                    };
                    let both = [one, other].concat();
                    if relations.try_read(&both, Vec::new(), step, Vec::is_empty) {
                        return Ok(());
                    }
                    // Of long parts, each digit alone.
                    relations.values.digits().map(Digit::value).try_for_each(|wanted| {
                        let step = |&times: &usize, place: usize, digit: u8| match digit == wanted {
                            false => Some(times),
                            true if place < length => Some(times + 1),
                            true => times.checked_sub(1),
                        };
                        relations.read(&both, 0, step, |&times| times == 0)
                    })
                })
            },
            look: Look { width: 9.0, dashes: "6 2", end: End::Plain, colors: ["#c9d6a0", "#3f4a1d"] },
            number: |_| 2,
            least_in_iss: 1,
            ..Line::USUAL
        };
        /// The digit of the first cell is among those after the second one, at the place that the second one says.
        ValueIndex = Line {
            words: Words::new(
                "value-index", "Value indexes",
                "the second digit of a line says how many cells later the first digit occurs again",
            ).elsewhere("", "ValueIndexing"),
            sentence: "the second digit of the line {cells} says how many cells later the first digit occurs again",
            relation: |relations, cells, _| {
                if cells.len() < 3 {
                    return refuse("a line of three cells or more", cells.len());
                }
                let last = cells.len() - 2;
                let step = |&(first, place): &(u8, u8), at: usize, digit: u8| match at {
                    0 => Some((digit, 0)),
                    1 => (1..=last).contains(&usize::from(digit)).then_some((first, digit)),
                    _ => (at != usize::from(place) + 1 || digit == first).then_some((first, place)),
                };
                relations.read(cells, (0_u8, 0_u8), step, |_| true)
            },
            look: Look { width: 4.0, dashes: "5 4", end: End::Bulb, colors: ["#c9d8ec", "#2a3d57"] },
            growth: Growth::Any,
            may_repeat_in_iss: true,
            ..Line::USUAL
        };
        /// The first cell says how many different digits the others have.
        CountDistinct = Line {
            words: Words::new(
                "count-distinct", "Numbers of different digits",
                "the first cell of a line says how many different digits the others have",
            ).elsewhere("", "CountDistinct"),
            sentence: "the first cell of the line {cells} says how many different digits the others have",
            relation: |relations, cells, _| {
                let step = |&(control, set): &(u8, u32), place: usize, digit: u8| {
                    Some(if place == 0 { (digit, 0) } else { (control, set | 1 << digit) })
                };
                relations.read(cells, (0_u8, 0_u32), step, |&(control, set)| u32::from(control) == set.count_ones())
            },
            look: Look { width: 4.0, dashes: "2 4", end: End::Bulb, colors: ["#ecd8c9", "#573d2a"] },
            growth: Growth::Any,
            ..Line::USUAL
        };
        /// The sum of the ends is that of the other digits.
        DoubleArrow = Line {
            words: Words::new(
                "double-arrow", "Double arrows",
                "the ends of a line have the sum of the digits between them",
            ).elsewhere("doublearrow", "DoubleArrow"),
            sentence: "the ends of the line {cells} have the sum of the other cells",
            relation: |relations, cells, _| {
                let last = cells.len() - 1;
                let sign = |place: usize| if place == 0 || place == last { -1 } else { 1 };
                let terms: Vec<(Cell, i64)> =
                    (0..).zip(cells).map(|(place, &cell)| (cell, sign(place))).collect();
                relations.total(&terms, 0)
            },
            look: Look { width: 3.0, dashes: "", end: End::ThinCircles, colors: ["#7a7a7a", "#9aa0aa"] },
            may_repeat_in_iss: true,
            ..Line::USUAL
        };
    }
}

/// Requires of a loop that it consists of parts of which each has this sum.
///
/// The first cell may be anywhere in its part: some sum of the cells up to the end of that part, and each that exceeds it by a
/// multiple of `sum`, must be a sum of the cells up to one. The state is the sum so far, modulo `sum`, and which of its
/// remainders were not passed over.
fn parts_of_loop(relations: &mut Relations<'_>, cells: &[Cell], sum: u8) -> Result<(), RuleError> {
    const MOST: u8 = 64;
    if sum > MOST {
        return refuse(format!("a sum of at most {MOST} on a loop"), sum);
    }
    let all = u64::MAX >> (MOST - sum);
    let step = |&(rest, open): &(u8, u64), _: usize, digit: u8| {
        let passed =
            (1..digit.min(sum + 1)).map(|by| 1_u64 << ((rest + by) % sum)).fold(0, |all, one| all | one);
        let open = open & !passed;
        (open != 0).then_some(((rest + digit % sum) % sum, open))
    };
    if !relations.try_read(cells, (0_u8, all), step, |&(rest, _)| rest == 0) {
        relations.require(Global::SumLoop { cells: cells.to_vec(), sum });
    }
    Ok(())
}

impl LineKind {
    /// Returns true if the line ends in the cell where it begins, which counts once.
    pub(crate) fn is_loop(self, cells: &[Cell]) -> bool {
        matches!(self, Self::SumLine(_)) && cells.len() > 2 && cells.first() == cells.last()
    }

    pub(super) fn add(self, relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
        if cells.len() < 2 {
            return refuse("a line of two cells or more", cells.len());
        }
        (self.row().relation)(relations, cells, self.number().unwrap_or(0))
    }
}

impl fmt::Display for LineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.number().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

pub(super) fn consecutive(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    let (values, count) = (relations.values, cells.len());
    if count > values.count() {
        return refuse(format!("a line of at most {} different digits", values.count()), count);
    }
    relations.differ(cells);
    let width = u8::try_from(count - 1).unwrap_or(u8::MAX);
    let range = |&(low, high): &(u8, u8), digit: u8| {
        let (low, high) = (low.min(digit), high.max(digit));
        (high - low <= width).then_some((low, high))
    };
    let step = |&(set, ends): &(u32, (u8, u8)), _: usize, digit: u8| {
        let ends = if set == 0 { (digit, digit) } else { ends };
        Some((set | 1 << digit, range(&ends, digit)?)).filter(|_| set >> digit & 1 == 0)
    };
    if relations.read_with_sets(cells, (0_u32, (0, 0)), step) {
        return Ok(());
    }
    // Different digits within a range of their number are consecutive.
    let start = (values.greatest(), values.least());
    relations.read(cells, start, |ends, _, digit| range(ends, digit), |_| true)
}

fn sums_from_center(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    // The cells in pairs from the center, after the center itself.
    let (half, last) = (cells.len() / 2, cells.len() - 1);
    let mut read = Vec::new();
    let has_center = cells.len() % 2 == 1;
    if has_center {
        read.push(cells[half]);
    }
    for place in (0..half).rev() {
        read.extend([cells[place], cells[last - place]]);
    }
    let step = |&(sum, begun): &(Option<u8>, u8), place: usize, digit: u8| {
        let place = if has_center { place } else { place + 1 };
        match place {
            0 => Some((Some(digit), 0)),
            _ if place % 2 == 1 => Some((sum, digit)),
            _ if sum.is_none_or(|sum| sum == begun + digit) => Some((Some(begun + digit), 0)),
            _ => None,
        }
    };
    relations.read(&read, (None, 0_u8), step, |_| true)?;
    let (center, pairs) = read.split_at(usize::from(has_center));
    let parts: Vec<Vec<Cell>> = [center]
        .into_iter()
        .chain(pairs.chunks(2))
        .filter(|part| !part.is_empty())
        .map(<[Cell]>::to_vec)
        .collect();
    note_parts(relations, &parts);
    Ok(())
}

/// Notes that parts have the same sum, unless a cell is twice in one.
fn note_parts(relations: &mut Relations<'_>, parts: &[Vec<Cell>]) {
    let is_once = |part: &Vec<Cell>| (1..part.len()).all(|place| !part[..place].contains(&part[place]));
    if parts.iter().all(is_once) {
        relations.note_equal_sums(parts);
    }
}

fn sums_of_parts(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    let boxes: Option<Vec<usize>> =
        cells.iter().map(|&cell| relations.geometry.box_of(cell).map(House::number)).collect();
    // Without boxes, the whole line is one part.
    let Some(boxes) = boxes else { return Ok(()) };
    let starts: Vec<bool> =
        (0..cells.len()).map(|place| place > 0 && boxes[place] != boxes[place - 1]).collect();
    if relations.is_trial() && !starts.contains(&true) {
        return Ok(());
    }
    // The common sum, if it is known, and that of the part being read.
    let step = |&(sum, part): &(Option<u16>, u16), place: usize, digit: u8| {
        let digit = u16::from(digit);
        let (sum, part) = match (starts[place], sum) {
            (true, None) => (Some(part), digit),
            (true, Some(sum)) => (part == sum).then_some((Some(sum), digit))?,
            (false, _) => (sum, part + digit),
        };
        sum.is_none_or(|sum| part <= sum).then_some((sum, part))
    };
    relations.read(cells, (None, 0_u16), step, |&(sum, part)| sum.is_none_or(|sum| sum == part))?;
    let parts: Vec<Vec<Cell>> = (0..cells.len())
        .collect::<Vec<_>>()
        .chunk_by(|_, &place| !starts[place])
        .map(|part| part.iter().map(|&place| cells[place]).collect())
        .collect();
    note_parts(relations, &parts);
    Ok(())
}

/// Adds the relation of a line whose ends, which differ by `least` or more, bound the digits between them.
fn ends(
    relations: &mut Relations<'_>,
    cells: &[Cell],
    least: u8,
    fits: fn(u8, u8, u8) -> bool,
) -> Result<(), RuleError> {
    let last = cells.len() - 1;
    let mut read = vec![cells[0], cells[last]];
    read.extend(&cells[1..last]);
    let step = |&(low, high): &(u8, u8), place: usize, digit: u8| match place {
        0 => Some((digit, digit)),
        1 => (low.abs_diff(digit) >= least).then_some((low.min(digit), high.max(digit))),
        _ => fits(digit, low, high).then_some((low, high)),
    };
    relations.read(&read, (0_u8, 0_u8), step, |_| true)
}

/// Any `count` cells that follow each other hold digits of different groups: cells nearer to each other than that
/// differ in their groups.
fn groups(
    relations: &mut Relations<'_>,
    cells: &[Cell],
    count: usize,
    group: impl Fn(u8) -> u8,
) -> Result<(), RuleError> {
    for first in 0..cells.len() {
        for second in first + 1..cells.len().min(first + count) {
            if cells[first] != cells[second] {
                relations.pair([cells[first], cells[second]], |one, other| group(one) != group(other))?;
            }
        }
    }
    Ok(())
}
