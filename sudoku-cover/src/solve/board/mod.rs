//! A search on the board itself, for boards with rules: cells with sets of candidates, from which each rule removes what
//! it excludes.
//!
//! Each node chooses a candidate, tries it, and then tries the board without it. (Haralick and Elliott, *Increasing tree
//! search efficiency for constraint satisfaction problems*, 1980; weights: Boussemart, Hemery, Lecoutre and Sais,
//! *Boosting systematic search by weighting constraints*, 2004.)

mod automaton;
mod cage;
mod candidates;
mod cell;
mod circles;
mod connected;
mod dead_end;
mod digit_sets;
mod missing;
mod ranks;
mod regions;
mod required;
mod sum_loop;
mod sums;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use dlx_core::{Counters, Limits, Stopped};

use self::candidates::Candidates;
use self::cell::CellNumber;
use self::dead_end::DeadEnd;
use self::ranks::End;
use self::regions::renumber;
use self::tables::Tables;
use crate::model::geometry::{Geometry, MAX_SIDE};
use crate::work::Work;

/// Work, in states of automata, that counts as a node towards the question of the limits.
const WORK_OF_A_NODE: usize = 1 << 10;

/// What a dead end adds to weights, relative to the one before, and the greatest that it may add.
const GROWTH_OF_WEIGHTS: f64 = 1.003;
const MOST_WEIGHT: f64 = 1e100;

/// What a dead end adds to the weight of the cell of the last decision, relative to that of the cells of the dead end.
const WEIGHT_OF_DECISIONS: f64 = 2.0;

/// By number of candidates the part of the weight of a cell that is its score: the number to the power of -1.5.
const PART_OF_WEIGHT: [f64; MAX_SIDE + 2] = {
    let mut parts = [0.0; MAX_SIDE + 2];
    let mut count = 1;
    while count < parts.len() {
        // The square root by Newton's method, which constants have to do without.
        let number = count as f64;
        let mut root = number;
        let mut step = 0;
        while step < 8 {
            root = (root + number / root) / 2.0;
            step += 1;
        }
        parts[count] = 1.0 / (number * root);
        count += 1;
    }
    parts
};

/// The factor of the score of a digit with two places in a house. Without such candidates, four of 18 hard puzzles of
/// others take 6 to 16 times as long; with them two take 1.4 times as long.
const PREFERENCE_OF_HOUSES: f64 = 1.5;

/// The factor of the score of a cell with one candidate that has to be tried, which is above all others.
const PREFERENCE_WITHOUT_BRANCH: f64 = 1e150;

/// A search for the solutions of puzzles on a board with rules.
#[derive(Clone, Debug)]
pub(crate) struct BoardSearch {
    tables: Arc<Tables>,
    candidates: Candidates,
    decisions: Vec<Decision>,
    /// By cell its part in dead ends.
    weights: Vec<f64>,
    /// What a dead end adds.
    weight: f64,
    state: State,
    counters: Counters,
    ranks: Vec<u8>,
    /// The numbers of regions that decisions name. Those of the others can be exchanged.
    named: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Requirements are to be propagated.
    Pending,
    /// Below the last decision nothing has been tried.
    Open,
    /// What is below the last decision has been tried.
    Tried,
    /// Everything has been tried.
    Done,
}

/// A candidate with its score.
struct Choice {
    score: f64,
    cell: CellNumber,
    digit: u32,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    changes: usize,
    cell: CellNumber,
    /// The digit that was tried, and those like it.
    digits: u32,
    /// The numbers of regions that decisions before name.
    named: u32,
}

