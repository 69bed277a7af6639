//! The cheap rules, applied until none of them finds anything: forced options, items that cannot be covered,
//! items that restrict nothing, and items that other items imply.
//!
//! An item is examined again when its list became shorter. This takes its list at worst, and mostly the first
//! two of its options: comparing what they use ends as soon as they have nothing in common.

use super::reason::{ItemReason, Reason};
use super::table::ReductionTable;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Bounds;
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};

/// An item that all options of another one use.
#[derive(Clone, Copy, Debug)]
struct SharedItem {
    item: ItemId,
    /// The color in the first of them.
    color: Color,
    /// True if all give it that color, or none gives it any.
    is_uniform: bool,
    /// The last option found to use it.
    seen: OptionId,
}

/// The tables of the rules, so that examining an item does not allocate.
#[derive(Debug)]
pub(super) struct Rules {
    shared: Vec<SharedItem>,
    /// By item: its place in `shared`, if that place names the item.
    places: Vec<u32>,
    /// By option: the number of the last pass that reached it.
    stamps: Vec<u32>,
    walk: u32,
    options: Vec<OptionId>,
}

impl Rules {
    pub(super) fn new(table: &ReductionTable<'_>) -> Self {
        Self {
            shared: Vec::new(),
            places: vec![0; table.problem.item_count()],
            stamps: vec![0; table.problem.option_count()],
            walk: 0,
            options: Vec::new(),
        }
    }

    /// Applies the rules until no item is queued or one cannot be covered.
    ///
    /// # Errors
    /// [`Stopped::Asked`]. The table is correct then, and the rules can be continued.
    pub(super) fn propagate(
        &mut self,
        table: &mut ReductionTable<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        while table.hopeless.is_none() {
            let Some(item) = table.next_queued() else { break };
            let before = table.work;
            if table.is_open(item) {
                self.look_at(table, item);
            }
            limits.setup(1 + usize::try_from(table.work - before).unwrap_or(usize::MAX))?;
        }
        Ok(())
    }

    fn look_at(&mut self, table: &mut ReductionTable<'_>, item: ItemId) {
        let length = table.length(item);
        let Bounds { low, high } = table.bounds(item);
        if length < low {
            table.hopeless = Some(item);
        } else if length == low && low > 0 {
            self.force_all(table, item);
        } else if length == 0 || !table.is_primary(item) && length == 1 {
            table.drop_item(item, ItemReason::Alone);
        } else if !table.is_primary(item) && has_one_color(table, item) {
            table.drop_item(item, ItemReason::OneColor);
        } else if low == 0 && table.is_primary(item) && length <= high && table.is_dispensable(item) {
            table.drop_item(item, ItemReason::Slack);
        } else {
            self.compare(table, item);
        }
    }

    /// Forces every option of an item that needs them all.
    fn force_all(&mut self, table: &mut ReductionTable<'_>, item: ItemId) {
        self.options.clear();
        for at in table.list(item) {
            let option = table.entry(at).option;
            if table.is_live(option) {
                self.options.push(option);
            }
        }
        for &option in &self.options {
            // An option that conflicts with an earlier one has been removed, and the item cannot be covered.
            if table.hopeless.is_some() {
                return;
            }
            table.force(option, item);
        }
    }

    /// Finds the items that all options of this one use, and applies the consequences.
    fn compare(&mut self, table: &mut ReductionTable<'_>, item: ItemId) {
        self.intersect(table, item);
        let low = table.bounds(item).low;
        // One option alone may count as often as needed.
        if low > 0 && table.is_weighted(item) {
            return;
        }
        for place in 0..self.shared.len() {
            if table.hopeless.is_some() || !table.is_open(item) {
                return;
            }
            let shared = self.shared[place];
            // At most one option of the item is chosen, as they cannot share this item.
            let is_exclusive = if table.is_primary(shared.item) {
                table.bounds(shared.item).high == 1
            } else {
                shared.is_uniform && shared.color == Color::NONE
            };
            if low == 0 {
                if is_exclusive && (table.is_primary(shared.item) || table.is_dispensable(item)) {
                    table.drop_item(item, ItemReason::Implied { by: shared.item });
                }
            } else if is_exclusive && low > 1 {
                table.hopeless = Some(item);
            } else if is_exclusive && table.bounds(item).high > 1 {
                table.tighten_to_once(item);
            } else if table.bounds(item).high == 1 {
                if is_exclusive {
                    self.remove_displaced(table, item, shared.item);
                    self.imply(table, item, shared.item);
                } else if !table.is_primary(shared.item) && shared.is_uniform {
                    let reason = Reason::Displaces { item, shared: shared.item };
                    table.remove_others(shared.item, shared.color, reason);
                    self.imply(table, item, shared.item);
                }
            }
        }
    }

    /// Drops an item that is covered correctly whenever another one is.
    fn imply(&mut self, table: &mut ReductionTable<'_>, by: ItemId, item: ItemId) {
        if table.hopeless.is_none() && table.is_open(item) {
            table.drop_item(item, ItemReason::Implied { by });
        }
    }

    /// Removes the options that use the shared item without the other one.
    fn remove_displaced(&mut self, table: &mut ReductionTable<'_>, item: ItemId, shared: ItemId) {
        if table.length(shared) == table.length(item) {
            return;
        }
        self.walk += 1;
        for at in table.list(item) {
            self.stamps[table.entry(at).option.index()] = self.walk;
        }
        let list = table.list(shared);
        table.work += list.len() as u64;
        for at in list {
            let option = table.entry(at).option;
            if table.is_live(option) && self.stamps[option.index()] != self.walk {
                table.remove(option, Reason::Displaces { item, shared });
            }
        }
    }

    /// Leaves in `shared` the other open items that every live option of this one uses.
    fn intersect(&mut self, table: &mut ReductionTable<'_>, item: ItemId) {
        let length = table.length(item);
        let problem = table.problem;
        self.shared.clear();
        let mut is_first = true;
        for at in table.list(item) {
            let option = table.entry(at).option;
            if !table.is_live(option) {
                continue;
            }
            let uses = problem.uses(option);
            table.work += uses.len() as u64;
            if is_first {
                is_first = false;
                for used in uses {
                    // An item with fewer options cannot be in all of these.
                    if used.item != item && table.is_open(used.item) && table.length(used.item) >= length {
                        self.places[used.item.index()] = narrow(self.shared.len());
                        let (item, color) = (used.item, used.color);
                        self.shared.push(SharedItem { item, color, is_uniform: true, seen: option });
                    }
                }
            } else {
                for used in uses {
                    let place = wide(self.places[used.item.index()]);
                    if let Some(shared) = self.shared.get_mut(place).filter(|it| it.item == used.item) {
                        shared.seen = option;
                        shared.is_uniform &= shared.color == used.color;
                    }
                }
                self.shared.retain(|shared| shared.seen == option);
                for (place, shared) in self.shared.iter().enumerate() {
                    self.places[shared.item.index()] = narrow(place);
                }
            }
            if self.shared.is_empty() {
                return;
            }
        }
    }
}

/// Returns true if all live options give a secondary item the same color.
fn has_one_color(table: &mut ReductionTable<'_>, item: ItemId) -> bool {
    let list = table.list(item);
    let mut colors = list.clone().map(|at| table.entry(at)).filter(|entry| table.is_live(entry.option));
    let first = colors.next().map_or(Color::NONE, |entry| entry.color);
    first != Color::NONE && colors.all(|entry| entry.color == first)
}
