//! An estimate of the work of a search, by random probes (D. E. Knuth, "Estimating the efficiency of
//! backtrack programs", 1975).
//!
//! The estimate is unbiased and mostly too low, as the large parts of a tree are seldom reached; so a
//! decision that requires a large tree is seldom wrong. The seed is fixed: the same problem gives the same
//! estimate.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::table::ReductionTable;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::problem::ids::{ItemId, OptionId, narrow, scale};

/// Returns the mean over some probes of the work of a whole tree like that of the probe, in the unit of
/// [`ReductionTable::work`]. No probe begins or continues after this much work. The question of the limits
/// is asked before each probe.
pub(super) fn guess(
    table: &ReductionTable<'_>,
    most_work: u64,
    limits: &mut Limits<'_>,
) -> Result<u64, Stopped> {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    // A copy of the table costs as much as its entries, which are faster to copy than to examine.
    let copying = (table.problem.use_count() / COPIED_AT_ONCE) as u64;
    let (mut total, mut work, mut dives) = (0u64, 0u64, 0u32);
    while dives < MOST_DIVES && work < most_work {
        limits.ask_at_once(&Underway::default())?;
        let (tree, own) = dive(table.clone(), &mut random, most_work - work);
        total = total.saturating_add(tree);
        work += own + copying;
        dives += 1;
    }
    Ok(total.checked_div(dives.into()).unwrap_or(0))
}

const MOST_DIVES: u32 = 16;
const COPIED_AT_ONCE: usize = 8;

/// Makes one probe: takes a random option of the item with the fewest, until the end. Returns the work of a
/// tree in which every node of a level is like that of this probe, and the work of the probe.
fn dive(mut table: ReductionTable<'_>, random: &mut ChaCha8Rng, most_work: u64) -> (u64, u64) {
    let mut needy: Vec<ItemId> =
        table.problem.items().filter(|&item| table.is_open(item) && table.bounds(item).low > 0).collect();
    let begun = table.work;
    let (mut nodes, mut tree) = (1u64, 0u64);
    while table.hopeless.is_none() && table.work - begun < most_work {
        needy.retain(|&item| table.is_open(item) && table.bounds(item).low > 0);
        table.work += needy.len() as u64;
        // An item that needs nearly all its options leaves few choices for the first of them.
        let degree = |item: ItemId| table.length(item) - table.bounds(item).low + 1;
        let Some(item) = needy.iter().copied().min_by_key(|&item| degree(item)) else { break };
        let degree = match table.is_weighted(item) {
            true => degree(item).min(count_live(&mut table, item)),
            false => degree(item),
        };
        nodes = nodes.saturating_mul(u64::from(degree));
        let option = nth_live(&mut table, item, scale(random.next_u32(), degree));
        let before = table.work;
        table.force(option, item);
        tree = tree.saturating_add(nodes.saturating_mul(table.work - before));
    }
    (tree, table.work - begun)
}

/// Returns the number of live options of an item.
fn count_live(table: &mut ReductionTable<'_>, item: ItemId) -> u32 {
    let list = table.list(item);
    narrow(list.filter(|&at| table.is_live(table.entry(at).option)).count())
}

fn nth_live(table: &mut ReductionTable<'_>, item: ItemId, place: u32) -> OptionId {
    let list = table.list(item);
    let live = list.map(|at| table.entry(at).option).filter(|&option| table.is_live(option));
    live.zip(0..).find(|&(_, at)| at == place).expect("the place is below the length").0
}
