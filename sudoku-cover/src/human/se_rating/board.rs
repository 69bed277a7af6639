//! The board that Sudoku Explainer's rules are searched on: the classic geometry as plain arrays.
//!
//! Chains copy a board for each assumption, some hundred thousand times in a hard puzzle, so it is one
//! kilobyte without pointers, unlike [`Candidates`], which serves any geometry.
//!
//! Houses are numbered in the order in which Sudoku Explainer visits them: boxes 0 to 8, rows 9 to 17, columns
//! 18 to 26. Digits are numbered from 0.

use crate::human::candidates::Candidates;

/// The kinds of houses, in the order of their numbers.
pub(super) const BOX: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;

/// The value of a blank cell.
const BLANK: u8 = 9;

/// The geometry.
pub(super) struct Geometry {
    /// The cells of each house, by place.
    pub(super) cells: [[usize; 9]; 27],
    /// The box, row and column of each cell.
    pub(super) houses: [[usize; 3]; 81],
    /// The place of each cell in its box, row and column.
    pub(super) places: [[usize; 3]; 81],
    /// The cells of each house, as a set.
    pub(super) sets: [u128; 27],
    /// The cells that share a house with each cell, without itself.
    pub(super) peers: [u128; 81],
}

pub(super) static GEOMETRY: Geometry = Geometry::new();

impl Geometry {
    const fn new() -> Geometry {
        let mut geometry = Geometry {
            cells: [[0; 9]; 27],
            houses: [[0; 3]; 81],
            places: [[0; 3]; 81],
            sets: [0; 27],
            peers: [0; 81],
        };
        let mut cell = 0;
        while cell < 81 {
            let (row, column) = (cell / 9, cell % 9);
            geometry.houses[cell] = [row / 3 * 3 + column / 3, 9 + row, 18 + column];
            geometry.places[cell] = [row % 3 * 3 + column % 3, column, row];
            let mut kind = 0;
            while kind < 3 {
                let house = geometry.houses[cell][kind];
                geometry.cells[house][geometry.places[cell][kind]] = cell;
                geometry.sets[house] |= 1 << cell;
                kind += 1;
            }
            cell += 1;
        }
        cell = 0;
        while cell < 81 {
            let [one, two, three] = geometry.houses[cell];
            geometry.peers[cell] =
                (geometry.sets[one] | geometry.sets[two] | geometry.sets[three]) & !(1 << cell);
            cell += 1;
        }
        geometry
    }
}

/// Returns the cells that see all of these cells.
pub(super) fn seen_by_all(cells: impl IntoIterator<Item = usize>) -> u128 {
    cells.into_iter().fold(u128::MAX, |seen, cell| seen & GEOMETRY.peers[cell])
}

/// Returns true if the two cells share a house.
pub(super) fn sees(cell: usize, other: usize) -> bool {
    GEOMETRY.peers[cell] >> other & 1 == 1
}

/// Returns the bits of a set of cells, digits or places, in ascending order.
pub(super) fn members(set: impl Into<u128>) -> impl Iterator<Item = usize> + Clone {
    let mut rest = set.into();
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            first
        })
    })
}

/// Returns the digits or places of a mask, in ascending order.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            first
        })
    })
}

/// Returns the number of digits or places of a mask.
pub(super) fn count(mask: u16) -> u32 {
    mask.count_ones()
}

/// Returns all masks of `size` of the `of` lowest bits, in ascending order.
pub(super) fn choices(size: usize, of: usize) -> impl Iterator<Item = u16> {
    (0..1_u16 << of).filter(move |mask| mask.count_ones() as usize == size)
}

/// Candidates, and the same seen from the houses and from the digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// The candidates of each blank cell; none for the others.
    digits: [u16; 81],
    /// The places of each digit in each house where it is a candidate.
    places: [[u16; 9]; 27],
    /// The cells where each digit is a candidate.
    cells: [u128; 9],
    values: [u8; 81],
    /// Number of blank cells in each house.
    blanks: [u8; 27],
    /// Number of cells with each digit.
    placed: [u8; 9],
}

impl Board {
    /// Returns the state of the candidates, whose geometry is the classic one.
    pub(super) fn of(candidates: &Candidates) -> Board {
        let mut board = Board {
            digits: [0; 81],
            places: [[0; 9]; 27],
            cells: [0; 9],
            values: [BLANK; 81],
            blanks: [0; 27],
            placed: [0; 9],
        };
        for cell in 0..81 {
            match candidates.value(cell).and_then(|value| u8::try_from(value).ok()) {
                Some(value) => {
                    board.values[cell] = value;
                    board.placed[usize::from(value)] += 1;
                }
                None => GEOMETRY.houses[cell].iter().for_each(|&house| board.blanks[house] += 1),
            }
            for digit in (0..9).filter(|&digit| candidates.has(cell, digit)) {
                board.digits[cell] |= 1 << digit;
                board.cells[digit] |= 1 << cell;
                for (house, place) in GEOMETRY.houses[cell].into_iter().zip(GEOMETRY.places[cell]) {
                    board.places[house][digit] |= 1 << place;
                }
            }
        }
        board
    }

