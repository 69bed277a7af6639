//! Skyscraper, 2-string kite, turbot fish and empty rectangle: patterns of one digit. Sound on every variant.
//!
//! Two houses have two places each for the digit; one place of the first sees one of the second. These two
//! are not both true, so one of the other two is, and candidates that see both are eliminated. The name
//! depends on the kinds of houses.
//!
//! Two 2-string kites that are connected by the same two cells, also of two digits, are a dual one, and so are
//! two empty rectangles of the same box.

use super::deduction::{chain_of, eliminate, eliminate_from, eliminate_seen};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits};
use crate::human::parts::Cells;
use crate::human::pattern::{EmptyRectangle, Pattern, TwoLinks};
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// Finds two strong links of one digit.
pub(super) fn two_links(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    // HoDoKu lists every pair of links as a turbot fish, also those with a name of their own and those with a place
    // in common.
    let is_any = technique == Technique::TurbotFish && finds.is_exhaustive();
    for digit in 0..layout.count {
        let links = || (0..layout.rooms.len()).filter_map(|room| Some((room, board.pair_in(room, digit)?)));
        for (one, first) in links() {
            if work.is_over() {
                return false;
            }
            for (other, second) in links().filter(|&(other, _)| other > one) {
                if !is_any && first.iter().any(|cell| second.contains(cell)) {
                    continue;
                }
                for (near, end) in [(first[0], first[1]), (first[1], first[0])] {
                    for (next, last) in [(second[0], second[1]), (second[1], second[0])] {
                        if near == last || next == end || !layout.sees(near, next) {
                            continue;
                        }
                        if !is_any && name(board, [one, other], near, next) != technique {
                            continue;
                        }
                        let is_found = match technique {
                            Technique::TwoStringKite => {
                                let crossing = last / layout.side * layout.side + end % layout.side;
                                eliminate(board, finds.step, crossing, digit);
                                !finds.step.eliminations.is_empty()
                            }
                            _ => eliminate_seen(board, finds.step, &[end, last], digit),
                        };
                        if is_found {
                            let cells = |cells: [usize; 2]| cells.map(|cell| layout.cell(cell)).into_iter();
                            let is_last = finds.take(TwoLinks {
                                digits: [layout.digit(digit)].into_iter().collect(),
                                houses: [one, other]
                                    .map(|room| layout.rooms[room].name)
                                    .into_iter()
                                    .collect(),
                                ends: cells([end, last]).collect(),
                                joint: cells([near, next]).collect(),
                                links: chain_of(board, &[end, near, next, last].map(|cell| (cell, digit))),
                            });
                            if is_last {
                                return true;
                            }
                        }
                    }
                }
            }
        }
    }
    false
}

