//! The board in the form that techniques need: houses as lists of cells, peers, intersections of houses.
//!
//! It is made once for a board and is immutable. Cells, digits and houses are numbers here: cells row by row,
//! digits from 0 for the least, houses in the order of [`Geometry::houses`]. A house with fewer cells than there are digits
//! need not hold a digit: its cells are peers, and it is none of the houses here.

use std::sync::Arc;

use super::cells::CellSet;
use crate::human::step::HouseName;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Cage, Candidate, Cell, Digit, Geometry, House, HouseKind, Relation, Values};

/// The greatest number of houses; the cells of others are peers alone. Samurai have 131.
const MOST_ROOMS: usize = 255;

/// Two houses with at least two common cells, and at least one further cell in the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// The places of the common cells in the first house.
    pub(crate) in_first: u32,
    /// The places of the common cells in the second house.
    pub(crate) in_second: u32,
}

/// A house by its cells.
#[derive(Clone, Debug)]
pub(crate) struct HouseCells {
    pub(crate) name: HouseName,
    pub(crate) cells: Vec<usize>,
    pub(crate) set: CellSet,
}

/// A cage by its cells, with the sets of digits that have its sum.
#[derive(Clone, Debug)]
pub(crate) struct CageCells {
    pub(crate) cells: Vec<usize>,
    pub(crate) set: CellSet,
    /// The sum of its digits.
    pub(crate) sum: u32,
    /// The sum of its digits if the least is counted as 1.
    pub(crate) total: u32,
    pub(crate) combinations: Vec<u32>,
    /// The digits of all combinations together.
    pub(crate) digits: u32,
}

/// A relation of a rule: the digits that its cells may hold together.
#[derive(Clone, Debug)]
pub(crate) struct RelationCells {
    pub(crate) relation: Relation,
    /// The cells that it reads, in its order.
    pub(crate) cells: Vec<usize>,
    pub(crate) rule: Arc<Rule>,
}

/// A house that contains a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membership {
    pub(crate) room: usize,
    /// The place of the cell in it, as a bit.
    pub(crate) place: u32,
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) side: usize,
    /// True if every cell is in one row, one column and one box or region, and these are the first houses in this order, or
    /// there are no houses.
    pub(crate) is_square: bool,
    /// False if the board has rules that techniques do not know: their digits alone do not tell whether they hold.
    pub(crate) knows_all_rules: bool,
    /// The cells that are no part of the board.
    blocked: CellSet,
    /// The digits of the board, and their number.
    pub(crate) values: Values,
    pub(crate) count: usize,
    /// Every digit.
    pub(crate) all_digits: u32,
    pub(crate) rooms: Vec<HouseCells>,
    /// The houses of one cell after the other, and the index of the first one of each cell.
    memberships: Vec<Membership>,
    first_memberships: Vec<usize>,
    /// By cell, the cells that cannot hold the same digit.
    pub(crate) peers: Vec<CellSet>,
    pub(crate) crossings: Vec<Crossing>,
    /// True if there are no rules besides rows, columns and boxes.
    pub(crate) is_plain: bool,
    /// By cell, the digits that it may hold regardless of other cells; empty on plain boards.
    allowed: Vec<u32>,
    /// By cell, the adjacent ones, which cannot hold a consecutive digit; empty without that rule.
    beside: Vec<CellSet>,
    pub(crate) cages: Vec<CageCells>,
    /// The relations of all rules but cages, and by cell the numbers of those that read it.
    pub(crate) readers: Vec<RelationCells>,
    readers_of: Vec<Vec<usize>>,
    /// The relations of cages.
    cage_readers: Vec<RelationCells>,
    /// By cell, the numbers of all relations that read it: those of rules, then those of cages.
    all_readers_of: Vec<Vec<usize>>,
    /// By cell, the number of its cage; empty without cages.
    cage_numbers: Vec<Option<usize>>,
    /// The number of the first house that is neither a row nor a column.
    pub(crate) first_box: usize,
    pub(crate) box_height: usize,
    pub(crate) box_width: usize,
    cells: Vec<Cell>,
    digits: Vec<Digit>,
}

