//! Almost locked sets: n cells of a house with n + 1 candidates. Sound on every variant.
//!
//! A set that lacks one of its digits holds all others. A restricted common digit of two sets, whose places
//! in one all see those in the other, is in at most one of them, so that one of the sets is locked.

use std::collections::HashSet;

use super::deduction::{eliminate_from, link, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::parts::{Node, Strength};
use crate::human::pattern::AlmostLocked;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::work::Work;

/// The greatest number of cells of a set on boards with sides up to 9, and on larger ones, where there would
/// be far too many sets.
const MOST_CELLS: usize = 8;
const MOST_CELLS_LARGE: usize = 3;
/// The greatest number of sets: boards of side 9 seldom have half as many.
const MOST_SETS: usize = 1500;
/// Number of sets that count as one step of work.
const PARTS_OF_A_STEP: usize = 16;
/// The greatest number of bonds of a chain.
const LONGEST_CHAIN: usize = 50;
/// The same in the list of all chains.
const LONGEST_LISTED: usize = 7;
/// The greatest number of chains in the list of all, and of bonds that are followed for it. Only states with few
/// clues or rules besides those of houses reach it.
const MOST_CHAINS: usize = 10_000;
const MOST_BONDS: usize = 100_000_000;

#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) cells: CellSet,
    pub(super) digits: u32,
    /// By digit, its cells within the set.
    pub(super) places: Vec<CellSet>,
    /// By digit, the cells that see all of those.
    pub(super) seen: Vec<CellSet>,
}

/// Two sets with one or two restricted common digits.
#[derive(Clone, Copy, Debug)]
struct Bond {
    one: usize,
    /// A set that comes later.
    other: usize,
    digit: usize,
    second: Option<usize>,
    /// True if the sets have no cell in common.
    is_apart: bool,
}

/// The digits of a bond by which a chain goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChainDigits {
    First,
    Second,
    Both,
}

/// A bond of a chain, by its number.
#[derive(Clone, Copy, Debug)]
struct ChainLink {
    bond: usize,
    taken: ChainDigits,
    /// The set to which it leads.
    end: usize,
    /// The place of the link before it.
    before: usize,
    /// The number of links up to this one.
    length: usize,
}

/// Two sets and the digit that connects them.
type Joint = ([usize; 2], usize);

/// All sets of a board, valid until it changes.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    sets: Vec<Set>,
    /// In the order of their sets.
    bonds: Vec<Bond>,
    /// By set, the numbers of its bonds, and how many of them are with earlier sets, which come first.
    bonds_of: Vec<Vec<usize>>,
    earlier: Vec<usize>,
}

/// Finds one of the five patterns. The sets are computed if they are missing. By default, as in HoDoKu, sets
/// that are connected have no cells in common, nor have the ends of an XY-wing.
pub(super) fn find(
    board: &Candidates,
    known: &mut Option<Sets>,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let sets = known.get_or_insert_with(|| Sets::of(board, work));
    match technique {
        Technique::WxyzWing => sets.xz(board, finds, work, |bond| sets.is_wing(bond, 4)),
        Technique::VwxyzWing => sets.xz(board, finds, work, |bond| sets.is_wing(bond, 5)),
        Technique::AlsXz => sets.xz(board, finds, work, |_| true),
        Technique::AlsXyWing => sets.wing(board, finds, work),
        _ => sets.chains(board, finds, work),
    }
}

impl Sets {
    fn of(board: &Candidates, work: &Work<'_, '_>) -> Sets {
        let sets = sets_of(board, work);
        let bonds = bonds_between(&sets, work);
        let mut bonds_of = vec![Vec::new(); sets.len()];
        let mut earlier = vec![0; sets.len()];
        for (number, bond) in bonds.iter().enumerate() {
            bonds_of[bond.one].push(number);
            bonds_of[bond.other].push(number);
            earlier[bond.other] += 1;
        }
        Sets { sets, bonds, bonds_of, earlier }
    }

    fn eliminate_common(&self, board: &Candidates, one: usize, other: usize, digit: usize, step: &mut Step) {
        let seen = self.sets[one].seen[digit].and(&self.sets[other].seen[digit]);
        eliminate_from(board, step, &seen, digit);
    }

    /// Returns the pattern of these sets with the digits that connect them, and the digits that one of the outer sets
    /// holds.
    fn described(&self, board: &Candidates, sets: &[usize], joints: &[Joint], held: u32) -> AlmostLocked {
        let layout = board.layout();
        let set = |&set: &usize| locked_cells(board, &self.sets[set].cells, self.sets[set].digits);
        let linked = |&([one, other], digit): &Joint| {
            let [from, to] = [one, other].map(|set| Node {
                digit: layout.digit(digit),
                cells: self.sets[set].places[digit].iter().map(|cell| layout.cell(cell)).collect(),
            });
            link(board, from, Strength::Weak, to)
        };
        AlmostLocked {
            sets: sets.iter().map(set).collect(),
            joints: joints.iter().map(|&(_, digit)| layout.digit(digit)).collect(),
            held: bits(held).map(|digit| layout.digit(digit)).collect(),
            links: joints.iter().map(linked).collect(),
        }
    }

