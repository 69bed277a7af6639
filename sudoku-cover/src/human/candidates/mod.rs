//! The board with candidates: the possible digits by cell, by house and by digit at once.
//!
//! The three views always agree. A filled cell has no candidates. A digit leaves the candidates of the peers
//! when it is placed, and what the sum of its cage forbids then leaves the cage, unless that is
//! [left to steps](Candidates::leave_sums_to_steps); otherwise candidates are removed only by
//! [`Candidates::remove`]. Cells with one
//! candidate, digits with one place and houses with one blank cell are queued when they arise, so that no
//! search is needed; an entry may be outdated and is checked when it is used.

mod cells;
mod layout;
mod queue;

use std::mem;
use std::sync::Arc;

pub(crate) use cells::{CellSet, bits, count, first_bit};
use layout::Membership;
pub(crate) use layout::{Crossing, HouseCells, Layout, RelationCells};
use queue::Queue;

use crate::model::geometry::Geometry;
use crate::model::geometry::rules::Rule;
use crate::model::grid::{Grid, GridError};
use crate::work::Work;

fn to_u16(cell: usize) -> u16 {
    u16::try_from(cell).unwrap_or(u16::MAX)
}

fn to_u8(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    layout: Arc<Layout>,
    /// By cell, the candidates; none where the cell is filled.
    digits: Vec<u32>,
    /// By cell, the digit that fills it.
    values: Vec<Option<u8>>,
    /// By house and digit, the places where the digit is a candidate.
    places: Vec<u32>,
    /// By digit, the cells where it is a candidate.
    of_digit: Vec<CellSet>,
    /// By house, the places of blank cells.
    blanks: Vec<u32>,
    /// By house, the digits that it lacks.
    missing: Vec<u32>,
    blank_cells: usize,
    /// Cells that were filled at the beginning.
    givens: CellSet,
    /// By house and digit, the cell that was filled with it at the beginning.
    given: Vec<u16>,
    /// Cells with one candidate.
    naked: Queue<u16>,
    /// Houses and digits with one place.
    hidden: Queue<(u8, u8)>,
    /// The number of the first of them that are not in their order yet.
    unsorted: usize,
    /// Houses that were queued as having one blank cell, as bits: one word on all boards but those of several grids.
    full: [u128; 2],
    is_broken: bool,
    /// By number of a relation, whether a cell that it reads has lost a candidate since it was read; empty without rules.
    is_unread: Vec<bool>,
    /// True if relations of rules exclude no candidates, and the digits in a cage exclude no others by its sum: only
    /// those that no set of digits of the cage has are excluded, from the beginning.
    leaves_sums: bool,
}

impl Candidates {
    pub(crate) fn new(geometry: &Geometry) -> Candidates {
        let layout = Arc::new(Layout::new(geometry));
        let (count, cells, rooms) = (layout.count, geometry.cell_count(), layout.rooms.len());
        let mut board = Candidates {
            digits: vec![0; cells],
            values: vec![None; cells],
            places: vec![0; rooms * count],
            of_digit: vec![CellSet::EMPTY; count],
            blanks: vec![0; rooms],
            missing: vec![0; rooms],
            given: vec![u16::MAX; rooms * count],
            layout,
            blank_cells: 0,
            givens: CellSet::EMPTY,
            naked: Queue::default(),
            hidden: Queue::default(),
            unsorted: 0,
            full: [0; 2],
            is_broken: false,
            is_unread: Vec::new(),
            leaves_sums: false,
        };
        board.is_unread = vec![true; board.layout.reader_count()];
        let blank = Grid::of_board(geometry);
        board.load(&blank).expect("the side is that of the board");
        board
    }

    /// Leaves what the sums of cages and the relations of rules exclude to the steps that say so, besides digits that
    /// no set of digits of a cage has.
    pub(crate) fn leave_sums_to_steps(&mut self) {
        self.leaves_sums = true;
    }

