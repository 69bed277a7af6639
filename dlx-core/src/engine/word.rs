//! The word engine: the live options of a node are one word of 64 bits, for the smallest problems.
//!
//! Its tables are made in less time than an arena of links, and a node takes less time too, so that it begins
//! where links begin otherwise, and hands over to the planned engine only in a long search. Options and items
//! keep the numbers of the problem. With links in its place, building and counting a small random problem takes 2.1 times as
//! long (`benches -- small`).
//!
//! Items with one option are processed within a node, so a level is a choice among two or more options, and a
//! node is one of these; except where all options of the root are forced, which is one level with one option.
//! The order of the covers is that of the links.

use dlx_simd::{Instructions, Kernel, Lanes, Simd};

use crate::control::checkpoint::Choice;
use crate::control::counters::UPDATES_OF_A_SCAN;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::unsupported::Unsupported;
use crate::engine::{Engine, EngineFigures, NodeState, Rank, Run, RunEnd};
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Problem, Use};

/// Number of bits of a word, and the greatest number of options, of items, and of colors with "none".
const BITS: usize = 64;

/// The tables of a problem. Not arrays of 64 words: allocations of less than 1 KB are several times as fast.
#[derive(Clone, Debug)]
struct Tables {
    options: Vec<OptionSets>,
    /// By item: its options.
    items: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct OptionSets {
    /// The options that can be chosen together with it.
    allows: u64,
    /// Its primary items.
    covers: u64,
}

/// A node at which items are open, each with two options or more.
#[derive(Clone, Copy, Debug)]
struct Node {
    live: u64,
    open: u64,
    /// The item with the fewest options.
    item: u32,
}

/// The result of computing a node.
#[derive(Clone, Copy, Debug)]
enum WordState {
    Branch(Node),
    Solved,
    Dead,
}

impl From<WordState> for NodeState {
    fn from(found: WordState) -> Self {
        match found {
            WordState::Branch(_) => Self::Open,
            WordState::Solved => Self::Solved,
            WordState::Dead => Self::Dead,
        }
    }
}

/// A choice among the options of an item.
#[derive(Clone, Copy, Debug)]
struct WordLevel {
    node: Node,
    /// The current option.
    at: u32,
    /// Number of options of the item.
    of: u32,
    /// The options after the current one.
    untried: u64,
    /// Number of options on the path to the node.
    path: usize,
}

/// The engine and its position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    tables: Tables,
    instructions: Instructions,
    levels: Vec<WordLevel>,
    /// The options carried out, including forced ones but not given ones.
    path: Vec<u32>,
    /// The node at which the next level is opened.
    here: WordState,
    scans: u64,
}

impl Word {
    /// Returns true if the engine supports a problem and a rule.
    pub(crate) fn supports(problem: &Problem, rule: Rule) -> bool {
        problem.option_count() <= BITS
            && problem.item_count() <= BITS
            && problem.color_count() < BITS
            && Unsupported::of_bits(problem, rule).is_none()
    }

    /// Returns the engine for a problem that it supports, without a root.
    pub(crate) fn new(problem: &Problem, simd: Simd) -> Self {
        let (count, colors) = (problem.item_count(), problem.color_count());
        let mut items = vec![0; count];
        // By item and color: the options that use both.
        let mut colored = vec![0; count * colors];
        for option in problem.options() {
            for &Use { item, color } in problem.uses(option) {
                items[item.index()] |= bit(option.0);
                if color != Color::NONE {
                    colored[item.index() * colors + color.index() - 1] |= bit(option.0);
                }
            }
        }
        let primaries = below(problem.primary_count());
        let sets_of = |option: OptionId| {
            let (mut kills, mut covers) = (bit(option.0), 0);
            for &Use { item, color } in problem.uses(option) {
                let same =
                    if color == Color::NONE { 0 } else { colored[item.index() * colors + color.index() - 1] };
                kills |= items[item.index()] & !same;
                covers |= bit(item.0);
            }
            OptionSets { allows: !kills, covers: covers & primaries }
        };
        let options = problem.options().map(sets_of).collect();
        let tables = Tables { options, items };
        // Each level has two options or more that no deeper one has.
        let depth = problem.primary_count().min(problem.option_count() / 2);
        let (levels, path) = (Vec::with_capacity(depth), Vec::with_capacity(problem.primary_count()));
        let here = WordState::Dead;
        Self { tables, instructions: Instructions::of(simd), levels, path, here, scans: 0 }
    }

    /// Moves to the node below an option of a node, or to this node itself.
    fn enter(&mut self, live: u64, open: u64, option: Option<u32>) {
        let Self { tables, instructions, path, scans, .. } = self;
        self.here = instructions.run_on_words(Expand { tables, path, scans, live, open, option });
    }

    fn last_level(&mut self) -> &mut WordLevel {
        self.levels.last_mut().expect("an option is taken only in a level")
    }
}

fn bit(number: u32) -> u64 {
    1 << number
}

/// Returns the set of the numbers below this one.
fn below(count: usize) -> u64 {
    1_u64.checked_shl(narrow(count)).map_or(u64::MAX, |bit| bit - 1)
}

impl Tables {
    /// Computes a node: carries out forced options until each open item has two options or more.
    #[inline(always)]
    fn expand(&self, mut live: u64, mut open: u64, path: &mut Vec<u32>, scans: &mut u64) -> WordState {
        while open != 0 {
            *scans += 1;
            // The least number of options with the lowest item, as one number: without a branch that depends
            // on the counts, and therefore without stopping early either.
            let (mut least, mut items) = (u32::MAX, open);
            while items != 0 {
                let item = items.trailing_zeros();
                items &= items - 1;
                let count = (self.items[wide(item)] & live).count_ones();
                least = least.min(count << 8 | item);
            }
            let item = least & 0xff;
            match least >> 8 {
                0 => return WordState::Dead,
                1 => {
                    let option = (self.items[wide(item)] & live).trailing_zeros();
                    self.carry_out(option, &mut live, &mut open, path);
                }
                _ => return WordState::Branch(Node { live, open, item }),
            }
        }
        WordState::Solved
    }

