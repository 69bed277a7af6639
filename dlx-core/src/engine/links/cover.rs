//! Covering and uncovering: everything that unlinks nodes and links them in again.

use super::{Links, Node, PURIFIED, SPACER};
use crate::problem::ids::{OptionId, narrow, wide};

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Returns the node after `node` in its option, cyclically.
    #[inline(always)]
    fn right(&self, node: u32) -> u32 {
        let next = self.nodes[wide(node + 1)];
        if next.item == SPACER { next.up } else { node + 1 }
    }

    /// Returns the node before `node` in its option, cyclically.
    #[inline(always)]
    fn left(&self, node: u32) -> u32 {
        let next = self.nodes[wide(node - 1)];
        if next.item == SPACER { next.down } else { node - 1 }
    }

    pub(super) fn option_of(&self, mut node: u32) -> OptionId {
        while self.nodes[wide(node)].item != SPACER {
            node += 1;
        }
        OptionId(self.nodes[wide(node)].color)
    }

    /// Returns true if the deepest level has one branch. For problems without bounds.
    pub(crate) fn is_forced(&self) -> bool {
        self.levels.last().is_some_and(|level| self.len[wide(level.item)] == 1)
    }

    /// Returns the number of open items.
    pub(crate) fn open_count(&self) -> usize {
        wide(self.open.len())
    }

    /// Lists the live options and the open items, both in ascending order, if there are at most `most`
    /// options. For problems without bounds, where each live option has the open items and no others.
    pub(crate) fn list_live(&self, most: usize, options: &mut Vec<u32>, items: &mut Vec<u32>) -> bool {
        items.clear();
        items.extend(self.open.iter());
        // On most nodes of a large problem some item alone has too many.
        if items.iter().any(|&item| wide(self.len[wide(item)]) > most) {
            return false;
        }
        options.clear();
        for &item in items.iter() {
            let mut node = self.nodes[wide(item)].down;
            while node != item {
                // An option is listed at its lowest item, which is primary.
                if self.items_of(node).min() == Some(item) {
                    options.push(self.option_of(node).0);
                }
                node = self.nodes[wide(node)].down;
            }
            if options.len() > most {
                return false;
            }
        }
        options.sort_unstable();
        true
    }

    /// Returns the items of the option at a node.
    fn items_of(&self, node: u32) -> impl Iterator<Item = u32> {
        self.uses_of(node).map(|node| node.item)
    }

    /// Returns the nodes of the option at a node.
    pub(super) fn uses_of(&self, mut node: u32) -> impl Iterator<Item = Node> {
        while self.nodes[wide(node) - 1].item != SPACER {
            node -= 1;
        }
        self.nodes[wide(node)..].iter().copied().take_while(|node| node.item != SPACER)
    }

    /// Hides the options of an item. If `color` is not 0 this purifies: options with the same color stay, and
    /// are marked. Stops as soon as more than `tolerated` items are starved, and returns the node of the
    /// option hidden last, or the header if it reached the end.
    #[inline(always)]
    pub(super) fn cover(&mut self, item: u32, color: u32, tolerated: u32) -> u32 {
        let counts_starved = self.counts_starved;
        // Slices of their own: as far as the compiler knows, a store through `self` may move the tables, and
        // each access would load their addresses again (12 queens: 4 % of the instructions).
        let (nodes, len, open) = (self.nodes.as_mut_slice(), self.len.as_mut_slice(), &self.open);
        let needs = self.demand.needs.as_slice();
        let mut key = self.keys.now;
        let mut starved = self.starved;
        let mut updates = 0;
        let mut node = nodes[wide(item)].down;
        if node == item {
            // Empty lists are common among secondary items, and not worth the preparations below.
            return item;
        }
        while node != item {
            if COLORED && color != 0 && nodes[wide(node)].color == color {
                nodes[wide(node)].color = PURIFIED;
            } else {
                if KEYED {
                    key ^= self.keys.word(node);
                }
                updates += hide::<COLORED, BOUNDED>(nodes, len, node, |item, len, weight| {
                    if is_short::<BOUNDED>(needs, item, len, weight) {
                        starved += u32::from(counts_starved && open.contains(item));
                    }
                });
                if starved > tolerated {
                    break;
                }
            }
            node = nodes[wide(node)].down;
        }
        if KEYED {
            self.keys.now = key;
        }
        self.starved = starved;
        self.updates += updates;
        node
    }

    /// Undoes [`cover`](Self::cover) from the node that it returned.
    #[inline(always)]
    pub(super) fn uncover(&mut self, item: u32, color: u32, last: u32) {
        let (nodes, len) = (self.nodes.as_mut_slice(), self.len.as_mut_slice());
        let mut key = self.keys.now;
        let mut node = if last == item { nodes[wide(item)].up } else { last };
        while node != item {
            if COLORED && color != 0 && nodes[wide(node)].color == PURIFIED {
                nodes[wide(node)].color = color;
            } else {
                if KEYED {
                    key ^= self.keys.word(node);
                }
                unhide::<COLORED, BOUNDED>(nodes, len, node);
            }
            node = nodes[wide(node)].up;
        }
        if KEYED {
            self.keys.now = key;
        }
    }

    /// Covers or purifies the items of an option except the one at `node`. If that starves more than
    /// `tolerated` items, everything is undone and the result is false.
    #[inline(always)]
    pub(super) fn commit(&mut self, node: u32, tolerated: u32) -> bool {
        let mut at = self.right(node);
        while at != node {
            let Node { item, color, .. } = self.nodes[wide(at)];
            if self.is_to_cover(item, color) {
                let color = self.color(item, color);
                if COLORED && color != 0 {
                    self.nodes[wide(item)].color = color;
                }
                let last = self.cover(item, color, tolerated);
                if self.starved > tolerated {
                    self.uncover(item, color, last);
                    self.uncommit(node, at);
                    return false;
                }
            } else if self.is_to_squeeze(item, color) && !self.squeeze(item, tolerated) {
                self.uncommit(node, at);
                return false;
            }
            at = self.right(at);
        }
        true
    }

    /// Returns true if an option that uses this item in this way covers the item's list: not if it has been
    /// purified already, nor if it may still be covered again.
    #[inline(always)]
    fn is_to_cover(&self, item: u32, color: u32) -> bool {
        (!COLORED || color != PURIFIED)
            && !(BOUNDED && wide(item) < self.len.len() && self.open.contains(item))
    }

    /// Returns true if an option that uses this item in this way leaves it open, with too little room for some options.
    #[inline(always)]
    fn is_to_squeeze(&self, item: u32, color: u32) -> bool {
        BOUNDED && !self.is_to_cover(item, color) && wide(item) < self.len.len() && self.is_tight(item)
    }

    /// Returns true if some options may count too much for what is left of an open item.
    #[inline(always)]
    fn is_tight(&self, item: u32) -> bool {
        self.demand.is_weighted() && self.demand.rooms[wide(item)] < self.demand.heaviest(item)
    }

    /// Returns the color that a node with this number in place of a color gives its item.
    #[inline(always)]
    fn color(&self, item: u32, color: u32) -> u32 {
        if BOUNDED && wide(item) < self.len.len() { 0 } else { color }
    }

    /// Removes the options that count too much for what is left of an open item. If that starves more than `tolerated`
    /// items, everything is undone and the result is false.
    pub(super) fn squeeze(&mut self, item: u32, tolerated: u32) -> bool {
        self.squeezed.push(item);
        let room = self.room(item);
        let mut node = self.nodes[wide(item)].down;
        while node != item {
            let Node { down, color: weight, .. } = self.nodes[wide(node)];
            if weight > room {
                self.drop_option(node);
                self.squeezed.push(node);
                if self.starved > tolerated {
                    self.unsqueeze();
                    return false;
                }
            }
            node = down;
        }
        true
    }

    /// Undoes the last [`squeeze`](Self::squeeze), except for `starved`.
    pub(super) fn unsqueeze(&mut self) {
        while let Some(node) = self.squeezed.pop() {
            // The header of the item, which came first.
            if self.nodes[wide(node)].item == node {
                break;
            }
            self.undrop_option(node);
        }
    }

    /// Covers the list of an item that was counted and stays in no list of the option, or removes what counts too much
    /// for it, as [`commit`](Self::commit) does for other items.
    #[inline(always)]
    pub(super) fn restrict(&mut self, item: u32, tolerated: u32) -> bool {
        if !BOUNDED || !self.demand.is_weighted() {
            return true;
        }
        if self.open.contains(item) {
            return !self.is_tight(item) || self.squeeze(item, tolerated);
        }
        let last = self.cover(item, 0, tolerated);
        let is_alive = self.starved <= tolerated;
        if !is_alive {
            self.uncover(item, 0, last);
        }
        is_alive
    }

    /// Undoes [`restrict`](Self::restrict), except for `starved`.
    #[inline(always)]
    pub(super) fn unrestrict(&mut self, item: u32) {
        if !BOUNDED || !self.demand.is_weighted() {
        } else if !self.open.contains(item) {
            self.uncover(item, 0, item);
        } else if self.is_tight(item) {
            self.unsqueeze();
        }
    }

    /// Undoes [`commit`](Self::commit) for the nodes before `at`.
    #[inline(always)]
    pub(super) fn uncommit(&mut self, node: u32, at: u32) {
        let mut at = self.left(at);
        while at != node {
            let Node { item, color, .. } = self.nodes[wide(at)];
            if self.is_to_cover(item, color) {
                self.uncover(item, self.color(item, color), item);
            } else if self.is_to_squeeze(item, color) {
                self.unsqueeze();
            }
            at = self.left(at);
        }
    }

    /// Removes the option at `node` from all its lists, including that of `node`.
    pub(super) fn drop_option(&mut self, node: u32) {
        let counts_starved = self.counts_starved;
        let (nodes, len, open) = (self.nodes.as_mut_slice(), self.len.as_mut_slice(), &self.open);
        let needs = self.demand.needs.as_slice();
        let mut starved = 0;
        let mut on_shorter = |item, len, weight| {
            let is_starved =
                counts_starved && is_short::<BOUNDED>(needs, item, len, weight) && open.contains(item);
            starved += u32::from(is_starved);
        };
        let mut updates = hide::<COLORED, BOUNDED>(nodes, len, node, &mut on_shorter);
        let own = nodes[wide(node)];
        updates += take_off::<COLORED, BOUNDED>(nodes, len, own, &mut on_shorter);
        if KEYED {
            self.keys.now ^= self.keys.word(node);
        }
        self.starved += starved;
        self.updates += updates;
    }

    /// Undoes [`drop_option`](Self::drop_option), except for `starved`.
    pub(super) fn undrop_option(&mut self, node: u32) {
        let (nodes, len) = (self.nodes.as_mut_slice(), self.len.as_mut_slice());
        let own = nodes[wide(node)];
        put_back::<COLORED, BOUNDED>(nodes, len, wide(node), own);
        unhide::<COLORED, BOUNDED>(nodes, len, node);
        if KEYED {
            self.keys.now ^= self.keys.word(node);
        }
    }
}

