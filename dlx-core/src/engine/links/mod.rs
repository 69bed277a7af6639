//! The arena of dancing links: the reference engine, which supports every problem.
//!
//! After Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, algorithms X, C and M, with three
//! differences:
//!
//! - There are no horizontal links. The nodes of an option are adjacent, a spacer follows each option, and
//!   the open items are a bit set ([`open_items`]).
//! - All items of an option leave the open set before any list is covered. If the set is empty then, the
//!   option completes a cover and no link is changed.
//! - `starved` counts the open items without a live option. Covering an option is abandoned as soon as it
//!   starves an item, as in Solnon's dancing cells; the tree is the same, the work is less.
//!
//! Invariants between two operations, which [`verify`](Links::verify) checks in debug builds:
//!
//! 1. header `i` is node `i`; `down` and `up` of each list are inverse to each other;
//! 2. `len[i]` is the length of the list of primary item `i`, in which each option counts with its weight; no option on
//!    the list of an open item counts more than the item has room for;
//! 3. `starved` is the number of open primary items whose list is shorter than they need, if the rule looks
//!    ahead;
//! 4. covering and then uncovering restores every link.

mod assume;
mod choose;
mod cover;
mod demand;
mod keyed;
mod leasts;
pub(crate) mod lists;
mod open_items;
mod verify;

use assume::AssumptionTrail;
use choose::Preference;
use cover::{for_others, weight};
use demand::Demand;
#[cfg(test)]
pub(crate) use demand::ItemWeights;
use keyed::Keys;
pub(crate) use keyed::Part;
use leasts::{Leasts, MANY};
use open_items::OpenItems;

use crate::control::checkpoint::Choice;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::{Assumed, BranchState, Engine, EngineFigures, NodeState, Rank, Run, RunEnd};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId, narrow, wide};

/// The item of a spacer.
const SPACER: u32 = u32::MAX;
/// The color of a node whose item has been purified to the color of the node: the item needs no more
/// attention there.
const PURIFIED: u32 = u32::MAX;

/// One node of the arena, 16 bytes. Knuth's ULINK, DLINK, TOP and COLOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// The node above in the item's list. In a spacer: the first node of the option before it.
    up: u32,
    /// The node below in the item's list. In a spacer: the last node of the option after it.
    down: u32,
    /// The item, or [`SPACER`].
    item: u32,
    /// The color, 0 for none, or [`PURIFIED`]. Of a primary item, if there are bounds: the weight, how often the option
    /// counts. In a header: the color that its list is purified to. In a spacer: the option before it.
    color: u32,
}

/// How far the option of a level has been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Done {
    /// Nothing: the level is new, or the option was a dead end and was taken back.
    Nothing,
    /// Its items have left the open set; it completes a cover.
    Closed,
    /// Its items have left the open set and their lists are covered.
    Covered,
    /// No option was taken: the item is covered often enough.
    Enough,
}

/// One choice on the path.
#[derive(Clone, Copy, Debug)]
struct ArenaLevel {
    item: u32,
    /// The node of the current option, in the list of `item`; its header at first, and again for "enough".
    node: u32,
    /// `starved` with `item` covered and no option taken.
    starved: u32,
    done: Done,
}

/// The data of a level that only bounds require. Without bounds all of it can be derived from the list of the
/// level's item, and levels are 16 bytes (Latin squares of order 5: 16 % faster than with 28).
#[derive(Clone, Copy, Debug, Default)]
struct BoundedLevel {
    /// Number of branches tried, including the current one.
    tried: u32,
    /// Number of branches.
    of: u32,
    /// True if the item may be covered again after one of its options. If so, it stays open, and an option
    /// that has been tried is removed from all lists until the level is closed, so that each combination
    /// occurs once (Knuth's "tweaking"). If not, the list of the item is covered.
    repeats: bool,
}

