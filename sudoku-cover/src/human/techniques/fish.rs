//! Fish: k lines that have a digit only in k lines of the other direction, except for fins. Sound on every
//! variant, as rows and columns are houses everywhere.
//!
//! The base takes k places in the cover, so the cover has none elsewhere. Places of the base outside the
//! cover are fins: then one of the fins is true, or the fish is, and candidates that all fins see are
//! eliminated in both cases. A finned fish in which some base line has only one place inside the cover is
//! sashimi.

use super::combinations::choose;
use super::deduction::eliminate;
use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count};
use crate::work::Work;

/// The kind of fish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FishKind {
    Basic,
    Finned,
    Sashimi,
}

/// Finds a fish of `size` lines.
pub(super) fn find(
    board: &Candidates,
    size: usize,
    shape: FishKind,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let side = board.layout().side;
    (0..side).any(|digit| {
        // Fewer lines than that lack the digit, so no fish of this size eliminates anything.
        (0..side).filter(|&row| board.places(row, digit) != 0).count() > size
            && [(0, side), (side, 0)]
                .into_iter()
                .any(|lines| find_in(board, size, shape, digit, lines, finds, work))
    })
}

/// Finds a fish of a digit. `base` and `cover` are the numbers of the first lines of the two directions.
fn find_in(
    board: &Candidates,
    size: usize,
    shape: FishKind,
    digit: usize,
    (base, cover): (usize, usize),
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    // Fins see the cells that they eliminate through a box, since these are not in the lines of the base. On
    // variants fins may see more; fish that need more fins for that are not searched.
    let most = match shape {
        FishKind::Basic => size,
        FishKind::Finned | FishKind::Sashimi => size + layout.box_height.max(layout.box_width) - 1,
    };
    let mut lines = [0; 32];
    let mut masks = [0; 32];
    let mut fitting = 0;
    for line in 0..layout.side {
        // The place of a cell in its row is its column, and conversely.
        let places = board.places(base + line, digit);
        if (1..=most).contains(&count(places)) {
            (lines[fitting], masks[fitting]) = (line, places);
            fitting += 1;
        }
    }
    choose(work, &masks[..fitting], size, most, &mut |chosen, union| {
        let outside = count(union).saturating_sub(size);
        if (outside == 0) != (shape == FishKind::Basic) {
            return false;
        }
        let mut found = Fish { board, digit, base, cover, lines: &lines, masks: &masks, chosen };
        // All choices of lines to leave out of the cover.
        let mut left_out = 0_u32;
        loop {
            if count(left_out) == outside {
                if work.is_over() {
                    return false;
                }
                if found.eliminates(union & !left_out, shape, finds) && finds.take() {
                    return true;
                }
            }
            left_out = left_out.wrapping_sub(union) & union;
            if left_out == 0 {
                return false;
            }
        }
    })
}

/// A choice of base lines.
struct Fish<'a> {
    board: &'a Candidates,
    digit: usize,
    base: usize,
    cover: usize,
    lines: &'a [usize],
    masks: &'a [u32],
    chosen: &'a [usize],
}

impl Fish<'_> {
    /// Returns true if the fish with these cover lines eliminates something, which is then written into the
    /// step.
    fn eliminates(&mut self, covers: u32, shape: FishKind, finds: &mut Finds<'_>) -> bool {
        let Fish { board, digit, base, cover, .. } = *self;
        let layout = board.layout();
        let inside = |&line: &usize| count(self.masks[line] & covers);
        let least = self.chosen.iter().map(inside).min().unwrap_or(0);
        let fits = match shape {
            FishKind::Basic => true,
            FishKind::Finned => least > 1,
            FishKind::Sashimi => least == 1,
        };
        if !fits {
            return false;
        }
        let lines = || self.chosen.iter().map(|&choice| self.lines[choice]);
        let fins = || {
            lines().flat_map(|line| board.cells_at(base + line, board.places(base + line, digit) & !covers))
        };
        let is_base = |place: usize| lines().any(|line| line == place);
        let seen = (shape != FishKind::Basic).then(|| layout.seen_by_all(fins()));
        for column in bits(covers) {
            for place in bits(board.places(cover + column, digit)).filter(|&place| !is_base(place)) {
                let cell = layout.rooms[cover + column].cells[place];
                if seen.as_ref().is_none_or(|seen| seen.contains(cell)) {
                    eliminate(board, finds.step, cell, digit);
                }
            }
        }
        if finds.step.eliminations.is_empty() {
            return false;
        }
        finds.step.digits.push(layout.digit(digit));
        finds.step.houses.extend(lines().map(|line| layout.rooms[base + line].name));
        finds.step.covers.extend(bits(covers).map(|line| layout.rooms[cover + line].name));
        finds.step.fins.extend(fins().map(|cell| layout.cell(cell)));
        for line in lines() {
            let places = board.places(base + line, digit) & covers;
            finds.step.cells.extend(board.cells_at(base + line, places).map(|cell| layout.cell(cell)));
        }
        true
    }
}
