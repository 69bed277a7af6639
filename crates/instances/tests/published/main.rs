//! The problems have as many covers as the literature says, agree with the test data, and are equal after
//! being written and read. The sources are given at the `published` function of each family.

use dlx_core::text::knuth;
use dlx_core::{Limits, Problem, Search};
use dlx_instances::region::Region;
use dlx_instances::shape::Cell;
use dlx_instances::{InstanceError, Published};

#[path = "../../../../dlx-core/tests/corpus/mod.rs"]
mod corpus;
mod designs;
mod drawings;
mod families;
mod faults;
mod packings;
mod pips;
mod schedules;
mod xmpuzzle;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Returns the number of covers, after checking that the problem is equal after being written and read.
fn count(problem: &Problem) -> u128 {
    assert_comes_back(problem);
    let count = Search::new(problem).count(&mut Limits::none()).exact();
    u128::from(count.expect("without limits nothing stops a search"))
}

fn assert_comes_back(problem: &Problem) {
    let mut written = Vec::new();
    knuth::write(problem, &mut written).expect("a vector takes all that is written");
    assert!(knuth::read(&*written).expect("what was written can be read") == *problem);
}

#[track_caller]
fn assert_counts(problem: &Problem, published: Option<Published>) {
    let Published { count: expected, source } = published.expect("a published count");
    assert_eq!(count(problem), expected, "{source}");
}

fn hole() -> Result<Region, InstanceError> {
    let middle = [Cell::new(3, 3), Cell::new(3, 4), Cell::new(4, 3), Cell::new(4, 4)];
    Region::rectangle(8, 8)?.without(&middle)
}
