//! Collectors: what workers do, on their own threads, with the covers that they find.

use num_bigint::BigUint;

use crate::control::limits::Limits;
use crate::parallel::sync::{Mutex, PoisonError};
use crate::problem::ids::{OptionId, narrow};
use crate::search::Search;

/// The reason why a slice of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SliceEnd {
    /// The part of the tree is finished.
    End,
    /// The nodes, the solutions wanted or the bytes are used up.
    Spent,
}

/// Searches a part and collects what it finds.
pub(crate) trait Collector: Sync {
    /// Continues until this much is found, this many nodes are entered, or this many bytes are made,
    /// whichever comes first. Returns the reason and the amount found.
    fn gather(&self, search: &mut Search, budget: Budget, bytes: &mut Vec<u8>) -> (SliceEnd, u64);
}

/// The limits of a slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) nodes: u64,
    /// The greatest number of nodes, where some are counted at once.
    pub(crate) most: u64,
    pub(crate) want: u64,
    pub(crate) bytes: usize,
}

/// Counts covers.
#[derive(Debug)]
pub(crate) struct CoverCount;

/// Counts the covers that covers of merged options represent.
#[derive(Debug)]
pub(crate) struct WeightedCount<'w> {
    /// By option: the number of options that it represents.
    pub(crate) weights: &'w [u64],
    /// The number of covers found, of any size.
    pub(crate) total: &'w Mutex<BigUint>,
    /// Whether the number wanted is one of represented covers. Otherwise the amount found is the number of covers
    /// of merged options, which fits into 64 bits.
    pub(crate) is_limited: bool,
}

/// Writes covers as bytes: their length and then their options, each number in four bytes.
#[derive(Debug)]
pub(crate) struct CoverBytes;

/// Writes covers as the caller renders them.
#[derive(Debug)]
pub(super) struct RenderedCovers<'r, R>(pub(super) &'r R);

impl Collector for CoverCount {
    fn gather(&self, search: &mut Search, budget: Budget, _: &mut Vec<u8>) -> (SliceEnd, u64) {
        let count = search.count_rest(&mut Limits::slice(budget.nodes, budget.most, budget.want));
        let reached = if count.exact().is_ok() { SliceEnd::End } else { SliceEnd::Spent };
        (reached, count.at_least())
    }
}

impl Collector for WeightedCount<'_> {
    fn gather(&self, search: &mut Search, budget: Budget, _: &mut Vec<u8>) -> (SliceEnd, u64) {
        let mut limits = Limits::slice(budget.nodes, budget.most, u64::MAX);
        let (mut covers, mut fitting, mut total) = (0u64, 0u64, BigUint::ZERO);
        let reached = loop {
            // A number that does not fit exceeds every number wanted.
            let is_over = total != BigUint::ZERO;
            let found = if !self.is_limited {
                covers
            } else if is_over {
                u64::MAX
            } else {
                fitting
            };
            if found >= budget.want {
                break SliceEnd::Spent;
            }
            match search.next_solution(&mut limits) {
                Ok(Some(cover)) => {
                    covers += 1;
                    match self.weight(cover).and_then(|weight| fitting.checked_add(weight)) {
                        Some(sum) => fitting = sum,
                        None => total += self.great_weight(cover),
                    }
                }
                Ok(None) => break SliceEnd::End,
                Err(_) => break SliceEnd::Spent,
            }
        };
        total += fitting;
        let found = if self.is_limited { u64::try_from(&total).unwrap_or(u64::MAX) } else { covers };
        *self.total.lock().unwrap_or_else(PoisonError::into_inner) += total;
        (reached, found)
    }
}

impl WeightedCount<'_> {
    /// Returns the number of covers that a cover of merged options represents, if it fits.
    fn weight(&self, cover: &[OptionId]) -> Option<u64> {
        let mut weights = cover.iter().map(|option| self.weights[option.index()]);
        weights.try_fold(1, |product: u64, weight| product.checked_mul(weight))
    }

    fn great_weight(&self, cover: &[OptionId]) -> BigUint {
        cover.iter().map(|option| self.weights[option.index()]).product()
    }
}

impl Collector for CoverBytes {
    fn gather(&self, search: &mut Search, budget: Budget, bytes: &mut Vec<u8>) -> (SliceEnd, u64) {
        each_cover(search, budget, bytes, |cover, bytes| {
            Self::write(cover, bytes);
        })
    }
}

impl CoverBytes {
    pub(crate) fn write(cover: &[OptionId], bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&narrow(cover.len()).to_le_bytes());
        for option in cover {
            bytes.extend_from_slice(&option.0.to_le_bytes());
        }
    }

    /// Returns the covers in these bytes.
    pub(super) fn read(mut bytes: &[u8]) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        std::iter::from_fn(move || Self::take(&mut bytes))
    }

    /// Takes a cover from the beginning of these bytes, if they are not at their end.
    pub(crate) fn take(bytes: &mut &[u8]) -> Option<Vec<OptionId>> {
        let length = take_number(bytes)?;
        Some((0..length).map_while(|_| take_number(bytes).map(OptionId)).collect())
    }
}

/// Takes a number of four bytes from the beginning of these bytes.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

impl<R: Fn(&[OptionId], &mut Vec<u8>) + Sync> Collector for RenderedCovers<'_, R> {
    fn gather(&self, search: &mut Search, budget: Budget, bytes: &mut Vec<u8>) -> (SliceEnd, u64) {
        each_cover(search, budget, bytes, self.0)
    }
}

/// Writes covers as `write` does, as far as the budget reaches.
pub(crate) fn each_cover(
    search: &mut Search,
    budget: Budget,
    bytes: &mut Vec<u8>,
    write: impl Fn(&[OptionId], &mut Vec<u8>),
) -> (SliceEnd, u64) {
    let mut limits = Limits::slice(budget.nodes, budget.most, budget.want);
    let mut found = 0;
    while bytes.len() < budget.bytes {
        match search.next_solution(&mut limits) {
            Ok(Some(cover)) => {
                write(cover, bytes);
                found += 1;
            }
            Ok(None) => return (SliceEnd::End, found),
            Err(_) => break,
        }
    }
    (SliceEnd::Spent, found)
}
