//! The arena with taxes: a search tree without the options that are too expensive.
//!
//! Besides the lists there is the net cost of each live option and the *floor*: no cover below this node
//! costs less, and none that takes option `o` next, or anywhere below, less than `floor + net(o)` (the proof
//! is in [`taxes`](crate::cheapest::taxes)). Everything beyond `most` is cut off:
//!
//! - Taking an option adds its net cost to the floor.
//! - At each node all lists are scanned once. An option that is too expensive leaves its lists; an item with
//!   fewer options left than it needs ends the node; and an item that must be covered `need` times more is
//!   taxed with the least net cost on its list, which the floor gains `need` times. That is the argument of
//!   [`taxes`](crate::cheapest::taxes) again, for what is left of the problem. It is valid: `floor +
//!   net(o)` never falls on the way down, as a raised tax takes nothing from an option that the floor does
//!   not gain.
//! - The options of a level are tried from the least net cost up, and the first one that is too expensive
//!   ends it.
//!
//! Items with weights are not taxed. The floor is counted from a zero of its own, below which no cover is, so that nothing
//! here is negative, whatever the signs of the costs.
//!
//! Every change is on a trail and undone in the opposite order, so that a tax is lowered again on the same
//! list that it was raised on.
//!
//! The tree differs from that of a [`Rule`]: items are chosen by the number of their affordable branches and
//! by net costs, and "enough" is tried before the options, as it costs nothing.

use crate::cheapest::taxes::{Taxes, Taxing};
use crate::control::limits::{Limits, Stopped};
use crate::engine::links::lists::Lists;
use crate::engine::{BranchState, NodeState};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{OptionId, narrow, wide};
use crate::problem::size::Size;

/// One change at a node.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The option at this node was removed from all its lists.
    Dropped(u32),
    /// The tax of the item was raised by this amount.
    Raised(u32, u64),
}

/// The choice that a level has carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaxedDone {
    Nothing,
    /// No option: the item is covered often enough.
    Enough,
    /// The option at this node completed a cover: its items have left the open set.
    Closed(u32),
    /// The option at this node: its items have left the open set and their lists are covered.
    Covered(u32),
}

/// A branch of a level: the node of an option in the list of the item, or the header for "enough".
#[derive(Clone, Copy, Debug)]
struct TaxedWay {
    net: u64,
    node: u32,
}

#[derive(Clone, Copy, Debug)]
struct TaxedLevel {
    item: u32,
    /// True if the item stays open after one of its options, as it may be covered again. Then an option that
    /// has been tried leaves all lists until the level is closed, so that each combination occurs once.
    repeats: bool,
    /// Index of the level's first branch.
    first: usize,
    tried: u32,
    of: u32,
    floor: u64,
    /// Length of the trail before any branch, and before the current one.
    opened: usize,
    mark: usize,
    /// Value of `most` when the lists were last swept for expensive options.
    most: u64,
    done: TaxedDone,
}

#[derive(Clone, Debug)]
pub(crate) struct Taxed {
    lists: Lists,
    taxes: Taxes,
    raises: bool,
    settled: Settled,
    /// By option, in small units.
    net: Vec<u64>,
    floor: u64,
    /// The greatest affordable cost, in small units.
    most: u64,
    trail: Vec<Change>,
    ways: Vec<TaxedWay>,
    levels: Vec<TaxedLevel>,
    /// Number of steps of a nanosecond or two.
    work: u64,
}

