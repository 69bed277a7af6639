//! The board: its cells, and the rows, columns and boxes that they form.
//!
//! Everything follows from the height and the width of a box: their product is the side N of the board, the
//! number of digits, and the number of cells in each house. Houses and peers are computed once, when a
//! [`Geometry`] is made, and every cell is in exactly one row, one column and one box.
//!
//! [Rules](rules) make a board that of a variant: they add houses, replace boxes by regions, and forbid
//! digits and pairs of digits.

mod cage;
mod global;
mod house;
mod implied_sums;
pub(crate) mod relation;
pub mod rules;
#[cfg(feature = "schema")]
mod schema;
mod shape;
mod values;
mod variables;
mod variant;

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::work::IsOver;

pub use cage::Cage;
pub(crate) use global::Global;
pub use house::{House, HouseKind};
pub(crate) use house::{Numbered, ShortNumber, numbers};
pub use relation::Relation;
pub use rules::{RuleLine, RuleLineError, RuleTextError};
pub(crate) use shape::boxes_of_size;
pub use values::{Values, ValuesError};
pub use variant::BoardError;
use variant::Demands;

/// The greatest side of a board.
pub const MAX_SIDE: usize = 25;

/// A cell of a board, ordered row by row, displayed as `r4c2` and serialized as that text; in rules also a
/// [variable](Cell::variable).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// Returns the cell in this row and column, both counted from zero.
    ///
    /// ```
    /// # use sudoku_cover::Cell;
    /// assert_eq!(Cell::new(3, 1).to_string(), "r4c2");
    /// ```
    pub const fn new(row: u8, column: u8) -> Cell {
        Cell { row, column }
    }

    /// Returns the four cells of which this is the top left one.
    pub(crate) fn square(self) -> [Cell; 4] {
        let (below, right) = (self.row.saturating_add(1), self.column.saturating_add(1));
        [self, Cell { column: right, ..self }, Cell { row: below, ..self }, Cell::new(below, right)]
    }

    /// Returns the row, counted from zero.
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// Returns the column, counted from zero.
    pub fn column(self) -> usize {
        usize::from(self.column)
    }

    /// Returns the position in the row by row order of a board of this side, if the cell is on it.
    pub(crate) fn index(self, side: usize) -> Option<usize> {
        (self.row() < side && self.column() < side).then(|| self.row() * side + self.column())
    }
}

impl FromStr for Cell {
    type Err = CellError;

    /// Reads a cell as it is displayed: `r4c2`, or a variable, which no board has as a cell.
    fn from_str(text: &str) -> Result<Cell, CellError> {
        let number = |text: &str| text.parse::<u8>().ok()?.checked_sub(1);
        let parsed = || {
            let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            Some(Cell::new(number(row)?, number(column)?))
        };
        let parsed = parsed().filter(|cell| !cell.is_variable()).or_else(|| Cell::variable_of_text(text));
        parsed.ok_or_else(|| CellError { found: text.to_owned() })
    }
}

/// A text that is not a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a cell such as r1c1, found `{found}`")]
pub struct CellError {
    /// The text.
    pub found: String,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell_of_region() {
            Some(cell) => write!(f, "@{cell}"),
            None if self.is_variable() => write!(f, "v{}", self.variable_number()),
            None => write!(f, "r{}c{}", self.row() + 1, self.column() + 1),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A digit: 1 to 25, and 0 on boards whose [values](Values) begin with it. Serialized as a number.
// One more than its value, which is never zero, so that `Option<Digit>` is one byte and a grid a plain slice of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit 0, which usual boards do not have.
    pub const ZERO: Digit = Digit(NonZeroU8::MIN);

    /// Returns the digit of this value, or `None` if it is not one of 1 to 25. In most formats 0 stands for a blank
    /// cell; the digit is [`ZERO`](Self::ZERO).
    pub const fn new(value: u8) -> Option<Digit> {
        if value == 0 { None } else { Digit::of_value(value) }
    }

    /// Returns the digit of this value, or `None` if it is not one of 0 to 25.
    pub const fn of_value(value: u8) -> Option<Digit> {
        match NonZeroU8::new(value.saturating_add(1)) {
            Some(next) if value as usize <= MAX_SIDE => Some(Digit(next)),
            _ => None,
        }
    }

    /// Returns the number, 0 to 25.
    pub const fn value(self) -> u8 {
        self.0.get() - 1
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Digit").field(&self.value()).finish()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl Serialize for Digit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

/// A digit in a cell: a given, or a candidate. Displayed as `r4c2=7`, and serialized as an object of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

/// The reason why there is no board of the requested size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// The side is not one of 1 to 25.
    #[error("expected a side of 1 to {MAX_SIDE}, found {found}")]
    Side {
        /// The side found.
        found: usize,
    },
    /// The box has no cells, or more than 25.
    #[error("expected boxes of 1 to {MAX_SIDE} cells, found {height} rows of {width}")]
    BoxShape {
        /// Number of rows of the box found.
        height: usize,
        /// Number of columns of the box found.
        width: usize,
    },
}

/// Returns the side as a byte, if there are boards of that side.
pub(crate) fn checked_side(side: usize) -> Option<u8> {
    u8::try_from(side).ok().filter(|_| (1..=MAX_SIDE).contains(&side))
}

/// A board of N rows and N columns, divided into N boxes of N cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    box_height: u8,
    box_width: u8,
    values: Values,
    /// N rows, then N columns, then N boxes or regions, then the houses of other rules.
    houses: Vec<House>,
    /// The peers of every cell, cell after cell, and the index of the first one of each cell.
    peers: Vec<Cell>,
    first_peers: Vec<usize>,
    /// The demands of the rules, if there are any.
    demands: Option<Box<Demands>>,
}

impl Geometry {
    /// Returns the board whose boxes have this many rows and columns; its side is their product.
    ///
    /// # Errors
    /// [`GeometryError::BoxShape`] if the product is zero or above 25.
    ///
    /// # Complexity
    /// O(N³ log N) time, O(N³) memory.
    pub fn boxes(height: usize, width: usize) -> Result<Geometry, GeometryError> {
        let wrong = GeometryError::BoxShape { height, width };
        checked_side(height.saturating_mul(width)).ok_or(wrong)?;
        // A product of 1 to 25 has factors of 1 to 25.
        let box_height = checked_side(height).ok_or(wrong)?;
        let box_width = checked_side(width).ok_or(wrong)?;
        let mut geometry = Geometry {
            box_height,
            box_width,
            values: Values::of_side(box_height * box_width),
            houses: Vec::new(),
            peers: Vec::new(),
            first_peers: Vec::new(),
            demands: None,
        };
        geometry.houses = geometry.build_houses();
        geometry.build_peers(&|_| false);
        Ok(geometry)
    }

