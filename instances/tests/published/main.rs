//! The instances have as many covers as the literature says, are those of the test data, and come back equal
//! when they are written and read. Sources stand beside the `published` functions of each family.

use dlx_core::text::knuth;
use dlx_core::{Limits, Problem, Search};
use dlx_instances::region::Region;
use dlx_instances::shape::Cell;
use dlx_instances::{InstanceError, Published};

#[path = "../../../dlx-core/tests/corpus/mod.rs"]
mod corpus;
mod families;
mod faults;
mod packings;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The number of covers, after a look at whether the problem comes back when it is written and read.
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
