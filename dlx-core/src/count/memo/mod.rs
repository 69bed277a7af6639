//! Covering with memoization: dancing links that store the value of each state.
//!
//! Two nodes with the same live options and the same needs have the same covers below them. The walk stores
//! the value of each node that it leaves under the [key](crate::engine::links) of the arena; at another node
//! with the same key it takes the value from the table. With numbers of covers as values this is Knuth's dlx6
//! (*The Art of Computer Programming* 4B, section 7.2.2.1), after Nishino, Yasuda, Minato and Nagata,
//! *Dancing with decision diagrams*, 2017. If a node falls into independent parts, these are walked one by
//! one and their values are multiplied, as in decision-ZDNNF.
//!
//! Invariants:
//! 1. A node is looked up only if no item is starved, for only then does the key identify the state. Two
//!    different states have the same key, and a value is wrong, with a probability of 2^-128 for each pair of
//!    states, whatever the problem.
//! 2. Nodes with one branch are neither looked up nor stored: a walk that reaches such a state reaches the
//!    one below it as well (2 to 3 times fewer entries).
//! 3. A walk can be stopped between any two nodes and continued. The values on its stack can then be mapped
//!    to a wider type.
//!
//! The walk uses one thread: on eight problems, two threads with a shared table took 0.6 to 1.2 times the CPU
//! time of one, and on seven of them the portfolio picks an engine that takes less than a sixth of that
//! (benches/records/2026-11-22-house.md).

mod count;
mod split;
mod stack;
mod table;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt::Debug;

pub(crate) use count::CountByMemo;
pub(crate) use table::OutsideBytes;

use crate::control::counters::Counters;
use crate::control::limits::{Limits, Position, Stopped};
use crate::control::rule::Rule;
use crate::count::number::Overflow;
use crate::count::report::{CountEngine, CountedPart};
use crate::count::semiring::{Algebra, AlgebraError};
use crate::engine::Engine;
use crate::engine::links::Links;
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{ItemId, OptionId, narrow};
use split::Splitting;
use stack::{MemoFrame, NextAction, Stack};
use table::MemoTable;
use walk::{MemoWalk, WalkTools};

/// The rule that chooses the next item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// The item with the fewest options, as [`Rule::Fewest`].
    Fewest,
    /// An item with a single option, or else the first open one of this list. Items that are not listed come
    /// last.
    Static(Vec<ItemId>),
}

impl Policy {
    /// Returns by item its rank in the order; empty for the rule of the arena.
    fn places(&self, problem: &Problem) -> Vec<u32> {
        let Self::Static(order) = self else { return Vec::new() };
        let count = problem.item_count();
        let mut places: Vec<u32> = (0..count).map(|item| narrow(count + item)).collect();
        for (place, item) in order.iter().enumerate().rev() {
            if let Some(at) = places.get_mut(item.index()) {
                *at = narrow(place);
            }
        }
        places
    }
}

/// The measurements of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoFigures {
    /// Number of nodes entered, as in [`Counters::nodes`].
    pub(crate) nodes: u64,
    /// Number of updates of links, as in [`Counters::updates`].
    pub(crate) updates: u64,
    /// Number of lookups, and of those that found a value.
    pub(crate) lookups: u64,
    pub(crate) hits: u64,
    /// Number of lookups at branching nodes that found nothing.
    pub(crate) branches: u64,
    /// How many of these nodes were tested for independent parts, and how many had parts.
    pub(crate) checks: u64,
    pub(crate) splits: u64,
}

/// Number of updates that take as long as a node without any: a node takes about 400 ns, and 10 to 15 for each update.
const UPDATES_OF_A_NODE: u64 = 32;

impl MemoFigures {
    /// Returns the work in units of [`NODE`](crate::count::contestant::NODE) nanoseconds.
    pub(crate) fn work(&self) -> u64 {
        self.nodes + self.updates / UPDATES_OF_A_NODE
    }

    /// Returns the number of nodes after which the work is about this much, if nodes take as many updates as before.
    pub(crate) fn nodes_until(&self, work: u64) -> u64 {
        let left = work.saturating_sub(self.work());
        let share = u128::from(left) * u128::from(self.nodes + 1) / u128::from(self.work() + 1);
        u64::try_from(share).unwrap_or(u64::MAX).max(u64::from(left > 0))
    }

    /// Returns the ratio of hits to misses. If it is less than about 0.4, the table costs more than it saves.
    #[allow(clippy::cast_precision_loss, reason = "a ratio needs no more than 53 bits")]
    pub(crate) fn hits_per_branch(&self) -> f64 {
        self.hits as f64 / self.branches.max(1) as f64
    }
}

/// The result of a slice of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MemoStep<V> {
    /// The node budget of the slice is spent.
    Paused,
    /// The walk is complete; this is the value of the problem.
    Done(V),
}

impl<V> MemoStep<V> {
    pub(crate) fn done(self) -> Option<V> {
        match self {
            Self::Done(value) => Some(value),
            Self::Paused => None,
        }
    }
}