    /// Returns the board of this side whose boxes are as close to square as possible, no higher than wide: 2
    /// rows of 3 cells for 6, 3 rows of 4 for 12, and whole rows for primes.
    ///
    /// # Errors
    /// [`GeometryError::Side`] if the side is not one of 1 to 25.
    pub fn of_side(side: usize) -> Result<Geometry, GeometryError> {
        let wrong = GeometryError::Side { found: side };
        let (height, width) = Geometry::usual_box(side).ok_or(wrong)?;
        Geometry::boxes(height, width).map_err(|_| wrong)
    }

    /// Returns the rows and columns of the boxes of a board [of this side](Self::of_side).
    pub(crate) fn usual_box(side: usize) -> Option<(usize, usize)> {
        let heights =
            (1..=side.min(MAX_SIDE)).filter(|&height| height * height <= side && side.is_multiple_of(height));
        heights.max().map(|height| (height, side / height))
    }

    /// Returns the board of nine rows, nine columns and nine boxes.
    pub fn classic() -> Geometry {
        match Geometry::boxes(3, 3) {
            Ok(geometry) => geometry,
            Err(_) => unreachable!("3 times 3 is not above 25"),
        }
    }

    pub(crate) fn side_byte(&self) -> u8 {
        self.box_height * self.box_width
    }

    fn build_houses(&self) -> Vec<House> {
        let side = self.side_byte();
        let cell = |kind, number, place| match kind {
            HouseKind::Row => Cell::new(number, place),
            HouseKind::Column => Cell::new(place, number),
            _ => self.cell_of_box(number, place),
        };
        let house = |kind, number: u8| {
            let cells = (0..side).map(|place| cell(kind, number, place)).collect();
            House { kind, number: usize::from(number), cells }
        };
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
        kinds.into_iter().flat_map(|kind| (0..side).map(move |number| house(kind, number))).collect()
    }

    /// Returns the cell at a position of a box, row by row. There are side / width = height boxes side by
    /// side.
    fn cell_of_box(&self, number: u8, place: u8) -> Cell {
        let (height, width) = (self.box_height, self.box_width);
        Cell::new(number / height * height + place / width, number % height * width + place % width)
    }

    /// Builds the peers of every cell, unless the work is over before.
    fn build_peers(&mut self, is_over: IsOver<'_>) {
        let mut peers = Vec::with_capacity(self.cell_count() * 2 * self.side());
        let mut first_peers = vec![0];
        let mut neighbors = Vec::with_capacity(3 * self.side());
        for cell in self.cells() {
            if is_over(self.groups_apart().len()) {
                // Every cell has a range.
                first_peers.resize(self.cell_count() + 1, peers.len());
                break;
            }
            neighbors.clear();
            neighbors.extend(self.houses_with(cell).flat_map(|house| &house.cells));
            self.add_peers_of_rules(cell, &mut neighbors);
            neighbors.sort_unstable();
            neighbors.dedup();
            peers.extend(neighbors.iter().filter(|&&peer| peer != cell));
            first_peers.push(peers.len());
        }
        (self.peers, self.first_peers) = (peers, first_peers);
    }

    /// Returns the number N of rows, of columns and of boxes, and of digits unless a rule names
    /// [others](Self::values).
    pub fn side(&self) -> usize {
        usize::from(self.side_byte())
    }

