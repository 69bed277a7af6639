//! The notation of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1.Cage~9~R1C2~R2C2`.
//!
//! A constraint is a dot, its name, and arguments after `~`. The constraint without a name lists cells with
//! their digits: one digit is given, several are the candidates of the cell. White space between constraints
//! has no meaning, so a puzzle may have several lines; it ends at a blank line, at a line that begins with
//! anything but a dot or `#`, and where a second list of digits begins a line. `#` begins a comment line.

use super::document::{Document, Place};
use super::draft::{Boxes, Draft, region_names};
use super::fault::{ReadError, ReadErrorKind};
use super::format::Format;
use super::record::{Key, Outcomes, Record};
use super::settings::Settings;
use super::source::LONGEST_LINE;
use crate::model::geometry::rules::{
    CellsKind, Direction, LineKind, OutsideKind, PairKind, Regions, Rule, Side, Variant,
};
use crate::model::geometry::{Candidate, Cell, Geometry};
use crate::model::pencilmarks::Marks;

/// The side of a board without a shape.
const USUAL_SIDE: usize = 9;

/// The constraints without arguments.
const VARIANTS: [(&str, Variant); 7] = [
    ("AntiKnight", Variant::AntiKnight),
    ("AntiKing", Variant::AntiKing),
    ("AntiConsecutive", Variant::NonConsecutive),
    ("Windoku", Variant::Windoku),
    ("DisjointSets", Variant::Disjoint),
    ("StrictKropki", Variant::StrictKropki),
    ("StrictXV", Variant::StrictXv),
];
/// The constraints of a line of cells, with the number of those that have one.
const LINES: [(&str, LineKind); 11] = [
    ("Thermo", LineKind::Thermo),
    ("Renban", LineKind::Renban),
    ("Palindrome", LineKind::Palindrome),
    ("Zipper", LineKind::Zipper),
    ("RegionSumLine", LineKind::RegionSum),
    ("Between", LineKind::Between),
    ("Entropic", LineKind::Entropic),
    ("DoubleArrow", LineKind::DoubleArrow),
    ("Whisper", LineKind::Whisper { difference: 5 }),
    ("Lockout", LineKind::Lockout { difference: 4 }),
    ("Modular", LineKind::Modular { modulus: 3 }),
];
/// The marks between adjacent cells.
const PAIRS: [(&str, PairKind); 4] = [
    ("WhiteDot", PairKind::Difference(1)),
    ("BlackDot", PairKind::Ratio(2)),
    ("X", PairKind::X),
    ("V", PairKind::V),
];
/// The constraints of a set of cells.
const SETS: [(&str, CellsKind); 3] = [
    ("AllDifferent", CellsKind::Different),
    ("EqualityCage", CellsKind::Equality),
    ("CountingCircles", CellsKind::CountingCircles),
];
/// The constraints with numbers at the ends of a row or column.
const ENDS: [(&str, OutsideKind); 3] = [
    ("XSum", OutsideKind::XSum),
    ("Skyscraper", OutsideKind::Skyscraper),
    ("NumberedRoom", OutsideKind::NumberedRoom),
];

/// Returns true if a puzzle in this notation may begin with these bytes of a line.
pub(super) fn is_beginning(bytes: &[u8]) -> bool {
    let mut rest = bytes.trim_ascii_start();
    let has_dot = rest.starts_with(b".");
    while let [b'.', more @ ..] = rest {
        rest = more;
    }
    has_dot && rest.first().is_some_and(|&byte| byte == b'~' || byte.is_ascii_alphabetic())
}

/// A puzzle that is being read.
#[derive(Debug)]
pub(super) struct Iss {
    side: Option<usize>,
    /// The lines of the puzzle so far, and the start of the last one among them.
    text: Vec<u8>,
    line_start: usize,
    start: Place,
    /// True if a line of the puzzle began with its digits.
    has_digits: bool,
    is_too_long: bool,
    is_over: bool,
}

impl Iss {
    pub(super) fn new(settings: &Settings) -> Iss {
        Iss {
            side: settings.side(),
            text: Vec::new(),
            line_start: 0,
            start: Place::line_start(1),
            has_digits: false,
            is_too_long: false,
            is_over: false,
        }
    }