impl Taxed {
    /// Returns an arena for this problem, without givens and taxes; [`restart`](Self::restart) prepares it.
    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            lists: Lists::new(problem),
            settled: Settled::default(),
            taxes: Taxes::default(),
            raises: false,
            net: Vec::new(),
            floor: 0,
            most: 0,
            trail: Vec::new(),
            ways: Vec::new(),
            levels: Vec::new(),
            work: 0,
        }
    }

    /// Resolves other givens, after an error none. The root is [built](Self::build) for them later.
    pub(crate) fn restart(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        self.rewind();
        self.settled.resolve(problem, givens)
    }

    /// Builds the root for the givens. The taxes are computed for what they have left, as `taxing` says.
    ///
    /// # Errors
    /// The limit that was reached. There is then no root.
    pub(crate) fn build(
        &mut self,
        problem: &Problem,
        taxing: Taxing,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let taxes = Taxes::of(problem, &self.settled, taxing, limits)?;
        self.lists.build(problem, &self.settled, limits)?;
        // Options that no affordable cover contains leave for good.
        self.lists.remove(problem, |option| taxes.dear.binary_search(&option).is_ok());
        self.taxes = taxes;
        self.raises = matches!(taxing, Taxing::Everywhere | Taxing::Portfolio);
        self.rewind();
        Ok(())
    }

    /// Moves to the root, where everything is affordable.
    pub(crate) fn rewind(&mut self) {
        while !self.levels.is_empty() {
            self.take_back();
            self.close();
        }
        self.undo_to(0);
        self.lists.forget();
        self.work = 0;
        self.net.clone_from(&self.taxes.net);
        self.floor = self.taxes.floor;
        self.most = self.taxes.all;
    }

    /// Returns the state of the root. Called there once.
    pub(crate) fn here(&mut self) -> NodeState {
        if self.taxes.is_hopeless {
            NodeState::Dead
        } else if self.lists.is_covered() {
            NodeState::Solved
        } else if self.settle() {
            NodeState::Open
        } else {
            NodeState::Dead
        }
    }

    /// Sets the greatest affordable cost, not counting the givens. Returns false if no cover costs so little.
    #[must_use]
    pub(crate) fn afford(&mut self, cost: i128) -> bool {
        let most = (cost << self.taxes.scale) - self.taxes.zero;
        if most >= 0 {
            // A cost that does not fit exceeds that of all options.
            self.most = self.most.min(u64::try_from(most).unwrap_or(u64::MAX));
        }
        most >= 0
    }

    /// Returns the least whole cost that the floor allows and that no untried branch of an open level is
    /// below; `None` if no affordable branch is left.
    pub(crate) fn least_untried(&self) -> Option<i128> {
        let next = |level: &TaxedLevel| {
            let untried = (level.tried < level.of).then(|| self.ways[level.first + wide(level.tried)]);
            untried.map(|way| level.floor.saturating_add(way.net)).filter(|&least| least <= self.most)
        };
        self.levels.iter().filter_map(next).min().map(|least| self.in_units(least))
    }

    /// Returns a lower bound on the cost of completing a cover at the root; `None` if there is no cover.
    pub(crate) fn root_floor(&self) -> Option<i128> {
        (!self.taxes.is_hopeless).then(|| self.in_units(self.taxes.floor))
    }

    fn in_units(&self, small: u64) -> i128 {
        -(-(i128::from(small) + self.taxes.zero)).div_euclid(1 << self.taxes.scale)
    }

    /// Returns an open item with the fewest affordable branches; in a tie, one whose second branch costs most
    /// beyond the first (queens 14 with random costs: 758 nodes instead of 1120).
    fn choose(&self) -> u32 {
        let fewest = self.lists.fewest().expect("a level is opened only where an item is open");
        let degree = self.lists.degree(fewest);
        if degree <= 1 {
            return fewest;
        }
        let equals = self.lists.open().filter(|&item| self.lists.degree(item) == degree);
        equals.min_by_key(|&item| u64::MAX - self.spread(item)).unwrap_or(fewest)
    }

    /// Returns the difference of the two least net costs on a list, 0 if there are not two.
    fn spread(&self, item: u32) -> u64 {
        let (mut first, mut second) = (u64::MAX, None);
        let mut node = self.lists.below(item);
        while node != item {
            let net = self.net[self.lists.owner(node).index()];
            if net < first {
                second = (first < u64::MAX).then_some(first);
                first = net;
            } else if second.is_none_or(|second| net < second) {
                second = Some(net);
            }
            node = self.lists.below(node);
        }
        second.map_or(0, |second| second - first)
    }

    /// Chooses an item and opens a level for its affordable branches.
    pub(crate) fn open(&mut self) {
        self.verify_where_cheap();
        let item = self.choose();
        let lists = &mut self.lists;
        let first = self.ways.len();
        let need = lists.need(item);
        if need == 0 {
            self.ways.push(TaxedWay { net: 0, node: item });
        }
        let options = self.ways.len();
        let mut node = lists.below(item);
        while node != item {
            let net = self.net[lists.owner(node).index()];
            if self.floor.saturating_add(net) <= self.most {
                self.ways.push(TaxedWay { net, node });
            }
            node = lists.below(node);
        }
        self.ways[options..].sort_unstable_by_key(|way| (way.net, way.node));
        // The last ones have too few others after them to cover the item often enough.
        let (mut kept, mut covered) = (self.ways.len(), 0);
        while kept > options {
            covered += lists.weight(self.ways[kept - 1].node);
            if covered >= need {
                break;
            }
            kept -= 1;
        }
        self.ways.truncate(kept);
        let repeats = lists.room(item) > 1;
        if !repeats {
            lists.cover(item);
        }
        self.levels.push(TaxedLevel {
            item,
            repeats,
            first,
            tried: 0,
            of: narrow(self.ways.len() - first),
            floor: self.floor,
            opened: self.trail.len(),
            mark: self.trail.len(),
            most: self.most,
            done: TaxedDone::Nothing,
        });
    }

    /// Takes back the deepest level's branch and takes the next one, or closes the level.
    pub(crate) fn take_next(&mut self) -> BranchState {
        self.take_back();
        let mut level = *self.levels.last().expect("a way is taken only in a level");
        let way = self.ways.get(level.first + wide(level.tried)).copied();
        let way = way.filter(|way| level.floor.saturating_add(way.net) <= self.most);
        let Some(way) = way else {
            self.close();
            return BranchState::Closed;
        };
        if self.most < level.most {
            self.sweep();
            level.most = self.most;
        }
        level.tried += 1;
        self.floor = level.floor.saturating_add(way.net);
        let taken = self.take(&mut level, way.node);
        *self.levels.last_mut().expect("the level is still open") = level;
        if taken == BranchState::Dead {
            self.take_back();
        }
        taken
    }

    fn take(&mut self, level: &mut TaxedLevel, node: u32) -> BranchState {
        let lists = &mut self.lists;
        if node == level.item {
            level.mark = self.trail.len();
            level.done = TaxedDone::Enough;
            if level.repeats {
                lists.cover(node);
            }
            if lists.is_covered() {
                return BranchState::Solved;
            }
        } else {
            if level.repeats {
                lists.drop_option(node);
                self.trail.push(Change::Dropped(node));
                lists.count(node);
            }
            level.mark = self.trail.len();
            lists.close_items(node);
            if lists.is_covered() {
                level.done = TaxedDone::Closed(node);
                return BranchState::Solved;
            }
            lists.commit(node);
            if level.repeats {
                lists.restrict(level.item);
            }
            level.done = TaxedDone::Covered(node);
        }
        if self.settle() { BranchState::Open } else { BranchState::Dead }
    }

    /// Takes back the choice of the deepest level.
    fn take_back(&mut self) {
        let level = self.levels.last_mut().expect("a way is taken back only in a level");
        let done = std::mem::replace(&mut level.done, TaxedDone::Nothing);
        let level = *level;
        if done != TaxedDone::Nothing {
            self.undo_to(level.mark);
        }
        let lists = &mut self.lists;
        match done {
            TaxedDone::Nothing => {}
            TaxedDone::Enough => {
                if level.repeats {
                    lists.uncover(level.item);
                }
            }
            TaxedDone::Closed(node) | TaxedDone::Covered(node) => {
                if done == TaxedDone::Covered(node) {
                    if level.repeats {
                        lists.unrestrict(level.item);
                    }
                    lists.uncommit(node);
                }
                lists.reopen_items(node);
                if level.repeats {
                    lists.uncount(node);
                }
            }
        }
        self.floor = level.floor;
    }

    /// Closes the deepest level, whose branch has been taken back.
    fn close(&mut self) {
        let level = *self.levels.last().expect("only an open level is closed");
        self.undo_to(level.opened);
        if !level.repeats {
            self.lists.uncover(level.item);
        }
        self.ways.truncate(level.first);
        self.levels.pop();
        self.verify_where_cheap();
    }

    /// Removes expensive options and raises the taxes of the open items. Returns whether an affordable cover
    /// may be left.
    fn settle(&mut self) -> bool {
        if self.floor > self.most || self.lists.has_starved() {
            return false;
        }
        let open = self.lists.take_open();
        let is_alive = open.iter().all(|item| self.settle_item(item));
        self.lists.put_open(open);
        is_alive
    }

    fn settle_item(&mut self, item: u32) -> bool {
        let need = self.lists.need(item);
        let least = self.drop_dear(item);
        if self.lists.len(item) < need {
            return false;
        }
        if need == 0 || least == 0 || !self.raises || self.lists.is_weighted(item) {
            return true;
        }
        self.trail.push(Change::Raised(item, least));
        self.for_list(item, |net| *net -= least);
        self.floor = self.floor.saturating_add(least.saturating_mul(u64::from(need)));
        self.floor <= self.most
    }

    /// Removes the expensive options on a list from all lists. Returns the least net cost of the others.
    fn drop_dear(&mut self, item: u32) -> u64 {
        let mut least = u64::MAX;
        self.work += u64::from(self.lists.len(item)) + 1;
        let mut node = self.lists.below(item);
        while node != item {
            let below = self.lists.below(node);
            let net = self.net[self.lists.owner(node).index()];
            if self.floor.saturating_add(net) > self.most {
                self.lists.drop_option(node);
                self.trail.push(Change::Dropped(node));
            } else {
                least = least.min(net);
            }
            node = below;
        }
        least
    }

    /// Removes the options that have become too expensive for the rest of a level.
    ///
    /// Taxes are not raised and no dead ends are detected here: the options of the level's own item are not
    /// on the other lists, but still to come.
    fn sweep(&mut self) {
        let open = self.lists.take_open();
        for item in open.iter() {
            self.drop_dear(item);
        }
        self.lists.put_open(open);
    }

    fn for_list(&mut self, item: u32, mut change: impl FnMut(&mut u64)) {
        let mut node = self.lists.below(item);
        while node != item {
            change(&mut self.net[self.lists.owner(node).index()]);
            node = self.lists.below(node);
        }
    }

    /// Undoes the changes after this mark, except the floor, which its level restores.
    fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop().expect("the trail is longer than the mark") {
                Change::Dropped(node) => self.lists.undrop_option(node),
                Change::Raised(item, amount) => self.for_list(item, |net| *net += amount),
            }
        }
    }

    fn verify_where_cheap(&self) {
        self.lists.verify_where_cheap(self.levels.len());
    }

    /// Returns the number of open levels.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Returns the number of branches that a level has tried, and their total number.
    pub(crate) fn rank(&self, level: usize) -> (u32, u32) {
        (self.levels[level].tried, self.levels[level].of)
    }

    /// Appends the given options and then those taken, in the order taken.
    pub(crate) fn path(&self, cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(&self.settled.given);
        cover.extend(self.levels.iter().filter_map(|level| match level.done {
            TaxedDone::Closed(node) | TaxedDone::Covered(node) => Some(self.lists.owner(node)),
            TaxedDone::Nothing | TaxedDone::Enough => None,
        }));
    }

    pub(crate) fn settled(&self) -> &Settled {
        &self.settled
    }

    pub(crate) fn given(&self) -> &[OptionId] {
        &self.settled.given
    }

    /// Returns the number of steps since the root was built.
    pub(crate) fn work(&self) -> u64 {
        self.work + self.lists.updates()
    }

    pub(crate) fn updates(&self) -> u64 {
        self.lists.updates()
    }

    pub(crate) fn size(&self) -> Size {
        self.lists.size()
    }
}
