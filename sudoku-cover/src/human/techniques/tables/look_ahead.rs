//! What follows from a candidate by singles: some rounds of them, each entered with its reasons. Sound on every
//! variant.
//!
//! The rounds go on after a contradiction, where the order of the singles decides what is found: it is that of
//! HoDoKu, as are the details of a cell that loses its last candidate.

use super::entry::{Entry, FIRST};
use crate::human::candidates::{Candidates, Layout, bits, count, first_bit};
use crate::human::techniques::implications::Implications;

/// The number of rounds.
const ROUNDS: usize = 4;

/// What a digit follows from.
#[derive(Clone, Copy)]
enum Reason {
    Premise,
    /// No other digit is left for the cell.
    Cell,
    /// No other place is left in a house.
    House,
}

pub(super) struct LookAhead<'a> {
    links: &'a Implications<'a>,
    digits: Vec<u32>,
    values: Vec<Option<usize>>,
    /// By house and digit, the number of places.
    free: Vec<usize>,
    /// Cells with one candidate, and that candidate, in the order in which they arose; used ones remain.
    naked: Vec<(usize, usize)>,
    /// The same of digits with one place in a house.
    hidden: Vec<(usize, usize)>,
    entries: Vec<Entry>,
    /// By assumption, its place among the entries.
    places: Vec<Option<u16>>,
}