    /// Ends the puzzle before the last line.
    fn end(&mut self, out: &mut Outcomes) {
        let rest = self.text.split_off(self.line_start);
        let text = std::mem::replace(&mut self.text, rest);
        let start = self.start;
        self.start =
            Place::line_start(start.line + text.iter().filter(|&&byte| byte == b'\n').count() as u64);
        self.line_start = 0;
        (self.has_digits, self.is_too_long) = (false, false);
        if !text.trim_ascii().is_empty() {
            out.push_back(self.record(&text, start));
        }
    }

    fn record(&self, text: &[u8], start: Place) -> Result<Record, ReadError> {
        if text.len() >= LONGEST_LINE {
            return Err(start.error(ReadErrorKind::too_long("a puzzle", LONGEST_LINE)));
        }
        let text = String::from_utf8_lossy(text);
        read(&text, self.side).map(|draft| draft.record(start.line, Format::Iss)).map_err(|(offset, kind)| {
            let mut place = start;
            place.pass_all(&text.as_bytes()[..offset]);
            place.error(kind)
        })
    }

    /// Takes the end of a line.
    fn end_line(&mut self, out: &mut Outcomes) {
        let line = self.text[self.line_start..].trim_ascii();
        if line.is_empty() && !self.text.trim_ascii().is_empty() {
            self.line_start = self.text.len();
            self.end(out);
            self.is_over = true;
        } else if line.starts_with(b".~") {
            if self.has_digits {
                self.end(out);
            }
            self.has_digits = true;
        }
        self.line_start = self.text.len();
    }
}

impl Document for Iss {
    fn take(&mut self, bytes: &[u8], place: &mut Place, out: &mut Outcomes) -> usize {
        if self.text.is_empty() {
            self.start = *place;
        }
        for (taken, &byte) in bytes.iter().enumerate() {
            let is_line_start = self.text[self.line_start..].trim_ascii().is_empty();
            if is_line_start && !byte.is_ascii_whitespace() && !b".#".contains(&byte) {
                self.line_start = self.text.len();
                self.end(out);
                self.is_over = true;
                return taken;
            }
            place.pass(byte);
            // One byte above the limit is kept, as a sign.
            if self.text.len() < LONGEST_LINE || byte == b'\n' {
                self.text.push(byte);
            }
            if byte == b'\n' {
                self.end_line(out);
            }
            if self.is_over || !out.is_empty() {
                return taken + 1;
            }
        }
        bytes.len()
    }

    fn finish(&mut self, _: Place, out: &mut Outcomes) {
        self.end_line(out);
        self.line_start = self.text.len();
        self.end(out);
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// A result with the offset of an error in the text.
type Read<T> = Result<T, (usize, ReadErrorKind)>;

/// A part of the text between `.` or `~`, and its offset.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    offset: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    /// Returns the parts between the separators, without white space around them.
    fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |part| {
            let indent = part.len() - part.trim_start().len();
            let word = Word { offset: offset + indent, text: part.trim() };
            offset += part.len() + separator.len_utf8();
            word
        })
    }

    fn expected<T>(self, expected: impl Into<String>) -> Read<T> {
        Err((self.offset, ReadErrorKind::found_text(expected, self.text)))
    }

    fn number<N: std::str::FromStr>(self) -> Read<N> {
        self.text.parse().or_else(|_| self.expected("a number"))
    }
}

/// A name and its arguments.
#[derive(Debug)]
struct Constraint<'a> {
    name: Word<'a>,
    arguments: Vec<Word<'a>>,
}

impl<'a> Constraint<'a> {
    fn argument(&self, place: usize, expected: &str) -> Read<Word<'a>> {
        let end = Word { offset: self.name.offset + self.name.text.len(), text: self.name.text };
        self.arguments.get(place).copied().map_or_else(
            || Err((end.offset, ReadErrorKind::unexpected(format!("{expected} after {}", end.text), "none"))),
            Ok,
        )
    }

    /// Returns the cells from this argument on.
    fn cells(&self, first: usize, draft: &Draft) -> Read<Vec<Cell>> {
        self.argument(first, "a cell")?;
        self.arguments[first..].iter().map(|&word| cell(word, draft)).collect()
    }

    /// Returns the number in the first argument, if that is one, and the place of the argument after it.
    fn number_or(&self, usual: u8) -> Read<(u8, usize)> {
        let first = self.argument(0, "a cell")?;
        let is_number = first.text.starts_with(|character: char| character.is_ascii_digit());
        if is_number { Ok((first.number()?, 1)) } else { Ok((usual, 0)) }
    }

    /// Returns whether the argument names a row, and its number from 0.
    fn line(&self, place: usize, draft: &Draft) -> Read<(bool, u8)> {
        let word = self.argument(place, "a row or column")?;
        let number =
            word.text.strip_prefix(['R', 'r', 'C', 'c']).and_then(|number| number.parse::<u8>().ok());
        match number
            .and_then(|number| number.checked_sub(1))
            .filter(|&number| usize::from(number) < draft.side())
        {
            Some(number) => Ok((word.text.starts_with(['R', 'r']), number)),
            None => word.expected("a row or column of the board, such as R1"),
        }
    }
}

