//! The search that always covers the lowest item that is not covered, begun again after a number of steps.
//!
//! The item with the fewest options is the right choice where a choice rules out others far away. Where large pieces fill
//! a region, any order along the region does as well, and a node takes a thousandth of the time: all items before the
//! lowest open one are covered, so that only the options that begin with it remain, and sets of covered items tell
//! which of them fit. They are tried in random order; the lengths of the runs are those of [`restarted`](super::restarted).
//!
//! Items that may be covered several times are counted and not branched on, so that each option must have another one.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::attempt::{Answer, Built, Engine};
use super::restarted::shuffle;
use crate::control::answers::Cover;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::engine::learn::luby;
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, ItemKind, Problem};

/// Nanoseconds of a node, and of an option that is tried.
const NODE: u64 = 20;
const TRY: u64 = 10;
/// The number of nodes of the shortest run, and between two looks at the work done.
const UNIT: u64 = 100_000;
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// An option, as the search sees it.
struct Piece {
    option: OptionId,
    /// The words of the set of its items, with their places.
    words: Vec<(u32, u64)>,
    /// Items that may be covered several times, and how often it covers them.
    counted: Vec<(u32, u32)>,
    colored: Vec<(u32, Color)>,
}

/// The choice at an item.
struct Level {
    item: usize,
    /// The number of its options that have been tried.
    tried: usize,
}

struct LowestFirst {
    random: ChaCha8Rng,
    /// By item that is covered once: the pieces of which it is the lowest, in the order of the run.
    pieces: Vec<Vec<Piece>>,
    bounds: Vec<Bounds>,
    covered: Vec<u64>,
    times: Vec<u32>,
    /// By colored item: the color, and the number of pieces with it.
    colors: Vec<(Color, u32)>,
    levels: Vec<Level>,
    /// The greatest item that was the lowest open one.
    highest: usize,
    /// The number of runs, and the nodes of the last one.
    runs: u64,
    nodes_of_run: u64,
    counters: Counters,
    covers: Vec<Cover>,
}

/// Returns the items that are covered once, in the order in which they are covered: the order of the problem, but for items
/// whose options are spread over more than half of it, which come last. Such an item is the name of a piece or a count of
/// pieces: all its options would be tried before the first cell of the region is covered.
///
/// An option stands where the median of its items is, which is a cell as long as most of its items are cells.
fn order(problem: &Problem, limits: &mut Limits<'_>) -> Result<Vec<ItemId>, Stopped> {
    let once: Vec<ItemId> = problem.items().filter(|&item| is_once(problem, item)).collect();
    let mut places = vec![None; problem.item_count()];
    for (place, item) in once.iter().enumerate() {
        places[item.index()] = Some(place);
    }
    let mut extents = vec![(usize::MAX, 0); once.len()];
    let mut of_option: Vec<usize> = Vec::new();
    for option in problem.options() {
        limits.setup(problem.uses(option).len())?;
        of_option.clear();
        of_option.extend(problem.uses(option).iter().filter_map(|used| places[used.item.index()]));
        of_option.sort_unstable();
        let Some(&median) = of_option.get(of_option.len() / 2) else { continue };
        for &place in &of_option {
            let (first, last) = &mut extents[place];
            (*first, *last) = ((*first).min(median), (*last).max(median));
        }
    }
    let is_spread = |item: &&ItemId| {
        let (first, last) = places[item.index()].map_or((0, 0), |place| extents[place]);
        last.saturating_sub(first) > once.len() / 2
    };
    let (spread, local): (Vec<&ItemId>, Vec<&ItemId>) = once.iter().partition(is_spread);
    Ok(local.into_iter().chain(spread).copied().collect())
}

fn is_once(problem: &Problem, item: ItemId) -> bool {
    problem.kind(item) == ItemKind::Primary && problem.bounds(item).is_once()
}

