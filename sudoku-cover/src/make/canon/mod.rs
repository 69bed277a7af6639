//! The canonical form of a grid, and its automorphisms.
//!
//! Two grids are equivalent if one becomes the other by exchanging digits, rows of a band, bands, columns of
//! a stack, stacks, and (where the boxes are as high as wide) rows with columns. The canonical form is the
//! equivalent grid that is lexicographically smallest, read row by row with blank cells as 0 ("row-minlex";
//! see G. Royle and others in the Sudoku Players' Forums, and E. Russell and F. Jarvis, "Mathematics of
//! Sudoku II", 2006). Only the rules of rows, columns and boxes are supported.
//!
//! The search chooses the first row and the order of the columns, position by position, and skips every order
//! whose beginning makes the first row larger than the best one so far. Then it adds row after row, and
//! backtracks where a row becomes larger. Interchangeable blank lines are tried in one order only, and the
//! number of their orders is multiplied into the number of automorphisms.
//!
//! Two arrangements that give the canonical form differ by an automorphism. To list the automorphisms, the
//! search is repeated with the canonical form known and interchangeable blank lines in all orders.

mod arrangements;
mod automorphism;
mod oriented;

use dlx_core::{Limits, Stopped};
use thiserror::Error;

use crate::model::geometry::{Digit, Geometry, MAX_SIDE};
use crate::model::grid::{Grid, GridError};
use crate::work::Work;
use arrangements::Arrangements;
pub use arrangements::MOST_ARRANGEMENTS;
use automorphism::Arrangement;
pub use automorphism::Automorphism;
use oriented::{Blocks, OrientedGrid};

/// The greatest number of automorphisms that are listed. A puzzle of side 9 with one solution has at most as
/// many as the solution, and no full grid of side 9 has more than 648 (E. Russell and F. Jarvis).
pub const MOST_AUTOMORPHISMS: u128 = 1000;

/// The reason why there is no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CanonError {
    /// The columns have too many orders for a search.
    #[error(
        "expected at most {MOST_ARRANGEMENTS} arrangements of the columns for a canonical form, found {found}"
    )]
    Arrangements {
        /// Number of orders.
        found: u64,
    },
    /// The board has rules that exchanges do not preserve.
    #[error("expected a board with only rows, columns and boxes for a canonical form, found further rules")]
    Rules,
    /// The grid has another size than the board.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The question of the limits stopped the search.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest equivalent grid.
    pub grid: Grid,
    /// The number of exchanges of rows, columns, and of rows with columns, that give the same grid up to a
    /// relabelling of digits, including the identity. Exchanges of digits that do not occur in the grid do
    /// not count.
    pub automorphisms: u128,
}

/// Finds canonical forms on one board.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Canonizer, Geometry, Grid};
///
/// let mut canonizer = Canonizer::new(&Geometry::of_side(4)?)?;
/// let one: Grid = "1234341221434321".parse()?;
/// let other: Grid = "2143341212344321".parse()?;
/// let form = canonizer.canonical(&one, &mut Limits::none())?;
/// assert_eq!(form, canonizer.canonical(&other, &mut Limits::none())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canonizer {
    geometry: Geometry,
    shape: Blocks,
    columns: Arrangements,
    best: Vec<SymbolRow>,
    pending: Vec<Prefix>,
}

/// The symbols of a row: 0 for a blank cell, otherwise the digits in the order of their first occurrence,
/// from 1.
type SymbolRow = [u8; MAX_SIDE];

/// The digits that have occurred so far.
#[derive(Clone, Copy, Debug)]
struct Labels {
    /// By digit its symbol, or 0.
    symbols: [u8; MAX_SIDE + 1],
    next: u8,
}

/// Rows chosen so far, all equal to those of the best grid.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    rows: usize,
    used: u32,
    last: usize,
    labels: Labels,
}

/// The arrangements that give the best grid.
#[derive(Debug, Default)]
struct Found {
    count: u128,
    /// The arrangements themselves, if they are wanted.
    listed: Option<Vec<Arrangement>>,
}

impl Found {
    /// Discards the arrangements, as there is a better grid.
    fn clear(&mut self) {
        self.count = 0;
        self.listed.iter_mut().for_each(Vec::clear);
    }

    fn add(&mut self, is_turned: bool, rows: [u8; MAX_SIDE], columns: [u8; MAX_SIDE]) {
        self.count += 1;
        self.listed.iter_mut().for_each(|listed| listed.push(Arrangement { is_turned, rows, columns }));
    }
}