/// The arena and a position in its tree. `COLORED` is true if any use has a color, `BOUNDED` if any item has
/// bounds; without them the tests for them are compiled away. `KEYED` is true if a [key](keyed) of what is
/// left is kept.
#[derive(Clone, Debug)]
pub(crate) struct Links<const COLORED: bool, const BOUNDED: bool, const KEYED: bool = false> {
    rule: Rule,
    /// True if `starved` is kept: if the rule looks ahead.
    counts_starved: bool,
    nodes: Vec<Node>,
    /// By primary item: the length of its list, the sum of the weights. Separate from the headers so that choosing an item reads one
    /// dense array. Secondary items have no entry, and the bounds check is what distinguishes them (12
    /// queens: 16 % faster than with a length for every item).
    len: Vec<u32>,
    demand: Demand,
    open: OpenItems,
    /// Number of open items from which on the next one is chosen by `leasts`.
    many: u32,
    leasts: Leasts,
    starved: u32,
    levels: Vec<ArenaLevel>,
    /// By level, if there are bounds.
    tallies: Vec<BoundedLevel>,
    /// The nodes of the options that levels with a repeated item have removed.
    dropped: Vec<u32>,
    /// The nodes of the options that were removed because they count too much for what is left of an item, after the
    /// header of that item.
    squeezed: Vec<u32>,
    preference: Preference,
    keys: Keys,
    assumptions: AssumptionTrail,
    updates: u64,
}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Returns an arena without a root: it must be restarted first.
    pub(crate) fn new(problem: &Problem, rule: Rule) -> Self {
        Self {
            rule,
            counts_starved: rule.looks_ahead(),
            nodes: Vec::new(),
            len: Vec::new(),
            demand: Demand::default(),
            open: OpenItems::default(),
            many: if rule == Rule::Fewest && !BOUNDED { MANY } else { u32::MAX },
            leasts: Leasts::default(),
            starved: 0,
            levels: Vec::new(),
            tallies: Vec::new(),
            dropped: Vec::new(),
            squeezed: Vec::new(),
            preference: Preference::new(problem, rule),
            keys: Keys::default(),
            assumptions: AssumptionTrail::default(),
            updates: 0,
        }
    }

    /// Builds the arena for what the givens have left.
    ///
    /// # Errors
    /// The limit that was reached. The arena then has no root.
    fn build(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        self.levels.clear();
        let items = problem.item_count();
        self.nodes.clear();
        self.nodes.reserve(items + problem.use_count() + problem.option_count() + 1);
        self.nodes.extend((0..narrow(items)).map(|item| Node { up: item, down: item, item, color: 0 }));
        self.len.clear();
        self.len.resize(problem.primary_count(), 0);
        self.push_spacer(0, 0);
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            if !settled.is_live(problem, option) {
                continue;
            }
            let first = narrow(self.nodes.len());
            for (used, weight) in problem.weighted_uses(option) {
                if settled.is_settled(used.item) {
                    continue;
                }
                let node = narrow(self.nodes.len());
                let item = used.item.0;
                let up = self.nodes[wide(item)].up;
                let mut color = used.color.0;
                if let Some(len) = self.len.get_mut(wide(item)) {
                    if BOUNDED {
                        color = weight;
                    }
                    *len += if BOUNDED { weight } else { 1 };
                }
                self.nodes.push(Node { up, down: item, item, color });
                self.nodes[wide(up)].down = node;
                self.nodes[wide(item)].up = node;
            }
            self.nodes[wide(first - 1)].down = narrow(self.nodes.len()) - 1;
            self.push_spacer(first, option.0);
        }
        let primaries = || problem.items().take(problem.primary_count());
        if BOUNDED {
            self.demand.reset(problem, primaries().map(|item| settled.bounds_left(problem, item)));
        }
        self.open.reset(items);
        self.starved = 0;
        for item in primaries().filter(|&item| !settled.is_settled(item)) {
            self.open.insert(item.0);
            if self.counts_starved && self.len[item.index()] < self.need(item.0) {
                self.starved += 1;
            }
        }
        self.tallies.clear();
        self.dropped.clear();
        self.squeezed.clear();
        self.assumptions.clear();
        self.forget();
        if KEYED {
            self.reset_keys(problem, limits)?;
        }
        self.verify_in_debug();
        Ok(())
    }

    fn push_spacer(&mut self, first: u32, option: u32) {
        self.nodes.push(Node { up: first, down: 0, item: SPACER, color: option });
    }

    /// Counts the other primary items of the option at `node`. Returns the number of them that were starved
    /// and no longer are.
    #[inline(always)]
    fn close_items(&mut self, node: u32) -> u32 {
        let (len, open, demand) = (self.len.as_slice(), &mut self.open, &mut self.demand);
        let key = &mut self.keys.now;
        let mut relieved = 0;
        for_others(self.nodes.as_mut_slice(), node, |_, _, node| {
            if let Some(&len) = len.get(wide(node.item)) {
                let weight = weight::<BOUNDED>(node);
                relieved +=
                    u32::from(count_item::<BOUNDED, KEYED>(open, demand, key, node.item, len, weight));
            }
        });
        relieved
    }

    /// Undoes [`close_items`](Self::close_items). `starved` is restored by the level.
    #[inline(always)]
    fn reopen_items(&mut self, node: u32) {
        let (open, demand, primaries) = (&mut self.open, &mut self.demand, narrow(self.len.len()));
        let key = &mut self.keys.now;
        for_others(self.nodes.as_mut_slice(), node, |_, _, node| {
            if node.item < primaries {
                uncount_item::<BOUNDED, KEYED>(open, demand, key, node.item, weight::<BOUNDED>(node));
            }
        });
    }

    /// Counts the primary item of a node itself as covered by its option, where the item may be covered again. Returns
    /// true if it was starved and no longer is.
    #[inline(always)]
    fn count_own(&mut self, node: u32) -> bool {
        let own = self.nodes[wide(node)];
        let (open, demand, key) = (&mut self.open, &mut self.demand, &mut self.keys.now);
        let len = self.len[wide(own.item)];
        count_item::<BOUNDED, KEYED>(open, demand, key, own.item, len, weight::<BOUNDED>(own))
    }

    /// Undoes [`count_own`](Self::count_own).
    #[inline(always)]
    fn uncount_own(&mut self, node: u32) {
        let own = self.nodes[wide(node)];
        let (open, demand, key) = (&mut self.open, &mut self.demand, &mut self.keys.now);
        uncount_item::<BOUNDED, KEYED>(open, demand, key, own.item, weight::<BOUNDED>(own));
    }

    /// Returns true if the deepest level offers its item again after an option.
    #[inline(always)]
    fn repeats(&self) -> bool {
        BOUNDED && self.tallies.last().is_some_and(|tally| tally.repeats)
    }

    /// Takes back the current option of the deepest level.
    #[inline(always)]
    fn take_back(&mut self, level: &mut ArenaLevel) {
        if level.done == Done::Nothing {
            return;
        }
        if BOUNDED && level.done == Done::Enough {
            if self.repeats() {
                self.reopen_item(level.item);
            }
        } else {
            if level.done == Done::Covered {
                if self.repeats() {
                    self.unrestrict(level.item);
                }
                self.uncommit(level.node, level.node);
            }
            self.reopen_items(level.node);
            if self.repeats() {
                self.uncount_own(level.node);
            }
        }
        self.starved = level.starved;
        level.done = Done::Nothing;
    }

    /// Closes a level whose option has been taken back.
    #[inline(always)]
    fn close_level(&mut self, level: &ArenaLevel) {
        if self.repeats() {
            let tried = self.tallies.last().map_or(0, |tally| tally.tried);
            // "Enough" comes last and has dropped nothing.
            let tried = tried - u32::from(tried > 0 && level.node == level.item);
            for _ in 0..tried {
                let node = self.dropped.pop().expect("each option that was tried has been dropped");
                self.undrop_option(node);
            }
        } else {
            self.uncover(level.item, 0, level.item);
            self.reopen_item(level.item);
        }
        self.starved = 0;
        self.levels.pop();
        if BOUNDED {
            self.tallies.pop();
        }
        self.verify_where_cheap();
    }

    /// Moves to the level's next branch: an option, or the header for "enough".
    #[inline(always)]
    fn advance(&mut self, level: &mut ArenaLevel) {
        if BOUNDED {
            self.tallies.last_mut().expect("a level has a tally").tried += 1;
        }
        if self.repeats() {
            level.node = self.nodes[wide(level.item)].down;
            if level.node != level.item {
                self.drop_option(level.node);
                self.dropped.push(level.node);
                level.starved = self.starved;
            }
        } else {
            level.node = self.nodes[wide(level.node)].down;
        }
    }

    /// Takes the level's branch.
    #[inline(always)]
    fn take(&mut self, level: &mut ArenaLevel) -> BranchState {
        if BOUNDED && level.node == level.item {
            return self.take_enough(level);
        }
        let node = level.node;
        let mut relieved = self.close_items(node);
        if self.repeats() {
            relieved += u32::from(self.count_own(node));
        }
        if self.open.is_empty() {
            level.done = Done::Closed;
            return BranchState::Solved;
        }
        if self.counts_starved {
            self.starved -= relieved;
        }
        let mut is_alive = self.starved == 0 && self.commit(node, 0);
        if is_alive && self.repeats() && !self.restrict(level.item, 0) {
            self.uncommit(node, node);
            is_alive = false;
        }
        if !is_alive {
            self.reopen_items(node);
            if self.repeats() {
                self.uncount_own(node);
            }
            self.starved = level.starved;
            return BranchState::Dead;
        }
        level.done = Done::Covered;
        BranchState::Open
    }

    /// Takes "enough": the level's item is covered often enough, and no more of its options are chosen. All
    /// of them have been removed from their lists, one by one or together.
    fn take_enough(&mut self, level: &mut ArenaLevel) -> BranchState {
        level.done = Done::Enough;
        if self.repeats() {
            self.close_item(level.item);
        }
        if self.open.is_empty() {
            BranchState::Solved
        } else if self.starved > 0 {
            self.take_back(level);
            BranchState::Dead
        } else {
            BranchState::Open
        }
    }

    /// Returns true if the deepest level, which is this, has a branch left.
    #[inline(always)]
    fn has_next(&self, level: ArenaLevel) -> bool {
        if BOUNDED {
            self.tallies.last().is_some_and(|tally| tally.tried < tally.of)
        } else {
            self.nodes[wide(level.node)].down != level.item
        }
    }

    /// Opens a level at an item.
    #[inline(always)]
    fn open_level(&mut self, item: u32) {
        let repeats = BOUNDED && self.room(item) > 1;
        if BOUNDED {
            self.tallies.push(BoundedLevel { tried: 0, of: self.branches(item), repeats });
        }
        if !repeats {
            self.close_item(item);
            self.cover(item, 0, u32::MAX);
        }
        let starved = self.starved;
        self.levels.push(ArenaLevel { item, node: item, starved, done: Done::Nothing });
    }
}

