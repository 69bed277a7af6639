//! A second way to count covers, for comparison with a count that shares no code with it.
//!
//! There are no links here. The live options are one set of bits; each item has the set of its options,
//! stored as its nonzero words. The number of live options of an item is the number of bits that its set and
//! the live set have in common. It is computed again at every node: no length is stored, so none can be
//! wrong. The tree is not that of [`Rule`](crate::Rule) either. Shared with the search are the problem, the
//! limits and the check of the givens.
//!
//! Every cover is found once: when all covers with an option have been found, the option leaves the live set
//! for the siblings that follow. An item whose lower bound is reached has one more branch, in which all its
//! options have left.

use crate::control::answers::Count;
use crate::control::checkpoint::Checkpoint;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Position, Stopped};
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, Holders, ItemKind, Problem};

/// Returns the number of covers of a problem with these givens, counted by an independent engine: without
/// links, with other code and another tree than [`Search::count`](crate::Search::count).
///
/// ```
/// use dlx_core::{Givens, Limits, Problem, Search, recount};
///
/// let mut builder = Problem::builder();
/// let problem = builder.primary(["a", "b"]).option(["a", "b"]).option(["a"]).option(["b"]).build()?;
/// let count = recount(&problem, Givens::none(), &mut Limits::none())?;
/// assert_eq!(count, Search::new(&problem).count(&mut Limits::none()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Givens that contradict one another.
///
/// # Complexity
/// The memory is linear in the uses of the problem: at most 16 bytes for each, and as much again for those
/// with a color. A node takes time linear in the words of the sets of all open items, of which each has at
/// most one for 64 options of the problem and at most one for each option of its own.
pub fn recount(problem: &Problem, givens: Givens<'_>, limits: &mut Limits<'_>) -> Result<Count, GivenError> {
    let mut settled = Settled::default();
    if !settled.resolve_if_consistent(problem, givens)? {
        return Ok(Count::Exact(0));
    }
    let mut recount = match Recount::new(problem, &settled, limits) {
        Ok(recount) => recount,
        Err(why) => return Ok(Count::AtLeast(0, why)),
    };
    Ok(match recount.run(limits) {
        Ok(()) => Count::Exact(recount.solutions),
        Err(why) => Count::AtLeast(recount.solutions, why),
    })
}

/// 64 options of a set, or the changed ones among them.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// The bits of the options `64 * place..64 * (place + 1)`.
    place: u32,
    bits: u64,
}

/// A level: an item whose branches are tried.
#[derive(Clone, Copy)]
struct BranchLevel {
    item: ItemId,
    /// Number of branches, and of those that were entered.
    branches: u32,
    entered: u32,
    /// Length of the trail when the level was opened.
    opened: usize,
    /// Length of the trail before the current option was taken.
    mark: usize,
    taken: Option<OptionId>,
    /// True if the branch without an option was entered, which is the last one.
    has_passed: bool,
}

/// The state of a node.
enum Branching {
    /// The taken options are a cover.
    Solved,
    /// An item can no longer be covered often enough.
    Dead,
    /// The open item with the fewest branches, and their number.
    Branches(ItemId, u32),
}

struct Recount<'p> {
    problem: &'p Problem,
    sets: OptionSets,
    live: Vec<u64>,
    /// The words of the live set before they were changed. Along a path a bit is cleared once, so that there
    /// are never more entries than options.
    trail: Vec<Word>,
    /// By item: how often the chosen options cover it.
    times: Vec<u32>,
    /// The primary items that may be covered once more.
    open: Vec<u64>,
    levels: Vec<BranchLevel>,
    nodes: u64,
    solutions: u64,
}

impl<'p> Recount<'p> {
    /// Returns the state of the root: forbidden options are removed, given ones are taken.
    fn new(problem: &'p Problem, settled: &Settled, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let words = problem.option_count().div_ceil(64);
        let mut recount = Self {
            problem,
            sets: OptionSets::of(problem, limits)?,
            live: vec![0; words],
            trail: Vec::new(),
            times: vec![0; problem.item_count()],
            open: vec![0; problem.primary_count().div_ceil(64)],
            levels: Vec::new(),
            nodes: 0,
            solutions: 0,
        };
        limits.setup(problem.option_count())?;
        for option in problem.options().filter(|&option| problem.has_primary(option)) {
            recount.live[option.index() / 64] |= bit(option.index());
        }
        for option in settled.forbidden() {
            recount.exclude(option);
        }
        for item in problem.items().take(problem.primary_count()) {
            if problem.bounds(item).high == 0 {
                recount.clear(item, Color::NONE);
            } else {
                recount.open[item.index() / 64] |= bit(item.index());
                recount.clear_heavy(item);
            }
        }
        for &option in &settled.given {
            recount.take(option);
        }
        Ok(recount)
    }

    /// Counts all covers, one at a time.
    fn run(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        limits.attune(self.problem.use_count());
        self.arrive(limits);
        while let Some(level) = self.levels.last().copied() {
            if limits.solutions_left() == 0 {
                return Err(Stopped::Solutions);
            }
            self.go_on(level, limits)?;
        }
        Ok(())
    }

