//! The expensive rule: an option is in no cover if choosing it would leave an item with fewer options than it
//! needs. (Knuth's DLX-PRE calls such options blocking.)
//!
//! Trying an option takes time in the options of its items and all their uses, so that one pass over the
//! options takes about as long as a search tree with a node for each option.

use super::reason::Reason;
use super::rules::Rules;
use super::table::ReductionTable;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::parallel::pool::Pool;
use crate::problem::ids::{Color, ItemId, OptionId};

/// Number of parts of a batch for each thread, as some parts take longer than others.
const PARTS_OF_A_THREAD: usize = 4;

/// The result of trying an option.
struct Trial {
    /// An item that would be left with too few options.
    starved: Option<ItemId>,
    /// Number of entries and uses examined.
    work: u64,
}

/// The end of a series of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passes {
    /// The last pass removed nothing.
    Complete,
    /// The work allowed was used up.
    Spent,
    /// The limits ended it.
    Stopped(Stopped),
}

/// The tables of the rule.
#[derive(Debug)]
pub(super) struct Blocking {
    /// By option: the number of the last trial that removed it.
    option_stamps: Vec<u32>,
    /// By item: the number of the trial that `taken` belongs to.
    item_stamps: Vec<u32>,
    /// By item: the number of its options that the trial removed, each counted with its weight.
    taken: Vec<u32>,
    trial: u32,
}

impl Blocking {
    pub(super) fn new(table: &ReductionTable<'_>) -> Self {
        Self {
            option_stamps: vec![0; table.problem.option_count()],
            item_stamps: vec![0; table.problem.item_count()],
            taken: vec![0; table.problem.item_count()],
            trial: 0,
        }
    }

    /// Tries every option, again and again, until nothing is removed, the work is used up, or the limits end
    /// it. Each trial counts as a node. The threads of a pool try several options before the results are
    /// applied; the same options are removed in the end, possibly for other reasons.
    pub(super) fn run(
        &mut self,
        table: &mut ReductionTable<'_>,
        rules: &mut Rules,
        most_work: u64,
        pool: Option<(&Pool, usize)>,
        limits: &mut Limits<'_>,
    ) -> Passes {
        let end = table.work.saturating_add(most_work);
        let at_once = pool.map_or(1, |(_, at_once)| at_once);
        let options: Vec<OptionId> = table.problem.options().collect();
        limits.attune(table.problem.use_count());
        loop {
            let before = table.removed.len() + table.forced.len();
            for options in options.chunks(at_once) {
                if table.work >= end {
                    return Passes::Spent;
                }
                let live: Vec<OptionId> =
                    options.iter().copied().filter(|&option| table.is_live(option)).collect();
                for option in &live {
                    for used in table.problem.uses(*option) {
                        table.list(used.item);
                    }
                    let underway = Underway::default();
                    if let Err(why) = limits.refuel(&underway) {
                        return Passes::Stopped(why);
                    }
                    limits.spend(1);
                }
                let tried: Vec<Trial> = match pool {
                    None => live.iter().map(|&option| self.try_option(table, option)).collect(),
                    Some((pool, _)) => {
                        let table = &*table;
                        let parts =
                            live.chunks(live.len().div_ceil(PARTS_OF_A_THREAD * pool.thread_count()).max(1));
                        let try_part = |part: &[OptionId]| -> Vec<Trial> {
                            let mut own = Self::new(table);
                            part.iter().map(|&option| own.try_option(table, option)).collect()
                        };
                        pool.map(parts.collect(), try_part).into_iter().flatten().collect()
                    }
                };
                for (option, Trial { starved, work }) in live.into_iter().zip(tried) {
                    table.work += work;
                    // It may have been removed for another reason in the meantime.
                    let Some(item) = starved.filter(|_| table.is_live(option)) else { continue };
                    table.remove(option, Reason::Starves { item });
                    if let Err(why) = rules.propagate(table, limits) {
                        return Passes::Stopped(why);
                    }
                    if table.hopeless.is_some() {
                        return Passes::Complete;
                    }
                }
            }
            if table.removed.len() + table.forced.len() == before {
                return Passes::Complete;
            }
        }
    }

    fn try_option(&mut self, table: &ReductionTable<'_>, option: OptionId) -> Trial {
        let mut work = 0;
        Trial { starved: self.starved_by(table, option, &mut work), work }
    }

    /// Returns an item that choosing this option leaves with fewer options than it needs.
    fn starved_by(&mut self, table: &ReductionTable<'_>, option: OptionId, work: &mut u64) -> Option<ItemId> {
        if self.trial == u32::MAX {
            self.option_stamps.fill(0);
            self.item_stamps.fill(0);
            self.trial = 0;
        }
        self.trial += 1;
        self.option_stamps[option.index()] = self.trial;
        for used in table.problem.uses(option) {
            let is_shared = table.is_primary(used.item) && table.bounds(used.item).high > 1;
            if is_shared || !table.is_open(used.item) {
                continue;
            }
            let list = table.range(used.item);
            *work += list.len() as u64;
            for at in list {
                let other = table.entry(at);
                let is_sharing = used.color != Color::NONE && other.color == used.color;
                if is_sharing || !table.is_live(other.option) {
                    continue;
                }
                if std::mem::replace(&mut self.option_stamps[other.option.index()], self.trial) == self.trial
                {
                    continue;
                }
                if let Some(item) = self.take_away(table, other.option, work) {
                    return Some(item);
                }
            }
        }
        None
    }

    /// Counts an option as removed from its items. Returns the first of them that then has too few options.
    fn take_away(&mut self, table: &ReductionTable<'_>, option: OptionId, work: &mut u64) -> Option<ItemId> {
        *work += table.problem.uses(option).len() as u64;
        for (used, weight) in table.problem.weighted_uses(option) {
            let item = used.item;
            // Closed items need nothing, secondary ones have a lower bound of 0.
            if !table.is_open(item) || table.bounds(item).low == 0 {
                continue;
            }
            let taken = &mut self.taken[item.index()];
            if std::mem::replace(&mut self.item_stamps[item.index()], self.trial) != self.trial {
                *taken = 0;
            }
            *taken += weight;
            if table.length(item) - *taken < table.bounds(item).low {
                return Some(item);
            }
        }
        None
    }
}
