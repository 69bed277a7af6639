//! The names of the constraints, and the diagonal of a sum, which only its first cell names.

use crate::model::geometry::Cell;
use crate::model::geometry::rules::{CellsKind, Direction, LineKind, OutsideKind, PairKind, Variant};

/// The constraints without arguments.
pub(super) const VARIANTS: [(&str, Variant); 7] = [
    ("AntiKnight", Variant::AntiKnight),
    ("AntiKing", Variant::AntiKing),
    ("AntiConsecutive", Variant::NonConsecutive),
    ("Windoku", Variant::Windoku),
    ("DisjointSets", Variant::Disjoint),
    ("StrictKropki", Variant::StrictKropki),
    ("StrictXV", Variant::StrictXv),
];
/// The constraints of a line of cells, with the number of those that have one.
pub(super) const LINES: [(&str, LineKind); 11] = [
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
pub(super) const PAIRS: [(&str, PairKind); 5] = [
    ("WhiteDot", PairKind::Difference(1)),
    ("BlackDot", PairKind::Ratio(2)),
    ("X", PairKind::X),
    ("V", PairKind::V),
    ("GreaterThan", PairKind::Greater),
];
/// The constraints of a set of cells.
pub(super) const SETS: [(&str, CellsKind); 3] = [
    ("AllDifferent", CellsKind::Different),
    ("EqualityCage", CellsKind::Equality),
    ("CountingCircles", CellsKind::CountingCircles),
];
/// The constraints with numbers at the ends of a row or column.
pub(super) const ENDS: [(&str, OutsideKind); 3] = [
    ("XSum", OutsideKind::XSum),
    ("Skyscraper", OutsideKind::Skyscraper),
    ("NumberedRoom", OutsideKind::NumberedRoom),
];

/// The other constraints.
const OTHERS: [&str; 13] = [
    "Given",
    "Shape",
    "NoBoxes",
    "Jigsaw",
    "Diagonal",
    "Cage",
    "Sum",
    "Arrow",
    "PillArrow",
    "Quad",
    "LittleKiller",
    "Sandwich",
    "Indexing",
];

/// Returns true if a constraint of a board of this side breaks off: in its name, before an argument that it requires, or in
/// one.
pub(super) fn is_unfinished(constraint: &str, side: usize) -> bool {
    let mut words = constraint.split('~');
    let name = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let is_end = ENDS.iter().any(|(known, _)| is(known));
    let Some(&last) = arguments.last() else {
        let is_complete = is("NoBoxes") || VARIANTS.iter().any(|(known, _)| is(known));
        let begins = |known: &str| known.get(..name.len()).is_some_and(is);
        return !is_complete && known_names().any(begins);
    };
    if name.is_empty() || is("Given") {
        return last.split_once('_').is_none_or(|(_, digits)| digits.is_empty() || digits.ends_with('_'));
    }
    if is("Jigsaw") {
        return last.chars().count() < side * side;
    }
    let takes_number_first =
        ["Cage", "Sum", "LittleKiller", "Quad", "Indexing", "Lockout", "Modular", "Sandwich"];
    let least = if is("PillArrow") {
        4
    } else if is_end || takes_number_first.into_iter().any(is) {
        2
    } else {
        1
    };
    // The second end of a row may have no number.
    let is_open = last.is_empty() && !(is_end && arguments.len() > 2 && !arguments[1].is_empty());
    let breaks_off = if is_end || is("Sandwich") {
        ["R", "C"].iter().any(|letter| letter.eq_ignore_ascii_case(last))
    } else if is("Shape") {
        last.ends_with(['x', 'X'])
    } else {
        last == "-" || is_cut_cell(last)
    };
    is_open || arguments.len() < least || breaks_off
}

fn known_names() -> impl Iterator<Item = &'static str> {
    let names = VARIANTS.iter().map(|(name, _)| *name).chain(LINES.iter().map(|(name, _)| *name));
    let names = names.chain(PAIRS.iter().map(|(name, _)| *name)).chain(SETS.iter().map(|(name, _)| *name));
    names.chain(ENDS.iter().map(|(name, _)| *name)).chain(OTHERS)
}

/// Returns true for the beginning of a cell such as `R1C1`.
fn is_cut_cell(word: &str) -> bool {
    let column = |numbers: &str| {
        // The first row may be `c`.
        let middle = numbers.char_indices().skip(1).find(|(_, character)| "Cc".contains(*character))?.0;
        Some(numbers.len() > middle + 1)
    };
    word.strip_prefix(['R', 'r']).is_some_and(|numbers| column(numbers) != Some(true))
}

/// Returns the direction of the diagonal sum with this first cell: down to the left from the top edge, down to
/// the right from the left one, up to the right from the bottom and up to the left from the right one. A corner
/// belongs to the edge that follows it counterclockwise.
pub(super) fn direction(first: Cell, side: usize) -> Option<Direction> {
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

/// Returns true if a cell that is on such a line twice has the same meaning in the program. On other lines, the program
/// requires of the cell to differ from itself.
pub(super) const fn may_repeat(kind: LineKind) -> bool {
    matches!(
        kind,
        LineKind::Whisper { .. }
            | LineKind::Palindrome
            | LineKind::Zipper
            | LineKind::RegionSum
            | LineKind::DoubleArrow
    )
}
