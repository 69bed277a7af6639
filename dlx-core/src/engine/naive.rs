//! The naive engine, for tests only: it searches the tree that [`Rule`] defines without any linked list.
//!
//! At every node it has the list of open items and the list of live options, and scans all of them. It shares
//! with the links the definition of the tree, and [`Settled`] for the givens.

use std::cmp::Reverse;

use crate::control::checkpoint::Choice;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::links::ItemWeights;
use crate::engine::{Engine, EngineFigures, NodeState, Rank};
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, narrow, scale, wide};
use crate::problem::{ItemKind, Problem};

/// What is left of the problem at one node; both lists are in ascending order.
#[derive(Clone, Debug, Default)]
struct ScanNode {
    open: Vec<ItemId>,
    live: Vec<OptionId>,
    /// By primary item: how often it is covered, including by givens, each option counted with its weight.
    times: Vec<u32>,
}

/// One choice on the path.
#[derive(Clone, Debug)]
struct ScanLevel {
    item: ItemId,
    /// The node above, before any choice of this level.
    above: ScanNode,
    /// The branches in order.
    ways: Vec<Option<OptionId>>,
    /// Number of branches tried; the last of those is the current one.
    tried: usize,
}

/// The engine with its position.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    problem: Problem,
    rule: Rule,
    here: ScanNode,
    levels: Vec<ScanLevel>,
    /// By primary item, if options have weights.
    weights: Vec<ItemWeights>,
}

impl Scan {
    pub(crate) fn new(problem: &Problem, rule: Rule) -> Self {
        let weights = ItemWeights::of(problem);
        Self { problem: problem.clone(), rule, here: ScanNode::default(), levels: Vec::new(), weights }
    }

    /// Moves to the state that the resolved givens leave.
    fn begin(&mut self, settled: &Settled) {
        let problem = &self.problem;
        let primaries = || problem.items().take(problem.primary_count());
        let mut times = vec![0; problem.primary_count()];
        for &option in &settled.given {
            for (used, weight) in problem.weighted_uses(option) {
                if problem.kind(used.item) == ItemKind::Primary {
                    times[used.item.index()] += weight;
                }
            }
        }
        self.here = ScanNode {
            open: primaries().filter(|&item| times[item.index()] < problem.bounds(item).high).collect(),
            live: problem.options().filter(|&option| settled.is_live(problem, option)).collect(),
            times,
        };
        self.levels.clear();
    }

    /// Returns how often an item must still be covered.
    fn need(&self, item: ItemId) -> usize {
        let low = self.problem.bounds(item).low as usize;
        low.saturating_sub(self.here.times[item.index()] as usize)
    }

    fn room(&self, item: ItemId) -> u32 {
        self.problem.bounds(item).high - self.here.times[item.index()]
    }

    /// Returns the live options of an item.
    fn options(&self, item: ItemId) -> Vec<OptionId> {
        let has_item = |option: OptionId| self.problem.uses(option).iter().any(|used| used.item == item);
        self.here.live.iter().copied().filter(|&option| has_item(option)).collect()
    }

    /// Returns how often all live options of an item count together.
    fn supply(&self, item: ItemId) -> usize {
        self.options(item).iter().map(|&option| wide(self.problem.weight(option, item))).sum()
    }

    fn degree(&self, item: ItemId) -> usize {
        let most = (self.supply(item) + 1).saturating_sub(self.need(item));
        match self.weights.get(item.index()) {
            Some(weights) => wide(weights.degree(narrow(most))),
            None => most,
        }
    }

    fn choose(&self) -> ItemId {
        let open = || self.here.open.iter().copied();
        let ties = |item| (self.room(item) as usize - self.need(item), Reverse(self.room(item)));
        let forced = open().find(|&item| self.degree(item) <= 1);
        // Of several minima `min_by_key` returns the first.
        let chosen = match self.rule {
            Rule::First => open().min(),
            Rule::Fewest => open().min_by_key(|&item| (self.degree(item), ties(item))),
            Rule::Preferred => open().min_by_key(|&item| {
                let is_preferred = self.problem.name(item).starts_with('#');
                (self.degree(item) > 1 && !is_preferred, self.degree(item), ties(item))
            }),
            Rule::Random { seed } => forced.or_else(|| {
                use std::hash::Hasher;
                let least = open().map(|item| self.degree(item)).min()?;
                let equals: Vec<ItemId> = open().filter(|&item| self.degree(item) == least).collect();
                let mut hasher = fnv::FnvHasher::default();
                hasher.write(&seed.to_le_bytes());
                for level in &self.levels {
                    let option = level.ways[level.tried - 1].map_or(u32::MAX, |option| option.0);
                    hasher.write(&option.to_le_bytes());
                }
                let word = u32::try_from(hasher.finish() >> 32).expect("half of 64 bits");
                equals.get(wide(scale(word, narrow(equals.len())))).copied()
            }),
        };
        chosen.expect("a level is opened only where an item is open")
    }

