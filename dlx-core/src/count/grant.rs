//! The time that other engines than the search are granted, by what is known of them:
//!
//! - nothing: a look at them (`FIRST_LOOK`), then `SHARE` of the search, but no more time than it has had, or `UNPROVEN`;
//! - they are predicted to need less than `BETTER` of what the search needs: `SHARE_OF_MERGING`, but at most `PROMISED`
//!   times its time;
//! - they are predicted to need `WORSE` times as much or more: nothing, until the search has taken longer than expected;
//! - their states merge: `SHARE_OF_MERGING` of the guess;
//! - one is near its end, and needs less than the search if its states merge, and less than `BETTER` of that otherwise:
//!   all that it needs, but not more in all than the whole search, and if nothing merges not more than `PROMISED` times its
//!   time. The frontier of the Tetris Cube looked near its end for a minute, six times the whole search.
//!
//! So a search that ends first takes at most twice its own time if it is estimated well (and 1.25 times with `UNPROVEN` if
//! none of them comes near its end), and if nothing merges at most 1 + `PROMISED` times its own time however wrong the
//! estimates are. Another engine that ends first has waited for a search of a quarter of the time of all other engines if it
//! was predicted to, and of the same time otherwise. How these divide their time is bounded in `portfolio`.
//!
//! In four cases of five, a prediction was between an eleventh of the time that was needed and 1.6 times that time, at 241
//! moments of 37 sweeps.

use crate::count::portfolio::whole;

/// Nanoseconds of an update of the search: measured were 1.4 (queens, grids of 6x6) to 4 (pentominoes, Latin squares with
/// givens).
pub(super) const UPDATE: f64 = 2.0;
/// The same for an update estimated by random probes on the links: one update of an engine on bits stands for
/// several of them.
const GUESSED_UPDATE: f64 = 0.5;
/// The share of the search's time, past or estimated in all, that is granted to the other engines; the
/// greater share if their states merge or they are predicted to end first.
const SHARE: f64 = 0.03;
const SHARE_OF_MERGING: f64 = 0.25;
/// The most time for other engines that are predicted to end first, as a multiple of the search's time. With 2, a Latin
/// square of order 7 with 8 givens took 0.86 in place of 0.69 s of work (frontier alone: 0.42 s).
const PROMISED: f64 = 4.0;
/// For a first prediction, the other engines get this many times the time of their setup, when the search has taken, or
/// is expected to take in twice the time so far, so many times as much. On the pentominoes in 6x10, whose setup takes 16
/// ms, 4 times is met and costs a third of the time.
const FIRST_LOOK: f64 = 1.5;
const LOOKS_OF_SEARCH: f64 = 5.0;
/// Nanoseconds that the other engines get at first, if the search is estimated to be long.
const UNPROVEN: f64 = 2e7;
/// They are predicted to end first if they need less than this part of the time that the search is estimated to need.
const BETTER: f64 = 0.25;
/// They get no time while they are predicted to need this many times as much as the search.
const WORSE: f64 = 8.0;
/// The guess of the whole search, which random probes made before it began, counts for less the more of the search is
/// done: for nothing once this part is. For the Tetris Cube it was 30 times too high.
const OUTDATED: f64 = 32.0;
/// Nanoseconds above which engines without a prediction get part of their time with all threads: the search
/// is then estimated to take more than a second.
const LONG: f64 = 4e7;

/// The time that the other engines are granted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grant {
    /// Nanoseconds in all.
    pub(super) allowed: u64,
    /// The part of these nanoseconds with all threads.
    pub(super) with_all: u64,
}

/// What is known of the search and of the other engines at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Updates that the search has made.
    pub(super) work: u64,
    /// The fraction of the search that is done.
    pub(super) fraction: f64,
    /// Updates of the whole search, as random probes guessed before it began.
    pub(super) expected: u64,
    /// Nanoseconds that the other engines have taken.
    pub(super) spent: u64,
    /// Nanoseconds that an engine near its end still needs.
    pub(super) left: Option<f64>,
    /// Nanoseconds that the engine that is predicted to end first still needs.
    pub(super) predicted: Option<f64>,
    /// Whether states of the other engines merge.
    pub(super) is_merging: bool,
    /// Nanoseconds that it takes to set the other engines up.
    pub(super) setup: u64,
    /// Number of threads that the count uses.
    pub(super) threads: usize,
}

// All figures below are nanoseconds.
impl Outlook {
    /// Returns the time that the search has taken.
    fn done(&self) -> f64 {
        UPDATE * self.work as f64
    }

    /// Returns the time that the search still needs by the guess of the probes.
    fn guessed_left(&self) -> f64 {
        let left = GUESSED_UPDATE * self.expected as f64 - self.done();
        left * (1.0 - OUTDATED * self.fraction).max(0.0)
    }

    /// Returns the time that the search is expected to need still. The guess and the fraction are both wrong at
    /// times, in either direction.
    fn expected_left(&self) -> f64 {
        let by_fraction = UPDATE * left_by_fraction(self.work, self.fraction) as f64;
        self.guessed_left().max(by_fraction).max(0.0)
    }

