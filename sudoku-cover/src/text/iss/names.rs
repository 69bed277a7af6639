//! The names of the constraints, and the diagonal of a sum, which only its first cell names.

use super::constraint::LOOP;
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{Direction, Figure, RuleKind};

/// The constraints that are no rule, or one with another name too.
const OTHERS: [&str; 20] = [
    "Given",
    "Shape",
    "PillArrow",
    "Pair",
    "PairX",
    "Binary",
    "BinaryX",
    "Regex",
    "NFA",
    "EqualSum",
    "ContainAtLeast",
    "ContainExact",
    "LookAndSay",
    "FullRankTies",
    "RegionSize",
    "SearchPriority",
    "Var",
    "ConnectedValues",
    "ChaosArrow",
    "ChaosCount",
];

/// Those of them with a code or digits before their cells.
const OF_CODES: [&str; 11] = [
    "Pair",
    "PairX",
    "Binary",
    "BinaryX",
    "Regex",
    "NFA",
    "ContainAtLeast",
    "ContainExact",
    "LookAndSay",
    "ConnectedValues",
    "SearchPriority",
];

/// The words that begin and end joined constraints and templates.
const JOINS: [&str; 4] = ["Or", "And", "Replicate", "End"];

/// Returns true if a constraint in lower case begins or ends joined ones.
pub(super) fn is_join(constraint: &str) -> bool {
    JOINS.iter().any(|known| known.eq_ignore_ascii_case(constraint))
}

/// Returns all kinds of rules that have a constraint.
fn kinds() -> impl Iterator<Item = RuleKind> {
    RuleKind::each().filter(|kind| !kind.words().iss.is_empty())
}

/// Returns the name of the constraint of a kind, and its first argument if that is always the same.
fn parts(kind: RuleKind) -> (&'static str, Option<&'static str>) {
    let name = kind.words().iss;
    name.split_once('~').map_or((name, None), |(name, first)| (name, Some(first)))
}

/// Returns the kind of a constraint with this name and first argument: an error if the name requires another one.
pub(super) fn kind(name: &str, first: Option<&str>) -> Option<Result<RuleKind, String>> {
    let mut known = kinds().filter(|&kind| parts(kind).0.eq_ignore_ascii_case(name)).peekable();
    known.peek()?;
    let known: Vec<RuleKind> = known.collect();
    let has_first = |&kind: &RuleKind| parts(kind).1.is_none_or(|wanted| first == Some(wanted));
    Some(known.iter().copied().find(has_first).ok_or_else(|| {
        let mut firsts: Vec<&str> = known.iter().filter_map(|&kind| parts(kind).1).collect();
        firsts.sort_unstable_by(|one, other| other.cmp(one));
        firsts.join(" or ")
    }))
}

/// Returns true if a constraint of a board of this side breaks off: in its name, before an argument that it requires, or in
/// one.
pub(super) fn is_unfinished(constraint: &str, side: usize) -> bool {
    let mut words = constraint.split('~');
    let name = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let known = kinds().find(|&kind| is(parts(kind).0));
    let is_clue = matches!(known, Some(RuleKind::Outside(_)));
    let is_end = matches!(known, Some(RuleKind::Outside(kind)) if !kind.row().has_no_end);
    let Some(&last) = arguments.last() else {
        let is_complete =
            known.is_some_and(|kind| kind.rule().is_some() && parts(kind).1.is_none()) || is_join(name);
        let begins = |known: &str| known.get(..name.len()).is_some_and(is);
        return !is_complete && kinds().map(|kind| parts(kind).0).chain(OTHERS).chain(JOINS).any(begins);
    };
    if name.is_empty() || is("Given") {
        return last.split_once('_').is_none_or(|(_, digits)| digits.is_empty() || digits.ends_with('_'));
    }
    if known == Some(RuleKind::Figure(Figure::Regions)) {
        return last.chars().count() < side * side;
    }
    let takes_number_first = match known {
        Some(RuleKind::Figure(figure)) => figure != Figure::Arrow,
        Some(RuleKind::Cage(_)) => true,
        Some(RuleKind::Line(kind)) => kind.number().is_some() && !kind.row().may_lack_number_in_iss,
        Some(kind @ RuleKind::Cells(_)) => parts(kind).1.is_some(),
        None => OF_CODES.iter().any(|known| is(known)),
        _ => is_clue,
    };
    let least = if is("PillArrow") {
        4
    } else if takes_number_first {
        2
    } else {
        1
    };
    if is("FullRankTies") {
        return !["none", "any", "only-unclued"].iter().any(|known| known.eq_ignore_ascii_case(last));
    }
    // Its label may have any end.
    if is("Var") && arguments.len() == 2 {
        return true;
    }
    // The second end of a row may have no number.
    let is_open = last.is_empty() && !(is_end && arguments.len() > 2 && !arguments[1].is_empty());
    let breaks_off = if is_clue {
        ["R", "C"].iter().any(|letter| letter.eq_ignore_ascii_case(last))
    } else if is("Shape") {
        last.ends_with(['x', 'X', '-'])
    } else {
        // A name is before cells.
        last == "-"
            || last.starts_with('_')
            || last.ends_with('_')
            || is_cut_cell(last)
            || is_cut_variable(last)
            || is_cut_loop(last)
    };
    is_open || arguments.len() < least || breaks_off
}

/// Returns true for the beginning of the name of a variable, or of the region of a cell.
fn is_cut_variable(word: &str) -> bool {
    ["C", "CC", "V"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns true for the beginning of [`LOOP`], that is not the whole.
fn is_cut_loop(word: &str) -> bool {
    (1..LOOP.len()).contains(&word.len())
        && LOOP.get(..word.len()).is_some_and(|known| known.eq_ignore_ascii_case(word))
}

/// Returns true if a constraint in lower case ends with the name of a variable, or of the region of a cell, which may have
/// more digits.
pub(super) fn ends_with_variable(constraint: &str) -> bool {
    let last = constraint.rsplit(['~', '.']).next().unwrap_or_default();
    ["cc", "v"].iter().any(|known| last.starts_with(known))
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
