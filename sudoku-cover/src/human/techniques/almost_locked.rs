//! Almost locked sets: n cells of a house with n + 1 candidates. Sound on every variant.
//!
//! A set that lacks one of its digits holds all others. A restricted common digit of two sets, whose places
//! in one all see those in the other, is in at most one of them, so that one of the sets is locked.

use std::collections::HashSet;

use super::deduction::{eliminate_from, link, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::step::{Node, Step, Strength};
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
/// The greatest number of sets of a chain.
const LONGEST_CHAIN: usize = 8;
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

/// Two sets and a restricted common digit.
#[derive(Clone, Copy, Debug)]
struct Bond {
    other: usize,
    digit: usize,
}

/// Two sets and the digit that connects them.
type Joint = ([usize; 2], usize);

/// All sets of a board, valid until it changes.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    sets: Vec<Set>,
    /// By set, its bonds with others.
    bonds: Vec<Vec<Bond>>,
}

/// Finds one of the three patterns. The sets are computed if they are missing.
pub(super) fn find(
    board: &Candidates,
    known: &mut Option<Sets>,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let sets = known.get_or_insert_with(|| Sets::of(board, work));
    match technique {
        Technique::AlsXz => sets.xz(board, finds, work),
        Technique::AlsXyWing => sets.wing(board, finds, work),
        _ if finds.wants_all() => sets.all_chains(board, finds, work),
        _ => sets.chain(board, finds, work),
    }
}

impl Sets {
    fn of(board: &Candidates, work: &Work<'_, '_>) -> Sets {
        let sets = sets_of(board, work);
        let bonds = bonds_between(&sets, work);
        Sets { sets, bonds }
    }

    fn eliminate_common(&self, board: &Candidates, one: usize, other: usize, digit: usize, step: &mut Step) {
        let seen = self.sets[one].seen[digit].and(&self.sets[other].seen[digit]);
        eliminate_from(board, step, &seen, digit);
    }

    /// Writes the sets, the digits that connect them, and the digits that one of the outer sets holds into a
    /// step.
    fn describe(&self, board: &Candidates, sets: &[usize], joints: &[Joint], lost: u32, step: &mut Step) {
        let layout = board.layout();
        for &set in sets {
            step.sets.push(locked_cells(board, &self.sets[set].cells, self.sets[set].digits));
        }
        for &([one, other], digit) in joints {
            let [from, to] = [one, other].map(|set| Node {
                digit: layout.digit(digit),
                cells: self.sets[set].places[digit].iter().map(|cell| layout.cell(cell)).collect(),
            });
            step.links.push(link(board, from, Strength::Weak, to));
        }
        let digits = joints.iter().map(|&(_, digit)| digit).chain(bits(lost));
        step.digits.extend(digits.map(|digit| layout.digit(digit)));
    }