impl Canonizer {
    /// Returns a canonizer for grids of this board.
    ///
    /// # Errors
    /// [`CanonError::Rules`] for a board with further rules, [`CanonError::Arrangements`] if the columns can
    /// be arranged in more than [`MOST_ARRANGEMENTS`] ways.
    ///
    /// # Complexity
    /// Linear in the number of these arrangements.
    pub fn new(geometry: &Geometry) -> Result<Canonizer, CanonError> {
        if !geometry.is_plain() {
            return Err(CanonError::Rules);
        }
        let side = geometry.side();
        // Boxes that are whole rows or columns add no rule, so lines can be exchanged freely.
        let (height, width) =
            if geometry.has_idle_boxes() { (1, 1) } else { (geometry.box_height(), geometry.box_width()) };
        let shape = Blocks { side, height, width, has_transposition: height == width };
        let columns = Arrangements::new(side, width)
            .filter(|columns| columns.count() <= MOST_ARRANGEMENTS)
            .ok_or_else(|| CanonError::Arrangements { found: arrangements::count(side, width) })?;
        Ok(Canonizer { geometry: geometry.clone(), shape, columns, best: Vec::new(), pending: Vec::new() })
    }

    /// Returns the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the canonical form of a puzzle or a full grid.
    ///
    /// # Errors
    /// [`CanonError::Grid`] for a grid of another side, and [`CanonError::Stopped`].
    ///
    /// # Complexity
    /// On the classic board a full grid takes some hundred microseconds, a puzzle less, a puzzle with many
    /// symmetries more.
    pub fn canonical(&mut self, grid: &Grid, limits: &mut Limits<'_>) -> Result<Canonical, CanonError> {
        let work = Work::new(limits);
        let form = self.form(grid, &work);
        work.end()?;
        Ok(form?)
    }

    /// Returns the canonical form of a puzzle or a full grid, and all its automorphisms by their
    /// orders, so that the identity is the first; `None` if there are more than [`MOST_AUTOMORPHISMS`].
    ///
    /// # Errors
    /// Those of [`canonical`](Self::canonical).
    ///
    /// # Complexity
    /// That of two canonical forms, or of one for a grid without automorphisms besides the identity.
    pub fn automorphisms(
        &mut self,
        grid: &Grid,
        limits: &mut Limits<'_>,
    ) -> Result<(Canonical, Option<Vec<Automorphism>>), CanonError> {
        let work = Work::new(limits);
        let found = self.form(grid, &work).map(|form| {
            let listed = (form.automorphisms <= MOST_AUTOMORPHISMS).then(|| self.list(grid, &work));
            (form, listed)
        });
        work.end()?;
        Ok(found?)
    }

    fn form(&mut self, grid: &Grid, work: &Work<'_, '_>) -> Result<Canonical, GridError> {
        let side = self.shape.side;
        if grid.side() != side {
            return Err(GridError::OtherSide { expected: side, found: grid.side() });
        }
        self.best.clear();
        let mut found = Found::default();
        // Of interchangeable blank lines, the search tries only one order.
        let mut orders = 1;
        for (is_turned, digits) in self.orientations(grid) {
            let laid = OrientedGrid::new(&digits, is_turned, self.shape);
            orders = laid.orders(self.shape);
            self.search_all(&laid, &mut found, work);
        }
        let symbols = self.best.iter().flat_map(|row| &row[..side]);
        let mut digits: Vec<Option<Digit>> = symbols.map(|&symbol| Digit::new(symbol)).collect();
        // A search that was stopped has not come to all rows; its form is not returned.
        digits.resize(side * side, None);
        let grid = Grid::from_digits(side, digits.into_boxed_slice());
        Ok(Canonical { grid, automorphisms: found.count * orders })
    }

    /// Returns the automorphisms of the grid whose form was found last.
    fn list(&mut self, grid: &Grid, work: &Work<'_, '_>) -> Vec<Automorphism> {
        let mut found = Found { count: 0, listed: Some(Vec::new()) };
        for (is_turned, digits) in self.orientations(grid) {
            self.search_all(&OrientedGrid::in_all_orders(&digits, is_turned), &mut found, work);
        }
        let listed = found.listed.unwrap_or_default();
        let Some(first) = listed.first() else { return Vec::new() };
        let mut automorphisms: Vec<_> =
            listed.iter().map(|other| Automorphism::between(self.shape, grid, first, other)).collect();
        automorphisms.sort_by_cached_key(Automorphism::rank);
        automorphisms
    }

    /// Returns the digits of a grid as it is, and with rows and columns exchanged if that preserves the rules.
    /// The first value says whether they are exchanged.
    fn orientations(&self, grid: &Grid) -> impl Iterator<Item = (bool, Vec<u8>)> + use<> {
        let side = self.shape.side;
        let digits: Vec<u8> = grid.digits().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
        let turned = (0..side * side).map(|place| digits[place % side * side + place / side]).collect();
        let count = if self.shape.has_transposition { 2 } else { 1 };
        [(false, digits), (true, turned)].into_iter().take(count)
    }

    fn search_all(&mut self, laid: &OrientedGrid<'_>, found: &mut Found, work: &Work<'_, '_>) {
        for row in (0..self.shape.side).filter(|&row| laid.rows_before[row] == 0) {
            self.search(laid, row, found, work);
        }
    }

