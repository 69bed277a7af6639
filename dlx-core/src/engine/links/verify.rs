//! The invariants of the arena, checked link by link in debug builds.

use super::cover::weight;
use super::{Links, PURIFIED, SPACER};
use crate::problem::ids::{narrow, wide};

/// Number of nodes of the largest arena that is checked each time it is built, which takes 20 ms in a debug build.
const MOST_AT_ROOT: usize = 1 << 20;
/// Number of nodes of the largest arena that is checked at every level near the root. A search is near the root for
/// any number of nodes without a question of its limits.
pub(super) const MOST_NEAR_ROOT: usize = 1 << 13;
/// Number of nodes of the largest arena that is checked at every level.
pub(super) const MOST_EVERYWHERE: usize = 1 << 7;

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Panics if a link, a length or a count is wrong. Does nothing in release builds, nor where the check would keep
    /// a run from asking its limits in time.
    pub(super) fn verify_in_debug(&self) {
        if cfg!(debug_assertions) && self.nodes.len() <= MOST_AT_ROOT {
            self.verify();
        }
    }

    /// Like [`verify_in_debug`](Self::verify_in_debug), where it is affordable during a search: near the root, and
    /// everywhere in small arenas, such as those of the random problems of the tests.
    #[inline(always)]
    pub(super) fn verify_where_cheap(&self) {
        let most = if self.levels.len() <= 3 { MOST_NEAR_ROOT } else { MOST_EVERYWHERE };
        if cfg!(debug_assertions) && self.nodes.len() <= most {
            self.verify();
        }
    }

    fn verify(&self) {
        let items =
            self.nodes.iter().position(|node| node.item == SPACER).expect("the headers end at a spacer");
        let (items, primaries) = (narrow(items), narrow(self.len.len()));
        for item in 0..items {
            assert_eq!(self.nodes[wide(item)].item, item, "header {item} names another item");
            let mut found = 0;
            let mut node = item;
            loop {
                let below = self.nodes[wide(node)].down;
                assert_eq!(self.nodes[wide(below)].up, node, "up and down differ below node {node}");
                if below == item {
                    break;
                }
                assert_eq!(self.nodes[wide(below)].item, item, "node {below} is on the list of item {item}");
                assert!(below > node, "the list of item {item} is out of order at node {below}");
                found += if item < primaries { weight::<BOUNDED>(self.nodes[wide(below)]) } else { 1 };
                let is_light =
                    !BOUNDED || item >= primaries || self.nodes[wide(below)].color <= self.room(item);
                assert!(
                    is_light || !self.open.contains(item),
                    "node {below} counts more than its item has room for"
                );
                node = below;
            }
            if item < primaries {
                assert_eq!(self.len[wide(item)], found, "length of the list of item {item}");
            }
        }
        if self.counts_starved {
            let is_starved = |&item: &u32| self.open.contains(item) && self.len[wide(item)] < self.need(item);
            assert_eq!(self.starved, narrow((0..primaries).filter(is_starved).count()), "starved items");
        }
        if KEYED {
            assert_eq!(self.keys.now, self.fresh_key(), "the key");
        }
        for (at, pair) in self.nodes.windows(2).enumerate().skip(wide(items)) {
            let (node, next) = (pair[0], pair[1]);
            if node.item == SPACER {
                assert!(wide(node.down) > at && next.item != SPACER, "spacer {at} has no option after it");
            }
            let has_weight = BOUNDED && node.item < primaries;
            let is_plain = COLORED || has_weight || node.item == SPACER || node.color == 0;
            assert!(is_plain, "node {at} has a color");
            assert!(node.color != PURIFIED || node.item >= primaries, "primary node {at} is purified");
        }
    }
}