impl Layout {
    pub(crate) fn new(geometry: &Geometry) -> Layout {
        let side = geometry.side();
        let is_idle = geometry.has_idle_boxes();
        let is_used =
            |house: &&House| geometry.is_full(house) && (house.kind() != HouseKind::Box || !is_idle);
        let rooms: Vec<HouseCells> =
            geometry.houses().iter().filter(is_used).take(MOST_ROOMS).map(room(geometry)).collect();
        let (mut memberships, mut first_memberships) = (Vec::new(), vec![0]);
        for cell in 0..geometry.cell_count() {
            for (number, room) in rooms.iter().enumerate() {
                if let Some(place) = room.cells.iter().position(|&other| other == cell) {
                    memberships.push(Membership { room: number, place: 1 << place });
                }
            }
            first_memberships.push(memberships.len());
        }
        let peers = geometry
            .cells()
            .map(|cell| geometry.peers(cell).iter().map(|&peer| geometry.index(peer)).collect());
        let readers: Vec<RelationCells> = geometry.relations_beside_cages().map(reader(geometry)).collect();
        let mut readers_of = vec![Vec::new(); if readers.is_empty() { 0 } else { geometry.cell_count() }];
        for (number, reader) in readers.iter().enumerate() {
            for &cell in &reader.cells {
                if readers_of[cell].last() != Some(&number) {
                    readers_of[cell].push(number);
                }
            }
        }
        let cage_readers: Vec<RelationCells> = geometry.relations_of_cages().map(reader(geometry)).collect();
        let mut all_readers_of = readers_of.clone();
        if !cage_readers.is_empty() {
            all_readers_of.resize(geometry.cell_count(), Vec::new());
        }
        for (number, reader) in (readers.len()..).zip(&cage_readers) {
            reader.cells.iter().for_each(|&cell| all_readers_of[cell].push(number));
        }
        let is_line = |room: &HouseCells| matches!(room.name.kind, HouseKind::Row | HouseKind::Column);
        Layout {
            side,
            is_square: geometry.is_square(),
            knows_all_rules: !geometry.exceeds_exact_cover(),
            blocked: (0..).zip(geometry.blocked()).filter(|(_, is)| **is).map(|(cell, _)| cell).collect(),
            first_box: rooms.iter().take_while(|room| is_line(room)).count(),
            values: geometry.values(),
            count: geometry.values().count(),
            all_digits: (1 << geometry.values().count()) - 1,
            crossings: crossings(&rooms),
            rooms,
            memberships,
            first_memberships,
            peers: peers.collect(),
            is_plain: geometry.is_plain(),
            allowed: allowed(geometry),
            beside: beside(geometry),
            cages: geometry.cages().iter().map(|cage| pen(geometry, cage)).collect(),
            readers,
            readers_of,
            cage_readers,
            all_readers_of,
            cage_numbers: geometry.cells().map(|cell| geometry.cage_number(cell)).collect(),
            box_height: geometry.box_height(),
            box_width: geometry.box_width(),
            cells: geometry.cells().collect(),
            digits: geometry.digits().collect(),
        }
    }

    /// Returns true if the cell is no part of the board. It counts as filled, with a digit that nothing reads.
    pub(crate) fn is_blocked(&self, cell: usize) -> bool {
        self.blocked.contains(cell)
    }

    /// Returns the houses of the cell.
    pub(crate) fn memberships(&self, cell: usize) -> &[Membership] {
        &self.memberships[self.first_memberships[cell]..self.first_memberships[cell + 1]]
    }

    /// Returns the numbers of the houses of the cell.
    pub(crate) fn rooms_with(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.memberships(cell).iter().map(|membership| membership.room)
    }

    pub(crate) fn cell(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    pub(crate) fn digit(&self, digit: usize) -> Digit {
        self.digits[digit]
    }

    pub(crate) fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate { cell: self.cells[cell], digit: self.digits[digit] }
    }

    /// Returns the number of a cell of the board.
    pub(crate) fn number_of(&self, cell: Cell) -> usize {
        cell.row() * self.side + cell.column()
    }

    /// Returns the number of a digit of the board.
    pub(crate) fn number_of_digit(&self, digit: Digit) -> usize {
        self.values.rank(digit)
    }