fn cell(word: Word<'_>, draft: &Draft) -> Read<Cell> {
    let cell: Cell = word.text.parse().or_else(|_| word.expected("a cell such as R1C1"))?;
    draft.index(cell).map_err(|kind| (word.offset, kind))?;
    Ok(cell)
}

/// Returns the puzzle of a text. Its side is that of the board if one was requested.
pub(super) fn read(text: &str, side: Option<usize>) -> Read<Draft> {
    let comments: Vec<&str> = text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).collect();
    // Spaces instead of comments keep all offsets.
    let blanked: String = text
        .split_inclusive('\n')
        .map(|line| if line.trim_start().starts_with('#') { " ".repeat(line.len()) } else { line.to_owned() })
        .collect();
    let constraints = Word { offset: 0, text: &blanked }.split('.').filter(|word| !word.text.is_empty());
    let constraints: Vec<Constraint<'_>> = constraints
        .filter_map(|word| {
            let mut parts = word.split('~');
            Some(Constraint { name: parts.next()?, arguments: parts.collect() })
        })
        .collect();
    let is = |constraint: &&Constraint<'_>, name: &str| constraint.name.text.eq_ignore_ascii_case(name);
    let (found, offset) = match constraints.iter().find(|constraint| is(constraint, "Shape")) {
        Some(shape) => {
            let word = shape.argument(0, "a size")?;
            let (height, width) = word.text.split_once(['x', 'X']).unwrap_or((word.text, word.text));
            let height = height.trim().parse().ok().filter(|_| height.trim() == width.trim());
            (height.map_or_else(|| word.expected("a size such as 9x9"), Ok)?, word.offset)
        }
        None => (side.unwrap_or(USUAL_SIDE), 0),
    };
    let mut draft = Draft::new(found, side).map_err(|kind| (offset, kind))?;
    let has_boxes = !constraints.iter().any(|constraint| is(&constraint, "NoBoxes"));
    let mut is_divided = false;
    for constraint in &constraints {
        if is(&constraint, "Jigsaw") {
            add_regions(constraint, !has_boxes && !is_divided, &mut draft)?;
            is_divided = true;
        } else {
            add(constraint, &mut draft)?;
        }
    }
    if !has_boxes && !is_divided {
        draft.add_variant(Variant::NoBoxes);
    }
    draft.details.extend(comments.into_iter().map(|comment| (Key::Comment, comment.to_owned())));
    Ok(draft)
}

