//! Boards that are no whole squares of rows, columns and boxes: cells that are no part of the board, several grids that
//! overlap, and boards on which rows and columns are no houses.
//!
//! A board keeps its square frame of N by N cells, by which cells are numbered. A blocked cell holds no digit: it is in no
//! house, has no peers and is blank in every solution. A house with fewer cells than there are digits holds each at most
//! once.

use super::rules::{CellsKind, Grids, Rule, RuleError, Variant, refuse};
use super::{BoardError, Cell, Geometry, GeometryError, House, HouseKind, Values, house};

/// What makes a board another than a whole square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// By cell true if it is no part of the board; empty if all cells are.
    blocked: Vec<bool>,
    /// The grids in place of rows, columns and boxes.
    grids: Option<Grids>,
    /// By cell the number of its box among those of all grids; empty without grids.
    boxes: Vec<usize>,
}

/// Returns the rows and columns of the boxes of a board of this size: of as many cells as its longer side, as close to
/// square as possible, so that whole boxes cover the board. Boards that have none have rows and columns alone.
pub(crate) fn boxes_of_size(rows: usize, columns: usize) -> Option<[usize; 2]> {
    let cells = rows.max(columns);
    let divisors = (2..=cells.isqrt()).rev().filter(|&short| cells.is_multiple_of(short));
    let shapes = divisors.flat_map(|short| [[short, cells / short], [cells / short, short]]);
    let mut fitting =
        shapes.filter(|[height, width]| rows.is_multiple_of(*height) && columns.is_multiple_of(*width));
    fitting.next()
}

impl Geometry {
    /// Returns the board of this number of rows and of columns. Unless they are equal, it is the board of the longer side
    /// with blocked rows or columns, whose boxes have as many cells as the longer side, if such boxes cover the board.
    ///
    /// ```
    /// use sudoku_cover::Geometry;
    ///
    /// let board = Geometry::of_size(6, 8)?;
    /// assert_eq!((board.side(), board.open_cells().count()), (8, 48));
    /// assert_eq!((board.box_height(), board.box_width()), (2, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GeometryError::Side`] if a number is not one of 1 to 25.
    #[expect(clippy::missing_panics_doc, reason = "a board without rules can have blocked cells")]
    pub fn of_size(rows: usize, columns: usize) -> Result<Geometry, GeometryError> {
        let side = rows.max(columns);
        if rows == columns || rows.min(columns) == 0 {
            return Geometry::of_side(if rows == columns { side } else { 0 });
        }
        let [height, width] = boxes_of_size(rows, columns).unwrap_or([1, side]);
        let board = Geometry::boxes(height, width).map_err(|_| GeometryError::Side { found: side })?;
        let rule = Rule::blocked_outside(rows, columns);
        Ok(board.with_rules(&[rule]).expect("a board without rules can have blocked cells"))
    }

    fn shape(&self) -> Option<&Shape> {
        self.demands.as_ref()?.shape.as_deref()
    }

    fn shape_mut(&mut self) -> &mut Shape {
        self.demands.get_or_insert_default().shape.get_or_insert_default()
    }

    /// Returns true if every cell of the N by N cells is in a row, a column and a box or region of the board: none is
    /// blocked, and no rule replaces the rows and columns.
    #[must_use]
    pub fn is_square(&self) -> bool {
        self.shape().is_none()
    }

