//! A puzzle with rules while it is being read.

use super::Format;
use super::fault::{ReadErrorKind, digit_of};
use super::record::{Key, LeftOut, Record, SOLUTION};
use crate::model::decoration::Decoration;
use crate::model::geometry::rules::{CellsKind, LineKind, PairKind, Regions, Rule, Variant};
use crate::model::geometry::{Cell, Digit, Geometry, Values, checked_side};
use crate::model::grid::Grid;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The parts of a record, cell by cell.
#[derive(Debug)]
pub(super) struct Draft {
    side: usize,
    values: Values,
    given: Vec<Option<Digit>>,
    placed: Vec<Option<Digit>>,
    allowed: Vec<Option<Marks>>,
    marks: Vec<Option<Marks>>,
    corner: Vec<Marks>,
    centre: Vec<Marks>,
    /// Colors, drawings and fog.
    pub(super) decoration: Decoration,
    pub(super) rules: Vec<Rule>,
    /// True while the parts of a joined rule are read, which the others do not replace.
    pub(super) is_nested: bool,
    /// How many rows down and columns to the right of their names cells are, in a copy of a template.
    pub(super) shift: [i16; 2],
    /// Variables, in the order in which they were declared.
    pub(super) variables: Vec<Variable>,
    pub(super) details: Vec<(Key, String)>,
    left_out: Vec<LeftOut>,
}

/// A variable: it has a place among others of its group, as a cell has on a board.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) group: String,
    /// The numbers of its row and column.
    pub(super) at: [usize; 2],
}

impl Draft {
    /// Returns a blank puzzle of this side, which must be that of the board if one was requested.
    pub(super) fn new(side: usize, expected: Option<usize>) -> Result<Draft, ReadErrorKind> {
        if let Some(expected) = expected.filter(|&expected| expected != side) {
            return Err(ReadErrorKind::unexpected(format!("a grid of side {expected}"), side));
        }
        let byte = checked_side(side).ok_or_else(|| ReadErrorKind::unexpected("a side of 1 to 25", side))?;
        let count = side * side;
        Ok(Draft {
            side,
            values: Values::of_side(byte),
            given: vec![None; count],
            placed: vec![None; count],
            allowed: vec![None; count],
            marks: vec![None; count],
            corner: vec![Marks::none(); count],
            centre: vec![Marks::none(); count],
            decoration: Decoration::default(),
            rules: Vec::new(),
            is_nested: false,
            shift: [0, 0],
            variables: Vec::new(),
            details: Vec::new(),
            left_out: Vec::new(),
        })
    }

    pub(super) fn side(&self) -> usize {
        self.side
    }

    pub(super) fn values(&self) -> Values {
        self.values
    }

    /// Sets the digits of the board, before any are given.
    pub(super) fn set_values(&mut self, values: Values) {
        if values != self.values {
            self.values = values;
            self.rules.push(Rule::Values(values));
        }
    }

    /// Returns the position of a cell, if the board has it.
    pub(super) fn index(&self, cell: Cell) -> Result<usize, ReadErrorKind> {
        cell.index(self.side).ok_or_else(|| {
            ReadErrorKind::unexpected(format!("a cell of a board of side {}", self.side), cell)
        })
    }

    /// Returns the variable of this name, or the number of the region of a cell, such as `CC1` for the first one.
    pub(super) fn variable(&self, name: &str) -> Option<Cell> {
        if let Some(place) = self.variables.iter().position(|known| known.name == name) {
            return Cell::variable(u16::try_from(place + 1).ok()?);
        }
        let has_regions = self.rules.contains(&Rule::Variant(Variant::Chaos));
        let number: usize = name.strip_prefix("CC").filter(|_| has_regions)?.parse().ok()?;
        Some(self.cells().nth(number.checked_sub(1)?)?.region())
    }

    /// Returns true if two cells, regions or variables are next to each other in a row or column.
    pub(super) fn are_adjacent(&self, one: Cell, other: Cell) -> bool {
        let apart =
            |one: [usize; 2], other: [usize; 2]| one[0].abs_diff(other[0]) + one[1].abs_diff(other[1]);
        let variable = |cell: Cell| {
            let is_variable = cell.is_variable() && cell.cell_of_region().is_none();
            is_variable.then(|| self.variables.get(usize::from(cell.variable_number()) - 1)).flatten()
        };
        match [variable(one), variable(other)] {
            [Some(one), Some(other)] => one.group == other.group && apart(one.at, other.at) == 1,
            [None, None] => apart([one.row(), one.column()], [other.row(), other.column()]) == 1,
            _ => false,
        }
    }