impl<'a> LookAhead<'a> {
    pub(super) fn new(links: &'a Implications<'a>) -> LookAhead<'a> {
        LookAhead {
            links,
            digits: Vec::new(),
            values: Vec::new(),
            free: Vec::new(),
            naked: Vec::new(),
            hidden: Vec::new(),
            entries: Vec::new(),
            places: vec![None; 2 * links.nodes.len()],
        }
    }

    /// Returns the assumption about a candidate and what follows from it.
    pub(super) fn from(&mut self, cell: usize, digit: usize, is_true: bool) -> Vec<Entry> {
        self.load();
        if is_true {
            self.enter(cell, digit, Reason::Premise);
        } else {
            self.remove(cell, digit);
            self.add(cell, digit, false, FIRST);
            if let (1, Some(last)) = (count(self.digits[cell]), first_bit(self.digits[cell])) {
                self.enter(cell, last, Reason::Premise);
            }
        }
        for _ in 0..ROUNDS {
            // All are found before the first one is entered.
            let (naked, hidden) = (self.naked_singles(), self.hidden_singles());
            if naked.is_empty() && hidden.is_empty() {
                break;
            }
            naked.into_iter().for_each(|(cell, digit)| self.enter(cell, digit, Reason::Cell));
            hidden.into_iter().for_each(|(cell, digit)| self.enter(cell, digit, Reason::House));
        }
        self.entries.iter().for_each(|entry| self.places[entry.to.index()] = None);
        std::mem::take(&mut self.entries)
    }

    fn board(&self) -> &'a Candidates {
        self.links.board
    }

    fn layout(&self) -> &'a Layout {
        self.board().layout()
    }

    fn load(&mut self) {
        let (board, layout) = (self.board(), self.layout());
        let cells = 0..layout.peers.len();
        self.digits.clear();
        self.digits.extend(cells.clone().map(|cell| board.digits(cell)));
        self.values.clear();
        self.values.extend(cells.map(|cell| board.value(cell)));
        self.free.clear();
        let houses = 0..layout.rooms.len();
        let free =
            houses.flat_map(|room| (0..layout.count).map(move |digit| count(board.places(room, digit))));
        self.free.extend(free);
        self.naked.clear();
        self.hidden.clear();
    }

    fn naked_singles(&self) -> Vec<(usize, usize)> {
        self.naked.iter().copied().filter(|&(cell, _)| self.values[cell].is_none()).collect()
    }

    fn hidden_singles(&self) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for &(cell, digit) in &self.hidden {
            let is_hidden = || self.layout().rooms_with(cell).any(|room| *self.free(room, digit) == 1);
            if self.values[cell].is_none() && found.iter().all(|&(other, _)| other != cell) && is_hidden() {
                found.push((cell, digit));
            }
        }
        found
    }

    fn free(&self, room: usize, digit: usize) -> &usize {
        &self.free[room * self.layout().count + digit]
    }

    /// Places a digit and adds what follows immediately.
    fn enter(&mut self, cell: usize, digit: usize, reason: Reason) {
        let (board, layout) = (self.board(), self.layout());
        let reasons = match reason {
            Reason::Premise => FIRST,
            Reason::Cell => {
                let others = bits(board.digits(cell) & !(1 << digit));
                self.reasons(others.map(|other| (cell, other)))
            }
            Reason::House => {
                // The first of the houses with the fewest places.
                let Some(room) = layout.rooms_with(cell).min_by_key(|&room| *self.free(room, digit)) else {
                    return;
                };
                let mut others: Vec<usize> =
                    board.cells_in(room, digit).filter(|&other| other != cell).collect();
                others.sort_unstable();
                self.reasons(others.into_iter().map(|other| (other, digit)))
            }
        };
        let own = self.digits[cell];
        self.set(cell, digit);
        let place = u16::try_from(self.entries.len()).unwrap_or(u16::MAX);
        self.add(cell, digit, true, reasons);
        let because = [place, 0, 0, 0, 0];
        for other in board.of_digit(digit).and(&layout.peers[cell]).iter() {
            self.add(other, digit, false, because);
        }
        bits(own & !(1 << digit)).for_each(|other| self.add(cell, other, false, because));
        for other in layout.beside(cell).iter() {
            let lost = board.digits(other) & layout.next_to(digit);
            bits(lost).for_each(|lost| self.add(other, lost, false, because));
        }
    }

    /// Returns the places of the entries that these candidates are false, and zero for those that have none.
    fn reasons(&self, lost: impl Iterator<Item = (usize, usize)>) -> [u16; 5] {
        let mut reasons = [0; 5];
        for (reason, (cell, digit)) in reasons.iter_mut().zip(lost) {
            let entry = self.links.candidate(cell, digit, false);
            *reason = entry.and_then(|entry| self.places[entry.index()]).unwrap_or(0);
        }
        reasons
    }

    fn add(&mut self, cell: usize, digit: usize, is_true: bool, reasons: [u16; 5]) {
        let Some(to) = self.links.candidate(cell, digit, is_true) else { return };
        let Ok(place) = u16::try_from(self.entries.len()) else { return };
        if self.places[to.index()].is_none() {
            self.places[to.index()] = Some(place);
            self.entries.push(Entry::new(to, reasons, &self.entries));
        }
    }

    /// Removes a candidate, if it is there.
    fn remove(&mut self, cell: usize, digit: usize) {
        if self.digits[cell] >> digit & 1 == 0 {
            return;
        }
        self.digits[cell] &= !(1 << digit);
        let left = self.digits[cell];
        // The houses of a cell without candidates are not examined, as in HoDoKu.
        let Some(last) = first_bit(left) else { return };
        if count(left) == 1 {
            self.naked.push((cell, last));
        }
        let layout = self.layout();
        for room in layout.rooms_with(cell) {
            match self.take_place(room, digit) {
                1 => self.note_hidden(room, digit),
                0 => {
                    let is_outdated = |&(cell, single): &(usize, usize)| {
                        single == digit && layout.rooms[room].set.contains(cell)
                    };
                    if let Some(place) = self.hidden.iter().position(is_outdated) {
                        self.hidden.remove(place);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the number of places that are left for the digit in the house.
    fn take_place(&mut self, room: usize, digit: usize) -> usize {
        let free = &mut self.free[room * self.links.board.layout().count + digit];
        *free = free.saturating_sub(1);
        *free
    }

    fn note_hidden(&mut self, room: usize, digit: usize) {
        let cells = &self.layout().rooms[room].cells;
        if let Some(&cell) = cells.iter().find(|&&cell| self.digits[cell] >> digit & 1 == 1) {
            self.hidden.push((cell, digit));
        }
    }

    /// Fills a cell, which may be filled with another digit.
    fn set(&mut self, cell: usize, digit: usize) {
        if self.values[cell] == Some(digit) {
            return;
        }
        let layout = self.layout();
        let own = std::mem::take(&mut self.digits[cell]);
        self.values[cell] = Some(digit);
        // No cell has a candidate that the board does not have.
        let peers = self.board().of_digit(digit).and(&layout.peers[cell]);
        peers.iter().for_each(|peer| self.remove(peer, digit));
        for other in bits(own) {
            for room in layout.rooms_with(cell) {
                if self.take_place(room, other) == 1 && other != digit {
                    self.note_hidden(room, other);
                }
            }
        }
        for other in layout.beside(cell).iter() {
            bits(layout.next_to(digit)).for_each(|lost| self.remove(other, lost));
        }
    }
}