    /// Finds two sets with a restricted common digit: another common digit is in one of them. With two
    /// restricted common digits each set is locked without the digit that it does not hold.
    fn xz(
        &self,
        board: &Candidates,
        finds: &mut Finds<'_>,
        work: &Work<'_, '_>,
        is_wanted: impl Fn(&Bond) -> bool,
    ) -> bool {
        let overlaps = finds.is_exhaustive();
        for bond in self.bonds.iter().filter(|bond| (bond.is_apart || overlaps) && is_wanted(bond)) {
            if work.is_over() {
                return false;
            }
            let &Bond { one, other, digit, second, .. } = bond;
            let common = self.sets[one].digits & self.sets[other].digits & !(1 << digit);
            bits(common).for_each(|digit| self.eliminate_common(board, one, other, digit, finds.step));
            let mut joints = vec![([one, other], digit)];
            let mut held = digits_of(board, finds.step);
            if let Some(second) = second {
                let found = finds.step.eliminations.len();
                self.doubly_linked(board, [one, other], [digit, second], finds.step);
                if finds.step.eliminations.len() > found {
                    // Neither set holds any digit for certain besides its own.
                    joints.push(([one, other], second));
                    held = 0;
                }
            }
            if !finds.step.eliminations.is_empty()
                && finds.take(self.described(board, &[one, other], &joints, held))
            {
                return true;
            }
        }
        false
    }

    /// Returns true if the sets have this number of cells and of digits together, and one restricted common digit.
    fn is_wing(&self, bond: &Bond, size: usize) -> bool {
        let [one, other] = [bond.one, bond.other].map(|set| &self.sets[set]);
        let (cells, digits) = (one.cells.len() + other.cells.len(), count(one.digits | other.digits));
        bond.is_apart && bond.second.is_none() && [cells, digits] == [size, size]
    }

    /// Writes the eliminations by two sets with two restricted common digits. HoDoKu does not list those in
    /// the other set.
    fn doubly_linked(&self, board: &Candidates, pair: [usize; 2], joints: [usize; 2], step: &mut Step) {
        let [one, other] = pair;
        for digit in joints {
            self.eliminate_common(board, one, other, digit, step);
        }
        for [set, other] in [[one, other], [other, one]].map(|pair| pair.map(|set| &self.sets[set])) {
            for digit in bits(set.digits & !(1 << joints[0]) & !(1 << joints[1])) {
                eliminate_from(board, step, &set.seen[digit].minus(&other.cells), digit);
            }
        }
    }

