//! Counting by a search of one branch for each orbit of options.
//!
//! The branches are those of a listing up to symmetry ([`automorphisms`](crate::symmetry)), at most two
//! levels deep. A cover below a branch contains `t` options of the orbit of the branch, and stands for `n / t`
//! covers if the orbit has `n` options: each of the `n` options is in equally many covers that contain no
//! option of an earlier orbit, and a sum over these options counts each cover once for each of its `t`.
//! Below two branches the fractions are multiplied. Only their sum is a whole number.
//!
//! So that covers need not be listed to know `t`, a branch is divided into parts: one for each set of options
//! of the orbit that can be chosen together. The 8 branches of queens 16 have 69 parts.

mod orbits;
mod quotient;

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::control::limits::{Limits, Stopped};
use crate::parallel::sync::{Mutex, PoisonError};
use crate::parallel::{Budget, Collector, CoverCount, SliceEnd};
use crate::problem::ids::OptionId;
use crate::problem::{Holders, Problem};
use crate::search::Search;
use crate::symmetry::{Expanded, Fixing, Graph, Level, Node, Partition, Tables, detect};

/// The least number of symmetries that a search is divided by if it has to list covers. Two symmetries can at
/// best halve the time, and listing takes longer than counting.
const LEAST_ORDER_OF_LISTING: u32 = 4;
/// The greatest number of levels whose branches are orbits.
const MOST_LEVELS: usize = 2;
/// The greatest number of parts of a branch.
const MOST_PARTS: usize = 64;
/// By the bits of two choices: a number with 1 in the half of each choice.
const HALVES: [u64; 1 << MOST_LEVELS] = [0, 1, HALF, HALF + 1];
const HALF: u64 = 1 << 32;

/// A branch, or a part of one: what is chosen and forbidden, and the fraction that a cover stands for.
#[derive(Debug)]
pub(super) struct SymmetricBranch {
    pub(super) forced: Vec<OptionId>,
    pub(super) forbidden: Vec<OptionId>,
    /// The product of the sizes of the orbits of the choices.
    numerator: BigUint,
    denominator: Denominator,
}

/// The product of the numbers of options that a cover contains of the orbit of each choice.
#[derive(Debug)]
enum Denominator {
    /// It is the same for all covers of the branch.
    Same(u64),
    /// It depends on the cover. By option: the choices whose orbits contain it, one bit each.
    OfCover(Vec<u8>),
}

/// The covers found below branches: by denominator, the sum of the numerators of their fractions.
#[derive(Debug, Default)]
pub(super) struct Fractions(BTreeMap<u64, BigUint>);

/// Counts covers of a branch as fractions.
pub(super) struct FractionCount<'c> {
    pub(super) branch: &'c SymmetricBranch,
    pub(super) fractions: &'c Mutex<Fractions>,
}

/// Returns the number of symmetries of a problem and the branches of its search, or `None` if there are too
/// few symmetries.
pub(super) fn branches(
    problem: &Problem,
    limits: &mut Limits<'_>,
) -> Result<Option<(BigUint, Vec<SymmetricBranch>)>, Stopped> {
    let graph = Graph::of(problem, |_| 0, limits)?;
    let mut partition = Partition::refined(&graph, limits)?;
    let order = detect(&graph, &mut partition, limits)?.orders(&graph).0;
    if order == BigUint::from(1u32) {
        return Ok(None);
    }
    let holders = Holders::of(problem, |steps| limits.setup(steps))?;
    let mut tables =
        Tables { problem, graph: &graph, holders: &holders, partition: &mut partition, fixing: Fixing::Each };
    let (mut levels, mut branches) = (Vec::<Level>::new(), Vec::new());
    let mut next = Some(Node::root(problem, &order));
    loop {
        if let Some(node) = next.take() {
            let expanded =
                if levels.len() < MOST_LEVELS { node.expand(&mut tables, limits)? } else { Expanded::Plain };
            match expanded {
                Expanded::Dead => {}
                Expanded::Branches(level) => levels.push(level),
                Expanded::Plain => add_parts(problem, &levels, node, &mut branches, limits)?,
            }
        }
        let Some(level) = levels.last_mut() else { break };
        next = level.next_branch();
        if next.is_none() {
            levels.pop();
        }
    }
    let is_listing = branches.iter().any(SymmetricBranch::is_listing);
    let is_worth = order >= LEAST_ORDER_OF_LISTING.into() || !is_listing;
    Ok(is_worth.then_some((order, branches)))
}

