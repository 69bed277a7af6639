//! A search whose covers are numbers: each number is a node, and the rest of the tree is a range.

use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped};
use crate::problem::ids::OptionId;

/// The rest of the tree: a range of numbers. The path contains its beginning and end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePosition {
    pub closed: usize,
    pub path: Vec<u32>,
}

impl TreePosition {
    pub(crate) fn end(mut self) -> Self {
        self.path[0] = self.path[1];
        self
    }
}

/// The number of covers found.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    pub(crate) found: u64,
}

impl Checkpoint {
    pub(crate) fn solutions(&self) -> u64 {
        self.found
    }

    pub(crate) fn at(&self, _: &TreePosition, tally: &Tally) -> Self {
        Self { found: tally.solutions }
    }

    pub(crate) fn of_listing(self, _: Option<SymmetricListing>) -> Self {
        self
    }
}

/// A listing up to symmetry, which no model is of.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricListing {
    pub(crate) found: u64,
}

impl SymmetricListing {
    pub(crate) fn after(self, found: u64) -> Self {
        Self { found }
    }
}

/// A part that was donated.
#[derive(Clone, Debug)]
pub(crate) struct Donation {
    pub(crate) tree_position: TreePosition,
    pub(crate) begun: f64,
    pub(crate) share: f64,
}

/// A search that counts from one number to another.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    next: u32,
    end: u32,
    all: u32,
    cover: [OptionId; 1],
    tally: Tally,
}

impl Search {
    /// Returns a search with this number of covers.
    pub(crate) fn of(all: u32) -> Self {
        Self { next: 0, end: all, all, cover: [OptionId::new(0)], tally: Tally::default() }
    }

    /// Builds the tables that are to be built; there are none.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the search of dlx-core builds some")]
    pub(crate) fn build(&mut self, _: &mut Limits<'_>) -> Result<(), Stopped> {
        Ok(())
    }

    pub(crate) fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<&[OptionId]>, Stopped> {
        if limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        if self.next == self.end {
            return Ok(None);
        }
        limits.refuel(self)?;
        limits.spend(1);
        limits.settle_solution();
        self.tally.add(&Tally { levels: vec![1], updates: 0, solutions: 1 });
        self.cover = [OptionId::new(self.next as usize)];
        self.next += 1;
        Ok(Some(&self.cover))
    }

    pub(crate) fn count_rest(&mut self, limits: &mut Limits<'_>) -> crate::control::answers::Count {
        let mut found = 0;
        loop {
            match self.next_solution(limits) {
                Ok(Some(_)) => found += 1,
                Ok(None) => return crate::control::answers::Count::Exact(found),
                Err(why) => return crate::control::answers::Count::AtLeast(found, why),
            }
        }
    }

    /// Donates half of the numbers after the next one.
    pub(crate) fn give_away(&mut self) -> Option<Donation> {
        let left = self.end - self.next;
        if left < 2 {
            return None;
        }
        let kept = self.next + left.div_ceil(2);
        let given = TreePosition { closed: 0, path: vec![kept, self.end] };
        let share = f64::from(self.end - kept) / f64::from(left);
        self.end = kept;
        Some(Donation { tree_position: given, begun: 0.0, share })
    }

    pub(crate) fn refuel(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.refuel(self)
    }

    pub(crate) fn tree_position(&self) -> TreePosition {
        TreePosition { closed: 0, path: vec![self.next, self.end] }
    }

    pub(crate) fn move_to(&mut self, tree_position: &TreePosition) {
        (self.next, self.end) = (tree_position.path[0], tree_position.path[1]);
        self.tally = Tally::default();
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { found: self.tally.solutions }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.tally.counters()
    }

    pub(crate) fn levels(&self) -> &[u64] {
        &self.tally.levels
    }

    pub(crate) fn tally(&self) -> Tally {
        self.tally.clone()
    }

    pub(crate) fn take_tally(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }

    pub(crate) fn set_tally(&mut self, tally: Tally) {
        self.tally = tally;
    }

    pub(crate) fn fraction(&self) -> f64 {
        f64::from(self.next) / f64::from(self.all.max(1))
    }

    pub(crate) fn position(&self) -> &dyn Position {
        self
    }
}

impl Position for Search {
    fn counters(&self) -> Counters {
        self.tally.counters()
    }

    fn fraction(&self) -> f64 {
        self.fraction()
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        Some(self.checkpoint())
    }
}