/// Adds regions in place of the boxes, or beside them.
fn add_regions(constraint: &Constraint<'_>, is_instead: bool, draft: &mut Draft) -> Read<()> {
    let word = constraint.argument(0, "regions")?;
    let (side, regions) = (draft.side(), Regions::of_text(word.text));
    if is_instead {
        draft.rules.push(Rule::Regions(regions));
        return Ok(());
    }
    let mut groups: Vec<(char, Vec<Cell>)> = Vec::new();
    for (cell, name) in draft.cells().zip(word.text.chars()) {
        let group = groups.iter().position(|&(known, _)| known == name).unwrap_or_else(|| {
            groups.push((name, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(cell);
    }
    if regions.side() != Some(side) || groups.iter().any(|(_, cells)| cells.len() != side) {
        return word.expected(format!("{side} regions of {side} cells"));
    }
    groups.iter().for_each(|(_, cells)| draft.add_cells(CellsKind::Different, cells));
    Ok(())
}

fn add(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    let name = constraint.name.text;
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some(&(_, variant)) = VARIANTS.iter().find(|(known, _)| is(known)) {
        draft.add_variant(variant);
    } else if let Some(&(_, kind)) = LINES.iter().find(|(known, _)| is(known)) {
        let (kind, first) = numbered(constraint, kind)?;
        draft.add_line(kind, constraint.cells(first, draft)?);
    } else if let Some(&(_, kind)) = PAIRS.iter().find(|(known, _)| is(known)) {
        let cells = constraint.cells(0, draft)?;
        let is_mark = |pair: &&[Cell]| cells.len() == 2 || are_adjacent(pair[0], pair[1]);
        cells.windows(2).filter(is_mark).for_each(|pair| draft.add_pair(kind, [pair[0], pair[1]]));
    } else if let Some(&(_, kind)) = SETS.iter().find(|(known, _)| is(known)) {
        let cells = constraint.cells(0, draft)?;
        draft.add_cells(kind, &cells);
    } else if let Some(&(_, kind)) = ENDS.iter().find(|(known, _)| is(known)) {
        add_ends(constraint, kind, draft)?;
    } else {
        return add_other(constraint, draft);
    }
    Ok(())
}

/// Returns the kind of a line with the number in the text, if it has one, and the place of the first cell.
fn numbered(constraint: &Constraint<'_>, kind: LineKind) -> Read<(LineKind, usize)> {
    Ok(match kind {
        LineKind::Whisper { difference } => {
            let (difference, first) = constraint.number_or(difference)?;
            (LineKind::Whisper { difference }, first)
        }
        LineKind::Lockout { difference } => {
            let (difference, first) = constraint.number_or(difference)?;
            (LineKind::Lockout { difference }, first)
        }
        LineKind::Modular { modulus } => {
            let (modulus, first) = constraint.number_or(modulus)?;
            (LineKind::Modular { modulus }, first)
        }
        kind => (kind, 0),
    })
}

fn add_other(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    match constraint.name.text.to_ascii_lowercase().as_str() {
        "" => constraint.arguments.iter().try_for_each(|&word| add_digits(word, draft))?,
        "shape" | "noboxes" => {}
        "diagonal" => {
            let word = constraint.argument(0, "a direction")?;
            draft.add_variant(match word.text {
                "1" => Variant::RisingDiagonal,
                "-1" => Variant::FallingDiagonal,
                _ => return word.expected("1 or -1"),
            });
        }
        "cage" => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            let cells = constraint.cells(1, draft)?;
            draft.add_cage(Some(sum), &cells);
        }
        "sum" => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            draft.rules.push(Rule::Sum { sum, cells: constraint.cells(1, draft)? });
        }
        "arrow" => {
            let mut circle = constraint.cells(0, draft)?;
            let cells = circle.split_off(1);
            draft.add_arrow(circle, cells);
        }
        "pillarrow" => {
            let word = constraint.argument(0, "a number of cells")?;
            let (length, mut circle): (usize, _) = (word.number()?, constraint.cells(1, draft)?);
            if length == 0 || length >= circle.len() {
                return word.expected("a number of cells that leaves some for the arrow");
            }
            let cells = circle.split_off(length);
            draft.add_arrow(circle, cells);
        }
        "greaterthan" => {
            let cells = constraint.cells(0, draft)?;
            cells[1..].iter().for_each(|&other| draft.add_pair(PairKind::Greater, [cells[0], other]));
        }
        "quad" => {
            let corner = cell(constraint.argument(0, "a cell")?, draft)?;
            constraint.argument(1, "a digit")?;
            let digits = constraint.arguments[1..]
                .iter()
                .map(|word| draft.digit(word.number()?).map_err(|kind| (word.offset, kind)));
            let digits = digits.collect::<Read<_>>()?;
            draft.rules.push(Rule::Quadruple { corner, digits });
        }
        "littlekiller" => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            let word = constraint.argument(1, "a cell")?;
            let first = cell(word, draft)?;
            let Some(direction) = direction(first, draft.side()) else {
                return word.expected("a cell at the edge of the board");
            };
            draft.rules.push(Rule::LittleKiller { sum, first, direction });
        }
        "sandwich" => {
            let value = constraint.argument(0, "a sum")?.number()?;
            let (is_row, number) = constraint.line(1, draft)?;
            let side = if is_row { Side::Left } else { Side::Top };
            draft.rules.push(Rule::Outside { kind: OutsideKind::Sandwich, side, number, value });
        }
        "indexing" => {
            let word = constraint.argument(0, "R or C")?;
            let kind = match word.text {
                "R" | "r" => CellsKind::RowIndexer,
                "C" | "c" => CellsKind::ColumnIndexer,
                _ => return word.expected("R or C"),
            };
            let cells = constraint.cells(1, draft)?;
            draft.add_cells(kind, &cells);
        }
        _ => return constraint.name.expected("a constraint that can be read, such as Thermo or Cage"),
    }
    Ok(())
}

/// Adds the digits of a cell, such as `R1C1_5`.
fn add_digits(word: Word<'_>, draft: &mut Draft) -> Read<()> {
    let mut parts = word.split('_');
    let Some(first) = parts.next().filter(|first| !first.text.is_empty()) else { return Ok(()) };
    let cell = cell(first, draft)?;
    let digits = parts.map(|part| draft.digit(part.number()?).map_err(|kind| (part.offset, kind)));
    let digits: Marks = digits.collect::<Read<Vec<_>>>()?.into_iter().collect();
    let index = draft.index(cell).map_err(|kind| (word.offset, kind))?;
    match digits.single() {
        Some(digit) => draft.give(index, digit),
        None if digits.is_empty() => return word.expected("a digit after the cell, such as R1C1_5"),
        None => draft.allow(index, digits),
    }
    Ok(())
}

fn add_ends(constraint: &Constraint<'_>, kind: OutsideKind, draft: &mut Draft) -> Read<()> {
    let (is_row, number) = constraint.line(0, draft)?;
    let sides = if is_row { [Side::Left, Side::Right] } else { [Side::Top, Side::Bottom] };
    for (&word, side) in constraint.arguments[1..].iter().zip(sides) {
        if !word.text.is_empty() {
            draft.rules.push(Rule::Outside { kind, side, number, value: word.number()? });
        }
    }
    Ok(())
}

/// Returns the direction of the diagonal sum with this first cell: down to the left from the top edge, down to
/// the right from the left one, up to the right from the bottom and up to the left from the right one. A corner
/// belongs to the edge that follows it counterclockwise.
fn direction(first: Cell, side: usize) -> Option<Direction> {
    let last = side - 1;
    match (first.row(), first.column()) {
        (0, 0) => Some(Direction::DownRight),
        (0, _) => Some(Direction::DownLeft),
        (row, column) if row == last && column == last => Some(Direction::UpLeft),
        (row, _) if row == last => Some(Direction::UpRight),
        (_, 0) => Some(Direction::DownRight),
        (_, column) if column == last => Some(Direction::UpLeft),
        _ => None,
    }
}

fn are_adjacent(one: Cell, other: Cell) -> bool {
    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) == 1
}

