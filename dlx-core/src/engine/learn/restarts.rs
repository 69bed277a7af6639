//! When to restart: a restart is due if the clauses learned last have more levels than those before.
//!
//! A long search takes turns between such *focused* phases and *stable* ones, in which restarts are rare and follow the
//! sequence of Luby: many problems with a solution need the latter (A. Biere, *CaDiCaL, ... entering the SAT
//! competition*, 2017). Phases become longer by `PHASE` dead ends.

/// Weight of a new clause in the average of recent clauses.
const RECENT: f64 = 1.0 / 32.0;
/// Weight of a new clause in the average of all clauses; more at the beginning.
const LONG: f64 = 1.0 / 8192.0;
/// The quotient of the averages from which on a restart is due.
const EXCESS: f64 = 1.15;
/// Number of dead ends between two restarts at least, and in a stable phase in terms of the sequence.
const LEAST: u64 = 50;
const RARELY: u64 = 1024;
/// Number of dead ends of the first focused phase, and by how many a phase is longer than the one before.
const FIRST: u64 = 3000;
const PHASE: u64 = 1000;

/// The numbers of levels of learned clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Restarts {
    recent: f64,
    long: f64,
    count: f64,
    since_restart: u64,
    is_stable: bool,
    /// Dead ends of this phase, and the number of phases before it.
    of_phase: u64,
    phases: u64,
    /// The number of restarts of this stable phase.
    rare: u64,
}

impl Restarts {
    /// Takes the number of levels of a learned clause.
    #[expect(clippy::cast_precision_loss, reason = "averages need no precision")]
    pub(super) fn learn(&mut self, levels: usize) {
        let levels = levels as f64;
        self.count += 1.0;
        self.recent += (levels - self.recent) * RECENT;
        self.long += (levels - self.long) * LONG.max(1.0 / self.count);
        self.since_restart += 1;
        self.of_phase += 1;
        if self.of_phase > FIRST + PHASE * self.phases {
            (self.is_stable, self.of_phase, self.rare) = (!self.is_stable, 0, 0);
            self.phases += 1;
        }
    }

    /// Returns true in a stable phase.
    pub(super) fn is_stable(&self) -> bool {
        self.is_stable
    }

    /// Returns true, once, if a restart is due.
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = if self.is_stable {
            self.since_restart > RARELY * luby(self.rare + 1)
        } else {
            self.since_restart > LEAST && self.recent > EXCESS * self.long
        };
        if is_due {
            self.rare += 1;
            (self.recent, self.since_restart) = (self.long, 0);
        }
        is_due
    }
}

/// Returns the number at a place, from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ... (M. Luby, A.
/// Sinclair and D. Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993).
pub(crate) fn luby(mut place: u64) -> u64 {
    loop {
        // The first 2^k - 1 numbers end with 2^(k - 1).
        let power = (place + 1).next_power_of_two();
        if place + 1 == power {
            return power / 2;
        }
        place -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn runs_have_the_lengths_of_luby() {
        let lengths: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
