//! Counting by boxes: the grids of boards whose rules leave few fillings of a box, one box after the other.
//!
//! All requirements of such a board are on pairs of candidates, which share an item if they exclude each other:
//! N cells of a house that differ in pairs hold every digit. So a grid is a choice of one filling of each box, no
//! two of which use an item together, and the items that two boxes have in common are the bits of a *key*. The last
//! box of a row or a column of boxes must use exactly the digits of rows or columns that the others leave; its
//! fillings are sorted by them. Those of other boxes are filtered when the first box related to them is filled.
//! Fillings of the first box that a symmetry of the puzzle maps to each other are in equally many grids, so that one
//! of them is tried.

use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use dlx_core::{BigUint, Count, Counters, Limits, OptionId, Stopped};

use crate::model::geometry::Geometry;
use crate::solve::matrix::Matrix;

/// The greatest number of fillings of a box, or of some of its cells. More pairs of them would have to be compared
/// than grids are found by a search of the cells in that time.
const MOST_FILLINGS: usize = 1 << 15;
/// Number of keys compared between two looks at the limits, which take about a millisecond.
const WORK_BETWEEN_LOOKS: usize = 1 << 20;
/// Longest time between two looks while other threads end their work.
const PERIOD: Duration = Duration::from_millis(10);

/// The work of a count by boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByBoxes {
    /// Number of fillings of the first box.
    pub fillings: usize,
    /// Number of those that were tried, of which no symmetry maps one to another.
    pub tried: usize,
    /// Number of boxes filled.
    pub nodes: u64,
}

impl fmt::Display for ByBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "by boxes, {} of {} fillings of the first: {} nodes", self.tried, self.fillings, self.nodes)
    }
}

/// The fillings of the boxes, by the level at which the box is filled.
#[derive(Debug)]
pub(super) struct Boxes {
    levels: Vec<Level>,
    /// The fillings of the first box that are tried, and the number of fillings that each stands for.
    firsts: Vec<(usize, u64)>,
}

#[derive(Debug)]
struct Level {
    fillings: usize,
    /// By level of another box and by filling: the key, if the boxes have items in common.
    keys: Vec<Vec<u64>>,
    /// The lower levels whose keys its fillings are compared with.
    tests: Vec<usize>,
    /// The higher levels that are compared with this one.
    tested_by: Vec<usize>,
    /// The higher levels whose fillings are known, except for comparisons, once this one is filled: the last boxes of
    /// lines, then those that are filtered.
    opens: Vec<usize>,
    source: Source,
}

/// Where the fillings come from that are compared with those of lower levels.
#[derive(Debug)]
enum Source {
    /// All fillings that fit that of the first level with items in common.
    Kept,
    /// Those that use the rest of the bits of `mask`, of which the boxes at the levels `mates` use their part.
    Rest { mates: Vec<usize>, mask: u64, ranges: Ranges },
}

/// By the bits used: the range of fillings, in a table with open addressing.
#[derive(Debug)]
struct Ranges(Vec<(u64, Range<usize>)>);

impl Ranges {
    /// Takes the bits of each filling, in ascending order.
    fn of(bits: &[u64]) -> Self {
        let mut ranges = Self(vec![(0, 0..0); (2 * bits.len() + 1).next_power_of_two()]);
        let mut end = 0;
        for group in bits.chunk_by(PartialEq::eq) {
            let slot = ranges.slot(group[0]);
            ranges.0[slot] = (group[0], end..end + group.len());
            end += group.len();
        }
        ranges
    }

    /// Returns the slot of these bits, or the empty one where they would be. At least half of the slots are empty.
    fn slot(&self, bits: u64) -> usize {
        let hash = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut slot = hash as usize & (self.0.len() - 1);
        while self.0[slot].0 != bits && !self.0[slot].1.is_empty() {
            slot = (slot + 1) & (self.0.len() - 1);
        }
        slot
    }
}

impl Boxes {
    /// Returns true if all requirements of a board are on pairs of candidates, and a count by boxes is worth a try:
    /// only adjacent cells that exclude consecutive digits are known to leave few fillings.
    pub(super) fn supports(geometry: &Geometry) -> bool {
        geometry.is_non_consecutive()
            && geometry.is_square()
            && geometry.has_full_houses()
            && geometry.relations().is_empty()
            && !geometry.has_regions()
            && geometry.box_height() > 1
            && geometry.box_width() > 1
    }

