//! The first levels of a problem that is too large for one table of conflicts.
//!
//! Choosing an option removes the options of each of its items. Each of these sets is stored as a range of
//! words, since in most problems the options of an item are close together. For a use with a color, the set
//! contains the options that give the item another color.

use dlx_simd::{Instructions, Kernel, Lanes};

use super::build::Rest;
use super::class::{Class, float};
use super::entries::{Entries, NO_PAIR};
use super::estimates::Estimates;
use super::expand::Found;
use super::level::{NONE, OptionLevel};
use super::run::{PartShared, Turn};
use super::sets::{for_each, ones, word_of_all};
use crate::control::limits::{Limits, Stopped};
use crate::engine::{Event, Run};
use crate::problem::Problem;
use crate::problem::ids::{Color, narrow, wide};

/// A range of words of a set of options. All other words are 0.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    /// Index of the first word in the table.
    at: usize,
    /// Index of the first word in the set.
    first: usize,
    count: usize,
}

impl Span {
    /// Returns the words.
    #[inline(always)]
    fn of(self, sets: &[u64]) -> &[u64] {
        &sets[self.at..self.at + self.count]
    }

    /// Returns the words of another set at the same indices.
    #[inline(always)]
    fn same(self, set: &[u64]) -> &[u64] {
        &set[self.first..self.first + self.count]
    }
}

/// The tables, and the levels opened on them.
#[derive(Clone, Debug, Default)]
pub(super) struct Large {
    /// Number of words of a set of options; 0 while these levels are not in use.
    width: usize,
    /// Number of words of a set of items.
    breadth: usize,
    /// By number in these tables: the option of the problem. Ascending.
    options: Vec<u32>,
    /// By number in these tables: the item of the problem. Ascending.
    pub(super) items: Vec<u32>,
    sets: Vec<u64>,
    /// By open item: its options.
    spans: Vec<Span>,
    /// The sets that each option removes, one option after the other.
    taken: Vec<Span>,
    /// Option `o` removes the sets `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    /// The primary items of each option, in the same form.
    covers: Vec<u32>,
    cover_starts: Vec<u32>,
    pub(super) levels: Vec<OptionLevel>,
    /// By level: the live options, and then the open items, of the node at which it was opened.
    nodes: Vec<u64>,
    here: Vec<u64>,
}

impl Large {
    pub(super) fn clear(&mut self) {
        self.width = 0;
        self.levels.clear();
    }

