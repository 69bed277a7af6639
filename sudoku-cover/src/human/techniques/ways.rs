//! Ways to fill the blank cells of some rules, and of a house: which digits each cell has in at least one of them.
//!
//! A way takes each digit from the candidates of its cell. The relations of the rules allow it, no two of its candidates
//! exclude each other, and the cells of the house hold all digits that the house lacks. What is concluded from ways is
//! sound on every variant.

use std::cell::Cell;

use crate::human::candidates::{Candidates, RelationCells, bits, count, first_bit};
use crate::work::Work;

/// The greatest number of cells of which ways are searched.
const MOST_CELLS: usize = 40;
/// The greatest number of partial ways that are examined for one question. A digit for which there are more counts as
/// possible.
const MOST_NODES: usize = 100;
/// The greatest number of transitions of relations that are read for all questions about some rules together, which is a
/// matter of milliseconds. Then only what a digit excludes immediately is examined.
const MOST_TRANSITIONS: usize = 1_000_000;
/// Number of transitions that count as one step of work.
const TRANSITIONS_OF_A_STEP: usize = 256;

pub(super) struct Ways<'b> {
    board: &'b Candidates,
    /// The blank cells, in ascending order.
    pub(super) cells: Vec<usize>,
    readers: Vec<&'b RelationCells>,
    /// By cell, the numbers of the relations that read it.
    readers_of: Vec<Vec<usize>>,
    /// By cell, the places of the cells whose candidates it may exclude.
    others: Vec<Vec<usize>>,
    /// The digits that a house lacks, and the places of its blank cells.
    house: Option<(u32, Vec<usize>)>,
    /// The number of transitions that were read.
    read: Cell<usize>,
}

impl<'b> Ways<'b> {
    /// Returns the ways to fill the cells of these relations, and those of the house; `None` if there are no blank cells,
    /// or too many.
    pub(super) fn new(
        board: &'b Candidates,
        readers: Vec<&'b RelationCells>,
        room: Option<usize>,
    ) -> Option<Self> {
        let layout = board.layout();
        let of_house = || room.into_iter().flat_map(|room| board.cells_at(room, board.blanks(room)));
        let read = readers.iter().flat_map(|reader| reader.cells.iter().copied());
        let mut cells: Vec<usize> = read.filter(|&cell| board.value(cell).is_none()).collect();
        cells.extend(of_house());
        cells.sort_unstable();
        cells.dedup();
        if cells.is_empty() || cells.len() > MOST_CELLS {
            return None;
        }
        let place = |cell: usize| cells.binary_search(&cell).ok();
        let mut readers_of = vec![Vec::new(); cells.len()];
        for (number, reader) in readers.iter().enumerate() {
            for place in reader.cells.iter().filter_map(|&cell| place(cell)) {
                if readers_of[place].last() != Some(&number) {
                    readers_of[place].push(number);
                }
            }
        }
        let meets = |one: usize, other: usize| {
            one != other && (layout.sees(one, other) || layout.beside(one).contains(other))
        };
        let others = |&cell: &usize| (0..cells.len()).filter(|&other| meets(cell, cells[other])).collect();
        let others = cells.iter().map(others).collect();
        let house = room.map(|room| (board.missing(room), of_house().filter_map(place).collect()));
        Some(Ways { board, readers, readers_of, others, house, cells, read: Cell::new(0) })
    }

    /// Returns true if some of the cells exclude candidates of each other.
    pub(super) fn has_peers(&self) -> bool {
        self.others.iter().any(|others| !others.is_empty())
    }

    /// Returns the candidates of the cells.
    fn candidates(&self) -> Vec<u32> {
        self.cells.iter().map(|&cell| self.board.digits(cell)).collect()
    }

    /// Returns by cell the candidates that it has in some way, or may have; `None` if there is no way.
    pub(super) fn possible(&self, work: &Work<'_, '_>) -> Option<Vec<u32>> {
        let mut masks = self.candidates();
        if !self.narrow(&mut masks, &mut vec![true; self.readers.len()], work) {
            return None;
        }
        let mut found = vec![0; masks.len()];
        for place in 0..masks.len() {
            for digit in bits(masks[place]) {
                if found[place] >> digit & 1 == 1 || work.is_over() {
                    continue;
                }
                match self.first(self.held(&masks, place, digit), place, work) {
                    Search::Found(way) => {
                        found.iter_mut().zip(way).for_each(|(found, digit)| *found |= digit);
                    }
                    Search::GivenUp => found[place] |= 1 << digit,
                    Search::None => {}
                }
            }
        }
        (!found.contains(&0)).then_some(found)
    }

    fn held(&self, masks: &[u32], place: usize, digit: usize) -> Vec<u32> {
        let mut masks = masks.to_vec();
        masks[place] = 1 << digit;
        masks
    }

