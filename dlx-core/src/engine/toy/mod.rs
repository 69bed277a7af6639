//! A toy tree engine: lists of open items and live options, copied at each level.

use crate::control::checkpoint::Choice;
use crate::control::rule::Rule;
use crate::engine::unsupported::Unsupported;
use crate::engine::{Engine, EngineFigures, Rank, Root};
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, narrow};
use crate::problem::{Problem, Use};

/// What is left of the problem at a node; both lists ascend.
#[derive(Clone, Debug, Default)]
struct ToyNode {
    open: Vec<ItemId>,
    live: Vec<OptionId>,
}

#[derive(Clone, Debug)]
struct ToyLevel {
    item: ItemId,
    above: ToyNode,
    ways: Vec<OptionId>,
    tried: usize,
}

/// The engine and a place in its tree.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    problem: Problem,
    here: ToyNode,
    levels: Vec<ToyLevel>,
}

impl Toy {
    pub(crate) fn new(problem: &Problem, rule: Rule) -> Result<Self, Unsupported> {
        match Unsupported::of_bits(problem, rule) {
            Some(unsupported) => Err(unsupported),
            None => Ok(Self { problem: problem.clone(), here: ToyNode::default(), levels: Vec::new() }),
        }
    }

    fn ways(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let has_item =
            move |option: &OptionId| self.problem.uses(*option).iter().any(|used| used.item == item);
        self.here.live.iter().copied().filter(has_item)
    }

    fn root(&self) -> Root {
        match self.here.open.iter().map(|&item| self.ways(item).count()).min() {
            None => Root::Solved,
            Some(0) => Root::Dead,
            Some(_) => Root::Open,
        }
    }
}

impl Engine for Toy {
    fn restart(&mut self, problem: &Problem, settled: &Settled) -> Root {
        let primaries = problem.items().take(problem.primary_count());
        self.here.open = primaries.filter(|&item| !settled.is_settled(item)).collect();
        self.here.live = problem.options().filter(|&option| settled.is_live(problem, option)).collect();
        self.levels.clear();
        self.root()
    }

    fn open(&mut self) {
        let fewest = self.here.open.iter().copied().min_by_key(|&item| self.ways(item).count());
        let item = fewest.expect("a level is opened only where an item is open");
        let ways = self.ways(item).collect();
        self.levels.push(ToyLevel { item, above: self.here.clone(), ways, tried: 0 });
    }

    fn pass_next(&mut self) -> bool {
        let level = self.levels.last_mut().expect("an option is passed only in a level");
        self.here.clone_from(&level.above);
        let has_next = level.tried < level.ways.len();
        level.tried += usize::from(has_next);
        has_next
    }

    fn take_passed(&mut self) -> Root {
        let (problem, level) =
            (&self.problem, self.levels.last().expect("an option is taken only in a level"));
        let uses = problem.uses(level.ways[level.tried - 1]);
        let agrees = |other: &Use| {
            let mine = uses.iter().find(|mine| mine.item == other.item);
            mine.is_none_or(|mine| mine.color == other.color && mine.color != Color::NONE)
        };
        self.here.open.retain(|&item| uses.iter().all(|used| used.item != item));
        self.here.live.retain(|&option| problem.uses(option).iter().all(agrees));
        self.root()
    }

    fn close(&mut self) {
        self.here = self.levels.pop().expect("only an open level is closed").above;
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn choice(&self, level: usize) -> Choice {
        let level = &self.levels[level];
        Choice { item: level.item, option: Some(level.ways[level.tried - 1]) }
    }

    fn rank(&self, level: usize) -> Rank {
        let level = &self.levels[level];
        Rank { tried: narrow(level.tried), of: narrow(level.ways.len()) }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        cover.extend(self.levels.iter().map(|level| level.ways[level.tried - 1]));
    }

    fn figures(&self) -> EngineFigures {
        EngineFigures::default()
    }
}
