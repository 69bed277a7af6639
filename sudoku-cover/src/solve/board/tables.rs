//! What the rules of a board require, in a form for propagation.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::automaton::Automaton;
use super::connected::{Connected, Layer};
use super::ranks::Ranks;
use super::regions::{RegionDigits, RegionOrder};
use super::sums::{CellNumber, GroupSum};
use crate::model::geometry::{Candidate, Cell, Geometry, Global, House, HouseKind, Relation, Values};
use crate::work::IsOver;

/// A requirement of some cells.
#[derive(Debug)]
pub(super) enum Requirement {
    /// The cells hold all digits, each once.
    House(Vec<CellNumber>),
    /// Two houses, as the cells of both, those of the first alone, and those of the second alone.
    Overlap([Vec<CellNumber>; 3]),
    /// By digit of one cell the digits that the other may hold, in both directions.
    Pair([CellNumber; 2], Box<[[u32; 26]; 2]>),
    /// The digits come to a sum.
    Sum(GroupSum),
    /// The digits of the cells are a sequence that the automaton accepts.
    Sequence {
        cells: Vec<CellNumber>,
        automaton: Arc<Automaton>,
        /// True if a cell is read several times.
        is_rereading: bool,
    },
    /// Cells are connected.
    Connected(Connected),
    /// The cells of a region that is to be found hold different digits.
    RegionDigits(RegionDigits),
    /// Regions that are to be found are numbered by their first cells.
    RegionOrder(RegionOrder),
    /// Rows and columns have ranks.
    Ranks(Ranks),
}

/// What ranks add to the number of rules that name a cell, at each end of a row or column.
const DEGREE_OF_A_RANK: f64 = 4.0;

/// Number of queues of requirements: those whose propagation takes less time come first.
pub(super) const QUEUES: usize = 5;

impl Requirement {
    /// Calls `act` for each cell.
    pub(super) fn each_cell(&self, mut act: impl FnMut(CellNumber)) {
        match self {
            Self::Sum(sum) => sum.each_cell(act),
            Self::House(cells) | Self::Sequence { cells, .. } => cells.iter().for_each(|&cell| act(cell)),
            Self::Overlap(parts) => parts.iter().flatten().for_each(|&cell| act(cell)),
            Self::Pair(cells, _) => cells.iter().for_each(|&cell| act(cell)),
            Self::Connected(connected) => connected.layer.places().for_each(act),
            Self::RegionDigits(RegionDigits { digits, regions, .. }) => {
                digits.places().chain(regions.places()).for_each(act);
            }
            Self::RegionOrder(order) => order.regions.places().for_each(act),
            Self::Ranks(ranks) => ranks.each_cell(act),
        }
    }

    /// Returns true if propagation once more may change something.
    pub(super) fn is_repeated(&self) -> bool {
        match self {
            Self::House(_) | Self::Overlap(_) | Self::Pair(..) | Self::Sum(_) => false,
            Self::Sequence { is_rereading, .. } => *is_rereading,
            Self::Connected(_) | Self::RegionDigits(_) | Self::RegionOrder(_) | Self::Ranks(_) => true,
        }
    }

    /// Returns the queue of the requirement.
    pub(super) fn queue(&self) -> usize {
        match self {
            Self::House(_) | Self::Pair(..) => 0,
            Self::Overlap(_) => 1,
            Self::Sum(_) => 2,
            Self::Sequence { .. } | Self::RegionDigits(_) | Self::RegionOrder(_) => 3,
            Self::Connected(_) | Self::Ranks(_) => 4,
        }
    }
}

/// The requirements of a board.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) values: Values,
    /// By cell its candidates on the empty board, as bits of the ranks of the digits.
    pub(super) candidates: Vec<u32>,
    /// By cell those that cannot hold the same digit.
    pub(super) peers: Vec<Vec<CellNumber>>,
    pub(super) requirements: Vec<Requirement>,
    /// By cell the requirements that name it.
    pub(super) of_cell: Vec<Vec<u32>>,
    /// By cell one more than the number of rules that name it.
    pub(super) degrees: Vec<f64>,
}