/// Counts an item of the chosen option as covered so many times more, which removes it from the open set if it may not
/// be covered again. Returns true if it was starved, its list being `len` long, and no longer is.
#[inline(always)]
fn count_item<const BOUNDED: bool, const KEYED: bool>(
    open: &mut OpenItems,
    demand: &mut Demand,
    key: &mut u128,
    item: u32,
    len: u32,
    weight: u32,
) -> bool {
    if BOUNDED && demand.rooms[wide(item)] > weight {
        demand.take::<KEYED>(item, weight, len, key)
    } else {
        if BOUNDED && KEYED {
            *key ^= demand.word(item);
        }
        open.remove(item);
        len < if BOUNDED { demand.needs[wide(item)] } else { 1 }
    }
}

/// Undoes [`count_item`].
#[inline(always)]
fn uncount_item<const BOUNDED: bool, const KEYED: bool>(
    open: &mut OpenItems,
    demand: &mut Demand,
    key: &mut u128,
    item: u32,
    weight: u32,
) {
    if BOUNDED && open.contains(item) {
        demand.give_back::<KEYED>(item, weight, key);
    } else {
        if BOUNDED && KEYED {
            *key ^= demand.word(item);
        }
        open.insert(item);
    }
}

/// The operations shared by the engine and memoization.
impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Returns the state here. Called at the root, or right after taking a branch that is not a dead end.
    pub(crate) fn here(&self) -> NodeState {
        if self.open.is_empty() {
            NodeState::Solved
        } else if self.starved > 0 {
            NodeState::Dead
        } else {
            NodeState::Open
        }
    }

    /// Takes back the deepest level's choice, if it is carried out, and takes the next one, or closes the
    /// level.
    #[inline(always)]
    pub(crate) fn take_next(&mut self) -> BranchState {
        let mut level = *self.levels.last().expect("an option is taken only in a level");
        self.take_back(&mut level);
        if !self.has_next(level) {
            self.close_level(&level);
            return BranchState::Closed;
        }
        self.advance(&mut level);
        let taken = self.take(&mut level);
        *self.levels.last_mut().expect("the level is still open") = level;
        taken
    }

    /// Returns true if the deepest level has a branch left.
    #[inline(always)]
    pub(crate) fn has_untried(&self) -> bool {
        self.levels.last().is_some_and(|&level| self.has_next(level))
    }

    /// Resets the updates.
    fn forget(&mut self) {
        self.updates = 0;
    }
}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Engine for Links<COLORED, BOUNDED, KEYED> {
    fn restart(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<NodeState, Stopped> {
        self.build(problem, settled, limits)?;
        Ok(self.here())
    }

    #[inline(always)]
    fn open(&mut self) {
        let item = if self.open.len() < self.many { self.choose() } else { self.choose_among_many() };
        self.verify_where_cheap();
        self.open_level(item);
    }

    fn pass_next(&mut self) -> bool {
        let mut level = *self.levels.last().expect("an option is passed only in a level");
        self.take_back(&mut level);
        let has_next = self.has_next(level);
        if has_next {
            self.advance(&mut level);
        }
        *self.levels.last_mut().expect("the level is still open") = level;
        has_next
    }

    fn take_passed(&mut self) -> NodeState {
        let mut level = *self.levels.last().expect("an option is taken only in a level");
        let taken = self.take(&mut level);
        *self.levels.last_mut().expect("the level is still open") = level;
        taken.into()
    }

    fn close(&mut self) {
        let mut level = *self.levels.last().expect("only an open level is closed");
        self.take_back(&mut level);
        self.close_level(&level);
    }

    /// Like the default, with passing and taking in one: the level is loaded and stored once.
    #[inline(always)]
    fn go_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        loop {
            if run.fuel == 0 && self.has_untried() {
                return RunEnd::Spent;
            }
            let depth = self.depth();
            let taken = self.take_next();
            if taken == BranchState::Closed {
                if depth == run.floor + 1 {
                    return RunEnd::End;
                }
                continue;
            }
            run.enter(depth);
            match taken {
                BranchState::Open => self.open(),
                BranchState::Solved if run.find() => return RunEnd::Enough,
                BranchState::Solved | BranchState::Dead | BranchState::Closed => {}
            }
        }
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn choice(&self, level: usize) -> Choice {
        let level = &self.levels[level];
        let option = (level.node != level.item).then(|| self.option_of(level.node));
        Choice { item: ItemId(level.item), option }
    }

    fn rank(&self, level: usize) -> Rank {
        if BOUNDED {
            let BoundedLevel { tried, of, .. } = self.tallies[level];
            return Rank { tried, of };
        }
        let ArenaLevel { item, mut node, .. } = self.levels[level];
        let mut tried = 0;
        while node != item {
            tried += 1;
            node = self.nodes[wide(node)].up;
        }
        Rank { tried, of: self.len[wide(item)] }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        let taken = self.levels.iter().filter(|level| !BOUNDED || level.node != level.item);
        cover.extend(taken.map(|level| self.option_of(level.node)));
    }

    fn figures(&self) -> EngineFigures {
        let arena_bytes = size_of_val(self.nodes.as_slice());
        EngineFigures { updates: self.updates, arena_nodes: self.nodes.len(), arena_bytes }
    }

    fn assume(&mut self, assumed: Assumed<'_>) -> Option<NodeState> {
        Some(self.carry_out(&assumed))
    }

    fn retract(&mut self) -> Option<NodeState> {
        Some(self.take_back_assumption())
    }
}
