//! The arena of dancing links: the reference engine, which accepts every problem.
//!
//! After Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, algorithms X and C, with three
//! differences:
//!
//! - There are no horizontal links. The nodes of an option lie side by side, a spacer follows each option,
//!   and the open items are a bit set ([`open_items`]).
//! - All items of an option leave the open set before any list is covered. If the set is empty then, the
//!   option completes a cover and no link is touched.
//! - `starved` counts the open items without a live option. An option is given up in the middle of covering
//!   as soon as it starves an item, as in Solnon's dancing cells; the tree is the same, the work is less.
//!
//! What must hold between two verbs, and what [`verify`](Links::verify) checks in debug builds:
//! 1. header `i` is node `i`; `down` and `up` of each list are inverse to each other;
//! 2. `len[i]` is the length of the list of primary item `i`;
//! 3. `starved` is the number of open primary items with `len` 0, where the rule looks for that;
//! 4. covering and then uncovering restores every link.

mod open_items;
mod verify;

use open_items::OpenItems;

use crate::counters::Size;
use crate::givens::{GivenError, Givens, Settled};
use crate::ids::{OptionId, narrow, wide};
use crate::problem::Problem;
use crate::rule::Rule;
use crate::walk::{Root, Taken, Walk};

/// The item of a spacer.
const SPACER: u32 = u32::MAX;
/// The color of a node whose item has been purified to the color that the node had: the item needs no more
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
    /// The color, 0 for none, or [`PURIFIED`]. In a header: the color that its list is purified to. In a
    /// spacer: the option before it.
    color: u32,
}

/// How far the option at a level's node has been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Done {
    /// Nothing: the level is new, or the option died and was taken back.
    Nothing,
    /// Its items have left the open set; it completes a cover.
    Closed,
    /// Its items have left the open set and their lists are covered.
    Covered,
}

/// One choice on the path.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The node of the option that is tried, in the list of `item`; its header at first.
    node: u32,
    /// `starved` with `item` covered and no option taken.
    starved: u32,
    done: Done,
}

/// The arena and a place in its tree. `COLORED` is whether any use has a color; without colors the tests for
/// them are compiled away.
#[derive(Clone, Debug)]
pub(crate) struct Links<const COLORED: bool> {
    rule: Rule,
    nodes: Vec<Node>,
    /// By primary item: the length of its list. Kept apart from the headers so that choosing an item reads one
    /// dense array. Secondary items have no entry, and the check of the bounds is what tells them apart (12
    /// queens: 16 % faster than with a length for every item).
    len: Vec<u32>,
    open: OpenItems,
    starved: u32,
    levels: Vec<Level>,
    updates: u64,
    settled: Settled,
    size: Size,
}

impl<const COLORED: bool> Links<COLORED> {
    pub(crate) fn new(problem: &Problem, rule: Rule) -> Self {
        let mut links = Self {
            rule,
            nodes: Vec::new(),
            len: Vec::new(),
            open: OpenItems::default(),
            starved: 0,
            levels: Vec::new(),
            updates: 0,
            settled: Settled::default(),
            size: Size::default(),
        };
        let settled = links.restart(problem, Givens::none());
        debug_assert_eq!(settled, Ok(()), "without givens there is no conflict");
        links
    }

    /// Lays out the arena for what the givens have left.
    fn build(&mut self, problem: &Problem) {
        let items = problem.item_count();
        self.nodes.clear();
        self.nodes.extend((0..narrow(items)).map(|item| Node { up: item, down: item, item, color: 0 }));
        self.len.clear();
        self.len.resize(problem.primary_count(), 0);
        self.push_spacer(0, 0);
        let mut live_options = 0;
        let mut matrix_nodes = items + 1;
        for option in problem.options() {
            if !self.settled.is_live(problem, option) {
                continue;
            }
            live_options += 1;
            matrix_nodes += problem.uses(option).len();
            let first = narrow(self.nodes.len());
            for used in self.settled.open_uses(problem, option) {
                let node = narrow(self.nodes.len());
                let item = used.item.0;
                let up = self.nodes[wide(item)].up;
                self.nodes.push(Node { up, down: item, item, color: used.color.0 });
                self.nodes[wide(up)].down = node;
                self.nodes[wide(item)].up = node;
                if let Some(len) = self.len.get_mut(wide(item)) {
                    *len += 1;
                }
            }
            self.nodes[wide(first - 1)].down = narrow(self.nodes.len()) - 1;
            self.push_spacer(first, option.0);
        }
        self.open.reset(items);
        self.starved = 0;
        for item in
            problem.items().take(problem.primary_count()).filter(|&item| !self.settled.is_settled(item))
        {
            self.open.insert(item.0);
            if self.looks_ahead() && self.len[item.index()] == 0 {
                self.starved += 1;
            }
        }
        let given = &self.settled.given;
        matrix_nodes += given.iter().map(|&option| problem.uses(option).len()).sum::<usize>();
        self.size = Size {
            given_options: given.len() as u64,
            live_options,
            matrix_nodes: matrix_nodes as u64,
            arena_nodes: self.nodes.len() as u64,
            arena_bytes: size_of_val(self.nodes.as_slice()) as u64,
        };
        self.levels.clear();
        self.updates = 0;
        self.verify_in_debug();
    }