    /// Returns the digit of this value.
    pub(super) fn digit(&self, value: u32) -> Result<Digit, ReadErrorKind> {
        let (least, greatest) = (self.values.least(), self.values.greatest());
        let expected = || ReadErrorKind::unexpected(format!("a digit of {least} to {greatest}"), value);
        digit_of(self.values, Some(value))?.ok_or_else(expected)
    }

    /// Gives a digit in a cell. One that contradicts an earlier one becomes the only candidate there, so that the puzzle
    /// has no solution.
    pub(super) fn give(&mut self, index: usize, digit: Digit) {
        match self.given[index] {
            Some(known) if known != digit => self.allow(index, Marks::only(digit)),
            _ => self.given[index] = Some(digit),
        }
    }

    pub(super) fn place(&mut self, index: usize, digit: Digit) {
        self.placed[index] = Some(digit);
    }

    /// Returns the cells of the board, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        let number = |place: usize| u8::try_from(place).unwrap_or(u8::MAX);
        (0..side * side).map(move |index| Cell::new(number(index / side), number(index % side)))
    }

    /// Makes these the only candidates that the puzzle allows in a cell.
    pub(super) fn allow(&mut self, index: usize, marks: Marks) {
        self.allowed[index] = Some(self.allowed[index].map_or(marks, |known| known.and(marks)));
    }

    /// Makes these the candidates that are left in a cell.
    pub(super) fn mark(&mut self, index: usize, marks: Marks) {
        self.marks[index] = Some(marks);
    }

    /// Notes these numbers in the corners of a cell, and those in its centre. What is no digit of the board is left out.
    pub(super) fn note(&mut self, index: usize, corner: &[u32], centre: &[u32]) {
        let noted = |numbers: &[u32]| -> Vec<Digit> {
            numbers.iter().filter_map(|&number| self.digit(number).ok()).collect()
        };
        let (in_corner, in_centre) = (noted(corner), noted(centre));
        let left_out = corner.len() + centre.len() - in_corner.len() - in_centre.len();
        self.leave_out("note that is no digit", left_out);
        self.corner[index] = in_corner.into_iter().collect();
        self.centre[index] = in_centre.into_iter().collect();
    }

    /// Adds fog that leaves these cells clear, and those of the board up to `reach` rows and columns away. What is no cell
    /// is left out.
    pub(super) fn add_fog(&mut self, lit: impl IntoIterator<Item = Option<Cell>>, reach: usize) {
        self.decoration.fog.get_or_insert_default();
        for middle in lit {
            self.clear_fog(middle, reach);
        }
    }

    fn clear_fog(&mut self, middle: Option<Cell>, reach: usize) {
        let Some(middle) = middle.filter(|&middle| self.index(middle).is_ok()) else {
            self.leave_out("fog light", 1);
            return;
        };
        let is_near = |cell: &Cell| {
            cell.row().abs_diff(middle.row()) <= reach && cell.column().abs_diff(middle.column()) <= reach
        };
        let near: Vec<Cell> = self.cells().filter(is_near).collect();
        let lit = &mut self.decoration.fog.get_or_insert_default().lit;
        lit.extend(near);
        lit.sort_unstable();
        lit.dedup();
    }

    /// Adds a rule of cells, of which each counts once.
    pub(super) fn add_cells(&mut self, kind: CellsKind, cells: &[Cell]) {
        self.rules.push(Rule::Cells { kind, cells: once(cells) });
    }

    /// Adds a cage: its cells hold different digits, with this sum if it is above zero. A cell that is in the
    /// list several times counts as often.
    pub(super) fn add_cage(&mut self, sum: Option<u32>, cells: &[Cell]) {
        let different = once(cells);
        match sum.filter(|&sum| sum > 0) {
            Some(sum) if different.len() == cells.len() => {
                self.rules.push(Rule::Killer { sum, cells: different });
            }
            Some(sum) => {
                self.rules.push(Rule::Sum { sum, cells: cells.to_vec() });
                self.add_cells(CellsKind::Different, cells);
            }
            None => self.add_cells(CellsKind::Different, cells),
        }
    }

    /// Adds the regions with these names, if they are not those of the usual boxes.
    pub(super) fn add_regions(&mut self, names: &str) {
        let usual = Geometry::of_side(self.side).map(|usual| region_names(&usual));
        if usual.as_deref().ok() != Some(names) {
            self.rules.push(Rule::Regions(Regions::of_text(names)));
        }
    }

    pub(super) fn add_line(&mut self, kind: LineKind, cells: Vec<Cell>) {
        self.rules.push(Rule::Line { kind, cells });
    }

    pub(super) fn add_pair(&mut self, kind: PairKind, cells: [Cell; 2]) {
        self.rules.push(Rule::Pair { kind, cells });
    }

    /// Adds an arrow; the digits of a pill are read row by row.
    pub(super) fn add_arrow(&mut self, mut circle: Vec<Cell>, cells: Vec<Cell>) {
        circle.sort_unstable();
        self.rules.push(Rule::Arrow { circle, cells });
    }

    pub(super) fn add_variant(&mut self, variant: Variant) {
        self.rules.push(Rule::Variant(variant));
    }

    /// Counts parts of the text that are not understood.
    pub(super) fn leave_out(&mut self, what: &'static str, count: usize) {
        match self.left_out.iter_mut().find(|known| known.what == what) {
            Some(known) => known.count += count,
            None if count > 0 => self.left_out.push(LeftOut { what, count }),
            None => {}
        }
    }

    /// Sets the solution that the text states: the number of each cell, 0 if it is unknown. Returns false if they are
    /// not the cells of the board.
    pub(super) fn state_solution(&mut self, numbers: &[u32]) -> bool {
        let digits = numbers.iter().map(|&number| digit_of(self.values, Some(number)).ok()).collect();
        let digits: Option<Box<[Option<Digit>]>> = digits;
        let Some(digits) = digits.filter(|digits| digits.len() == self.side * self.side) else {
            return false;
        };
        let line = Grid::from_digits_of(self.values, self.side, digits).to_line().to_string();
        self.details.push((Key::Other(SOLUTION.to_owned()), line));
        true
    }

    /// Returns the record that begins in this line.
    pub(super) fn record(self, line: u64, format: Format) -> Record {
        let (side, values) = (self.side, self.values);
        let mut record = Record::at(line, Grid::from_digits_of(values, side, self.given.into()), format);
        record.place_all(&Grid::from_digits_of(values, side, self.placed.into()));
        let all = Marks::of(values);
        let complete = |marks: Vec<Option<Marks>>| {
            let is_needed = marks.iter().any(Option::is_some);
            let marks = marks.into_iter().map(|marks| marks.unwrap_or(all)).collect();
            is_needed.then(|| Pencilmarks::from_marks_of(values, side, marks))
        };
        let (allowed, marks) = (complete(self.allowed), complete(self.marks));
        if allowed.is_some() || marks.is_some() || !self.rules.is_empty() {
            let more = record.more_mut();
            (more.allowed, more.marks, more.rules) = (allowed, marks, self.rules);
        }
        for (key, text) in self.details {
            record.say(key, &text);
        }
        let noted = |notes: Vec<Marks>| {
            let is_noted = notes.iter().any(|notes| !notes.is_empty());
            is_noted.then(|| Pencilmarks::from_marks_of(values, side, notes.into()))
        };
        let (corner, centre) = (noted(self.corner), noted(self.centre));
        let decoration = Decoration { corner, centre, ..self.decoration };
        if !decoration.is_empty() {
            record.more_mut().decoration = decoration;
        }
        if !self.left_out.is_empty() {
            record.more_mut().left_out = self.left_out;
        }
        record
    }
}

