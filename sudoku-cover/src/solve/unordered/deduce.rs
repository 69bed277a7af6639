//! Deductions from components in a row where nothing is forced: which sets cannot hold, and which component
//! to branch on. All components of a class are processed at once, one bit each.

use dlx_simd::Line;

use super::components::{GRID_OF_THREE, MOST_SETS};
use super::numbers::wide;
use super::tables::{ClassTable, UnorderedTables};

/// The result of a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deduced {
    /// Some sets cannot hold.
    Some,
    /// No set was excluded.
    Nothing,
    /// Deductions were not tried.
    Unasked,
    /// There is no cover.
    Dead,
}

/// A component to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) class: usize,
    /// Its word and bit in the class.
    pub(super) word: usize,
    pub(super) bit: u32,
    /// Its possible configurations, one bit each.
    pub(super) configurations: u128,
}

/// By set: the components of one word, one bit each.
type BySet = [u64; MOST_SETS];

/// Buffers and results of the last deduction, by class and word. [`branch`] and [`is_open`] read the results.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The components in which each set may hold.
    possible: Vec<Vec<BySet>>,
    /// By word and configuration: the components that may be in the configuration.
    configured: Vec<Vec<u64>>,
}

impl Scratch {
    pub(super) fn new(tables: &UnorderedTables) -> Self {
        let classes = || tables.classes.iter();
        Self {
            possible: classes().map(|class| vec![[0; MOST_SETS]; class.words]).collect(),
            configured: classes().map(|class| vec![0; class.count * class.words]).collect(),
        }
    }
}

/// Finds the sets that cannot hold, and appends the numbers that delete them. First come sets that are in no
/// possible configuration; only if there are none, sets that a count in their group excludes.
#[inline(always)]
pub(super) fn deduce(
    tables: &UnorderedTables,
    row: &[Line],
    scratch: &mut Scratch,
    numbers: &mut Vec<u32>,
) -> Deduced {
    let Scratch { possible, configured } = scratch;
    for ((class, possible), configured) in tables.classes.iter().zip(&mut *possible).zip(configured) {
        for (word, (possible, configured)) in
            possible.iter_mut().zip(configured.chunks_exact_mut(class.count)).enumerate()
        {
            let is_alive = match (class.is_grid_of_three, class.anchors, class.sources_of_set) {
                (true, _, 3) => close::<true, 3, 3, 16>(class, word, row, possible, configured, numbers),
                (true, _, 2) => close::<true, 3, 2, 16>(class, word, row, possible, configured, numbers),
                (_, 4, 4) => close::<false, 4, 4, MOST_SETS>(class, word, row, possible, configured, numbers),
                (_, 5, 5) => close::<false, 5, 5, MOST_SETS>(class, word, row, possible, configured, numbers),
                _ => close::<false, 0, 0, MOST_SETS>(class, word, row, possible, configured, numbers),
            };
            if !is_alive {
                // The deletions found before apply to this row only.
                numbers.clear();
                return Deduced::Dead;
            }
        }
    }
    if numbers.is_empty() {
        for (class, possible) in
            tables.classes.iter().zip(possible).filter(|(class, _)| class.hold_of_group > 0)
        {
            for (word, possible) in possible.iter().enumerate() {
                match (class.is_grid_of_three, class.hold_of_group) {
                    (true, 3) => count::<true, 3, 16>(class, word, possible, numbers),
                    (true, 2) => count::<true, 2, 16>(class, word, possible, numbers),
                    (_, 4) => count::<false, 4, MOST_SETS>(class, word, possible, numbers),
                    (_, 5) => count::<false, 5, MOST_SETS>(class, word, possible, numbers),
                    _ => count::<false, 0, MOST_SETS>(class, word, possible, numbers),
                }
            }
        }
    }
    if numbers.is_empty() { Deduced::Nothing } else { Deduced::Some }
}

/// Appends the numbers that delete a set of these components.
#[inline(always)]
fn list(class: &ClassTable, word: usize, set: usize, mut components: u64, numbers: &mut Vec<u32>) {
    while components != 0 {
        let bit = wide(components.trailing_zeros());
        components &= components - 1;
        numbers.push(class.deletions[(word * class.sets + set) * 64 + bit]);
    }
}

