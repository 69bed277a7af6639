//! Bitslice: bit-parallel search for problems whose items have few options each, such as Sudoku, Latin
//! squares and dominoes.
//!
//! The state is a small number of sets of items, the *slices*: slice `j` contains the items whose `j`-th
//! option is live. Choosing an option is one AND with its [mask](tables), nothing is ever undone, and the
//! live options are counted for all items at once, by adding the slices like binary numbers.
//!
//! Invariant: a level is a *branch*. It is opened only where nothing is forced, so it has at least two
//! branches, and the options forced below a branch are carried out with it. The covers and their order are
//! those of the links, and the nodes are those of the links whose level has two or more branches.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the same words of several sets, which become vector instructions"
)]

mod kernel;
mod level;
mod presolve;
mod shape;
mod tables;
mod width;

use std::sync::Arc;

use dlx_simd::{Instructions, Line, Simd};

use kernel::{Apply, Go};
use level::{RowStack, SlotLevel};
use tables::{Fate, Tables};

use crate::control::checkpoint::Choice;
use crate::control::counters::UPDATES_OF_A_SCAN;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::unsupported::{EngineError, Unsupported};
use crate::engine::{Engine, EngineFigures, NodeState, Rank, Run, RunEnd};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{OptionId, wide};

/// The tables of a problem and a position in its tree. Clones share the tables.
#[derive(Clone, Debug)]
pub(crate) struct Bitslice {
    problem: Problem,
    tables: Arc<Tables>,
    instructions: Instructions,
    /// The open levels, from the root down.
    levels: Vec<SlotLevel>,
    /// Row `d` is the state in which level `d` was opened, and the row after the last level is the current
    /// state.
    rows: RowStack,
    /// The state of the current position, below the branch taken at the deepest level.
    here: NodeState,
    /// The level that the rule opens at this position, if it is known.
    chosen: Option<SlotLevel>,
    rounds: u64,
    /// The numbers of the given options.
    masks: Vec<u16>,
    /// Scratch counter of a step, discarded.
    uncounted: Vec<u64>,
}

impl Bitslice {
    /// Greatest number of options of an item, after forced options have been carried out.
    pub(crate) const MOST_OPTIONS_OF_ITEM: usize = tables::MOST_OPTIONS;
    /// Greatest number of primary items, after forced options have been carried out.
    pub(crate) const MOST_ITEMS: usize = tables::MOST_ITEMS;

    /// Returns the engine for a problem, without a root, with these instructions or the best below them that
    /// the machine has.
    ///
    /// # Errors
    /// A problem with bounds, a rule other than [`Rule::Fewest`], or, after forced options have been carried
    /// out, an item with more than 16 options or more than 1024 items.
    ///
    /// # Complexity
    /// The number of uses of the problem times the size of a row.
    pub(crate) fn new(
        problem: &Problem,
        rule: Rule,
        simd: Simd,
        limits: &mut Limits<'_>,
    ) -> Result<Self, EngineError> {
        if let Some(unsupported) = Unsupported::of_bits(problem, rule) {
            return Err(unsupported.into());
        }
        Ok(Self {
            problem: problem.clone(),
            tables: Arc::new(Tables::new(problem, limits)?),
            instructions: Instructions::of(simd),
            levels: Vec::new(),
            rows: RowStack::default(),
            here: NodeState::Open,
            chosen: None,
            rounds: 0,
            masks: Vec::new(),
            uncounted: Vec::new(),
        })
    }