    /// Returns true if the cells cannot hold the same digit.
    pub(crate) fn sees(&self, cell: usize, other: usize) -> bool {
        self.peers[cell].contains(other)
    }

    /// Returns the digits that the cell may hold regardless of other cells.
    pub(crate) fn allowed(&self, cell: usize) -> u32 {
        self.allowed.get(cell).copied().unwrap_or(self.all_digits)
    }

    /// Returns the adjacent cells, if they cannot hold consecutive digits.
    pub(crate) fn beside(&self, cell: usize) -> CellSet {
        self.beside.get(cell).copied().unwrap_or(CellSet::EMPTY)
    }

    /// Returns true if adjacent cells cannot hold consecutive digits.
    pub(crate) fn is_non_consecutive(&self) -> bool {
        !self.beside.is_empty()
    }

    /// Returns the digits consecutive to this one.
    pub(crate) fn next_to(&self, digit: usize) -> u32 {
        (2 << digit | (1 << digit) >> 1) & self.all_digits
    }

    /// Returns the relations of rules that read the cell.
    pub(crate) fn readers_of(&self, cell: usize) -> impl Iterator<Item = &RelationCells> {
        self.readers_of.get(cell).into_iter().flatten().map(|&number| &self.readers[number])
    }

    /// Returns the number of all relations, those of cages among them.
    pub(crate) fn reader_count(&self) -> usize {
        self.readers.len() + self.cage_readers.len()
    }

    /// Returns the relation of this number among those of rules, which come first, and of cages.
    pub(crate) fn reader(&self, number: usize) -> &RelationCells {
        self.readers.get(number).unwrap_or_else(|| &self.cage_readers[number - self.readers.len()])
    }

    /// Returns the numbers of the relations, those of cages among them, that read the cell.
    pub(crate) fn all_readers_of(&self, cell: usize) -> &[usize] {
        self.all_readers_of.get(cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the rules that have relations, cages last, each with its relations; those of a rule about the whole board
    /// one by one.
    pub(crate) fn demands(&self) -> impl Iterator<Item = (&Arc<Rule>, &[RelationCells])> {
        let cages = self.cage_readers.chunk_by(|one, other| Arc::ptr_eq(&one.rule, &other.rule));
        self.readers_by_rule().chain(cages).map(|readers| (&readers[0].rule, readers))
    }

    /// Returns the digits that each cell of a relation has in the combinations that it allows of these digits.
    pub(crate) fn possible_for(&self, reader: &RelationCells, digits: impl Fn(usize) -> u32) -> Vec<u32> {
        // Relations have digits by their values.
        let least = self.values.least();
        let supported = reader.relation.supported(|cell| digits(self.number_of(cell)) << least);
        supported.into_iter().map(|digits| digits >> least).collect()
    }

    /// Returns the relations that belong together: those of each rule that is not a cage, but one by one if the rule is
    /// about the whole board.
    pub(crate) fn readers_by_rule(&self) -> impl Iterator<Item = &[RelationCells]> {
        self.readers.chunk_by(|one, other| {
            Arc::ptr_eq(&one.rule, &other.rule) && !matches!(*one.rule, Rule::Variant(_))
        })
    }

    /// Returns the cage of the cell.
    pub(crate) fn cage_number(&self, cell: usize) -> Option<usize> {
        self.cage_numbers[cell]
    }

    /// Returns true if the first candidate, a cell and a digit, always excludes the second, in another cell.
    pub(crate) fn excludes(&self, (cell, digit): (usize, usize), (other, lost): (usize, usize)) -> bool {
        if digit == lost {
            self.sees(cell, other)
        } else {
            digit.abs_diff(lost) == 1 && self.beside.get(cell).is_some_and(|beside| beside.contains(other))
        }
    }

    /// Returns the cells that see all of these.
    pub(crate) fn seen_by_all(&self, cells: impl IntoIterator<Item = usize>) -> CellSet {
        let mut cells = cells.into_iter();
        let first = cells.next().map_or(CellSet::EMPTY, |cell| self.peers[cell]);
        cells.fold(first, |seen, cell| seen.and(&self.peers[cell]))
    }

    /// Returns the cells adjacent to all of these, if adjacent cells cannot hold consecutive digits.
    pub(crate) fn beside_all(&self, cells: impl IntoIterator<Item = usize>) -> CellSet {
        if !self.is_non_consecutive() {
            return CellSet::EMPTY;
        }
        let mut cells = cells.into_iter();
        let first = cells.next().map_or(CellSet::EMPTY, |cell| self.beside(cell));
        cells.fold(first, |beside, cell| beside.and(&self.beside(cell)))
    }

    /// Returns the houses that contain both cells.
    pub(crate) fn common_rooms(&self, cell: usize, other: usize) -> impl Iterator<Item = usize> + '_ {
        self.rooms_with(cell).filter(move |&room| self.rooms[room].set.contains(other))
    }

    /// Returns the boxes, or the regions in their place.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rooms.len()).filter(move |&room| self.rooms[room].name.kind.is_box())
    }