/// The reason why a walk stopped. It can always be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoHalt {
    Stopped(Stopped),
    /// A value does not fit in its type.
    Overflow,
}

impl From<Overflow> for MemoHalt {
    fn from(Overflow: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<AlgebraError> for MemoHalt {
    fn from(unfit: AlgebraError) -> Self {
        match unfit {
            AlgebraError::Overflow => Self::Overflow,
            AlgebraError::Memory => Self::Stopped(Stopped::Memory),
        }
    }
}

impl From<Stopped> for MemoHalt {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl From<MemoHalt> for Stopped {
    fn from(halt: MemoHalt) -> Self {
        match halt {
            MemoHalt::Stopped(why) => why,
            MemoHalt::Overflow => Self::Overflow,
        }
    }
}

/// The arena of a problem: without colors and bounds if the problem has neither. Each further kind of arena
/// would compile the walk again for each kind of value.
#[derive(Clone, Debug)]
enum Arena {
    Plain(Links<false, false, true>),
    Rich(Links<true, true, true>),
}

/// Evaluates an expression over the links, whatever their kind.
macro_rules! over {
    ($arena:expr, $links:ident => $result:expr) => {
        match $arena {
            $crate::count::memo::Arena::Plain($links) => $result,
            $crate::count::memo::Arena::Rich($links) => $result,
        }
    };
}

impl Arena {
    /// Returns the arena without a root.
    fn new(problem: &Problem) -> Self {
        if problem.is_colored() || problem.is_bounded() {
            Self::Rich(Links::new(problem, Rule::Fewest))
        } else {
            Self::Plain(Links::new(problem, Rule::Fewest))
        }
    }

    /// Returns the approximate number of uses of the live options.
    fn uses(&self) -> usize {
        over!(self, links => links.figures().arena_nodes)
    }
}

/// A walk with memoization, and its position.
#[derive(Debug)]
pub(crate) struct Memo<V> {
    arena: Arena,
    /// From which the arena is built when the walk begins, within the limits of the walk.
    unbuilt: Option<(Problem, Settled)>,
    core: MemoWalk<V>,
    table: MemoTable<V>,
}

/// Number of nodes between two checks of the memory.
const SLICE: u64 = 1024;

impl<V: Clone + Debug> Memo<V> {
    /// Returns a walk at the root of the problem that the givens leave. `outside` returns the number of bytes
    /// of a value outside the table.
    pub(crate) fn new(
        problem: &Problem,
        givens: Givens<'_>,
        policy: &Policy,
        outside: OutsideBytes<V>,
    ) -> Result<Self, GivenError> {
        let mut settled = Settled::default();
        settled.resolve(problem, givens)?;
        let core = MemoWalk {
            stack: Stack::new(),
            places: policy.places(problem),
            splitting: Splitting::new(),
            figures: MemoFigures::default(),
            given: settled.given.clone(),
        };
        let unbuilt = Some((problem.clone(), settled));
        Ok(Self { arena: Arena::new(problem), unbuilt, core, table: MemoTable::new(outside) })
    }

    /// Builds the arena, unless it is built.
    fn build(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if let Some((problem, settled)) = &self.unbuilt {
            over!(&mut self.arena, links => links.restart(problem, settled, limits))?;
            self.unbuilt = None;
        }
        Ok(())
    }

    /// Returns the same walk, at its root, with other words for the keys of states.
    #[cfg(test)]
    fn with_words(mut self, change: impl FnMut(Option<OptionId>, u128) -> u128) -> Self {
        debug_assert!(
            matches!(self.core.stack.next, NextAction::Begin),
            "nothing is kept under the words that go"
        );
        self.build(&mut Limits::none()).expect("there are no limits");
        over!(&mut self.arena, links => links.change_words(change));
        self
    }

    /// Returns the same walk at the same position, with other values, and the limit that was reached meanwhile. It is
    /// walked again to states whose values were not converted then.
    pub(crate) fn map<W: Clone + Debug>(
        self,
        outside: OutsideBytes<W>,
        mut widen: impl FnMut(&V) -> W,
        limits: &mut Limits<'_>,
    ) -> (Memo<W>, Result<(), Stopped>) {
        let Self { arena, unbuilt, core, table } = self;
        let core = core.map(&mut widen);
        let (table, asked) = table.map(outside, widen, limits);
        (Memo { arena, unbuilt, core, table }, asked)
    }

    /// Continues for at most `budget` nodes, or to the end.
    ///
    /// After an error the walk keeps its position, and the nodes up to there are charged to the limits.
    pub(crate) fn advance<A: Algebra<Value = V>>(
        &mut self,
        algebra: &mut A,
        budget: u64,
        limits: &mut Limits<'_>,
    ) -> Result<MemoStep<V>, MemoHalt> {
        let mut left = budget;
        self.build(limits)?;
        limits.attune(self.arena.uses());
        loop {
            if let NextAction::Done(value) = &self.core.stack.next {
                return Ok(MemoStep::Done(value.clone()));
            }
            if left == 0 {
                return Ok(MemoStep::Paused);
            }
            limits.refuel(&MemoPosition(self))?;
            let others = self.stack_bytes().saturating_add(algebra.bytes());
            if self.table.bytes().saturating_add(others) > limits.most_bytes() {
                return Err(MemoHalt::Stopped(Stopped::Memory));
            }
            let tables = self.stack_bytes().saturating_add(self.table.bytes());
            algebra.allow(limits.most_bytes().saturating_sub(tables));
            let fuel = left.min(limits.fuel()).min(SLICE);
            let most_bytes = limits.most_bytes().saturating_sub(others);
            let (entered, result) = self.go_on(algebra, fuel, most_bytes);
            limits.spend(entered);
            left -= entered;
            result?;
        }
    }

    fn go_on<A: Algebra<Value = V>>(
        &mut self,
        algebra: &mut A,
        fuel: u64,
        most_bytes: usize,
    ) -> (u64, Result<(), MemoHalt>) {
        let Self { arena, core, table, .. } = self;
        over!(arena, links => core.go_on(&mut WalkTools { links, algebra, table, most_bytes }, fuel))
    }

    /// Returns the value of the covers found so far; for numbers of covers, a lower bound of the total.
    /// `lift` maps a value to the algebra in which the sum is computed.
    pub(crate) fn known<A: Algebra>(
        &self,
        algebra: &mut A,
        lift: impl Fn(&V) -> A::Value,
    ) -> Result<A::Value, AlgebraError> {
        let taken: Vec<Option<OptionId>> = over!(
            &self.arena,
            links => (0..links.depth()).map(|level| links.choice(level).option).collect()
        );
        let mut known = self.core.stack.known(algebra, &taken, lift)?;
        if !matches!(self.core.stack.next, NextAction::Done(_)) && !algebra.is_zero(&known) {
            for &option in &self.core.given {
                let zero = algebra.zero();
                known = algebra.branch(zero, option, &known)?;
            }
        }
        Ok(known)
    }

    pub(crate) fn figures(&self) -> MemoFigures {
        MemoFigures { updates: over!(&self.arena, links => links.figures().updates), ..self.core.figures }
    }

    pub(crate) fn report(&self) -> CountedPart {
        CountedPart {
            options: 0,
            engine: CountEngine::Memo,
            symmetries: 1,
            nodes: self.figures().nodes,
            states: self.entries() as u64,
            bytes: self.bytes(),
        }
    }

    /// Returns the number of states stored.
    pub(crate) fn entries(&self) -> usize {
        self.table.entries()
    }

    /// Returns the bytes of the table and the stack, without those of the arena, which does not grow.
    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes() + self.stack_bytes()
    }

    fn stack_bytes(&self) -> usize {
        let Stack { frames, ways, .. } = &self.core.stack;
        frames.capacity() * size_of::<MemoFrame<V>>() + ways.capacity() * size_of::<(OptionId, V)>()
    }
}

/// The position of a walk, for progress reports.
struct MemoPosition<'m, V>(&'m Memo<V>);

impl<V: Clone + Debug> Position for MemoPosition<'_, V> {
    fn counters(&self) -> Counters {
        let MemoFigures { nodes, updates, .. } = self.0.figures();
        Counters { nodes, updates, solutions: 0 }
    }

