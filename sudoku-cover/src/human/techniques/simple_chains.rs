//! All X-chains and XY-chains of a state, by the definitions of HoDoKu. Sound on every variant.
//!
//! If a digit is not in the first cell of the chain, it is in the last one. The shortest chain between two
//! cells is listed, with the eliminations that follow from its ends alone.

use std::collections::HashMap;

use super::deduction::{chain_of, eliminate_from};
use super::finds::Finds;
use super::rule_links::RuleLinks;
use crate::human::candidates::{Candidates, bits};
use crate::human::parts::Strength;
use crate::human::pattern::Chain;
use crate::work::Work;

const UNREACHED: usize = usize::MAX;
/// Number of links that count as one step of work.
const LINKS_OF_A_STEP: usize = 256;
/// The greatest number of links of a chain, as in HoDoKu, where the shortest one returns to a cell, and of links
/// that are followed for it.
const LONGEST: usize = 20;
const MOST_LINKS: usize = 10_000;

/// Candidates and their links, each by its number.
#[derive(Default)]
struct Links {
    /// Cells and digits.
    candidates: Vec<(usize, usize)>,
    strong: Vec<Vec<usize>>,
    weak: Vec<Vec<usize>>,
}

impl Links {
    fn clear(&mut self) {
        self.candidates.clear();
        self.strong.clear();
        self.weak.clear();
    }

    fn add(&mut self, candidate: (usize, usize)) -> usize {
        self.candidates.push(candidate);
        self.strong.push(Vec::new());
        self.weak.push(Vec::new());
        self.candidates.len() - 1
    }

    fn join(&mut self, one: usize, other: usize) {
        if !self.strong[one].contains(&other) {
            self.strong[one].push(other);
            self.strong[other].push(one);
        }
    }

    /// Adds the weak links between digits of different cells, those of rules last.
    fn add_weak_links(&mut self, board: &Candidates, rules: &RuleLinks, work: &Work<'_, '_>) {
        let layout = board.layout();
        for one in 0..self.candidates.len() {
            if work.is_over_after(1 + one / LINKS_OF_A_STEP) {
                return;
            }
            for other in 0..one {
                if layout.excludes(self.candidates[one], self.candidates[other]) {
                    self.weak[one].push(other);
                    self.weak[other].push(one);
                }
            }
        }
        if rules.is_empty() {
            return;
        }
        let numbers: HashMap<(usize, usize), usize> = self.candidates.iter().copied().zip(0..).collect();
        for one in 0..self.candidates.len() {
            let linked = rules.linked(self.candidates[one], Strength::Weak);
            self.weak[one].extend(linked.filter_map(|other| numbers.get(&other)));
        }
    }
}

/// Finds all X-chains: strong links of one digit in houses, with weak ones between.
pub(super) fn x(board: &Candidates, rules: &RuleLinks, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let mut links = Links::default();
    let mut numbers = vec![UNREACHED; layout.peers.len()];
    for digit in 0..layout.count {
        links.clear();
        numbers.fill(UNREACHED);
        let of_houses = (0..layout.rooms.len()).filter_map(|room| board.pair_in(room, digit));
        for pair in of_houses.chain(rules.pairs_of(board, digit)) {
            let [one, other] = pair.map(|cell| {
                if numbers[cell] == UNREACHED {
                    numbers[cell] = links.add((cell, digit));
                }
                numbers[cell]
            });
            links.join(one, other);
        }
        links.add_weak_links(board, rules, work);
        if search(board, &links, rules, finds, work) {
            return true;
        }
    }
    false
}

/// Finds all XY-chains: strong links within cells with two digits, weak ones between such cells.
pub(super) fn xy(board: &Candidates, rules: &RuleLinks, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let mut links = Links::default();
    for cell in board.bivalues() {
        let mut both = bits(board.digits(cell));
        if let (Some(low), Some(high)) = (both.next(), both.next()) {
            let (one, other) = (links.add((cell, low)), links.add((cell, high)));
            links.join(one, other);
        }
    }
    links.add_weak_links(board, rules, work);
    search(board, &links, rules, finds, work)
}