    /// Excludes what the sums of cages and the relations of rules exclude whenever a digit is placed.
    pub(crate) fn keep_to_sums(&mut self) {
        self.leaves_sums = false;
    }

    /// Loads a puzzle: its givens are placed, with all candidates that they leave.
    ///
    /// # Errors
    /// A grid of another side; the board is unchanged then.
    // The candidates are computed in one pass from the digits that houses lack: placing the givens one by one
    // takes twice the time of all the rest of an easy puzzle.
    pub(crate) fn load(&mut self, puzzle: &Grid) -> Result<(), GridError> {
        let layout = self.shared_layout();
        let all = layout.all_digits;
        if puzzle.side() != layout.side {
            return Err(GridError::OtherSide { expected: puzzle.side(), found: layout.side });
        }
        let values = layout.values;
        if let Some(&found) = puzzle.digits().iter().flatten().find(|&&digit| !values.contains(digit)) {
            return Err(GridError::Digit { found, values });
        }
        self.blanks.fill(all);
        self.missing.fill(all);
        self.given.fill(u16::MAX);
        self.places.fill(0);
        self.of_digit.fill(CellSet::EMPTY);
        self.naked.clear();
        self.hidden.clear();
        (self.full, self.is_broken) = ([0; 2], false);
        self.is_unread.fill(true);
        (self.givens, self.blank_cells) = (CellSet::EMPTY, 0);
        for (cell, digit) in puzzle.digits().iter().enumerate() {
            self.digits[cell] = 0;
            let digit = digit.map(|digit| layout.number_of_digit(digit));
            self.values[cell] = digit.map(to_u8);
            if layout.is_blocked(cell) {
                // A digit there leaves no solution.
                self.is_broken |= digit.is_some();
                self.values[cell] = Some(0);
                continue;
            }
            let Some(digit) = digit else { continue };
            self.givens.insert(cell);
            for membership in layout.memberships(cell) {
                self.is_broken |= self.missing[membership.room] >> digit & 1 == 0;
                self.missing[membership.room] &= !(1 << digit);
                self.blanks[membership.room] &= !membership.place;
                self.given[membership.room * layout.count + digit] = to_u16(cell);
            }
        }
        for cell in 0..self.values.len() {
            if self.values[cell].is_some() {
                continue;
            }
            self.blank_cells += 1;
            let mut digits = layout.rooms_with(cell).fold(all, |digits, room| digits & self.missing[room]);
            if !layout.is_plain {
                let seen = layout.peers[cell].and(&self.givens).iter().filter_map(|peer| self.value(peer));
                digits = seen.fold(digits, |digits, digit| digits & !(1 << digit));
                digits &= layout.allowed(cell);
                let beside = layout.beside(cell).iter().filter_map(|other| self.value(other));
                digits = beside.fold(digits, |digits, digit| digits & !layout.next_to(digit));
                let cage = layout.cage_number(cell);
                digits = cage.map_or(digits, |cage| digits & self.left_to_cage(&layout, cage));
            }
            self.digits[cell] = digits;
            for digit in bits(digits) {
                self.of_digit[digit].insert(cell);
                for membership in layout.memberships(cell) {
                    self.places[membership.room * layout.count + digit] |= membership.place;
                }
            }
            self.note_cell(cell);
        }
        self.is_broken |= (0..layout.cages.len()).any(|cage| self.lacks_sum(cage));
        for reader in &layout.readers {
            self.keep_to_rule(&layout, reader);
        }
        for room in 0..layout.rooms.len() {
            self.note_blanks(room);
            for digit in bits(self.missing[room]) {
                self.note_places(room, digit);
            }
        }
        self.sort_naked(&layout);
        self.unsorted = self.hidden.len();
        Ok(())
    }

