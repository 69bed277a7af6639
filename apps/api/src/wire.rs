//! Puzzles in JSON: cells are `r1c1`, digits are numbers, and 0 is a blank cell, or -1 on a board with a digit 0.

use std::fmt::Display;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use sudoku_cover::{
    Breach, Candidate, Cell, Contradiction, Digit, Geometry, Grid, HouseName, Marks, Pencilmarks, Record,
    Rule, Values,
};
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::stop::Stop;

/// Returns an object as a line of JSON.
pub(crate) fn line(object: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(object).expect("texts, numbers and lists are JSON");
    bytes.push(b'\n');
    bytes
}

/// The largest number of rules of a board in addition to rows, columns and boxes.
const MOST_RULES: usize = 200;

/// A board: its shape and its rules.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = Board)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardIn {
    /// The rows and columns of a box; by default, as close to square as possible.
    #[serde(rename = "box")]
    #[schema(nullable = false)]
    box_shape: Option<[u8; 2]>,
    /// The number of rows, columns and digits; by default 9.
    #[schema(nullable = false, minimum = 1, maximum = 25)]
    side: Option<u8>,
    /// The least and the greatest digit, as with the rule `values 0-8`; by default 1 and the side.
    #[schema(nullable = false)]
    values: Option<[u8; 2]>,
    /// Additional rules, a text each as on a line of a file for `--constraints`, such as `x`, `killer 15 r1c1 r1c2` or
    /// `regions AAB...`.
    #[serde(default)]
    rules: Vec<String>,
}

impl BoardIn {
    /// Returns the board with its rules, which are built until work is to stop.
    pub(crate) fn geometry(self, stop: &Stop) -> Result<Geometry, Fault> {
        let plain = self.plain()?;
        if self.rules.len() > MOST_RULES {
            return Err(unexpected(format_args!("at most {MOST_RULES} rules"), self.rules.len()));
        }
        let mut rules: Vec<Rule> = self
            .rules
            .iter()
            .map(|rule| Rule::of_board(rule, Some(plain.side())))
            .collect::<Result<_, _>>()?;
        if let Some([least, greatest]) = self.values {
            let values = Values::new(least, greatest)
                .ok_or_else(|| unexpected("values such as [0, 8]", format_args!("[{least}, {greatest}]")))?;
            let rule = Rule::Values(values);
            // An answer names digits other than the usual ones twice.
            if values != plain.values() && !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        Ok(plain.with_rules_within(&rules, &mut stop.limits())?)
    }

    fn plain(&self) -> Result<Geometry, Fault> {
        let side = usize::from(self.side.unwrap_or(9));
        let Some([height, width]) = self.box_shape.map(|shape| shape.map(usize::from)) else {
            return Ok(Geometry::of_side(side)?);
        };
        let geometry = Geometry::boxes(height, width)?;
        if self.side.is_some() && geometry.side() != side {
            return Err(unexpected(format_args!("boxes for a board of side {side}"), geometry.side()));
        }
        Ok(geometry)
    }
}

/// A puzzle, and the state of solving it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = Puzzle)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleIn {
    #[serde(default)]
    board: BoardIn,
    /// The givens, row by row. A blank cell is -1, and also 0 unless that is a digit of the board.
    givens: Vec<i8>,
    /// The placed digits, row by row; other cells are blank.
    #[serde(default)]
    placed: Option<Vec<i8>>,
    /// For each cell, the candidates that the puzzle itself allows.
    #[serde(default)]
    allowed: Option<Vec<Vec<u8>>>,
    /// For each cell, the noted candidates; an empty list means no notes.
    #[serde(default)]
    notes: Option<Vec<Vec<u8>>>,
}

/// A puzzle whose parts are consistent.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    pub(crate) geometry: Geometry,
    pub(crate) givens: Grid,
    /// The givens and the placed digits.
    pub(crate) filled: Grid,
    pub(crate) allowed: Option<Pencilmarks>,
    pub(crate) notes: Option<Pencilmarks>,
}

impl Puzzle {
    /// Returns the placed digits.
    pub(crate) fn placed(&self) -> Vec<Candidate> {
        self.filled.clues().filter(|clue| self.givens.get(clue.cell).is_none()).collect()
    }
}

