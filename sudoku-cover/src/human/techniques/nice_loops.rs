//! All nice loops and alternating inference chains of a state, by the definitions of HoDoKu. Sound on every
//! variant.
//!
//! - A chain that begins with a candidate being false and ends with another being true proves that one of the
//!   two is true: an AIC, which eliminates at least two candidates.
//! - A chain that leaves a cell and returns to it is a discontinuous loop if it refutes its own assumption, or
//!   one of the digits of the cell.
//! - A chain that ends where it began is a continuous loop: all its assumptions are true, or all false.
//!
//! The shortest chain for each set of eliminations is listed.

use std::collections::HashMap;

use super::deduction::{eliminate, locked_cells};
use super::finds::Finds;
use super::implications::{Assumption, ChainNode, Implications, NodeKind, NodeKinds};
use super::rule_links::RuleLinks;
use super::tables::{self, Base, Expanded};
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::parts::{Link, Strength};
use crate::human::pattern::Chain;
use crate::human::technique::Technique;
use crate::work::Work;

/// The greatest number of steps. Only large boards with few clues have so many.
const MOST_STEPS: usize = 10_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Continuous,
    Discontinuous,
    Chain,
}

/// Cells and digits, in ascending order.
type Eliminations = Vec<(usize, usize)>;

/// The shortest chain found for some eliminations.
struct Found {
    length: usize,
    eliminations: Eliminations,
    chain: Vec<Assumption>,
}

/// Finds all steps of one of the six techniques.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    rules: &RuleLinks,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let shape = match technique {
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => Shape::Continuous,
        Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop => Shape::Discontinuous,
        _ => Shape::Chain,
    };
    let kinds: &[NodeKinds] = match technique {
        Technique::ContinuousNiceLoop | Technique::DiscontinuousNiceLoop | Technique::Aic => {
            &[NodeKinds::Candidates]
        }
        _ if !finds.is_exhaustive() => &[NodeKinds::Groups],
        // An almost locked set can make a chain shorter that has other eliminations.
        _ => &[NodeKinds::Groups, NodeKinds::AlmostLocked],
    };
    for &kinds in kinds {
        let links = Implications::new(board, kinds, rules, work);
        let Some(base) = tables::base(&links, false, work) else { return false };
        let mut search =
            Search { links: &links, kinds, base: &base, known: HashMap::new(), found: Vec::new() };
        for is_true in [true, false] {
            for cell in 0..board.layout().peers.len() {
                for digit in bits(board.digits(cell)) {
                    if search.found.len() < MOST_STEPS {
                        search.search_from(cell, digit, is_true, shape, work);
                    }
                }
            }
        }
        for found in &search.found {
            for &(cell, digit) in &found.eliminations {
                eliminate(board, finds.step, cell, digit);
            }
            if finds.take(described(&links, found)) {
                return true;
            }
        }
    }
    false
}

struct Search<'g, 'a> {
    links: &'g Implications<'a>,
    kinds: NodeKinds,
    base: &'g Base,
    /// By eliminations, the number of the chain.
    known: HashMap<Eliminations, usize>,
    found: Vec<Found>,
}

impl Search<'_, '_> {
    fn search_from(&mut self, cell: usize, digit: usize, is_true: bool, shape: Shape, work: &Work<'_, '_>) {
        let Some(start) = self.links.candidate(cell, digit, is_true) else { return };
        if shape == Shape::Chain && is_true || work.is_over() {
            return;
        }
        let chains = Expanded::new(self.base, start, work);
        for (end, distance) in chains.reached() {
            // Two links are too short; the distance counts each of them twice.
            let Some(last) = self.links.single(end).filter(|_| distance > 2) else { continue };
            if work.is_over() {
                return;
            }
            if shape == Shape::Chain {
                if last != cell && end.is_true() {
                    self.note_chain(&chains, end, self.ends(start, end));
                }
            } else if last == cell {
                match self.loop_of(start, end) {
                    None if shape == Shape::Continuous => self.note_loop(&chains, end),
                    Some(lost) if shape == Shape::Discontinuous => {
                        self.note_chain(&chains, end, bits(lost).map(|lost| (cell, lost)).collect());
                    }
                    _ => {}
                }
            }
        }
    }

    /// Returns true if a chain of this length would be the shortest one for these eliminations.
    fn is_wanted(&self, eliminations: &Eliminations, length: usize) -> bool {
        !eliminations.is_empty()
            && self.known.get(eliminations).is_none_or(|&number| self.found[number].length > length)
    }

