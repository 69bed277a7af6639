//! Estimates of the size of a search tree by random probes, with their error.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::scale;
use crate::search::Search;

/// An estimate of a search tree by random probes.
///
/// Each probe goes down from the root and draws one of the `d` branches at every level with equal
/// probability. The product of the `d` down to a level is an unbiased estimate of the number of nodes there,
/// and the product at a solution, or 0 at a dead end, one of the number of solutions. (D. E. Knuth,
/// *Estimating the efficiency of backtrack programs*, 1975.) Where few branches lead deep, most probes are
/// too low and few of them much too high: then the standard error is large, and can even be too small itself.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Number of probes made.
    #[doc(hidden)]
    pub probes: u64,
    /// Number of probes that reached a solution. If there is none, nothing is known about the number of solutions,
    /// although the mean and its error are 0.
    #[doc(hidden)]
    pub reached: u64,
    /// Estimated nodes of the whole tree, as [`Counters::nodes`](crate::Counters::nodes) counts them.
    pub nodes: Mean,
    /// Estimated number of solutions.
    pub solutions: Mean,
    /// The reason why fewer probes were made than requested, if so.
    pub stopped: Option<Stopped>,
}

/// A mean over all probes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error: the standard deviation of the probes divided by the square root of their number.
    /// Infinite after fewer than two probes.
    pub standard_error: f64,
}

/// Mean and variance of the values so far (B. P. Welford, 1962: one pass, no cancellation of large sums).
#[derive(Clone, Copy, Default)]
struct Running {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Running {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    fn mean(self) -> Mean {
        let error = if self.count < 2.0 {
            f64::INFINITY
        } else {
            (self.squares / (self.count - 1.0) / self.count).sqrt()
        };
        Mean { value: self.mean, standard_error: error }
    }
}

impl Search {
    /// Estimates the whole tree by `probes` random probes. The same seed gives the same estimate on every
    /// machine. The search is at the root afterwards.
    ///
    /// Probes do not use up the limit of nodes, as they are not part of the search. The question of the
    /// limits is asked once for each probe and can stop the estimate.
    ///
    /// ```
    /// use dlx_core::{Limits, Problem, Search};
    ///
    /// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
    /// let estimate = Search::new(&problem).estimate(10, 1, &mut Limits::none());
    /// assert_eq!((estimate.nodes.value, estimate.solutions.value), (2.0, 2.0));
    /// assert_eq!(estimate.solutions.standard_error, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// For each probe, the work of one descent of a search.
    pub fn estimate(&mut self, probes: u64, seed: u64, limits: &mut Limits<'_>) -> Estimate {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut nodes, mut solutions) = (Running::default(), Running::default());
        let mut stopped = None;
        let (mut made, mut reached) = (0, 0);
        let words = self.leave_words();
        let probes = match self.build(limits) {
            Ok(()) => probes,
            Err(why) => {
                stopped = Some(why);
                0
            }
        };
        while made < probes {
            if let Err(why) = self.ask(limits) {
                stopped = Some(why);
                break;
            }
            let dive = self.dive(&mut |of| scale(random.next_u32(), of));
            nodes.add(dive.nodes);
            solutions.add(dive.solutions);
            made += 1;
            reached += u64::from(dive.solutions > 0.0);
        }
        if let Some(words) = words {
            self.return_to_words(words);
        }
        Estimate { probes: made, reached, nodes: nodes.mean(), solutions: solutions.mean(), stopped }
    }
}
