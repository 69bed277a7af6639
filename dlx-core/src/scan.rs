//! A second engine, for tests alone: it walks the tree that [`Rule`] defines without a single link.
//!
//! At every node it has the list of open items and the list of live options, and looks at all of them. What
//! it has in common with the links is the definition of the tree, and [`Settled`] for the givens.

use crate::counters::Size;
use crate::givens::{GivenError, Givens, Settled};
use crate::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;
use crate::rule::Rule;
use crate::walk::{Root, Taken, Walk};

/// What is left of the problem at one node; both lists ascend.
#[derive(Clone, Debug, Default)]
struct State {
    open: Vec<ItemId>,
    live: Vec<OptionId>,
}

/// One choice on the path.
#[derive(Clone, Debug)]
struct Level {
    /// The node above, with no option of this level taken.
    above: State,
    /// The live options of the chosen item, ascending.
    options: Vec<OptionId>,
    /// How many of them have been tried; the last of those is the one taken.
    tried: usize,
}

/// The engine and a place in its tree.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    problem: Problem,
    rule: Rule,
    settled: Settled,
    here: State,
    levels: Vec<Level>,
}

impl Scan {
    pub(crate) fn new(problem: &Problem, rule: Rule) -> Self {
        let mut scan = Self {
            problem: problem.clone(),
            rule,
            settled: Settled::default(),
            here: State::default(),
            levels: Vec::new(),
        };
        scan.restart(problem, Givens::none()).expect("without givens there is no conflict");
        scan
    }

    /// By item: how many live options use it.
    fn lengths(&self) -> Vec<usize> {
        let mut lengths = vec![0; self.problem.item_count()];
        for &option in &self.here.live {
            for used in self.problem.uses(option) {
                lengths[used.item.index()] += 1;
            }
        }
        lengths
    }

    /// Whether the rule gives this node up: an open item has no live option.
    fn is_dead(&self) -> bool {
        let lengths = self.lengths();
        self.rule == Rule::Fewest && self.here.open.iter().any(|item| lengths[item.index()] == 0)
    }

    /// What an option leaves of a state.
    fn after(&self, state: &State, option: OptionId) -> State {
        let uses = |item| self.problem.uses(option).iter().any(|used| used.item == item);
        State {
            open: state.open.iter().copied().filter(|&item| !uses(item)).collect(),
            live: state
                .live
                .iter()
                .copied()
                .filter(|&other| is_compatible(&self.problem, option, other))
                .collect(),
        }
    }
}

/// Whether two options share no item but in one color. No option with a primary item is compatible with
/// itself.
fn is_compatible(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    problem.uses(one).iter().all(|mine| {
        let theirs = problem.uses(other).iter().find(|theirs| theirs.item == mine.item);
        theirs.is_none_or(|theirs| mine.color == theirs.color && mine.color != Color::NONE)
    })
}

impl Walk for Scan {
    fn restart(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        let settled = self.settled.settle(problem, givens);
        let primaries = problem.items().take(problem.primary_count());
        self.here = State {
            open: primaries.filter(|&item| !self.settled.is_settled(item)).collect(),
            live: problem.options().filter(|&option| self.settled.is_live(problem, option)).collect(),
        };
        self.levels.clear();
        settled
    }

    fn root(&self) -> Root {
        if self.here.open.is_empty() {
            Root::Solved
        } else if self.is_dead() {
            Root::Dead
        } else {
            Root::Open
        }
    }

    fn open(&mut self) {
        let lengths = self.lengths();
        let open = self.here.open.iter().copied();
        let chosen = match self.rule {
            // Of several minima this answers the first.
            Rule::Fewest => open.min_by_key(|item| lengths[item.index()]),
            Rule::First => open.min(),
        };
        let item = chosen.expect("a level is opened only where an item is open");
        let has_item = |option| self.problem.uses(option).iter().any(|used| used.item == item);
        let options = self.here.live.iter().copied().filter(|&option| has_item(option)).collect();
        self.levels.push(Level { above: self.here.clone(), options, tried: 0 });
    }

    fn take_next(&mut self) -> Taken {
        if !self.has_untried() {
            self.close();
            return Taken::Closed;
        }
        let level = self.levels.last_mut().expect("an option is taken only in a level");
        let option = level.options[level.tried];
        level.tried += 1;
        let level = &self.levels[self.levels.len() - 1];
        self.here = self.after(&level.above, option);
        if self.here.open.is_empty() {
            Taken::Solved
        } else if self.is_dead() {
            Taken::Dead
        } else {
            Taken::Open
        }
    }

    fn close(&mut self) {
        self.here = self.levels.pop().expect("only an open level is closed").above;
    }

    fn has_untried(&self) -> bool {
        self.levels.last().is_some_and(|level| level.tried < level.options.len())
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn path(&self, cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(&self.settled.given);
        cover.extend(self.levels.iter().map(|level| level.options[level.tried - 1]));
    }

    /// There are no lists, so nothing is taken off one.
    fn updates(&self) -> u64 {
        0
    }

    fn reset_updates(&mut self) {}

    /// Nor are there tables to weigh.
    fn size(&self) -> Size {
        Size::default()
    }
}