/// Returns true if a list that has just reached this length, by an option of this weight, is now shorter than its item
/// needs and was not before, so that the item is starved.
#[inline(always)]
fn is_short<const BOUNDED: bool>(needs: &[u32], item: u32, len: u32, weight: u32) -> bool {
    if BOUNDED {
        // From 0 up to the weight: one comparison for both.
        needs[wide(item)].wrapping_sub(len).wrapping_sub(1) < weight
    } else {
        len == 0
    }
}

/// Returns how often a node counts towards the bounds of its item, which is primary. With bounds, the weight stands in
/// place of a color, which primary items lack.
#[inline(always)]
pub(super) fn weight<const BOUNDED: bool>(node: Node) -> u32 {
    if BOUNDED { node.color } else { 1 }
}

/// Visits the nodes of an option except `node`: those after it, then those before it.
///
/// Two plain ranges, so that neither needs a test for both the spacer and the end, nor a bounds check.
#[inline(always)]
pub(super) fn for_others(nodes: &mut [Node], node: u32, mut visit: impl FnMut(&mut [Node], usize, Node)) {
    let node = wide(node);
    let mut first = node;
    for at in node + 1..nodes.len() {
        let Node { up, item, .. } = nodes[at];
        if item == SPACER {
            first = wide(up);
            break;
        }
        visit(nodes, at, nodes[at]);
    }
    for at in first..node.min(nodes.len()) {
        visit(nodes, at, nodes[at]);
    }
}