    /// Tries all orders of the columns with this row as the first.
    fn search(&mut self, laid: &OrientedGrid<'_>, first: usize, found: &mut Found, work: &Work<'_, '_>) {
        let side = self.shape.side;
        let mut place = 0;
        while let Some(order) = self.columns.at(place) {
            if work.is_over() {
                return;
            }
            let mut used = 0_u32;
            let misplaced =
                laid.has_blank_columns.then_some(order).into_iter().flatten().position(|&column| {
                    let column = usize::from(column);
                    let is_too_early = laid.columns_before[column] & !used != 0;
                    used |= 1 << column;
                    is_too_early
                });
            if let Some(misplaced) = misplaced {
                place = self.columns.after(place, misplaced);
                continue;
            }
            let mut labels = Labels { symbols: [0; MAX_SIDE + 1], next: 1 };
            match self.compare(laid, first, order, 0, &mut labels) {
                Comparison::Larger(at) => {
                    place = self.columns.after(place, at);
                    continue;
                }
                Comparison::Smaller(row) => {
                    self.best.clear();
                    self.best.push(row);
                    found.clear();
                }
                Comparison::Equal => {}
            }
            let mut copy = [0; MAX_SIDE];
            copy[..side].copy_from_slice(order);
            let order = copy;
            // The rows of the prefix taken last, in their order. A copy in each prefix would add 14 % to the
            // time of a canonical form. Until all extensions of a prefix are tried, only longer prefixes are
            // taken, so its rows stay in place.
            let mut rows = [0; MAX_SIDE];
            self.pending.push(Prefix { rows: 1, used: 1 << first, last: first, labels });
            while let Some(branch) = self.pending.pop() {
                if work.is_over() {
                    self.pending.clear();
                    return;
                }
                rows[branch.rows - 1] = u8::try_from(branch.last).unwrap_or_default();
                if branch.rows == side {
                    found.add(laid.is_turned, rows, order);
                } else {
                    self.extend(laid, &order, &branch, found);
                }
            }
            place += 1;
        }
    }

    /// Pushes every prefix that extends this one by a row and is not worse than the best grid.
    fn extend(
        &mut self,
        laid: &OrientedGrid<'_>,
        order: &[u8; MAX_SIDE],
        branch: &Prefix,
        found: &mut Found,
    ) {
        let (side, height) = (self.shape.side, self.shape.height);
        let order = &order[..side];
        let begun = self.pending.len();
        let band = branch.last / height;
        let candidates =
            if branch.rows.is_multiple_of(height) { 0..side } else { band * height..(band + 1) * height };
        for row in candidates {
            if branch.used >> row & 1 == 1 || laid.rows_before[row] & !branch.used != 0 {
                continue;
            }
            let mut labels = branch.labels;
            match self.compare(laid, row, order, branch.rows, &mut labels) {
                Comparison::Larger(_) => continue,
                Comparison::Smaller(better) => {
                    self.best.truncate(branch.rows);
                    self.best.push(better);
                    self.pending.truncate(begun);
                    found.clear();
                }
                Comparison::Equal => {}
            }
            self.pending.push(Prefix {
                rows: branch.rows + 1,
                used: branch.used | 1 << row,
                last: row,
                labels,
            });
        }
    }

    /// Compares a row, in this order of columns, with the row of the best grid at this position. If there is
    /// no such row yet, the row counts as smaller.
    fn compare(
        &self,
        laid: &OrientedGrid<'_>,
        row: usize,
        order: &[u8],
        at: usize,
        labels: &mut Labels,
    ) -> Comparison {
        let digits = &laid.digits[row * self.shape.side..][..self.shape.side];
        let Some(best) = self.best.get(at) else {
            return Comparison::Smaller(labels.row(digits, order, 0, [0; MAX_SIDE]));
        };
        for (place, (&column, &known)) in order.iter().zip(best).enumerate() {
            let symbol = labels.symbol(digits[usize::from(column)]);
            if symbol > known {
                return Comparison::Larger(place);
            }
            if symbol < known {
                let mut beginning = *best;
                beginning[place] = symbol;
                return Comparison::Smaller(labels.row(digits, order, place + 1, beginning));
            }
        }
        Comparison::Equal
    }
}

enum Comparison {
    /// Larger, first at this position.
    Larger(usize),
    Equal,
    /// Smaller; the symbols of the row.
    Smaller(SymbolRow),
}

impl Labels {
    /// Returns the symbol of a digit, or 0 for a blank cell.
    fn symbol(&mut self, digit: u8) -> u8 {
        if digit == 0 {
            return 0;
        }
        let symbol = &mut self.symbols[usize::from(digit)];
        if *symbol == 0 {
            *symbol = self.next;
            self.next += 1;
        }
        *symbol
    }

    /// Returns the row with its symbols from this position on filled in.
    fn row(&mut self, digits: &[u8], order: &[u8], from: usize, mut row: SymbolRow) -> SymbolRow {
        for (symbol, &column) in row.iter_mut().zip(order).skip(from) {
            *symbol = self.symbol(digits[usize::from(column)]);
        }
        row
    }
}
