//! Templates: the ways to place a digit in all its houses at once. Sound on every variant.
//!
//! A template of a digit is a choice of its candidates with exactly one in each house that lacks the digit,
//! none of which sees another. A candidate in every template is true, one in no template is false.

use super::deduction::eliminate_from;
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet};
use crate::human::pattern::Template;
use crate::human::technique::Technique;
use crate::work::Work;

/// Finds the digits that templates place or eliminate.
///
/// Templates that contain a cell in which another digit is placed by its templates are discarded, until
/// nothing changes.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let mut possible: Vec<CellSet> = (0..layout.count).map(|digit| *board.of_digit(digit)).collect();
    let mut placed = vec![CellSet::EMPTY; layout.count];
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for digit in 0..layout.count {
            let others = (0..layout.count).filter(|&other| other != digit);
            let taken = others.fold(CellSet::EMPTY, |taken, other| taken.or(&placed[other]));
            let cells = in_templates(board, digit, &possible[digit].minus(&taken), work);
            if work.is_over() || cells.is_empty() != board.of_digit(digit).is_empty() {
                return false;
            }
            is_changed |= cells != possible[digit];
            placed[digit] = alone_in_row(board, &cells);
            possible[digit] = cells;
        }
    }
    for digit in 0..layout.count {
        let is_found = if technique == Technique::TemplateSet {
            finds.step.placements.extend(placed[digit].iter().map(|cell| layout.candidate(cell, digit)));
            !placed[digit].is_empty()
        } else {
            eliminate_from(board, finds.step, &board.of_digit(digit).minus(&possible[digit]), digit)
        };
        if is_found && finds.take(Template { digit: layout.digit(digit) }) {
            return true;
        }
    }
    false
}

/// Returns the candidates of the digit that are in no template.
pub(super) fn impossible(board: &Candidates, digit: usize, work: &Work<'_, '_>) -> CellSet {
    let cells = board.of_digit(digit);
    cells.minus(&in_templates(board, digit, cells, work))
}

/// Returns true if the digit has a template in these cells, one that contains the first cell if it is given.
pub(super) fn exists(
    board: &Candidates,
    digit: usize,
    cells: &CellSet,
    first: Option<usize>,
    work: &Work<'_, '_>,
) -> bool {
    let mut template = CellSet::EMPTY;
    let rooms = open_rooms(board, digit);
    if let Some(cell) = first {
        return choose_cell(board, *cells, rooms, cell, &mut template, work);
    }
    let row = (0..board.layout().side).find(|&row| rooms >> row & 1 == 1);
    row.is_some_and(|row| {
        let mut firsts = board.layout().rooms[row].set.and(cells).iter();
        firsts.any(|cell| choose_cell(board, *cells, rooms, cell, &mut template, work))
    })
}

/// Returns the houses that lack the digit, as bits.
fn open_rooms(board: &Candidates, digit: usize) -> u128 {
    let rooms = (0..board.layout().rooms.len()).filter(|&room| board.missing(room) >> digit & 1 == 1);
    rooms.fold(0, |rooms, room| rooms | 1 << room)
}

/// Returns those of the cells that are the only ones of their rows.
fn alone_in_row(board: &Candidates, cells: &CellSet) -> CellSet {
    let rows = &board.layout().rooms[..board.layout().side];
    let in_rows = rows.iter().map(|row| row.set.and(cells));
    in_rows.filter(|in_row| in_row.len() == 1).filter_map(|in_row| in_row.first()).collect()
}

/// Returns those of the cells that are in a template of the digit in these cells.
///
/// # Complexity
/// One search for each cell, exponential in the side at worst.
// One template shows all its cells to be possible, so there are far fewer searches than cells, and no list of
// all templates (46,656 on a blank board of side 9) is needed.
fn in_templates(board: &Candidates, digit: usize, cells: &CellSet, work: &Work<'_, '_>) -> CellSet {
    let rooms = open_rooms(board, digit);
    let mut found = CellSet::EMPTY;
    for cell in cells.iter().filter(|&cell| board.has(cell, digit)) {
        if !found.contains(cell) {
            let mut template = CellSet::EMPTY;
            if choose_cell(board, *cells, rooms, cell, &mut template, work) {
                found = found.or(&template);
            }
        }
    }
    found
}

/// Extends the template by the cell and then by one cell for each other of the houses. Returns true if that
/// is possible.
fn choose_cell(
    board: &Candidates,
    cells: CellSet,
    rooms: u128,
    cell: usize,
    template: &mut CellSet,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    template.insert(cell);
    let mut cells = cells.minus(&layout.peers[cell]);
    cells.remove(cell);
    let rooms = layout.rooms_with(cell).fold(rooms, |rooms, room| rooms & !(1 << room));
    let in_room = |room: usize| layout.rooms[room].set.and(&cells);
    let open = (0..layout.rooms.len()).filter(|&room| rooms >> room & 1 == 1);
    let Some(narrowest) = open.min_by_key(|&room| in_room(room).len()) else { return true };
    for next in in_room(narrowest).iter() {
        if work.is_over() {
            return false;
        }
        if choose_cell(board, cells, rooms, next, template, work) {
            return true;
        }
    }
    template.remove(cell);
    false
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;

    use super::*;
    use crate::human::candidates::bits;
    use crate::model::geometry::Geometry;

    /// A candidate is impossible exactly if no choice of one column for each row contains it.
    #[test]
    fn candidates_in_no_template_are_impossible_and_no_others() {
        let geometry = Geometry::of_side(6).unwrap();
        let mut random = 1_u64;
        for _ in 0..100 {
            let mut board = Candidates::new(&geometry);
            for cell in 0..36 {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                if random % 5 < 2 {
                    board.remove(cell, 0);
                }
            }
            // All ways to place the digit in the first rows.
            let mut templates = vec![Vec::new()];
            for row in 0..6 {
                templates = templates
                    .iter()
                    .flat_map(|template: &Vec<usize>| {
                        let fits =
                            |&cell: &usize| template.iter().all(|&other| !board.layout().sees(cell, other));
                        let cells = bits(board.places(row, 0)).map(|column| 6 * row + column).filter(fits);
                        cells.map(|cell| [&template[..], &[cell]].concat()).collect::<Vec<_>>()
                    })
                    .collect();
            }
            let possible: CellSet = templates.into_iter().flatten().collect();
            let mut limits = Limits::none();
            assert_eq!(impossible(&board, 0, &Work::new(&mut limits)), board.of_digit(0).minus(&possible));
        }
    }
}