    /// Sorts the cells with one candidate as if the givens had been placed one after the other.
    // The order decides which of several singles comes first, and by that the score of a puzzle; so it is
    // HoDoKu's.
    fn sort_naked(&mut self, layout: &Layout) {
        let mut naked = mem::take(&mut self.naked);
        let all = layout.all_digits;
        naked.sort_first(
            naked.len(),
            |_| false,
            |cell| {
                let lost = bits(all & !self.digits[usize::from(cell)]);
                (lost.map(|digit| self.exclusion(layout, usize::from(cell), digit)).max(), cell)
            },
        );
        self.naked = naked;
    }

    /// Sorts the houses and digits that had one place when the puzzle was loaded, like
    /// [`sort_naked`](Self::sort_naked).
    // Nearly all of them are outdated by the time when the first is needed, if there are naked singles.
    fn sort_hidden(&mut self) {
        let layout = self.shared_layout();
        let (mut hidden, count) = (mem::take(&mut self.hidden), mem::take(&mut self.unsorted));
        hidden.sort_first(
            count,
            |(room, digit)| self.places(usize::from(room), usize::from(digit)) == 0,
            |(room, digit)| {
                let (number, digit) = (usize::from(room), usize::from(digit));
                let others = layout.rooms[number].cells.iter().filter(|&&cell| !self.has(cell, digit));
                let last = others.map(|&cell| {
                    let time = self.exclusion(&layout, cell, digit);
                    // A given excludes a digit from its peers, then its other digits from its own cell.
                    let is_own = usize::from(time) == cell;
                    (time, is_own, if is_own { digit } else { cell })
                });
                (last.max(), room)
            },
        );
        self.hidden = hidden;
    }

    /// Returns the first given that excludes a candidate.
    fn exclusion(&self, layout: &Layout, cell: usize, digit: usize) -> u16 {
        let own = if self.givens.contains(cell) { to_u16(cell) } else { u16::MAX };
        layout.rooms_with(cell).fold(own, |first, room| first.min(self.given[room * layout.count + digit]))
    }

    /// Queues the cell if it has one candidate, and marks the board as broken if it has none.
    fn note_cell(&mut self, cell: usize) {
        let digits = self.digits[cell];
        if digits & digits.wrapping_sub(1) == 0 {
            self.is_broken |= digits == 0;
            self.naked.push(to_u16(cell));
        }
    }

    /// Queues the digit if it has one place in the house, and marks the board as broken if it has none.
    fn note_places(&mut self, room: usize, digit: usize) {
        let places = self.places[room * self.layout.count + digit];
        if places == 0 {
            // The house may have the digit already.
            self.is_broken |= self.missing[room] >> digit & 1 == 1;
        } else if places & (places - 1) == 0 && self.missing[room] >> digit & 1 == 1 {
            self.hidden.push((to_u8(room), to_u8(digit)));
        }
    }

    /// Queues the house if it has one blank cell.
    fn note_blanks(&mut self, room: usize) {
        let blanks = self.blanks[room];
        if blanks & blanks.wrapping_sub(1) == 0 && blanks != 0 {
            self.full[room / 128] |= 1 << (room % 128);
        }
    }

