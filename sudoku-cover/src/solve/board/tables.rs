//! What the rules of a board require, in a form for propagation.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::automaton::Automaton;
use super::cell::{CellNumber, number_of};
use super::circles::Circles;
use super::connected::{Connected, Layer};
use super::digit_sets::SumTable;
use super::missing::MissingDigits;
use super::ranks::{End, Ranks};
use super::regions::{RegionClue, RegionDigits, RegionOrder};
use super::required::Seen;
use super::sum_loop::SumLoop;
use super::sums::{EqualSums, GroupSum};
use crate::model::geometry::rules::{CellsKind, Rule};
use crate::model::geometry::{Candidate, Cell, Geometry, Global, House, HouseKind, Relation, Values};
use crate::work::IsOver;

/// A requirement of some cells.
#[derive(Debug)]
pub(super) enum Requirement {
    /// The cells hold all digits, each once.
    House(Vec<CellNumber>),
    /// Two houses, as the cells of both, those of the first alone, and those of the second alone.
    Overlap([Vec<CellNumber>; 3]),
    /// Houses of two kinds with the same cells.
    Band(Band),
    /// The digits of two cells fit each other.
    Pair(Pair),
    /// The digits come to a sum.
    Sum(GroupSum),
    /// Groups of cells have the same sum.
    EqualSums(EqualSums),
    /// The digits of the cells are a sequence that the automaton accepts.
    Sequence {
        cells: Vec<CellNumber>,
        automaton: Arc<Automaton>,
        /// The cells that see these.
        seen: Seen,
        /// True if a cell is read several times.
        is_rereading: bool,
    },
    /// Cells are connected.
    Connected(Connected),
    /// The cells of a region that is to be found hold different digits.
    RegionDigits(RegionDigits),
    /// A number of cells in a region that is to be found.
    RegionClue(RegionClue),
    /// Counting circles.
    Circles(Circles),
    /// A loop of parts with the same sum.
    SumLoop(SumLoop),
    /// Regions that are to be found are numbered by their first cells.
    RegionOrder(RegionOrder),
    /// Rows and columns have ranks.
    Ranks(Ranks),
}

/// Two cells with digits that fit each other.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) cells: [CellNumber; 2],
    /// By digit of one cell the digits that the other may hold, in both directions.
    allowed: Box<[[u32; 26]; 2]>,
    /// The cells that see both, if the order of the cells does not matter. In ascending pairs no digit is required.
    pub(super) seen: Seen,
}

impl Pair {
    /// Returns the digits that fit one of these in the first cell or, from 1, in the last one.
    pub(super) fn fitting(&self, from: usize, digits: u32) -> u32 {
        let (mut digits, mut fitting) = (digits, 0);
        while digits != 0 {
            fitting |= self.allowed[from][digits.trailing_zeros() as usize];
            digits &= digits - 1;
        }
        fitting
    }
}

/// As many houses of one kind as of another, with the same cells, where any two of different kinds overlap.
#[derive(Debug)]
pub(super) struct Band {
    /// Number of houses of each kind.
    pub(super) count: usize,
    /// The overlaps, those of the first house of one kind with all of the other kind first.
    pub(super) parts: Vec<Vec<CellNumber>>,
}

/// The greatest number of houses of a kind in a band.
pub(super) const MOST_IN_BAND: usize = 5;

impl Band {
    /// Returns the band of a house and those after it, with the pairs of houses that overlap there. `overlaps` are the numbers
    /// of cells that houses have in common.
    fn new(
        houses: &[Vec<CellNumber>],
        overlaps: &[Vec<usize>],
        first: usize,
    ) -> Option<(Vec<[usize; 2]>, Self)> {
        let length = houses[first].len();
        let is_across = |&other: &usize| (2..length).contains(&overlaps[first][other]);
        let across: Vec<usize> = (first + 1..houses.len()).filter(is_across).collect();
        let &one = across.first()?;
        // One that overlaps a house of the other kind, and none of its own.
        let is_along = |&other: &usize| overlaps[first][other] == 0 && overlaps[other][one] > 1;
        let along: Vec<usize> =
            std::iter::once(first).chain((first + 1..houses.len()).filter(is_along)).collect();
        let count = along.len();
        if !(2..=MOST_IN_BAND).contains(&count) || across.len() != count {
            return None;
        }
        let is_even = |&one: &usize| {
            houses[one].len() == length && across.iter().all(|&other| overlaps[one][other] * count == length)
        };
        let are_apart = |kind: &[usize]| {
            (1..count).all(|place| kind[..place].iter().all(|&other| overlaps[kind[place]][other] == 0))
        };
        if !along.iter().all(is_even) || !are_apart(&along) || !are_apart(&across) {
            return None;
        }
        let pairs = || along.iter().flat_map(|&one| across.iter().map(move |&other| [one, other]));
        let overlap = |[one, other]: [usize; 2]| {
            houses[one].iter().copied().filter(|cell| houses[other].contains(cell)).collect()
        };
        let members = pairs().map(|[one, other]| [one.min(other), one.max(other)]);
        Some((members.collect(), Self { count, parts: pairs().map(overlap).collect() }))
    }
}

