//! Pencilmarks: the candidates of each cell of a grid. They know the side of the board; rules apply only
//! where a [`Geometry`] is given.

use crate::model::geometry::{Candidate, Cell, Digit, Geometry, Values, checked_side};
use crate::model::grid::{Grid, GridError};

/// A set of digits in one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(u32);

impl Marks {
    /// Returns the empty set.
    #[must_use]
    pub const fn none() -> Marks {
        Marks(0)
    }

    /// Returns the digits 1 to `side`, which is one of 1 to 25.
    pub(crate) fn up_to(side: u8) -> Marks {
        Marks((1 << (u32::from(side) + 1)) - 2)
    }

    /// Returns the digits of a board.
    pub(crate) const fn of(values: Values) -> Marks {
        Marks(values.bits())
    }

    /// Returns the set of this digit alone.
    #[must_use]
    pub const fn only(digit: Digit) -> Marks {
        Marks(1 << digit.value())
    }

    /// Returns the set with this digit added.
    #[must_use]
    pub const fn with(self, digit: Digit) -> Marks {
        Marks(self.0 | 1 << digit.value())
    }

    /// Returns the set with this digit removed.
    #[must_use]
    pub const fn without(self, digit: Digit) -> Marks {
        Marks(self.0 & !(1 << digit.value()))
    }

    /// Returns the digits that both sets contain.
    #[must_use]
    pub const fn and(self, other: Marks) -> Marks {
        Marks(self.0 & other.0)
    }

    /// Returns true if the set contains the digit.
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 & 1 << digit.value() != 0
    }

    /// Returns the number of digits.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the digit, if there is exactly one.
    #[must_use]
    pub fn single(self) -> Option<Digit> {
        self.digits().next().filter(|_| self.count() == 1)
    }

    /// Returns the digits in ascending order.
    pub fn digits(self) -> impl Iterator<Item = Digit> + use<> {
        (0..=u8::MAX)
            .take_while(move |&value| self.0 >> value.min(31) != 0)
            .filter_map(Digit::of_value)
            .filter(move |&digit| self.contains(digit))
    }
}

impl FromIterator<Digit> for Marks {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Marks {
        digits.into_iter().fold(Marks::none(), Marks::with)
    }
}

/// A set of digits for each cell of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pencilmarks {
    side: u8,
    /// The digits that sets may have.
    values: Values,
    /// N² sets, row by row.
    marks: Box<[Marks]>,
}

impl Pencilmarks {
    /// Returns pencilmarks with the digits 1 to `side` in every cell of a grid of this side.
    ///
    /// # Errors
    /// [`GridError::Side`] if the side is not one of 1 to 25.
    pub fn full(side: usize) -> Result<Pencilmarks, GridError> {
        let byte = checked_side(side).ok_or(GridError::Side { found: side })?;
        let marks = vec![Marks::up_to(byte); side * side].into_boxed_slice();
        Ok(Pencilmarks { side: byte, values: Values::of_side(byte), marks })
    }

    /// Returns pencilmarks with all digits of a board in every cell.
    #[must_use]
    pub fn of_board(geometry: &Geometry) -> Pencilmarks {
        let values = geometry.values();
        let marks = vec![Marks::of(values); geometry.cell_count()].into_boxed_slice();
        Pencilmarks::from_marks_of(values, geometry.side(), marks)
    }

    /// Returns pencilmarks with these sets, row by row. The caller has checked that there are `side` squared
    /// of them and that no digit exceeds the side.
    pub(crate) fn from_marks(side: usize, marks: Box<[Marks]>) -> Pencilmarks {
        let byte = checked_side(side).expect("the side of a grid that was read is 1 to 25");
        Pencilmarks::from_marks_of(Values::of_side(byte), side, marks)
    }

    /// Returns pencilmarks with these sets of some values, row by row. The caller has checked that there are `side`
    /// squared of them, and that the values contain the digits.
    pub(crate) fn from_marks_of(values: Values, side: usize, marks: Box<[Marks]>) -> Pencilmarks {
        debug_assert_eq!(marks.len(), side * side);
        let side = checked_side(side).expect("the side of a grid that was read is 1 to 25");
        Pencilmarks { side, values, marks }
    }

    /// Returns the digits that sets may have.
    #[must_use]
    pub fn values(&self) -> Values {
        self.values
    }

    /// Checks that the pencilmarks have the side and the digits of a board.
    pub(crate) fn check_board(&self, geometry: &Geometry) -> Result<(), GridError> {
        GridError::check_side(self.side(), geometry.side())?;
        let (expected, found) = (geometry.values(), self.values);
        if expected == found { Ok(()) } else { Err(GridError::Candidates { expected, found }) }
    }

    /// Returns the candidates that the digits of a grid leave. The only candidate of a filled cell is its digit. A blank
    /// cell has the digits that no peer holds and the rules of the board allow.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board has another side than the grid, [`GridError::Digit`] if it does not have one of
    /// the digits.
    ///
    /// # Complexity
    /// O(N³).
    pub fn implied(grid: &Grid, geometry: &Geometry) -> Result<Pencilmarks, GridError> {
        grid.check_board(geometry)?;
        let mut implied = Pencilmarks::of_board(geometry);
        for clue in grid.clues() {
            for &peer in geometry.peers(clue.cell) {
                let marks = &mut implied.marks[geometry.index(peer)];
                *marks = marks.without(clue.digit);
            }
        }
        if !geometry.is_plain() {
            implied.keep_to_rules(grid, geometry);
        }
        for (marks, digit) in implied.marks.iter_mut().zip(grid.digits()) {
            *marks = digit.map_or(*marks, Marks::only);
        }
        Ok(implied)
    }