    /// Finds a set with restricted common digits with two others: a digit common to these two is in one of
    /// them. No digit is eliminated that connects two of the sets.
    fn wing(&self, board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        for (number, first) in self.bonds.iter().enumerate() {
            if !first.is_apart && !finds.is_exhaustive() {
                continue;
            }
            let later = |set: usize| {
                let bonds = &self.bonds_of[set];
                &bonds[bonds.partition_point(|&bond| bond <= number)..]
            };
            let mut seconds = [later(first.one), later(first.other)].concat();
            seconds.sort_unstable();
            for second in seconds.into_iter().map(|second| &self.bonds[second]) {
                if work.is_over() {
                    return false;
                }
                let is_same =
                    first.digit == second.digit && first.second.is_none() && second.second.is_none();
                if is_same || !second.is_apart && !finds.is_exhaustive() {
                    continue;
                }
                let middle =
                    if [first.one, first.other].contains(&second.one) { second.one } else { second.other };
                let [one, other] = [first, second].map(|bond| bond.end_from(middle));
                let [mine, theirs] = [one, other].map(|set| &self.sets[set]);
                let is_part =
                    mine.cells.is_subset_of(&theirs.cells) || theirs.cells.is_subset_of(&mine.cells);
                if is_part || !finds.is_exhaustive() && !mine.cells.and(&theirs.cells).is_empty() {
                    continue;
                }
                let lost = mine.digits & theirs.digits & !first.digits() & !second.digits();
                bits(lost).for_each(|digit| self.eliminate_common(board, one, other, digit, finds.step));
                if !finds.step.eliminations.is_empty() {
                    let [x, y] = first.two_digits(second);
                    let joints = [([one, middle], x), ([other, middle], y)];
                    let held = digits_of(board, finds.step);
                    let mut wing = self.described(board, &[one, other, middle], &joints, held);
                    wing.joints.sort_unstable();
                    if finds.take(wing) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Finds chains of at least four sets, each connected to the next by another digit than to the one before. If
    /// the first set lacks a digit, the last one holds it. By default each set comes after those before it in
    /// HoDoKu's order. A chain with few sets is found for each set of eliminations.
    fn chains(&self, board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        let is_all = finds.is_exhaustive();
        let longest = if is_all { LONGEST_LISTED } else { LONGEST_CHAIN };
        let mut known = HashSet::new();
        // Two and three sets are an XZ-rule and an XY-wing. They may be the beginning of several chains, so that
        // chains of different lengths to the same bond are kept apart up to four sets.
        let mut reached = vec![false; 18 * self.bonds.len()];
        let mut queue: Vec<ChainLink> = Vec::new();
        let mut followed = 0;
        let begins = (0..self.sets.len()).flat_map(|start| {
            let bonds = self.onward(start, is_all).iter().map(move |&bond| (start, bond));
            bonds.flat_map(|begin| [(begin, ChainDigits::First), (begin, ChainDigits::Second)])
        });
        for ((start, number), taken) in begins {
            let first = &self.bonds[number];
            let is_begin =
                (first.is_apart || is_all) && (taken == ChainDigits::First || first.second.is_some());
            if !is_begin {
                continue;
            }
            // A thousandth of the marks may have been set.
            for link in queue.drain(..).filter(|link| link.length > 1) {
                reached[link.key(&self.bonds)] = false;
            }
            let end = first.end_from(start);
            queue.push(ChainLink { bond: number, taken, end, before: 0, length: 1 });
            let mut next = 0;
            while let Some(&here) = queue.get(next) {
                let bond = &self.bonds[here.bond];
                if here.length >= 3 {
                    let common = self.sets[start].digits & self.sets[here.end].digits;
                    for digit in bits(common & !first.taken(taken) & !bond.taken(here.taken)) {
                        self.eliminate_common(board, start, here.end, digit, finds.step);
                    }
                    finds.step.finish();
                    let is_first = !finds.step.eliminations.is_empty()
                        && known.len() < MOST_CHAINS
                        && known.insert(finds.step.eliminations.clone());
                    if is_first {
                        let held = digits_of(board, finds.step);
                        if finds.take(self.described_chain(board, start, &queue, next, held)) {
                            return true;
                        }
                    }
                    finds.step.eliminations.clear();
                }
                let onward = if here.length < longest { self.onward(here.end, is_all) } else { &[] };
                followed += onward.len();
                if work.is_over_after(1 + onward.len() / PARTS_OF_A_STEP) || followed > MOST_BONDS {
                    return false;
                }
                for &onward in onward {
                    let to = &self.bonds[onward];
                    let Some(taken) = to.after(bond, here.taken) else { continue };
                    let end = to.end_from(here.end);
                    let link = ChainLink { bond: onward, taken, end, before: next, length: here.length + 1 };
                    let key = link.key(&self.bonds);
                    if !reached[key]
                        && (to.is_apart || is_all)
                        && !(is_all && contains(&queue, next, start, end))
                    {
                        reached[key] = true;
                        queue.push(link);
                    }
                }
                next += 1;
            }
        }
        false
    }

    /// Returns the bonds by which a chain goes on from a set: those with later sets, or with all.
    fn onward(&self, set: usize, is_all: bool) -> &[usize] {
        let bonds = &self.bonds_of[set];
        &bonds[if is_all { 0 } else { self.earlier[set] }..]
    }

    fn described_chain(
        &self,
        board: &Candidates,
        start: usize,
        queue: &[ChainLink],
        end: usize,
        held: u32,
    ) -> AlmostLocked {
        let (mut sets, mut joints) = (Vec::new(), Vec::new());
        let mut place = end;
        for _ in 0..queue[end].length {
            let link = queue[place];
            let bond = &self.bonds[link.bond];
            let digit = bits(bond.taken(link.taken)).next().unwrap_or(bond.digit);
            joints.push(([bond.end_from(link.end), link.end], digit));
            sets.push(link.end);
            place = link.before;
        }
        sets.push(start);
        sets.reverse();
        joints.reverse();
        self.described(board, &sets, &joints, held)
    }
}

impl ChainLink {
    /// Returns the place of a link that is not the first among the marks of all links.
    fn key(&self, bonds: &[Bond]) -> usize {
        let from = bonds[self.bond].end_from(self.end);
        let key = (self.bond * 2 + usize::from(self.end < from)) * 9;
        key + (self.length.min(4) - 2) * 3 + self.taken as usize
    }
}

/// Returns true if the chain to this entry of a queue contains the set.
fn contains(queue: &[ChainLink], entry: usize, start: usize, set: usize) -> bool {
    let mut place = entry;
    while queue[place].length > 1 && queue[place].end != set {
        place = queue[place].before;
    }
    queue[place].end == set || start == set
}

impl Bond {
    /// Returns the set at the other end.
    fn end_from(&self, set: usize) -> usize {
        if set == self.one { self.other } else { self.one }
    }

    fn digits(&self) -> u32 {
        self.taken(ChainDigits::Both)
    }

    fn taken(&self, taken: ChainDigits) -> u32 {
        let second = self.second.map_or(0, |second| 1 << second);
        match taken {
            ChainDigits::First => 1 << self.digit,
            ChainDigits::Second => second,
            ChainDigits::Both => 1 << self.digit | second,
        }
    }

    /// Returns the digits by which a chain goes on from a bond by which it came.
    fn after(&self, before: &Bond, taken: ChainDigits) -> Option<ChainDigits> {
        let used = match taken {
            ChainDigits::Second => before.second,
            // Of two digits the first one counts, as in HoDoKu.
            ChainDigits::First | ChainDigits::Both => Some(before.digit),
        };
        match self.second {
            None => (used != Some(self.digit)).then_some(ChainDigits::First),
            second if used == second => Some(ChainDigits::First),
            _ if used == Some(self.digit) => Some(ChainDigits::Second),
            _ => Some(ChainDigits::Both),
        }
    }

    /// Returns different digits of two bonds, one of each.
    fn two_digits(&self, other: &Bond) -> [usize; 2] {
        match (self.second, other.second) {
            _ if self.digit != other.digit => [self.digit, other.digit],
            (Some(second), _) => [second, other.digit],
            (_, second) => [self.digit, second.unwrap_or(other.digit)],
        }
    }
}

/// Returns the eliminated digits.
fn digits_of(board: &Candidates, step: &Step) -> u32 {
    let number = |digit| board.layout().number_of_digit(digit);
    step.eliminations.iter().fold(0_u32, |lost, gone| lost | 1 << number(gone.digit))
}

impl Set {
    fn new(board: &Candidates, cells: CellSet, digits: u32) -> Set {
        let layout = board.layout();
        let places: Vec<CellSet> = (0..layout.count).map(|digit| cells.and(board.of_digit(digit))).collect();
        let seen = places.iter().map(|places| layout.seen_by_all(places.iter())).collect();
        Set { cells, digits, places, seen }
    }
}

/// Returns the almost locked sets of the board in the order of HoDoKu: house by house, a set before those with
/// further cells.
pub(super) fn sets_of(board: &Candidates, work: &Work<'_, '_>) -> Vec<Set> {
    let layout = board.layout();
    let most = if layout.side > 9 { MOST_CELLS_LARGE } else { MOST_CELLS };
    let mut known = HashSet::new();
    let mut found: Vec<(CellSet, u32)> = Vec::new();
    for room in 0..layout.rooms.len() {
        let cells: Vec<usize> = board.cells_at(room, board.blanks(room)).collect();
        // Places of the cells of a part, and the digits of all cells up to each.
        let mut part: Vec<(usize, u32)> = Vec::new();
        let mut next = 0;
        loop {
            if work.is_over_after(1) {
                return Vec::new();
            }
            if next < cells.len() && part.len() < most {
                let digits = part.last().map_or(0, |&(_, digits)| digits) | board.digits(cells[next]);
                part.push((next, digits));
                if count(digits) == part.len() + 1 {
                    let set: CellSet = part.iter().map(|&(place, _)| cells[place]).collect();
                    // A set of cells that two houses share is found in both.
                    if known.insert(set) {
                        found.push((set, digits));
                    }
                }
                next += 1;
            } else if let Some((place, _)) = part.pop() {
                next = place + 1;
            } else {
                break;
            }
        }
    }
    if found.len() > MOST_SETS {
        found.sort_by_key(|&(set, _)| set.len());
        found.truncate(MOST_SETS);
    }
    found
        .into_iter()
        .take_while(|_| !work.is_over())
        .map(|(cells, digits)| Set::new(board, cells, digits))
        .collect()
}

fn bonds_between(sets: &[Set], work: &Work<'_, '_>) -> Vec<Bond> {
    let mut bonds: Vec<Bond> = Vec::new();
    for (one, mine) in sets.iter().enumerate() {
        if work.is_over_after(sets.len() / PARTS_OF_A_STEP) {
            break;
        }
        for (other, theirs) in sets.iter().enumerate().skip(one + 1) {
            // A place in both sets does not see itself.
            let is_restricted = |&digit: &usize| theirs.places[digit].is_subset_of(&mine.seen[digit]);
            let mut digits = bits(mine.digits & theirs.digits).filter(is_restricted);
            if let Some(digit) = digits.next() {
                let is_apart = mine.cells.and(&theirs.cells).is_empty();
                // More than two are possible on boards with further houses.
                bonds.push(Bond { one, other, digit, second: digits.last(), is_apart });
            }
        }
    }
    bonds
}
