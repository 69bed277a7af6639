//! The candidates of all cells during a search, and their propagation.

use super::automaton::StateSets;
use super::cell::{CellNumber, Kept};
use super::connected::ConnectedScratch;
use super::dead_end::DeadEnd;
use super::digit_sets::SumScratch;
use super::required::Seen;
use super::sums::GroupSum;
use super::tables::{Band, MOST_IN_BAND, Pair, Requirement, Tables};

/// Work after which propagation pauses, in states of automata: some tens of microseconds.
const MOST_WORK: usize = 1 << 12;

/// The candidates of all cells, with what is needed to restore and to propagate them.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// By cell its candidates, as bits of the ranks of the digits.
    of_cells: Vec<u32>,
    /// Cells whose candidates were changed, with those before.
    trail: Vec<(CellNumber, u32)>,
    /// Cells that hold one digit, which their peers do not know yet.
    singles: Vec<CellNumber>,
    queue: Queue,
    /// Number of cells with several candidates.
    pub(super) open: usize,
    sets: StateSets,
    scratch: SumScratch,
    part_scratches: Vec<SumScratch>,
    connected: ConnectedScratch,
    /// The candidates that remain in cells by a requirement of the whole board.
    kept: Vec<Kept>,
    /// Work since it was taken, in states of automata and requirements.
    work: usize,
}

/// Requirements to propagate, by their places in the order of the tables.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// The places as bits.
    words: Vec<u64>,
    /// The classes of requirements, the first one first.
    classes: Vec<Class>,
}

/// Requirements that are in whole words.
#[derive(Clone, Debug, Default)]
struct Class {
    /// The first word, and that after the last one.
    words: [usize; 2],
    /// The place after that of the last requirement.
    next: usize,
}

impl Queue {
    fn new(classes: &[usize]) -> Self {
        let mut first = 0;
        let classes: Vec<Class> = classes
            .iter()
            .map(|words| {
                let start = first;
                first += words;
                Class { words: [start, first], next: start * 64 }
            })
            .collect();
        Self { words: vec![0; first], classes }
    }

    fn add(&mut self, word: usize, places: u64) {
        self.words[word] |= places;
    }

    /// Returns the next place of the first class that has one, in turn.
    fn next(&mut self) -> Option<usize> {
        for Class { words: [first, end], next } in &mut self.classes {
            let word = *next / 64;
            let after = self.words[word] & u64::MAX << (*next % 64);
            let found = if after != 0 {
                Some((word, after))
            } else {
                (word + 1..*end)
                    .chain(*first..=word)
                    .map(|word| (word, self.words[word]))
                    .find(|&(_, places)| places != 0)
            };
            if let Some((word, places)) = found {
                let place = word * 64 + places.trailing_zeros() as usize;
                *next = if place + 1 == *end * 64 { *first * 64 } else { place + 1 };
                return Some(place);
            }
        }
        None
    }

    fn remove(&mut self, place: usize) {
        self.words[place / 64] &= !(1 << (place % 64));
    }

    fn restart(&mut self) {
        for class in &mut self.classes {
            class.next = class.words[0] * 64;
        }
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }
}

impl Candidates {
    pub(super) fn new(tables: &Tables) -> Self {
        Self {
            of_cells: tables.candidates.clone(),
            trail: Vec::new(),
            singles: Vec::new(),
            queue: Queue::new(&tables.classes),
            open: 0,
            sets: StateSets::default(),
            scratch: SumScratch::default(),
            part_scratches: Vec::new(),
            connected: ConnectedScratch::default(),
            kept: Vec::new(),
            work: 0,
        }
    }

    /// Sets the candidates of all cells, and queues every requirement.
    pub(super) fn restart(
        &mut self,
        tables: &Tables,
        candidates: impl IntoIterator<Item = u32>,
    ) -> Result<(), DeadEnd> {
        self.forget();
        self.trail.clear();
        self.of_cells.clear();
        // Puzzles give cells alone.
        let given = candidates.into_iter().chain(std::iter::repeat(u32::MAX));
        self.of_cells.extend(given.zip(&tables.candidates).map(|(given, &allowed)| given & allowed));
        self.open = self.of_cells.iter().filter(|cell| cell.count_ones() > 1).count();
        for (cell, &candidates) in (0..).zip(&self.of_cells) {
            match candidates.count_ones() {
                0 => return Err(DeadEnd::Cell(cell)),
                1 => self.singles.push(cell),
                _ => {}
            }
        }
        self.queue.restart();
        for (place, _) in tables.order.iter().enumerate().filter(|(_, number)| **number != u32::MAX) {
            self.queue.add(place / 64, 1 << (place % 64));
        }
        Ok(())
    }