impl BoardSearch {
    /// Returns a search on this board, within the limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn new(geometry: &Geometry, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        if Tables::bytes(geometry) > limits.most_bytes() {
            return Err(Stopped::Memory);
        }
        let work = Work::new(limits);
        let tables = Tables::new(geometry, &|steps| work.is_over_after(steps));
        work.end()?;
        let tables = Arc::new(tables.expect("the work is not over"));
        let candidates = Candidates::new(&tables);
        Ok(Self {
            weights: vec![0.0; candidates.all().len()],
            tables,
            candidates,
            decisions: Vec::new(),
            weight: 1.0,
            state: State::Done,
            counters: Counters::default(),
            ranks: vec![0; geometry.place_count()],
            named: 0,
        })
    }

    /// Begins the search of a puzzle: by cell the candidates that it allows, as bits of the ranks of digits.
    pub(crate) fn restart(&mut self, candidates: impl IntoIterator<Item = u32>) {
        self.decisions.clear();
        self.weights.fill(0.0);
        self.weight = 1.0;
        self.counters = Counters::default();
        self.named = 0;
        self.state = match self.candidates.restart(&self.tables, candidates) {
            Ok(()) => State::Pending,
            Err(_) => State::Done,
        };
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    /// Returns the next solution, by cell the rank of its digit, or `None` if there are no more. Where regions are to be found,
    /// the numbers of the regions of cells follow, and then the values of variables.
    ///
    /// # Errors
    /// The limit that stopped the search, which can be continued.
    pub(crate) fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<&[u8]>, Stopped> {
        if limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        loop {
            match self.state {
                State::Done => return Ok(None),
                State::Tried => self.back(),
                State::Pending => {
                    let work = self.candidates.take_work() / WORK_OF_A_NODE;
                    limits.step_at(work as u64, self.counters, 0.0)?;
                    let result = self.candidates.propagate(&self.tables);
                    self.settle(result);
                }
                State::Open if self.candidates.open == 0 => {
                    self.state = State::Tried;
                    self.counters.solutions += 1;
                    limits.spend_solutions(1);
                    for (rank, digit) in self.ranks.iter_mut().zip(self.candidates.all()) {
                        *rank = u8::try_from(digit.trailing_zeros()).unwrap_or(u8::MAX);
                    }
                    if let Some(regions) = self.tables.interchangeable {
                        renumber(&mut self.ranks[regions.first..regions.first + regions.count()]);
                    }
                    return Ok(Some(&self.ranks));
                }
                State::Open => {
                    if limits.nodes_left() == 0 {
                        return Err(Stopped::Nodes);
                    }
                    let work = self.candidates.take_work() / WORK_OF_A_NODE + 1;
                    limits.step_at(work as u64, self.counters, 0.0)?;
                    limits.spend(1);
                    self.counters.nodes += 1;
                    self.decide();
                }
            }
        }
    }

    /// Chooses a candidate and tries it.
    fn decide(&mut self) {
        let (cell, digit) = self.choose();
        let (changes, named) = (self.candidates.changes(), self.named);
        let mut digits = digit;
        if self.is_interchangeable(cell) {
            // What holds of one number that no decision names holds of all of them.
            digits |= if digit & named == 0 { self.candidates.of(cell) & !named } else { 0 };
            self.named |= digit;
        }
        self.decisions.push(Decision { changes, cell, digits, named });
        let result = self.candidates.keep(&self.tables, cell, digit);
        self.settle(result);
    }

    /// Tries the board without the candidate of the last decision.
    fn back(&mut self) {
        let Some(Decision { changes, cell, digits, named }) = self.decisions.pop() else {
            self.state = State::Done;
            return;
        };
        self.candidates.restore(changes);
        self.named = named;
        let result = self.candidates.keep(&self.tables, cell, !digits);
        self.settle(result);
    }

    fn settle(&mut self, result: Result<bool, DeadEnd>) {
        self.state = match result {
            Ok(true) => State::Open,
            Ok(false) => State::Pending,
            Err(dead_end) => {
                self.weigh(dead_end);
                State::Tried
            }
        };
    }

    /// Adds weight to the cells of a dead end, and to that of the last decision.
    fn weigh(&mut self, dead_end: DeadEnd) {
        let (weights, weight) = (&mut self.weights, self.weight);
        let mut add = |cell: CellNumber| weights[usize::from(cell)] += weight;
        match dead_end {
            DeadEnd::Cell(cell) => add(cell),
            DeadEnd::Peers(cells) => cells.into_iter().for_each(&mut add),
            DeadEnd::Requirement(number) => self.tables.requirement(number).each_cell(&mut add),
        }
        if let Some(decision) = self.decisions.last() {
            weights[usize::from(decision.cell)] += WEIGHT_OF_DECISIONS * weight;
        }
        // Older weights count less.
        self.weight *= GROWTH_OF_WEIGHTS;
        if self.weight > MOST_WEIGHT {
            self.weights.iter_mut().for_each(|weight| *weight /= MOST_WEIGHT);
            self.weight /= MOST_WEIGHT;
        }
    }

    /// Returns the candidate to try: the least of the open cell that has few candidates for its weight, or one of the two
    /// of a digit in a house, if the two cells have more weight.
    fn choose(&self) -> (CellNumber, u32) {
        let mut best = Choice { score: 0.0, cell: 0, digit: 0 };
        let mut count = 0;
        for (cell, &digits) in (0..).zip(self.candidates.all()) {
            if !digits.is_power_of_two() {
                let (different, factor) = self.different(cell, digits);
                let score = self.weight_of(cell) * PART_OF_WEIGHT[different.count_ones() as usize] * factor;
                if score > best.score {
                    best = Choice { score, cell, digit: different & different.wrapping_neg() };
                    count = different.count_ones();
                }
            }
        }
        if count > 2 {
            for house in self.tables.houses() {
                self.choose_in_house(house, &mut best);
            }
        }
        for End { cells, digit, factor } in &self.tables.ends {
            self.choose_place(cells, *digit, *factor, &mut best);
        }
        (best.cell, best.digit)
    }

    /// Returns true if the candidates of a cell are numbers of regions that can be exchanged.
    fn is_interchangeable(&self, cell: CellNumber) -> bool {
        self.tables.interchangeable.is_some_and(|regions| regions.has(cell))
    }

    /// Returns those candidates of a cell that have to be tried, and the factor of its score: of the numbers of regions that no
    /// decision names, the least one stands for all.
    fn different(&self, cell: CellNumber, digits: u32) -> (u32, f64) {
        if !self.is_interchangeable(cell) {
            return (digits, 1.0);
        }
        let others = digits & !self.named;
        let different = digits & self.named | others & others.wrapping_neg();
        (different, if different.is_power_of_two() { PREFERENCE_WITHOUT_BRANCH } else { 1.0 })
    }

    /// Replaces the choice by the place of a digit in some cells that has the most weight, if there are several and their
    /// score, times this factor, is higher.
    fn choose_place(&self, cells: &[CellNumber], digit: u32, factor: f64, best: &mut Choice) {
        let places = cells.iter().filter(|&&cell| self.candidates.of(cell) & digit != 0);
        let weights = places.map(|&cell| (self.weight_of(cell), cell));
        let (count, sum, (_, cell)) = weights.fold((0, 0.0, (0.0, 0)), |(count, sum, best), next| {
            (count + 1, sum + next.0, if next.0 > best.0 { next } else { best })
        });
        if count < 2 {
            return;
        }
        let score = sum / f64::from(count) * PART_OF_WEIGHT[count as usize] * factor;
        if score > best.score {
            *best = Choice { score, cell, digit };
        }
    }

    /// Replaces the choice by a candidate of a digit that has two in the house, if they have a higher score.
    fn choose_in_house(&self, house: &[CellNumber], best: &mut Choice) {
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for &cell in house {
            let digits = self.candidates.of(cell);
            thrice |= twice & digits;
            twice |= once & digits;
            once |= digits;
        }
        let mut pairs = twice & !thrice;
        while pairs != 0 {
            let digit = pairs & pairs.wrapping_neg();
            pairs ^= digit;
            self.choose_place(house, digit, PREFERENCE_OF_HOUSES, best);
        }
    }

    /// Returns the weight of a cell: its part in dead ends and the number of rules that name it.
    fn weight_of(&self, cell: CellNumber) -> f64 {
        let place = usize::from(cell);
        self.weights[place] + self.weight * self.tables.degrees[place]
    }
}