/// Adds the parts of a branch: one for each set of options of the orbits that can be chosen together, in which
/// all others are forbidden. If these are too many, adds the whole branch.
fn add_parts(
    problem: &Problem,
    levels: &[Level],
    node: Node,
    branches: &mut Vec<SymmetricBranch>,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    let mut orbits_with = vec![0; problem.option_count()];
    for (choice, level) in levels.iter().enumerate() {
        let (number, _) = level.branch();
        for (with, &orbit) in orbits_with.iter_mut().zip(&level.orbit_of) {
            *with |= u8::from(orbit == number) << choice;
        }
    }
    let numerator: BigUint = levels.iter().map(Level::orbit_size).product();
    let before = branches.len();
    let in_orbits = problem.options().filter(|option| orbits_with[option.index()] != 0);
    let mut open = vec![(node.clone(), in_orbits.collect::<Vec<OptionId>>())];
    while let Some((part, mut undecided)) = open.pop() {
        limits.step(1 + undecided.len() as u64)?;
        part.retain_live(problem, &mut undecided);
        if let Some(&option) = undecided.first() {
            open.extend(part.with_and_without(option).map(|part| (part, undecided.clone())));
            if branches.len() - before + open.len() > MOST_PARTS {
                branches.truncate(before);
                branches.push(SymmetricBranch {
                    forbidden: node.forbidden(),
                    forced: node.forced,
                    numerator,
                    denominator: Denominator::OfCover(orbits_with),
                });
                return Ok(());
            }
        } else {
            branches.push(SymmetricBranch {
                forbidden: part.forbidden(),
                denominator: Denominator::Same(denominator(&part.forced, &orbits_with)),
                forced: part.forced,
                numerator: numerator.clone(),
            });
        }
    }
    Ok(())
}

/// Returns the product of the numbers of options in the orbits of the two choices. The orbit of a choice has
/// the choice; without a choice there is no factor.
fn denominator(cover: &[OptionId], orbits_with: &[u8]) -> u64 {
    // One number in each half.
    let times: u64 = cover.iter().map(|option| HALVES[usize::from(orbits_with[option.index()])]).sum();
    [times % HALF, times / HALF].map(|times| times.max(1)).iter().product()
}

impl SymmetricBranch {
    /// Returns true if its covers have to be listed.
    fn is_listing(&self) -> bool {
        matches!(self.denominator, Denominator::OfCover(_))
    }
}

impl Fractions {
    /// Returns the sum of the fractions.
    pub(super) fn sum(&self) -> BigUint {
        // All denominators divide their product.
        let product: BigUint = self.0.keys().map(|&denominator| BigUint::from(denominator)).product();
        let sum: BigUint = self.0.iter().map(|(&denominator, sum)| &product / denominator * sum).sum();
        debug_assert_eq!(&sum % &product, BigUint::ZERO, "the covers are a whole number");
        sum / product
    }
}

impl Collector for FractionCount<'_> {
    fn gather(&self, search: &mut Search, budget: Budget, bytes: &mut Vec<u8>) -> (SliceEnd, u64) {
        let SymmetricBranch { numerator, denominator, .. } = self.branch;
        match denominator {
            Denominator::Same(denominator) => {
                let (reached, found) = CoverCount.gather(search, budget, bytes);
                self.add(*denominator, numerator * found);
                (reached, found)
            }
            Denominator::OfCover(orbits_with) => self.gather_listed(search, budget, orbits_with),
        }
    }
}

impl FractionCount<'_> {
    /// Lists covers and adds their fractions.
    fn gather_listed(&self, search: &mut Search, budget: Budget, orbits_with: &[u8]) -> (SliceEnd, u64) {
        let mut limits = Limits::slice(budget.nodes, budget.most, budget.want);
        // By denominator: the number of covers.
        let (mut found, mut counts) = (0, vec![0_u64; 2]);
        let reached = loop {
            match search.next_unsorted(&mut limits) {
                Ok(Some(cover)) => {
                    found += 1;
                    let denominator = denominator(cover, orbits_with);
                    let denominator = usize::try_from(denominator).expect("covers are not that long");
                    if counts.len() <= denominator {
                        counts.resize(denominator + 1, 0);
                    }
                    counts[denominator] += 1;
                }
                Ok(None) => break SliceEnd::End,
                Err(_) => break SliceEnd::Spent,
            }
        };
        for (denominator, &count) in (0..).zip(&counts) {
            self.add(denominator, &self.branch.numerator * count);
        }
        (reached, found)
    }

    fn add(&self, denominator: u64, sum: BigUint) {
        if sum != BigUint::ZERO {
            let mut fractions = self.fractions.lock().unwrap_or_else(PoisonError::into_inner);
            *fractions.0.entry(denominator).or_default() += sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use dlx_instances::latin::{self, Form};
    use dlx_instances::queens::{self, Board};

    use super::*;
    use crate::instances;

    fn is_any_listed(problem: &Problem) -> bool {
        let branches = branches(problem, &mut Limits::none()).expect("nothing stops it");
        let (_, branches) = branches.expect("it has symmetries");
        branches.iter().any(SymmetricBranch::is_listing)
    }

    #[test]
    fn covers_are_listed_only_where_orbits_have_too_many_sets_of_options() {
        assert!(!is_any_listed(&instances::problem(queens::problem(12, Board::Plain))));
        assert!(is_any_listed(&instances::problem(latin::problem(5, Form::All))));
    }
}