    /// Returns the fillings of the boxes with these allowed candidates, by option, or `None` if they are too many for
    /// a count by boxes or for this number of bytes, or two boxes have more items in common than a key has bits.
    pub(super) fn new(matrix: &Matrix, allowed: &[bool], bytes: usize) -> Option<Self> {
        let geometry = matrix.geometry();
        let (side, height, width) = (geometry.side(), geometry.box_height(), geometry.box_width());
        let (bands, stacks) = (side / height, side / width);
        let cells: Vec<Vec<usize>> = (0..side)
            .map(|number| {
                let corner = number / stacks * height * side + number % stacks * width;
                (0..side).map(|cell| corner + cell / width * side + cell % width).collect()
            })
            .collect();
        let fillings: Vec<Vec<Vec<usize>>> =
            cells.iter().map(|cells| fillings(matrix, cells, allowed)).collect::<Option<_>>()?;
        // A key for each other box, and the digits of the filling.
        let of_filling = side * (size_of::<u64>() + size_of::<usize>());
        if fillings.iter().map(Vec::len).sum::<usize>().saturating_mul(of_filling) > bytes {
            return None;
        }
        // Boxes in the middle are related to most of the others, and more symmetries fix them.
        let off_middle = |at: usize, of: usize| (2 * at + 1).abs_diff(of);
        let first = (0..side).min_by_key(|&number| {
            let off = off_middle(number / stacks, bands) + off_middle(number % stacks, stacks);
            (fillings[number].len(), off)
        })?;
        let order = order(first, bands, stacks);
        let images = images(matrix, allowed, &cells[first]);
        let mut firsts = Vec::new();
        for (number, filling) in fillings[first].iter().enumerate() {
            let mut orbit: Vec<Vec<usize>> = images
                .iter()
                .map(|image| {
                    let mut moved: Vec<usize> = filling.iter().map(|&option| image[option]).collect();
                    moved.sort_unstable();
                    moved
                })
                .collect();
            orbit.sort_unstable();
            orbit.dedup();
            if orbit[0] == *filling {
                firsts.push((number, orbit.len() as u64));
            }
        }
        let levels = levels(matrix, &order, &cells, fillings, stacks)?;
        Some(Self { levels, firsts })
    }

    /// Counts the grids. A limit of nodes is not supported.
    pub(super) fn count(&self, threads: NonZeroUsize, limits: &mut Limits<'_>) -> (Count<BigUint>, ByBoxes) {
        let most = limits.solutions_left();
        let shared = Shared::default();
        let mut seen = 0;
        let mut look = || {
            let mut counters = Counters::default();
            counters.nodes = shared.nodes.load(Ordering::Relaxed);
            counters.solutions = shared.found.load(Ordering::Relaxed).min(most);
            let done = shared.done.load(Ordering::Relaxed) as f64 / self.firsts.len().max(1) as f64;
            limits.step_at(counters.nodes - seen, counters, done)?;
            seen = counters.nodes;
            if counters.solutions < most { Ok(()) } else { Err(Stopped::Solutions) }
        };
        let mut stopped = if most > 0 { None } else { Some(Stopped::Solutions) };
        thread::scope(|scope| {
            // What a thread that is not granted would have done is done by this one.
            let start = |_| thread::Builder::new().spawn_scoped(scope, || self.work(&shared, || true));
            let others: Vec<_> =
                (1..threads.get().min(self.firsts.len())).map_while(|n| start(n).ok()).collect();
            let mut go_on = || {
                stopped = stopped.or_else(|| look().err());
                shared.is_to_stop.fetch_or(stopped.is_some(), Ordering::Relaxed);
                stopped.is_none()
            };
            self.work(&shared, &mut go_on);
            while others.iter().any(|other| !other.is_finished()) {
                go_on();
                thread::park_timeout(PERIOD);
            }
        });
        let found = shared.found.into_inner();
        limits.spend_solutions(found);
        let count = match stopped {
            Some(why) if shared.done.into_inner() < self.firsts.len() => Count::AtLeast(found.into(), why),
            _ => Count::Exact(found.into()),
        };
        let fillings = self.levels[0].fillings;
        (count.up_to(most), ByBoxes { fillings, tried: self.firsts.len(), nodes: shared.nodes.into_inner() })
    }

