//! The answer, and the k cheapest covers found so far.

use std::collections::BTreeSet;

use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};
use crate::problem::decimal::Decimal;
use crate::problem::ids::OptionId;

/// A cover and its cost.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priced {
    /// The sum of the costs of its options, in the unit of [`Problem::cost`](crate::Problem::cost).
    pub cost: i128,
    /// Its options in ascending order.
    pub cover: Cover,
}

/// The cheapest covers, or what is known of them.
///
/// There are three cases. If `stopped` is `None`, these are the cheapest covers, and an empty list means that
/// there is none. If `stopped` is a limit and the list is empty, no cover is known, and none costs less than
/// `lower_bound`. If `stopped` is a limit and there are covers, they are the cheapest of those found, and the
/// first `proved` of them are proved to be the cheapest of all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Best {
    /// Up to `k` covers, the cheapest first, those of equal cost in the order of their options.
    ///
    /// If several covers cost as much as the last one, the search decides which of them are listed; the same
    /// problem gives the same ones.
    pub covers: Vec<Priced>,
    /// A proved lower bound on the cost of every cover; `None` if it is proved that there is no cover.
    pub lower_bound: Option<i128>,
    /// The number of covers, from the first on, that are proved to be the cheapest: no cover missing from the
    /// list costs less than they do. All of them if the search was not stopped.
    pub proved: usize,
    /// The reason why the search ended early, if it did.
    pub stopped: Option<Stopped>,
}

impl Best {
    /// Returns the cheapest cover found.
    #[must_use]
    pub fn cheapest(&self) -> Option<&Priced> {
        self.covers.first()
    }
}

/// How much more than the cheapest cover an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// This much, in the unit of [`Problem::cost`](crate::Problem::cost).
    Cost(i128),
    /// This many percent of the cost of the answer.
    Percent(Decimal),
}

impl Gap {
    /// Returns the greatest difference that is allowed at this cost.
    fn at(self, cost: i128) -> i128 {
        match self {
            Self::Cost(most) => most.max(0),
            // With so many places that their powers do not fit, the difference is less than 1.
            Self::Percent(percent) => 10_i128
                .checked_pow(percent.places() + 2)
                .map_or(0, |hundred| cost.abs().saturating_mul(percent.digits().max(0)).div_euclid(hundred)),
        }
    }
}

/// The covers that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Their number; `None` for all that cost as little as the cheapest.
    pub(super) number: Option<usize>,
    /// The greatest cost of them.
    pub(super) most: Option<i128>,
    /// How much more than the cheapest the only one that is wanted may cost.
    pub(super) gap: Gap,
}

/// The cheapest covers so far.
#[derive(Clone)]
struct CheapestFound {
    wanted: Wanted,
    covers: BTreeSet<Priced>,
    /// Bytes of the covers outside the set.
    outside: usize,
}

/// Returns the bytes of a cover outside the set.
fn bytes_of(priced: &Priced) -> usize {
    priced.cover.capacity() * size_of::<OptionId>()
}

impl CheapestFound {
    /// Returns the cost below which a further cover is kept; `None` if any is kept.
    fn cutoff(&self) -> Option<i128> {
        let above = |cost: i128| cost + 1;
        let found = match self.wanted.number {
            None => self.covers.first().map(|priced| above(priced.cost)),
            Some(number) if self.covers.len() < number.max(1) => None,
            Some(_) => self.covers.last().map(|priced| priced.cost - self.wanted.gap.at(priced.cost)),
        };
        found.into_iter().chain(self.wanted.most.map(above)).min()
    }

    /// Returns the number of bytes in use with this cover: the nodes of the set are at least half full.
    fn bytes_with(&self, found: &Priced) -> usize {
        2 * size_of::<Priced>() * (self.covers.len() + 1) + self.outside + bytes_of(found)
    }

    fn keep(&mut self, found: Priced) {
        self.outside += bytes_of(&found);
        let is_cheaper = self.covers.first().is_some_and(|first| found.cost < first.cost);
        if self.wanted.number.is_none() && is_cheaper {
            self.covers.clear();
            self.outside = bytes_of(&found);
        }
        self.covers.insert(found);
        if self.wanted.number.is_some_and(|number| self.covers.len() > number.max(1)) {
            let dearest = self.covers.pop_last().expect("the set is not empty");
            self.outside -= bytes_of(&dearest);
        }
    }
}

/// Takes the covers that searches find, in any order and more than once, and keeps the cheapest.
pub(super) struct Collector<'w> {
    found: CheapestFound,
    given: Vec<OptionId>,
    on_cheaper: &'w mut dyn FnMut(&Priced),
    /// Number of covers that were kept when they were found.
    taken: u64,
    /// The least cost of a cover that a limit kept out.
    dropped: Option<i128>,
}