    /// Moves to the root that the resolved givens leave.
    fn begin(&mut self, settled: &Settled) {
        let tables = &*self.tables;
        self.levels.clear();
        self.chosen = None;
        self.masks.clear();
        let mut is_dead = tables.is_dead;
        let root = self.rows.row_mut(0, tables.shape.lines);
        root.copy_from_slice(&tables.root);
        for option in settled.forbidden() {
            match tables.fates[option.index()] {
                Fate::Live(number) => tables.delete(&self.problem, root, number),
                Fate::Forced => is_dead = true,
                Fate::Dead | Fate::Idle => {}
            }
        }
        for &option in &settled.given {
            match tables.fates[option.index()] {
                Fate::Live(number) => self.masks.push(number),
                Fate::Forced => {}
                Fate::Dead => is_dead = true,
                Fate::Idle => is_dead |= !tables.delete_for_idle(&self.problem, root, option),
            }
        }
        if is_dead {
            self.here = NodeState::Dead;
            return;
        }
        self.instructions.run(Apply { tables, row: root, numbers: &self.masks });
        self.look();
        if self.here != NodeState::Dead {
            self.rows.move_up(1, self.tables.shape.lines);
        }
    }

    /// Carries out the forced options at this position, into the row after it.
    fn look(&mut self) {
        let nothing = SlotLevel::new(self.tables.items.len(), 1);
        self.step(nothing);
    }

    /// Moves from this position to the one below a level with one branch. This is a run with fuel for one
    /// node, so that runs and single steps use the same compiled code.
    fn step(&mut self, level: SlotLevel) {
        let depth = self.levels.len();
        self.levels.push(level);
        let mut uncounted = std::mem::take(&mut self.uncounted);
        let mut run = Run { fuel: 1, more: 0, wanted: 1, found: 0, floor: depth, levels: &mut uncounted };
        let event = self.walk_on(&mut run);
        self.uncounted = uncounted;
        (self.here, self.chosen) = match event {
            RunEnd::End => (NodeState::Dead, None),
            RunEnd::Enough => (NodeState::Solved, None),
            RunEnd::Spent => (NodeState::Open, self.levels.last().copied()),
        };
        self.levels.truncate(depth);
    }

    fn walk_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        let tables = &*self.tables;
        let (rows, levels, rounds) = (&mut self.rows, &mut self.levels, &mut self.rounds);
        shape::run(tables.shape, self.instructions, Go { tables, rows, levels, rounds, run })
    }

    /// Returns the row of the current position: the root, or the node below the deepest level's branch.
    fn row(&self) -> &[Line] {
        self.rows.row(self.levels.len(), self.tables.shape.lines)
    }

    fn last_level(&mut self) -> &mut SlotLevel {
        self.levels.last_mut().expect("an option is taken only in a level")
    }
}

/// Returns the numbers of words and slots of all shapes.
#[cfg(test)]
pub(crate) fn shapes() -> impl Iterator<Item = (usize, usize)> {
    shape::SHAPES.iter().copied()
}

#[cfg(test)]
impl Bitslice {
    /// Returns the numbers of words and slots of its rows.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.tables.shape.words, self.tables.shape.slots)
    }
}

impl Engine for Bitslice {
    fn restart(
        &mut self,
        _: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<NodeState, Stopped> {
        self.levels.clear();
        limits.setup(self.tables.fates.len())?;
        self.begin(settled);
        Ok(self.here)
    }

    fn open(&mut self) {
        if self.chosen.is_none() {
            self.look();
        }
        self.levels.push(self.chosen.expect("items are open"));
    }

    fn pass_next(&mut self) -> bool {
        let level = self.last_level();
        let has_next = level.has_untried();
        if has_next {
            level.advance();
        }
        has_next
    }

    fn take_passed(&mut self) -> NodeState {
        let level = self.levels.pop().expect("an option is taken only in a level");
        self.step(level.alone());
        self.levels.push(level);
        self.here
    }

    fn go_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        let event = self.walk_on(run);
        self.here = if event == RunEnd::Enough { NodeState::Solved } else { NodeState::Open };
        self.chosen = None;
        event
    }