/// Appends the line of a record on a board, and returns the rules that it does not hold.
pub(super) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Vec<Rule> {
    let mut text = String::from(".");
    let allowed = record.allowed();
    for cell in geometry.cells() {
        let given = record.grid.get(cell);
        let marks = given.map(Marks::only).or_else(|| {
            let digits = geometry.digits().filter(|&digit| {
                geometry.allows(Candidate { cell, digit })
                    && allowed.is_none_or(|allowed| allowed.get(cell).contains(digit))
            });
            let marks: Marks = digits.collect();
            Some(marks).filter(|marks| (marks.count() as usize) < geometry.side())
        });
        for (place, digit) in marks.iter().flat_map(|marks| marks.digits()).enumerate() {
            let cell = if place == 0 { name(&cell) } else { String::new() };
            text += &format!("{cell}_{digit}");
        }
    }
    if text == "." {
        text.push('~');
    }
    if geometry.side() != USUAL_SIDE {
        text += &format!(".Shape~{0}x{0}", geometry.side());
    }
    match Boxes::of(geometry) {
        Boxes::Usual => {}
        Boxes::None => text += ".NoBoxes",
        Boxes::Regions => {
            text += &format!(".NoBoxes.Jigsaw~{}", region_names(geometry));
        }
    }
    let mut lost = Vec::new();
    for rule in geometry.rules() {
        match constraints(rule, geometry) {
            Some(constraints) => text += &constraints,
            None => lost.push(rule.clone()),
        }
    }
    text.push('\n');
    out.extend_from_slice(text.as_bytes());
    lost
}

/// Returns a cell as an argument.
fn name(cell: &Cell) -> String {
    format!("~R{}C{}", cell.row() + 1, cell.column() + 1)
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(name).collect()
}

