//! Locked sets across several houses: multi-sector locked sets and SK-loops. Cells, and as many pairs of a house and a
//! digit that together contain every candidate of the cells. Sound on every variant.
//!
//! A house holds a digit once, so each pair fills at most one of the cells. As there are no more pairs than cells, each
//! pair fills one, and no candidate that is true is in two pairs. So a digit leaves the other cells of its house, and
//! the cells where it is in two pairs.

use super::deduction::{eliminate, eliminate_from};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::pattern::{SectorDigits, Sectors};
use crate::human::step::Step;
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// The greatest side of a board on which multi-sector locked sets are searched: a search tries all sets of rows with all
/// sets of columns.
const LARGEST_SIDE: usize = 9;

/// The least number of rows and of columns. Locked sets in fewer lines are subsets, fish and Sue de Coqs.
const FEWEST_LINES: usize = 3;

/// A pair: a house and a digit.
type Sector = (usize, usize);

/// Finds a multi-sector locked set: the blank cells that some rows share with some columns, small sets first. Each digit
/// is counted in these rows or in these columns, whichever are fewer.
pub(super) fn multi(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let side = layout.side;
    if side > LARGEST_SIDE {
        return false;
    }
    let lines = Lines::new(board);
    let sets: Vec<u32> = (0..1 << side).collect();
    let of_size = |size: usize| sets.iter().copied().filter(move |&set| count(set) == size);
    for size in 2 * FEWEST_LINES..=2 * side {
        for height in FEWEST_LINES..=(size - FEWEST_LINES).min(side) {
            if size - height > side {
                continue;
            }
            let columns_of_size: Vec<u32> = of_size(size - height).collect();
            for rows in of_size(height) {
                for &columns in &columns_of_size {
                    if work.is_over() {
                        return false;
                    }
                    if let Some(found) = lines.locked(rows, columns)
                        && !lines.is_divided(rows, columns)
                        && take_lines(board, &lines, rows, columns, found, finds)
                    {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Where the rows of a board have their digits.
struct Lines {
    side: usize,
    /// By row, the columns of its blank cells.
    blanks: Vec<u32>,
    /// By set of columns and digit, the rows with the digit in one of them.
    rows_with: Vec<u32>,
    /// By set of rows and digit, the columns with the digit in one of them.
    columns_with: Vec<u32>,
}

impl Lines {
    fn new(board: &Candidates) -> Lines {
        let side = board.layout().side;
        // The rows are the first houses, and the columns come after them.
        let lines_with = |first: usize| {
            let sets = (0..1_u32 << side).flat_map(|set| (0..side).map(move |digit| (set, digit)));
            let line =
                |set: u32, digit| bits(set).fold(0, |all, line| all | board.places(first + line, digit));
            sets.map(|(set, digit)| line(set, digit)).collect()
        };
        Lines {
            side,
            blanks: (0..side).map(|row| board.blanks(row)).collect(),
            rows_with: lines_with(side),
            columns_with: lines_with(0),
        }
    }

    /// Returns the rows and the columns that have the digit where these rows and columns cross.
    fn lines_of(&self, digit: usize, rows: u32, columns: u32) -> (u32, u32) {
        let at = |set: u32| set as usize * self.side + digit;
        (self.rows_with[at(columns)] & rows, self.columns_with[at(rows)] & columns)
    }

    /// Returns the digits that may be counted in rows, and those that may be counted in columns, if the cells where the
    /// lines cross are as many as the pairs of a line and a digit that contain their candidates.
    fn locked(&self, rows: u32, columns: u32) -> Option<[u32; 2]> {
        let cells: usize = bits(rows).map(|row| count(self.blanks[row] & columns)).sum();
        let (mut pairs, mut by_row, mut by_column) = (0, 0, 0);
        for digit in 0..self.side {
            let (of_rows, of_columns) = self.lines_of(digit, rows, columns);
            let fewer = count(of_rows).min(count(of_columns));
            pairs += fewer;
            if pairs > cells {
                return None;
            }
            by_row |= u32::from(fewer > 0 && count(of_rows) == fewer) << digit;
            by_column |= u32::from(fewer > 0 && count(of_columns) == fewer) << digit;
        }
        (pairs == cells).then_some([by_row, by_column])
    }

    /// Returns true if the set is one without one of its lines as well: the cells of that line are a subset then.
    fn is_divided(&self, rows: u32, columns: u32) -> bool {
        bits(rows).any(|row| self.locked(rows & !(1 << row), columns).is_some())
            || bits(columns).any(|column| self.locked(rows, columns & !(1 << column)).is_some())
    }
}

/// Takes the set if it eliminates anything.
fn take_lines(
    board: &Candidates,
    lines: &Lines,
    rows: u32,
    columns: u32,
    [by_row, by_column]: [u32; 2],
    finds: &mut Finds<'_>,
) -> bool {
    let layout = board.layout();
    let side = layout.side;
    let cells: CellSet = bits(rows)
        .flat_map(|row| bits(lines.blanks[row] & columns).map(move |column| row * side + column))
        .collect();
    let mut sectors: Vec<Sector> = Vec::new();
    for digit in bits(by_row | by_column) {
        let (of_rows, of_columns) = lines.lines_of(digit, rows, columns);
        let others = |first: usize, lines: u32| -> usize {
            let lines = bits(lines).map(|line| layout.rooms[first + line].set.minus(&cells));
            lines.map(|others| others.and(board.of_digit(digit)).len()).sum()
        };
        let in_rows = match (by_row >> digit & 1, by_column >> digit & 1) {
            // In either way the pairs are as many as the cells; the one that eliminates more is taken.
            (1, 1) => others(0, of_rows) >= others(side, of_columns),
            (in_rows, _) => in_rows == 1,
        };
        let (first, lines) = if in_rows { (0, of_rows) } else { (side, of_columns) };
        sectors.extend(bits(lines).map(|line| (first + line, digit)));
    }
    take(board, &cells, &sectors, finds)
}

/// Eliminates what the cells with these pairs exclude, and takes the step if that is anything.
fn take(board: &Candidates, cells: &CellSet, sectors: &[Sector], finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    for &(room, digit) in sectors {
        eliminate_from(board, finds.step, &layout.rooms[room].set.minus(cells), digit);
    }
    eliminate_twice(board, finds.step, cells, sectors);
    if finds.step.eliminations.is_empty() {
        return false;
    }
    let mut rooms: Vec<usize> = sectors.iter().map(|&(room, _)| room).collect();
    rooms.sort_unstable();
    rooms.dedup();
    let digits_of = |room: usize| {
        let digits = sectors.iter().filter(move |sector| sector.0 == room);
        digits.map(|&(_, digit)| layout.digit(digit)).collect()
    };
    finds.take(Sectors {
        cells: cells.iter().map(|cell| layout.cell(cell)).collect(),
        sectors: rooms
            .into_iter()
            .map(|room| SectorDigits {
                house: layout.rooms[room].name,
                digits: digits_of(room),
                cells: layout.rooms[room].set.and(cells).iter().map(|cell| layout.cell(cell)).collect(),
            })
            .collect(),
    })
}

/// Eliminates candidates of the cells that are in two of the pairs.
fn eliminate_twice(board: &Candidates, step: &mut Step, cells: &CellSet, sectors: &[Sector]) {
    for cell in cells.iter() {
        for digit in bits(board.digits(cell)) {
            let contains =
                |&&(room, other): &&Sector| other == digit && board.layout().rooms[room].set.contains(cell);
            if sectors.iter().filter(contains).count() > 1 {
                eliminate(board, step, cell, digit);
            }
        }
    }
}

/// The number of groups of cells of an SK-loop, and of the houses between them.
const GROUPS: usize = 8;

/// Finds an SK-loop: the corners of a rectangle in four boxes, and in each box the other cells of the corner's row and
/// those of its column. These eight groups form a ring, in which each group shares a house with the next one: in turns a
/// row, a box, a column and a box.
pub(super) fn sk_loop(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let (side, height, width) = (layout.side, layout.box_height, layout.box_width);
    let covers = Covers::new();
    let in_bands = |size: usize| {
        let pairs = (0..side).flat_map(move |one| (one + 1..side).map(move |other| [one, other]));
        pairs.filter(move |[one, other]| one / size != other / size)
    };
    for [top, bottom] in in_bands(height) {
        for [left, right] in in_bands(width) {
            if work.is_over() {
                return false;
            }
            let corners =
                [top * side + left, top * side + right, bottom * side + right, bottom * side + left];
            if let Some(ring) = Ring::new(board, corners)
                && let Some((cells, sectors)) = ring.locked(board, &covers)
                && take(board, &cells, &sectors, finds)
            {
                return true;
            }
        }
    }
    false
}

/// The groups of cells around a rectangle.
struct Ring {
    /// The blank cells of each group.
    groups: [CellSet; GROUPS],
    /// The house that each group shares with the next one.
    rooms: [usize; GROUPS],
}

impl Ring {
    /// Returns the groups at these corners, which are in the order of the ring; `None` if the board has no boxes, or a
    /// group has no blank cell.
    fn new(board: &Candidates, corners: [usize; 4]) -> Option<Ring> {
        let layout = board.layout();
        let mut boxes = [0; 4];
        for (room, corner) in boxes.iter_mut().zip(corners) {
            *room = layout.room_at(corner, HouseKind::Box)?;
        }
        let (mut groups, mut rooms) = ([CellSet::EMPTY; GROUPS], [0; GROUPS]);
        for side in 0..4 {
            // Along this side from one corner to the next, then around that corner in its box.
            let (from, to) = (corners[side], corners[(side + 1) % 4]);
            let kind = if side % 2 == 0 { HouseKind::Row } else { HouseKind::Column };
            let line = layout.room_at(from, kind)?;
            for (place, corner, square) in
                [(2 * side, from, boxes[side]), (2 * side + 1, to, boxes[(side + 1) % 4])]
            {
                let cells = layout.rooms[line].set.and(&layout.rooms[square].set);
                let is_blank = |&cell: &usize| cell != corner && board.value(cell).is_none();
                groups[place] = cells.iter().filter(is_blank).collect();
            }
            (rooms[2 * side], rooms[2 * side + 1]) = (line, boxes[(side + 1) % 4]);
        }
        groups.iter().all(|group| !group.is_empty()).then_some(Ring { groups, rooms })
    }

    /// Returns the cells and the pairs, if there are as many pairs as cells, and each house of the ring is in one.
    fn locked(&self, board: &Candidates, covers: &Covers) -> Option<(CellSet, Vec<Sector>)> {
        let side = board.layout().side;
        let cells = self.groups.iter().fold(CellSet::EMPTY, |all, group| all.or(group));
        let groups_with = |digit: usize| {
            let with = self.groups.iter().enumerate();
            with.filter(|(_, group)| !group.and(board.of_digit(digit)).is_empty())
                .fold(0, |groups, (place, _)| groups | 1_u32 << place)
        };
        let groups: Vec<u32> = (0..side).map(groups_with).collect();
        let least: usize = groups.iter().map(|&groups| covers.least(groups)).sum();
        if least != cells.len() {
            return None;
        }
        let mut sectors = Vec::new();
        let mut used = 0;
        for (digit, &groups) in groups.iter().enumerate() {
            // Of the smallest sets of houses the one that eliminates most.
            let others = |houses: &&u32| -> usize {
                let rooms = bits(**houses).map(|place| &board.layout().rooms[self.rooms[place]].set);
                rooms.map(|room| room.minus(&cells).and(board.of_digit(digit)).len()).sum()
            };
            let &houses = covers.smallest(groups).max_by_key(others)?;
            used |= houses;
            sectors.extend(bits(houses).map(|place| (self.rooms[place], digit)));
        }
        (count(used) == GROUPS).then_some((cells, sectors))
    }
}

/// The sets of houses of a ring that contain groups, the smallest ones of each set of groups.
struct Covers(Vec<Vec<u32>>);

impl Covers {
    fn new() -> Covers {
        const SETS: u32 = 1 << GROUPS;
        // The house at a place contains the groups at this place and the next one.
        let covered = |houses: u32| (houses | houses << 1 | houses >> (GROUPS - 1)) & (SETS - 1);
        let smallest = |groups: u32| {
            let fits = || (0..SETS).filter(move |&houses| groups & !covered(houses) == 0);
            let least = fits().map(count).min();
            fits().filter(|&houses| Some(count(houses)) == least).collect()
        };
        Covers((0..SETS).map(smallest).collect())
    }

    fn smallest(&self, groups: u32) -> impl Iterator<Item = &u32> {
        self.0[groups as usize].iter()
    }

    /// Returns the number of houses in the smallest sets.
    fn least(&self, groups: u32) -> usize {
        self.smallest(groups).next().map_or(0, |&houses| count(houses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_sets_of_houses_cover_their_groups_and_no_smaller_ones_do() {
        let covers = Covers::new();
        let is_covered =
            |group: usize, houses: u32| houses >> group & 1 == 1 || houses >> ((group + 7) % 8) & 1 == 1;
        for groups in 0..256_u32 {
            let fits = |houses: u32| bits(groups).all(|group| is_covered(group, houses));
            let least = (0..256).filter(|&houses| fits(houses)).map(count).min();
            let expected: Vec<u32> =
                (0..256).filter(|&houses| fits(houses) && Some(count(houses)) == least).collect();
            assert_eq!(covers.smallest(groups).copied().collect::<Vec<_>>(), expected);
        }
    }
}