    /// Computes the fraction as for a search; the parts of a split have equal weights.
    fn fraction(&self) -> f64 {
        let stack = &self.0.core.stack;
        if matches!(stack.next, NextAction::Done(_))
            || stack.frames.is_empty() && matches!(stack.next, NextAction::Return(_))
        {
            return 1.0;
        }
        let (mut done, mut weight, mut level) = (0.0, 1.0, 0);
        for (at, frame) in stack.frames.iter().enumerate() {
            let is_last = at + 1 == stack.frames.len();
            let (complete, of) = match frame {
                // The arena has closed the level already.
                MemoFrame::Level { .. } if is_last && matches!(stack.next, NextAction::Close) => (1, 1),
                MemoFrame::Level { .. } => {
                    let rank = over!(&self.0.arena, links => links.rank(level));
                    level += 1;
                    let is_between =
                        is_last && matches!(stack.next, NextAction::Take | NextAction::Return(_));
                    (if is_between { rank.tried } else { rank.tried - 1 }, rank.of)
                }
                MemoFrame::Split { parts, begun, .. } => {
                    let is_between =
                        is_last && matches!(stack.next, NextAction::Join | NextAction::Return(_));
                    let begun = narrow(*begun);
                    (if is_between { begun } else { begun - 1 }, narrow(parts.len()))
                }
            };
            weight /= f64::from(of);
            done += weight * f64::from(complete);
        }
        done
    }

    fn checkpoint(&self) -> Option<crate::control::checkpoint::Checkpoint> {
        None
    }
}