/// Finds the sets that are in no possible configuration. `GRID` is for grids of three; `ANCHORS` and `SLOTS`
/// are the numbers of anchors and of slots of a set, or 0 for any; there are at most `N` sets. Returns false
/// if a component has no possible configuration.
#[inline(always)]
fn close<const GRID: bool, const ANCHORS: usize, const SLOTS: usize, const N: usize>(
    class: &ClassTable,
    word: usize,
    row: &[Line],
    possible: &mut BySet,
    configured: &mut [u64],
    numbers: &mut Vec<u32>,
) -> bool {
    let possible: &mut [u64; N] = possible.first_chunk_mut().expect("there are at most so many sets");
    let sets = if GRID { 9 } else { class.sets };
    let slots = if SLOTS == 0 { class.sources_of_set } else { SLOTS };
    let words = Line::words(row);
    let sources = &class.sources[word * sets * slots..][..sets * slots];
    for set in 0..sets {
        let mut all = 0;
        for at in 0..slots {
            all |= words[wide(sources[set * slots + at])];
        }
        possible[set % N] = all;
    }
    let all = class.all[word];
    let mut supported = [0; N];
    let alive = if GRID {
        support(GRID_OF_THREE.as_flattened(), 3, all, possible, configured, &mut supported)
    } else {
        let anchors = if ANCHORS == 0 { class.anchors } else { ANCHORS };
        support(&class.configurations, anchors, all, possible, configured, &mut supported)
    };
    if alive != all {
        return false;
    }
    let mut deleted = 0;
    for set in 0..sets {
        supported[set % N] = possible[set % N] & !supported[set % N];
        deleted |= supported[set % N];
    }
    if deleted != 0 {
        for set in 0..sets {
            list(class, word, set, supported[set % N], numbers);
        }
    }
    true
}

/// Finds the components that may be in each configuration, and the sets supported by one. Returns the
/// components that have a configuration.
#[inline(always)]
fn support<const N: usize>(
    configurations: &[u8],
    anchors: usize,
    all: u64,
    possible: &[u64; N],
    configured: &mut [u64],
    supported: &mut [u64; N],
) -> u64 {
    let mut alive = 0;
    for (sets, configured) in configurations.chunks_exact(anchors).zip(configured) {
        let mut holds = all;
        for at in 0..anchors {
            holds &= possible[usize::from(sets[at]) % N];
        }
        for at in 0..anchors {
            supported[usize::from(sets[at]) % N] |= holds;
        }
        *configured = holds;
        alive |= holds;
    }
    alive
}

/// Finds the sets that would be one too many in their group, and the rivals of sets that are needed there.
/// `HOLD` is the number of sets of a group that hold, or 0 for any.
#[inline(always)]
fn count<const GRID: bool, const HOLD: u32, const N: usize>(
    class: &ClassTable,
    word: usize,
    possible: &BySet,
    numbers: &mut Vec<u32>,
) {
    let possible: &[u64; N] = possible.first_chunk().expect("there are at most so many sets");
    let sets = if GRID { 9 } else { class.sets };
    let hold = if HOLD == 0 { class.hold_of_group } else { HOLD };
    let (lowest, highest) = (class.lowest[word], class.highest[word]);
    // A set certainly holds if no other set of its anchor can.
    let mut certain = [0; N];
    for set in 0..sets {
        let others = if GRID {
            let first = set / 3 * 3;
            possible[first + (set + 1) % 3] | possible[first + (set + 2) % 3]
        } else {
            let siblings = class.siblings.of(set).iter();
            siblings.fold(0, |all, &sibling| all | possible[usize::from(sibling) % N])
        };
        certain[set % N] = possible[set % N] & !others;
    }
    let (mut needed, mut excess) = ([0; N], [0; N]);
    let (mut is_needed, mut is_excess) = (0, 0);
    // Eight at a time, which become vector instructions; the sets after the last are empty.
    for set in 0..sets.next_multiple_of(8).min(N) {
        let (all, certain) = (possible[set], certain[set]);
        let mut left = all;
        for _ in 0..hold {
            left = without_lowest(left, lowest, highest);
        }
        let few = !some(left, lowest, highest) & highest;
        needed[set] = all & whole(few, class.width) & !certain;
        is_needed |= needed[set];
        let mut left = certain;
        for _ in 1..hold {
            left = without_lowest(left, lowest, highest);
        }
        let enough = whole(some(left, lowest, highest), class.width);
        excess[set] = all & !certain & enough;
        is_excess |= excess[set];
    }
    if is_excess != 0 {
        for set in 0..sets {
            list(class, word, set, excess[set % N], numbers);
        }
    }
    if is_needed != 0 {
        for set in 0..sets {
            let rivals = class.rivals.of(set).iter();
            let ousted = rivals.fold(0, |all, &rival| all | needed[usize::from(rival) % N]);
            list(class, word, set, possible[set % N] & ousted, numbers);
        }
    }
}

