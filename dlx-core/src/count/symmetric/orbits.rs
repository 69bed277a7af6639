//! The number of covers up to symmetry.
//!
//! In a small group it is the mean, over all symmetries, of the number of covers that the symmetry maps to
//! themselves (the lemma of Cauchy, Frobenius and Burnside), each number being that of the covers of a
//! [quotient](super::quotient). Conjugate symmetries, and those that generate the same subgroup, have the same number,
//! so one of each such class is enough. In a large group the representatives are listed.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::quotient::quotient;
use crate::control::answers::Count;
use crate::control::limits::{Limits, Underway};
use crate::count::Counting;
use crate::symmetry::{Elements, Symmetries};

impl Symmetries {
    /// Returns the number of covers up to symmetry: the number of orbits of covers. Two covers are in one
    /// orbit if a symmetry maps one to the other.
    ///
    /// A number returned with a limit is a lower bound. A limit of solutions stops the count when that number
    /// is known. A limit of nodes applies to all counts together.
    ///
    /// # Complexity
    /// With up to 100,000 symmetries, one count of a quotient for each class of symmetries that are conjugate or
    /// generate the same subgroup. With more, and with fewer of very large problems, that of listing the
    /// [`representatives`](Self::representatives).
    pub fn count(&self, limits: &mut Limits<'_>) -> Count<BigUint> {
        self.count_with(NonZeroUsize::MIN, limits)
    }

    /// The same with several threads.
    #[doc(hidden)]
    pub fn count_with(&self, threads: NonZeroUsize, limits: &mut Limits<'_>) -> Count<BigUint> {
        if self.is_counted_by_quotients() {
            self.count_by_quotients(threads, limits)
        } else {
            self.count_by_listing(limits)
        }
    }

    /// Returns true if [`count`](Self::count) counts quotients, and false if it lists representatives.
    #[doc(hidden)]
    #[must_use]
    pub fn is_counted_by_quotients(&self) -> bool {
        Elements::are_few(&self.group, &self.graph)
    }

    fn count_by_quotients(&self, threads: NonZeroUsize, limits: &mut Limits<'_>) -> Count<BigUint> {
        let most = limits.solutions_left();
        // The orbits reach the limit when the sum does.
        let enough = (most < u64::MAX).then(|| most.saturating_sub(1) * self.order() + 1u32);
        let elements = Elements::of(&self.group, &self.graph);
        let nowhere = Underway::default();
        let classes = match elements.classes(|| limits.pass(1, &nowhere)) {
            Ok(classes) => classes,
            Err(why) => return Count::AtLeast(BigUint::ZERO, why),
        };
        let mut sum = BigUint::ZERO;
        let mut stopped = None;
        for &(element, members) in &classes {
            let fixed = quotient(self.problem(), &self.graph, &elements.image(element));
            let counting = Counting::of(&fixed).threads(threads);
            let left = enough.as_ref().map_or(u64::MAX, |enough| {
                let left = (enough - &sum + members - 1u32) / members;
                u64::try_from(left).unwrap_or(u64::MAX)
            });
            let counted = limits.with_solutions(left, |limits| counting.run(limits));
            let count = counted.expect("without givens and a wish for an engine nothing is refused").count;
            if let Count::AtLeast(_, why) = &count {
                stopped = Some(*why);
            }
            sum += count.at_least() * members;
            if stopped.is_some() {
                break;
            }
        }
        let orbits = (sum + self.order() - 1u32) / self.order();
        limits.spend_solutions(u64::try_from(&orbits).unwrap_or(u64::MAX));
        let count = match stopped {
            None => Count::Exact(orbits),
            Some(why) => Count::AtLeast(orbits, why),
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
