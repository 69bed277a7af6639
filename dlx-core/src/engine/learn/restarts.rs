//! When to restart: a restart is due if the clauses learned last have more levels than those before.

/// Weight of a new clause in the average of recent clauses.
const RECENT: f64 = 1.0 / 32.0;
/// Weight of a new clause in the average of all clauses; more at the beginning.
const LONG: f64 = 1.0 / 8192.0;
/// The quotient of the averages from which on a restart is due.
const EXCESS: f64 = 1.15;
/// Number of dead ends between two restarts at least.
const LEAST: u64 = 50;

/// The numbers of levels of learned clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Restarts {
    recent: f64,
    long: f64,
    count: f64,
    since_restart: u64,
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
    }

    /// Returns true, once, if a restart is due.
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.since_restart > LEAST && self.recent > EXCESS * self.long;
        if is_due {
            (self.recent, self.since_restart) = (self.long, 0);
        }
        is_due
    }
}
