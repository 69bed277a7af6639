//! Grids: the digits in the cells of a board. A grid knows its side and no rules.
//!
//! Rules apply only where a [`Geometry`] is given: [`Grid::contradictions`] lists every digit that a house
//! holds more than once.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::geometry::{
    Candidate, Cell, Digit, Geometry, House, HouseKind, MAX_SIDE, Numbered, Values, checked_side,
};

/// The reason why a grid cannot be made, changed or checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The side is not one of 1 to 25.
    #[error("expected a side of 1 to {MAX_SIDE}, found {found}")]
    Side {
        /// The side found.
        found: usize,
    },
    /// The cell is outside the grid.
    #[error("expected a cell of a grid of side {side}, found {found}")]
    Outside {
        /// The cell found.
        found: Cell,
        /// The side of the grid.
        side: usize,
    },
    /// The digit is above the side of the grid.
    #[error("expected a digit up to {side}, found {found}")]
    DigitAboveSide {
        /// The digit found.
        found: Digit,
        /// The side of the grid, which is its greatest digit.
        side: usize,
    },
    /// The board does not have the digit.
    #[error("expected a digit of {values}, found {found}")]
    Digit {
        /// The digit found.
        found: Digit,
        /// The digits of the board.
        values: Values,
    },
    /// A digit is in a cell that is no part of the board.
    #[error("expected no digit in {cell}, which is blocked, found {found}")]
    Blocked {
        /// The cell.
        cell: Cell,
        /// The digit found.
        found: Digit,
    },
    /// A cell that is no part of the puzzle is one of the board.
    #[error("expected a board on which {cell} is blocked, as it is in the puzzle")]
    NotBlocked {
        /// The cell.
        cell: Cell,
    },
    /// Candidates are those of other digits than the board has.
    #[error("expected candidates of {expected}, found those of {found}")]
    Candidates {
        /// The digits of the board.
        expected: Values,
        /// The digits of the candidates.
        found: Values,
    },
    /// The board has another side than the grid.
    #[error("expected a board of side {expected}, found one of side {found}")]
    OtherSide {
        /// The side of the grid.
        expected: usize,
        /// The side of the board.
        found: usize,
    },
}

impl GridError {
    /// Checks that a grid has the side of a board or of another grid.
    pub(crate) fn check_side(expected: usize, found: usize) -> Result<(), GridError> {
        if expected == found { Ok(()) } else { Err(GridError::OtherSide { expected, found }) }
    }
}

/// The digits of an N by N puzzle or solution; cells without a digit are blank.
#[derive(Clone, Debug)]
pub struct Grid {
    side: u8,
    /// The digits that cells may hold.
    values: Values,
    /// By cell whether it is no part of the puzzle, if some are.
    blocked: Option<Arc<[bool]>>,
    /// N² digits, row by row.
    digits: Box<[Option<Digit>]>,
}

/// Grids with equal digits are equal, whatever digits their cells may hold.
impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        self.digits == other.digits
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digits.hash(state);
    }
}

impl Grid {
    /// Returns the grid of this side in which every cell is blank. Cells may hold the digits 1 to `side`.
    ///
    /// # Errors
    /// [`GridError::Side`] if the side is not one of 1 to 25.
    pub fn empty(side: usize) -> Result<Grid, GridError> {
        let byte = checked_side(side).ok_or(GridError::Side { found: side })?;
        Ok(Grid {
            side: byte,
            values: Values::of_side(byte),
            blocked: None,
            digits: vec![None; side * side].into_boxed_slice(),
        })
    }

    /// Returns the grid of this board in which every cell is blank. Cells may hold the digits of the board, unless they are
    /// blocked there.
    #[must_use]
    pub fn of_board(geometry: &Geometry) -> Grid {
        Grid::on_board(geometry, vec![None; geometry.cell_count()].into_boxed_slice())
    }

    /// Returns the grid of this board with these digits, row by row. The caller has checked that they are digits of the
    /// board, and that blocked cells have none.
    pub(crate) fn on_board(geometry: &Geometry, digits: Box<[Option<Digit>]>) -> Grid {
        Grid::from_digits_of(geometry.values(), geometry.side(), digits).with_blocked(geometry.blocked())
    }