impl<'w> Collector<'w> {
    /// Returns a collector of covers with these given options.
    pub(super) fn new(wanted: Wanted, given: &[OptionId], on_cheaper: &'w mut dyn FnMut(&Priced)) -> Self {
        let found = CheapestFound { wanted, covers: BTreeSet::new(), outside: 0 };
        Self { found, given: given.to_vec(), on_cheaper, taken: 0, dropped: None }
    }

    /// Returns the cost below which a further cover is kept; `None` if any is kept.
    pub(super) fn cutoff(&self) -> Option<i128> {
        self.found.cutoff()
    }

    pub(super) fn given(&self) -> &[OptionId] {
        &self.given
    }

    /// Returns the cheapest cover so far.
    pub(super) fn best(&self) -> Option<&Priced> {
        self.found.covers.first()
    }

    /// Returns the cost of the cheapest cover so far.
    pub(super) fn cheapest(&self) -> Option<i128> {
        self.best().map(|priced| priced.cost)
    }

    /// Returns the number of covers that were kept when they were found.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// Takes a cover. One that costs too much, or that is there, changes nothing.
    ///
    /// # Errors
    /// The limit that keeps it out.
    pub(super) fn offer(&mut self, priced: Priced, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if self.cutoff().is_some_and(|cutoff| priced.cost >= cutoff) || self.found.covers.contains(&priced) {
            return Ok(());
        }
        let is_full = self.found.bytes_with(&priced) > limits.most_bytes();
        if is_full || limits.solutions_left() == 0 {
            self.dropped = self.dropped.into_iter().chain([priced.cost]).min();
            return Err(if is_full { Stopped::Memory } else { Stopped::Solutions });
        }
        self.taken += 1;
        limits.settle_solution();
        if self.found.covers.first().is_none_or(|cheapest| priced.cost < cheapest.cost) {
            (self.on_cheaper)(&priced);
        }
        self.found.keep(priced);
        Ok(())
    }

    /// Returns the covers so far, for a part of the search that knows nothing of the others.
    pub(super) fn apart(&self) -> Apart {
        Apart { found: self.found.clone(), given: self.given.clone() }
    }

    /// Returns the number of covers.
    pub(super) fn count(&self) -> usize {
        self.found.covers.len()
    }

    /// Returns the covers.
    pub(super) fn into_covers(self) -> Vec<Priced> {
        self.found.covers.into_iter().collect()
    }

    /// Returns the answer. No cover that was not looked for costs less than `untried`; there is none if `None`. No cover
    /// at all costs less than `floor`.
    pub(super) fn answer(self, stopped: Option<Stopped>, untried: Option<i128>, floor: Option<i128>) -> Best {
        let wanted = self.found.wanted;
        let covers: Vec<Priced> = self.found.covers.into_iter().collect();
        let cheapest = covers.first().map(|priced| priced.cost);
        let within = cheapest.map(|cost| (cost, wanted.gap.at(cost))).filter(|&(_, gap)| gap > 0);
        let within = within.map(|(cost, gap)| (cost - gap).max(floor.unwrap_or(cost)));
        let untried = untried.into_iter().chain(self.dropped).chain(within).min();
        let proved =
            untried.map_or(covers.len(), |least| covers.partition_point(|priced| priced.cost <= least));
        let lower_bound = cheapest.into_iter().chain(untried).min();
        Best { covers, lower_bound, proved, stopped }
    }
}

/// The covers that a part of the search begins with.
pub(super) struct Apart {
    found: CheapestFound,
    given: Vec<OptionId>,
}

impl Apart {
    /// Returns a collector with these covers.
    pub(super) fn collector<'w>(&self, on_cheaper: &'w mut dyn FnMut(&Priced)) -> Collector<'w> {
        self.collector_of(self.found.wanted, on_cheaper)
    }

    /// Returns a collector with these covers that wants others.
    pub(super) fn collector_of<'w>(
        &self,
        wanted: Wanted,
        on_cheaper: &'w mut dyn FnMut(&Priced),
    ) -> Collector<'w> {
        let (found, given) = (CheapestFound { wanted, ..self.found.clone() }, self.given.clone());
        Collector { found, given, on_cheaper, taken: 0, dropped: None }
    }
}

/// The number of nodes, in all and by level.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) nodes: u64,
    pub(super) levels: Vec<u64>,
}

impl Tally {
    /// Adds those of a part of the search.
    pub(super) fn add(&mut self, part: &Self) {
        self.nodes += part.nodes;
        self.levels.resize(self.levels.len().max(part.levels.len()), 0);
        for (own, of_part) in self.levels.iter_mut().zip(&part.levels) {
            *own += of_part;
        }
    }

    /// Counts a node below this number of choices.
    pub(super) fn count(&mut self, level: usize) {
        self.nodes += 1;
        if self.levels.len() <= level {
            self.levels.resize(level + 1, 0);
        }
        self.levels[level] += 1;
    }
}