/// Returns the name of a pattern of two links whose ends `near` and `next` see each other.
fn name(board: &Candidates, rooms: [usize; 2], near: usize, next: usize) -> Technique {
    let layout = board.layout();
    let meets = |is_fit: fn(HouseKind) -> bool| {
        layout.common_rooms(near, next).any(|room| is_fit(layout.rooms[room].name.kind))
    };
    match rooms.map(|room| layout.rooms[room].name.kind) {
        [HouseKind::Row, HouseKind::Row] if meets(|kind| kind == HouseKind::Column) => Technique::Skyscraper,
        [HouseKind::Column, HouseKind::Column] if meets(|kind| kind == HouseKind::Row) => {
            Technique::Skyscraper
        }
        [HouseKind::Row, HouseKind::Column] if meets(HouseKind::is_box) => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

/// Finds two 2-string kites or two empty rectangles with a common part and different eliminations.
pub(super) fn dual(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let (mut step, mut all) = (Step::blank(), Vec::new());
    let is_kite = technique == Technique::DualTwoStringKite;
    let single = if is_kite { Technique::TwoStringKite } else { Technique::EmptyRectangle };
    let mut singles = Finds::new(single, &mut step, Some(&mut all));
    if is_kite {
        two_links(board, single, &mut singles, work);
    } else {
        empty_rectangle(board, &mut singles, work);
    }
    for (place, one) in all.iter().enumerate() {
        if work.is_over_after(1 + all.len() / 1024) {
            return false;
        }
        for other in &all[place + 1..] {
            if one.eliminations == other.eliminations {
                continue;
            }
            let Some(both) = joined(&one.pattern, &other.pattern) else { continue };
            finds.step.eliminations.extend_from_slice(&one.eliminations);
            finds.step.eliminations.extend_from_slice(&other.eliminations);
            if finds.take(both) {
                return true;
            }
        }
    }
    false
}

/// Returns the dual pattern of two that have a common part: the cells that connect two kites, or the box and the digit.
fn joined(one: &Pattern, other: &Pattern) -> Option<Pattern> {
    match (one, other) {
        (Pattern::TwoLinks(one), Pattern::TwoLinks(other)) => {
            let sorted = |joint: &Cells| {
                let mut joint = joint.clone();
                joint.sort_unstable();
                joint
            };
            let mut both = TwoLinks { joint: sorted(&one.joint), ..one.clone() };
            if both.joint != sorted(&other.joint) {
                return None;
            }
            both.digits.extend(other.digits.iter().copied().filter(|digit| !one.digits.contains(digit)));
            both.houses.extend(other.houses.iter().copied().filter(|house| !one.houses.contains(house)));
            both.ends.extend_from_slice(&other.ends);
            both.links.extend_from_slice(&other.links);
            Some(both.into())
        }
        (Pattern::EmptyRectangle(one), Pattern::EmptyRectangle(other)) => {
            if (one.digit, one.square) != (other.digit, other.square) {
                return None;
            }
            let mut both = one.clone();
            both.lines.extend(other.lines.iter().copied().filter(|house| !one.lines.contains(house)));
            both.ends.extend_from_slice(&other.ends);
            Some(both.into())
        }
        _ => None,
    }
}

/// Finds a box or region in which the digit is in one row and one column only, and a strong link that begins
/// in that row or column outside the box.
pub(super) fn empty_rectangle(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let (rows, columns) = (0..layout.side, layout.side..2 * layout.side);
    for square in layout.boxes() {
        for digit in bits(board.missing(square)) {
            let places: CellSet = board.cells_in(square, digit).collect();
            if places.len() < 2 {
                continue;
            }
            for row in rows.clone() {
                if work.is_over() {
                    return false;
                }
                for column in columns.clone() {
                    let (in_row, in_column) = (&layout.rooms[row].set, &layout.rooms[column].set);
                    let is_cross = places.is_subset_of(&in_row.or(in_column))
                        && !places.is_subset_of(in_row)
                        && !places.is_subset_of(in_column);
                    if is_cross
                        && (bent(board, square, digit, row, column, finds)
                            || bent(board, square, digit, column, row, finds))
                    {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// The digit is in one arm of the box or the other. A strong link across the first, outside the box, leads
/// from it to a line that crosses the second.
fn bent(
    board: &Candidates,
    square: usize,
    digit: usize,
    arm: usize,
    other_arm: usize,
    finds: &mut Finds<'_>,
) -> bool {
    let layout = board.layout();
    let in_box = &layout.rooms[square].set;
    let across = layout.rooms[other_arm].name.kind;
    for start in board.cells_in(arm, digit).filter(|&cell| !in_box.contains(cell)) {
        let Some(line) = layout.room_at(start, across) else { continue };
        let Some(pair) = board.pair_in(line, digit) else { continue };
        let end = if pair[0] == start { pair[1] } else { pair[0] };
        if in_box.contains(end) {
            continue;
        }
        let seen = layout.peers[end].and(&layout.rooms[other_arm].set).minus(in_box);
        // Candidates in the other arm see all places of the box in that arm.
        if !eliminate_from(board, finds.step, &seen, digit) {
            continue;
        }
        let is_last = finds.take(EmptyRectangle {
            digit: layout.digit(digit),
            square: layout.rooms[square].name,
            lines: [layout.rooms[line].name].into_iter().collect(),
            ends: [[start, end].map(|cell| layout.cell(cell))].into_iter().collect(),
        });
        if is_last {
            return true;
        }
    }
    false
}