/// The greatest number of transitions of the automaton of a relation without repeated digits.
const MOST_WITHOUT_REPEATS: usize = 1 << 14;

/// The number of states of an automaton from which it is in the last class.
const MANY_STATES: usize = 600;

impl Requirement {
    /// Returns by rule of a board its requirements, if the search does not read its relations.
    fn of_rules(geometry: &Geometry, missing: Option<&MissingDigits>) -> Vec<Option<Vec<Self>>> {
        let of_rule = |rule: &Rule| {
            let on_missing = missing.and_then(|missing| missing.of_rule(geometry, rule));
            let sequence = |(cells, automaton)| Self::Sequence {
                cells,
                automaton,
                seen: Seen::default(),
                is_rereading: false,
            };
            on_missing.map(|found| found.into_iter().map(sequence).collect()).or_else(|| match rule {
                Rule::Cells { kind: CellsKind::CountingCircles, cells } => {
                    Some(vec![Self::Circles(Circles::new(geometry, cells))])
                }
                Rule::Open(open) => RegionClue::new(geometry, open).map(|clue| vec![Self::RegionClue(clue)]),
                _ => None,
            })
        };
        geometry.rules().iter().map(of_rule).collect()
    }

    /// Calls `act` for each cell.
    pub(super) fn each_cell(&self, mut act: impl FnMut(CellNumber)) {
        match self {
            Self::Sum(sum) => sum.each_cell(act),
            Self::House(cells) | Self::Sequence { cells, .. } => cells.iter().for_each(|&cell| act(cell)),
            Self::Overlap(parts) => parts.iter().flatten().for_each(|&cell| act(cell)),
            Self::Band(band) => band.parts.iter().flatten().for_each(|&cell| act(cell)),
            Self::Pair(pair) => pair.cells.iter().for_each(|&cell| act(cell)),
            Self::EqualSums(sums) => sums.parts().iter().for_each(|part| part.each_cell(&mut act)),
            Self::Connected(connected) => connected.layer.places().for_each(act),
            Self::RegionDigits(RegionDigits { digits, regions, .. }) => {
                digits.places().chain(regions.places()).for_each(act);
            }
            Self::RegionOrder(order) => order.regions.places().for_each(act),
            Self::RegionClue(clue) => clue.cells.iter().for_each(|&cell| act(cell)),
            Self::Circles(circles) => circles.each_cell(act),
            Self::SumLoop(sums) => sums.cells.iter().for_each(|&cell| act(cell)),
            Self::Ranks(ranks) => ranks.each_cell(act),
        }
    }

    /// Returns true if propagation once more may change something.
    pub(super) fn is_repeated(&self) -> bool {
        match self {
            Self::House(_) | Self::Overlap(_) | Self::Pair(_) | Self::Sum(_) | Self::RegionClue(_) => false,
            Self::Band(_) | Self::EqualSums(_) | Self::Circles(_) | Self::SumLoop(_) => true,
            Self::Sequence { is_rereading, .. } => *is_rereading,
            Self::Connected(_) | Self::RegionDigits(_) | Self::RegionOrder(_) | Self::Ranks(_) => true,
        }
    }

    /// Returns the place of the requirement among others: those whose propagation takes less time come first.
    fn class(&self) -> usize {
        match self {
            Self::House(_) | Self::Pair(_) => 0,
            Self::Overlap(_) | Self::Band(_) => 1,
            Self::Sum(_) | Self::EqualSums(_) | Self::RegionClue(_) | Self::Circles(_) => 2,
            Self::Sequence { automaton, .. } if automaton.size() >= MANY_STATES => 5,
            Self::Sequence { .. } | Self::RegionDigits(_) | Self::RegionOrder(_) | Self::SumLoop(_) => 3,
            Self::Connected(_) | Self::Ranks(_) => 4,
        }
    }
}