    /// Returns the number of rows of a box.
    pub fn box_height(&self) -> usize {
        usize::from(self.box_height)
    }

    /// Returns the number of columns of a box.
    pub fn box_width(&self) -> usize {
        usize::from(self.box_width)
    }

    /// Returns the number of cells, N².
    pub fn cell_count(&self) -> usize {
        self.side() * self.side()
    }

    /// Returns the number of peers that each cell of a plain board of this size has: 20 on the classic board.
    /// Rules give some cells more.
    pub fn peer_count(&self) -> usize {
        2 * (self.side() - 1) + (self.box_height() - 1) * (self.box_width() - 1)
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side_byte();
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(row, column)))
    }

    /// Returns the digits: 1 to N, unless a rule names others.
    pub fn values(&self) -> Values {
        self.values
    }

    /// Returns the digits in ascending order.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + use<> {
        self.values.digits()
    }

    /// Returns true if every house holds every digit, because it has as many cells. With more digits than cells, a
    /// house holds each at most once.
    pub fn has_full_houses(&self) -> bool {
        self.houses.iter().all(|house| self.is_full(house))
    }

    /// Returns true if the cell is on this board.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.index(self.side()).is_some()
    }

    /// Returns the cell at this position of the row by row order, counted from zero; `None` past the last
    /// one.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        let row = u8::try_from(index / self.side()).ok()?;
        let column = u8::try_from(index % self.side()).ok()?;
        Some(Cell::new(row, column)).filter(|&cell| self.contains(cell))
    }

    /// Returns the position of the cell in the row by row order, counted from zero.
    ///
    /// # Panics
    /// If the cell is not on this board.
    pub fn index(&self, cell: Cell) -> usize {
        assert!(self.contains(cell), "{cell} does not lie on a board of side {}", self.side());
        cell.row() * self.side() + cell.column()
    }

    /// Returns the number of the box, or of the region, of the cell, counted from zero. A blocked cell has a number too, which
    /// no other cell may have.
    ///
    /// # Panics
    /// If the cell is not on this board.
    pub fn box_number(&self, cell: Cell) -> usize {
        let index = self.index(cell);
        match self.region_number(index).or_else(|| self.box_in_grids(index)) {
            Some(number) => number,
            None => cell.row() / self.box_height() * self.box_height() + cell.column() / self.box_width(),
        }
    }

    /// Returns all houses: the N rows, then the N columns, then the N boxes or regions, then those that other
    /// rules add.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// Returns all houses of the cell, in the order of [`houses`](Self::houses): its row, its column and its box or region
    /// first, unless the board has other houses in their place.
    ///
    /// # Panics
    /// If the cell is not on this board.
    pub fn houses_with(&self, cell: Cell) -> impl Iterator<Item = &House> {
        let side = self.side();
        let own = self.is_square().then(|| {
            let places = [cell.row(), side + cell.column(), 2 * side + self.box_number(cell)];
            places.map(|place| &self.houses[place])
        });
        let others = if own.is_some() { &self.houses[3 * side..] } else { &self.houses };
        let others = others.iter().filter(move |house| house.cells.binary_search(&cell).is_ok());
        own.into_iter().flatten().chain(others)
    }

    /// Returns the row or the column of the cell, if it is in one house of that kind.
    pub(crate) fn line_of(&self, cell: Cell, kind: HouseKind) -> Option<&House> {
        self.houses_with(cell).find(|house| house.kind == kind)
    }

    /// Returns the cells that cannot hold the same digit as this one, in ascending order: those of its
    /// houses, and those that other rules name.
    ///
    /// # Panics
    /// If the cell is not on this board.
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        let index = self.index(cell);
        &self.peers[self.first_peers[index]..self.first_peers[index + 1]]
    }

    /// Returns true if the cells cannot hold the same digit. Variables may hold that of any cell.
    pub(crate) fn sees(&self, cell: Cell, other: Cell) -> bool {
        !cell.is_variable() && self.peers(cell).binary_search(&other).is_ok()
    }

    /// Returns true if no two of the cells can hold the same digit.
    pub(crate) fn all_differ(&self, cells: &[Cell]) -> bool {
        (1..cells.len()).all(|place| cells[..place].iter().all(|&other| self.sees(cells[place], other)))
    }

    /// Returns the box or region of the cell, or `None` if the board has neither. Rules that name boxes use this: a whole
    /// row or column in the place of a box is none.
    ///
    /// # Panics
    /// If the cell is not on this board.
    pub(crate) fn box_of(&self, cell: Cell) -> Option<&House> {
        self.houses_with(cell).find(|house| house.kind.is_box()).filter(|_| !self.has_idle_boxes())
    }

    /// Returns true if every box is a whole row or a whole column, so that boxes add nothing to the rules.
    /// Regions are not examined.
    pub fn has_idle_boxes(&self) -> bool {
        if self.grids().is_some() {
            return !self.houses.iter().any(|house| house.kind.is_box());
        }
        !self.has_regions() && (self.box_height == 1 || self.box_width == 1)
    }
}