/// Returns the cells without repetitions, in their order.
pub(super) fn once(cells: &[Cell]) -> Vec<Cell> {
    let mut kept: Vec<Cell> = Vec::with_capacity(cells.len());
    for &cell in cells {
        if !kept.contains(&cell) {
            kept.push(cell);
        }
    }
    kept
}

/// The shape of the boxes of a board, for formats in which every cell names its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boxes {
    /// The usual ones of this side.
    Usual,
    /// Rows and columns alone.
    None,
    /// Others.
    Regions,
}

impl Boxes {
    pub(super) fn of(geometry: &Geometry) -> Boxes {
        let usual = Geometry::of_side(geometry.side()).ok();
        let is_same = |usual: &Geometry| {
            geometry.open_cells().all(|cell| usual.box_number(cell) == geometry.box_number(cell))
        };
        if geometry.grids().is_some() {
            // The boxes of several grids are lost with these.
            Boxes::Usual
        } else if geometry.has_idle_boxes() {
            Boxes::None
        } else if usual.as_ref().is_some_and(|usual| !usual.has_idle_boxes() && is_same(usual)) {
            Boxes::Usual
        } else {
            Boxes::Regions
        }
    }
}

/// Returns a character for the box of each cell.
pub(super) fn region_names(geometry: &Geometry) -> String {
    let number = |cell| u32::try_from(geometry.box_number(cell)).ok();
    // Of a rectangle, the cells that are in it are named.
    let is_named = |cell: &Cell| geometry.rectangle().is_none() || !geometry.is_blocked(*cell);
    geometry.cells().filter(is_named).filter_map(|cell| char::from_digit(number(cell)?, 36)).collect()
}
