//! Rules whose cells are drawn at random: regions, cages, lines, marks, and clues outside of the board.
//!
//! Regions come before the full grid. All other rules are read off the full grid, so that it is a solution:
//! a thermometer, for example, is a walk along which its digits increase. Lines do not share cells and do not
//! cross. How many rules there are grows with the board.

use std::fmt;
use std::str::FromStr;

use super::Random;
use crate::model::geometry::rules::{
    CellsKind, Direction, LineKind, OutsideKind, PairKind, Regions, Rule, RuleError, Side, Variant,
};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::unexpected::{Unexpected, nearest, plain, suggestion};

/// The sides of the boards for which rules are drawn.
const SIDES: std::ops::RangeInclusive<usize> = 4..=16;
/// Number of walks tried for a line before no more lines are drawn.
const WALKS: usize = 400;

/// A kind of rules whose cells are drawn for each puzzle: a layout of lines, cages or other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// Regions of any shape in place of the boxes.
    Jigsaw,
    /// Cages that cover nearly all cells.
    Killer,
    /// Connected cells with a sum.
    Sum,
    /// Connected cells with different digits.
    Different,
    /// Lines along which digits increase.
    Thermo,
    /// Lines along which digits do not decrease.
    SlowThermo,
    /// Circles with arrows.
    Arrow,
    /// Lines whose ends have the sum of the other cells.
    DoubleArrow,
    /// Lines whose neighbors differ by half of the side or more.
    Whisper,
    /// Lines of consecutive digits.
    Renban,
    /// Lines that read the same in both directions.
    Palindrome,
    /// Lines with equal sums at equal distances from the center.
    Zipper,
    /// Lines with equal sums in each box.
    RegionSum,
    /// Lines with digits between those of the ends.
    Between,
    /// Lines with digits outside of those of the ends.
    Lockout,
    /// Lines of low, middle and high digits.
    Entropic,
    /// Lines of digits with different remainders by 3.
    Modular,
    /// Dots between consecutive digits.
    White,
    /// Dots between a digit and its double.
    Black,
    /// Marks between digits with the sum 10 or 5.
    Xv,
    /// Signs between a greater and a smaller digit.
    Greater,
    /// Digits around corners.
    Quad,
    /// Groups of cells with equal digits.
    Clone,
    /// Sums of diagonals.
    LittleKiller,
    /// Sums between the least and the greatest digit.
    Sandwich,
    /// Sums of the first digits.
    XSum,
    /// Numbers of visible digits.
    Skyscraper,
    /// Digits at the place that the first digit names.
    NumberedRoom,
    /// Cells with even digits.
    Even,
    /// Cells with odd digits.
    Odd,
    /// Cells below their neighbors.
    Minimum,
    /// Cells above their neighbors.
    Maximum,
    /// Connected cells with as many even as odd, and low as high digits.
    Equality,
    /// Circles that count themselves.
    CountingCircles,
    /// Cells that tell the row of a digit.
    RowIndexer,
    /// Cells that tell the column of a digit.
    ColumnIndexer,
    /// Cells that tell the place of a digit in a box.
    BoxIndexer,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 37] = [
        Layout::Jigsaw,
        Layout::Killer,
        Layout::Sum,
        Layout::Different,
        Layout::Thermo,
        Layout::SlowThermo,
        Layout::Arrow,
        Layout::DoubleArrow,
        Layout::Whisper,
        Layout::Renban,
        Layout::Palindrome,
        Layout::Zipper,
        Layout::RegionSum,
        Layout::Between,
        Layout::Lockout,
        Layout::Entropic,
        Layout::Modular,
        Layout::White,
        Layout::Black,
        Layout::Xv,
        Layout::Greater,
        Layout::Quad,
        Layout::Clone,
        Layout::LittleKiller,
        Layout::Sandwich,
        Layout::XSum,
        Layout::Skyscraper,
        Layout::NumberedRoom,
        Layout::Even,
        Layout::Odd,
        Layout::Minimum,
        Layout::Maximum,
        Layout::Equality,
        Layout::CountingCircles,
        Layout::RowIndexer,
        Layout::ColumnIndexer,
        Layout::BoxIndexer,
    ];

    /// Returns the word for the layout, such as `thermo`: the first word of its rules, `jigsaw` for regions,
    /// and `xv` for the marks X and V.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Jigsaw => "jigsaw",
            Layout::Killer => "killer",
            Layout::Sum => "sum",
            Layout::Different => CellsKind::Different.name(),
            Layout::Thermo => LineKind::Thermo.name(),
            Layout::SlowThermo => LineKind::SlowThermo.name(),
            Layout::Arrow => "arrow",
            Layout::DoubleArrow => LineKind::DoubleArrow.name(),
            Layout::Whisper => "whisper",
            Layout::Renban => LineKind::Renban.name(),
            Layout::Palindrome => LineKind::Palindrome.name(),
            Layout::Zipper => LineKind::Zipper.name(),
            Layout::RegionSum => LineKind::RegionSum.name(),
            Layout::Between => LineKind::Between.name(),
            Layout::Lockout => "lockout",
            Layout::Entropic => LineKind::Entropic.name(),
            Layout::Modular => "modular",
            Layout::White => "white",
            Layout::Black => "black",
            Layout::Xv => "xv",
            Layout::Greater => "greater",
            Layout::Quad => "quad",
            Layout::Clone => "clone",
            Layout::LittleKiller => "little-killer",
            Layout::Sandwich => OutsideKind::Sandwich.name(),
            Layout::XSum => OutsideKind::XSum.name(),
            Layout::Skyscraper => OutsideKind::Skyscraper.name(),
            Layout::NumberedRoom => OutsideKind::NumberedRoom.name(),
            Layout::Even => CellsKind::Even.name(),
            Layout::Odd => CellsKind::Odd.name(),
            Layout::Minimum => CellsKind::Minimum.name(),
            Layout::Maximum => CellsKind::Maximum.name(),
            Layout::Equality => CellsKind::Equality.name(),
            Layout::CountingCircles => CellsKind::CountingCircles.name(),
            Layout::RowIndexer => CellsKind::RowIndexer.name(),
            Layout::ColumnIndexer => CellsKind::ColumnIndexer.name(),
            Layout::BoxIndexer => CellsKind::BoxIndexer.name(),
        }
    }

    /// Returns true if the variant requires that all marks of this layout are given.
    pub(super) fn is_all_of(self, variant: Variant) -> bool {
        match variant {
            Variant::StrictKropki => matches!(self, Layout::White | Layout::Black),
            Variant::StrictWhite => self == Layout::White,
            Variant::StrictBlack => self == Layout::Black,
            Variant::StrictXv => self == Layout::Xv,
            _ => false,
        }
    }

    /// Returns an error if the board cannot have rules of this layout.
    pub(super) fn check(self, geometry: &Geometry) -> Result<(), RuleError> {
        let refuse = |expected: String, found: &str| Err(Unexpected::new(expected, found).into());
        let side = geometry.side();
        if !SIDES.contains(&side) {
            let (least, most) = (SIDES.start(), SIDES.end());
            return refuse(format!("a side of {least} to {most} for {self}"), &side.to_string());
        }
        match self {
            Layout::Entropic if !side.is_multiple_of(3) => {
                refuse(format!("a side that 3 divides for {self}"), &side.to_string())
            }
            Layout::RegionSum | Layout::BoxIndexer if geometry.has_idle_boxes() => {
                refuse(format!("boxes of several rows and columns for {self}"), "none")
            }
            // Whether the board can have regions does not depend on their shapes.
            Layout::Jigsaw => {
                let rows = geometry.cells().map(|cell| character(cell.row())).collect::<String>();
                geometry.clone().with_rules(&[Rule::Regions(Regions::of_text(&rows))]).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no layout and no [`Variant`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant `{found}`{}", suggestion(*nearest))]
pub struct UnknownLayout {
    /// The word.
    pub found: String,
    /// The name of the variant or layout nearest to it, if one is near.
    pub nearest: Option<&'static str>,
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Layout, UnknownLayout> {
        let wanted = plain(word.trim());
        let others = [("cage", Layout::Killer), ("thermometer", Layout::Thermo), ("regions", Layout::Jigsaw)];
        let named = Layout::ALL.map(|layout| (layout.name(), layout));
        if let Some((_, layout)) = named.into_iter().chain(others).find(|(name, _)| plain(name) == wanted) {
            return Ok(layout);
        }
        let names = Layout::ALL.map(Layout::name).into_iter().chain(Variant::ALL.map(Variant::name));
        let nearest = nearest(word.trim(), names.map(|name| (name, name)));
        Err(UnknownLayout { found: word.trim().to_owned(), nearest })
    }
}

/// Returns the character of the region of this number, at most 25.
fn character(number: usize) -> char {
    char::from(b'A' + u8::try_from(number).unwrap_or_default())
}

/// Returns random regions for the board: the boxes, or rows where there are none, whose cells are exchanged
/// along their borders while both regions stay connected.
pub(super) fn regions(geometry: &Geometry, random: &mut Random) -> Rule {
    let cells: Vec<Cell> = geometry.cells().collect();
    let mut regions: Vec<usize> = cells.iter().map(|&cell| geometry.box_number(cell)).collect();
    for _ in 0..40 * cells.len() {
        let given = cells[random.below(cells.len())];
        let neighbors: Vec<Cell> = geometry.neighbors(given).collect();
        let into = regions[geometry.index(neighbors[random.below(neighbors.len())])];
        let from = regions[geometry.index(given)];
        if from == into {
            continue;
        }
        let mut after = regions.clone();
        after[geometry.index(given)] = into;
        let is_beside = |&cell: &Cell| {
            after[geometry.index(cell)] == into
                && cell != given
                && geometry.neighbors(cell).any(|other| after[geometry.index(other)] == from)
        };
        let back: Vec<Cell> = cells.iter().copied().filter(is_beside).collect();
        if back.is_empty() {
            continue;
        }
        after[geometry.index(back[random.below(back.len())])] = from;
        if [from, into].into_iter().all(|region| is_connected(geometry, &after, region)) {
            regions = after;
        }
    }
    let text: String = regions.into_iter().map(character).collect();
    Rule::Regions(Regions::of_text(&text))
}

fn is_connected(geometry: &Geometry, regions: &[usize], region: usize) -> bool {
    let is_in = |cell: Cell| regions[geometry.index(cell)] == region;
    let mut found: Vec<Cell> = geometry.cells().find(|&cell| is_in(cell)).into_iter().collect();
    let mut next = 0;
    while next < found.len() {
        for other in geometry.neighbors(found[next]) {
            if is_in(other) && !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    found.len() == geometry.side()
}

/// Returns rules of each layout that the full grid fulfills, [regions](regions) excepted; `None` if there are
/// none of one of the layouts. All places of a mark are marked if a rule in `strict` requires that.
pub(super) fn draw(
    geometry: &Geometry,
    solution: &Grid,
    layouts: &[Layout],
    strict: &[Variant],
    random: &mut Random,
) -> Option<Vec<Rule>> {
    let digits = solution.digits().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
    let is_used = vec![false; geometry.cell_count()];
    let mut drawing = Drawing { geometry, digits, strict, random, is_crossed: is_used.clone(), is_used };
    let mut rules = Vec::new();
    for &layout in layouts.iter().filter(|&&layout| layout != Layout::Jigsaw) {
        let drawn = drawing.rules(layout);
        if drawn.is_empty() {
            return None;
        }
        rules.extend(drawn);
    }
    Some(rules)
}

/// The rules of one full grid, while they are drawn.
struct Drawing<'d> {
    geometry: &'d Geometry,
    /// By cell its digit.
    digits: Vec<u8>,
    strict: &'d [Variant],
    random: &'d mut Random,
    /// By cell whether a line has it.
    is_used: Vec<bool>,
    /// By cell whether a line passes diagonally between it and the cell to the right and below.
    is_crossed: Vec<bool>,
}

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
    fn rules(&mut self, layout: Layout) -> Vec<Rule> {
        match layout {
            Layout::Jigsaw => Vec::new(),
            Layout::Killer => self.cages(),
            Layout::Sum => self.sums(),
            Layout::Different => self.apart(),
            Layout::Equality => self.equalities(),
            Layout::Thermo
            | Layout::SlowThermo
            | Layout::Arrow
            | Layout::DoubleArrow
            | Layout::Whisper
            | Layout::Renban
            | Layout::RegionSum
            | Layout::Between
            | Layout::Lockout
            | Layout::Entropic
            | Layout::Modular => self.lines(|drawing| drawing.walk(layout)),
            Layout::Palindrome => {
                self.lines(|drawing| drawing.mirrored(LineKind::Palindrome, |one, other, _| one == other))
            }
            Layout::Zipper => {
                self.lines(|drawing| drawing.mirrored(LineKind::Zipper, |one, other, sum| one + other == sum))
            }
            Layout::White | Layout::Black | Layout::Xv | Layout::Greater => self.marks(layout),
            Layout::Quad => self.quads(),
            Layout::Clone => self.clones(),
            Layout::LittleKiller => self.diagonals(),
            Layout::Sandwich => self.outside(OutsideKind::Sandwich),
            Layout::XSum => self.outside(OutsideKind::XSum),
            Layout::Skyscraper => self.outside(OutsideKind::Skyscraper),
            Layout::NumberedRoom => self.outside(OutsideKind::NumberedRoom),
            Layout::Even => self.cells(CellsKind::Even),
            Layout::Odd => self.cells(CellsKind::Odd),
            Layout::Minimum => self.cells(CellsKind::Minimum),
            Layout::Maximum => self.cells(CellsKind::Maximum),
            Layout::RowIndexer => self.cells(CellsKind::RowIndexer),
            Layout::ColumnIndexer => self.cells(CellsKind::ColumnIndexer),
            Layout::BoxIndexer => self.cells(CellsKind::BoxIndexer),
            Layout::CountingCircles => self.circles(),
        }
    }

    fn side(&self) -> usize {
        self.geometry.side()
    }

    fn digit(&self, cell: Cell) -> u8 {
        self.digits[self.geometry.index(cell)]
    }

    fn sum(&self, cells: &[Cell]) -> u32 {
        cells.iter().map(|&cell| u32::from(self.digit(cell))).sum()
    }

    /// Returns some of the items, at most this many, in their order.
    fn some<T>(&mut self, items: Vec<T>, count: usize) -> Vec<T> {
        let mut numbered: Vec<(usize, T)> = items.into_iter().enumerate().collect();
        self.random.shuffle(&mut numbered);
        numbered.truncate(count);
        numbered.sort_by_key(|&(number, _)| number);
        numbered.into_iter().map(|(_, item)| item).collect()
    }

    fn any_cell(&mut self) -> Cell {
        let index = self.random.below(self.geometry.cell_count());
        self.geometry.cell(index).expect("it is below the number of cells")
    }

    /// Returns the number of lines or groups of a layout.
    fn count(&self) -> usize {
        (self.geometry.cell_count() / 11).max(2)
    }

    /// Draws lines until there are enough, or none is found any more.
    fn lines(&mut self, mut line: impl FnMut(&mut Self) -> Option<Rule>) -> Vec<Rule> {
        (0..self.count()).map_while(|_| line(self)).collect()
    }

    /// Draws a line whose cells are found one after another.
    fn walk(&mut self, layout: Layout) -> Option<Rule> {
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
        for _ in 0..WALKS {
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
    fn mirrored(&mut self, kind: LineKind, fits: impl Fn(u8, u8, u8) -> bool) -> Option<Rule> {
        for _ in 0..WALKS {
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

    /// Returns a connected group of cells of at most this many, each of which `fits` the others.
    fn group(&mut self, first: Cell, most: usize, fits: impl Fn(&Self, &[Cell], Cell) -> bool) -> Vec<Cell> {
        let mut cells = vec![first];
        while cells.len() < most {
            let mut next: Vec<Cell> = cells.iter().flat_map(|&cell| self.geometry.neighbors(cell)).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|&cell| !cells.contains(&cell) && fits(self, &cells, cell));
            if next.is_empty() {
                break;
            }
            cells.push(next[self.random.below(next.len())]);
        }
        cells.sort_unstable();
        cells
    }

    fn differs(&self, cells: &[Cell], cell: Cell) -> bool {
        cells.iter().all(|&other| self.digit(other) != self.digit(cell))
    }

    fn cages(&mut self) -> Vec<Rule> {
        let mut order: Vec<Cell> = self.geometry.cells().collect();
        self.random.shuffle(&mut order);
        let mut is_caged = vec![false; order.len()];
        let mut rules = Vec::new();
        for first in order {
            if is_caged[self.geometry.index(first)] {
                continue;
            }
            let most = 2 + self.random.below(self.side().min(5) - 1);
            let cells = self.group(first, most, |drawing, cells, cell| {
                !is_caged[drawing.geometry.index(cell)] && drawing.differs(cells, cell)
            });
            // A cage of one cell would be a given.
            if cells.len() > 1 {
                for &cell in &cells {
                    is_caged[self.geometry.index(cell)] = true;
                }
                rules.push(Rule::Killer { sum: self.sum(&cells), cells });
            }
        }
        rules
    }

    /// Draws groups of cells that do not overlap, of `lengths` cells.
    fn groups(
        &mut self,
        lengths: [usize; 2],
        fits: impl Fn(&Self, &[Cell], Cell) -> bool,
        is_whole: impl Fn(&Self, &[Cell]) -> bool,
    ) -> Vec<Vec<Cell>> {
        let [least, most] = lengths;
        let mut is_grouped = vec![false; self.geometry.cell_count()];
        let (mut groups, count) = (Vec::new(), self.count());
        for _ in 0..WALKS {
            let first = self.any_cell();
            if groups.len() == count || is_grouped[self.geometry.index(first)] {
                continue;
            }
            let wanted = least + self.random.below(most - least + 1);
            let cells = self.group(first, wanted, |drawing, cells, cell| {
                !is_grouped[drawing.geometry.index(cell)] && fits(drawing, cells, cell)
            });
            if cells.len() >= least && is_whole(self, &cells) {
                for &cell in &cells {
                    is_grouped[self.geometry.index(cell)] = true;
                }
                groups.push(cells);
            }
        }
        groups
    }

    fn sums(&mut self) -> Vec<Rule> {
        let groups = self.groups([3, self.side().min(5)], |_, _, _| true, |_, _| true);
        groups.into_iter().map(|cells| Rule::Sum { sum: self.sum(&cells), cells }).collect()
    }

    fn apart(&mut self) -> Vec<Rule> {
        let side = self.side();
        // Cells of one house differ anyway.
        let is_new = |drawing: &Self, cells: &[Cell]| {
            let in_house = |cells: &[Cell], house: usize| {
                let house = &drawing.geometry.houses()[house];
                cells.iter().all(|cell| house.cells().contains(cell))
            };
            !(0..drawing.geometry.houses().len()).any(|house| in_house(cells, house))
        };
        let groups = self.groups([side.min(5), side], Self::differs, is_new);
        let groups = groups.into_iter().take(side.div_ceil(3));
        groups.map(|cells| Rule::Cells { kind: CellsKind::Different, cells }).collect()
    }

    fn equalities(&mut self) -> Vec<Rule> {
        let side = self.geometry.side_byte();
        let is_equal = |drawing: &Self, cells: &[Cell]| {
            let digits: Vec<u8> = cells.iter().map(|&cell| drawing.digit(cell)).collect();
            let count = |is_so: &dyn Fn(u8) -> bool| digits.iter().filter(|&&digit| is_so(digit)).count();
            2 * count(&|digit| digit.is_multiple_of(2)) == digits.len()
                && count(&|digit| digit <= side / 2) == count(&|digit| digit > side.div_ceil(2))
        };
        let groups = self.groups([4, 6], |_, _, _| true, is_equal);
        groups.into_iter().map(|cells| Rule::Cells { kind: CellsKind::Equality, cells }).collect()
    }

    /// Returns all pairs of adjacent cells.
    fn pairs(&self) -> Vec<[Cell; 2]> {
        let pairs = |first: Cell| {
            self.geometry
                .neighbors(first)
                .filter(move |&second| second > first)
                .map(move |second| [first, second])
        };
        self.geometry.cells().flat_map(pairs).collect()
    }

    fn marks(&mut self, layout: Layout) -> Vec<Rule> {
        let has = |variant: Variant| self.strict.contains(&variant);
        let kropki = has(Variant::StrictKropki);
        let (kinds, is_strict): (&[PairKind], bool) = match layout {
            Layout::White | Layout::Black if kropki => (&[PairKind::Difference(1), PairKind::Ratio(2)], true),
            Layout::White => (&[PairKind::Difference(1)], has(Variant::StrictWhite)),
            Layout::Black => (&[PairKind::Ratio(2)], has(Variant::StrictBlack)),
            Layout::Xv => (&[PairKind::X, PairKind::V], has(Variant::StrictXv)),
            _ => (&[PairKind::Greater], false),
        };
        let mut rules = Vec::new();
        for [one, other] in self.pairs() {
            let (first, second) = (self.digit(one), self.digit(other));
            let kind_of = |first, second| kinds.iter().copied().find(|kind| kind.fits(first, second));
            let marked = kind_of(first, second).map(|kind| (kind, [one, other]));
            let marked = marked.or_else(|| Some((kind_of(second, first)?, [other, one])));
            rules.extend(marked.map(|(kind, cells)| Rule::Pair { kind, cells }));
        }
        let count = if is_strict { rules.len() } else { rules.len().div_ceil(2) };
        self.some(rules, count)
    }

    fn quads(&mut self) -> Vec<Rule> {
        let side = self.side();
        let has_square = |cell: &Cell| cell.row() + 1 < side && cell.column() + 1 < side;
        let corners = self.geometry.cells().filter(has_square).collect();
        let corners = self.some(corners, side);
        let quad = |corner: Cell| {
            let count = 2 + self.random.below(3);
            let mut digits = corner.square().map(|cell| self.digits[self.geometry.index(cell)]).to_vec();
            self.random.shuffle(&mut digits);
            digits.truncate(count);
            digits.sort_unstable();
            Rule::Quadruple { corner, digits: digits.into_iter().filter_map(Digit::new).collect() }
        };
        corners.into_iter().map(quad).collect()
    }

    fn clones(&mut self) -> Vec<Rule> {
        let mut is_cloned = vec![false; self.geometry.cell_count()];
        let (mut rules, count) = (Vec::new(), self.count());
        for _ in 0..WALKS {
            let (from, to) = (self.any_cell(), self.any_cell());
            let moved = |drawing: &Self, cell: Cell| {
                let row = (cell.row() + to.row()).checked_sub(from.row())?;
                let column = (cell.column() + to.column()).checked_sub(from.column())?;
                let side = drawing.side();
                let cell =
                    (row < side && column < side).then(|| drawing.geometry.cell(row * side + column))?;
                cell.filter(|&cell| !is_cloned[drawing.geometry.index(cell)])
            };
            let fits = |drawing: &Self, cells: &[Cell], cell: Cell| {
                let Some(image) = moved(drawing, cell) else { return false };
                let images: Vec<Cell> = cells.iter().filter_map(|&other| moved(drawing, other)).collect();
                drawing.digit(cell) == drawing.digit(image)
                    && !is_cloned[drawing.geometry.index(cell)]
                    && !images.contains(&cell)
                    && !cells.contains(&image)
            };
            if rules.len() == count || from == to || !fits(self, &[], from) {
                continue;
            }
            let first = self.group(from, 4, fits);
            let second: Vec<Cell> = first.iter().filter_map(|&cell| moved(self, cell)).collect();
            if first.len() > 1 {
                for &cell in first.iter().chain(&second) {
                    is_cloned[self.geometry.index(cell)] = true;
                }
                rules.push(Rule::Clone { first, second });
            }
        }
        rules
    }

    fn diagonals(&mut self) -> Vec<Rule> {
        let last = self.side() - 1;
        let mut diagonals = Vec::new();
        for first in self.geometry.cells().filter(|cell| cell.row() == 0 || cell.row() == last) {
            let [left, right] = if first.row() == 0 {
                [Direction::DownLeft, Direction::DownRight]
            } else {
                [Direction::UpLeft, Direction::UpRight]
            };
            for direction in [left, right] {
                let cells = self.geometry.diagonal_from(first, direction);
                if (3..=last).contains(&cells.len()) {
                    diagonals.push(Rule::LittleKiller { sum: self.sum(&cells), first, direction });
                }
            }
        }
        self.some(diagonals, last + 1)
    }

    fn outside(&mut self, kind: OutsideKind) -> Vec<Rule> {
        let sides: &[Side] =
            if kind == OutsideKind::Sandwich { &[Side::Left, Side::Top] } else { &Side::ALL };
        let mut rules = Vec::new();
        for &side in sides {
            for number in 0..self.geometry.side_byte() {
                let cells = self.geometry.line_from(side, number);
                let digits: Vec<u8> = cells.iter().map(|&cell| self.digit(cell)).collect();
                rules.push(Rule::Outside { kind, side, number, value: clue(kind, &digits) });
            }
        }
        // Both ends of every other row and column, or all sandwiches.
        self.some(rules, 2 * self.geometry.side())
    }

    fn cells(&mut self, kind: CellsKind) -> Vec<Rule> {
        let fitting: Vec<Cell> = self.geometry.cells().filter(|&cell| self.has(kind, cell)).collect();
        let count = match kind {
            CellsKind::Even | CellsKind::Odd => fitting.len().div_ceil(3),
            _ => (2 * fitting.len()).div_ceil(3),
        };
        let cells = self.some(fitting, count);
        if cells.is_empty() { Vec::new() } else { vec![Rule::Cells { kind, cells }] }
    }

    /// Returns true if the cell fits a rule of this kind alone.
    fn has(&self, kind: CellsKind, cell: Cell) -> bool {
        let digit = self.digit(cell);
        let neighbors = || self.geometry.neighbors(cell).map(|other| self.digit(other));
        let [row, column, in_box] = self.geometry.houses_of(cell);
        // The digit in the cell of a house that this cell names is the place of this cell.
        let points = |cells: &[Cell], own: usize| {
            cells.get(usize::from(digit) - 1).is_some_and(|&other| usize::from(self.digit(other)) == own + 1)
        };
        match kind {
            CellsKind::Even => digit.is_multiple_of(2),
            CellsKind::Odd => !digit.is_multiple_of(2),
            CellsKind::Minimum => neighbors().all(|other| other > digit),
            CellsKind::Maximum => neighbors().all(|other| other < digit),
            CellsKind::RowIndexer => points(column.cells(), cell.row()),
            CellsKind::ColumnIndexer => points(row.cells(), cell.column()),
            CellsKind::BoxIndexer => {
                let own = in_box.cells().iter().position(|&other| other == cell);
                own.is_some_and(|own| points(in_box.cells(), own))
            }
            CellsKind::Different | CellsKind::Equality | CellsKind::CountingCircles => false,
        }
    }

    /// Draws circles: of some digits as many as their values, not much more than the side altogether.
    fn circles(&mut self) -> Vec<Rule> {
        let mut digits: Vec<u8> = (1..=self.geometry.side_byte()).collect();
        self.random.shuffle(&mut digits);
        let mut cells = Vec::new();
        for digit in digits {
            let count = usize::from(digit);
            if cells.len() + count <= self.side() + 2 {
                let with_digit = self.geometry.cells().filter(|&cell| self.digit(cell) == digit).collect();
                cells.extend(self.some(with_digit, count));
            }
        }
        cells.sort_unstable();
        vec![Rule::Cells { kind: CellsKind::CountingCircles, cells }]
    }
}

/// Returns the clue of a row or column with these digits.
fn clue(kind: OutsideKind, digits: &[u8]) -> u32 {
    let first = digits.first().map_or(0, |&first| usize::from(first));
    let sum = |digits: &[u8]| digits.iter().map(|&digit| u32::from(digit)).sum();
    match kind {
        OutsideKind::Sandwich => {
            let is_end = |&digit: &u8| digit == 1 || usize::from(digit) == digits.len();
            let mut parts = digits.split(is_end);
            parts.nth(1).map_or(0, sum)
        }
        OutsideKind::XSum => sum(&digits[..first]),
        OutsideKind::Skyscraper => {
            let visible = digits.iter().scan(0, |highest, &digit| {
                let is_visible = digit > *highest;
                *highest = digit.max(*highest);
                Some(u32::from(is_visible))
            });
            visible.sum()
        }
        OutsideKind::NumberedRoom => digits.get(first - 1).map_or(0, |&digit| u32::from(digit)),
    }
}
