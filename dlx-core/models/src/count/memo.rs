//! A team at numbered jobs: the value of a job is found in two steps and kept in the table, and that of the whole is the
//! sum.

#[path = "../../../src/count/memo/table.rs"]
mod table;
#[path = "../../../src/count/memo/team.rs"]
mod team;

pub(crate) mod models;

pub(crate) use table::OutsideBytes;
use table::{Full, Own, Table};

use crate::control::limits::{Limits, Stopped};
use crate::count::semiring::{Algebra, Unfit};
use frontier::{JOBS, key};
use stack::Next;
use walk::Core;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) nodes: u64,
}

impl Figures {
    fn since(self, before: Self) -> Self {
        Self { nodes: self.nodes - before.nodes }
    }

    fn add(&mut self, more: Self) {
        self.nodes += more.nodes;
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<V> {
    Paused,
    Done(V),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Stopped(Stopped),
    Overflow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Splits {
    WhilePaying,
    Root,
    Never,
}

/// The job that is entered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    job: u64,
}

impl Arena {
    fn uses(&self) -> usize {
        1
    }
}

impl crate::engine::Engine for Arena {
    fn depth(&self) -> usize {
        0
    }
}

macro_rules! over {
    ($arena:expr, $links:ident => $result:expr) => {
        match $arena {
            $links => $result,
        }
    };
}
use over;

#[derive(Debug)]
pub(crate) struct Memo<V, T = Own<V>> {
    arena: Arena,
    core: Core<V>,
    table: T,
}

impl<V: Clone + std::fmt::Debug, T: Table<V>> Memo<V, T> {
    fn over(arena: Arena, places: Vec<u32>, splits: Splits, table: T) -> Self {
        let splitting = walk::Splitting(splits);
        let stack = stack::Stack { next: Next::Begin };
        Self {
            arena,
            core: Core { stack, places, splitting, figures: Figures::default(), given: vec![] },
            table,
        }
    }

    /// One step of a job, or for the last walk the sum of all jobs.
    fn advance<A: Algebra<Value = V>>(
        &mut self,
        algebra: &mut A,
        _: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Step<V>, Halt> {
        if self.core.splitting.0 == Splits::Root {
            let mut sum = algebra.zero();
            for job in 0..JOBS {
                let value = self.table.get(key(job)).unwrap_or_else(|| algebra.of(job));
                sum = algebra.plus(sum, &value);
            }
            return Ok(Step::Done(sum));
        }
        if let Next::Done(value) = &self.core.stack.next {
            return Ok(Step::Done(value.clone()));
        }
        self.core.figures.nodes += 1;
        if self.core.figures.nodes % 2 == 1 {
            return Ok(Step::Paused);
        }
        let value = algebra.of(self.arena.job);
        let kept = self.table.put(key(self.arena.job), &value, limits.most_bytes());
        kept.map_err(|Full| Halt::Stopped(Stopped::Memory))?;
        self.core.stack.next = Next::Done(value.clone());
        Ok(Step::Done(value))
    }

    fn figures(&self) -> Figures {
        self.core.figures
    }

    fn stack_bytes(&self) -> usize {
        1
    }

    fn known_below<A: Algebra>(
        &self,
        _: usize,
        algebra: &mut A,
        _: impl Fn(&V) -> A::Value,
    ) -> Result<A::Value, Unfit> {
        Ok(algebra.zero())
    }
}

mod walk {
    use super::stack::Stack;
    use super::{Figures, Splits};

    #[derive(Debug)]
    pub(super) struct Core<V> {
        pub(super) stack: Stack<V>,
        pub(super) places: Vec<u32>,
        pub(super) splitting: Splitting,
        pub(super) figures: Figures,
        pub(super) given: Vec<u32>,
    }

    #[derive(Debug)]
    pub(super) struct Splitting(pub(super) Splits);

    impl Splitting {
        pub(super) fn splits(&self) -> Splits {
            self.0
        }
    }
}

mod stack {
    #[derive(Debug)]
    pub(super) struct Stack<V> {
        pub(super) next: Next<V>,
    }

    #[derive(Debug)]
    pub(super) enum Next<V> {
        Begin,
        Done(V),
    }
}

mod frontier {
    use std::collections::VecDeque;

    use super::table::Key;
    use super::{Arena, Splits};

    /// How many jobs there are.
    pub(super) const JOBS: u64 = 3;

    #[derive(Clone, Debug)]
    pub(super) struct Job {
        pub(super) key: Key,
        number: u64,
    }

    pub(super) struct Trail;

    /// All in one shard, where threads meet.
    pub(super) fn key(job: u64) -> Key {
        Key::of(u128::from(job))
    }

    pub(super) fn expand(_: &mut Arena, _: &[u32], _: Splits, _: usize) -> VecDeque<Job> {
        (0..JOBS).map(|number| Job { key: key(number), number }).collect()
    }

    pub(super) fn enter(arena: &mut Arena, job: &Job) -> Trail {
        arena.job = job.number;
        Trail
    }

    pub(super) fn leave(_: &mut Arena, _: Trail) {}
}