    /// Tries fillings of the first box until none is left or `go_on`, which is asked at regular intervals, or
    /// another thread says no.
    fn work(&self, shared: &Shared, mut go_on: impl FnMut() -> bool) {
        let mut branch = Branch::new(&self.levels);
        while go_on() {
            let Some(&(first, weight)) = self.firsts.get(shared.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            branch.begin(first);
            loop {
                let is_over = branch.advance();
                shared.found.fetch_add(weight * std::mem::take(&mut branch.found), Ordering::Relaxed);
                shared.nodes.fetch_add(std::mem::take(&mut branch.nodes), Ordering::Relaxed);
                if is_over {
                    shared.done.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                if shared.is_to_stop.load(Ordering::Relaxed) || !go_on() {
                    return;
                }
            }
            if shared.is_to_stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }
}

/// What the threads of a count share.
#[derive(Default)]
struct Shared {
    /// The number among those that are tried of the next filling of the first box.
    next: AtomicUsize,
    done: AtomicUsize,
    found: AtomicU64,
    nodes: AtomicU64,
    is_to_stop: AtomicBool,
}

/// The search below a filling of the first box.
struct Branch<'b> {
    levels: &'b [Level],
    open: Vec<Open>,
    level: usize,
    found: u64,
    nodes: u64,
}

/// The fillings of a level that are left to compare.
#[derive(Clone, Default)]
struct Open {
    /// All of them, without the first ones that fit no filling of the lower levels filled so far.
    all: Range<usize>,
    /// Those that are left at the current position.
    left: Range<usize>,
    /// By lower level: the key of its filling for this one.
    taken: Vec<u64>,
    /// If the fillings are those kept: their numbers, and by lower level their keys.
    numbers: Vec<usize>,
    keys: Vec<Vec<u64>>,
}

impl Open {
    /// Returns the next filling in the range that fits those of the lower levels in `tests`.
    fn next_fit(&self, level: &Level, tests: &[usize], mut range: Range<usize>) -> Option<usize> {
        let keys = if matches!(level.source, Source::Kept) { &self.keys } else { &level.keys };
        let fits = |test: usize, number: usize| keys[test][number] & self.taken[test] == 0;
        let Some((&first, others)) = tests.split_first() else { return range.next() };
        // Most fillings fail the first test, which is made without looking up its keys each time.
        let (start, taken) = (range.start, self.taken[first]);
        let passing = keys[first][range].iter().zip(start..).filter(|(key, _)| **key & taken == 0);
        passing.map(|(_, number)| number).find(|&number| others.iter().all(|&test| fits(test, number)))
    }
}

impl<'b> Branch<'b> {
    fn new(levels: &'b [Level]) -> Self {
        let open =
            Open { taken: vec![0; levels.len()], keys: vec![Vec::new(); levels.len()], ..Open::default() };
        Self { levels, open: vec![open; levels.len()], level: 0, found: 0, nodes: 0 }
    }

    fn begin(&mut self, first: usize) {
        (self.level, self.nodes) = (0, self.nodes + 1);
        self.fill(first, &mut 0);
    }

    /// Takes a filling of the current level and opens the next one, unless another box is left without a filling.
    /// Adds the number of keys compared to `work`.
    fn fill(&mut self, filling: usize, work: &mut usize) {
        let at = self.level;
        let level = &self.levels[at];
        for &above in &level.tested_by {
            self.open[above].taken[at] = level.keys[above][filling];
        }
        for &above in &level.opens {
            let (level, open) = (&self.levels[above], &mut self.open[above]);
            open.all = match &level.source {
                Source::Kept => {
                    *work += level.fillings;
                    let (keys, taken) = (&level.keys[at], open.taken[at]);
                    open.numbers.clear();
                    open.numbers.extend((0..level.fillings).filter(|&number| keys[number] & taken == 0));
                    for &test in &level.tests {
                        open.keys[test].clear();
                        open.keys[test].extend(open.numbers.iter().map(|&number| level.keys[test][number]));
                    }
                    0..open.numbers.len()
                }
                Source::Rest { mates, mask, ranges } => {
                    let used = mates.iter().fold(0, |used, &mate| used | open.taken[mate]);
                    let range = ranges.0[ranges.slot(mask & !used)].1.clone();
                    let tests = &level.tests[..level.tests.partition_point(|&test| test <= at)];
                    let first = open.next_fit(level, tests, range.clone());
                    *work += range.len();
                    first.unwrap_or(range.end)..range.end
                }
            };
            if open.all.is_empty() {
                return;
            }
        }
        self.level += 1;
        let next = &mut self.open[self.level];
        next.left = next.all.clone();
    }

    /// Searches for some time. Returns true at the end.
    fn advance(&mut self) -> bool {
        let mut work = 0;
        while self.level > 0 {
            if work >= WORK_BETWEEN_LOOKS {
                return false;
            }
            let (level, open) = (&self.levels[self.level], &mut self.open[self.level]);
            let next = open.next_fit(level, &level.tests, open.left.clone());
            let end = next.map_or(open.left.end, |next| next + 1);
            work += end - open.left.start;
            open.left.start = end;
            let Some(next) = next else {
                self.level -= 1;
                continue;
            };
            self.nodes += 1;
            if self.level + 1 == self.levels.len() {
                self.found += 1;
            } else {
                let filling = if matches!(level.source, Source::Kept) { open.numbers[next] } else { next };
                self.fill(filling, &mut work);
            }
        }
        true
    }
}

/// Returns the boxes in the order in which they are filled: those of the band of the first and of another band in
/// turns, so that each filling is compared with another one soon, then the other bands.
fn order(first: usize, bands: usize, stacks: usize) -> Vec<usize> {
    let from =
        |first: usize, of: usize| std::iter::once(first).chain((0..of).filter(move |&other| other != first));
    let in_bands: Vec<usize> = from(first / stacks, bands).collect();
    let (two, others) = in_bands.split_at(2);
    let mut order = Vec::new();
    for (turn, stack) in from(first % stacks, stacks).enumerate() {
        let pair = [two[turn.min(1)], two[1 - turn.min(1)]];
        order.extend(pair.map(|band| band * stacks + stack));
    }
    for band in others {
        order.extend(from(first % stacks, stacks).map(|stack| band * stacks + stack));
    }
    order
}

/// Returns the fillings of these cells, each as options in ascending order, or `None` if they are too many.
fn fillings(matrix: &Matrix, cells: &[usize], allowed: &[bool]) -> Option<Vec<Vec<usize>>> {
    let side = cells.len();
    let excludes = |one: usize, other: usize| {
        let others = matrix.problem().uses(OptionId::new(other));
        let is_used = |item| others.iter().any(|other| other.item == item);
        matrix.problem().uses(OptionId::new(one)).iter().any(|used| is_used(used.item))
    };
    let local: Vec<usize> = cells.iter().flat_map(|cell| cell * side..(cell + 1) * side).collect();
    let excluded: Vec<bool> =
        local.iter().flat_map(|&one| local.iter().map(move |&other| excludes(one, other))).collect();
    let mut fillings: Vec<Vec<usize>> = vec![Vec::new()];
    for cell in 0..side {
        let mut longer = Vec::new();
        for filling in &fillings {
            for option in (cell * side..(cell + 1) * side).filter(|&option| allowed[local[option]]) {
                if !filling.iter().any(|&other| excluded[option * local.len() + other]) {
                    longer.push(filling.iter().copied().chain([option]).collect());
                }
            }
            if longer.len() > MOST_FILLINGS {
                return None;
            }
        }
        fillings = longer;
    }
    let in_matrix = |filling: Vec<usize>| filling.into_iter().map(|option| local[option]).collect();
    Some(fillings.into_iter().map(in_matrix).collect())
}

/// Returns the symmetries of the puzzle that map the box with these cells to itself, of the square and of reversing
/// the order of the digits: by option its image.
fn images(matrix: &Matrix, allowed: &[bool], cells: &[usize]) -> Vec<Vec<usize>> {
    let (side, count) = (cells.len(), matrix.candidate_count());
    let mut options_of = vec![Vec::new(); matrix.problem().item_count()];
    for option in 0..count {
        for used in matrix.problem().uses(OptionId::new(option)) {
            options_of[used.item.index()].push(option);
        }
    }
    let sets: HashSet<&[usize]> = options_of.iter().map(Vec::as_slice).collect();
    let image = |map: usize| -> Vec<usize> {
        let of_option = |option: usize| {
            let (cell, digit) = (option / side, option % side);
            let flip = |bit: usize, at: usize| if map >> bit & 1 > 0 { side - 1 - at } else { at };
            let (row, column) = (flip(0, cell / side), flip(1, cell % side));
            let cell = if map >> 2 & 1 > 0 { column * side + row } else { row * side + column };
            cell * side + flip(3, digit)
        };
        (0..count).map(of_option).collect()
    };
    let is_symmetry = |image: &Vec<usize>| {
        let moved = |set: &Vec<usize>| {
            let mut moved: Vec<usize> = set.iter().map(|&option| image[option]).collect();
            moved.sort_unstable();
            moved
        };
        cells.iter().all(|&cell| cells.contains(&(image[cell * side] / side)))
            && (0..count).all(|option| allowed[option] == allowed[image[option]])
            && options_of.iter().all(|set| sets.contains(moved(set).as_slice()))
    };
    (0..16).map(image).filter(is_symmetry).collect()
}

/// Returns the levels of the boxes in this order, or `None` if a key has too few bits.
fn levels(
    matrix: &Matrix,
    order: &[usize],
    cells: &[Vec<usize>],
    mut fillings: Vec<Vec<Vec<usize>>>,
    stacks: usize,
) -> Option<Vec<Level>> {
    let (side, bands) = (order.len(), order.len() / stacks);
    let mut is_used = vec![vec![false; matrix.problem().item_count()]; side];
    let items =
        |option: usize| matrix.problem().uses(OptionId::new(option)).iter().map(|used| used.item.index());
    for (number, cells) in cells.iter().enumerate() {
        for option in cells.iter().flat_map(|cell| cell * side..(cell + 1) * side) {
            items(option).for_each(|item| is_used[number][item] = true);
        }
    }
    // By item: its bit in the keys of these two boxes.
    let bits = |one: usize, other: usize| -> Option<Vec<u64>> {
        let shared = is_used[one].iter().zip(&is_used[other]).map(|(&one, &other)| one && other);
        let mut next = Some(1_u64);
        if one == other {
            return Some(Vec::new());
        }
        shared
            .map(|shared| {
                if shared {
                    let bit = next?;
                    next = bit.checked_mul(2);
                    Some(bit)
                } else {
                    Some(0)
                }
            })
            .collect()
    };
    let key = |filling: &[usize], bits: &[u64]| {
        filling.iter().flat_map(|&option| items(option)).fold(0, |key, item| key | bits[item])
    };
    let mut levels: Vec<Level> = Vec::new();
    for (at, &number) in order.iter().enumerate() {
        let lower = || order[..at].iter().copied().enumerate();
        let in_line = |line: &dyn Fn(usize) -> usize| -> Vec<usize> {
            lower().filter(|&(_, other)| line(other) == line(number)).map(|(level, _)| level).collect()
        };
        let (band, stack) = (in_line(&|number| number / stacks), in_line(&|number| number % stacks));
        // The digits of the rows or columns of a line of boxes are the first items that its boxes have in common.
        let rest = match (band.len() + 1 == stacks, stack.len() + 1 == bands) {
            // The boxes of the stack are filled first.
            (_, true) => Some((stack, side / stacks * side)),
            (true, false) => Some((band, side / bands * side)),
            (false, false) => None,
        };
        let bits: Vec<Vec<u64>> = order.iter().map(|&other| bits(number, other)).collect::<Option<_>>()?;
        let fillings = &mut fillings[number];
        let rest = rest.map(|(mates, count)| (u64::MAX >> (u64::BITS as usize - count), mates));
        if let Some((mask, mates)) = &rest {
            fillings.sort_by_cached_key(|filling| key(filling, &bits[mates[0]]) & mask);
        }
        let is_related = |other: usize| other != at && bits[other].iter().any(|&bit| bit > 0);
        let keys_for = |other: usize| -> Vec<u64> {
            let related = if is_related(other) { &fillings[..] } else { &[] };
            related.iter().map(|filling| key(filling, &bits[other])).collect()
        };
        let keys: Vec<Vec<u64>> = (0..order.len()).map(keys_for).collect();
        let related: Vec<usize> = (0..at).filter(|&lower| is_related(lower)).collect();
        let (source, tests, opened_by) = match rest {
            Some((mask, mates)) => {
                let used: Vec<u64> = keys[mates[0]].iter().map(|key| key & mask).collect();
                let is_more = |lower: &usize| bits[*lower].iter().any(|bit| bit & !mask > 0);
                let tests = related
                    .iter()
                    .copied()
                    .filter(|lower| !mates.contains(lower) || is_more(lower))
                    .collect();
                let last = mates.iter().copied().max();
                (Source::Rest { mates, mask, ranges: Ranges::of(&used) }, tests, last)
            }
            None => {
                (Source::Kept, related.iter().skip(1).copied().collect::<Vec<_>>(), related.first().copied())
            }
        };
        for &lower in &related {
            levels[lower].tested_by.push(at);
        }
        if let Some(by) = opened_by {
            let is_rest = matches!(source, Source::Rest { .. });
            let opens = &mut levels[by].opens;
            opens.insert(if is_rest { 0 } else { opens.len() }, at);
        }
        let (tested_by, opens) = (Vec::new(), Vec::new());
        levels.push(Level { fillings: fillings.len(), keys, tests, tested_by, opens, source });
    }
    Some(levels)
}