    /// Removes what the rules forbid, besides the digits of peers.
    fn keep_to_rules(&mut self, grid: &Grid, geometry: &Geometry) {
        for cell in geometry.cells() {
            let marks = &mut self.marks[geometry.index(cell)];
            let allowed = marks.digits().filter(|&digit| geometry.allows(Candidate { cell, digit }));
            *marks = allowed.collect();
        }
        for clue in grid.clues().filter(|_| geometry.is_non_consecutive()) {
            let value = clue.digit.value();
            for digit in
                [value.checked_sub(1), Some(value + 1)].into_iter().flatten().filter_map(Digit::of_value)
            {
                for neighbor in geometry.neighbors(clue.cell) {
                    let marks = &mut self.marks[geometry.index(neighbor)];
                    *marks = marks.without(digit);
                }
            }
        }
        for cage in geometry.cages() {
            let placed = cage.cells().iter().filter_map(|&cell| grid.get(cell));
            let rest = Marks(cage.rest(placed.fold(0, |placed, digit| placed | 1 << digit.value())));
            for &cell in cage.cells() {
                let marks = &mut self.marks[geometry.index(cell)];
                *marks = marks.and(rest);
            }
        }
        for relation in geometry.relations_beside_cages() {
            let held = |cell| match grid.get(cell) {
                Some(digit) => 1 << digit.value(),
                None => self.marks[geometry.index(cell)].0,
            };
            let supported = relation.supported(held);
            for (&cell, digits) in relation.cells().iter().zip(supported) {
                let marks = &mut self.marks[geometry.index(cell)];
                *marks = marks.and(Marks(digits));
            }
        }
    }

    /// Returns the number N of rows and of columns.
    #[must_use]
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// Returns the sets of all cells, row by row.
    #[must_use]
    pub fn marks(&self) -> &[Marks] {
        &self.marks
    }

    /// Returns the set of a cell.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Marks {
        match self.index(cell) {
            Some(index) => self.marks[index],
            None => panic!("{cell} does not lie in a grid of side {}", self.side),
        }
    }

    /// Sets the set of a cell. Digits that it cannot have, such as those above the side, are left out.
    ///
    /// # Errors
    /// [`GridError::Outside`] if the cell is outside the grid.
    pub fn set(&mut self, cell: Cell, marks: Marks) -> Result<(), GridError> {
        let index = self.index(cell).ok_or(GridError::Outside { found: cell, side: self.side() })?;
        self.marks[index] = marks.and(Marks::of(self.values));
        Ok(())
    }

    /// Removes a candidate of the grid.
    pub(crate) fn remove(&mut self, candidate: Candidate) {
        if let Some(index) = self.index(candidate.cell) {
            self.marks[index] = self.marks[index].without(candidate.digit);
        }
    }

    /// Keeps of each set the digits that the other one has in the same cell. Marks of another side change
    /// nothing.
    pub fn keep(&mut self, other: &Pencilmarks) {
        if self.side == other.side {
            for (marks, others) in self.marks.iter_mut().zip(&other.marks) {
                *marks = marks.and(*others);
            }
        }
    }

    /// Returns true if every cell has all digits.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.marks.iter().all(|&marks| marks == Marks::of(self.values))
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        cell.index(self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(marks: Marks) -> Vec<u8> {
        marks.digits().map(Digit::value).collect()
    }

    #[test]
    fn a_set_has_the_digits_that_were_put_in() {
        let set: Marks = [25, 1, 9, 1].into_iter().filter_map(Digit::new).collect();
        assert_eq!((digits(set), set.count(), set.single()), (vec![1, 9, 25], 3, None));
        let nine = Digit::new(9).unwrap();
        assert_eq!(digits(set.without(nine)), [1, 25]);
        assert_eq!(Marks::only(nine).single(), Some(nine));
        assert!(Marks::none().is_empty() && digits(Marks::none()).is_empty());
        assert_eq!(digits(Marks::up_to(4)), [1, 2, 3, 4]);
    }

    #[test]
    fn implied_are_the_digits_that_no_peer_holds() {
        let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
        let implied = Pencilmarks::implied(&grid, &Geometry::classic()).unwrap();
        let first: Vec<Vec<u8>> = implied.marks()[..4].iter().map(|&marks| digits(marks)).collect();
        assert_eq!(first, [vec![5], vec![3], vec![1, 2, 4], vec![2, 6]]);
        assert!(Pencilmarks::implied(&grid, &Geometry::of_side(4).unwrap()).is_err());
    }

    #[test]
    fn cells_outside_are_refused_and_digits_above_the_side_left_out() {
        let mut marks = Pencilmarks::full(4).unwrap();
        assert!(marks.is_full());
        assert!(marks.set(Cell::new(0, 4), Marks::none()).is_err());
        marks.set(Cell::new(0, 3), [3, 5].into_iter().filter_map(Digit::new).collect()).unwrap();
        assert_eq!(digits(marks.get(Cell::new(0, 3))), [3]);
        let mut other = Pencilmarks::full(4).unwrap();
        other.keep(&marks);
        assert_eq!(other, marks);
        assert!(Pencilmarks::full(26).is_err());
    }
}
