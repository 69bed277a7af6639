//! The first levels of a problem that is too large for one table of conflicts.
//!
//! Choosing an option takes away the options of each of its items, each set of which is a stretch of words: in
//! most problems the options of an item stand near one another. For a use with a color the set is that of the
//! options which have the item in another color.

use super::NONE;
use super::build::Rest;
use super::class::{Class, float};
use super::entries::{Entries, NO_PAIR};
use super::estimates::Estimates;
use super::expand::Found;
use super::part::Level;
use super::run::{Shared, Turn, list, ones, ones_below};
use crate::ids::{Color, narrow, wide};
use crate::problem::Problem;
use crate::simd::{Instructions, Kernel, Lanes};
use crate::walk::{Event, Run};

/// A stretch of words of a set of options: all others are 0.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    /// Where the words stand in the table.
    at: usize,
    /// Which word of the set is the first.
    first: usize,
    count: usize,
}

impl Span {
    /// The words.
    #[inline(always)]
    fn of(self, sets: &[u64]) -> &[u64] {
        &sets[self.at..self.at + self.count]
    }

    /// The words of another set in the same places.
    #[inline(always)]
    fn same(self, set: &[u64]) -> &[u64] {
        &set[self.first..self.first + self.count]
    }
}

/// The tables and the levels opened on them.
#[derive(Clone, Debug, Default)]
pub(super) struct Large {
    /// Words of a set of options, 0 while these levels are not in use.
    width: usize,
    /// Words of a set of items.
    breadth: usize,
    /// By number here: the option of the problem. Ascending.
    options: Vec<u32>,
    /// By number here: the item of the problem. Ascending.
    pub(super) items: Vec<u32>,
    sets: Vec<u64>,
    /// By open item: its options.
    spans: Vec<Span>,
    /// The sets that an option takes away, one option after the other.
    taken: Vec<Span>,
    /// Option `o` takes away the sets `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    /// The primary items of an option, likewise.
    covers: Vec<u32>,
    cover_starts: Vec<u32>,
    pub(super) levels: Vec<Level>,
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

    /// How many bytes such tables take for a problem without givens, and the nodes on the way to a cover: at most
    /// about so many.
    pub(super) fn bytes_of(problem: &Problem) -> usize {
        let mut spans = vec![(u32::MAX, 0); problem.item_count()];
        let mut colored = vec![0u32; problem.item_count()];
        for option in problem.options() {
            let word = option.0 / u64::BITS;
            for used in problem.uses(option) {
                let (first, end) = &mut spans[used.item.index()];
                (*first, *end) = ((*first).min(word), word + 1);
                colored[used.item.index()] += u32::from(used.color != Color::NONE);
            }
        }
        let colors = narrow(problem.color_count());
        let sets = spans.iter().zip(&colored).map(|(&(first, end), &colored)| {
            wide(end.saturating_sub(first)) * (1 + wide(colored.min(colors)))
        });
        let node = problem.option_count().div_ceil(64) + problem.primary_count().div_ceil(64);
        // As many levels as there are items, but each with at least two options behind it.
        let levels = problem.primary_count().min(problem.option_count() / 2);
        sets.sum::<usize>().saturating_add(node * levels).saturating_mul(size_of::<u64>())
    }

