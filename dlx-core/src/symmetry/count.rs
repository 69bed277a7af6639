//! The number of covers up to symmetry.
//!
//! In a small group it is the mean, over all symmetries, of the number of covers that the symmetry maps to
//! themselves (the lemma of Cauchy, Frobenius and Burnside), each number being that of the covers of a
//! [quotient](super::quotient). In a large group the representatives are listed.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::Symmetries;
use super::quotient::quotient;
use crate::automorphisms::Elements;
use crate::control::answers::Count;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Underway};
use crate::count::Counting;
use crate::problem::ids::wide;

/// Number of images of vertices that count as a node for the limits.
const STEPS_OF_A_NODE: u64 = 64;

impl Symmetries {
    /// Returns the number of covers up to symmetry: the number of orbits of covers. Two covers are in one
    /// orbit if a symmetry maps one to the other.
    ///
    /// A number returned with a limit is a lower bound. A limit of solutions stops the count when that number
    /// is known. A limit of nodes applies to all counts together.
    ///
    /// # Complexity
    /// With up to 100,000 symmetries, one count of a quotient for each, or for several that generate the same
    /// subgroup. With more, and with fewer of very large problems, that of listing the
    /// [`representatives`](Self::representatives).
    pub fn count(&self, limits: &mut Limits<'_>) -> Count<BigUint> {
        self.count_with(NonZeroUsize::MIN, limits)
    }

    /// The same with several threads.
    pub fn count_with(&self, threads: NonZeroUsize, limits: &mut Limits<'_>) -> Count<BigUint> {
        if self.is_counted_by_quotients() {
            self.count_by_quotients(threads, limits)
        } else {
            self.count_by_listing(limits)
        }
    }

    /// Returns true if [`count`](Self::count) counts quotients, and false if it lists representatives.
    #[must_use]
    pub fn is_counted_by_quotients(&self) -> bool {
        Elements::are_few(&self.group, &self.graph)
    }

    fn count_by_quotients(&self, threads: NonZeroUsize, limits: &mut Limits<'_>) -> Count<BigUint> {
        let most = limits.solutions_left();
        let options = self.problem().option_count();
        // The orbits reach the limit when the sum does.
        let enough = (most < u64::MAX).then(|| most.saturating_sub(1) * self.order() + 1u32);
        let mut sum = BigUint::ZERO;
        let run = Elements::of(&self.group, &self.graph).try_each(|image| {
            let steps = image.len() as u64 / STEPS_OF_A_NODE + 1;
            limits.pass(steps, &Underway { counters: Counters::default(), fraction: 0.0 })?;
            let Some(generators) = generators_of_cycle(image, options) else { return Ok(()) };
            let fixed = quotient(self.problem(), &self.graph, image);
            let counting = Counting::of(&fixed).threads(threads);
            let left = enough.as_ref().map_or(u64::MAX, |enough| {
                let left = (enough - &sum + generators - 1u32) / generators;
                u64::try_from(left).unwrap_or(u64::MAX)
            });
            let counted = limits.with_solutions(left, |limits| counting.run(limits));
            let count = counted.expect("without givens and a wish for an engine nothing is refused").count;
            let why = if let Count::AtLeast(_, why) = &count { Err(*why) } else { Ok(()) };
            sum += count.at_least() * generators;
            why
        });
        let orbits = (sum + self.order() - 1u32) / self.order();
        limits.spend_solutions(u64::try_from(&orbits).unwrap_or(u64::MAX));
        let count = match run {
            Ok(()) => Count::Exact(orbits),
            Err(why) => Count::AtLeast(orbits, why),
        };
        count.up_to(most)
    }

    fn count_by_listing(&self, limits: &mut Limits<'_>) -> Count<BigUint> {
        let most = limits.solutions_left();
        let mut found = BigUint::ZERO;
        let listed = self.representatives().for_each(NonZeroUsize::MIN, limits, |_| {
            found += 1u32;
            ControlFlow::Continue(())
        });
        let count = match listed {
            Ok(()) => Count::Exact(found),
            Err(why) => Count::AtLeast(found, why),
        };
        count.up_to(most)
    }
}

/// Returns the number of permutations that generate the same group as this one, or `None` if one of them is
/// less than this one. Permutations are compared by the images of the options.
fn generators_of_cycle(image: &[u32], options: usize) -> Option<u32> {
    let order = order(&image[..options]);
    let mut power = image[..options].to_vec();
    let mut generators = 1;
    for exponent in 2..order {
        for target in &mut power {
            *target = image[wide(*target)];
        }
        if gcd(exponent, order) == 1 {
            if power.as_slice() < &image[..options] {
                return None;
            }
            generators += 1;
        }
    }
    Some(generators)
}

/// Returns the order of a permutation.
fn order(image: &[u32]) -> u64 {
    let mut order = 1;
    let mut is_seen = vec![false; image.len()];
    for vertex in 0..image.len() {
        let (mut at, mut length) = (vertex, 0);
        while !std::mem::replace(&mut is_seen[at], true) {
            (at, length) = (wide(image[at]), length + 1);
        }
        if length > 1 {
            order *= length / gcd(order, length);
        }
    }
    order
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}