    fn close(&mut self) {
        self.levels.pop().expect("only an open level is closed");
        self.here = NodeState::Open;
        self.chosen = None;
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn choice(&self, level: usize) -> Choice {
        let level = &self.levels[level];
        let item = wide(level.item);
        Choice { item: self.tables.items[item], option: Some(self.tables.option_at(item, wide(level.slot))) }
    }

    fn rank(&self, level: usize) -> Rank {
        let level = &self.levels[level];
        Rank { tried: level.tried(), of: level.of() }
    }

    /// The options that are live in closed items are those carried out, forced or not.
    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        let (tables, row) = (&*self.tables, self.row());
        let shape = tables.shape;
        cover.extend_from_slice(&tables.forced);
        let is_idle = |option: &OptionId| tables.fates[option.index()] == Fate::Idle;
        cover.extend(given.iter().copied().filter(is_idle));
        let (live, open) = Line::words(row).split_at(shape.slots * shape.words);
        let firsts = &Line::words(&tables.firsts)[..live.len()];
        for slot in 0..shape.slots {
            for (place, &open) in open[..shape.words].iter().enumerate() {
                let at = slot * shape.words + place;
                let mut word = live[at] & firsts[at] & !open;
                while word != 0 {
                    cover.push(tables.option_at(place * 64 + wide(word.trailing_zeros()), slot));
                    word &= word - 1;
                }
            }
        }
    }

    fn figures(&self) -> EngineFigures {
        let arena_bytes = self.tables.bytes();
        EngineFigures { updates: self.rounds * UPDATES_OF_A_SCAN, arena_nodes: 0, arena_bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ids::ItemId;

    fn unsupported(
        build: impl FnOnce(&mut crate::problem::ProblemBuilder),
        rule: Rule,
    ) -> Option<Unsupported> {
        let mut builder = Problem::builder();
        build(&mut builder);
        let problem = builder.build().expect("it is a problem");
        match Bitslice::new(&problem, rule, Simd::best(), &mut Limits::none()).err()? {
            EngineError::Unsupported(reason) => Some(reason),
            EngineError::Stopped(_) => unreachable!("there are no limits"),
        }
    }

    #[test]
    fn problems_that_do_not_fit_are_refused() {
        let plain = |builder: &mut crate::problem::ProblemBuilder| {
            builder.primary(["a"]).option(["a"]);
        };
        assert_eq!(unsupported(plain, Rule::Fewest), None);
        assert_eq!(
            unsupported(plain, Rule::First),
            Some(Unsupported::Rule { expected: Rule::Fewest, found: Rule::First })
        );
        let bounded = unsupported(
            |builder| {
                builder.primary(["a"]).bounded("b", 1..=2).option(["a", "b"]);
            },
            Rule::Fewest,
        );
        assert_eq!(bounded, Some(Unsupported::Bounded { name: "b".into() }));
        let many = |count| {
            unsupported(
                |builder| {
                    builder.primary(["a", "b"]);
                    for _ in 0..count {
                        builder.option(["a"]).option(["b"]).option(["a", "b"]);
                    }
                },
                Rule::Fewest,
            )
        };
        assert_eq!(many(8), None);
        let expected = Unsupported::OptionsOfItem { name: "a".into(), found: 18, most: 16 };
        assert_eq!(many(9), Some(expected));
        let items = |count: usize| {
            unsupported(
                |builder| {
                    let names: Vec<String> = (0..count).map(|item| item.to_string()).collect();
                    builder.primary(&names);
                    for name in &names {
                        builder.option([name]).option([name]);
                    }
                    // Forced, and therefore not counted.
                    builder.primary(["last"]).option(["last"]);
                },
                Rule::Fewest,
            )
        };
        assert_eq!(items(1024), None);
        assert_eq!(items(1025), Some(Unsupported::Items { found: 1025, most: 1024 }));
    }

    #[test]
    fn items_with_the_same_options_are_kept_once() {
        let mut builder = Problem::builder();
        builder.primary(["a", "b", "c"]);
        builder.option(["a", "b", "c"]).option(["a", "b"]).option(["c"]);
        let problem = builder.build().expect("it is a problem");
        let bitslice =
            Bitslice::new(&problem, Rule::Fewest, Simd::Portable, &mut Limits::none()).expect("it fits");
        assert_eq!(bitslice.tables.items, [ItemId::new(0), ItemId::new(2)]);
    }
}