    /// Returns the lowest open item without a branch.
    fn starved(&self) -> Option<ItemId> {
        let looks_ahead = self.rule != Rule::First;
        self.here.open.iter().copied().find(|&item| looks_ahead && self.degree(item) == 0)
    }

    /// Returns the state after the current choice of a level.
    fn after(&self, level: &ScanLevel) -> ScanNode {
        let mut state = level.above.clone();
        let before = level.ways[..level.tried - 1].iter().flatten();
        let is_before = |option: OptionId| before.clone().any(|&tried| tried == option);
        let Some(option) = level.ways[level.tried - 1] else {
            state.open.retain(|&item| item != level.item);
            let options = self.ways_of(level);
            state.live.retain(|live| !options.contains(live));
            return state;
        };
        for (used, weight) in self.problem.weighted_uses(option) {
            if let Some(times) = state.times.get_mut(used.item.index()) {
                *times += weight;
            }
        }
        let bounds = |item: ItemId| self.problem.bounds(item);
        state.open.retain(|&item| state.times[item.index()] < bounds(item).high);
        state.live.retain(|&live| {
            let is_full = |(used, weight): (&crate::Use, u32)| {
                let times = state.times.get(used.item.index());
                times.is_some_and(|&times| weight > bounds(used.item).high - times)
            };
            let fits = is_compatible(&self.problem, option, live);
            live != option && !is_before(live) && fits && !self.problem.weighted_uses(live).any(is_full)
        });
        state
    }

    fn ways_of(&self, level: &ScanLevel) -> Vec<OptionId> {
        level.ways.iter().copied().flatten().collect()
    }

    /// Returns the state of the current node.
    pub(crate) fn here(&self) -> NodeState {
        if self.here.open.is_empty() {
            NodeState::Solved
        } else if self.starved().is_some() {
            NodeState::Dead
        } else {
            NodeState::Open
        }
    }
}

/// Returns true if two options share no secondary item except in one color.
fn is_compatible(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    let secondary = problem.uses(one).iter().filter(|used| problem.kind(used.item) == ItemKind::Secondary);
    secondary.into_iter().all(|mine| {
        let theirs = problem.uses(other).iter().find(|theirs| theirs.item == mine.item);
        theirs.is_none_or(|theirs| mine.color == theirs.color && mine.color != Color::NONE)
    })
}

impl Engine for Scan {
    fn restart(&mut self, _: &Problem, settled: &Settled, _: &mut Limits<'_>) -> Result<NodeState, Stopped> {
        self.begin(settled);
        Ok(self.here())
    }

    fn open(&mut self) {
        let item = self.choose();
        let (options, need) = (self.options(item), self.need(item));
        // An option that, with those after it, counts less often than the item needs is not a branch.
        let mut left = self.supply(item);
        let mut ways: Vec<Option<OptionId>> = Vec::new();
        for option in options {
            if left < need {
                break;
            }
            ways.push(Some(option));
            left -= wide(self.problem.weight(option, item));
        }
        if need == 0 {
            ways.push(None);
        }
        self.levels.push(ScanLevel { item, above: self.here.clone(), ways, tried: 0 });
    }

    fn pass_next(&mut self) -> bool {
        let level = self.levels.last_mut().expect("an option is passed only in a level");
        let has_next = level.tried < level.ways.len();
        self.here.clone_from(&level.above);
        level.tried += usize::from(has_next);
        has_next
    }

    fn take_passed(&mut self) -> NodeState {
        let level = self.levels.last().expect("an option is taken only in a level");
        self.here = self.after(level);
        self.here()
    }

    fn close(&mut self) {
        self.here = self.levels.pop().expect("only an open level is closed").above;
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn choice(&self, level: usize) -> Choice {
        let level = &self.levels[level];
        Choice { item: level.item, option: level.ways[level.tried - 1] }
    }

    fn rank(&self, level: usize) -> Rank {
        let level = &self.levels[level];
        let number = |count: usize| u32::try_from(count).expect("there are few ways");
        Rank { tried: number(level.tried), of: number(level.ways.len()) }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        cover.extend(self.levels.iter().filter_map(|level| level.ways[level.tried - 1]));
    }

    /// There are no lists and no tables.
    fn figures(&self) -> EngineFigures {
        EngineFigures::default()
    }
}