    /// Copies the state of another board of the same layout.
    pub(crate) fn copy_from(&mut self, other: &Candidates) {
        self.digits.copy_from_slice(&other.digits);
        self.values.copy_from_slice(&other.values);
        self.places.copy_from_slice(&other.places);
        self.of_digit.copy_from_slice(&other.of_digit);
        self.blanks.copy_from_slice(&other.blanks);
        self.missing.copy_from_slice(&other.missing);
        self.naked.clone_from(&other.naked);
        self.hidden.clone_from(&other.hidden);
        self.is_unread.copy_from_slice(&other.is_unread);
        self.unsorted = other.unsorted;
        if self.unsorted > 0 {
            self.given.copy_from_slice(&other.given);
        }
        (self.blank_cells, self.is_broken) = (other.blank_cells, other.is_broken);
        (self.givens, self.full) = (other.givens, other.full);
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the layout, which can be kept while the board changes.
    pub(crate) fn shared_layout(&self) -> Arc<Layout> {
        Arc::clone(&self.layout)
    }

    /// Returns the candidates of the cell.
    pub(crate) fn digits(&self, cell: usize) -> u32 {
        self.digits[cell]
    }

    pub(crate) fn value(&self, cell: usize) -> Option<usize> {
        self.values[cell].map(usize::from)
    }

    /// Returns the digits that no filled cell in a house of this one has.
    pub(crate) fn unplaced(&self, cell: usize) -> u32 {
        self.layout.rooms_with(cell).fold(self.layout.all_digits, |digits, room| digits & self.missing[room])
    }

    /// Returns the places of the house where the digit is a candidate.
    pub(crate) fn places(&self, room: usize, digit: usize) -> u32 {
        self.places[room * self.layout.count + digit]
    }

    /// Returns the cells of the house where the digit is a candidate, in ascending order.
    pub(crate) fn cells_in(&self, room: usize, digit: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.cells_at(room, self.places(room, digit))
    }

    /// Returns the cells at these places of the house.
    pub(crate) fn cells_at(&self, room: usize, places: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        bits(places).map(move |place| self.layout.rooms[room].cells[place])
    }

    /// Returns the two cells of the house that are left for the digit, if there are exactly two.
    pub(crate) fn pair_in(&self, room: usize, digit: usize) -> Option<[usize; 2]> {
        let places = self.places(room, digit);
        if count(places) != 2 {
            return None;
        }
        let mut cells = self.cells_at(room, places);
        Some([cells.next()?, cells.next()?])
    }

    /// Returns the cells where the digit is a candidate.
    pub(crate) fn of_digit(&self, digit: usize) -> &CellSet {
        &self.of_digit[digit]
    }

    /// Returns the places of the blank cells of the house.
    pub(crate) fn blanks(&self, room: usize) -> u32 {
        self.blanks[room]
    }

    /// Returns the digits that the house lacks.
    pub(crate) fn missing(&self, room: usize) -> u32 {
        self.missing[room]
    }

    pub(crate) fn blank_cells(&self) -> usize {
        self.blank_cells
    }

    pub(crate) fn is_given(&self, cell: usize) -> bool {
        self.givens.contains(cell)
    }

    pub(crate) fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[cell] >> digit & 1 == 1
    }