    /// Examines the node that was entered.
    fn arrive(&mut self, limits: &mut Limits<'_>) {
        match self.node() {
            Branching::Dead => {}
            Branching::Solved => {
                self.solutions += 1;
                limits.settle_solution();
            }
            Branching::Branches(item, branches) => {
                let opened = self.trail.len();
                let level = BranchLevel {
                    item,
                    branches,
                    entered: 0,
                    opened,
                    mark: opened,
                    taken: None,
                    has_passed: false,
                };
                self.levels.push(level);
            }
        }
    }

    /// Takes back the choice of the deepest level, and enters its next branch or closes it.
    fn go_on(&mut self, mut level: BranchLevel, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if let Some(option) = level.taken.take() {
            self.give_back(option, level.mark);
            self.exclude(option);
        }
        let Bounds { low, .. } = self.problem.bounds(level.item);
        let need = low.saturating_sub(self.times[level.item.index()]);
        match self.first_live(level.item) {
            Some(option) if self.supply(level.item, need) >= need => {
                self.pay(limits)?;
                level.mark = self.trail.len();
                level.taken = Some(option);
                self.enter(level);
                self.take(option);
                self.arrive(limits);
            }
            None if need == 0 && !level.has_passed => {
                level.has_passed = true;
                self.enter(level);
                self.arrive(limits);
            }
            _ => {
                self.undo_to(level.opened);
                self.levels.pop();
            }
        }
        Ok(())
    }

    /// Records at the deepest level that its next branch is entered.
    fn enter(&mut self, mut level: BranchLevel) {
        level.entered += 1;
        if let Some(deepest) = self.levels.last_mut() {
            *deepest = level;
        }
    }

    /// Takes the node about to be entered from the budget. A run without budget is over.
    fn pay(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.refuel(self)?;
        limits.spend(1);
        self.nodes += 1;
        Ok(())
    }

    /// Finds the open item with the fewest branches, the lowest in a tie, or any item with a single branch.
    fn node(&self) -> Branching {
        let mut chosen = None;
        let mut fewest = u32::MAX;
        for item in bits(&self.open).map(ItemId) {
            let Bounds { low, .. } = self.problem.bounds(item);
            let need = low.saturating_sub(self.times[item.index()]);
            // An item with this many options has at least as many branches as the one chosen so far.
            let count = self.supply(item, need.saturating_add(fewest - 1));
            if count < need {
                return Branching::Dead;
            }
            let branches = match need {
                0 if count == 0 => continue,
                0 => count.saturating_add(1),
                _ => count - need + 1,
            };
            if branches < fewest {
                (chosen, fewest) = (Some(item), branches);
                if branches == 1 {
                    break;
                }
            }
        }
        chosen.map_or(Branching::Solved, |item| Branching::Branches(item, fewest))
    }

    /// Returns how often the live options of an item could cover it, counting no further than `enough`.
    fn supply(&self, item: ItemId, enough: u32) -> u32 {
        if self.problem.is_weighted() {
            return self.live_options(item).map(|option| self.problem.weight(option, item)).sum();
        }
        let mut count = 0;
        for word in self.sets.of_item(item) {
            count += (word.bits & self.live[wide(word.place)]).count_ones();
            if count >= enough {
                break;
            }
        }
        count
    }

    /// Returns the live options of an item.
    fn live_options(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        self.sets.of_item(item).iter().flat_map(|word| {
            let live = word.bits & self.live[wide(word.place)];
            (0..64).filter(move |bit| live >> bit & 1 == 1).map(|bit| OptionId(word.place * 64 + bit))
        })
    }

    fn first_live(&self, item: ItemId) -> Option<OptionId> {
        self.sets.of_item(item).iter().find_map(|word| {
            let live = word.bits & self.live[wide(word.place)];
            (live != 0).then(|| OptionId(word.place * 64 + live.trailing_zeros()))
        })
    }

    /// Takes an option: options that conflict with it leave the live set.
    fn take(&mut self, option: OptionId) {
        self.exclude(option);
        for (used, weight) in self.problem.weighted_uses(option) {
            let times = &mut self.times[used.item.index()];
            *times += weight;
            if self.problem.kind(used.item) == ItemKind::Secondary {
                // Later options in the same color find the item cleared already.
                if *times == 1 {
                    self.clear(used.item, used.color);
                }
            } else if *times == self.problem.bounds(used.item).high {
                self.open[used.item.index() / 64] &= !bit(used.item.index());
                self.clear(used.item, Color::NONE);
            } else {
                self.clear_heavy(used.item);
            }
        }
    }

    /// Takes back the last option.
    fn give_back(&mut self, option: OptionId, mark: usize) {
        for (used, weight) in self.problem.weighted_uses(option) {
            self.times[used.item.index()] -= weight;
            if self.problem.kind(used.item) == ItemKind::Primary {
                self.open[used.item.index() / 64] |= bit(used.item.index());
            }
        }
        self.undo_to(mark);
    }