    fn note(&mut self, eliminations: Eliminations, length: usize, chain: Vec<Assumption>) {
        if !self.is_wanted(&eliminations, length) {
            return;
        }
        let number = self.known.get(&eliminations).copied();
        let found = Found { length, eliminations: eliminations.clone(), chain };
        match number {
            Some(number) => self.found[number] = found,
            None => {
                self.known.insert(eliminations, self.found.len());
                self.found.push(found);
            }
        }
    }

    /// Returns true if the chain has a group or an almost locked set, where they are searched.
    fn has_kind(&self, chain: &[Assumption]) -> bool {
        let is_single = |&assumption: &Assumption| self.links.single(assumption).is_some();
        self.kinds == NodeKinds::Candidates || !chain.iter().all(is_single)
    }

    /// Returns the chain to this end, if it has a node of the kind that is searched and returns to no cell in its
    /// middle.
    fn chain(&self, chains: &Expanded, end: Assumption, form: ChainForm) -> Option<Vec<Assumption>> {
        let chain = chains.chain(self.base, end);
        (self.has_kind(&chain) && is_open(self.links, &chain, form)).then_some(chain)
    }

    /// Notes an AIC or a discontinuous loop.
    fn note_chain(&mut self, chains: &Expanded, end: Assumption, eliminations: Eliminations) {
        let form = if self.links.single(end) == self.links.single(chains.premise()) {
            ChainForm::Loop
        } else {
            ChainForm::Open
        };
        if eliminations.is_empty() {
            return;
        }
        if let Some(chain) = self.chain(chains, end, form) {
            self.note(eliminations, chain.len(), chain);
        }
    }

    /// Returns the candidates that both ends of a chain exclude, if there are several.
    fn excluded_by_ends(&self, ends: [Assumption; 2]) -> Eliminations {
        let mut lost = self.links.excluded_by_both(ends, &CellSet::EMPTY);
        let [(cell, digit), (last, last_digit)] = ends.map(|end| {
            let node = self.links.node_of(end);
            (node.entry, node.digit)
        });
        // A candidate of the cell of one end, which the other end excludes.
        let (board, layout) = (self.links.board, self.links.board.layout());
        for (own, digit, other) in [(cell, digit, (last, last_digit)), (last, last_digit, (cell, digit))] {
            let others = bits(board.digits(own) & !(1 << digit)).map(|lost| (own, lost));
            lost.extend(others.filter(|&candidate| layout.excludes(other, candidate)));
        }
        lost.sort_unstable();
        if lost.len() > 1 { lost } else { Vec::new() }
    }

    /// Notes a continuous loop.
    fn note_loop(&mut self, chains: &Expanded, end: Assumption) {
        if let Some(chain) = self.chain(chains, end, ChainForm::Loop) {
            self.note(conclude(self.links, &chain), chain.len(), chain);
        }
    }

    /// Returns the eliminations of an AIC.
    fn ends(&self, start: Assumption, end: Assumption) -> Eliminations {
        let (board, layout) = (self.links.board, self.links.board.layout());
        if layout.is_non_consecutive() {
            return self.excluded_by_ends([start, end]);
        }
        let [(cell, digit), (last, last_digit)] = [start, end].map(|end| {
            let node = self.links.node_of(end);
            (node.entry, node.digit)
        });
        if last_digit == digit {
            let common = layout.peers[cell].and(&layout.peers[last]).and(board.of_digit(digit));
            // One of its own is that of a loop.
            if common.len() < 2 {
                Eliminations::new()
            } else {
                common.iter().map(|cell| (cell, digit)).collect()
            }
        } else if layout.sees(cell, last) && board.has(last, digit) && board.has(cell, last_digit) {
            let mut both = vec![(cell, last_digit), (last, digit)];
            both.sort_unstable();
            both
        } else {
            Eliminations::new()
        }
    }

    /// Returns the digits that a loop between two assumptions about a cell eliminates from it; `None` if it is
    /// continuous.
    fn loop_of(&self, start: Assumption, end: Assumption) -> Option<u32> {
        let [(first, cell), (last, _)] = [start, end].map(|one| {
            let node = self.links.node_of(one);
            (node.digit, node.entry)
        });
        let digits = self.links.board.digits(cell);
        match (start.is_true(), end.is_true()) {
            // The assumption leads to its opposite, or to another digit of the cell.
            (true, false) if last == first => Some(1 << first),
            (true, true) if last != first => Some(1 << first),
            (false, true) if last == first => Some(digits & !(1 << first)),
            // Either the digit is true, or the other one is false.
            (false, false) if last != first => Some(1 << last),
            (true, false) if count(digits) != 2 => Some(0),
            _ => None,
        }
    }
}

/// Whether a chain returns to the cell of its start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChainForm {
    Open,
    Loop,
}