impl Puzzle {
    /// Returns the puzzle that was sent. The rules of its board are built until work is to stop.
    pub(crate) fn of(sent: PuzzleIn, stop: &Stop) -> Result<Self, Fault> {
        let geometry = sent.board.geometry(stop)?;
        let givens = grid(&geometry, &sent.givens)?;
        let placed = sent.placed.map(|placed| grid(&geometry, &placed)).transpose()?;
        let mut filled = givens.clone();
        for Candidate { cell, digit } in placed.iter().flat_map(Grid::clues) {
            if givens.get(cell).is_some() {
                return Err(unexpected("a blank cell for a digit", format_args!("the clue in {cell}")));
            }
            filled.set(cell, Some(digit))?;
        }
        let allowed = sent.allowed.map(|allowed| marks(&geometry, &allowed)).transpose()?;
        let notes = sent.notes.map(|notes| marks(&geometry, &notes)).transpose()?;
        Ok(Self { geometry, givens, filled, allowed, notes })
    }
}

pub(crate) fn unexpected(expected: impl Display, found: impl Display) -> Fault {
    Fault::expected(StatusCode::UNPROCESSABLE_ENTITY, expected, found)
}

pub(crate) fn checked<'v, T>(
    geometry: &Geometry,
    values: &'v [T],
) -> Result<impl Iterator<Item = (Cell, &'v T)>, Fault> {
    let (found, expected) = (values.len(), geometry.cell_count());
    if found == expected {
        Ok(geometry.cells().zip(values).collect::<Vec<_>>().into_iter())
    } else {
        Err(unexpected(format_args!("{expected} cells"), found))
    }
}

pub(crate) fn digit(geometry: &Geometry, value: u8) -> Result<Digit, Fault> {
    let values = geometry.values();
    let digit = Digit::new(value).filter(|&digit| values.contains(digit));
    digit.ok_or_else(|| unexpected_digit(values, value))
}

fn unexpected_digit(values: Values, found: impl Display) -> Fault {
    unexpected(format_args!("a digit of {} to {}", values.least(), values.greatest()), found)
}

pub(crate) fn grid(geometry: &Geometry, numbers: &[i8]) -> Result<Grid, Fault> {
    let mut grid = Grid::of_board(geometry);
    let values = geometry.values();
    for (cell, &number) in checked(geometry, numbers)? {
        grid.set(cell, values.content(number).ok_or_else(|| unexpected_digit(values, number))?)?;
    }
    Ok(grid)
}

fn marks(geometry: &Geometry, values: &[Vec<u8>]) -> Result<Pencilmarks, Fault> {
    let mut marks = Pencilmarks::of_board(geometry);
    for (cell, values) in checked(geometry, values)? {
        let mut set = Marks::none();
        for &value in values {
            set = set.with(digit(geometry, value)?);
        }
        marks.set(cell, set)?;
    }
    Ok(marks)
}

/// Returns the notes of each cell.
pub(crate) fn notes(geometry: &Geometry, values: &[Vec<u8>]) -> Result<Pencilmarks, Fault> {
    marks(geometry, values)
}

/// A board as it is returned.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WholeBoard)]
pub(crate) struct BoardOut {
    side: usize,
    /// The rows and columns of a box.
    #[serde(rename = "box")]
    box_shape: [usize; 2],
    /// The least and the greatest digit. Where the least is 0, a blank cell is -1 in lists of digits, otherwise 0.
    values: [u8; 2],
    /// The rules besides rows, columns and boxes, as they are written.
    rules: Vec<String>,
}

impl From<&Geometry> for BoardOut {
    fn from(geometry: &Geometry) -> Self {
        let box_shape = [geometry.box_height(), geometry.box_width()];
        let rules = geometry.rules().iter().map(ToString::to_string).collect();
        let values = [geometry.values().least(), geometry.values().greatest()];
        Self { side: geometry.side(), box_shape, values, rules }
    }
}

/// Returns the digits of a grid in row-major order.
pub(crate) fn digits(grid: &Grid) -> Vec<i8> {
    grid.digits().iter().map(|&digit| grid.values().number(digit)).collect()
}

/// Returns the placed digits of a record in row-major order; any other cell is blank.
pub(crate) fn placed(record: &Record) -> Vec<i8> {
    let (side, values) = (record.grid.side(), record.grid.values());
    let mut placed = vec![values.number(None); side * side];
    for candidate in record.placed() {
        placed[candidate.cell.row() * side + candidate.cell.column()] = values.number(Some(candidate.digit));
    }
    placed
}

