//! Guesses against the search without linear programs.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

#[path = "../../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, hold};

use super::guess::Guess;
use super::{Linear, LinearEnd};
use crate::cheapest::Cheapest;
use crate::cheapest::found::{Collector, Gap, Tally, Wanted};
use crate::cheapest::taxes::Taxing;
use crate::control::limits::Limits;
use crate::problem::Problem;
use crate::problem::givens::{Givens, Settled};
use crate::problem::ids::OptionId;

/// Returns the costs of the `number` cheapest covers, by a search that guesses after this many nodes; `None` if the
/// problem has no linear program.
fn costs(problem: &Problem, nodes: u64, number: usize) -> Option<Vec<i128>> {
    let mut settled = Settled::default();
    settled.resolve(problem, Givens::none()).expect("nothing is given");
    let limits = &mut Limits::none();
    let mut linear = Linear::new(problem, &settled, limits).expect("there are no limits")?;
    linear.guess = Guess::Early { nodes };
    let mut ignore = |_: &_| {};
    let wanted = Wanted { number: Some(number), most: None, gap: Gap::Cost(0) };
    let mut collector = Collector::new(wanted, &settled.given, &mut ignore);
    let end = linear.run(u64::MAX, &mut Tally::default(), &mut collector, limits);
    assert_eq!(end, Ok(LinearEnd::Complete));
    Some(collector.into_covers().iter().map(|priced| priced.cost).collect())
}

#[test]
fn guesses_change_no_answer() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        for number in [1, 3] {
            let best = Cheapest::with_taxing(&problem, Taxing::None).find(number, &mut Limits::none());
            let expected: Vec<i128> = best.covers.iter().map(|priced| priced.cost).collect();
            for nodes in [0, 1, 2] {
                let found = costs(&problem, nodes, number);
                assert!(found.is_none_or(|found| found == expected), "{nodes} nodes, {number} covers");
            }
        }
    }
    hold(2000, property as fn(Rich));
}