    /// Lays out the tables.
    pub(super) fn make(&mut self, entries: &Entries, rest: &Rest) {
        self.options.clone_from(&rest.options);
        self.items.clone_from(&rest.items);
        self.width = rest.options.len().div_ceil(64).max(1);
        self.breadth = rest.items.len().div_ceil(64).max(1);
        self.levels.clear();
        self.sets.clear();
        let stretches = stretches(entries, rest);
        let by_item = |item: usize, sets: &mut Vec<u64>| {
            let (first, end) = stretches[item];
            let span = Span { at: sets.len(), first: wide(first), count: wide(end.saturating_sub(first)) };
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
        let each_bit =
            |sets: &mut [u64], pass: fn(&mut u64, u64), pick: &dyn Fn(u32, u32) -> Option<Span>| {
                for (number, &option) in rest.options.iter().enumerate() {
                    for entry in entries.of_option(option) {
                        if let Some(span) = pick(entry.item, entry.pair) {
                            pass(&mut sets[span.at + number / 64 - span.first], 1 << (number % 64));
                        }
                    }
                }
            };
        each_bit(&mut self.sets, |word, bit| *word |= bit, &|item, _| Some(all[wide(item)]));
        // What a color takes away: the item's options without those of the color.
        for (span, item) in pairs.iter().zip(entries.items_of_pairs()) {
            let from = all[wide(item)].at;
            self.sets.copy_within(from..from + span.count, span.at);
        }
        each_bit(&mut self.sets, |word, bit| *word &= !bit, &|_, pair| {
            (pair != NO_PAIR).then(|| pairs[wide(pair)])
        });
        self.spans.clear();
        self.spans.extend(rest.items.iter().map(|&item| all[wide(item)]));
        self.taken.clear();
        self.covers.clear();
        self.starts.clear();
        self.cover_starts.clear();
        for &option in &rest.options {
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
        super::set_all(&mut self.here, self.width, rest.options.len());
        super::set_all(&mut self.here, self.breadth, rest.items.len());
    }

    /// The option of the problem that a level has in work.
    pub(super) fn option(&self, number: u32) -> u32 {
        self.options[wide(number)]
    }

    /// Opens a level at the node that was computed last.
    pub(super) fn open(&mut self, item: u32, of: u32, path: usize) {
        self.nodes.truncate(self.levels.len() * (self.width + self.breadth));
        self.nodes.extend_from_slice(&self.here);
        let mut level =
            Level { item, of, at: NONE, word: 0, untried: 0, path: narrow(path), sort: NONE, scans: 0 };
        self.begin(&mut level, self.levels.len());
        self.levels.push(level);
    }

    /// Puts a level before its first option.
    #[inline(always)]
    fn begin(&self, level: &mut Level, depth: usize) {
        let span = self.spans[wide(level.item)];
        level.word = narrow(span.first);
        level.untried = self.ways(level.item, depth, span.first);
    }

    /// One word of the live options of an item, at a level.
    #[inline(always)]
    fn ways(&self, item: u32, level: usize, word: usize) -> u64 {
        let span = self.spans[wide(item)];
        span.of(&self.sets)[word - span.first] & self.nodes[level * (self.width + self.breadth) + word]
    }

    /// Goes to the word in which the deepest level's next option is: whether there is one.
    #[inline(always)]
    fn seek(&self, level: &mut Level, depth: usize) -> bool {
        let span = self.spans[wide(level.item)];
        while level.untried == 0 {
            if wide(level.word) + 1 == span.first + span.count {
                return false;
            }
            level.word += 1;
            level.untried = self.ways(level.item, depth, wide(level.word));
        }
        true
    }

    /// Goes on to the next option of the deepest level, if there is one.
    pub(super) fn pass_next(&mut self) -> Option<u32> {
        let depth = self.levels.len() - 1;
        let mut level = self.levels[depth];
        let has_next = self.seek(&mut level, depth);
        if has_next {
            level.at = level.word * u64::BITS + level.untried.trailing_zeros();
            level.untried &= level.untried - 1;
        }
        self.levels[depth] = level;
        has_next.then_some(level.at)
    }

    pub(super) fn has_untried(&self, level: usize) -> bool {
        let mut at = self.levels[level];
        self.seek(&mut at, level)
    }

    pub(super) fn tried(&self, level: usize) -> u32 {
        let Level { item, at, .. } = self.levels[level];
        if at == NONE {
            return 0;
        }
        let (last, bit) = (wide(at / u64::BITS), at % u64::BITS);
        let before: u32 =
            (self.spans[wide(item)].first..last).map(|word| self.ways(item, level, word).count_ones()).sum();
        before + (self.ways(item, level, last) & (u64::MAX >> (u64::BITS - 1 - bit))).count_ones()
    }

    /// Closes the deepest level, and goes back to the node at which it was opened.
    pub(super) fn close(&mut self) -> Option<Level> {
        let level = self.levels.pop()?;
        let size = self.width + self.breadth;
        let from = self.levels.len() * size;
        self.here.clear();
        self.here.extend_from_slice(&self.nodes[from..from + size]);
        Some(level)
    }

    /// Computes the node that the deepest level's option leads to, or the root.
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
        // An option whose items are all in one color takes nothing away, not even itself.
        live[option / 64] &= !(1 << (option % 64));
        for &item in &self.covers[wide(self.cover_starts[option])..wide(self.cover_starts[option + 1])] {
            open[wide(item) / 64] &= !(1 << (item % 64));
        }
    }

    /// Carries out an option, and what is forced after it. As [`expand`](super::expand::expand).
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
            for_each_bit(open, |item| {
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

    /// Carries out the options of items that have one, from the first such item on. Whether no item is left
    /// without any.
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

/// By item of the problem: the first word in which it has an option, and the one after the last.
fn stretches(entries: &Entries, rest: &Rest) -> Vec<(u32, u32)> {
    let mut stretches = vec![(u32::MAX, 0); entries.items];
    for (number, &option) in rest.options.iter().enumerate() {
        let word = narrow(number / 64);
        for entry in entries.of_option(option) {
            let (first, end) = &mut stretches[wide(entry.item)];
            (*first, *end) = ((*first).min(word), word + 1);
        }
    }
    for (first, _) in stretches.iter_mut().filter(|(first, _)| *first == u32::MAX) {
        *first = 0;
    }
    stretches
}

/// Calls with each member of a set, ascending, as long as the answer is yes.
#[inline(always)]
fn for_each_bit(set: &[u64], mut visit: impl FnMut(usize) -> bool) {
    for (word, &bits) in set.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            if !visit(word * 64 + wide(bits.trailing_zeros())) {
                return;
            }
            bits &= bits - 1;
        }
    }
}

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

/// Walks on in the large levels.
pub(super) struct Go<'a, 'l> {
    pub(super) large: &'a mut Large,
    pub(super) shared: Shared<'a>,
    pub(super) run: &'a mut Run<'l>,
}

impl Kernel for Go<'_, '_> {
    type Output = Turn;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Turn {
        let Self { large, shared, run } = self;
        let Shared { path, scans, depth, estimates, smaller, costs } = shared;
        let size = large.width + large.breadth;
        // Taken out so that the tables can be read while a node is written.
        let mut nodes = std::mem::take(&mut large.nodes);
        loop {
            let top = large.levels.len() - 1;
            let mut level = large.levels[top];
            std::mem::swap(&mut nodes, &mut large.nodes);
            let has_next = large.seek(&mut level, top);
            std::mem::swap(&mut nodes, &mut large.nodes);
            if !has_next {
                if level.sort != NONE {
                    estimates.learn(wide(level.sort), *scans - level.scans);
                }
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
            level.at = level.word * u64::BITS + level.untried.trailing_zeros();
            level.untried &= level.untried - 1;
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
            };
            let (live, open) = node.split_at(large.width);
            let open_count = ones(open);
            if open_count == 1 && run.allows(u64::from(of)) {
                run.found += u64::from(of);
                run.enter_many(*depth + 1, u64::from(of));
                continue;
            }
            *depth += 1;
            let path_length = narrow(path.len());
            let mut below = Level {
                item,
                of,
                at: NONE,
                word: 0,
                untried: 0,
                path: path_length,
                sort: NONE,
                scans: *scans,
            };
            let live_count = ones(live);
            if let Some(class) = Class::of(live_count, open_count) {
                let sort = Estimates::sort(live_count);
                below.sort = narrow(sort);
                let mut span_words = 0;
                for_each_bit(open, |item| {
                    span_words += large.spans[item].count;
                    true
                });
                let here = 2.0 * float(open_count) + 0.15 * float(span_words) + 0.5 * float(large.width);
                let saving = here - costs.scan(class, open_count);
                if estimates.pays(sort, saving, costs.making(class, live_count, open_count)) {
                    smaller.class = class;
                    smaller.node = below;
                    smaller.node.item = ones_below(open, item);
                    list(live, &large.options, &mut smaller.rest.options);
                    list(open, &large.items, &mut smaller.rest.items);
                    large.nodes = nodes;
                    return Turn::Down;
                }
            }
            std::mem::swap(&mut nodes, &mut large.nodes);
            large.begin(&mut below, top + 1);
            std::mem::swap(&mut nodes, &mut large.nodes);
            large.levels.push(below);
        }
    }
}