impl Tables {
    /// Returns the tables, or `None` if the work is over before.
    pub(super) fn new(geometry: &Geometry, is_over: IsOver<'_>) -> Option<Self> {
        let values = geometry.values();
        let number = |cell| CellNumber::try_from(geometry.place(cell)).unwrap_or(CellNumber::MAX);
        let mut tables = Self {
            values,
            candidates: geometry
                .cells()
                .map(|cell| {
                    // A blocked cell has one candidate, which nothing excludes.
                    if geometry.is_blocked(cell) {
                        return 1;
                    }
                    let digits =
                        geometry.digits().filter(|&digit| geometry.allows(Candidate { cell, digit }));
                    digits.fold(0, |all, digit| all | 1 << values.rank(digit))
                })
                .collect(),
            peers: geometry
                .cells()
                .map(|cell| geometry.peers(cell).iter().map(|&peer| number(peer)).collect())
                .collect(),
            requirements: Vec::new(),
            of_cell: vec![Vec::new(); geometry.place_count()],
            degrees: vec![1.0; geometry.place_count()],
        };
        tables.add_places(geometry);
        let houses = geometry
            .houses()
            .iter()
            .filter(|house| house.kind() != HouseKind::Box || !geometry.has_idle_boxes())
            .map(House::cells);
        // As many cells that differ as there are digits hold them all.
        let groups = geometry.groups_apart().iter().map(Vec::as_slice);
        let mut full: Vec<Vec<CellNumber>> = Vec::new();
        for cells in houses.chain(groups).filter(|cells| cells.len() == values.count()) {
            let mut cells: Vec<CellNumber> = cells.iter().map(|&cell| number(cell)).collect();
            cells.sort_unstable();
            if !full.contains(&cells) {
                full.push(cells);
            }
        }
        tables.add_houses(&full);
        if geometry.is_non_consecutive() {
            let fits = |rank: usize, other: usize| rank.abs_diff(other) > 1;
            for cells in geometry.adjacent_pairs() {
                tables.add_pair(cells.map(number), fits);
            }
        }
        let mut implied = geometry.implied_sums(is_over);
        implied.extend(geometry.implied_counts(is_over));
        let mut automata = HashMap::new();
        let relations = geometry.relations().iter().chain(geometry.relations_with_variables());
        for relation in relations.chain(&implied) {
            if is_over(relation.transitions()) {
                return None;
            }
            let cells: Vec<CellNumber> = relation.cells().iter().map(|&cell| number(cell)).collect();
            if cells.len() > 2
                && let Some(sum) = relation.sum().and_then(|sum| GroupSum::new(sum, values, number))
            {
                tables.requirements.push(Requirement::Sum(sum));
                continue;
            }
            match cells[..] {
                [cell] => {
                    let allowed = relation.layers()[0].iter();
                    let allowed = allowed.fold(0, |all, step| all | 1 << values.rank(step.digit));
                    tables.candidates[usize::from(cell)] &= allowed;
                }
                [first, last] if first != last => {
                    let pairs = allowed_pairs(relation, values);
                    tables.add_pair([first, last], |rank, other| pairs[rank] >> other & 1 == 1);
                }
                _ => {
                    let automaton = automata
                        .entry(relation.layers().as_ptr())
                        .or_insert_with(|| Arc::new(Automaton::new(relation, values)));
                    let automaton = Arc::clone(automaton);
                    let is_rereading = (1..cells.len()).any(|place| cells[..place].contains(&cells[place]));
                    tables.requirements.push(Requirement::Sequence { cells, automaton, is_rereading });
                }
            }
        }
        tables.add_globals(geometry, number);
        for (number, requirement) in (0..).zip(&tables.requirements) {
            let is_of_rule = matches!(
                requirement,
                Requirement::Pair(..) | Requirement::Sum(_) | Requirement::Sequence { .. }
            );
            requirement.each_cell(|cell| {
                let of_cell = &mut tables.of_cell[usize::from(cell)];
                if of_cell.last() != Some(&number) {
                    of_cell.push(number);
                    tables.degrees[usize::from(cell)] += f64::from(u8::from(is_of_rule));
                }
            });
        }
        Some(tables)
    }

    /// Returns an upper estimate of the bytes of the automata of a board.
    pub(super) fn bytes(geometry: &Geometry) -> usize {
        let mut counted = HashSet::new();
        let relations = geometry.relations().iter().chain(geometry.relations_with_variables());
        let relations = relations.filter(|relation| counted.insert(relation.layers().as_ptr()));
        relations.map(|relation| Automaton::bytes(relation, geometry.values())).sum()
    }