    /// Returns true if there is no way with this digit in this cell.
    pub(super) fn excludes(&self, cell: usize, digit: usize, work: &Work<'_, '_>) -> bool {
        let Ok(place) = self.cells.binary_search(&cell) else { return false };
        let mut masks = self.candidates();
        masks[place] &= 1 << digit;
        self.has_none(masks, work)
    }

    /// Returns true if there is no way in which none of these cells holds the digit.
    pub(super) fn needs(&self, digit: usize, cells: &[usize], work: &Work<'_, '_>) -> bool {
        let mut masks = self.candidates();
        for place in cells.iter().filter_map(|cell| self.cells.binary_search(cell).ok()) {
            masks[place] &= !(1 << digit);
        }
        self.has_none(masks, work)
    }

    fn has_none(&self, mut masks: Vec<u32>, work: &Work<'_, '_>) -> bool {
        if !self.narrow(&mut masks, &mut vec![true; self.readers.len()], work) {
            return !work.is_over();
        }
        let place = self.narrowest(&masks);
        let Some(place) = place else { return false };
        bits(masks[place])
            .all(|digit| matches!(self.first(self.held(&masks, place, digit), place, work), Search::None))
            && !work.is_over()
    }

    /// Returns the place with the fewest digits of those that have several.
    fn narrowest(&self, masks: &[u32]) -> Option<usize> {
        let open = (0..masks.len()).filter(|&place| count(masks[place]) > 1);
        open.min_by_key(|&place| count(masks[place]))
    }

    /// Returns a way within these digits, of which those at one place have just been restricted.
    fn first(&self, masks: Vec<u32>, place: usize, work: &Work<'_, '_>) -> Search {
        let mut open = vec![(masks, place)];
        let mut nodes = 0;
        while let Some((mut masks, place)) = open.pop() {
            nodes += 1;
            if work.is_over() || nodes > MOST_NODES || nodes > 1 && self.read.get() > MOST_TRANSITIONS {
                return Search::GivenUp;
            }
            let mut is_open = vec![false; self.readers.len()];
            self.readers_of[place].iter().for_each(|&reader| is_open[reader] = true);
            if !self.narrow(&mut masks, &mut is_open, work) {
                continue;
            }
            let Some(place) = self.narrowest(&masks) else { return Search::Found(masks) };
            open.extend(bits(masks[place]).map(|digit| (self.held(&masks, place, digit), place)));
        }
        Search::None
    }

    /// Removes digits that are in no way within these. Returns false if a cell has none left. `is_open` says which
    /// relations have to be read.
    fn narrow(&self, masks: &mut [u32], is_open: &mut [bool], work: &Work<'_, '_>) -> bool {
        let mut is_decided = vec![false; masks.len()];
        loop {
            let mut is_changed = false;
            for place in 0..masks.len() {
                let (1, Some(digit)) = (count(masks[place]), first_bit(masks[place])) else { continue };
                if std::mem::replace(&mut is_decided[place], true) {
                    continue;
                }
                for &other in &self.others[place] {
                    let lost = self.excluded(place, digit, other);
                    is_changed |= self.keep(masks, other, !lost, is_open);
                }
            }
            if let Some((digits, places)) = &self.house {
                for digit in bits(*digits) {
                    let mut held = places.iter().copied().filter(|&place| masks[place] >> digit & 1 == 1);
                    match (held.next(), held.next()) {
                        (None, _) => return false,
                        (Some(only), None) => is_changed |= self.keep(masks, only, 1 << digit, is_open),
                        _ => {}
                    }
                }
            }
            for number in 0..self.readers.len() {
                if !std::mem::replace(&mut is_open[number], false) {
                    continue;
                }
                let reader = self.readers[number];
                let transitions = reader.relation.transitions();
                if work.is_over_after(1 + transitions / TRANSITIONS_OF_A_STEP) {
                    return false;
                }
                self.read.set(self.read.get() + transitions);
                let possible = self.board.layout().possible_for(reader, |cell| {
                    let place = self.cells.binary_search(&cell);
                    place.map_or_else(|_| self.board.possible(cell), |place| masks[place])
                });
                for (&cell, possible) in reader.cells.iter().zip(possible) {
                    match self.cells.binary_search(&cell) {
                        Ok(place) => is_changed |= self.keep(masks, place, possible, is_open),
                        Err(_) if possible == 0 => return false,
                        Err(_) => {}
                    }
                }
            }
            if masks.contains(&0) {
                return false;
            }
            if !is_changed {
                return true;
            }
        }
    }