    /// Returns the grid with these cells blocked, by cell; with an empty list, none is. Blocked cells hold no digits.
    pub(crate) fn with_blocked(self, blocked: &[bool]) -> Grid {
        let blocked = blocked.contains(&true).then(|| blocked.into());
        Grid { blocked, ..self }
    }

    /// Returns by cell whether it is no part of the puzzle; an empty list if all cells are.
    #[must_use]
    pub fn blocked(&self) -> &[bool] {
        self.blocked.as_deref().unwrap_or_default()
    }

    /// Returns the grid with these digits, row by row. The caller has checked that there are `side` squared
    /// of them and that none exceeds the side.
    pub(crate) fn from_digits(side: usize, digits: Box<[Option<Digit>]>) -> Grid {
        let byte = checked_side(side).expect("the side of a grid that was read is 1 to 25");
        Grid::from_digits_of(Values::of_side(byte), side, digits)
    }

    /// Returns the grid with these digits, row by row, which may be any of some values. The caller has checked that
    /// there are `side` squared of them, and that the values contain them.
    pub(crate) fn from_digits_of(values: Values, side: usize, digits: Box<[Option<Digit>]>) -> Grid {
        debug_assert_eq!(digits.len(), side * side);
        debug_assert!(digits.iter().flatten().all(|&digit| values.contains(digit)));
        let side = checked_side(side).expect("the side of a grid that was read is 1 to 25");
        Grid { side, values, blocked: None, digits }
    }

    /// Returns the digits that cells may hold.
    pub fn values(&self) -> Values {
        self.values
    }

    /// Checks that the grid has the side of a board, and no digits that the board does not have.
    pub(crate) fn check_board(&self, geometry: &Geometry) -> Result<(), GridError> {
        GridError::check_side(self.side(), geometry.side())?;
        let values = geometry.values();
        if self.blocked.is_some() || !geometry.blocked().is_empty() {
            self.check_blocked(geometry)?;
        }
        if self.values == values {
            return Ok(());
        }
        match self.digits.iter().flatten().find(|&&digit| !values.contains(digit)) {
            Some(&found) => Err(GridError::Digit { found, values }),
            None => Ok(()),
        }
    }

    /// Checks that the cells that a board blocks have no digits, and that it blocks those that the grid does.
    fn check_blocked(&self, geometry: &Geometry) -> Result<(), GridError> {
        if let Some(clue) = self.clues().find(|clue| geometry.is_blocked(clue.cell)) {
            return Err(GridError::Blocked { cell: clue.cell, found: clue.digit });
        }
        let mut blocked = self.cells().zip(self.blocked()).filter(|(_, is_blocked)| **is_blocked);
        match blocked.find(|&(cell, _)| !geometry.is_blocked(cell)) {
            Some((cell, _)) => Err(GridError::NotBlocked { cell }),
            None => Ok(()),
        }
    }