/// Returns the constraints that express a rule, if there are any.
fn constraints(rule: &Rule, geometry: &Geometry) -> Option<String> {
    Some(match rule {
        // The regions and parities of the board are written with its cells.
        Rule::Regions(_) | Rule::Variant(Variant::NoBoxes) => String::new(),
        Rule::Cells { kind: CellsKind::Even | CellsKind::Odd, .. } => String::new(),
        Rule::Variant(Variant::Diagonal) => ".Diagonal~1.Diagonal~-1".to_owned(),
        Rule::Variant(Variant::RisingDiagonal) => ".Diagonal~1".to_owned(),
        Rule::Variant(Variant::FallingDiagonal) => ".Diagonal~-1".to_owned(),
        Rule::Variant(variant) => {
            format!(".{}", VARIANTS.iter().find(|(_, known)| known == variant)?.0)
        }
        Rule::Cells { kind: kind @ (CellsKind::Minimum | CellsKind::Maximum), cells } => {
            let pairs = cells.iter().flat_map(|&cell| {
                let others = geometry.neighbors(cell).filter(|other| !cells.contains(other));
                others
                    .map(move |other| if *kind == CellsKind::Maximum { [cell, other] } else { [other, cell] })
            });
            pairs.map(|pair| format!(".GreaterThan{}", names(&pair))).collect()
        }
        Rule::Cells { kind: CellsKind::RowIndexer, cells } => format!(".Indexing~R{}", names(cells)),
        Rule::Cells { kind: CellsKind::ColumnIndexer, cells } => format!(".Indexing~C{}", names(cells)),
        Rule::Cells { kind, cells } => {
            format!(".{}{}", SETS.iter().find(|(_, known)| known == kind)?.0, names(cells))
        }
        Rule::Killer { sum, cells } => format!(".Cage~{sum}{}", names(cells)),
        Rule::Sum { sum, cells } => format!(".Sum~{sum}{}", names(cells)),
        Rule::Line { kind, cells } => {
            let is_kind = |known: &LineKind| known.name() == kind.name();
            let (word, _) = LINES.iter().find(|(_, known)| is_kind(known))?;
            let number = match kind {
                LineKind::Whisper { difference: number }
                | LineKind::Lockout { difference: number }
                | LineKind::Modular { modulus: number } => format!("~{number}"),
                _ => String::new(),
            };
            format!(".{word}{number}{}", names(cells))
        }
        Rule::Arrow { circle, cells } => match circle.as_slice() {
            [_] => format!(".Arrow{}{}", names(circle), names(cells)),
            _ if circle.is_sorted() => {
                format!(".PillArrow~{}{}{}", circle.len(), names(circle), names(cells))
            }
            _ => return None,
        },
        Rule::Pair { kind: PairKind::Greater, cells } => format!(".GreaterThan{}", names(cells)),
        Rule::Pair { kind, cells } => {
            format!(".{}{}", PAIRS.iter().find(|(_, known)| known == kind)?.0, names(cells))
        }
        Rule::Clone { first, second } => first
            .iter()
            .zip(second)
            .map(|(&one, &other)| format!(".Palindrome{}", names(&[one, other])))
            .collect(),
        Rule::Quadruple { corner, digits } => {
            let digits: String = digits.iter().map(|digit| format!("~{digit}")).collect();
            format!(".Quad{}{digits}", name(corner))
        }
        Rule::LittleKiller { sum, first, direction: found } => {
            if direction(*first, geometry.side()) == Some(*found) {
                format!(".LittleKiller~{sum}{}", name(first))
            } else {
                format!(".Sum~{sum}{}", names(&geometry.diagonal_from(*first, *found)))
            }
        }
        Rule::Outside { kind: OutsideKind::Sandwich, side, number, value } => {
            format!(".Sandwich~{value}~{}", line_name(*side, *number))
        }
        Rule::Outside { kind, side, number, value } => {
            let (word, _) = ENDS.iter().find(|(_, known)| known == kind)?;
            let ends = match side {
                Side::Left | Side::Top => format!("{value}~"),
                Side::Right | Side::Bottom => format!("~{value}"),
            };
            format!(".{word}~{}~{ends}", line_name(*side, *number))
        }
    })
}

fn line_name(side: Side, number: u8) -> String {
    let letter = if side.house() == "row" { 'R' } else { 'C' };
    format!("{letter}{}", number + 1)
}