/// Returns true if no node of the chain is in a cell of one before the last. A loop may be at its start
/// several times; its first and its last link leave the cell.
fn is_open(links: &Implications<'_>, chain: &[Assumption], form: ChainForm) -> bool {
    let entry = |place: usize| chain.get(place).map(|&assumption| links.node_of(assumption).entry);
    let start = entry(0);
    if form == ChainForm::Loop && (entry(1) == start || entry(chain.len().wrapping_sub(2)) == start) {
        return false;
    }
    let mut passed = CellSet::EMPTY;
    for pair in chain.windows(2) {
        let [before, here] = [pair[0], pair[1]].map(|assumption| links.node_of(assumption));
        if passed.contains(here.entry) {
            return false;
        }
        if form == ChainForm::Open || Some(before.entry) != start {
            passed = passed.or(&before.cells);
        }
    }
    true
}

/// Returns the eliminations of a loop. Exactly one end of each weak link is true.
fn conclude(links: &Implications<'_>, chain: &[Assumption]) -> Eliminations {
    let board = links.board;
    let layout = board.layout();
    let mut lost = Eliminations::new();
    let own = chain.iter().fold(CellSet::EMPTY, |own, &here| own.or(&links.node_of(here).cells));
    for (place, &from) in chain.iter().enumerate() {
        let to = chain[(place + 1) % chain.len()];
        if to.is_true() {
            continue;
        }
        let (here, there) = (links.node_of(from), links.node_of(to));
        if let (Some(cell), true) = (links.single(from), links.single(from) == links.single(to)) {
            let others = board.digits(cell) & !(1 << here.digit | 1 << there.digit);
            lost.extend(bits(others).map(|digit| (cell, digit)));
            continue;
        }
        let digit = there.digit;
        let is_set = |node: &ChainNode| matches!(node.kind, NodeKind::AlmostLocked(_));
        // Ends with different digits are linked by a rule.
        if (layout.is_non_consecutive() || here.digit != digit) && !is_set(here) && !is_set(there) {
            lost.extend(links.excluded_by_both([from, to], &own));
            continue;
        }
        let seen = match here.kind {
            NodeKind::AlmostLocked(set) => links.sets[set].seen[digit],
            _ => here.seen,
        };
        let common = seen.and(&there.seen).and(board.of_digit(digit)).minus(&own);
        lost.extend(common.iter().map(|cell| (cell, digit)));
        let NodeKind::AlmostLocked(set) = there.kind else { continue };
        // Digits of the set besides those by which the loop enters and leaves it are always in the set.
        let set = &links.sets[set];
        let exit = chain[(place + 2) % chain.len()];
        let after = links.node_of(exit);
        let exits =
            if exit.is_true() { board.digits(after.entry) & !(1 << after.digit) } else { 1 << after.digit };
        for other in bits(set.digits & !(1 << digit) & !exits) {
            lost.extend(set.seen[other].and(board.of_digit(other)).iter().map(|cell| (cell, other)));
        }
        if exit.is_true() {
            // Each digit that the set takes from the cell is in the set or in the cell.
            for other in bits(exits & set.digits) {
                let seen = set.seen[other].and(&layout.peers[after.entry]).and(board.of_digit(other));
                lost.extend(seen.iter().map(|cell| (cell, other)));
            }
        }
    }
    lost.sort_unstable();
    lost.dedup();
    lost
}

fn described(links: &Implications<'_>, found: &Found) -> Chain {
    let board = links.board;
    let layout = board.layout();
    let chain = &found.chain;
    let set_of = |assumption: Assumption| match links.node_of(assumption).kind {
        NodeKind::AlmostLocked(set) => Some(set),
        _ => None,
    };
    let linked = chain.windows(2).map(|ends| {
        let strength = if ends[1].is_true() { Strength::Strong } else { Strength::Weak };
        let [from, to] = [ends[0], ends[1]].map(|end| links.node_of_step(end));
        if ends.iter().any(|&end| set_of(end).is_some()) {
            Link { from, strength, to, house: None, rule: None }
        } else {
            links.rules.link(board, from, strength, to)
        }
    });
    let mut sets = Vec::new();
    for set in chain.iter().filter_map(|&assumption| set_of(assumption)) {
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    let sets = sets.into_iter().map(|set| &links.sets[set]);
    let digits = found.eliminations.iter().fold(0_u32, |digits, &(_, digit)| digits | 1 << digit);
    Chain {
        digits: bits(digits).map(|digit| layout.digit(digit)).collect(),
        links: linked.collect(),
        sets: sets.map(|set| locked_cells(board, &set.cells, set.digits)).collect(),
    }
}
