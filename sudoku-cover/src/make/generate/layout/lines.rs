//! Lines, arrows included: walks from one end to the other, and lines that grow from their center.

use super::drawing::{ATTEMPTS, Drawing};
use super::kind::Layout;
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{LineKind, Rule};

type MayBegin<'f> = dyn Fn(&[u8]) -> bool + 'f;
type IsWhole<'f> = dyn Fn(&[Cell], &[u8]) -> bool + 'f;

/// How a line is drawn: its least and greatest number of cells, whether its digits so far may be the
/// beginning of one, and whether they are all of one.
struct Walk<'w> {
    lengths: [usize; 2],
    may_begin: &'w MayBegin<'w>,
    is_whole: &'w IsWhole<'w>,
}

impl Drawing<'_> {
    /// Draws lines until there are enough, or none is found any more.
    pub(super) fn lines(&mut self, mut line: impl FnMut(&mut Self) -> Option<Rule>) -> Vec<Rule> {
        (0..self.count()).map_while(|_| line(self)).collect()
    }

    /// Draws a line whose cells are found one after another.
    pub(super) fn walk(&mut self, layout: Layout) -> Option<Rule> {
        let side = self.geometry.side_byte();
        let half = side.div_ceil(2);
        let third = (side / 3).max(1);
        let geometry = self.geometry;
        let ends_apart = |digits: &[u8], least: u8, is_inside: bool| {
            let (one, other) = (digits[0], digits[digits.len() - 1]);
            let (low, high) = (one.min(other), one.max(other));
            high - low >= least
                && digits[1..digits.len() - 1].iter().all(|&digit| {
                    if is_inside { low < digit && digit < high } else { digit < low || high < digit }
                })
        };
        let last_two = |digits: &[u8], fits: &dyn Fn(u8, u8) -> bool| {
            digits.len() < 2 || fits(digits[digits.len() - 2], digits[digits.len() - 1])
        };
        let groups_differ = |digits: &[u8], group: &dyn Fn(u8) -> u8| {
            let last = digits.len() - 1;
            (last.saturating_sub(2)..last).all(|place| group(digits[place]) != group(digits[last]))
        };
        let range = |digits: &[u8]| {
            let (low, high) =
                digits.iter().fold((u8::MAX, 0), |(low, high), &digit| (low.min(digit), high.max(digit)));
            usize::from(high - low)
        };
        let total = |digits: &[u8]| digits.iter().map(|&digit| u32::from(digit)).sum::<u32>();
        let always = |_: &[u8]| true;
        let whole = |_: &[Cell], _: &[u8]| true;
        let most = self.side().min(7);
        let (kind, may_begin, is_whole): (_, &MayBegin, &IsWhole) = match layout {
            Layout::Thermo => {
                (LineKind::Thermo, &|digits| last_two(digits, &|one, other| one < other), &whole)
            }
            Layout::SlowThermo => {
                (LineKind::SlowThermo, &|digits| last_two(digits, &|one, other| one <= other), &whole)
            }
            Layout::Whisper => (
                LineKind::Whisper { difference: half },
                &|digits| last_two(digits, &|one, other| one.abs_diff(other) >= half),
                &whole,
            ),
            Layout::Renban => (
                LineKind::Renban,
                &|digits| {
                    !digits[..digits.len() - 1].contains(&digits[digits.len() - 1]) && range(digits) < most
                },
                &|_, digits| range(digits) + 1 == digits.len(),
            ),
            Layout::RegionSum => (LineKind::RegionSum, &always, &|cells, digits| {
                let mut sums: Vec<(usize, u32)> = Vec::new();
                for (&cell, &digit) in cells.iter().zip(digits) {
                    let region = geometry.box_number(cell);
                    match sums.last_mut() {
                        Some((last, sum)) if *last == region => *sum += u32::from(digit),
                        _ => sums.push((region, u32::from(digit))),
                    }
                }
                sums.len() > 1 && sums.iter().all(|&(_, sum)| sum == sums[0].1)
            }),
            Layout::Between => (LineKind::Between, &always, &|_, digits| ends_apart(digits, 2, true)),
            Layout::Lockout => {
                let difference = side / 2;
                (LineKind::Lockout { difference }, &always, &move |_, digits| {
                    ends_apart(digits, side / 2, false)
                })
            }
            Layout::Entropic => {
                (LineKind::Entropic, &|digits| groups_differ(digits, &|digit| (digit - 1) / third), &whole)
            }
            Layout::Modular => (
                LineKind::Modular { modulus: 3 },
                &|digits| groups_differ(digits, &|digit| digit % 3),
                &whole,
            ),
            Layout::DoubleArrow => (LineKind::DoubleArrow, &always, &|_, digits| {
                let ends = u32::from(digits[0]) + u32::from(digits[digits.len() - 1]);
                2 * ends == total(digits)
            }),
            // An arrow: the first cell is the circle.
            _ => (LineKind::Thermo, &|digits| total(&digits[1..]) <= u32::from(digits[0]), &|_, digits| {
                total(&digits[1..]) == u32::from(digits[0])
            }),
        };
        let cells = self.find(&Walk { lengths: [3, most.max(3)], may_begin, is_whole })?;
        Some(match layout {
            Layout::Arrow => Rule::Arrow { circle: vec![cells[0]], cells: cells[1..].to_vec() },
            _ => Rule::Line { kind, cells },
        })
    }

    /// Returns the cells of a line, which then are used.
    fn find(&mut self, walk: &Walk<'_>) -> Option<Vec<Cell>> {
        let [least, most] = walk.lengths;
        for _ in 0..ATTEMPTS {
            let wanted = least + self.random.below(most - least + 1);
            let first = self.any_cell();
            if self.is_used[self.geometry.index(first)] {
                continue;
            }
            let (mut cells, mut digits) = (vec![first], vec![self.digit(first)]);
            let mut whole = 0;
            while cells.len() < wanted {
                let mut next = self.steps(cells[cells.len() - 1], &cells);
                next.retain(|&cell| {
                    digits.push(self.digit(cell));
                    let fits = (walk.may_begin)(&digits);
                    digits.pop();
                    fits
                });
                if next.is_empty() {
                    break;
                }
                let cell = next[self.random.below(next.len())];
                cells.push(cell);
                digits.push(self.digit(cell));
                if cells.len() >= least && (walk.is_whole)(&cells, &digits) {
                    whole = cells.len();
                }
            }
            if whole > 0 {
                cells.truncate(whole);
                self.take(&cells);
                return Some(cells);
            }
        }
        None
    }

    /// Draws a line from its center: `fits` gets the digits of the next cells at both ends, and the digit in
    /// the center or the sum of the two there.
    pub(super) fn mirrored(&mut self, kind: LineKind, fits: impl Fn(u8, u8, u8) -> bool) -> Option<Rule> {
        for _ in 0..ATTEMPTS {
            let center = self.any_cell();
            if self.is_used[self.geometry.index(center)] {
                continue;
            }
            let mut cells = vec![center];
            let mut sum = self.digit(center);
            if self.random.below(2) == 0 {
                let mut next = self.steps(center, &cells);
                next.retain(|&cell| kind == LineKind::Zipper || fits(self.digit(cell), sum, sum));
                if next.is_empty() {
                    continue;
                }
                cells.push(next[self.random.below(next.len())]);
                sum = self.digit(cells[0]) + self.digit(cells[1]);
            }
            let wanted = 3 + self.random.below(self.side().min(7) - 2);
            while cells.len() < wanted {
                let (first, last) = (cells[0], cells[cells.len() - 1]);
                let mut pairs = Vec::new();
                for one in self.steps(first, &cells) {
                    let mut with_one = cells.clone();
                    with_one.insert(0, one);
                    let others = self.steps(last, &with_one).into_iter();
                    let fitting = others.filter(|&other| fits(self.digit(one), self.digit(other), sum));
                    pairs.extend(fitting.map(|other| (one, other)));
                }
                if pairs.is_empty() {
                    break;
                }
                let (one, other) = pairs[self.random.below(pairs.len())];
                cells.insert(0, one);
                cells.push(other);
            }
            if cells.len() >= 3 {
                self.take(&cells);
                return Some(Rule::Line { kind, cells });
            }
        }
        None
    }

    /// Returns the cells to which a line with these cells can go from one of its ends.
    fn steps(&self, from: Cell, cells: &[Cell]) -> Vec<Cell> {
        let near = self.geometry.cells().filter(|cell| {
            let (rows, columns) = (cell.row().abs_diff(from.row()), cell.column().abs_diff(from.column()));
            rows.max(columns) == 1
        });
        let own: Vec<usize> = cells.windows(2).filter_map(|pair| self.crossing(pair[0], pair[1])).collect();
        near.filter(|&cell| {
            let is_crossing = |corner| self.is_crossed[corner] || own.contains(&corner);
            !self.is_used[self.geometry.index(cell)]
                && !cells.contains(&cell)
                && !self.crossing(from, cell).is_some_and(is_crossing)
        })
        .collect()
    }

    /// Returns the place of the corner that a diagonal step passes.
    fn crossing(&self, one: Cell, other: Cell) -> Option<usize> {
        let is_diagonal = one.row() != other.row() && one.column() != other.column();
        let (row, column) = (one.row().min(other.row()), one.column().min(other.column()));
        is_diagonal.then(|| row * self.side() + column)
    }

    /// Marks the cells and crossings of a line as used.
    fn take(&mut self, cells: &[Cell]) {
        for &cell in cells {
            self.is_used[self.geometry.index(cell)] = true;
        }
        for pair in cells.windows(2) {
            if let Some(corner) = self.crossing(pair[0], pair[1]) {
                self.is_crossed[corner] = true;
            }
        }
    }
}
