//! What workers make of the covers that they find, on their own threads.

use crate::control::limits::Limits;
use crate::problem::ids::{OptionId, narrow};
use crate::search::Search;

/// What a slice of work has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// The end of the part.
    End,
    /// The end of the nodes, or of the room for bytes.
    Spent,
}

/// Goes on with a part and keeps what it finds.
pub(crate) trait Harvest: Sync {
    /// Goes on until so much is found, or so many nodes are entered, or so many bytes have been made, whichever
    /// comes first. Answers how much was found.
    fn gather(&self, search: &mut Search, purse: Purse, bytes: &mut Vec<u8>) -> (Reached, u64);
}

/// How far a slice goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purse {
    pub(crate) nodes: u64,
    pub(crate) want: u64,
    pub(crate) bytes: usize,
}

/// The number of covers.
#[derive(Debug)]
pub(crate) struct Number;

/// The number of covers that those of merged options stand for. By option: how many options it stands for.
#[derive(Debug)]
pub(crate) struct Weights<'w>(pub(crate) &'w [u64]);

/// Covers as bytes: their length, and then their options, each number in four bytes.
#[derive(Debug)]
pub(super) struct Covers;

/// Covers as the caller writes them.
#[derive(Debug)]
pub(super) struct Lines<'r, R>(pub(super) &'r R);

impl Harvest for Number {
    fn gather(&self, search: &mut Search, purse: Purse, _: &mut Vec<u8>) -> (Reached, u64) {
        let count = search.count_rest(&mut Limits::none().nodes(purse.nodes).solutions(purse.want));
        let reached = if count.exact().is_ok() { Reached::End } else { Reached::Spent };
        (reached, count.at_least())
    }
}

impl Harvest for Weights<'_> {
    fn gather(&self, search: &mut Search, purse: Purse, _: &mut Vec<u8>) -> (Reached, u64) {
        let mut limits = Limits::none().nodes(purse.nodes);
        let mut found = 0u64;
        while found < purse.want {
            match search.next_solution(&mut limits) {
                Ok(Some(cover)) => {
                    // A number that does not fit is greater than anything that is wanted.
                    found = found.saturating_add(weight(self.0, cover).unwrap_or(u64::MAX));
                }
                Ok(None) => return (Reached::End, found),
                Err(_) => break,
            }
        }
        (Reached::Spent, found)
    }
}

/// How many covers a cover of merged options stands for, if that fits.
fn weight(weights: &[u64], cover: &[OptionId]) -> Option<u64> {
    cover.iter().try_fold(1, |product: u64, option| product.checked_mul(weights[option.index()]))
}

impl Harvest for Covers {
    fn gather(&self, search: &mut Search, purse: Purse, bytes: &mut Vec<u8>) -> (Reached, u64) {
        each_cover(search, purse, bytes, |cover, bytes| {
            bytes.extend_from_slice(&narrow(cover.len()).to_le_bytes());
            for option in cover {
                bytes.extend_from_slice(&option.0.to_le_bytes());
            }
        })
    }
}

impl Covers {
    /// The covers that these bytes are.
    pub(super) fn read(bytes: &[u8]) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let mut numbers = bytes
            .chunks_exact(4)
            .map(|four| four.iter().rev().fold(0u32, |number, &byte| number << 8 | u32::from(byte)));
        std::iter::from_fn(move || {
            let length = numbers.next()?;
            Some((0..length).map_while(|_| numbers.next().map(OptionId)).collect())
        })
    }
}

impl<R: Fn(&[OptionId], &mut Vec<u8>) + Sync> Harvest for Lines<'_, R> {
    fn gather(&self, search: &mut Search, purse: Purse, bytes: &mut Vec<u8>) -> (Reached, u64) {
        each_cover(search, purse, bytes, self.0)
    }
}

fn each_cover(
    search: &mut Search,
    purse: Purse,
    bytes: &mut Vec<u8>,
    write: impl Fn(&[OptionId], &mut Vec<u8>),
) -> (Reached, u64) {
    let mut limits = Limits::none().nodes(purse.nodes).solutions(purse.want);
    let mut found = 0;
    while bytes.len() < purse.bytes {
        match search.next_solution(&mut limits) {
            Ok(Some(cover)) => {
                write(cover, bytes);
                found += 1;
            }
            Ok(None) => return (Reached::End, found),
            Err(_) => break,
        }
    }
    (Reached::Spent, found)
}