/// Finds the chains from each candidate to those with the same digit.
fn search(
    board: &Candidates,
    links: &Links,
    rules: &RuleLinks,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let count_of_links = links.candidates.len();
    // By candidate, the one from which it was reached: as true, and as false.
    let mut true_from = vec![UNREACHED; count_of_links];
    let mut false_from = vec![UNREACHED; count_of_links];
    let mut queue: Vec<(usize, usize)> = Vec::new();
    let mut path = Vec::new();
    for start in 0..count_of_links {
        let (cell, digit) = links.candidates[start];
        let losable = layout.peers[cell].and(board.of_digit(digit));
        true_from.fill(UNREACHED);
        false_from.fill(UNREACHED);
        queue.clear();
        // Candidates that are false, with the number of links to them.
        queue.push((start, 0));
        false_from[start] = start;
        let mut next = 0;
        while let Some(&(from, length)) = queue.get(next) {
            next += 1;
            if work.is_over() {
                return false;
            }
            for &end in &links.strong[from] {
                if true_from[end] != UNREACHED {
                    continue;
                }
                true_from[end] = from;
                for &to in &links.weak[end] {
                    if false_from[to] == UNREACHED {
                        false_from[to] = end;
                        queue.push((to, length + 2));
                    }
                }
                let (last, same) = links.candidates[end];
                // The chain in the other direction has the same eliminations.
                let is_own = end == start && !finds.is_exhaustive();
                if length == 0 || same != digit || end < start || is_own {
                    continue;
                }
                let lost = if end == start { losable } else { losable.and(&layout.peers[last]) };
                if lost.is_empty() {
                    continue;
                }
                path.clear();
                path.push(links.candidates[end]);
                let (mut here, mut is_true) = (end, true);
                while is_true || here != start {
                    here = if is_true { true_from[here] } else { false_from[here] };
                    is_true = !is_true;
                    path.push(links.candidates[here]);
                }
                path.reverse();
                if path.len() > LONGEST + 1 {
                    continue;
                }
                // A loop returns to its start.
                if !is_simple(&path[usize::from(end == start)..]) {
                    // Another chain may return to no cell.
                    let Some(other) = simple_path(links, [start, end], work) else { continue };
                    path = other.into_iter().map(|candidate| links.candidates[candidate]).collect();
                }
                eliminate_from(board, finds.step, &lost, digit);
                let is_last = finds.take(Chain {
                    digits: [layout.digit(digit)].into_iter().collect(),
                    links: chain_of(board, &path).into_iter().map(|part| rules.named(board, part)).collect(),
                    sets: Vec::new(),
                });
                if is_last {
                    return true;
                }
            }
        }
    }
    false
}

/// Returns true if no cell occurs twice on the path, besides those of successive nodes.
fn is_simple(path: &[(usize, usize)]) -> bool {
    let returns = |(place, &(cell, _)): (usize, &(usize, usize))| {
        path[..place.saturating_sub(1)].iter().any(|&(earlier, _)| earlier == cell)
    };
    !path.iter().enumerate().any(returns)
}

/// Returns the shortest chain between two candidates that returns to no cell, of at most [`LONGEST`] links.
fn simple_path(links: &Links, [start, end]: [usize; 2], work: &Work<'_, '_>) -> Option<Vec<usize>> {
    // Nodes with the number of their links that were tried.
    let mut path = vec![(start, 0)];
    let mut best: Option<Vec<usize>> = None;
    let mut followed = 0;
    while let Some(&(here, _)) = path.last() {
        // Strong and weak links alternate.
        let place = path.len() - 1;
        let from = if place % 2 == 0 { &links.strong[here] } else { &links.weak[here] };
        let tried = &mut path[place].1;
        let Some(&to) = from.get(*tried) else {
            path.pop();
            continue;
        };
        *tried += 1;
        followed += 1;
        if followed > MOST_LINKS || work.is_over() {
            break;
        }
        let most = best.as_ref().map_or(LONGEST, |best| best.len() - 2);
        let cell = links.candidates[to].0;
        let returns = path[..place].iter().any(|&(earlier, _)| links.candidates[earlier].0 == cell);
        if place + 1 > most || returns {
            continue;
        }
        if to == end && place % 2 == 0 {
            best = Some(path.iter().map(|&(node, _)| node).chain([to]).collect());
        } else {
            path.push((to, 0));
        }
    }
    best
}