    /// Returns the number N of rows and of columns.
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        cell.index(self.side())
    }

    /// Returns the digit in the cell, or `None` if the cell is blank.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        match self.index(cell) {
            Some(index) => self.digits[index],
            None => panic!("{cell} does not lie in a grid of side {}", self.side),
        }
    }

    /// Sets the digit of a cell, or clears it.
    ///
    /// # Errors
    /// [`GridError::Outside`] if the cell is outside the grid, [`GridError::Blocked`] if it holds no digits,
    /// [`GridError::DigitAboveSide`] if the digit exceeds the side, or [`GridError::Digit`] if it is another one that the
    /// cells cannot hold; the grid is unchanged then.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) -> Result<(), GridError> {
        let side = self.side();
        let index = self.index(cell).ok_or(GridError::Outside { found: cell, side })?;
        let values = self.values;
        if let Some(found) = digit.filter(|&digit| !values.contains(digit)) {
            return Err(if values == Values::of_side(self.side) && found.value() > self.side {
                GridError::DigitAboveSide { found, side }
            } else {
                GridError::Digit { found, values }
            });
        }
        if let Some(found) = digit.filter(|_| self.blocked().get(index) == Some(&true)) {
            return Err(GridError::Blocked { cell, found });
        }
        self.digits[index] = digit;
        Ok(())
    }

    /// Returns the digits of all cells, row by row, `None` for blank ones.
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// Returns all cells, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(row, column)))
    }

    /// Returns the cells that are not blank with their digits, row by row.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.cells()
            .zip(&self.digits)
            .filter_map(|(cell, digit)| digit.map(|digit| Candidate { cell, digit }))
    }

    /// Returns the number of cells that are not blank.
    pub fn clue_count(&self) -> usize {
        self.digits.iter().flatten().count()
    }

    /// Returns true if no cell is blank but blocked ones. A full grid may contradict the rules.
    pub fn is_full(&self) -> bool {
        match &self.blocked {
            None => self.digits.iter().all(Option::is_some),
            Some(blocked) => {
                self.digits.iter().zip(&blocked[..]).all(|(digit, is_blocked)| *is_blocked || digit.is_some())
            }
        }
    }

    /// Returns every house and digit that it holds more than once: houses in the order of
    /// [`Geometry::houses`], digits ascending. Boxes that are whole rows or columns are left out, since they
    /// would only repeat the row or column. Then follow the breaches of other rules of the board that no
    /// house reports: those of ranks and connected cells once no cell is blank. Whether there are regions to be found, or
    /// values of variables, for these digits is a question for the solver.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid, [`GridError::Digit`] if it does not have one of
    /// the digits.
    ///
    /// # Complexity
    /// O(N²).
    pub fn contradictions(&self, geometry: &Geometry) -> Result<Vec<Contradiction>, GridError> {
        self.check_board(geometry)?;
        let mut found = Vec::new();
        if geometry.is_plain() && self.keeps_the_rules(geometry) {
            return Ok(found);
        }
        for house in geometry.houses() {
            if house.kind() != HouseKind::Box || !geometry.has_idle_boxes() {
                self.contradictions_in(house, &mut found);
            }
        }
        if !geometry.is_plain() {
            self.contradictions_to_rules(geometry, &mut found);
        }
        Ok(found)
    }

    /// Returns true if no house of the plain board, which has the side of the grid, holds a digit more than
    /// once. This is nearly always so, and is found in one pass over the cells.
    fn keeps_the_rules(&self, geometry: &Geometry) -> bool {
        let (side, height, width) = (self.side(), geometry.box_height(), geometry.box_width());
        let (mut columns, mut twice) = ([0_u32; MAX_SIDE], 0);
        for band in self.digits.chunks_exact(side * height) {
            let mut boxes = [0_u32; MAX_SIDE];
            for row_cells in band.chunks_exact(side) {
                let mut row = 0;
                let stacks =
                    row_cells.chunks_exact(width).zip(columns.chunks_exact_mut(width)).zip(&mut boxes);
                for ((cells, columns), in_box) in stacks {
                    for (digit, column) in cells.iter().zip(columns) {
                        // A blank cell has no bit.
                        let bit = digit.map_or(0, |digit| 1_u32 << digit.value());
                        twice |= bit & (row | *column | *in_box);
                        row |= bit;
                        *column |= bit;
                        *in_box |= bit;
                    }
                }
            }
        }
        twice == 0
    }

    fn contradictions_in(&self, house: &House, found: &mut Vec<Contradiction>) {
        let mut counts = [0_u8; MAX_SIDE + 1];
        for digit in house.cells().iter().filter_map(|&cell| self.get(cell)) {
            counts[usize::from(digit.value())] += 1;
        }
        for digit in (0..=u8::MAX).map_while(Digit::of_value) {
            if counts[usize::from(digit.value())] > 1 {
                let cells = house.cells().iter().copied().filter(|&cell| self.get(cell) == Some(digit));
                let breach = Breach::House { kind: house.kind(), number: house.number() };
                found.push(Contradiction { digit, breach, cells: cells.collect() });
            }
        }
    }

    /// Adds the breaches of rules other than equal digits in a house.
    fn contradictions_to_rules(&self, geometry: &Geometry, found: &mut Vec<Contradiction>) {
        let mut add = |digit, breach, cells: &[Cell]| {
            found.push(Contradiction { digit, breach, cells: SmallVec::from_slice(cells) });
        };
        for Candidate { cell, digit } in self.clues() {
            if !geometry.allows(Candidate { cell, digit }) {
                add(digit, if digit.value() % 2 == 0 { Breach::Odd } else { Breach::Even }, &[cell]);
            }
            // Each pair is examined from its first cell.
            for &peer in geometry.peers(cell).iter().filter(|&&peer| peer > cell) {
                if self.get(peer) == Some(digit)
                    && let Some(breach) = equal_digits(geometry, digit, cell, peer)
                {
                    add(digit, breach, &[cell, peer]);
                }
            }
            let is_rule = geometry.is_non_consecutive();
            for neighbor in geometry.neighbors(cell).filter(|&neighbor| is_rule && neighbor > cell) {
                if let Some(other) =
                    self.get(neighbor).filter(|other| other.value().abs_diff(digit.value()) == 1)
                {
                    add(digit, Breach::Consecutive { other }, &[cell, neighbor]);
                }
            }
        }
        for (number, cage) in geometry.cages().iter().enumerate() {
            let clues: Vec<Cell> =
                cage.cells().iter().copied().filter(|&cell| self.get(cell).is_some()).collect();
            let digits = clues.iter().filter_map(|&cell| self.get(cell));
            let placed = digits.clone().fold(0_u32, |placed, digit| placed | 1 << digit.value());
            let is_repeated = usize::try_from(placed.count_ones()) != Ok(clues.len());
            let is_possible = cage.combinations().iter().any(|set| set & placed == placed);
            if let (false, false, Some(digit)) = (is_repeated, is_possible, digits.clone().next()) {
                let is_full = clues.len() == cage.cells().len();
                add(
                    digit,
                    Breach::Sum { number, sum: cage.sum(), digits: digits.collect(), is_full },
                    &clues,
                );
            }
        }
        for relation in geometry.relations_beside_cages() {
            let rule = &geometry.rules()[relation.rule()];
            let held = |cell| self.get(cell).map_or(u32::MAX, |digit| 1 << digit.value());
            let mut clues: Vec<Cell> =
                relation.cells().iter().copied().filter(|&cell| self.get(cell).is_some()).collect();
            clues.sort_unstable();
            clues.dedup();
            let Some(&first) = clues.first() else { continue };
            if relation.supported(held).contains(&0)
                && let Some(digit) = self.get(first)
            {
                let digits = clues.iter().filter_map(|&cell| self.get(cell)).collect();
                let held: Vec<(Cell, Digit)> =
                    clues.iter().filter_map(|&cell| Some((cell, self.get(cell)?))).collect();
                let sum = rule.wrong_sum(&held);
                add(digit, Breach::Rule { rule: rule.to_string(), digits, sum }, &clues);
            }
        }
        self.contradictions_of_the_whole(geometry, &mut add);
    }

    /// Adds the breaches of what rules require of the whole board, once no cell is blank.
    fn contradictions_of_the_whole(&self, geometry: &Geometry, add: &mut dyn FnMut(Digit, Breach, &[Cell])) {
        let digits: Option<Vec<Digit>> = self.digits.iter().copied().collect();
        let Some(digits) = digits else { return };
        let digit = |cell: Cell| digits[geometry.index(cell)];
        for (rule, global) in geometry.globals() {
            if !global.holds(geometry, &|cell| digit(cell).value()) {
                let cells = global.cells(geometry);
                let held = cells.iter().map(|&cell| digit(cell)).collect();
                let rule = geometry.rules()[*rule].to_string();
                add(digit(cells[0]), Breach::Rule { rule, digits: held, sum: None }, &cells);
            }
        }
    }
}