    pub(super) fn of(&self, cell: CellNumber) -> u32 {
        self.of_cells[usize::from(cell)]
    }

    pub(super) fn all(&self) -> &[u32] {
        &self.of_cells
    }

    /// Returns the number of changes, to which [`restore`](Self::restore) returns.
    pub(super) fn changes(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn restore(&mut self, changes: usize) {
        for (cell, before) in self.trail.drain(changes..).rev() {
            let candidates = &mut self.of_cells[usize::from(cell)];
            // Those before were more, and therefore several.
            self.open += usize::from(candidates.is_power_of_two());
            *candidates = before;
        }
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> usize {
        std::mem::take(&mut self.work)
    }

    /// Keeps some candidates of a cell, and [propagates](Self::propagate).
    pub(super) fn keep(&mut self, tables: &Tables, cell: CellNumber, digits: u32) -> Result<bool, DeadEnd> {
        self.set(tables, cell, self.of(cell) & digits, DeadEnd::Cell(cell))?;
        self.propagate(tables)
    }

    /// Empties the queues.
    fn forget(&mut self) {
        self.singles.clear();
        self.queue.clear();
    }

    /// Sets the candidates of a cell, which are fewer than before or the same.
    fn set(
        &mut self,
        tables: &Tables,
        cell: CellNumber,
        digits: u32,
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        let place = usize::from(cell);
        let before = self.of_cells[place];
        if digits == before {
            return Ok(());
        }
        if digits == 0 {
            return Err(otherwise);
        }
        self.trail.push((cell, before));
        self.of_cells[place] = digits;
        if digits.is_power_of_two() {
            self.open -= 1;
            self.singles.push(cell);
        }
        for &(word, places) in &tables.of_cell[place] {
            self.queue.add(word, places);
        }
        Ok(())
    }

    /// Removes candidates until every requirement is met, or until enough work is done for the limits to be asked. Returns
    /// true if every requirement is met.
    pub(super) fn propagate(&mut self, tables: &Tables) -> Result<bool, DeadEnd> {
        let result = self.propagate_queues(tables);
        if result.is_err() {
            self.forget();
        }
        result
    }

    fn propagate_queues(&mut self, tables: &Tables) -> Result<bool, DeadEnd> {
        loop {
            while let Some(cell) = self.singles.pop() {
                let digit = self.of(cell);
                for &peer in &tables.peers[usize::from(cell)] {
                    let candidates = self.of(peer);
                    if candidates & digit != 0 {
                        self.set(tables, peer, candidates & !digit, DeadEnd::Peers([cell, peer]))?;
                    }
                }
            }
            if self.work >= MOST_WORK {
                return Ok(false);
            }
            let Some(place) = self.queue.next() else { return Ok(true) };
            self.work += 1;
            let number = tables.order[place];
            // Propagation once more would change nothing, unless a cell is read several times or the whole board.
            if tables.requirements[number as usize].is_repeated() {
                self.queue.remove(place);
                self.meet(tables, number)?;
            } else {
                self.meet(tables, number)?;
                self.queue.remove(place);
            }
        }
    }

    /// Removes the candidates that a requirement excludes.
    fn meet(&mut self, tables: &Tables, number: u32) -> Result<(), DeadEnd> {
        let otherwise = DeadEnd::Requirement(number);
        match &tables.requirements[number as usize] {
            Requirement::House(cells) => self.meet_house(tables, cells, otherwise),
            Requirement::Overlap(parts) => {
                let [_, first, second] = parts;
                let [first_digits, second_digits] =
                    [first, second].map(|cells| cells.iter().fold(0, |all, &cell| all | self.of(cell)));
                if first_digits == second_digits {
                    return Ok(());
                }
                // A digit that the first house can only hold in cells of both is in no other cell of the second one.
                for (cells, other) in [(second, first_digits), (first, second_digits)] {
                    for &cell in cells {
                        self.set(tables, cell, self.of(cell) & other, otherwise)?;
                    }
                }
                Ok(())
            }
            Requirement::Band(band) => self.meet_band(tables, band, otherwise),
            Requirement::Pair(pair) => self.meet_pair(tables, pair, otherwise),
            Requirement::Sum(sum) => {
                let mut scratch = std::mem::take(&mut self.scratch);
                self.work += 16;
                let is_met = sum.support(|cell| self.of(cell), &mut scratch);
                let result =
                    if is_met { self.keep_sum(tables, sum, &scratch, otherwise) } else { Err(otherwise) };
                self.scratch = scratch;
                result
            }
            Requirement::EqualSums(sums) => {
                let mut scratches = std::mem::take(&mut self.part_scratches);
                self.work += 16 * sums.parts().len();
                let result = match sums.support(|cell| self.of(cell), &mut scratches) {
                    true => sums
                        .parts()
                        .iter()
                        .zip(&scratches)
                        .try_for_each(|(part, scratch)| self.keep_sum(tables, part, scratch, otherwise)),
                    false => Err(otherwise),
                };
                self.part_scratches = scratches;
                result
            }
            Requirement::Sequence { cells, automaton, seen, .. } => {
                let mut sets = std::mem::take(&mut self.sets);
                let work = automaton.support(|place| self.of(cells[place]), &mut sets);
                let result = match work {
                    Some(work) => {
                        self.work += work;
                        self.keep_supported(tables, cells, &sets.supported, otherwise)
                            .and_then(|()| self.exclude(tables, cells, seen, sets.required, otherwise))
                    }
                    None => Err(otherwise),
                };
                self.sets = sets;
                result
            }
            Requirement::RegionClue(clue) => {
                self.keep_found(tables, &clue.cells, |of, found| clue.support(of, found), otherwise)
            }
            Requirement::SumLoop(sums) => {
                self.keep_found(tables, &sums.cells, |of, found| sums.support(of, found), otherwise)
            }
            Requirement::Circles(circles) => {
                self.keep_all(tables, |all, _, kept| circles.support(all, otherwise, kept), otherwise)
            }
            Requirement::Connected(connected) => {
                self.keep_all(tables, |all, scratch, kept| connected.support(all, scratch, kept), otherwise)
            }
            Requirement::RegionDigits(digits) => {
                self.keep_all(tables, |all, scratch, kept| digits.support(all, scratch, kept), otherwise)
            }
            Requirement::RegionOrder(order) => self.keep_all(
                tables,
                |all, _, kept| {
                    order.support(all, kept);
                    Ok(())
                },
                otherwise,
            ),
            Requirement::Ranks(ranks) => {
                self.keep_all(tables, |all, _, kept| ranks.support(all, kept), otherwise)
            }
        }
    }

    /// Keeps of each cell the digits that `find` finds for it, if there are some, from those of the cells at places of the list.
    fn keep_found(
        &mut self,
        tables: &Tables,
        cells: &[CellNumber],
        find: impl FnOnce(&dyn Fn(usize) -> u32, &mut Vec<u32>) -> bool,
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        let mut sets = std::mem::take(&mut self.sets);
        self.work += cells.len();
        let result = match find(&|place| self.of(cells[place]), &mut sets.supported) {
            true => self.keep_supported(tables, cells, &sets.supported, otherwise),
            false => Err(otherwise),
        };
        self.sets = sets;
        result
    }

    /// Keeps of each cell the digits that are supported.
    fn keep_supported(
        &mut self,
        tables: &Tables,
        cells: &[CellNumber],
        supported: &[u32],
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        for (&cell, &digits) in cells.iter().zip(supported) {
            let before = self.of(cell);
            if before & !digits != 0 {
                self.set(tables, cell, before & digits, otherwise)?;
            }
        }
        Ok(())
    }

    /// Keeps what the propagation of a sum has found.
    fn keep_sum(
        &mut self,
        tables: &Tables,
        sum: &GroupSum,
        scratch: &SumScratch,
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        let mut first = 0;
        for (cells, _) in sum.each_group() {
            self.keep_supported(tables, cells, &scratch.supported[first..], otherwise)?;
            first += cells.len();
        }
        for ((cells, seen), &required) in sum.each_group().zip(&scratch.required) {
            // Peers of a cell with one digit lose it anyway.
            let single = cells.iter().map(|&cell| self.of(cell)).filter(|digits| digits.is_power_of_two());
            let required = required & !single.fold(0, |all, digit| all | digit);
            self.exclude(tables, cells, seen, required, otherwise)?;
        }
        Ok(())
    }

    /// Removes digits that some cells hold in any case from the cells that see all of their places.
    fn exclude(
        &mut self,
        tables: &Tables,
        cells: &[CellNumber],
        seen: &Seen,
        required: u32,
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        if required == 0 {
            return Ok(());
        }
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        seen.exclude(required, &cells.iter().map(|&cell| self.of(cell)), &mut kept);
        let mut result = Ok(());
        for &(cell, digits) in &kept {
            result = result.and_then(|()| self.set(tables, cell, self.of(cell) & digits, otherwise));
        }
        self.kept = kept;
        result
    }

    /// Keeps the digits of two cells that fit a digit of the other.
    fn meet_pair(&mut self, tables: &Tables, pair: &Pair, otherwise: DeadEnd) -> Result<(), DeadEnd> {
        let [first, last] = pair.cells;
        let before = [self.of(first), self.of(last)];
        self.set(tables, last, before[1] & pair.fitting(0, before[0]), otherwise)?;
        self.set(tables, first, before[0] & pair.fitting(1, self.of(last)), otherwise)?;
        let digits = [self.of(first), self.of(last)];
        let mut common = digits[0] & digits[1];
        if pair.seen.is_empty() || digits.iter().any(|digits| digits.is_power_of_two()) {
            return Ok(());
        }
        let mut required = 0;
        while common != 0 {
            let digit = common & common.wrapping_neg();
            common ^= digit;
            // No allowed pair lacks the digit.
            if digits[1] & pair.fitting(0, digits[0] ^ digit) & !digit == 0 {
                required |= digit;
            }
        }
        self.exclude(tables, &pair.cells, &pair.seen, required, otherwise)
    }

    /// Keeps the candidates that remain by a requirement of the whole board.
    fn keep_all(
        &mut self,
        tables: &Tables,
        find: impl FnOnce(&[u32], &mut ConnectedScratch, &mut Vec<Kept>) -> Result<(), DeadEnd>,
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        self.work += self.of_cells.len();
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        let mut result = find(&self.of_cells, &mut self.connected, &mut kept);
        for &(cell, digits) in &kept {
            if result.is_ok() {
                let otherwise = if self.of(cell) & digits == 0 { DeadEnd::Cell(cell) } else { otherwise };
                result = self.set(tables, cell, self.of(cell) & digits, otherwise);
            }
        }
        self.kept = kept;
        result
    }

    /// Removes from the other cells of a house the digits that another house holds in their overlap alone.
    fn meet_band(&mut self, tables: &Tables, band: &Band, otherwise: DeadEnd) -> Result<(), DeadEnd> {
        match band.count {
            2 => self.meet_band_of::<2>(tables, band, otherwise),
            3 => self.meet_band_of::<3>(tables, band, otherwise),
            4 => self.meet_band_of::<4>(tables, band, otherwise),
            _ => self.meet_band_of::<MOST_IN_BAND>(tables, band, otherwise),
        }
    }

    /// As [`meet_band`](Self::meet_band), for this many houses of each kind.
    fn meet_band_of<const COUNT: usize>(
        &mut self,
        tables: &Tables,
        band: &Band,
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        let mut digits = [[0; COUNT]; COUNT];
        let mut parts = band.parts.iter();
        for of_part in digits.as_flattened_mut() {
            let Some(part) = parts.next() else { return Ok(()) };
            *of_part = part.iter().fold(0, |all, &cell| all | self.of(cell));
        }
        // The digits that are in one overlap alone, of each house along and across.
        let alone = |overlaps: [u32; COUNT]| {
            let (once, twice) =
                overlaps.iter().fold((0, 0), |(once, twice), digits| (once | digits, twice | once & digits));
            once & !twice
        };
        let along = digits.map(alone);
        let across: [u32; COUNT] = std::array::from_fn(|place| alone(digits.map(|along| along[place])));
        for one in 0..COUNT {
            for other in 0..COUNT {
                let mut removed = 0;
                for place in 0..COUNT {
                    removed |= if place == one { 0 } else { digits[place][other] & along[place] };
                    removed |= if place == other { 0 } else { digits[one][place] & across[place] };
                }
                if digits[one][other] & removed != 0 {
                    for &cell in &band.parts[one * COUNT + other] {
                        self.set(tables, cell, self.of(cell) & !removed, otherwise)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Hidden singles of a house.
    fn meet_house(
        &mut self,
        tables: &Tables,
        cells: &[CellNumber],
        otherwise: DeadEnd,
    ) -> Result<(), DeadEnd> {
        let (mut once, mut twice, mut single) = (0, 0, 0);
        for &cell in cells {
            let digits = self.of(cell);
            twice |= once & digits;
            once |= digits;
            single |= if digits.is_power_of_two() { digits } else { 0 };
        }
        if once != tables.all_digits {
            return Err(otherwise);
        }
        let hidden = once & !(twice | single);
        if hidden != 0 {
            for &cell in cells {
                let digits = self.of(cell) & hidden;
                if digits != 0 {
                    if !digits.is_power_of_two() {
                        return Err(otherwise);
                    }
                    self.set(tables, cell, digits, otherwise)?;
                }
            }
        }
        Ok(())
    }
}