    /// Returns true if the cell is no part of the board, and holds no digit.
    ///
    /// # Panics
    /// If the cell is not within the N by N cells.
    #[must_use]
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.blocked().get(self.index(cell)).copied().unwrap_or(false)
    }

    /// Returns by cell whether it is blocked; an empty list if none is.
    #[must_use]
    pub fn blocked(&self) -> &[bool] {
        self.shape().map_or(&[], |shape| &shape.blocked)
    }

    /// Returns the cells that hold a digit, row by row: all but blocked ones.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| !self.is_blocked(cell))
    }

    /// Returns the number of rows and of columns of the part of the board that has all open cells, from the top left corner
    /// on. Pictures show this part alone.
    #[must_use]
    pub fn extent(&self) -> [usize; 2] {
        if self.blocked().is_empty() {
            return [self.side(); 2];
        }
        self.open_cells()
            .fold([1; 2], |[rows, columns], cell| [rows.max(cell.row() + 1), columns.max(cell.column() + 1)])
    }

    /// Returns the number of rows and of columns of a board that is a rectangle: its other rows or columns are blocked, and
    /// no cell else.
    #[must_use]
    pub fn rectangle(&self) -> Option<[usize; 2]> {
        let [rows, columns] = self.extent();
        let is_rectangle = rows != columns
            && self.grids().is_none()
            && rows.max(columns) == self.side()
            && self.open_cells().count() == rows * columns;
        is_rectangle.then_some([rows, columns])
    }

    /// Returns the grids that overlap on this board, if a rule names them.
    #[must_use]
    pub fn grids(&self) -> Option<&Grids> {
        self.shape()?.grids.as_ref()
    }

    /// Returns true if the house has as many cells as there are digits, so that it holds each.
    #[must_use]
    pub fn is_full(&self, house: &House) -> bool {
        house.cells.len() == self.values.count()
    }

    /// Returns the number of the box of a cell among those of all grids, if there are grids.
    pub(super) fn box_in_grids(&self, cell: usize) -> Option<usize> {
        self.shape()?.boxes.get(cell).copied()
    }

    /// Makes cells blocked.
    pub(super) fn add_blocked(&mut self, cells: &[Cell]) {
        let (count, places) = (self.cell_count(), cells.iter().map(|&cell| self.index(cell)));
        let places: Vec<usize> = places.collect();
        let blocked = &mut self.shape_mut().blocked;
        blocked.resize(count, false);
        places.into_iter().for_each(|place| blocked[place] = true);
    }

    /// Replaces the rows, columns and boxes by those of several grids. Cells of no grid are blocked.
    pub(super) fn add_grids(&mut self, grids: &Grids) -> Result<(), RuleError> {
        if self.grids().is_some() {
            return refuse("the grids of the board once", "two lists of them");
        }
        if self.has_regions() || self.has(Variant::Windoku) || self.has(Variant::Disjoint) {
            return refuse("grids without regions, windows or disjoint groups", "these");
        }
        let (frame, side) = (self.side(), grids.side());
        let usual = Geometry::of_side(side).ok().filter(|_| side <= frame);
        let Some(usual) = usual else {
            return refuse(format!("grids of a side up to {frame}"), side);
        };
        let is_inside = |corner: &&Cell| corner.row() + side <= frame && corner.column() + side <= frame;
        if let Some(corner) = grids.corners().iter().find(|corner| !is_inside(corner)) {
            return refuse(
                format!("grids of side {side} within the board of side {frame}"),
                format!("one at {corner}"),
            );
        }
        let frame_byte = self.side_byte();
        if self.values == Values::of_side(frame_byte) {
            self.values = usual.values;
        }
        let has_boxes = !usual.has_idle_boxes() && !self.has(Variant::NoBoxes);
        self.houses.retain(|house| house.kind > HouseKind::Region);
        let mut is_inside = vec![false; self.cell_count()];
        for (place, corner) in grids.corners().iter().enumerate() {
            let moved = |cell: &Cell| Cell::new(corner.row + cell.row, corner.column + cell.column);
            for house in usual.houses().iter().filter(|house| has_boxes || house.kind != HouseKind::Box) {
                let cells: Vec<Cell> = house.cells.iter().map(moved).collect();
                cells.iter().for_each(|&cell| is_inside[self.index(cell)] = true);
                let number = house::number_in_grid(place, house.number);
                self.houses.push(House { kind: house.kind, number, cells });
            }
        }
        let outside: Vec<Cell> = self.cells().filter(|&cell| !is_inside[self.index(cell)]).collect();
        if !outside.is_empty() {
            self.add_blocked(&outside);
        }
        self.shape_mut().grids = Some(grids.clone());
        Ok(())
    }

    /// Makes rows and columns no houses.
    pub(super) fn remove_lines(&mut self) {
        self.shape_mut();
        self.houses.retain(|house| !matches!(house.kind, HouseKind::Row | HouseKind::Column));
    }

    /// Ends the change of houses: blocked cells leave them, and those that require nothing, or the same as another one, are
    /// left out.
    pub(super) fn settle_houses(&mut self) {
        if self.is_square() {
            return;
        }
        // Boxes that are whole rows repeat a row, unless rows are no houses.
        let is_idle = self.has_idle_boxes();
        let mut houses = std::mem::take(&mut self.houses);
        houses.retain(|house| !is_idle || house.kind != HouseKind::Box);
        let mut kept: Vec<House> = Vec::with_capacity(houses.len());
        for mut house in houses {
            house.cells.retain(|&cell| !self.is_blocked(cell));
            let is_new = || !kept.iter().any(|other| other.cells == house.cells);
            if (house.cells.len() > 1 || self.is_full(&house)) && is_new() {
                kept.push(house);
            }
        }
        self.houses = kept;
        if self.grids().is_some() {
            let boxes: Vec<&House> = self.houses.iter().filter(|house| house.kind.is_box()).collect();
            let number = |cell: Cell| {
                let found = boxes.iter().position(|house| house.cells.binary_search(&cell).is_ok());
                found.unwrap_or(boxes.len())
            };
            let numbers = self.cells().map(number).collect();
            self.shape_mut().boxes = numbers;
        }
    }

    /// Returns an error if a house has more cells than there are digits; `named` is the number of the rule that names
    /// the digits.
    pub(super) fn check_houses(&self, named: Option<usize>) -> Result<(), BoardError> {
        // The first of several.
        let longest = self.houses.iter().rev().max_by_key(|house| house.cells.len());
        let Some(longest) = longest.filter(|house| house.cells.len() > self.values.count()) else {
            return Ok(());
        };
        let expected = if self.is_square() {
            format!("at least {0} digits for a board of side {0}", self.side())
        } else {
            format!("at least {} digits for {longest}", longest.cells.len())
        };
        let error = refuse::<()>(expected, self.values).expect_err("it refuses");
        Err(BoardError::Rule { number: named.unwrap_or(0), error })
    }

    /// Returns the blocked cell that a rule names, with the number of the rule.
    pub(super) fn blocked_cell_of_rule(&self) -> Option<(usize, RuleError)> {
        if self.blocked().is_empty() {
            return None;
        }
        let is_of_board = |rule: &&Rule| !matches!(rule, Rule::Cells { kind: CellsKind::Blocked, .. });
        self.rules().iter().enumerate().filter(|(_, rule)| is_of_board(rule)).find_map(|(number, rule)| {
            let found =
                rule.cells().into_iter().find(|&cell| self.contains(cell) && self.is_blocked(cell))?;
            Some((number, blocked_cell(found)))
        })
    }

    /// Returns the runs of two or more cells of each row and column between blocked cells, these other ones, and the
    /// ends.
    pub(crate) fn runs(&self, others: &[Cell]) -> Vec<Vec<Cell>> {
        let side = self.side_byte();
        let ends = |&cell: &Cell| self.is_blocked(cell) || others.contains(&cell);
        let line = |is_row: bool, number: u8| -> Vec<Cell> {
            let cell = |place| if is_row { Cell::new(number, place) } else { Cell::new(place, number) };
            (0..side).map(cell).collect()
        };
        let lines =
            [true, false].into_iter().flat_map(|is_row| (0..side).map(move |number| line(is_row, number)));
        let mut runs = Vec::new();
        for line in lines {
            runs.extend(line.split(ends).filter(|run| run.len() > 1).map(<[Cell]>::to_vec));
        }
        runs
    }
}

/// Returns the error of a rule with a blocked cell.
pub(super) fn blocked_cell(found: Cell) -> RuleError {
    refuse::<()>("cells that are not blocked", found).expect_err("it refuses")
}

impl Rule {
    /// Returns the rule that blocks the cells outside of these rows and columns of the square board of the longer side.
    pub(crate) fn blocked_outside(rows: usize, columns: usize) -> Rule {
        let side = u8::try_from(rows.max(columns)).unwrap_or(u8::MAX);
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column)));
        let is_outside = |cell: &Cell| cell.row() >= rows || cell.column() >= columns;
        Rule::Cells { kind: CellsKind::Blocked, cells: cells.filter(is_outside).collect() }
    }
}
