//! Unique rectangles and loops, of four types: cells that could exchange two digits in all solutions.

use super::board::{Board, Deduction, GEOMETRY, bits, choices, count, seen_by_all};
use super::sets::union_of_set;
use crate::work::Work;

/// A deduction from a loop, and its type, which decides between equal values.
struct Found {
    deduction: Deduction,
    kind: u8,
}

/// A search for loops of one pair of digits.
struct Search<'b, 'w, 'l, 'q> {
    board: &'b Board,
    work: &'w Work<'l, 'q>,
    pair: u16,
    path: Vec<usize>,
    best: Option<Found>,
}

/// Returns the deduction with the lowest value from a unique rectangle or loop.
pub(super) fn unique(board: &Board, work: &Work<'_, '_>) -> Option<Deduction> {
    let mut search = Search { board, work, pair: 0, path: Vec::new(), best: None };
    for cell in (0..81).filter(|&cell| count(board.digits(cell)) == 2) {
        search.pair = board.digits(cell);
        search.extend(cell, 2, 0, None);
    }
    search.best.map(|found| found.deduction)
}

impl Search<'_, '_, '_, '_> {
    /// Extends the path by a cell, which is in the house of kind `last_kind` of the one before, and then by
    /// all cells that continue it.
    ///
    /// Cells with more digits than the pair are allowed while they add one digit only, and `allowed` others.
    fn extend(&mut self, cell: usize, allowed: i32, extra: u16, last_kind: Option<usize>) {
        if self.work.is_over() {
            return;
        }
        self.path.push(cell);
        for kind in (0..3).filter(|&kind| Some(kind) != last_kind) {
            for &next in &GEOMETRY.cells[GEOMETRY.houses[cell][kind]] {
                if next == self.path[0] && self.path.len() >= 4 {
                    self.examine();
                } else if !self.path.contains(&next) {
                    let digits = self.board.digits(next);
                    let extra = (extra | digits) & !self.pair;
                    if digits & self.pair != self.pair {
                        continue;
                    }
                    let is_pair = count(digits) == 2;
                    if is_pair || count(extra) == 1 || allowed > 0 {
                        self.extend(next, allowed - i32::from(!is_pair), extra, Some(kind));
                    }
                }
            }
        }
        self.path.pop();
    }

    /// Tries the path as a loop.
    fn examine(&mut self) {
        if !is_loop(&self.path) {
            return;
        }
        let size = self.path.len();
        let value = 4.5
            + if size >= 10 { 0.3 } else { 0.0 }
            + match size {
                8.. => 0.2,
                6.. => 0.1,
                _ => 0.0,
            };
        let pair = self.pair;
        let extra: Vec<usize> =
            self.path.iter().copied().filter(|&cell| count(self.board.digits(cell)) > 2).collect();
        let union = extra.iter().fold(0, |union, &cell| union | self.board.digits(cell)) & !pair;
        match extra[..] {
            [] => {}
            [cell] => self.take(1, Deduction::removing(value, vec![(cell, pair)])),
            [first, second] => {
                if count(union) == 1 {
                    self.one_digit(value, &extra);
                } else {
                    self.naked_and_hidden_sets(value, [first, second], union);
                }
                self.locked_digit(value, [first, second]);
            }
            _ => self.one_digit(value, &extra),
        }
    }

    fn take(&mut self, kind: u8, deduction: Deduction) {
        if deduction.removed.iter().all(|&(_, digits)| digits == 0) {
            return;
        }
        let key = |found: &Found| (found.deduction.value, found.kind);
        let found = Found { deduction, kind };
        if self.best.as_ref().is_none_or(|best| key(&found) < key(best)) {
            self.best = Some(found);
        }
    }

    /// Type 2: one of the extra cells has the digit that all of them have besides the pair.
    fn one_digit(&mut self, value: f64, extra: &[usize]) {
        let digit = (self.board.digits(extra[0]) & !self.pair).trailing_zeros() as usize;
        let lost = seen_by_all(extra.iter().copied()) & self.board.cells(digit);
        self.take(2, Deduction::removing_digit(value, digit, lost));
    }