    /// Returns true if a blank cell has no candidate, or a house no place for a digit.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Returns the cells with two candidates.
    pub(crate) fn bivalues(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.digits.len()).filter(|&cell| count(self.digits[cell]) == 2)
    }

    /// Returns a house with one blank cell, and that cell. Of several the one that had one candidate first.
    pub(crate) fn full_house(&mut self) -> Option<(usize, usize)> {
        let (mut first, mut is_only) = (None, true);
        for word in 0..self.full.len() {
            let mut rest = self.full[word];
            while rest != 0 {
                let room = 128 * word + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                match (first, first_bit(self.blanks[room]).map(|place| self.layout.rooms[room].cells[place]))
                {
                    (_, None) => self.full[word] &= !(1 << (room % 128)),
                    (None, Some(cell)) => first = Some((room, cell)),
                    (Some((_, other)), Some(cell)) => is_only &= cell == other,
                }
            }
        }
        if is_only {
            return first;
        }
        let mut blank = self.naked.iter().map(usize::from).filter(|&cell| self.values[cell].is_none());
        blank.find_map(|cell| {
            let room = self.layout.rooms_with(cell).find(|&room| count(self.blanks[room]) == 1)?;
            Some((room, cell))
        })
    }

    /// Returns a cell with one candidate, and that candidate; the one that has had it for the longest time.
    pub(crate) fn naked_single(&mut self) -> Option<(usize, usize)> {
        let cell = self.drop_filled()?;
        Some((cell, first_bit(self.digits[cell])?))
    }

    /// Returns the first queued cell with one candidate, without the filled ones before it.
    fn drop_filled(&mut self) -> Option<usize> {
        let digits = &self.digits;
        self.naked.first(|cell| digits[usize::from(cell)] == 0).map(usize::from)
    }

    /// Returns a house and a digit with one place in it, and its cell; the one that has had it for the longest
    /// time.
    pub(crate) fn hidden_single(&mut self) -> Option<(usize, usize, usize)> {
        if self.unsorted > 0 {
            self.sort_hidden();
        }
        let (places, count) = (&self.places, self.layout.count);
        let is_outdated =
            |(room, digit): (u8, u8)| places[usize::from(room) * count + usize::from(digit)] == 0;
        let (room, digit) = self.hidden.first(is_outdated)?;
        let (room, digit) = (usize::from(room), usize::from(digit));
        Some((room, self.layout.rooms[room].cells[first_bit(self.places(room, digit))?], digit))
    }

    /// Removes a candidate, if it is there.
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        if self.has(cell, digit) {
            let layout = self.shared_layout();
            self.take_out(&layout, cell, digit);
            self.note_cell(cell);
        }
    }

    /// Removes a candidate from the three views. The caller examines the cell.
    fn take_out(&mut self, layout: &Layout, cell: usize, digit: usize) {
        self.digits[cell] &= !(1 << digit);
        self.of_digit[digit].remove(cell);
        for &number in layout.all_readers_of(cell) {
            self.is_unread[number] = true;
        }
        for &Membership { room, place } in layout.memberships(cell) {
            self.places[room * layout.count + digit] &= !place;
            self.note_places(room, digit);
        }
    }

    /// Fills a blank cell. If the digit is not a candidate there, the board is broken.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        self.is_broken |= !self.has(cell, digit);
        let layout = self.shared_layout();
        self.blank_cells -= usize::from(self.values[cell].is_none());
        self.values[cell] = u8::try_from(digit).ok();
        for &Membership { room, place } in layout.memberships(cell) {
            self.missing[room] &= !(1 << digit);
            self.blanks[room] &= !place;
            self.note_blanks(room);
        }
        for peer in self.of_digit[digit].and(&layout.peers[cell]).iter() {
            self.take_out(&layout, peer, digit);
            self.note_cell(peer);
        }
        for other in bits(self.digits[cell]) {
            self.take_out(&layout, cell, other);
        }
        if !layout.is_plain {
            self.keep_to_rules(&layout, cell, digit);
        }
    }

    /// Removes the candidates that other rules forbid once the cell holds the digit.
    fn keep_to_rules(&mut self, layout: &Layout, cell: usize, digit: usize) {
        for other in layout.beside(cell).iter() {
            self.lose(layout, other, layout.next_to(digit));
        }
        if let Some(cage) = layout.cage_number(cell) {
            let rest = self.left_to_cage(layout, cage);
            self.is_broken |= self.lacks_sum(cage);
            for &other in &layout.cages[cage].cells {
                self.lose(layout, other, !rest);
            }
        }
        for reader in layout.readers_of(cell) {
            self.keep_to_rule(layout, reader);
        }
    }

    /// Returns the digits of each cell of a relation in the combinations of candidates and placed digits that it
    /// allows.
    fn possible_for(&self, reader: &RelationCells) -> Vec<u32> {
        self.layout.possible_for(reader, |cell| self.possible(cell))
    }

    /// Returns the candidates of the cell, or its digit.
    pub(crate) fn possible(&self, cell: usize) -> u32 {
        self.value(cell).map_or(self.digits(cell), |digit| 1 << digit)
    }

    /// Returns the cells that these relations read, in ascending order, with the digits that the relations leave to
    /// them one after the other, if the cell that is given holds a digit.
    pub(crate) fn left_by(
        &self,
        readers: &[RelationCells],
        held: Option<(usize, usize)>,
    ) -> Vec<(usize, u32)> {
        self.left_within(readers, |cell| match held {
            Some((other, digit)) if other == cell => 1 << digit,
            _ => self.possible(cell),
        })
    }

    /// Like [`left_by`](Self::left_by), with these digits in the cells.
    pub(crate) fn left_within(
        &self,
        readers: &[RelationCells],
        digits: impl Fn(usize) -> u32,
    ) -> Vec<(usize, u32)> {
        let mut cells: Vec<usize> = readers.iter().flat_map(|reader| reader.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut left: Vec<u32> = cells.iter().map(|&cell| digits(cell)).collect();
        let place = |cell: usize| cells.partition_point(|&other| other < cell);
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for reader in readers {
                let possible = self.layout.possible_for(reader, |cell| left[place(cell)]);
                for (&cell, possible) in reader.cells.iter().zip(possible) {
                    let left = &mut left[place(cell)];
                    is_changed |= *left & !possible != 0;
                    *left &= possible;
                }
            }
        }
        cells.into_iter().zip(left).collect()
    }

    /// Removes the candidates that a relation excludes, unless steps do. If it allows nothing, the board is broken.
    fn keep_to_rule(&mut self, layout: &Layout, reader: &RelationCells) {
        let possible = self.possible_for(reader);
        self.is_broken |= possible.contains(&0);
        if !self.leaves_sums {
            for (&cell, possible) in reader.cells.iter().zip(possible) {
                self.lose(layout, cell, !possible);
            }
        }
    }

    /// Removes all candidates that relations of rules exclude, one after the other, until none excludes more or the board is
    /// broken. Returns true if there were any.
    pub(crate) fn keep_to_all_rules(&mut self, work: &Work<'_, '_>) -> bool {
        let layout = self.shared_layout();
        let mut is_changed = false;
        while let Some(number) = self.is_unread.iter().position(|&is_unread| is_unread) {
            let reader = layout.reader(number);
            if self.is_broken || work.is_over_after(1 + reader.relation.transitions()) {
                break;
            }
            self.is_unread[number] = false;
            let possible = self.possible_for(reader);
            self.is_broken |= possible.contains(&0);
            for (&cell, possible) in reader.cells.iter().zip(possible) {
                is_changed |= self.digits[cell] & !possible != 0;
                self.lose(&layout, cell, !possible);
            }
        }
        is_changed
    }

    /// Returns a rule that the digits and candidates of its cells do not fit, with its cells.
    pub(crate) fn broken_rule(&self) -> Option<(Arc<Rule>, Vec<usize>)> {
        let layout = &self.layout;
        let cage = (0..layout.cages.len()).find(|&cage| self.lacks_sum(cage)).map(|cage| {
            let pen = &layout.cages[cage];
            let cells = pen.cells.iter().map(|&cell| layout.cell(cell)).collect();
            (Arc::new(Rule::Killer { sum: pen.sum, cells }), pen.cells.clone())
        });
        let mut readers = (0..layout.reader_count()).map(|number| layout.reader(number));
        cage.or_else(|| {
            readers
                .find(|reader| self.possible_for(reader).contains(&0))
                .map(|reader| (Arc::clone(&reader.rule), reader.cells.clone()))
        })
    }

    /// Removes these digits from the candidates of a cell.
    fn lose(&mut self, layout: &Layout, cell: usize, digits: u32) {
        let lost = self.digits[cell] & digits;
        if lost != 0 {
            bits(lost).for_each(|digit| self.take_out(layout, cell, digit));
            self.note_cell(cell);
        }
    }

    /// Returns the digits that the blank cells of a cage keep without a step.
    fn left_to_cage(&self, layout: &Layout, cage: usize) -> u32 {
        if self.leaves_sums { layout.cages[cage].digits } else { self.rest_of_cage(cage) }
    }

    /// Returns the digits possible in the blank cells of a cage with its current digits.
    pub(crate) fn rest_of_cage(&self, cage: usize) -> u32 {
        let placed = self.placed_in_cage(cage);
        self.sets_of_cage(cage).fold(0, |union, set| union | set) & !placed
    }

    /// Returns true if no set of digits of the cage has its current digits.
    fn lacks_sum(&self, cage: usize) -> bool {
        self.sets_of_cage(cage).next().is_none()
    }

    /// Returns the sets of digits of the cage that have its current digits.
    pub(crate) fn sets_of_cage(&self, cage: usize) -> impl Iterator<Item = u32> + '_ {
        let placed = self.placed_in_cage(cage);
        self.layout.cages[cage].combinations.iter().copied().filter(move |set| set & placed == placed)
    }

    /// Returns the current digits of the cage.
    fn placed_in_cage(&self, cage: usize) -> u32 {
        let cells = self.layout.cages[cage].cells.iter();
        cells.filter_map(|&cell| self.value(cell)).fold(0, |placed, digit| placed | 1 << digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::pencilmarks::Pencilmarks;

    /// Checks that the views equal those computed from the candidates of the cells.
    fn assert_agree(board: &Candidates) {
        let layout = board.layout();
        for digit in 0..layout.count {
            let cells: CellSet = (0..board.digits.len()).filter(|&cell| board.has(cell, digit)).collect();
            assert_eq!(*board.of_digit(digit), cells);
            for room in 0..layout.rooms.len() {
                let expected: Vec<usize> = cells.and(&layout.rooms[room].set).iter().collect();
                assert_eq!(board.cells_in(room, digit).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn the_views_agree_while_digits_are_placed() {
        for side in [1, 4, 5, 6, 9] {
            let geometry = Geometry::of_side(side).unwrap();
            let mut board = Candidates::new(&geometry);
            let mut digit = 0;
            while let Some(cell) = (0..board.digits.len()).find(|&cell| board.digits(cell) != 0) {
                digit = (digit + 1) % side;
                let chosen = bits(board.digits(cell)).find(|&candidate| candidate >= digit);
                board.place(cell, chosen.or(first_bit(board.digits(cell))).unwrap());
                assert_agree(&board);
            }
        }
    }

    /// Placing digits leaves the candidates that pencilmarks compute from the rules.
    #[test]
    fn rules_take_candidates_as_pencilmarks_say() {
        let rules =
            ["x", "anti-knight", "anti-king", "non-consecutive", "even r6c6", "killer 9 r3c2 r3c3 r4c3"];
        let rules: Vec<_> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        let geometry = Geometry::of_side(6).unwrap().with_rules(&rules).unwrap();
        let mut board = Candidates::new(&geometry);
        let mut grid = Grid::empty(6).unwrap();
        while let Some(cell) = (0..36).rev().find(|&cell| count(board.digits(cell)) > 0) {
            let digit = first_bit(board.digits(cell)).unwrap();
            board.place(cell, digit);
            assert_agree(&board);
            let layout = board.layout();
            grid.set(layout.cell(cell), Some(layout.digit(digit))).unwrap();
            let implied = Pencilmarks::implied(&grid, &geometry).unwrap();
            let mut loaded = Candidates::new(&geometry);
            loaded.load(&grid).unwrap();
            for cell in (0..36).filter(|&cell| board.value(cell).is_none()) {
                let expected =
                    implied.get(layout.cell(cell)).digits().map(|digit| layout.number_of_digit(digit));
                let expected = expected.fold(0, |digits, digit| digits | 1 << digit);
                assert_eq!((board.digits(cell), loaded.digits(cell)), (expected, expected));
            }
        }
    }

    #[test]
    fn clues_take_candidates_from_their_peers_alone() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let geometry = Geometry::classic();
        let mut board = Candidates::new(&geometry);
        board.load(&puzzle).unwrap();
        assert_agree(&board);
        for cell in geometry.cells().filter(|&cell| puzzle.get(cell).is_none()) {
            for digit in geometry.digits() {
                let is_seen = geometry.peers(cell).iter().any(|&peer| puzzle.get(peer) == Some(digit));
                let (cell, digit) = (geometry.index(cell), geometry.values().rank(digit));
                assert_eq!(board.has(cell, digit), !is_seen);
            }
        }
        assert_eq!(board.blank_cells(), 51);
        assert!(!board.is_broken());
    }
}