/// The requirements of a board.
#[derive(Debug)]
pub(super) struct Tables {
    values: Values,
    /// The ranks of all digits as bits.
    pub(super) all_digits: u32,
    /// By cell its candidates on the empty board, as bits of the ranks of the digits.
    pub(super) candidates: Vec<u32>,
    /// By cell those that cannot hold the same digit.
    pub(super) peers: Vec<Vec<CellNumber>>,
    pub(super) requirements: Vec<Requirement>,
    /// The requirements in the order in which they are propagated: class after class, each followed by `u32::MAX` up to the end
    /// of a word of bits.
    pub(super) order: Vec<u32>,
    /// The number of words of each class.
    pub(super) classes: Vec<usize>,
    /// By cell the places in this order of the requirements that name it, as bits of words with the number of the word.
    pub(super) of_cell: Vec<Vec<(usize, u64)>>,
    /// By cell one more than the number of rules that name it.
    pub(super) degrees: Vec<f64>,
    /// The ends of rows and columns with the digits that ranked ones begin with.
    pub(super) ends: Vec<End>,
    /// The numbers of regions that are to be found, if these numbers can be exchanged.
    pub(super) interchangeable: Option<Layer>,
}

impl Tables {
    /// Returns the tables, or `None` if the work is over before.
    pub(super) fn new(geometry: &Geometry, is_over: IsOver<'_>) -> Option<Self> {
        let values = geometry.values();
        let number = |cell| number_of(geometry, cell);
        let mut tables = Self {
            values,
            all_digits: u32::MAX >> (32 - values.count()),
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
            order: Vec::new(),
            classes: Vec::new(),
            of_cell: Vec::new(),
            degrees: Vec::new(),
            ends: Vec::new(),
            interchangeable: None,
        };
        tables.add_places(geometry);
        let missing = MissingDigits::new(geometry);
        if let Some(missing) = &missing {
            tables.add_missing(missing);
        }
        let houses = geometry
            .houses()
            .iter()
            .filter(|house| house.kind() != HouseKind::Box || !geometry.has_idle_boxes())
            .map(House::cells);
        // As many cells that differ as there are digits hold them all.
        let groups = geometry.groups_apart().iter().map(Vec::as_slice);
        let groups = houses.chain(groups).map(|cells| cells.iter().map(|&cell| number(cell)).collect());
        let with_missing = missing.iter().flat_map(|missing| missing.groups.iter().cloned());
        let mut full: Vec<Vec<CellNumber>> = Vec::new();
        for mut cells in groups.chain(with_missing).filter(|cells: &Vec<_>| cells.len() == values.count()) {
            cells.sort_unstable();
            if !full.contains(&cells) {
                full.push(cells);
            }
        }
        tables.add_houses(&full);
        if geometry.is_non_consecutive() {
            let fits = |rank: usize, other: usize| rank.abs_diff(other) != 1;
            for cells in geometry.adjacent_pairs() {
                tables.add_pair(cells.map(number), fits);
            }
        }
        tables.of_cell.resize(tables.candidates.len(), Vec::new());
        tables.degrees.resize(tables.candidates.len(), 1.0);
        let implied = geometry.implied_sums(is_over);
        let sums = Arc::new(SumTable::new(values));
        let mut automata = HashMap::new();
        let own = Requirement::of_rules(geometry, missing.as_ref());
        let of_rules = relations_of(geometry, &own).map(|relation| (relation, false));
        for (relation, is_implied) in of_rules.chain(implied.iter().map(|relation| (relation, true))) {
            if is_over(relation.transitions()) {
                return None;
            }
            let cells: Vec<CellNumber> = relation.cells().iter().map(|&cell| number(cell)).collect();
            if cells.len() > 2
                && let Some(requirement) = tables.sum_of(relation, &sums, number)
            {
                tables.requirements.push(match requirement {
                    Requirement::Sum(sum) if is_implied => Requirement::Sum(sum.implied()),
                    requirement => requirement,
                });
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
                    let are_different = geometry.all_differ(relation.cells());
                    let automaton = automata
                        .entry((relation.layers().as_ptr(), are_different))
                        .or_insert_with(|| Arc::new(automaton_of(relation, values, are_different, is_over)));
                    let automaton = Arc::clone(automaton);
                    let is_rereading = (1..cells.len()).any(|place| cells[..place].contains(&cells[place]));
                    let seen = Seen::new(&cells, &tables.peers);
                    tables.requirements.push(Requirement::Sequence { cells, automaton, seen, is_rereading });
                }
            }
        }
        for sum in geometry.covering_sums(is_over) {
            let sum = GroupSum::new(&sum, values, &sums, number, &tables.peers);
            tables.requirements.extend(sum.map(Requirement::Sum));
        }
        tables.requirements.extend(own.into_iter().flatten().flatten());
        tables.add_globals(geometry, number);
        tables.put_in_order();
        for (place, &number) in tables.order.iter().enumerate().filter(|(_, number)| **number != u32::MAX) {
            let requirement = &tables.requirements[number as usize];
            let is_of_rule = matches!(
                requirement,
                Requirement::Pair(_)
                    | Requirement::Sum(_)
                    | Requirement::EqualSums(_)
                    | Requirement::Sequence { .. }
                    | Requirement::RegionClue(_)
                    | Requirement::Circles(_)
                    | Requirement::SumLoop(_)
            );
            let (word, bit) = (place / 64, 1 << (place % 64));
            requirement.each_cell(|cell| {
                let of_cell = &mut tables.of_cell[usize::from(cell)];
                let is_named = match of_cell.last_mut() {
                    Some((last, places)) if *last == word => {
                        std::mem::replace(places, *places | bit) & bit != 0
                    }
                    _ => {
                        of_cell.push((word, bit));
                        false
                    }
                };
                if !is_named {
                    tables.degrees[usize::from(cell)] += f64::from(u8::from(is_of_rule));
                }
            });
        }
        Some(tables)
    }

    fn put_in_order(&mut self) {
        let mut order: Vec<u32> = (0..).zip(&self.requirements).map(|(number, _)| number).collect();
        let class = |number: u32| self.requirements[number as usize].class();
        order.sort_by_key(|&number| class(number));
        for class in order.chunk_by(|&one, &other| class(one) == class(other)) {
            let words = class.len().div_ceil(64);
            self.order.extend(class);
            self.classes.push(words);
            self.order.resize(self.classes.iter().sum::<usize>() * 64, u32::MAX);
        }
    }

    /// Returns an upper estimate of the bytes of the automata of a board.
    pub(super) fn bytes(geometry: &Geometry) -> usize {
        let mut counted = HashSet::new();
        let own = Requirement::of_rules(geometry, MissingDigits::new(geometry).as_ref());
        let bytes = |relation: &Relation| {
            let are_different = relation.cells().len() > 2 && geometry.all_differ(relation.cells());
            if !counted.insert((relation.layers().as_ptr(), are_different)) {
                return 0;
            }
            let most = if are_different { MOST_WITHOUT_REPEATS } else { 0 };
            Automaton::bytes(relation, geometry.values(), most)
        };
        relations_of(geometry, &own).map(bytes).sum()
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

    /// Returns the requirement of a relation of sums, if there are few enough digits.
    fn sum_of(
        &self,
        relation: &Relation,
        sums: &Arc<SumTable>,
        number: impl Fn(Cell) -> CellNumber,
    ) -> Option<Requirement> {
        if let Some(sum) = relation.sum() {
            return GroupSum::new(sum, self.values, sums, number, &self.peers).map(Requirement::Sum);
        }
        let parts = relation.equal_sums()?;
        EqualSums::new(parts, self.values, sums, number, &self.peers).map(Requirement::EqualSums)
    }

    /// Adds the places after the cells: the numbers of their regions if these are to be found, and variables.
    fn add_places(&mut self, geometry: &Geometry) {
        let regions = if geometry.has_regions_to_find() { geometry.cell_count() } else { 0 };
        let of_ranks = |count: usize| u32::MAX >> (32 - count);
        self.candidates.extend((0..regions).map(|_| of_ranks(geometry.side())));
        self.candidates.resize(geometry.place_count(), of_ranks(self.values.count()));
        self.peers.resize(geometry.place_count(), Vec::new());
    }

    /// Adds the places of the digits that houses lack, with what differs from them.
    fn add_missing(&mut self, missing: &MissingDigits) {
        let count = self.candidates.len() + missing.added;
        self.candidates.resize(count, self.all_digits);
        if let Some(zero) = missing.zero {
            self.candidates[usize::from(zero)] = 1;
        }
        self.peers.resize(count, Vec::new());
        for group in &missing.groups {
            for &cell in group {
                let peers = &mut self.peers[usize::from(cell)];
                let others = group.iter().filter(|&&other| other != cell && !peers.contains(&other));
                let others: Vec<CellNumber> = others.copied().collect();
                peers.extend(others);
            }
        }
    }

    /// Adds what the rules require of the whole board.
    fn add_globals(&mut self, geometry: &Geometry, number: impl Fn(Cell) -> CellNumber) {
        let side = geometry.side();
        let digits = Layer { side, first: 0 };
        if geometry.has_regions_to_find() {
            let regions = Layer { side, first: digits.count() };
            let is_symmetric = |relation: &Relation| {
                relation.is_symmetric(self.values, side, |cell| cell.cell_of_region().is_some())
            };
            if geometry.relations_with_variables().iter().all(is_symmetric) {
                self.interchangeable = Some(regions);
            } else {
                self.requirements.push(Requirement::RegionOrder(RegionOrder { regions }));
            }
            let count = self.values.count();
            self.requirements.push(Requirement::RegionDigits(RegionDigits { digits, regions, count }));
            self.requirements.extend((0..side).map(|region| {
                Requirement::Connected(Connected { layer: regions, digits: 1 << region, size: Some(side) })
            }));
        }
        for (_, global) in geometry.globals() {
            match global {
                &Global::Connected { digits: of, size } => {
                    let connected = Connected { layer: digits, digits: of, size };
                    self.requirements.push(Requirement::Connected(connected));
                }
                Global::SumLoop { cells, sum } => {
                    let cells = cells.iter().map(|&cell| number(cell)).collect();
                    let sums = SumLoop::new(cells, *sum, self.values);
                    self.requirements.push(Requirement::SumLoop(sums));
                }
                Global::Rank { .. } | Global::DifferentNumbers => {}
            }
        }
        if let Some(ranks) = Ranks::new(geometry, number) {
            for (cell, rank) in ranks.first_digits() {
                self.candidates[usize::from(cell)] &= 1 << rank;
            }
            self.ends = ranks.ends();
            self.requirements.push(Requirement::Ranks(ranks));
        }
    }

    /// Adds houses, and their overlaps of two cells or more: bands, and the overlaps that are in no band.
    fn add_houses(&mut self, houses: &[Vec<CellNumber>]) {
        self.requirements.extend(houses.iter().cloned().map(Requirement::House));
        let mut of_cell = vec![Vec::new(); self.candidates.len()];
        for (number, house) in houses.iter().enumerate() {
            house.iter().for_each(|&cell| of_cell[usize::from(cell)].push(number));
        }
        let mut overlaps = vec![vec![0; houses.len()]; houses.len()];
        for of_cell in of_cell {
            for &one in &of_cell {
                of_cell.iter().for_each(|&other| overlaps[one][other] += 1);
            }
        }
        let mut in_bands = HashSet::new();
        for first in 0..houses.len() {
            let Some((members, band)) = Band::new(houses, &overlaps, first) else { continue };
            if in_bands.insert(members[0]) {
                self.requirements.push(Requirement::Band(band));
                in_bands.extend(members);
            }
        }
        for (first, house) in houses.iter().enumerate() {
            for (second, other) in houses.iter().enumerate().skip(first + 1) {
                let common = overlaps[first][second];
                if common < 2 || common == house.len() || in_bands.contains(&[first, second]) {
                    continue;
                }
                let (both, alone): (Vec<CellNumber>, Vec<CellNumber>) =
                    house.iter().partition(|cell| other.contains(cell));
                let other = other.iter().copied().filter(|cell| !house.contains(cell)).collect();
                self.requirements.push(Requirement::Overlap([both, alone, other]));
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
            let seen =
                if allowed[0] == allowed[1] { Seen::new(&cells, &self.peers) } else { Seen::default() };
            self.requirements.push(Requirement::Pair(Pair { cells, allowed, seen }));
        }
    }
}

/// Returns the relations of the rules of a board that have no requirement of their own.
fn relations_of<'g>(
    geometry: &'g Geometry,
    own: &[Option<Vec<Requirement>>],
) -> impl Iterator<Item = &'g Relation> {
    let relations = geometry.relations().iter().chain(geometry.relations_with_variables());
    relations.filter(|relation| own.get(relation.rule()).is_none_or(Option::is_none))
}

/// Returns the automaton of a relation, for cells that hold different digits if that is small enough.
fn automaton_of(relation: &Relation, values: Values, are_different: bool, is_over: IsOver<'_>) -> Automaton {
    let narrow =
        are_different.then(|| relation.without_repeats(values, MOST_WITHOUT_REPEATS, is_over)).flatten();
    Automaton::new(narrow.as_ref().unwrap_or(relation).layers(), values)
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