    pub(super) fn is_in_use(&self) -> bool {
        self.width > 0
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.sets.as_slice()) + size_of_val(self.taken.as_slice())
    }

    /// Returns an approximate upper bound on the bytes of these tables for a problem without givens, with the
    /// nodes on the path to a cover.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn bytes_of(problem: &Problem, limits: &mut Limits<'_>) -> Result<usize, Stopped> {
        let mut spans = Stretches::new(problem.item_count());
        let mut colored = vec![0u32; problem.item_count()];
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            for used in problem.uses(option) {
                spans.add(option.index(), used.item.index());
                colored[used.item.index()] += u32::from(used.color != Color::NONE);
            }
        }
        let colors = narrow(problem.color_count());
        let sets = spans
            .ended()
            .into_iter()
            .zip(colored)
            .map(|((first, end), colored)| wide(end - first) * (1 + wide(colored.min(colors))));
        let node = problem.option_count().div_ceil(64) + problem.primary_count().div_ceil(64);
        // There is at most one level for each item, and each level has at least two options that no deeper
        // one has.
        let levels = problem.primary_count().min(problem.option_count() / 2);
        Ok(sets.sum::<usize>().saturating_add(node * levels).saturating_mul(size_of::<u64>()))
    }

    /// Builds the tables.
    ///
    /// # Errors
    /// The limit that was reached. The tables are then not complete.
    pub(super) fn make(
        &mut self,
        entries: &Entries,
        rest: &Rest,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        self.options.clone_from(&rest.options);
        self.items.clone_from(&rest.items);
        self.width = rest.options.len().div_ceil(64).max(1);
        self.breadth = rest.items.len().div_ceil(64).max(1);
        self.levels.clear();
        self.sets.clear();
        let mut stretches = Stretches::new(entries.items);
        for (number, &option) in rest.options.iter().enumerate() {
            limits.setup(entries.of_option(option).len())?;
            entries.of_option(option).iter().for_each(|entry| stretches.add(number, wide(entry.item)));
        }
        let stretches = stretches.ended();
        let by_item = |item: usize, sets: &mut Vec<u64>| {
            let (first, end) = stretches[item];
            let span = Span { at: sets.len(), first: wide(first), count: wide(end - first) };
            sets.resize(sets.len() + span.count, 0);
            span
        };
        let all: Vec<Span> = (0..entries.items).map(|item| by_item(item, &mut self.sets)).collect();
        let pairs: Vec<Span> =
            entries.items_of_pairs().map(|item| by_item(wide(item), &mut self.sets)).collect();
        let mut numbers = vec![NONE; entries.items];
        for (number, &item) in rest.items.iter().enumerate() {
            numbers[wide(item)] = narrow(number);
        }
        limits.setup(self.sets.len() / WORDS_OF_A_STEP)?;
        let mut each_bit =
            |sets: &mut [u64], pass: fn(&mut u64, u64), pick: &dyn Fn(u32, u32) -> Option<Span>| {
                for (number, &option) in rest.options.iter().enumerate() {
                    limits.setup(entries.of_option(option).len())?;
                    for entry in entries.of_option(option) {
                        if let Some(span) = pick(entry.item, entry.pair) {
                            pass(&mut sets[span.at + number / 64 - span.first], 1 << (number % 64));
                        }
                    }
                }
                Ok::<_, Stopped>(())
            };
        each_bit(&mut self.sets, |word, bit| *word |= bit, &|item, _| Some(all[wide(item)]))?;
        // A color removes the item's options except those of the color.
        for (span, item) in pairs.iter().zip(entries.items_of_pairs()) {
            let from = all[wide(item)].at;
            self.sets.copy_within(from..from + span.count, span.at);
        }
        each_bit(&mut self.sets, |word, bit| *word &= !bit, &|_, pair| {
            (pair != NO_PAIR).then(|| pairs[wide(pair)])
        })?;
        self.spans.clear();
        self.spans.extend(rest.items.iter().map(|&item| all[wide(item)]));
        self.taken.clear();
        self.covers.clear();
        self.starts.clear();
        self.cover_starts.clear();
        for &option in &rest.options {
            limits.setup(entries.of_option(option).len())?;
            self.starts.push(narrow(self.taken.len()));
            self.cover_starts.push(narrow(self.covers.len()));
            for entry in entries.of_option(option) {
                let set = if entry.pair == NO_PAIR { all[wide(entry.item)] } else { pairs[wide(entry.pair)] };
                self.taken.push(set);
                if wide(entry.item) < entries.primaries {
                    self.covers.push(numbers[wide(entry.item)]);
                }
            }
        }
        self.starts.push(narrow(self.taken.len()));
        self.cover_starts.push(narrow(self.covers.len()));
        self.here.clear();
        self.here.extend((0..self.width).map(|word| word_of_all(rest.options.len(), word)));
        self.here.extend((0..self.breadth).map(|word| word_of_all(rest.items.len(), word)));
        Ok(())
    }

    /// Returns the option of the problem with this number in the tables.
    pub(super) fn option(&self, number: u32) -> u32 {
        self.options[wide(number)]
    }

    /// Opens a level at the node that was computed last.
    pub(super) fn open(&mut self, mut level: OptionLevel) {
        self.nodes.truncate(self.levels.len() * (self.width + self.breadth));
        self.nodes.extend_from_slice(&self.here);
        level
            .begin(self.spans[wide(level.item)].first, self.ways(&self.nodes, self.levels.len(), level.item));
        self.levels.push(level);
    }

    /// Returns the live options of an item at a level, by word. The nodes are a separate argument, as they
    /// are written while the tables are read.
    #[inline(always)]
    fn ways<'l>(&'l self, nodes: &'l [u64], level: usize, item: u32) -> impl Fn(usize) -> u64 + use<'l> {
        let (span, from) = (self.spans[wide(item)], level * (self.width + self.breadth));
        move |word| span.of(&self.sets)[word - span.first] & nodes[from + word]
    }

    /// Moves to the word that contains the level's next option. Returns whether there is one.
    #[inline(always)]
    fn seek(&self, nodes: &[u64], depth: usize, level: &mut OptionLevel) -> bool {
        let span = self.spans[wide(level.item)];
        level.seek(span.first + span.count, self.ways(nodes, depth, level.item))
    }

    /// Moves to the next option of the deepest level. Returns whether there is one.
    pub(super) fn pass_next(&mut self) -> bool {
        let deepest = self.levels.len() - 1;
        let mut level = self.levels[deepest];
        let has_next = self.seek(&self.nodes, deepest, &mut level);
        if has_next {
            level.take();
        }
        self.levels[deepest] = level;
        has_next
    }

    pub(super) fn tried(&self, level: usize) -> u32 {
        let item = self.levels[level].item;
        self.levels[level].tried(self.spans[wide(item)].first, self.ways(&self.nodes, level, item))
    }

    /// Closes the deepest level, and returns to the node at which it was opened.
    pub(super) fn close(&mut self) -> Option<OptionLevel> {
        let level = self.levels.pop()?;
        let size = self.width + self.breadth;
        let from = self.levels.len() * size;
        self.here.clear();
        self.here.extend_from_slice(&self.nodes[from..from + size]);
        Some(level)
    }

    /// Computes the node below the deepest level's option, or the root.
    pub(super) fn step(
        &mut self,
        instructions: Instructions,
        option: Option<u32>,
        path: &mut Vec<u32>,
        scans: &mut u64,
    ) -> Found {
        let mut here = std::mem::take(&mut self.here);
        if option.is_some() {
            let size = self.width + self.breadth;
            let from = (self.levels.len() - 1) * size;
            here.clear();
            here.extend_from_slice(&self.nodes[from..from + size]);
        }
        let found = instructions.run(Step { large: self, option, node: &mut here, path, scans });
        self.here = here;
        found
    }

    /// Carries out an option at a node.
    #[inline(always)]
    fn choose(&self, option: u32, live: &mut [u64], open: &mut [u64], path: &mut Vec<u32>) {
        let option = wide(option);
        path.push(self.options[option]);
        for &span in &self.taken[wide(self.starts[option])..wide(self.starts[option + 1])] {
            let places = &mut live[span.first..span.first + span.count];
            for (live, taken) in places.iter_mut().zip(span.of(&self.sets)) {
                *live &= !taken;
            }
        }
        // If all uses of the option have colors, none of its sets contains the option itself.
        live[option / 64] &= !(1 << (option % 64));
        for &item in &self.covers[wide(self.cover_starts[option])..wide(self.cover_starts[option + 1])] {
            open[wide(item) / 64] &= !(1 << (item % 64));
        }
    }

    /// Carries out an option and the options that it forces, as [`expand`](super::expand::expand) does.
    #[inline(always)]
    fn expand(&self, option: Option<u32>, node: &mut [u64], path: &mut Vec<u32>, scans: &mut u64) -> Found {
        let (live, open) = node.split_at_mut(self.width);
        if let Some(option) = option {
            self.choose(option, live, open, path);
        }
        loop {
            if open.iter().all(|&items| items == 0) {
                return Found::Solved;
            }
            *scans += 1;
            let mut best = (u32::MAX, 0);
            for_each(open, |item| {
                let span = self.spans[item];
                let sets = span.of(&self.sets).iter().zip(span.same(live));
                let count: u32 = sets.map(|(set, live)| (set & live).count_ones()).sum();
                if count < best.0 {
                    best = (count, narrow(item));
                }
                count > 0
            });
            match best {
                (0, _) => return Found::Dead,
                (1, first) => {
                    if !self.carry_out_forced(first, live, open, path) {
                        return Found::Dead;
                    }
                }
                (of, item) => return Found::Branch { item, of },
            }
        }
    }

    /// Carries out the options of the items that have only one, beginning with item `first`. Returns false if
    /// an item has none.
    #[inline(always)]
    fn carry_out_forced(&self, first: u32, live: &mut [u64], open: &mut [u64], path: &mut Vec<u32>) -> bool {
        for item in wide(first)..self.spans.len() {
            if open[item / 64] >> (item % 64) & 1 == 0 {
                continue;
            }
            let span = self.spans[item];
            let mut ways = span.of(&self.sets).iter().zip(span.same(live)).map(|(set, live)| set & live);
            let mut only = None;
            let mut count = 0;
            for (word, ways) in ways.by_ref().enumerate() {
                if ways != 0 {
                    only.get_or_insert(narrow(span.first + word) * u64::BITS + ways.trailing_zeros());
                    count += ways.count_ones();
                    if count > 1 {
                        break;
                    }
                }
            }
            match (only, count) {
                (None, _) => return false,
                (Some(option), 1) => self.choose(option, live, open, path),
                _ => {}
            }
        }
        true
    }
}

