//! Junior exocet: two cells of a box in one row, the base, and two targets in the other boxes of the band, which hold
//! the same two digits. Sound on every variant with boxes of three rows and three columns. Columns and stacks are
//! searched in the same way as rows and bands.
//!
//! A target is not in the row of the base. Its companion, the cell of its column in the third row of the band, has no
//! candidate of the base. The cross-lines are the columns of the targets, and the column of the box that has no cell of
//! the base. A digit of the base is in none of them in the row of the base, nor elsewhere in the box. If it is in
//! neither target, it is not in the band in these three columns at all, and so in each of them outside the band, in
//! three different rows. Where it has no three such places, it is in a target. If that holds for all candidates of the
//! base, the two targets hold the two digits of the base, each one.
//!
//! A digit in a target is in the third box in the row that neither the base nor the target has: in one of two cells, the
//! mirror of the target, since it is neither in the other target nor in its companion. It is outside the band in the
//! two cross-lines besides that of the target, in two different rows.

use super::deduction::{eliminate_digits, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count};
use crate::human::parts::Digits;
use crate::human::pattern::{Exocet, ExocetPlaces, ExocetTarget};
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// The numbers of candidates of a base. A base of two is a naked pair.
const BASE_DIGITS: std::ops::RangeInclusive<usize> = 3..=4;

/// The board with its rows, or with its columns in their place.
#[derive(Clone, Copy)]
struct View<'b> {
    board: &'b Candidates,
    is_turned: bool,
}

impl View<'_> {
    /// Returns the cell in this row and column of the view.
    fn cell(self, row: usize, column: usize) -> usize {
        if self.is_turned { 9 * column + row } else { 9 * row + column }
    }

    /// Returns the candidates of the cell, or its digit.
    fn digits(self, row: usize, column: usize) -> u32 {
        let cell = self.cell(row, column);
        self.board.value(cell).map_or(self.board.digits(cell), |digit| 1 << digit)
    }

    fn row(self, row: usize) -> usize {
        if self.is_turned { 9 + row } else { row }
    }

    fn column(self, column: usize) -> usize {
        if self.is_turned { column } else { 9 + column }
    }

    fn is_blank(self, row: usize, column: usize) -> bool {
        self.board.value(self.cell(row, column)).is_none()
    }

    /// Returns the rows outside the band where the digit can be in the column.
    fn places(self, band: usize, column: usize, digit: usize) -> u32 {
        let rows = (0..9).filter(|row| row / 3 != band && self.digits(*row, column) >> digit & 1 == 1);
        rows.fold(0, |rows, row| rows | 1 << row)
    }
}

/// Finds an exocet that eliminates something.
pub(super) fn junior(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let has_boxes = layout.boxes().all(|room| layout.rooms[room].name.kind == HouseKind::Box);
    if !has_boxes || [layout.side, layout.box_height, layout.box_width] != [9, 3, 3] {
        return false;
    }
    for is_turned in [false, true] {
        let view = View { board, is_turned };
        for row in 0..9 {
            for cross in 0..9 {
                if work.is_over() {
                    return false;
                }
                if with_base(view, row, cross, finds, work) {
                    return true;
                }
            }
        }
    }
    false
}

/// A target: its row and column.
type Target = [usize; 2];

/// Finds an exocet whose base is in this row, in the two columns of a stack besides this one.
fn with_base(view: View<'_>, row: usize, cross: usize, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let (band, stack) = (row / 3, cross / 3);
    let columns = || (3 * stack..3 * stack + 3).filter(|&column| column != cross);
    let digits = columns().fold(0, |digits, column| digits | view.digits(row, column));
    if !columns().all(|column| view.is_blank(row, column)) || !BASE_DIGITS.contains(&count(digits)) {
        return false;
    }
    // The third row of the band, besides that of the base and this one.
    let third = |other: usize| 9 * band + 3 - row - other;
    let targets_in = |stack: usize| -> Vec<Target> {
        let cells = (3 * stack..3 * stack + 3)
            .flat_map(|column| (3 * band..3 * band + 3).map(move |row| [row, column]));
        let fits = |&[target, column]: &Target| {
            target != row
                && view.is_blank(target, column)
                && view.digits(target, column) & digits != 0
                && view.digits(third(target), column) & digits == 0
        };
        cells.filter(fits).collect()
    };
    let others: Vec<usize> = (0..3).filter(|&other| other != stack).collect();
    for first in targets_in(others[0]) {
        for second in targets_in(others[1]) {
            if work.is_over() {
                return false;
            }
            let found = Found { view, row, cross, digits, targets: [first, second] };
            if found.confined().is_some() && found.take(finds) {
                return true;
            }
        }
    }
    false
}

/// An exocet, unless a digit of the base has places enough outside the band.
struct Found<'b> {
    view: View<'b>,
    row: usize,
    /// The cross-line in the box of the base.
    cross: usize,
    digits: u32,
    targets: [Target; 2],
}

/// Why a digit has not as many places as columns: some of the columns, and fewer rows with all its places there.
type Confined = (u32, u32);

