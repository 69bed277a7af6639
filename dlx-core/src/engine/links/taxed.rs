//! The arena with taxes: a search tree without the options that are too expensive.
//!
//! Besides the lists there is the net cost of each live option and the *floor*: no cover below this node
//! costs less, and none that takes option `o` next, or anywhere below, less than `floor + net(o)` (the proof
//! is in [`taxes`](crate::engine::links::taxes)). Everything beyond `most` is cut off:
//!
//! - Taking an option adds its net cost to the floor.
//! - At each node all lists are scanned once. An option that is too expensive leaves its lists; an item with
//!   fewer options left than it needs ends the node; and an item that must be covered `need` times more is
//!   taxed with the least net cost on its list, which the floor gains `need` times. That is the argument of
//!   [`taxes`](crate::engine::links::taxes) again, for what is left of the problem. It is valid: `floor +
//!   net(o)` never falls on the way down, as a raised tax takes nothing from an option that the floor does
//!   not gain.
//! - The options of a level are tried from the least net cost up, and the first one that is too expensive
//!   ends it.
//!
//! Every change is on a trail and undone in the opposite order, so that a tax is lowered again on the same
//! list that it was raised on.
//!
//! The tree differs from that of a [`Rule`]: items are chosen by the number of their affordable branches and
//! by net costs, and "enough" is tried before the options, as it costs nothing.

use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::links::taxes::{Taxes, Taxing};
use crate::engine::links::verify::{MOST_EVERYWHERE, MOST_NEAR_ROOT};
use crate::engine::links::{Links, SPACER};
use crate::engine::{Engine, Root, Taken};
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
    links: Links<true, true>,
    taxes: Taxes,
    raises: bool,
    /// By node: the option.
    owners: Vec<OptionId>,
    settled: Settled,
    size: Size,
    /// By option, in small units.
    net: Vec<u64>,
    floor: u64,
    /// The greatest affordable cost, in small units.
    most: u64,
    trail: Vec<Change>,
    ways: Vec<TaxedWay>,
    levels: Vec<TaxedLevel>,
}

