//! Counting by a search of one branch for each orbit of options.
//!
//! The branches are those of a listing up to symmetry ([`automorphisms`](crate::automorphisms)), at most two
//! levels deep. A cover below a branch contains `t` options of the orbit of the branch, and stands for `n / t`
//! covers if the orbit has `n` options: each of the `n` options is in equally many covers that contain no
//! option of an earlier orbit, and a sum over these options counts each cover once for each of its `t`.
//! Below two branches the fractions are multiplied. Only their sum is a whole number.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::automorphisms::{Expanded, Fixing, Graph, Level, Node, Partition, Tables, detect};
use crate::control::limits::{Limits, Stopped};
use crate::parallel::sync::{Mutex, PoisonError};
use crate::parallel::{Budget, Collector, Reached};
use crate::problem::ids::OptionId;
use crate::problem::{Holders, Problem};
use crate::search::Search;

/// The least number of symmetries that a search is divided by. Two symmetries can at best halve the time, and
/// listing takes longer than counting.
const LEAST_ORDER: u32 = 4;
/// The greatest number of levels whose branches are orbits.
const MOST_LEVELS: usize = 2;
/// By the bits of two choices: a number with 1 in the half of each choice.
const HALVES: [u64; 1 << MOST_LEVELS] = [0, 1, HALF, HALF + 1];
const HALF: u64 = 1 << 32;

/// A branch: what is chosen and forbidden, and the orbit of each choice.
#[derive(Debug)]
pub(super) struct SymmetricBranch {
    pub(super) forced: Vec<OptionId>,
    pub(super) forbidden: Vec<OptionId>,
    /// By option: the choices whose orbits contain it, one bit each.
    orbits_with: Vec<u8>,
    /// The product of the sizes of these orbits.
    numerator: BigUint,
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
    let graph = Graph::of(problem, |_| 0);
    let mut partition = Partition::refined(&graph, limits)?;
    let order = detect(&graph, &mut partition, limits)?.orders(&graph).0;
    if order < LEAST_ORDER.into() {
        return Ok(None);
    }
    let holders = Holders::of(problem);
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
                Expanded::Plain => {
                    let mut orbits_with = vec![0; problem.option_count()];
                    for (choice, level) in levels.iter().enumerate() {
                        let (number, _) = level.branch();
                        for (with, &orbit) in orbits_with.iter_mut().zip(&level.orbit_of) {
                            *with |= u8::from(orbit == number) << choice;
                        }
                    }
                    branches.push(SymmetricBranch {
                        forbidden: node.forbidden(),
                        forced: node.forced,
                        orbits_with,
                        numerator: levels.iter().map(Level::orbit_size).product(),
                    });
                }
            }
        }
        let Some(level) = levels.last_mut() else { return Ok(Some((order, branches))) };
        next = level.next_branch();
        if next.is_none() {
            levels.pop();
        }
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
    fn gather(&self, search: &mut Search, budget: Budget, _: &mut Vec<u8>) -> (Reached, u64) {
        let mut limits = Limits::none().nodes(budget.nodes).solutions(budget.want);
        let SymmetricBranch { orbits_with, numerator, .. } = self.branch;
        // By denominator: the number of covers.
        let (mut found, mut counts) = (0, vec![0_u64; 2]);
        let reached = loop {
            match search.next_unsorted(&mut limits) {
                Ok(Some(cover)) => {
                    found += 1;
                    // The numbers of options in the orbits of the two choices, in one half each. The orbit of a
                    // choice has the choice; without a second one its number is 0.
                    let times: u64 =
                        cover.iter().map(|option| HALVES[usize::from(orbits_with[option.index()])]).sum();
                    let [first, second] = [times % HALF, times / HALF].map(|times| times.max(1));
                    let denominator = usize::try_from(first * second).expect("covers are not that long");
                    if counts.len() <= denominator {
                        counts.resize(denominator + 1, 0);
                    }
                    counts[denominator] += 1;
                }
                Ok(None) => break Reached::End,
                Err(_) => break Reached::Spent,
            }
        };
        if found > 0 {
            let mut fractions = self.fractions.lock().unwrap_or_else(PoisonError::into_inner);
            for (denominator, &count) in (0..).zip(&counts).filter(|(_, count)| **count > 0) {
                *fractions.0.entry(denominator).or_default() += numerator * count;
            }
        }
        (reached, found)
    }
}