pub(super) fn build<'p>(problem: &Problem, limits: &mut Limits<'_>) -> Built<'p> {
    let mut is_colored = vec![false; problem.item_count()];
    for option in problem.options() {
        limits.setup(problem.uses(option).len())?;
        for used in problem.uses(option) {
            is_colored[used.item.index()] |= used.color != Color::NONE;
        }
    }
    let order = order(problem, limits)?;
    if order.is_empty() {
        return Ok(None);
    }
    // Once, counted, colored, or a set of secondary items after those that are covered once.
    let (mut numbers, mut bounds, mut colored) = (vec![0; problem.item_count()], Vec::new(), 0);
    let ones = narrow(order.len());
    for (number, item) in order.iter().enumerate() {
        numbers[item.index()] = narrow(number);
    }
    let mut bits = ones;
    for item in problem.items().filter(|&item| !is_once(problem, item)) {
        let number = if is_colored[item.index()] {
            &mut colored
        } else if problem.kind(item) == ItemKind::Secondary {
            &mut bits
        } else {
            bounds.push(problem.bounds(item));
            numbers[item.index()] = narrow(bounds.len() - 1);
            continue;
        };
        numbers[item.index()] = *number;
        *number += 1;
    }
    let mut pieces: Vec<Vec<Piece>> = (0..ones).map(|_| Vec::new()).collect();
    'options: for option in problem.options() {
        limits.setup(problem.uses(option).len())?;
        let (mut places, mut counted, mut of_colors) = (Vec::new(), Vec::new(), Vec::new());
        for (used, weight) in problem.weighted_uses(option) {
            let number = numbers[used.item.index()];
            if is_colored[used.item.index()] {
                of_colors.push((number, used.color));
            } else if problem.kind(used.item) == ItemKind::Primary && !is_once(problem, used.item) {
                counted.push((number, weight));
            } else if weight > 1 {
                // It is in no cover.
                continue 'options;
            } else {
                places.push(number);
            }
        }
        places.sort_unstable();
        let Some(&lowest) = places.first().filter(|&&lowest| lowest < ones) else { return Ok(None) };
        let mut words: Vec<(u32, u64)> = Vec::new();
        for place in &places {
            let (word, bit) = (place / 64, 1 << (place % 64));
            match words.last_mut().filter(|last| last.0 == word) {
                Some(last) => last.1 |= bit,
                None => words.push((word, bit)),
            }
        }
        pieces[wide(lowest)].push(Piece { option, words, counted, colored: of_colors });
    }
    let times = vec![0; bounds.len()];
    Ok(Some(Box::new(LowestFirst {
        random: ChaCha8Rng::from_seed([0; 32]),
        pieces,
        bounds,
        covered: vec![0; wide(bits).div_ceil(64)],
        times,
        colors: vec![(Color::NONE, 0); wide(colored)],
        levels: Vec::new(),
        highest: 0,
        runs: 0,
        nodes_of_run: 0,
        counters: Counters::default(),
        covers: Vec::new(),
    })))
}

/// A run comes near a cover if it covers all but one in so many items.
const NEAR: usize = 20;

/// Where a run is after some nodes.
enum RunState {
    Cover,
    /// No options are left.
    End,
    Limit,
}

impl LowestFirst {
    /// Begins the next run with another order.
    fn begin(&mut self) {
        self.covered.fill(0);
        self.times.fill(0);
        self.colors.fill((Color::NONE, 0));
        self.levels.clear();
        for pieces in &mut self.pieces {
            shuffle(&mut self.random, pieces);
        }
        self.runs += 1;
        self.nodes_of_run = 0;
        self.enter();
    }

    /// Adds the choice at the lowest item that is not covered. Returns false if all are.
    fn enter(&mut self) -> bool {
        let from = self.levels.last().map_or(0, |level| level.item);
        let open = (from / 64..self.covered.len()).find_map(|word| {
            let open = !self.covered[word];
            (open != 0).then(|| 64 * word + open.trailing_zeros() as usize)
        });
        let Some(item) = open.filter(|&item| item < self.pieces.len()) else { return false };
        self.levels.push(Level { item, tried: 0 });
        self.highest = self.highest.max(item);
        true
    }

