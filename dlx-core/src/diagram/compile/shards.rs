//! Numbering keys on several threads as one thread does: in the order in which each key occurs first.
//!
//! The keys of a round come from parts in a fixed order, and each part distributes its keys to shards by their
//! hash. So equal keys meet in one shard, which one thread numbers in the order of the parts. A key that is
//! new in its shard gets its final number when the parts have added up how many new keys come before it.

use super::states::{Seed, StateNumbers, growth};
use crate::control::limits::Stopped;
use crate::count::frontier::steps::StateKey;
use crate::parallel::pool::Pool;
use crate::problem::ids::{MOST, narrow, scale, wide};

/// The keys with some hashes.
#[derive(Debug)]
pub(super) struct Shard<const W: usize> {
    /// The keys, numbered within the shard.
    pub(super) found: StateNumbers<W>,
    /// By number within the shard: the final number.
    pub(super) numbers: Vec<u32>,
}

/// What a part of a round hands to one shard.
#[derive(Debug)]
pub(super) struct Bucket<E> {
    pub(super) entries: Vec<E>,
    /// The first number within the shard that belongs to a new key of this bucket, and how many do.
    pub(super) first: u32,
    pub(super) new: u32,
    /// The final numbers of the new keys.
    pub(super) numbers: Vec<u32>,
}

/// The buckets of one part, by shard.
pub(super) type Buckets<E> = Vec<Bucket<E>>;

/// Number of shards for each thread: their sizes differ little from one another, and their tables are small.
const SHARDS: usize = 16;

/// All shards.
#[derive(Debug)]
pub(super) struct Shards<const W: usize> {
    shards: Vec<Shard<W>>,
    seed: Seed,
}

impl<const W: usize> Shards<W> {
    pub(super) fn new(seed: Seed, pool: &Pool) -> Self {
        let count = SHARDS * pool.thread_count();
        let shard = |_| Shard { found: StateNumbers::new(seed), numbers: Vec::new() };
        Self { shards: (0..count).map(shard).collect(), seed }
    }

    /// Removes all keys.
    pub(super) fn clear(&mut self, seed: Seed, pool: &Pool) {
        self.seed = seed;
        pool.map(self.shards.iter_mut().collect(), |shard| {
            shard.found.clear(seed);
            shard.numbers.clear();
        });
    }

    pub(super) fn chooser(&self) -> ShardChooser {
        ShardChooser { seed: self.seed, count: narrow(self.shards.len()) }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Shard<W>> {
        self.shards.iter()
    }

    /// Returns empty buckets for a part.
    pub(super) fn buckets<E>(&self) -> Buckets<E> {
        let bucket = |_: &Shard<W>| Bucket { entries: Vec::new(), first: 0, new: 0, numbers: Vec::new() };
        self.shards.iter().map(bucket).collect()
    }

    /// Calls `number` for all entries, those of each shard in the order of the parts. `number` adds the keys of
    /// an entry to the shard and notes their numbers in the entry.
    pub(super) fn find<'b, E: Send + 'b>(
        &mut self,
        parts: impl Iterator<Item = &'b mut Buckets<E>>,
        pool: &Pool,
        number: impl Fn(&mut StateNumbers<W>, &mut E) + Sync,
    ) {
        let mut jobs: Vec<(&mut Shard<W>, Vec<&mut Bucket<E>>)> =
            self.shards.iter_mut().map(|shard| (shard, Vec::new())).collect();
        for buckets in parts {
            for (bucket, (_, of_shard)) in buckets.iter_mut().zip(&mut jobs) {
                of_shard.push(bucket);
            }
        }
        pool.map(jobs, |(shard, buckets)| {
            for bucket in buckets {
                let first = shard.found.keys.len();
                for entry in &mut bucket.entries {
                    number(&mut shard.found, entry);
                }
                bucket.first = narrow(first);
                bucket.new = narrow(shard.found.keys.len() - first);
            }
        });
    }

    /// Adds the final numbers of the new keys of a part. The parts come in their order.
    pub(super) fn add_numbers<E>(&mut self, buckets: &Buckets<E>) {
        for (shard, bucket) in self.shards.iter_mut().zip(buckets) {
            shard.numbers.extend_from_slice(&bucket.numbers);
        }
    }

    /// Returns the bytes that may be allocated for this many more states, which are about the same number in each
    /// shard.
    pub(super) fn growth(&self, more: usize) -> usize {
        let of_each = more / self.shards.len().max(1);
        let of_shard = |shard: &Shard<W>| shard.found.growth(of_each) + growth(&shard.numbers, of_each);
        self.shards.iter().map(of_shard).fold(0, usize::saturating_add)
    }

    pub(super) fn bytes(&self) -> usize {
        let of_shard = |shard: &Shard<W>| shard.found.bytes() + shard.numbers.capacity() * size_of::<u32>();
        self.shards.iter().map(of_shard).sum()
    }
}

/// Removes all entries.
pub(super) fn clear<E>(buckets: &mut Buckets<E>) {
    for bucket in buckets {
        bucket.entries.clear();
        bucket.numbers.clear();
    }
}

pub(super) fn bucket_bytes<E>(buckets: &Buckets<E>) -> usize {
    let bytes = |bucket: &Bucket<E>| {
        bucket.entries.capacity() * size_of::<E>() + bucket.numbers.capacity() * size_of::<u32>()
    };
    buckets.iter().map(bytes).sum()
}

/// Checks that `more` keys can be numbered if `known` keys are.
pub(super) fn check_room(known: usize, more: usize) -> Result<(), Stopped> {
    if known.saturating_add(more) <= MOST { Ok(()) } else { Err(Stopped::Memory) }
}

/// Returns by part the first final number of its new keys, if `known` keys have numbers before.
pub(super) fn begins<'b, E: 'b>(known: usize, parts: impl Iterator<Item = &'b Buckets<E>>) -> Vec<u32> {
    let new = |buckets: &Buckets<E>| buckets.iter().map(|bucket| bucket.new).sum::<u32>();
    let begins = parts.scan(narrow(known), |end, buckets| {
        let begin = *end;
        *end += new(buckets);
        Some(begin)
    });
    begins.collect()
}

/// Chooses the shard of a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShardChooser {
    seed: Seed,
    count: u32,
}

impl ShardChooser {
    #[inline(always)]
    pub(super) fn of<const W: usize>(self, key: &StateKey<W>) -> usize {
        // The tables use the highest and the lowest bits of the hash.
        let middle = u32::try_from(self.seed.hash(key) >> 20 & u64::from(u32::MAX)).expect("32 bits");
        wide(scale(middle, self.count))
    }
}