/// By item: the first word of options that contains one of its options, and the word after the last.
struct Stretches(Vec<(u32, u32)>);

impl Stretches {
    fn new(items: usize) -> Self {
        Self(vec![(u32::MAX, 0); items])
    }

    /// Adds the option with this number to an item. Numbers ascend.
    #[inline(always)]
    fn add(&mut self, number: usize, item: usize) {
        let word = narrow(number / 64);
        let (first, end) = &mut self.0[item];
        (*first, *end) = ((*first).min(word), word + 1);
    }

    /// Returns the words; those of items without options are none.
    fn ended(mut self) -> Vec<(u32, u32)> {
        for (first, _) in self.0.iter_mut().filter(|(first, _)| *first == u32::MAX) {
            *first = 0;
        }
        self.0
    }
}

/// Number of words of a table that are cleared in a step of a setup.
const WORDS_OF_A_STEP: usize = 8;

struct Step<'a> {
    large: &'a Large,
    option: Option<u32>,
    node: &'a mut [u64],
    path: &'a mut Vec<u32>,
    scans: &'a mut u64,
}

impl Kernel for Step<'_> {
    type Output = Found;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Found {
        self.large.expand(self.option, self.node, self.path, self.scans)
    }
}

/// The kernel that continues the search in the large levels.
pub(super) struct GoLarge<'a, 'l> {
    pub(super) large: &'a mut Large,
    pub(super) shared: PartShared<'a>,
    pub(super) run: &'a mut Run<'l>,
}

