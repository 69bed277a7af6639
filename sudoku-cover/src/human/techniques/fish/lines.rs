//! Basic fish: k lines that have a digit only in k lines of the other direction, except for fins.

use std::cmp::Reverse;

use super::super::combinations::choose;
use super::super::deduction::eliminate;
use super::super::finds::Finds;
use super::{FishKind, Shape};
use crate::human::candidates::{Candidates, bits, count};
use crate::human::parts::Cells;
use crate::human::pattern;
use crate::human::step::Step;
use crate::work::Work;

/// Finds a basic fish.
pub(super) fn find(board: &Candidates, shape: Shape, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let side = board.layout().side;
    (0..side).any(|digit| {
        // Fewer lines than that lack the digit, so no fish of this size eliminates anything.
        (0..side).filter(|&row| board.places(row, digit) != 0).count() > shape.size
            && [(0, side), (side, 0)]
                .into_iter()
                .any(|lines| find_in(board, shape, digit, lines, finds, work))
    })
}

/// Finds a fish of a digit. `base` and `cover` are the numbers of the first lines of the two directions.
fn find_in(
    board: &Candidates,
    shape: Shape,
    digit: usize,
    (base, cover): (usize, usize),
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let Shape { kind, size, is_siamese } = shape;
    // Fins see the cells that they eliminate through a box, since these are not in the lines of the base. On
    // variants fins may see more; fish that need more fins for that are not searched.
    let most = if kind.has_fins() { size + layout.box_height.max(layout.box_width) - 1 } else { size };
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
    let mut twins = Vec::new();
    choose(work, &masks[..fitting], size, most, &mut |chosen, union| {
        let outside = count(union).saturating_sub(size);
        if (outside == 0) == kind.has_fins() {
            return false;
        }
        let found = Fish { board, digit, base, cover, lines: &lines, masks: &masks, chosen };
        for covers in covers_of(union, outside) {
            if work.is_over() {
                return false;
            }
            if is_siamese {
                if let Some(fish_kind) = found.finned_kind(covers)
                    && found.eliminates(covers, true, finds.step)
                {
                    finds.step.finish();
                    let eliminations = std::mem::take(&mut finds.step.eliminations);
                    twins.push((covers, fish_kind, (found.described(covers), eliminations)));
                }
            } else if found.fits(covers, kind, finds.wants_all())
                && found.eliminates(covers, kind.has_fins(), finds.step)
                && finds.take(found.described(covers))
            {
                return true;
            }
        }
        // The kind of a pair is that of its first fish.
        for (place, (_, first_kind, first)) in twins.iter().enumerate() {
            for (.., second) in twins[place + 1..].iter().filter(|_| *first_kind == kind) {
                // Of others the first eliminations differ.
                if first.1.first() == second.1.first() {
                    continue;
                }
                for (_, eliminations) in [first, second] {
                    finds.step.eliminations.extend_from_slice(eliminations);
                }
                let (mut both, second) = (first.0.clone(), &second.0);
                both.cover.extend_from_slice(&second.cover);
                both.fins.extend_from_slice(&second.fins);
                if finds.take(both) {
                    return true;
                }
            }
        }
        twins.clear();
        false
    })
}

/// Returns all choices of cover lines that leave out this number of lines, those with the first lines first.
fn covers_of(union: u32, outside: usize) -> Vec<u32> {
    let mut covers = Vec::new();
    let mut left_out = 0_u32;
    loop {
        if count(left_out) == outside {
            covers.push(union & !left_out);
        }
        left_out = left_out.wrapping_sub(union) & union;
        if left_out == 0 {
            break;
        }
    }
    covers.sort_unstable_by_key(|covers| Reverse(covers.reverse_bits()));
    covers
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
    /// Returns the smallest number of places of a base line in the cover.
    fn least(&self, covers: u32) -> usize {
        let inside = |&line: &usize| count(self.masks[line] & covers);
        self.chosen.iter().map(inside).min().unwrap_or(0)
    }

    /// Returns the kind of the fish with these cover lines, if it has fins.
    fn finned_kind(&self, covers: u32) -> Option<FishKind> {
        let has_fins = self.chosen.iter().any(|&line| self.masks[line] & !covers != 0);
        has_fins.then(|| if self.least(covers) > 1 { FishKind::Finned } else { FishKind::Sashimi })
    }

    /// Returns true if the fish with these cover lines is of this kind.
    fn fits(&self, covers: u32, kind: FishKind, wants_all: bool) -> bool {
        match kind {
            FishKind::Finned => self.least(covers) > 1,
            // A line without a place in the cover has all its places in one box, so locked candidates
            // eliminate the same.
            FishKind::Sashimi => self.least(covers) == 1 || wants_all && self.least(covers) == 0,
            _ => true,
        }
    }

    /// Eliminates what the fish with these cover lines excludes. Returns true if there is something.
    fn eliminates(&self, covers: u32, has_fins: bool, step: &mut Step) -> bool {
        let Fish { board, digit, cover, .. } = *self;
        let layout = board.layout();
        let lines = || self.chosen.iter().map(|&choice| self.lines[choice]);
        let is_base = |place: usize| lines().any(|line| line == place);
        let seen = has_fins.then(|| layout.seen_by_all(self.fins(covers)));
        for column in bits(covers) {
            for place in bits(board.places(cover + column, digit)).filter(|&place| !is_base(place)) {
                let cell = layout.rooms[cover + column].cells[place];
                if seen.as_ref().is_none_or(|seen| seen.contains(cell)) {
                    eliminate(board, step, cell, digit);
                }
            }
        }
        !step.eliminations.is_empty()
    }

    /// Returns the places of the base outside these cover lines.
    fn fins(&self, covers: u32) -> impl Iterator<Item = usize> {
        let Fish { board, digit, base, lines, .. } = *self;
        let lines = self.chosen.iter().map(move |&choice| base + lines[choice]);
        lines.flat_map(move |line| board.cells_at(line, board.places(line, digit) & !covers))
    }

    /// Returns the pattern of the fish with these cover lines.
    fn described(&self, covers: u32) -> pattern::Fish {
        let Fish { board, digit, base, cover, .. } = *self;
        let layout = board.layout();
        let lines = || self.chosen.iter().map(|&choice| base + self.lines[choice]);
        let cells = lines().flat_map(|line| board.cells_at(line, board.places(line, digit) & covers));
        pattern::Fish {
            digit: layout.digit(digit),
            base: lines().map(|line| layout.rooms[line].name).collect(),
            cover: bits(covers).map(|line| layout.rooms[cover + line].name).collect(),
            cells: cells.map(|cell| layout.cell(cell)).collect(),
            fins: self.fins(covers).map(|cell| layout.cell(cell)).collect(),
            endo_fins: Cells::new(),
            links: Vec::new(),
        }
    }
}