    /// Returns the time that is reckoned with for the rest of the search.
    fn search_left(&self) -> f64 {
        self.expected_left().max(self.done())
    }

    /// Returns the most for engines that seem better than the search and whose states do not merge.
    fn promised(&self) -> f64 {
        (PROMISED * self.done()).max(UNPROVEN)
    }

    /// Returns what an engine near its end still needs, if that is better than to go on with the search.
    fn needed(&self) -> Option<f64> {
        let (search_left, spent) = (self.search_left(), self.spent as f64);
        let trusted = if self.is_merging { 1.0 } else { BETTER };
        let is_better = |left| left < trusted * search_left && spent + left < self.done() + search_left;
        self.left.filter(|&left| is_better(left))
    }

    /// Returns the grant for engines of which one is near its end.
    fn for_the_end(&self) -> f64 {
        let (whole_search, spent) = (self.done() + self.search_left(), self.spent as f64);
        let most = if self.is_merging { whole_search } else { self.promised().min(whole_search) };
        // A prediction that is too low grows with the work, so a turn is not much shorter than what came before.
        self.needed().map_or(0.0, |left| (spent + left.max(spent / 2.0)).min(most))
    }

    /// Returns the grant by how the engines are predicted to compare with the search.
    fn share(&self) -> f64 {
        let (done, search_left) = (self.done(), self.search_left());
        let predicted = self.predicted.map_or(1.0, |left| left / search_left);
        if self.is_merging {
            SHARE_OF_MERGING * done.max(self.guessed_left() + done)
        } else if predicted < BETTER {
            self.promised().min(SHARE_OF_MERGING * (done + search_left))
        } else if predicted < WORSE {
            done.max(UNPROVEN).min(SHARE * (done + self.expected_left()))
        } else {
            0.0
        }
    }

    /// Returns the grant for a first prediction.
    fn look(&self) -> f64 {
        let (done, first) = (self.done(), FIRST_LOOK * self.setup as f64);
        let is_long = done + done.min(self.expected_left()) > LOOKS_OF_SEARCH * first;
        if is_long { first } else { 0.0 }
    }

    /// Returns the grant.
    pub(super) fn grant(&self) -> Grant {
        let allowed = self.for_the_end().max(self.share()).max(self.look());
        let with_all = match self.threads {
            1 => allowed,
            _ if self.is_merging || self.needed().is_some() => allowed,
            // Not all of them use all threads, so they get a part of their time only, and only in a long
            // search.
            threads if allowed > LONG => allowed / threads as f64,
            _ => 0.0,
        };
        Grant { allowed: whole(allowed), with_all: whole(with_all) }
    }
}

/// Returns the work that is left after this much, judged by the fraction done; 0 if that is not known.
pub(super) fn left_by_fraction(work: u64, done: f64) -> u64 {
    if done > 0.0 { whole(work as f64 * (1.0 - done) / done) } else { 0 }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    fn outlook(work: u64, [fraction, expected]: [u32; 2], [left, predicted]: [Option<u32>; 2]) -> Outlook {
        Outlook {
            work,
            fraction: f64::from(fraction) / f64::from(u32::MAX),
            expected: expected.into(),
            spent: work / 2,
            left: left.map(f64::from),
            predicted: predicted.map(f64::from),
            is_merging: false,
            setup: 1_000_000,
            threads: 2,
        }
    }

    quickcheck! {
        fn what_does_not_merge_gets_a_multiple_of_the_time_of_the_search_whatever_is_guessed(
            work: u32, fraction: u32, expected: u32, left: Option<u32>, predicted: Option<u32>
        ) -> bool {
            let outlook = outlook(work.into(), [fraction, expected], [left, predicted]);
            let Grant { allowed, with_all } = outlook.grant();
            let most = (PROMISED * UPDATE * f64::from(work)).max(UNPROVEN);
            with_all <= allowed && allowed as f64 <= most
        }

        fn what_merges_gets_no_less(
            work: u32, fraction: u32, expected: u32, left: Option<u32>, predicted: Option<u32>
        ) -> bool {
            let outlook = outlook(work.into(), [fraction, expected], [left, predicted]);
            let merging = Outlook { is_merging: true, ..outlook };
            merging.for_the_end() >= outlook.for_the_end() && merging.needed().is_some() >= outlook.needed().is_some()
        }
    }

    #[test]
    fn an_engine_near_its_end_gets_what_it_needs_and_one_far_behind_nothing() {
        // The search has taken 20 ms, and is at its half by the fraction.
        let half = outlook(10_000_000, [u32::MAX / 2, 0], [None, None]);
        let needed = Outlook { left: Some(2e6), ..half };
        assert_eq!(needed.grant().allowed, 10_000_000 / 2 + 5_000_000 / 2);
        assert_eq!(Outlook { left: Some(8e6), ..half }.needed(), None, "it is not four times as fast");
        assert_eq!(Outlook { predicted: Some(1e9), ..half }.share().to_bits(), 0_f64.to_bits());
    }
}