    /// Finds two sets with a restricted common digit: another common digit is in one of them. With two
    /// restricted common digits each set is locked without the digit that it does not hold.
    fn xz(&self, board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        for (one, bonds) in self.bonds.iter().enumerate() {
            for bond in bonds.iter().filter(|bond| bond.other > one) {
                if work.is_over() {
                    return false;
                }
                let other = bond.other;
                let common = self.sets[one].digits & self.sets[other].digits & !(1 << bond.digit);
                bits(common).for_each(|digit| self.eliminate_common(board, one, other, digit, finds.step));
                let second = bonds.iter().find(|second| second.other == other && second.digit > bond.digit);
                let mut joints = vec![([one, other], bond.digit)];
                let mut held = digits_of(finds.step);
                if let Some(second) = second {
                    let found = finds.step.eliminations.len();
                    let is_hodoku = finds.wants_all();
                    self.doubly_linked(
                        board,
                        [one, other],
                        [bond.digit, second.digit],
                        is_hodoku,
                        finds.step,
                    );
                    if finds.step.eliminations.len() > found {
                        // Neither set holds any digit for certain besides its own.
                        joints.push(([one, other], second.digit));
                        held = 0;
                    }
                }
                if !finds.step.eliminations.is_empty() {
                    self.describe(board, &[one, other], &joints, held, finds.step);
                    if finds.take() {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Writes the eliminations by two sets with two restricted common digits. HoDoKu does not list those in
    /// the other set.
    fn doubly_linked(
        &self,
        board: &Candidates,
        pair: [usize; 2],
        joints: [usize; 2],
        is_hodoku: bool,
        step: &mut Step,
    ) {
        let [one, other] = pair;
        for digit in joints {
            self.eliminate_common(board, one, other, digit, step);
        }
        for [set, other] in [[one, other], [other, one]].map(|pair| pair.map(|set| &self.sets[set])) {
            let spared = if is_hodoku { other.cells } else { CellSet::EMPTY };
            for digit in bits(set.digits & !(1 << joints[0]) & !(1 << joints[1])) {
                eliminate_from(board, step, &set.seen[digit].minus(&spared), digit);
            }
        }
    }

    /// Finds a set with restricted common digits with two others: a digit common to these two is in one of
    /// them.
    fn wing(&self, board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        for (middle, bonds) in self.bonds.iter().enumerate() {
            for (place, first) in bonds.iter().enumerate() {
                if work.is_over_after(bonds.len() / PARTS_OF_A_STEP) {
                    return false;
                }
                for second in &bonds[place + 1..] {
                    if first.digit == second.digit || first.other == second.other {
                        continue;
                    }
                    let (one, other) = (first.other, second.other);
                    let common = self.sets[one].digits & self.sets[other].digits;
                    let lost = common & !(1 << first.digit) & !(1 << second.digit);
                    // HoDoKu eliminates none of the digits that connect two of the sets.
                    let joints = bonds.iter().filter(|bond| bond.other == one || bond.other == other);
                    let outer = joints.fold(lost, |lost, bond| lost & !(1 << bond.digit));
                    let losts = [lost, outer];
                    for &lost in &losts[..if finds.wants_all() && lost != outer { 2 } else { 1 }] {
                        for digit in bits(lost) {
                            self.eliminate_common(board, one, other, digit, finds.step);
                        }
                        if !finds.step.eliminations.is_empty() {
                            let sets = [one, other, middle];
                            let joints = [([one, middle], first.digit), ([other, middle], second.digit)];
                            let held = digits_of(finds.step);
                            self.describe(board, &sets, &joints, held, finds.step);
                            finds.step.digits[..2].sort_unstable();
                            if finds.take() {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    /// Finds a chain of sets, each connected to the next by another digit than to the one before. If the
    /// first set lacks a digit, the last one holds it.
    fn chain(&self, board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        let side = board.layout().side;
        let mut reached = vec![false; self.sets.len() * side];
        // The set, the digit by which it was reached, the entry from which it was reached, and the number of
        // sets before it.
        let mut queue: Vec<(usize, usize, usize, usize)> = Vec::new();
        for start in 0..self.sets.len() {
            for digit in bits(self.sets[start].digits) {
                reached.fill(false);
                queue.clear();
                queue.push((start, digit, 0, 1));
                let mut next = 0;
                while let Some(&(set, entry, _, length)) = queue.get(next) {
                    if work.is_over() {
                        return false;
                    }
                    let ends = length > 3 && entry != digit && self.sets[set].digits >> digit & 1 == 1;
                    if ends {
                        self.eliminate_common(board, start, set, digit, finds.step);
                        if !finds.step.eliminations.is_empty() {
                            self.describe_chain(board, &queue, next, finds.step);
                            if finds.take() {
                                return true;
                            }
                        }
                    }
                    if length < LONGEST_CHAIN {
                        for bond in self.bonds[set].iter().filter(|bond| bond.digit != entry) {
                            let key = bond.other * side + bond.digit;
                            if !reached[key] {
                                reached[key] = true;
                                queue.push((bond.other, bond.digit, next, length + 1));
                            }
                        }
                    }
                    next += 1;
                }
            }
        }
        false
    }

    /// Finds all chains of at least four sets, by the definition of HoDoKu: each eliminates all digits that
    /// its ends have in common, besides those that connect them with their neighbors.
    fn all_chains(&self, board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        let side = board.layout().side;
        let mut known = HashSet::new();
        // Two and three sets are an XZ-rule and an XY-wing. They may be the beginning of several chains, so that
        // chains of different lengths to the same end are kept apart up to four sets.
        let mut reached = vec![false; 3 * self.sets.len() * side];
        let mut queue: Vec<(usize, usize, usize, usize)> = Vec::new();
        let mut followed = 0;
        for start in 0..self.sets.len() {
            let firsts = self.bonds[start].iter().fold(0_u32, |digits, bond| digits | 1 << bond.digit);
            for first in bits(firsts) {
                reached.fill(false);
                queue.clear();
                queue.push((start, side, 0, 1));
                let mut next = 0;
                while let Some(&(set, entry, from, length)) = queue.get(next) {
                    followed += self.bonds[set].len();
                    if work.is_over_after(1 + self.bonds[set].len() / PARTS_OF_A_STEP)
                        || followed > MOST_BONDS
                    {
                        return false;
                    }
                    if length > 3 && set != start {
                        let common = self.sets[start].digits & self.sets[set].digits;
                        let lost = common & !(1 << first) & !(1 << entry);
                        let (before, before_entry, ..) = queue[from];
                        // Both digits that connect the last two sets count if either could.
                        let joints = self.bonds[set]
                            .iter()
                            .filter(|bond| bond.other == before && bond.digit != before_entry)
                            .fold(0_u32, |digits, bond| digits | 1 << bond.digit);
                        for lost in [lost, lost & !joints] {
                            for digit in bits(lost) {
                                self.eliminate_common(board, start, set, digit, finds.step);
                            }
                            finds.step.finish();
                            let is_first = !finds.step.eliminations.is_empty()
                                && known.len() < MOST_CHAINS
                                && known.insert(finds.step.eliminations.clone());
                            if is_first {
                                self.describe_chain(board, &queue, next, finds.step);
                                if finds.take() {
                                    return true;
                                }
                            }
                            finds.step.eliminations.clear();
                        }
                    }
                    if length < LONGEST_CHAIN {
                        let is_next = |bond: &&Bond| {
                            if length == 1 { bond.digit == first } else { bond.digit != entry }
                        };
                        for bond in self.bonds[set].iter().filter(is_next) {
                            let key = (bond.other * side + bond.digit) * 3 + length.min(3) - 1;
                            if !reached[key] && !contains(&queue, next, bond.other) {
                                reached[key] = true;
                                queue.push((bond.other, bond.digit, next, length + 1));
                            }
                        }
                    }
                    next += 1;
                }
            }
        }
        false
    }

    fn describe_chain(
        &self,
        board: &Candidates,
        queue: &[(usize, usize, usize, usize)],
        end: usize,
        step: &mut Step,
    ) {
        let (mut sets, mut joints) = (Vec::new(), Vec::new());
        let mut place = end;
        while place != 0 {
            let (set, entry, from, _) = queue[place];
            sets.push(set);
            joints.push(([queue[from].0, set], entry));
            place = from;
        }
        sets.push(queue[0].0);
        sets.reverse();
        joints.reverse();
        let held = digits_of(step);
        self.describe(board, &sets, &joints, held, step);
    }
}

/// Returns the eliminated digits.
fn digits_of(step: &Step) -> u32 {
    step.eliminations.iter().fold(0_u32, |lost, gone| lost | 1 << (gone.digit.value() - 1))
}

impl Set {
    fn new(board: &Candidates, cells: CellSet, digits: u32) -> Set {
        let layout = board.layout();
        let places: Vec<CellSet> = (0..layout.side).map(|digit| cells.and(board.of_digit(digit))).collect();
        let seen = places.iter().map(|places| layout.seen_by_all(places.iter())).collect();
        Set { cells, digits, places, seen }
    }
}

/// Returns the almost locked sets of the board, those with the fewest cells first.
pub(super) fn sets_of(board: &Candidates, work: &Work<'_, '_>) -> Vec<Set> {
    let layout = board.layout();
    let most = if layout.side > 9 { MOST_CELLS_LARGE } else { MOST_CELLS };
    let mut found: Vec<(CellSet, u32)> = Vec::new();
    for room in 0..layout.rooms.len() {
        let cells: Vec<usize> = board.cells_at(room, board.blanks(room)).collect();
        let mut parts = vec![(CellSet::EMPTY, 0_u32)];
        for &cell in &cells {
            if work.is_over_after(parts.len() / PARTS_OF_A_STEP) {
                break;
            }
            for known in 0..parts.len() {
                let (mut set, digits) = parts[known];
                let union = digits | board.digits(cell);
                if set.len() == most || count(union) > most + 1 {
                    continue;
                }
                set.insert(cell);
                parts.push((set, union));
                let is_almost = count(union) == set.len() + 1;
                if is_almost {
                    found.push((set, union));
                }
            }
        }
    }
    // A set of one cell, or of cells that two houses share, was found in each of its houses.
    found.sort_unstable_by_key(|&(set, _)| (set.len(), set));
    found.dedup();
    found.truncate(MOST_SETS);
    found
        .into_iter()
        .take_while(|_| !work.is_over())
        .map(|(cells, digits)| Set::new(board, cells, digits))
        .collect()
}

/// Returns true if the chain to this entry of a queue contains the set.
fn contains(queue: &[(usize, usize, usize, usize)], entry: usize, set: usize) -> bool {
    let mut place = entry;
    while place != 0 && queue[place].0 != set {
        place = queue[place].2;
    }
    queue[place].0 == set
}

fn bonds_between(sets: &[Set], work: &Work<'_, '_>) -> Vec<Vec<Bond>> {
    let mut bonds = vec![Vec::new(); sets.len()];
    for (one, mine) in sets.iter().enumerate() {
        if work.is_over_after(sets.len() / PARTS_OF_A_STEP) {
            break;
        }
        for (other, theirs) in sets.iter().enumerate().skip(one + 1) {
            for digit in bits(mine.digits & theirs.digits) {
                // A place in both sets does not see itself.
                if theirs.places[digit].is_subset_of(&mine.seen[digit]) {
                    bonds[one].push(Bond { other, digit });
                    bonds[other].push(Bond { other: one, digit });
                }
            }
        }
    }
    bonds
}