impl Taxed {
    /// Returns an arena for this problem, without givens and taxes; [`restart`](Self::restart) prepares it.
    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            // A rule that does not look ahead: starved items are found here, when the lists are scanned.
            links: Links::new(problem, Rule::First),
            settled: Settled::default(),
            size: Size::default(),
            taxes: Taxes::default(),
            raises: false,
            owners: Vec::new(),
            net: Vec::new(),
            floor: 0,
            most: 0,
            trail: Vec::new(),
            ways: Vec::new(),
            levels: Vec::new(),
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
        self.links.restart(problem, &self.settled, limits)?;
        self.size = self.links.figures().size(problem, &self.settled);
        self.taxes = taxes;
        self.raises = taxing == Taxing::Everywhere;
        self.owners.clear();
        self.owners.resize(self.links.nodes.len(), OptionId(u32::MAX));
        for at in (problem.item_count() + 1)..self.links.nodes.len() {
            let node = self.links.nodes[at];
            if node.item == SPACER {
                let option = OptionId(node.color);
                self.owners[wide(node.up)..at].fill(option);
                // Options that no affordable cover contains leave for good.
                if self.taxes.dear.binary_search(&option).is_ok() {
                    self.links.drop_option(node.up);
                }
            }
        }
        self.rewind();
        self.links.forget();
        Ok(())
    }

    /// Moves to the root, where everything is affordable.
    pub(crate) fn rewind(&mut self) {
        while !self.levels.is_empty() {
            self.take_back();
            self.close();
        }
        self.undo_to(0);
        self.links.forget();
        self.net.clone_from(&self.taxes.net);
        self.floor = self.taxes.floor;
        self.most = self.taxes.all;
    }

    /// Returns the state of the root. Called there once.
    pub(crate) fn here(&mut self) -> Root {
        if self.taxes.is_hopeless {
            Root::Dead
        } else if self.links.open.is_empty() {
            Root::Solved
        } else if self.settle() {
            Root::Open
        } else {
            Root::Dead
        }
    }

    /// Sets the greatest affordable cost, not counting the givens.
    pub(crate) fn afford(&mut self, cost: u64) {
        // A cost that does not fit exceeds that of all options.
        let most = cost.saturating_mul(1 << self.taxes.scale);
        self.most = self.most.min(most);
    }

    /// Returns the least whole cost that the floor allows and that no untried branch of an open level is
    /// below; `None` if no affordable branch is left.
    pub(crate) fn least_untried(&self) -> Option<u64> {
        let next = |level: &TaxedLevel| {
            let untried = (level.tried < level.of).then(|| self.ways[level.first + wide(level.tried)]);
            untried.map(|way| level.floor.saturating_add(way.net)).filter(|&least| least <= self.most)
        };
        self.levels.iter().filter_map(next).min().map(|least| self.in_units(least))
    }

    /// Returns a lower bound on the cost of completing a cover at the root; `None` if there is no cover.
    pub(crate) fn root_floor(&self) -> Option<u64> {
        (!self.taxes.is_hopeless).then(|| self.in_units(self.taxes.floor))
    }

    fn in_units(&self, small: u64) -> u64 {
        small.div_ceil(1 << self.taxes.scale)
    }

    /// Returns an open item with the fewest affordable branches; in a tie, one whose second branch costs most
    /// beyond the first (queens 14 with random costs: 758 nodes instead of 1120).
    fn choose(&self) -> u32 {
        let open = &self.links.open;
        let fewest = open.least_by(|item| self.links.degree(item));
        let fewest = fewest.expect("a level is opened only where an item is open");
        let degree = self.links.degree(fewest);
        if degree <= 1 {
            return fewest;
        }
        let equals = open.iter().filter(|&item| self.links.degree(item) == degree);
        equals.min_by_key(|&item| u64::MAX - self.spread(item)).unwrap_or(fewest)
    }

    /// Returns the difference of the two least net costs on a list, 0 if there are not two.
    fn spread(&self, item: u32) -> u64 {
        let (mut first, mut second) = (u64::MAX, None);
        let mut node = self.links.nodes[wide(item)].down;
        while node != item {
            let net = self.net[self.owners[wide(node)].index()];
            if net < first {
                second = (first < u64::MAX).then_some(first);
                first = net;
            } else if second.is_none_or(|second| net < second) {
                second = Some(net);
            }
            node = self.links.nodes[wide(node)].down;
        }
        second.map_or(0, |second| second - first)
    }

    /// Chooses an item and opens a level for its affordable branches.
    pub(crate) fn open(&mut self) {
        self.verify_where_cheap();
        let item = self.choose();
        let links = &mut self.links;
        let first = self.ways.len();
        let need = links.need(item);
        if need == 0 {
            self.ways.push(TaxedWay { net: 0, node: item });
        }
        let options = self.ways.len();
        let mut node = links.nodes[wide(item)].down;
        while node != item {
            let net = self.net[self.owners[wide(node)].index()];
            if self.floor.saturating_add(net) <= self.most {
                self.ways.push(TaxedWay { net, node });
            }
            node = links.nodes[wide(node)].down;
        }
        self.ways[options..].sort_unstable_by_key(|way| (way.net, way.node));
        // The last ones have too few others after them to cover the item often enough.
        let kept = self.ways.len().saturating_sub(wide(need.saturating_sub(1)));
        self.ways.truncate(kept.max(first));
        let repeats = links.room(item) > 1;
        if !repeats {
            links.open.remove(item);
            links.cover(item, 0, u32::MAX);
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
    pub(crate) fn take_next(&mut self) -> Taken {
        self.take_back();
        let mut level = *self.levels.last().expect("a way is taken only in a level");
        let way = self.ways.get(level.first + wide(level.tried)).copied();
        let way = way.filter(|way| level.floor.saturating_add(way.net) <= self.most);
        let Some(way) = way else {
            self.close();
            return Taken::Closed;
        };
        if self.most < level.most {
            self.sweep();
            level.most = self.most;
        }
        level.tried += 1;
        self.floor = level.floor.saturating_add(way.net);
        let taken = self.take(&mut level, way.node);
        *self.levels.last_mut().expect("the level is still open") = level;
        if taken == Taken::Dead {
            self.take_back();
        }
        taken
    }

    fn take(&mut self, level: &mut TaxedLevel, node: u32) -> Taken {
        let links = &mut self.links;
        if node == level.item {
            level.mark = self.trail.len();
            level.done = TaxedDone::Enough;
            if level.repeats {
                links.open.remove(node);
                links.cover(node, 0, u32::MAX);
            }
            if links.open.is_empty() {
                return Taken::Solved;
            }
        } else {
            if level.repeats {
                links.drop_option(node);
                self.trail.push(Change::Dropped(node));
                links.demand.take::<false>(level.item, &mut 0);
            }
            level.mark = self.trail.len();
            links.close_items(node);
            if links.open.is_empty() {
                level.done = TaxedDone::Closed(node);
                return Taken::Solved;
            }
            links.commit(node, u32::MAX);
            level.done = TaxedDone::Covered(node);
        }
        if self.settle() { Taken::Open } else { Taken::Dead }
    }

    /// Takes back the choice of the deepest level.
    fn take_back(&mut self) {
        let level = self.levels.last_mut().expect("a way is taken back only in a level");
        let done = std::mem::replace(&mut level.done, TaxedDone::Nothing);
        let level = *level;
        if done != TaxedDone::Nothing {
            self.undo_to(level.mark);
        }
        let links = &mut self.links;
        match done {
            TaxedDone::Nothing => {}
            TaxedDone::Enough => {
                if level.repeats {
                    links.uncover(level.item, 0, level.item);
                    links.open.insert(level.item);
                }
            }
            TaxedDone::Closed(node) | TaxedDone::Covered(node) => {
                if done == TaxedDone::Covered(node) {
                    links.uncommit(node, node);
                }
                links.reopen_items(node);
                if level.repeats {
                    links.demand.give_back::<false>(level.item, &mut 0);
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
            self.links.uncover(level.item, 0, level.item);
            self.links.open.insert(level.item);
        }
        self.ways.truncate(level.first);
        self.levels.pop();
        self.verify_where_cheap();
    }

    /// Removes expensive options and raises the taxes of the open items. Returns whether an affordable cover
    /// may be left.
    fn settle(&mut self) -> bool {
        if self.floor > self.most || self.links.has_starved() {
            return false;
        }
        // The set does not change here, but the lists do.
        let open = std::mem::take(&mut self.links.open);
        let is_alive = open.iter().all(|item| self.settle_item(item));
        self.links.open = open;
        is_alive
    }

    fn settle_item(&mut self, item: u32) -> bool {
        let need = self.links.need(item);
        let least = self.drop_dear(item);
        if self.links.len[wide(item)] < need {
            return false;
        }
        if need == 0 || least == 0 || !self.raises {
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
        let mut node = self.links.nodes[wide(item)].down;
        while node != item {
            let below = self.links.nodes[wide(node)].down;
            let net = self.net[self.owners[wide(node)].index()];
            if self.floor.saturating_add(net) > self.most {
                self.links.drop_option(node);
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
        let open = std::mem::take(&mut self.links.open);
        for item in open.iter() {
            self.drop_dear(item);
        }
        self.links.open = open;
    }

    fn for_list(&mut self, item: u32, mut change: impl FnMut(&mut u64)) {
        let mut node = self.links.nodes[wide(item)].down;
        while node != item {
            change(&mut self.net[self.owners[wide(node)].index()]);
            node = self.links.nodes[wide(node)].down;
        }
    }

    /// Undoes the changes after this mark, except the floor, which its level restores.
    fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop().expect("the trail is longer than the mark") {
                Change::Dropped(node) => self.links.undrop_option(node),
                Change::Raised(item, amount) => self.for_list(item, |net| *net += amount),
            }
        }
    }

    fn verify_where_cheap(&self) {
        let most = if self.levels.len() <= 2 { MOST_NEAR_ROOT } else { MOST_EVERYWHERE };
        if self.links.nodes.len() <= most {
            self.links.verify_in_debug();
        }
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
            TaxedDone::Closed(node) | TaxedDone::Covered(node) => Some(self.owners[wide(node)]),
            TaxedDone::Nothing | TaxedDone::Enough => None,
        }));
    }

    pub(crate) fn given(&self) -> &[OptionId] {
        &self.settled.given
    }

    pub(crate) fn updates(&self) -> u64 {
        self.links.updates
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }
}