    /// Returns the candidates of a cell, none if it has a value.
    pub(super) fn digits(&self, cell: usize) -> u16 {
        self.digits[cell]
    }

    /// Returns the places where the digit is a candidate in the house.
    pub(super) fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// Returns the cells where the digit is a candidate.
    pub(super) fn cells(&self, digit: usize) -> u128 {
        self.cells[digit]
    }

    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[cell] >> digit & 1 == 1
    }

    pub(super) fn is_blank(&self, cell: usize) -> bool {
        self.values[cell] == BLANK
    }

    /// Returns the number of blank cells of the house.
    pub(super) fn blanks(&self, house: usize) -> usize {
        usize::from(self.blanks[house])
    }

    /// Returns the number of cells with the digit.
    pub(super) fn placed(&self, digit: usize) -> usize {
        usize::from(self.placed[digit])
    }

    pub(super) fn is_solved(&self) -> bool {
        self.blanks[..9].iter().all(|&blanks| blanks == 0)
    }

    /// Returns true if a blank cell has no candidate, or a house no place for a digit.
    pub(super) fn is_broken(&self) -> bool {
        let is_dead = |cell: usize| self.is_blank(cell) && self.digits[cell] == 0;
        let is_full = |house: usize| {
            let placed = GEOMETRY.cells[house].iter().filter(|&&cell| !self.is_blank(cell));
            let placed = placed.fold(0_u16, |placed, &cell| placed | 1 << self.values[cell]);
            (0..9).any(|digit| placed >> digit & 1 == 0 && self.places[house][digit] == 0)
        };
        (0..81).any(is_dead) || (0..27).any(is_full)
    }

    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.digits[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
        for (house, place) in GEOMETRY.houses[cell].into_iter().zip(GEOMETRY.places[cell]) {
            self.places[house][digit] &= !(1 << place);
        }
    }

    /// Places a digit in a blank cell and takes it from the peers.
    fn place(&mut self, cell: usize, digit: usize) {
        self.values[cell] = u8::try_from(digit).unwrap_or(BLANK);
        self.placed[digit] += 1;
        GEOMETRY.houses[cell].iter().for_each(|&house| self.blanks[house] -= 1);
        bits(self.digits[cell]).for_each(|other| self.remove(cell, other));
        members(self.cells[digit] & GEOMETRY.peers[cell]).for_each(|peer| self.remove(peer, digit));
    }

    /// Applies a deduction. Returns false if it changes nothing.
    pub(super) fn apply(&mut self, deduction: &Deduction) -> bool {
        let mut is_changed = false;
        for &(cell, digits) in &deduction.removed {
            let lost = self.digits[cell] & digits;
            is_changed |= lost != 0;
            bits(lost).for_each(|digit| self.remove(cell, digit));
        }
        if let Some((cell, digit)) = deduction.placed.filter(|&(cell, _)| self.is_blank(cell)) {
            self.place(cell, digit);
            is_changed = true;
        }
        is_changed
    }
}

/// What a rule concludes, and its value.
///
/// Values are sums of the same floating-point numbers as in Sudoku Explainer, and not tenths, because it sorts
/// by them: two ways to 7.2 can differ in the last bit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Deduction {
    pub(super) value: f64,
    /// Cells, and the digits that they lose.
    pub(super) removed: Vec<(usize, u16)>,
    /// A cell, and the digit that it gets.
    pub(super) placed: Option<(usize, usize)>,
}

impl Deduction {
    pub(super) fn placing(value: f64, cell: usize, digit: usize) -> Deduction {
        Deduction { value, removed: Vec::new(), placed: Some((cell, digit)) }
    }

    pub(super) fn removing(value: f64, removed: Vec<(usize, u16)>) -> Deduction {
        Deduction { value, removed, placed: None }
    }

    /// Returns the elimination of one digit from some cells.
    pub(super) fn removing_digit(value: f64, digit: usize, cells: u128) -> Deduction {
        Deduction::removing(value, members(cells).map(|cell| (cell, 1 << digit)).collect())
    }
}

/// The order in which hidden singles and sets visit the kinds of houses.
const KINDS: [usize; 3] = [BOX, COLUMN, ROW];

/// Returns the houses in that order.
pub(super) fn houses() -> impl Iterator<Item = usize> {
    KINDS.into_iter().flat_map(|kind| kind * 9..kind * 9 + 9)
}

/// The pairs of kinds that locked candidates are searched in: the digit is locked in a house of the first kind,
/// and leaves one of the second.
pub(super) const LOCKS: [[usize; 2]; 4] = [[BOX, COLUMN], [BOX, ROW], [COLUMN, BOX], [ROW, BOX]];