/// Returns each field without its lowest bit set, given the lowest and the highest bit of each field.
#[inline(always)]
fn without_lowest(fields: u64, lowest: u64, highest: u64) -> u64 {
    let less = ((fields | highest).wrapping_sub(lowest)) ^ (!fields & highest);
    fields & less
}

/// Returns the highest bit of each field that is not empty.
#[inline(always)]
fn some(fields: u64, lowest: u64, highest: u64) -> u64 {
    // Adding the mask of the lower bits carries into the highest bit if a lower bit is set.
    let below = highest.wrapping_sub(lowest);
    ((fields & below).wrapping_add(below) | fields) & highest
}

/// Returns the whole field for each of these highest bits.
#[inline(always)]
fn whole(highest: u64, width: u32) -> u64 {
    highest | highest.wrapping_sub(highest >> (width - 1))
}

/// Returns a component with two possible configurations: the first such component of the group that has the
/// fewest possible configurations in total. Called after [`deduce`] has found nothing in the same row.
#[inline(always)]
pub(super) fn branch(tables: &UnorderedTables, scratch: &Scratch) -> Option<Branch> {
    let mut best = None;
    let mut fewest = u32::MAX;
    for (at, (class, configured)) in tables.classes.iter().zip(&scratch.configured).enumerate() {
        for (word, configured) in configured.chunks_exact(class.count).enumerate() {
            let (mut one, mut two, mut three) = (0u64, 0u64, 0u64);
            for &holds in configured {
                three |= two & holds;
                two |= one & holds;
                one |= holds;
            }
            let pairs = two & !three;
            for &(of, group) in &class.groups {
                if of != word || pairs & group == 0 {
                    continue;
                }
                let mut total = 0;
                for &holds in configured {
                    total += (holds & group).count_ones();
                }
                if total < fewest {
                    fewest = total;
                    best = Some((at, word, (pairs & group).trailing_zeros()));
                }
            }
        }
    }
    let (class, word, bit) = best?;
    let count = tables.classes[class].count;
    let mut configurations = 0;
    for (at, holds) in scratch.configured[class][word * count..][..count].iter().enumerate() {
        configurations |= u128::from(holds >> bit & 1) << at;
    }
    Some(Branch { class, word, bit, configurations })
}

/// Returns true if so many configurations are possible that guesses will fail; then deductions pay from the
/// first node on. If few are left, there are few guesses to make, or there are several covers and any guess
/// succeeds. Among 9x9 Sudoku, the hardest known have 47 to 51 % at their root, minimal puzzles with several
/// solutions 22 to 43 %, and 17-clue puzzles that need a guess 20 to 48 %. Called after [`deduce`] has found
/// nothing in the same row.
#[inline(always)]
pub(super) fn is_open(tables: &UnorderedTables, scratch: &Scratch) -> bool {
    let (mut possible, mut all) = (0u64, 0u64);
    for (class, configured) in tables.classes.iter().zip(&scratch.configured) {
        for &holds in configured {
            possible += u64::from(holds.count_ones());
        }
        for &components in &class.all {
            all += u64::from(components.count_ones()) * class.count as u64;
        }
    }
    possible as f64 > tables.tuning.open_share * all as f64
}

/// Returns the number that leaves a component only this configuration.
#[inline(always)]
pub(super) fn setting(tables: &UnorderedTables, branch: &Branch, configuration: usize) -> u32 {
    let class = &tables.classes[branch.class];
    class.settings[(branch.word * class.count + configuration) * 64 + wide(branch.bit)]
}