    /// Returns the house of this kind that contains the cell.
    pub(crate) fn room_at(&self, cell: usize, kind: HouseKind) -> Option<usize> {
        self.rooms_with(cell).find(|&room| self.rooms[room].name.kind == kind)
    }
}

fn room(geometry: &Geometry) -> impl Fn(&House) -> HouseCells {
    |house| {
        let cells: Vec<usize> = house.cells().iter().map(|&cell| geometry.index(cell)).collect();
        let name = HouseName { kind: house.kind(), number: house.number() };
        HouseCells { name, set: cells.iter().copied().collect(), cells }
    }
}

fn allowed(geometry: &Geometry) -> Vec<u32> {
    if geometry.is_plain() {
        return Vec::new();
    }
    let allowed = |cell| {
        let digits = geometry.digits().filter(|&digit| geometry.allows(Candidate { cell, digit }));
        digits.fold(0, |allowed, digit| allowed | 1 << geometry.values().rank(digit))
    };
    geometry.cells().map(allowed).collect()
}

fn beside(geometry: &Geometry) -> Vec<CellSet> {
    if !geometry.is_non_consecutive() {
        return Vec::new();
    }
    let beside = |cell| geometry.neighbors(cell).map(|other| geometry.index(other)).collect();
    geometry.cells().map(beside).collect()
}

fn reader(geometry: &Geometry) -> impl Fn(&Relation) -> RelationCells {
    let rules: Vec<Arc<Rule>> = geometry.rules().iter().cloned().map(Arc::new).collect();
    move |relation| RelationCells {
        cells: relation.cells().iter().map(|&cell| geometry.index(cell)).collect(),
        rule: Arc::clone(&rules[relation.rule()]),
        relation: relation.clone(),
    }
}

fn pen(geometry: &Geometry, cage: &Cage) -> CageCells {
    let cells: Vec<usize> = cage.cells().iter().map(|&cell| geometry.index(cell)).collect();
    // Digits are counted from 0 here, and from 1 in sums.
    let least = geometry.values().least();
    let combinations: Vec<u32> = cage.combinations().iter().map(|set| set >> least).collect();
    let added = u32::try_from(cells.len()).unwrap_or(u32::MAX) * u32::from(1 - least);
    CageCells {
        set: cells.iter().copied().collect(),
        cells,
        sum: cage.sum(),
        total: cage.sum() + added,
        digits: combinations.iter().fold(0, |digits, set| digits | set),
        combinations,
    }
}

fn crossings(rooms: &[HouseCells]) -> Vec<Crossing> {
    let places = |room: &HouseCells, common: &CellSet| {
        let cells = room.cells.iter().enumerate();
        cells
            .filter(|(_, cell)| common.contains(**cell))
            .fold(0_u32, |places, (place, _)| places | 1 << place)
    };
    let mut crossings = Vec::new();
    for (first, one) in rooms.iter().enumerate() {
        for (second, other) in rooms.iter().enumerate() {
            let common = one.set.and(&other.set);
            if first != second && common.len() > 1 && common.len() < one.cells.len() {
                let (in_first, in_second) = (places(one, &common), places(other, &common));
                crossings.push(Crossing { first, second, in_first, in_second });
            }
        }
    }
    crossings
}