/// Returns the rule that equal digits in two peers break, unless a house reports it.
fn equal_digits(geometry: &Geometry, digit: Digit, cell: Cell, peer: Cell) -> Option<Breach> {
    if geometry.houses_with(cell).any(|house| house.cells().binary_search(&peer).is_ok()) {
        return None;
    }
    let cage =
        geometry.cage_number(cell).filter(|_| geometry.cage_number(cell) == geometry.cage_number(peer));
    if cage.is_none()
        && let Some(rule) = geometry.rule_apart(cell, peer)
    {
        let rule = rule.to_string();
        return Some(Breach::Rule { rule, digits: SmallVec::from_slice(&[digit, digit]), sum: None });
    }
    Some(match cage {
        Some(number) => Breach::Cage { number },
        None if cell.row() + 1 == peer.row() && cell.column().abs_diff(peer.column()) == 1 => {
            Breach::KingsMove
        }
        None => Breach::KnightsMove,
    })
}

/// The rule that digits break.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Breach {
    /// The digit occurs more than once in a house.
    House {
        /// The kind of the house.
        kind: HouseKind,
        /// The number of the house among those of its kind, counted from zero.
        number: usize,
    },
    /// The digit occurs twice in a cage.
    Cage {
        /// The number of the cage, counted from zero.
        number: usize,
    },
    /// The digit occurs twice a knight's move apart, which a rule forbids.
    KnightsMove,
    /// The digit occurs twice a king's move apart, which a rule forbids.
    KingsMove,
    /// The digit and a consecutive one are in adjacent cells, which a rule forbids.
    Consecutive {
        /// The other digit.
        other: Digit,
    },
    /// An odd digit is in a cell for even ones.
    Even,
    /// An even digit is in a cell for odd ones.
    Odd,
    /// No set of digits with the sum of the cage contains these digits.
    Sum {
        /// The number of the cage, counted from zero.
        number: usize,
        /// Its sum.
        sum: u32,
        /// The digits in it.
        digits: SmallVec<[Digit; 2]>,
        /// True if no cell of it is blank.
        is_full: bool,
    },
    /// No digits of the blank cells fit a rule together with these digits.
    Rule {
        /// The text of the rule.
        rule: String,
        /// The digits, by cell.
        digits: SmallVec<[Digit; 2]>,
        /// If the rule is a sum of these cells: their sum, and what the rule says, in words.
        sum: Option<String>,
    },
}

