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

use super::deduction::{eliminate, link, locked_cells};
use super::finds::Finds;
use super::implications::{Assumption, ChainForm, Chains, Implications, NodeKind, NodeKinds};
use crate::human::candidates::{Candidates, CellSet, bits};
use crate::human::step::{Link, Step, Strength};
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
        let links = Implications::new(board, kinds, work);
        let mut search = Search {
            links: &links,
            kinds,
            chains: Chains::new(&links),
            known: HashMap::new(),
            found: Vec::new(),
        };
        for cell in 0..board.layout().peers.len() {
            for digit in bits(board.digits(cell)) {
                for is_true in [true, false] {
                    if search.found.len() < MOST_STEPS {
                        search.search_from(cell, digit, is_true, shape, work);
                    }
                }
            }
        }
        for found in &search.found {
            describe(&links, technique, shape, found, finds.step);
            if finds.take() {
                return true;
            }
        }
    }
    false
}

struct Search<'g, 'a> {
    links: &'g Implications<'a>,
    kinds: NodeKinds,
    chains: Chains<'g, 'a>,
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
        self.chains.begin(start, work);
        match shape {
            Shape::Continuous => self.loops(start, cell, work),
            Shape::Discontinuous => self.discontinuous(start, cell, digit, work),
            Shape::Chain => self.ends(cell, digit, work),
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

    /// Notes a shortest chain to this end, if there is one of this form that the function admits.
    fn note_chain(
        &mut self,
        eliminations: Eliminations,
        end: Assumption,
        form: ChainForm,
        work: &Work<'_, '_>,
        is_admitted: impl Fn(&[Assumption]) -> bool,
    ) {
        let Some(length) = self.chains.length(end).filter(|&length| length > 2) else { return };
        if !self.is_wanted(&eliminations, length) {
            return;
        }
        let mut taken = None;
        self.chains.chains_to(end, form, work, |chain| {
            let is_taken = self.has_kind(chain) && is_admitted(chain);
            if is_taken {
                taken = Some(chain.to_vec());
            }
            is_taken
        });
        if let Some(chain) = taken {
            self.note(eliminations, length, chain);
        }
    }

    fn ends(&mut self, cell: usize, digit: usize, work: &Work<'_, '_>) {
        let (board, layout) = (self.links.board, self.links.board.layout());
        let seen = layout.peers[cell].and(board.of_digit(digit));
        for place in 0..self.chains.reached().len() {
            let end = self.chains.reached()[place];
            let Some(last) = self.links.single(end).filter(|&last| end.is_true() && last != cell) else {
                continue;
            };
            if work.is_over() {
                return;
            }
            let last_digit = self.links.node_of(end).digit;
            let eliminations: Eliminations = if last_digit == digit {
                let common = seen.and(&layout.peers[last]);
                if common.len() < 2 {
                    continue;
                }
                common.iter().map(|cell| (cell, digit)).collect()
            } else if layout.sees(cell, last) && board.has(last, digit) && board.has(cell, last_digit) {
                let mut both = vec![(cell, last_digit), (last, digit)];
                both.sort_unstable();
                both
            } else {
                continue;
            };
            self.note_chain(eliminations, end, ChainForm::Open, work, |_| true);
        }
    }

    fn discontinuous(&mut self, start: Assumption, cell: usize, digit: usize, work: &Work<'_, '_>) {
        let digits = self.links.board.digits(cell);
        let links = self.links;
        for last in bits(digits) {
            for is_true in [true, false] {
                let lost = match (start.is_true(), is_true) {
                    // The assumption leads to its contrary, or to another digit of the cell.
                    (true, false) if last == digit => 1 << digit,
                    (true, true) if last != digit => 1 << digit,
                    (false, true) if last == digit => digits & !(1 << digit),
                    // Either the digit is true, or the other one is false.
                    (false, false) if last != digit => 1 << last,
                    _ => continue,
                };
                let Some(end) = links.candidate(cell, last, is_true) else { continue };
                let eliminations = bits(lost).map(|lost| (cell, lost)).collect();
                self.note_chain(eliminations, end, ChainForm::Closed, work, |chain| {
                    leaves(links, chain, cell)
                });
            }
        }
    }

    /// Notes the loops through this assumption.
    fn loops(&mut self, start: Assumption, cell: usize, work: &Work<'_, '_>) {
        let links = self.links;
        let lasts: Vec<(Assumption, usize)> =
            links.reasons(start).filter_map(|last| Some((last, self.chains.length(last)?))).collect();
        let is_inside = |last: Assumption| links.single(last) == Some(cell);
        let shortest = lasts.iter().filter(|(last, _)| !is_inside(*last)).map(|&(_, length)| length).min();
        for &(last, length) in &lasts {
            if work.is_over() {
                return;
            }
            if length < 3 || !is_inside(last) && Some(length) > shortest {
                continue;
            }
            let mut loops = Vec::new();
            self.chains.chains_to(last, ChainForm::Closed, work, |chain| {
                if self.has_kind(chain) && leaves(links, chain, cell) {
                    loops.push((conclude(links, chain), chain.to_vec()));
                }
                false
            });
            for (eliminations, chain) in loops {
                self.note(eliminations, length + 1, chain);
            }
        }
    }
}

/// Returns true if the first and the last link of the chain are not within this cell.
fn leaves(links: &Implications<'_>, chain: &[Assumption], cell: usize) -> bool {
    let is_outside =
        |place: usize| chain.get(place).is_some_and(|&assumption| links.node_of(assumption).entry != cell);
    let ends_inside = chain.last().is_some_and(|&last| links.node_of(last).entry == cell);
    is_outside(1) && (!ends_inside || is_outside(chain.len().wrapping_sub(2)))
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

fn describe(links: &Implications<'_>, technique: Technique, shape: Shape, found: &Found, step: &mut Step) {
    let board = links.board;
    let layout = board.layout();
    step.technique = technique;
    let mut chain = found.chain.clone();
    if let (Shape::Continuous, Some(&first), Some(&last)) = (shape, chain.first(), chain.last())
        && links.single(first) != links.single(last)
    {
        chain.push(first);
    }
    for ends in chain.windows(2) {
        let strength = if ends[1].is_true() { Strength::Strong } else { Strength::Weak };
        let [from, to] = [ends[0], ends[1]].map(|end| links.node_of_step(end));
        let has_set = ends.iter().any(|&end| matches!(links.node_of(end).kind, NodeKind::AlmostLocked(_)));
        step.links.push(if has_set {
            Link { from, strength, to, house: None }
        } else {
            link(board, from, strength, to)
        });
    }
    let mut sets = Vec::new();
    for &assumption in &chain {
        if let NodeKind::AlmostLocked(set) = links.node_of(assumption).kind
            && !sets.contains(&set)
        {
            sets.push(set);
            step.sets.push(locked_cells(board, &links.sets[set].cells, links.sets[set].digits));
        }
    }
    let digits = found.eliminations.iter().fold(0_u32, |digits, &(_, digit)| digits | 1 << digit);
    step.digits.extend(bits(digits).map(|digit| layout.digit(digit)));
    for &(cell, digit) in &found.eliminations {
        eliminate(board, step, cell, digit);
    }
}