    /// Keeps these digits alone at a place. Returns true if there were others; the relations of the cell are open then.
    fn keep(&self, masks: &mut [u32], place: usize, digits: u32, is_open: &mut [bool]) -> bool {
        let is_changed = masks[place] & !digits != 0;
        masks[place] &= digits;
        if is_changed {
            self.readers_of[place].iter().for_each(|&reader| is_open[reader] = true);
        }
        is_changed
    }

    /// Returns the digits that a digit at one place excludes from another one.
    fn excluded(&self, place: usize, digit: usize, other: usize) -> u32 {
        let (layout, cell, other) = (self.board.layout(), self.cells[place], self.cells[other]);
        let same = if layout.sees(cell, other) { 1 << digit } else { 0 };
        let next = if layout.beside(cell).contains(other) { layout.next_to(digit) } else { 0 };
        same | next
    }
}

/// The result of a search for a way.
enum Search {
    Found(Vec<u32>),
    None,
    GivenUp,
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;

    use super::*;
    use crate::model::geometry::Geometry;

    /// Returns the digits of each cell in all ways, found by trying all digits in turn.
    fn tried(board: &Candidates, ways: &Ways<'_>, room: Option<usize>) -> Vec<u32> {
        let layout = board.layout();
        let mut found = vec![0; ways.cells.len()];
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(digits) = open.pop() {
            let Some(&cell) = ways.cells.get(digits.len()) else {
                let mask = |cell: usize| match ways.cells.binary_search(&cell) {
                    Ok(place) => 1 << digits[place],
                    Err(_) => board.possible(cell),
                };
                let is_read = |reader: &&RelationCells| !layout.possible_for(reader, mask).contains(&0);
                let is_full = room.is_none_or(|room| {
                    let held =
                        board.cells_at(room, board.blanks(room)).fold(0, |held, cell| held | mask(cell));
                    held == board.missing(room)
                });
                if is_full && ways.readers.iter().all(is_read) {
                    found.iter_mut().zip(digits).for_each(|(found, digit)| *found |= 1 << digit);
                }
                continue;
            };
            for digit in bits(board.digits(cell)) {
                let mut earlier = ways.cells.iter().zip(&digits);
                if earlier.all(|(&other, &known)| !layout.excludes((other, known), (cell, digit))) {
                    open.push(digits.iter().copied().chain([digit]).collect());
                }
            }
        }
        found
    }

    #[test]
    fn possible_digits_are_those_of_all_ways() {
        let mut random = 11_usize;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let mut excluded = 0;
        for rules in [
            &["thermo r1c1 r2c2 r1c2 r1c3", "arrow r3c1 = r3c2 r4c2"][..],
            &["whisper 3 r1c1 r1c2 r2c2 r3c2", "white r1c3 r2c3"],
            &["region-sum r1c2 r1c3 r1c4 r2c4", "nabner r2c1 r2c2 r2c3", "non-consecutive"],
            &["sum 9 r1c1 r2c2 r3c3", "killer 8 r1c2 r1c3 r2c3", "anti-knight"],
        ] {
            let rules: Vec<_> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
            let geometry = Geometry::of_side(6).unwrap().with_rules(&rules).unwrap();
            for _ in 0..25 {
                let mut board = Candidates::new(&geometry);
                board.leave_sums_to_steps();
                for _ in 0..70 {
                    board.remove(next(36), next(6));
                }
                if board.is_broken() {
                    continue;
                }
                let readers = board.layout().demands().map(|(_, readers)| readers).collect::<Vec<_>>();
                let (number, room) = (next(readers.len()), [None, Some(next(18))][next(2)]);
                let Some(ways) = Ways::new(&board, readers[number].iter().collect(), room) else { continue };
                let mut limits = Limits::none();
                let work = Work::new(&mut limits);
                let expected = tried(&board, &ways, room);
                match ways.possible(&work) {
                    None => assert!(expected.contains(&0)),
                    Some(possible) => {
                        assert_eq!(possible, expected, "{:?} in {room:?}", ways.cells);
                        let lost = ways.cells.iter().zip(&possible);
                        for (&cell, possible) in lost {
                            for digit in bits(board.digits(cell)) {
                                let is_out = possible >> digit & 1 == 0;
                                assert_eq!(ways.excludes(cell, digit, &work), is_out);
                                excluded += usize::from(is_out);
                            }
                        }
                        let (digit, some) = (next(6), &ways.cells[..ways.cells.len().div_ceil(2)]);
                        let mut without = board.clone();
                        some.iter().for_each(|&cell| without.remove(cell, digit));
                        let rest = tried(&without, &ways, room);
                        assert_eq!(ways.needs(digit, some, &work), rest.contains(&0));
                    }
                }
            }
        }
        assert!(excluded > 50, "{excluded} digits are in no way");
    }
}