/// A digit that conflicts with other digits or with the rules. Displayed as `5 twice in row 3: r3c1 and
/// r3c7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The digit; if there are several, that of the first cell.
    pub digit: Digit,
    /// The rule that is broken.
    pub breach: Breach,
    /// The cells that break it, in ascending order.
    pub cells: SmallVec<[Cell; 2]>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = self.digit;
        match &self.breach {
            Breach::House { kind, number } => {
                match self.cells.len() {
                    2 => write!(f, "{digit} twice")?,
                    times => write!(f, "{digit} {times} times")?,
                }
                write!(f, " in {kind} {}", Numbered(*number))?;
            }
            Breach::Cage { number } => write!(f, "{digit} twice in cage {}", number + 1)?,
            Breach::KnightsMove => write!(f, "{digit} twice a knight's move apart")?,
            Breach::KingsMove => write!(f, "{digit} twice a king's move apart")?,
            Breach::Consecutive { other } => write!(f, "{digit} and {other} side by side")?,
            Breach::Even => write!(f, "{digit} in an even cell")?,
            Breach::Odd => write!(f, "{digit} in an odd cell")?,
            Breach::Rule { sum: Some(sum), .. } => return f.write_str(sum),
            Breach::Rule { rule, digits, sum: None } => {
                let held = self.cells.iter().zip(digits);
                let held: Vec<String> = held.map(|(cell, digit)| format!("{cell}={digit}")).collect();
                write_list(f, &held)?;
                let verb = if held.len() == 1 { "does" } else { "do" };
                return write!(f, " {verb} not fit the rule {rule}");
            }
            Breach::Sum { sum, digits, is_full: true, .. } => {
                let cells: Vec<String> = self.cells.iter().map(Cell::to_string).collect();
                let found: u32 = digits.iter().map(|digit| u32::from(digit.value())).sum();
                return write!(f, "{} = {found}, but the cage says {sum}", cells.join(" + "));
            }
            Breach::Sum { number, sum, digits, is_full: false } => {
                write!(f, "cage {} does not come to {sum} with ", number + 1)?;
                write_list(f, digits)?;
            }
        }
        f.write_str(": ")?;
        write_list(f, &self.cells)
    }
}