impl Kernel for GoLarge<'_, '_> {
    type Output = Turn;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Turn {
        let Self { large, shared, run } = self;
        let PartShared { path, scans, depth, estimates, smaller, costs } = shared;
        let size = large.width + large.breadth;
        // Taken out so that the tables can be read while a node is written.
        let mut nodes = std::mem::take(&mut large.nodes);
        loop {
            let top = large.levels.len() - 1;
            let mut level = large.levels[top];
            if !large.seek(&nodes, top, &mut level) {
                estimates.leave(level.sort, *scans - level.scans);
                large.levels.pop();
                *depth -= 1;
                if *depth == run.floor {
                    path.truncate(wide(level.path));
                    large.here.clear();
                    large.here.extend_from_slice(&nodes[top * size..][..size]);
                    large.nodes = nodes;
                    return Turn::End(Found::Branch { item: level.item, of: level.of });
                }
                continue;
            }
            if run.fuel == 0 {
                large.levels[top] = level;
                large.nodes = nodes;
                return Turn::Event(Event::Spent);
            }
            level.take();
            large.levels[top] = level;
            run.enter(*depth);
            path.truncate(wide(level.path));
            let from = top * size;
            nodes.resize(nodes.len().max(from + 2 * size), 0);
            nodes.copy_within(from..from + size, from + size);
            let node = &mut nodes[from + size..from + 2 * size];
            let (item, of) = match large.expand(Some(level.at), node, path, scans) {
                Found::Dead => continue,
                Found::Solved => {
                    if run.find() {
                        large.nodes = nodes;
                        return Turn::Event(Event::Enough);
                    }
                    continue;
                }
                Found::Branch { item, of } => (item, of),
                Found::Counted => unreachable!("nodes of large levels are visited"),
            };
            let (live, open) = node.split_at(large.width);
            let open_count = ones(open);
            if open_count == 1 && run.allows(u64::from(of)) {
                run.found += u64::from(of);
                run.enter_many(*depth + 1, u64::from(of));
                continue;
            }
            *depth += 1;
            let mut below = OptionLevel::new(item, of, path.len());
            below.scans = *scans;
            let live_count = ones(live);
            if let Some(class) = Class::of(live_count, open_count) {
                let sort = Estimates::sort(live_count);
                below.sort = narrow(sort);
                let mut span_words = 0;
                for_each(open, |item| {
                    span_words += large.spans[item].count;
                    true
                });
                let here = 2.0 * float(open_count) + 0.15 * float(span_words) + 0.5 * float(large.width);
                let saving = here - costs.scan(class, open_count, true);
                if estimates.pays(sort, saving, costs.making(class, live_count, open_count)) {
                    smaller.ask(class, below, (live, &large.options), (open, &large.items));
                    large.nodes = nodes;
                    return Turn::Down;
                }
            }
            below.begin(large.spans[wide(item)].first, large.ways(&nodes, top + 1, item));
            large.levels.push(below);
        }
    }
}