    fn fits(&self, piece: &Piece) -> bool {
        piece.words.iter().all(|&(word, bits)| self.covered[wide(word)] & bits == 0)
            && piece
                .counted
                .iter()
                .all(|&(item, times)| self.times[wide(item)] + times <= self.bounds[wide(item)].high)
            && piece.colored.iter().all(|&(item, color)| {
                let (of_item, pieces) = self.colors[wide(item)];
                pieces == 0 || color == of_item && color != Color::NONE
            })
    }

    /// Places a piece, or takes it away again.
    fn turn(&mut self, item: usize, at: usize, is_placed: bool) {
        let piece = &self.pieces[item][at];
        for &(word, bits) in &piece.words {
            self.covered[wide(word)] ^= bits;
        }
        for &(item, times) in &piece.counted {
            let of_item = &mut self.times[wide(item)];
            *of_item = if is_placed { *of_item + times } else { *of_item - times };
        }
        for &(item, color) in &piece.colored {
            let (of_item, pieces) = &mut self.colors[wide(item)];
            *of_item = color;
            *pieces = if is_placed { *pieces + 1 } else { *pieces - 1 };
        }
    }

    /// Continues for this many nodes, from a cover to the next one.
    fn search(&mut self, nodes: u64) -> RunState {
        let last = self.counters.nodes + nodes;
        while self.counters.nodes < last {
            let Some(level) = self.levels.last() else { return RunState::End };
            let (item, tried) = (level.item, level.tried);
            let is_placed = self.covered[item / 64] >> (item % 64) & 1 == 1;
            if is_placed {
                self.turn(item, tried - 1, false);
            }
            let next = (tried..self.pieces[item].len()).find(|&at| self.fits(&self.pieces[item][at]));
            self.counters.updates += (next.unwrap_or(self.pieces[item].len()) - tried + 1) as u64;
            let Some(at) = next else {
                self.levels.pop();
                continue;
            };
            self.turn(item, at, true);
            self.levels.last_mut().expect("the choice is at a level").tried = at + 1;
            self.counters.nodes += 1;
            self.nodes_of_run += 1;
            let is_enough = |(times, bounds): (&u32, &Bounds)| *times >= bounds.low;
            if !self.enter() && self.times.iter().zip(&self.bounds).all(is_enough) {
                return RunState::Cover;
            }
        }
        RunState::Limit
    }

    fn cover(&self) -> Cover {
        let chosen = |level: &Level| self.pieces[level.item][level.tried - 1].option;
        let mut cover: Cover = self.levels.iter().map(chosen).collect();
        cover.sort_unstable();
        cover
    }
}

impl Engine for LowestFirst {
    fn spent(&self) -> u64 {
        NODE * self.counters.nodes + TRY * self.counters.updates
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    /// It gets more time where it comes near a cover: partridge 8, but no Latin square.
    fn is_promising(&self) -> bool {
        (self.pieces.len() - self.highest) * NEAR <= self.pieces.len()
    }

    fn advance(
        &mut self,
        until: u64,
        wanted: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Answer>, Stopped> {
        while self.spent() < until {
            if self.runs == 0 || self.covers.is_empty() && self.nodes_of_run >= UNIT * luby(self.runs) {
                self.begin();
            }
            let reached = self.search(NODES_BETWEEN_LOOKS);
            limits.step(NODES_BETWEEN_LOOKS / 16)?;
            let found = match reached {
                RunState::Cover => Some(self.cover()),
                RunState::End => None,
                RunState::Limit => continue,
            };
            if let Some(answer) = Answer::with(&mut self.covers, found, wanted) {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn covers(self: Box<Self>) -> Vec<Cover> {
        self.covers
    }
}

#[cfg(test)]
mod tests {
    use dlx_instances::partridge;

    use super::order;
    use crate::control::limits::Limits;
    use crate::instances;

    /// The item of the only square of side 1 comes first in the problem, and has an option in each cell.
    #[test]
    fn items_of_options_all_over_the_region_come_last() {
        let problem = instances::problem(partridge::problem(8));
        let order = order(&problem, &mut Limits::none()).expect("there are no limits");
        let names: Vec<&str> = order.iter().map(|&item| problem.name(item)).collect();
        assert_eq!((names[0], names[1], names[1296]), ("00", "01", "1x1"));
    }
}