/// Returns the candidates of each cell that no digit fills.
pub(crate) fn open_candidates(marks: &Pencilmarks, filled: &Grid) -> Vec<Vec<u8>> {
    let candidates = candidates(marks).into_iter().zip(filled.digits());
    candidates.map(|(digits, filled)| if filled.is_some() { Vec::new() } else { digits }).collect()
}

/// Returns the candidates of each cell.
pub(crate) fn candidates(marks: &Pencilmarks) -> Vec<Vec<u8>> {
    marks.marks().iter().map(|marks| marks.digits().map(Digit::value).collect()).collect()
}

/// What a digit contradicts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = ConflictKind)]
#[serde(rename_all = "kebab-case")]
enum ConflictKind {
    /// The digit is in a house several times.
    House,
    /// The digit is in a cage several times.
    Cage,
    /// The digit is twice at a knight's move.
    KnightsMove,
    /// The digit is twice at a king's move.
    KingsMove,
    /// The digit and another one are consecutive and side by side.
    Consecutive,
    /// The digit is odd in a cell for even ones.
    Even,
    /// The digit is even in a cell for odd ones.
    Odd,
    /// The digits of a cage do not fit its sum.
    Sum,
    /// The digits do not fit a rule.
    Rule,
}

/// A house by its kind and numbers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HousePlace)]
pub(crate) struct HousePlaceOut {
    /// Its kind, such as `row` or `window`.
    kind: String,
    /// Its number among those of its kind, from 1.
    number: usize,
    /// The number of its grid, from 1, if there are several.
    #[schema(required)]
    grid: Option<usize>,
}

impl From<HouseName> for HousePlaceOut {
    fn from(house: HouseName) -> Self {
        let (number, grid) = house.numbers();
        Self { kind: house.kind.to_string(), number, grid }
    }
}

/// A digit that contradicts other digits or the rules, in words and in parts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Contradiction)]
pub(crate) struct ConflictOut {
    /// The conflict in words, such as `5 twice in row 3: r3c1 and r3c7`.
    text: String,
    code: ConflictKind,
    #[schema(value_type = u8)]
    digit: Digit,
    #[schema(value_type = Vec<Cell>)]
    cells: Vec<Cell>,
    /// With the code `house`: the house.
    #[schema(required)]
    house: Option<HousePlaceOut>,
    /// With `cage` and `sum`: the number of the cage, from 1.
    #[schema(required)]
    cage: Option<usize>,
    /// With `sum`: what the cage says.
    #[schema(required)]
    sum: Option<u32>,
    /// With `sum` and `rule`: the digits, in the order of the cells.
    #[schema(required, value_type = Option<Vec<u8>>)]
    digits: Option<Vec<Digit>>,
    /// With `consecutive`: the other digit.
    #[schema(required, value_type = Option<u8>)]
    other: Option<Digit>,
    /// With `rule`: the rule as it is written.
    #[schema(required)]
    rule: Option<String>,
}

impl From<&Contradiction> for ConflictOut {
    fn from(found: &Contradiction) -> Self {
        let plain = |code| Self {
            text: found.to_string(),
            code,
            digit: found.digit,
            cells: found.cells.to_vec(),
            house: None,
            cage: None,
            sum: None,
            digits: None,
            other: None,
            rule: None,
        };
        match &found.breach {
            &Breach::House { kind, number } => {
                Self { house: Some(HouseName { kind, number }.into()), ..plain(ConflictKind::House) }
            }
            Breach::Cage { number } => Self { cage: Some(number + 1), ..plain(ConflictKind::Cage) },
            Breach::KnightsMove => plain(ConflictKind::KnightsMove),
            Breach::KingsMove => plain(ConflictKind::KingsMove),
            Breach::Consecutive { other } => Self { other: Some(*other), ..plain(ConflictKind::Consecutive) },
            Breach::Even => plain(ConflictKind::Even),
            Breach::Odd => plain(ConflictKind::Odd),
            Breach::Sum { number, sum, digits, .. } => Self {
                cage: Some(number + 1),
                sum: Some(*sum),
                digits: Some(digits.to_vec()),
                ..plain(ConflictKind::Sum)
            },
            Breach::Rule { rule, digits, .. } => {
                Self { rule: Some(rule.clone()), digits: Some(digits.to_vec()), ..plain(ConflictKind::Rule) }
            }
            // A kind that this version of the page does not know has its words.
            _ => plain(ConflictKind::Rule),
        }
    }
}