    #[inline(always)]
    fn carry_out(&self, option: u32, live: &mut u64, open: &mut u64, path: &mut Vec<u32>) {
        let OptionSets { allows, covers } = self.options[wide(option)];
        path.push(option);
        *live &= allows;
        *open &= !covers;
    }
}

impl WordLevel {
    #[inline(always)]
    fn new(node: Node, tables: &Tables, path: usize) -> Self {
        let untried = tables.items[wide(node.item)] & node.live;
        Self { node, at: 0, of: untried.count_ones(), untried, path }
    }

    /// Moves to the next option.
    #[inline(always)]
    fn advance(&mut self) {
        self.at = self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
    }
}

/// The kernel that computes a node, after carrying out an option.
struct Expand<'a> {
    tables: &'a Tables,
    path: &'a mut Vec<u32>,
    scans: &'a mut u64,
    live: u64,
    open: u64,
    option: Option<u32>,
}

impl Kernel for Expand<'_> {
    type Output = WordState;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> WordState {
        let Self { tables, path, scans, mut live, mut open, option } = self;
        if let Some(option) = option {
            tables.carry_out(option, &mut live, &mut open, path);
        }
        tables.expand(live, open, path, scans)
    }
}

/// The kernel of the search.
struct Go<'a, 'l> {
    word: &'a mut Word,
    run: &'a mut Run<'l>,
}

impl Kernel for Go<'_, '_> {
    type Output = RunEnd;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> RunEnd {
        let Word { tables, levels, path, here, scans, .. } = self.word;
        let run = self.run;
        loop {
            let depth = levels.len();
            let level = levels.last_mut().expect("a run begins inside a level");
            path.truncate(level.path);
            if level.untried == 0 {
                *here = WordState::Branch(level.node);
                levels.pop();
                if depth == run.floor + 1 {
                    return RunEnd::End;
                }
                continue;
            }
            if run.fuel == 0 {
                return RunEnd::Spent;
            }
            level.advance();
            run.enter(depth);
            let Node { mut live, mut open, .. } = level.node;
            tables.carry_out(level.at, &mut live, &mut open, path);
            match tables.expand(live, open, path, scans) {
                WordState::Branch(node) => levels.push(WordLevel::new(node, tables, path.len())),
                WordState::Solved if run.find() => return RunEnd::Enough,
                WordState::Solved | WordState::Dead => {}
            }
        }
    }
}

impl Engine for Word {
    /// A word holds so few options that no question is due.
    fn restart(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        _: &mut Limits<'_>,
    ) -> Result<NodeState, Stopped> {
        self.levels.clear();
        self.path.clear();
        self.scans = 0;
        let (mut live, mut open) = (0, below(problem.primary_count()));
        if settled.mark() == 0 {
            let options = self.tables.options.iter().enumerate();
            live = options.fold(0, |set, (option, sets)| set | u64::from(sets.covers != 0) << option);
        } else {
            for option in problem.options().filter(|&option| settled.is_live(problem, option)) {
                live |= bit(option.0);
            }
            for item in problem.items().filter(|&item| settled.is_settled(item)) {
                open &= !bit(item.0);
            }
        }
        self.enter(live, open, None);
        if let WordState::Solved = self.here {
            // As on links, a cover is below a level, even the only one: a search that stops at it does not
            // know that there is no other.
            let is_forced = |&item: &u32| {
                open & bit(item) != 0 && (self.tables.items[wide(item)] & live).count_ones() == 1
            };
            if let Some(item) = (0..narrow(problem.primary_count())).find(is_forced) {
                self.path.clear();
                self.here = WordState::Branch(Node { live, open, item });
            }
        }
        Ok(self.here.into())
    }

    fn open(&mut self) {
        let WordState::Branch(node) = self.here else { unreachable!("no item is open") };
        self.levels.push(WordLevel::new(node, &self.tables, self.path.len()));
    }

    fn pass_next(&mut self) -> bool {
        let level = self.last_level();
        let path = level.path;
        let has_next = level.untried != 0;
        if has_next {
            level.advance();
        }
        self.path.truncate(path);
        has_next
    }

    fn take_passed(&mut self) -> NodeState {
        let WordLevel { node, at, .. } = *self.last_level();
        self.enter(node.live, node.open, Some(at));
        self.here.into()
    }

    fn close(&mut self) {
        let level = self.levels.pop().expect("only an open level is closed");
        self.path.truncate(level.path);
        self.here = WordState::Branch(level.node);
    }

    fn go_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        self.instructions.run_on_words(Go { word: self, run })
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn choice(&self, level: usize) -> Choice {
        let WordLevel { node, at, .. } = self.levels[level];
        Choice { item: ItemId(node.item), option: Some(OptionId(at)) }
    }

    fn rank(&self, level: usize) -> Rank {
        let WordLevel { of, untried, .. } = self.levels[level];
        Rank { tried: of - untried.count_ones(), of }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        cover.extend(self.path.iter().copied().map(OptionId));
    }

    fn figures(&self) -> EngineFigures {
        let Tables { options, items } = &self.tables;
        let arena_bytes = size_of_val(options.as_slice()) + size_of_val(items.as_slice());
        EngineFigures { updates: self.scans * UPDATES_OF_A_SCAN, arena_nodes: 0, arena_bytes }
    }
}