/// Writes the items one after the other: `r3c1, r3c4 and r3c7`.
fn write_list(f: &mut fmt::Formatter<'_>, list: &[impl fmt::Display]) -> fmt::Result {
    for (place, entry) in list.iter().enumerate() {
        let before = match place {
            0 => "",
            _ if place + 1 == list.len() => " and ",
            _ => ", ",
        };
        write!(f, "{before}{entry}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Reader;

    fn grid(text: &str, side: usize) -> Grid {
        let reader = Reader::new(text.as_bytes()).with_side(side).unwrap();
        let mut grids: Vec<Grid> = reader.map(|record| record.unwrap().grid).collect();
        assert_eq!(grids.len(), 1);
        grids.remove(0)
    }

    fn shown(grid: &Grid, geometry: &Geometry) -> Vec<String> {
        grid.contradictions(geometry).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_contradiction_is_named_in_house_and_digit_order() {
        let mut grid = Grid::empty(9).unwrap();
        for (row, column, value) in
            [(2, 0, 5), (2, 6, 5), (2, 3, 5), (8, 0, 5), (2, 1, 1), (2, 8, 1), (1, 7, 1)]
        {
            grid.set(Cell::new(row, column), Digit::new(value)).unwrap();
        }
        let expected = [
            "1 twice in row 3: r3c2 and r3c9",
            "5 3 times in row 3: r3c1, r3c4 and r3c7",
            "5 twice in column 1: r3c1 and r9c1",
            "1 twice in box 3: r2c8 and r3c9",
        ];
        assert_eq!(shown(&grid, &Geometry::classic()), expected);
    }

    #[test]
    fn boxes_that_are_rows_or_columns_do_not_repeat_the_message() {
        let mut grid = Grid::empty(5).unwrap();
        grid.set(Cell::new(1, 0), Digit::new(2)).unwrap();
        grid.set(Cell::new(1, 4), Digit::new(2)).unwrap();
        let expected = ["2 twice in row 2: r2c1 and r2c5"];
        assert_eq!(shown(&grid, &Geometry::boxes(1, 5).unwrap()), expected);
        assert_eq!(shown(&grid, &Geometry::boxes(5, 1).unwrap()), expected);
    }

    #[test]
    fn equal_digits_contradict_each_other_in_peers_and_nowhere_else() {
        for (height, width) in [(1, 1), (2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (3, 3), (2, 5)] {
            let geometry = Geometry::boxes(height, width).unwrap();
            for first in geometry.cells() {
                for second in geometry.cells().filter(|&second| second != first) {
                    let mut grid = Grid::empty(geometry.side()).unwrap();
                    grid.set(first, Digit::new(1)).unwrap();
                    grid.set(second, Digit::new(1)).unwrap();
                    let is_free = grid.contradictions(&geometry).unwrap().is_empty();
                    assert_eq!(is_free, !geometry.peers(first).contains(&second), "{first} {second}");
                    grid.set(second, Digit::new(2).filter(|_| geometry.side() > 1)).unwrap();
                    assert!(grid.contradictions(&geometry).unwrap().is_empty());
                }
            }
        }
    }

    #[test]
    fn a_board_of_another_side_is_refused() {
        let error = Grid::empty(4).unwrap().contradictions(&Geometry::classic()).unwrap_err();
        assert_eq!(error.to_string(), "expected a board of side 4, found one of side 9");
    }

    #[test]
    fn cells_and_digits_outside_the_grid_are_refused() {
        let mut grid = Grid::empty(4).unwrap();
        let before = grid.clone();
        let error = grid.set(Cell::new(1, 4), Digit::new(1)).unwrap_err();
        assert_eq!(error.to_string(), "expected a cell of a grid of side 4, found r2c5");
        let error = grid.set(Cell::new(1, 3), Digit::new(5)).unwrap_err();
        assert_eq!(error.to_string(), "expected a digit up to 4, found 5");
        assert_eq!(grid, before);
        assert_eq!(Grid::empty(26).unwrap_err().to_string(), "expected a side of 1 to 25, found 26");
        assert_eq!(Grid::empty(0), Err(GridError::Side { found: 0 }));
    }

    #[test]
    fn clues_are_the_digits_that_were_set() {
        let mut grid = grid("12..34..21..43..", 4);
        let clues: Vec<String> = grid.clues().map(|clue| clue.to_string()).collect();
        assert_eq!(clues, ["r1c1=1", "r1c2=2", "r2c1=3", "r2c2=4", "r3c1=2", "r3c2=1", "r4c1=4", "r4c2=3"]);
        assert_eq!((grid.clue_count(), grid.is_full()), (8, false));
        let cells: Vec<Cell> = Geometry::of_side(4).unwrap().cells().collect();
        for cell in cells {
            grid.set(cell, Digit::new(1)).unwrap();
        }
        assert!(grid.is_full());
        grid.set(Cell::new(0, 0), None).unwrap();
        assert_eq!(grid.clue_count(), 15);
    }
}