    fn push_spacer(&mut self, first: u32, option: u32) {
        self.nodes.push(Node { up: first, down: 0, item: SPACER, color: option });
    }

    /// Whether the rule counts a node as dead when an open item has no option.
    #[inline(always)]
    fn looks_ahead(&self) -> bool {
        self.rule == Rule::Fewest
    }

    /// The node after `node` in its option, cyclically.
    #[inline(always)]
    fn right(&self, node: u32) -> u32 {
        let next = self.nodes[wide(node + 1)];
        if next.item == SPACER { next.up } else { node + 1 }
    }

    /// The node before `node` in its option, cyclically.
    #[inline(always)]
    fn left(&self, node: u32) -> u32 {
        let next = self.nodes[wide(node - 1)];
        if next.item == SPACER { next.down } else { node - 1 }
    }

    fn option_of(&self, mut node: u32) -> OptionId {
        while self.nodes[wide(node)].item != SPACER {
            node += 1;
        }
        OptionId(self.nodes[wide(node)].color)
    }

    /// Hides the options of an item. Where `color` is not 0 this purifies: options with the same color stay,
    /// and are marked. Stops as soon as more than `tolerated` items are starved, and answers the node of the
    /// option hidden last; answers the header if it came to the end.
    #[inline(always)]
    fn cover(&mut self, item: u32, color: u32, tolerated: u32) -> u32 {
        let looks_ahead = self.looks_ahead();
        // Slices of their own: as far as the compiler knows, a store through `self` may move the tables, and
        // each access would load their addresses again (12 queens: 4 % of the instructions).
        let (nodes, len, open) = (self.nodes.as_mut_slice(), self.len.as_mut_slice(), &self.open);
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
                updates += hide::<COLORED>(nodes, len, node, |emptied| {
                    starved += u32::from(looks_ahead && open.contains(emptied));
                });
                if starved > tolerated {
                    break;
                }
            }
            node = nodes[wide(node)].down;
        }
        self.starved = starved;
        self.updates += updates;
        node
    }

    /// Undoes [`cover`](Self::cover) from the node that it answered.
    #[inline(always)]
    fn uncover(&mut self, item: u32, color: u32, last: u32) {
        let (nodes, len) = (self.nodes.as_mut_slice(), self.len.as_mut_slice());
        let mut node = if last == item { nodes[wide(item)].up } else { last };
        while node != item {
            if COLORED && color != 0 && nodes[wide(node)].color == PURIFIED {
                nodes[wide(node)].color = color;
            } else {
                unhide::<COLORED>(nodes, len, node);
            }
            node = nodes[wide(node)].up;
        }
    }

    /// Covers or purifies the items of an option but for the one at `node`. If that starves an item, all is
    /// undone again and the answer is false.
    #[inline(always)]
    fn commit(&mut self, node: u32) -> bool {
        let mut at = self.right(node);
        while at != node {
            let Node { item, color, .. } = self.nodes[wide(at)];
            if !COLORED || color != PURIFIED {
                if COLORED && color != 0 {
                    self.nodes[wide(item)].color = color;
                }
                let last = self.cover(item, color, 0);
                if self.starved > 0 {
                    self.uncover(item, color, last);
                    self.uncommit(node, at);
                    return false;
                }
            }
            at = self.right(at);
        }
        true
    }

    /// Undoes [`commit`](Self::commit) for the nodes before `at`.
    #[inline(always)]
    fn uncommit(&mut self, node: u32, at: u32) {
        let mut at = self.left(at);
        while at != node {
            let Node { item, color, .. } = self.nodes[wide(at)];
            if !COLORED || color != PURIFIED {
                self.uncover(item, color, item);
            }
            at = self.left(at);
        }
    }

    /// Takes the other primary items of the option at `node` out of the open set. Answers how many of them
    /// are starved.
    #[inline(always)]
    fn close_items(&mut self, node: u32) -> u32 {
        let (len, open) = (self.len.as_slice(), &mut self.open);
        let mut starved = 0;
        for_others(self.nodes.as_mut_slice(), node, |_, _, Node { item, .. }| {
            if let Some(&len) = len.get(wide(item)) {
                open.remove(item);
                starved += u32::from(len == 0);
            }
        });
        starved
    }

    /// Puts back what [`close_items`](Self::close_items) took out. `starved` is restored by the level.
    #[inline(always)]
    fn reopen_items(&mut self, node: u32) {
        let (open, primaries) = (&mut self.open, narrow(self.len.len()));
        for_others(self.nodes.as_mut_slice(), node, |_, _, Node { item, .. }| {
            if item < primaries {
                open.insert(item);
            }
        });
    }

    /// Takes back what the deepest level has done with its option.
    #[inline(always)]
    fn take_back(&mut self, level: &mut Level) {
        if level.done == Done::Nothing {
            return;
        }
        if level.done == Done::Covered {
            self.uncommit(level.node, level.node);
        }
        self.reopen_items(level.node);
        self.starved = level.starved;
        level.done = Done::Nothing;
    }

    /// Closes a level whose option has been taken back.
    #[inline(always)]
    fn close_level(&mut self, level: &Level) {
        self.uncover(level.item, 0, level.item);
        self.open.insert(level.item);
        self.starved = 0;
        self.levels.pop();
        self.verify_where_cheap();
    }

    /// Carries out the option at the level's node.
    #[inline(always)]
    fn take(&mut self, level: &mut Level) -> Taken {
        let node = level.node;
        let starved = self.close_items(node);
        if self.looks_ahead() {
            self.starved -= starved;
        }
        if self.open.is_empty() {
            level.done = Done::Closed;
            return Taken::Solved;
        }
        if self.starved > 0 || !self.commit(node) {
            self.reopen_items(node);
            self.starved = level.starved;
            return Taken::Dead;
        }
        level.done = Done::Covered;
        Taken::Open
    }
}