    /// Returns the requirement with this number.
    pub(super) fn requirement(&self, number: u32) -> &Requirement {
        &self.requirements[usize::try_from(number).unwrap_or(usize::MAX)]
    }

    /// Returns the cells of each house that holds all digits.
    pub(super) fn houses(&self) -> impl Iterator<Item = &[CellNumber]> {
        self.requirements.iter().map_while(|requirement| match requirement {
            Requirement::House(cells) => Some(&cells[..]),
            _ => None,
        })
    }

    /// Adds the places after the cells: the numbers of their regions if these are to be found, and variables.
    fn add_places(&mut self, geometry: &Geometry) {
        let regions = if geometry.has_regions_to_find() { geometry.cell_count() } else { 0 };
        let of_ranks = |count: usize| u32::MAX >> (32 - count);
        self.candidates.extend((0..regions).map(|_| of_ranks(geometry.side())));
        self.candidates.resize(geometry.place_count(), of_ranks(self.values.count()));
        self.peers.resize(geometry.place_count(), Vec::new());
    }

    /// Adds what the rules require of the whole board.
    fn add_globals(&mut self, geometry: &Geometry, number: impl Fn(Cell) -> CellNumber) {
        let side = geometry.side();
        let digits = Layer { side, first: 0 };
        if geometry.has_regions_to_find() {
            let regions = Layer { side, first: digits.count() };
            self.requirements.push(Requirement::RegionOrder(RegionOrder { regions }));
            let count = self.values.count();
            self.requirements.push(Requirement::RegionDigits(RegionDigits { digits, regions, count }));
            self.requirements.extend((0..side).map(|region| {
                Requirement::Connected(Connected { layer: regions, digits: 1 << region, size: Some(side) })
            }));
        }
        for (_, global) in geometry.globals() {
            if let Global::Connected { digits: of, size } = *global {
                let connected = Connected { layer: digits, digits: of, size };
                self.requirements.push(Requirement::Connected(connected));
            }
        }
        if let Some(ranks) = Ranks::new(geometry, number) {
            for (cell, rank) in ranks.first_digits() {
                self.candidates[usize::from(cell)] &= 1 << rank;
            }
            ranks.first_cells().for_each(|cell| self.degrees[usize::from(cell)] += DEGREE_OF_A_RANK);
            self.requirements.push(Requirement::Ranks(ranks));
        }
    }

    /// Adds houses, and their overlaps of two cells or more.
    fn add_houses(&mut self, houses: &[Vec<CellNumber>]) {
        self.requirements.extend(houses.iter().cloned().map(Requirement::House));
        for (place, first) in houses.iter().enumerate() {
            for second in &houses[place + 1..] {
                let (both, alone): (Vec<CellNumber>, Vec<CellNumber>) =
                    first.iter().partition(|cell| second.contains(cell));
                if both.len() > 1 && !alone.is_empty() {
                    let other = second.iter().copied().filter(|cell| !first.contains(cell)).collect();
                    self.requirements.push(Requirement::Overlap([both, alone, other]));
                }
            }
        }
    }

    /// Adds a requirement of two cells, unless it forbids nothing.
    fn add_pair(&mut self, cells: [CellNumber; 2], fits: impl Fn(usize, usize) -> bool) {
        let mut allowed = Box::new([[0; 26]; 2]);
        let mut forbids = false;
        for rank in 0..self.values.count() {
            for other in 0..self.values.count() {
                if fits(rank, other) {
                    allowed[0][rank] |= 1 << other;
                    allowed[1][other] |= 1 << rank;
                } else {
                    forbids = true;
                }
            }
        }
        if forbids {
            self.requirements.push(Requirement::Pair(cells, allowed));
        }
    }
}

/// Returns by digit of the first cell of a relation of two the digits that the last one may hold.
fn allowed_pairs(relation: &Relation, values: Values) -> Vec<u32> {
    let layers = relation.layers();
    let mut allowed = vec![0; values.count()];
    for first in &layers[0] {
        for last in layers[1].iter().filter(|last| last.from == first.to) {
            allowed[values.rank(first.digit)] |= 1 << values.rank(last.digit);
        }
    }
    allowed
}