/// Removes an option from all lists except the one through `node`, and reports each primary item with the new
/// length of its list and the weight of the option. Returns the number of lists.
#[inline(always)]
pub(super) fn hide<const COLORED: bool, const BOUNDED: bool>(
    nodes: &mut [Node],
    len: &mut [u32],
    node: u32,
    mut on_shorter: impl FnMut(u32, u32, u32),
) -> u64 {
    let mut updates = 0;
    for_others(nodes, node, |nodes, _, node| {
        updates += take_off::<COLORED, BOUNDED>(nodes, len, node, &mut on_shorter);
    });
    updates
}

/// Undoes [`hide`]. The order within an option does not matter: its nodes are in different lists. `starved`
/// is restored by the level.
#[inline(always)]
pub(super) fn unhide<const COLORED: bool, const BOUNDED: bool>(
    nodes: &mut [Node],
    len: &mut [u32],
    node: u32,
) {
    for_others(nodes, node, |nodes, at, node| put_back::<COLORED, BOUNDED>(nodes, len, at, node));
}

/// Unlinks one node from its list, and reports its item with the new length of the list and the weight of the node, if
/// it is primary. Returns 1, or 0 if the node needs no attention.
#[inline(always)]
fn take_off<const COLORED: bool, const BOUNDED: bool>(
    nodes: &mut [Node],
    len: &mut [u32],
    node: Node,
    on_shorter: &mut impl FnMut(u32, u32, u32),
) -> u64 {
    let Node { up, down, item, color } = node;
    if COLORED && color == PURIFIED {
        return 0;
    }
    nodes[wide(up)].down = down;
    nodes[wide(down)].up = up;
    if let Some(len) = len.get_mut(wide(item)) {
        let weight = weight::<BOUNDED>(node);
        *len -= weight;
        on_shorter(item, *len, weight);
    }
    1
}

/// Links the node `at` in again where [`take_off`] unlinked it.
#[inline(always)]
fn put_back<const COLORED: bool, const BOUNDED: bool>(
    nodes: &mut [Node],
    len: &mut [u32],
    at: usize,
    node: Node,
) {
    let Node { up, down, item, color } = node;
    if COLORED && color == PURIFIED {
        return;
    }
    if let Some(len) = len.get_mut(wide(item)) {
        *len += weight::<BOUNDED>(node);
    }
    nodes[wide(up)].down = narrow(at);
    nodes[wide(down)].up = narrow(at);
}