/// Visits the nodes of an option but for `node`: those behind it, then those before it.
///
/// Two plain ranges, so that neither needs a look for both the spacer and the end, nor a check of the bounds.
#[inline(always)]
fn for_others(nodes: &mut [Node], node: u32, mut visit: impl FnMut(&mut [Node], usize, Node)) {
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

/// Takes an option out of all lists but the one through `node`, and names each item whose list is empty
/// then. Answers how many lists that were.
#[inline(always)]
fn hide<const COLORED: bool>(
    nodes: &mut [Node],
    len: &mut [u32],
    node: u32,
    mut on_empty: impl FnMut(u32),
) -> u64 {
    let mut updates = 0;
    for_others(nodes, node, |nodes, _, Node { up, down, item, color }| {
        if !COLORED || color != PURIFIED {
            nodes[wide(up)].down = down;
            nodes[wide(down)].up = up;
            if let Some(len) = len.get_mut(wide(item)) {
                *len -= 1;
                if *len == 0 {
                    on_empty(item);
                }
            }
            updates += 1;
        }
    });
    updates
}

/// Undoes [`hide`]. The order within an option does not matter: its nodes are in different lists. `starved`
/// is restored by the level.
#[inline(always)]
fn unhide<const COLORED: bool>(nodes: &mut [Node], len: &mut [u32], node: u32) {
    for_others(nodes, node, |nodes, at, Node { up, down, item, color }| {
        if !COLORED || color != PURIFIED {
            if let Some(len) = len.get_mut(wide(item)) {
                *len += 1;
            }
            nodes[wide(up)].down = narrow(at);
            nodes[wide(down)].up = narrow(at);
        }
    });
}

impl<const COLORED: bool> Walk for Links<COLORED> {
    fn restart(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        let settled = self.settled.settle(problem, givens);
        self.build(problem);
        settled
    }

    fn root(&self) -> Root {
        if self.open.is_empty() {
            Root::Solved
        } else if self.starved > 0 {
            Root::Dead
        } else {
            Root::Open
        }
    }

    #[inline(always)]
    fn open(&mut self) {
        let chosen = match self.rule {
            Rule::Fewest => self.open.least_by(|item| self.len[wide(item)]),
            Rule::First => self.open.first(),
        };
        self.verify_where_cheap();
        let item = chosen.expect("a level is opened only where an item is open");
        self.open.remove(item);
        self.cover(item, 0, u32::MAX);
        self.levels.push(Level { item, node: item, starved: self.starved, done: Done::Nothing });
    }

    #[inline(always)]
    fn take_next(&mut self) -> Taken {
        let mut level = *self.levels.last().expect("an option is taken only in a level");
        self.take_back(&mut level);
        level.node = self.nodes[wide(level.node)].down;
        if level.node == level.item {
            self.close_level(&level);
            return Taken::Closed;
        }
        let taken = self.take(&mut level);
        *self.levels.last_mut().expect("the level is still open") = level;
        taken
    }

    fn close(&mut self) {
        let mut level = *self.levels.last().expect("only an open level is closed");
        self.take_back(&mut level);
        self.close_level(&level);
    }

    #[inline(always)]
    fn has_untried(&self) -> bool {
        self.levels.last().is_some_and(|level| self.nodes[wide(level.node)].down != level.item)
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn path(&self, cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(&self.settled.given);
        cover.extend(self.levels.iter().map(|level| self.option_of(level.node)));
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    fn reset_updates(&mut self) {
        self.updates = 0;
    }

    fn size(&self) -> Size {
        self.size
    }
}