impl Found<'_> {
    /// Returns columns in which the digit has places in fewer rows outside the band, if there are such columns among
    /// these: by Hall's theorem, if and only if it has no places in different rows in all of them.
    fn hall(&self, columns: &[usize], digit: usize) -> Option<Confined> {
        let places = |column: usize| self.view.places(self.row / 3, column, digit);
        let subsets = 1..1_u32 << columns.len();
        let confined = subsets.map(|subset| {
            let chosen = bits(subset).map(|place| columns[place]);
            chosen.fold((0, 0), |(all, rows), column| (all | 1 << column, rows | places(column)))
        });
        // Of several reasons the most columns: the usual one.
        confined
            .filter(|&(columns, rows)| count(rows) < count(columns))
            .max_by_key(|&(columns, _)| count(columns))
    }

    /// Returns for each digit of the base why it has no place in each of the cross-lines outside the band; `None` if a
    /// digit may have them.
    fn confined(&self) -> Option<Vec<(usize, Confined)>> {
        let [first, second] = self.targets.map(|[_, column]| column);
        let lines = [self.cross, first, second];
        bits(self.digits).map(|digit| Some((digit, self.hall(&lines, digit)?))).collect()
    }

    /// Returns the cells of the mirror of this target, and their candidates.
    fn mirror(&self, target: usize) -> [(usize, u32); 2] {
        let ([[row, _], [_, other]], band) = (self.ordered(target), self.row / 3);
        let third = 9 * band + 3 - self.row - row;
        let mut columns = (other / 3 * 3..other / 3 * 3 + 3).filter(|&column| column != other);
        std::array::from_fn(|_| {
            let column = columns.next().unwrap_or(other);
            (self.view.cell(third, column), self.view.digits(third, column))
        })
    }

    /// Returns this target, and the other one.
    fn ordered(&self, target: usize) -> [Target; 2] {
        [self.targets[target], self.targets[1 - target]]
    }

    /// Takes the exocet if it eliminates anything.
    fn take(&self, finds: &mut Finds<'_>) -> bool {
        let (view, board) = (self.view, self.view.board);
        let layout = board.layout();
        let Some(confined) = self.confined() else { return false };
        let digits_of = |digits: u32| -> Digits { bits(digits).map(|digit| layout.digit(digit)).collect() };
        let mut all_held = 0;
        let mut targets = Vec::new();
        for target in [0, 1] {
            let [[row, column], [_, other]] = self.ordered(target);
            let cell = view.cell(row, column);
            let mirror = self.mirror(target);
            let mirrored = mirror[0].1 | mirror[1].1;
            let of_base = board.digits(cell) & self.digits;
            let unmirrored = of_base & !mirrored;
            let crowded =
                bits(of_base & mirrored).filter(|&digit| self.hall(&[self.cross, other], digit).is_some());
            let crowded = crowded.fold(0, |digits, digit| digits | 1 << digit);
            let held = of_base & !unmirrored & !crowded;
            all_held |= held;
            eliminate_digits(board, finds.step, cell, !held);
            // If only one cell of the mirror can hold a digit of the target, it holds that digit.
            let able: Vec<usize> =
                mirror.iter().filter(|(_, digits)| digits & held != 0).map(|&(cell, _)| cell).collect();
            if let [only] = able[..] {
                eliminate_digits(board, finds.step, only, !held);
            }
            targets.push(ExocetTarget {
                cell: layout.cell(cell),
                companion: layout.cell(view.cell(9 * (self.row / 3) + 3 - self.row - row, column)),
                digits: digits_of(held),
                mirror: mirror.map(|(cell, _)| layout.cell(cell)),
                unmirrored: digits_of(unmirrored),
                crowded: digits_of(crowded),
            });
        }
        let base: Vec<usize> = (self.cross / 3 * 3..self.cross / 3 * 3 + 3)
            .filter(|&column| column != self.cross)
            .map(|column| view.cell(self.row, column))
            .collect();
        for &cell in &base {
            eliminate_digits(board, finds.step, cell, self.digits & !all_held);
        }
        if finds.step.eliminations.is_empty() {
            return false;
        }
        let names = |rooms: u32, room: &dyn Fn(usize) -> usize| {
            bits(rooms).map(|number| layout.rooms[room(number)].name).collect()
        };
        let places = confined.into_iter().map(|(digit, (columns, rows))| ExocetPlaces {
            digit: layout.digit(digit),
            lines: names(columns, &|column| view.column(column)),
            rows: names(rows, &|row| view.row(row)),
        });
        let lines = [self.cross, self.targets[0][1], self.targets[1][1]];
        finds.take(Exocet {
            base: locked_cells(board, &base.iter().copied().collect(), self.digits),
            line: layout.rooms[view.row(self.row)].name,
            lines: lines.map(|column| layout.rooms[view.column(column)].name),
            band: names(0b111 << (self.row / 3 * 3), &|row| view.row(row)),
            targets,
            places: places.collect(),
        })
    }
}