    /// Clears the options of an item, except those that give it this color.
    fn clear(&mut self, item: ItemId, color: Color) {
        let mut spared = self.sets.of_color(item, color).iter().peekable();
        for word in self.sets.of_item(item) {
            let mut bits = word.bits;
            if let Some(same) = spared.next_if(|same| same.place == word.place) {
                bits &= !same.bits;
            }
            change(&mut self.live, &mut self.trail, Word { place: word.place, bits });
        }
    }

    /// Excludes the options that count more on an item than it may still be covered.
    fn clear_heavy(&mut self, item: ItemId) {
        if self.problem.is_weighted() {
            let room = self.problem.bounds(item).high - self.times[item.index()];
            let is_heavy = |option: &OptionId| self.problem.weight(*option, item) > room;
            let heavy: Vec<OptionId> = self.live_options(item).filter(is_heavy).collect();
            heavy.into_iter().for_each(|option| self.exclude(option));
        }
    }

    fn exclude(&mut self, option: OptionId) {
        let word = Word { place: option.0 / 64, bits: bit(option.index()) };
        change(&mut self.live, &mut self.trail, word);
    }

    fn undo_to(&mut self, mark: usize) {
        for Word { place, bits } in self.trail.drain(mark..).rev() {
            self.live[wide(place)] = bits;
        }
    }
}

impl Position for Recount<'_> {
    fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, solutions: self.solutions, ..Counters::default() }
    }

    /// The question is asked when the deepest level is between two branches.
    fn fraction(&self) -> f64 {
        let (mut done, mut weight) = (0.0, 1.0);
        for (depth, level) in (1..).zip(&self.levels) {
            let complete = if depth == self.levels.len() { level.entered } else { level.entered - 1 };
            weight /= f64::from(level.branches);
            done += weight * f64::from(complete);
        }
        done
    }

    /// The tree is not that of a search, so that no search could resume from here.
    fn checkpoint(&self) -> Option<Checkpoint> {
        None
    }
}

/// Clears the bits of one word.
#[inline]
fn change(live: &mut [u64], trail: &mut Vec<Word>, cleared: Word) {
    let bits = live[wide(cleared.place)];
    if bits & cleared.bits != 0 {
        trail.push(Word { place: cleared.place, bits });
        live[wide(cleared.place)] = bits & !cleared.bits;
    }
}

/// Returns the bit of a number in its word.
const fn bit(number: usize) -> u64 {
    1 << (number % 64)
}

/// Returns the numbers in a set in ascending order.
fn bits(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    set.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let first = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(narrow(place) * 64 + first)
        })
    })
}

/// The options of each item, and of each color of it: the words of each set are in ascending order, and none
/// is 0.
struct OptionSets {
    words: Vec<Word>,
    /// Item `i` has the words `starts[i]..starts[i + 1]`.
    starts: Vec<u32>,
    /// One group for each item and each of its colors, in ascending order.
    groups: Vec<Group>,
    /// The words of the groups, one group after the other.
    grouped: Vec<Word>,
}

/// The options that give an item one color.
struct Group {
    item: ItemId,
    color: Color,
    /// Index of its first word; they end where those of the next group begin.
    start: u32,
}

impl OptionSets {
    fn of(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        let mut words = Vec::new();
        let mut starts = vec![0];
        for item in problem.items() {
            let start = words.len();
            limits.setup(holders.of_item(item).len())?;
            for &option in holders.of_item(item) {
                insert(&mut words, start, option);
            }
            starts.push(narrow(words.len()));
        }
        let mut colored: Vec<(ItemId, Color, OptionId)> = Vec::new();
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            let uses = problem.uses(option).iter().filter(|used| used.color != Color::NONE);
            colored.extend(uses.map(|used| (used.item, used.color, option)));
        }
        colored.sort_unstable();
        let mut groups: Vec<Group> = Vec::new();
        let mut grouped = Vec::new();
        for (item, color, option) in colored {
            limits.setup(1)?;
            if groups.last().is_none_or(|last| (last.item, last.color) != (item, color)) {
                groups.push(Group { item, color, start: narrow(grouped.len()) });
            }
            let start = groups.last().map_or(0, |group| wide(group.start));
            insert(&mut grouped, start, option);
        }
        Ok(Self { words, starts, groups, grouped })
    }

    fn of_item(&self, item: ItemId) -> &[Word] {
        &self.words[wide(self.starts[item.index()])..wide(self.starts[item.index() + 1])]
    }

    /// Returns the options that give an item this color; none for [`Color::NONE`].
    fn of_color(&self, item: ItemId, color: Color) -> &[Word] {
        let found = self.groups.binary_search_by_key(&(item, color), |group| (group.item, group.color));
        let Ok(at) = found else { return &[] };
        let end = self.groups.get(at + 1).map_or(self.grouped.len(), |next| wide(next.start));
        &self.grouped[wide(self.groups[at].start)..end]
    }
}

/// Adds an option to the set that begins at `start`; options come in ascending order.
fn insert(words: &mut Vec<Word>, start: usize, option: OptionId) {
    let place = option.0 / 64;
    match words[start..].last_mut() {
        Some(last) if last.place == place => last.bits |= bit(option.index()),
        _ => words.push(Word { place, bits: bit(option.index()) }),
    }
}