    /// Type 3: two extra cells stand for one cell with the digits that they have besides the pair.
    fn naked_and_hidden_sets(&mut self, value: f64, [first, second]: [usize; 2], extra: u16) {
        let board = self.board;
        for size in 2..=7 {
            for house in common_houses(first, second) {
                let places =
                    [first, second].map(|cell| GEOMETRY.cells[house].iter().position(|&c| c == cell));
                let [Some(first_place), Some(second_place)] = places else { continue };
                let blanks = board.blanks(house);
                if size * 2 <= blanks && size >= count(extra) as usize {
                    for set in choices(size, 9) {
                        if set >> first_place & 1 == 1 && set >> second_place & 1 == 0 {
                            self.naked_set(value, house, set, [first, second], extra);
                        }
                    }
                }
                if size * 2 < blanks {
                    let rest: Vec<usize> = bits(!(self.pair | extra) & 0x1ff).collect();
                    if size - 2 > rest.len() || rest.is_empty() {
                        continue;
                    }
                    for chosen in choices(size - 2, rest.len()) {
                        let digits = bits(chosen).fold(self.pair, |digits, rank| digits | 1 << rest[rank]);
                        self.hidden_set(value, house, digits, [first_place, second_place]);
                    }
                }
            }
        }
    }

    /// A naked set of the places, of which that of the first extra cell stands for both.
    fn naked_set(&mut self, value: f64, house: usize, set: u16, [first, second]: [usize; 2], extra: u16) {
        let board = self.board;
        let cells = &GEOMETRY.cells[house];
        let size = count(set) as usize;
        let masks = bits(set).map(|place| match cells[place] {
            cell if cell == first => extra,
            cell => board.digits(cell),
        });
        let shared = extra & board.digits(first) & board.digits(second);
        let others = bits(set).map(|place| cells[place]).filter(|&cell| cell != first);
        let union = others.clone().fold(shared, |union, cell| union | board.digits(cell));
        let Some(digits) = union_of_set(masks, size) else { return };
        if count(union) as usize != size {
            return;
        }
        let lost = bits(!set & 0x1ff).map(|place| cells[place]).filter(|&cell| cell != second);
        let lost = lost.map(|cell| (cell, board.digits(cell) & digits)).filter(|&(_, lost)| lost != 0);
        let value = value + f64::from(count(digits) - 1) * 0.1;
        self.take(3, Deduction::removing(value, lost.collect()));
    }

    /// A hidden set of the digits, whose places are those of the first extra cell and of other cells.
    fn hidden_set(&mut self, value: f64, house: usize, digits: u16, [first, second]: [usize; 2]) {
        let board = self.board;
        let mut union = 0;
        for digit in bits(digits) {
            let places = board.places(house, digit) & !(1 << second);
            if places == 0 {
                return;
            }
            union |= places;
        }
        if count(union) != count(digits) {
            return;
        }
        let places = union & !(1 << first);
        let cells = bits(places).map(|place| GEOMETRY.cells[house][place]);
        let lost = cells.map(|cell| (cell, board.digits(cell) & !digits)).filter(|&(_, lost)| lost != 0);
        let value = value + (f64::from(count(places)) - 1.0) * 0.1;
        self.take(3, Deduction::removing(value, lost.collect()));
    }

    /// Type 4: one digit of the pair is in the two extra cells only of a house, which excludes the other.
    fn locked_digit(&mut self, value: f64, cells: [usize; 2]) {
        let board = self.board;
        let own = 1_u128 << cells[0] | 1 << cells[1];
        let is_locked = |&digit: &usize| {
            common_houses(cells[0], cells[1])
                .any(|house| board.cells(digit) & GEOMETRY.sets[house] & !own == 0)
        };
        if let Some(digit) = bits(self.pair).find(is_locked) {
            let lost = self.pair & !(1 << digit);
            self.take(4, Deduction::removing(value, cells.map(|cell| (cell, lost)).to_vec()));
        }
    }
}

/// Returns the houses that two cells share.
fn common_houses(first: usize, second: usize) -> impl Iterator<Item = usize> {
    GEOMETRY.houses[first].into_iter().filter(move |&house| GEOMETRY.sets[house] >> second & 1 == 1)
}

/// Returns true if each house that the path visits has one of its even cells and one of its odd cells.
fn is_loop(path: &[usize]) -> bool {
    let mut visited = [0_u32; 2];
    for (number, &cell) in path.iter().enumerate() {
        for house in GEOMETRY.houses[cell] {
            if visited[number % 2] >> house & 1 == 1 {
                return false;
            }
            visited[number % 2] |= 1 << house;
        }
    }
    visited[0] == visited[1]
}
