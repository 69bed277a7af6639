//! Progress of a long search or batch on standard error: a bar on a terminal, or periodic lines or JSON
//! objects.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use dlx_core::inner::{CostsKnown, Observer};
use dlx_core::{Counters, Decimal, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::shared::flags::When;
use crate::shared::{json, message};

/// Runs shorter than this show no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two updates of the bar.
const BETWEEN_BARS: Duration = Duration::from_millis(100);
/// Time between two lines without a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Time between two JSON objects.
const BETWEEN_OBJECTS: Duration = Duration::from_secs(1);
/// Length of the bar in its own units.
const PARTS: u64 = 10_000;

/// Shows the elapsed time until another display or an answer replaces it, or the run ends.
#[derive(Clone)]
pub(crate) struct Clock(Arc<Mutex<Option<Meter>>>);

impl Clock {
    /// Starts the display: on a terminal, or if it was asked for.
    pub(crate) fn start(when: When) -> Self {
        let look = match when {
            When::Never => return Self(Arc::default()),
            When::Json => Look::Objects,
            When::Auto | When::Always if io::stderr().is_terminal() => Look::Bar(bar(MESSAGE_ALONE)),
            When::Auto => return Self(Arc::default()),
            When::Always => Look::Lines,
        };
        let meter = Meter::with(Some(look));
        let mut next = meter.next;
        let shared = Arc::new(Mutex::new(Some(meter)));
        let seen = Arc::downgrade(&shared);
        // Without a thread for it, nothing is shown.
        drop(thread::Builder::new().spawn(move || {
            loop {
                thread::sleep(next.saturating_duration_since(Instant::now()));
                let Some(shared) = seen.upgrade() else { return };
                let mut meter = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(meter) = &mut *meter else { return };
                meter.show(None, 0.0, 0, Done::Nothing {});
                next = meter.next;
            }
        }));
        Self(shared)
    }

    /// Removes the display.
    pub(crate) fn stop(&self) {
        *self.meter() = None;
    }

    /// Removes the display unless it is on a terminal, where a [`Meter`] removes it when it shows something.
    fn hand_over(&self) {
        let is_bar = |meter: &Meter| matches!(meter.look, Some(Look::Bar(_)));
        let mut meter = self.meter();
        if !meter.as_ref().is_some_and(is_bar) {
            *meter = None;
        }
    }

    fn meter(&self) -> MutexGuard<'_, Option<Meter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A progress display with its update interval.
pub(crate) struct Meter {
    look: Option<Look>,
    next: Instant,
    started: Instant,
    /// What is shown until this display shows something.
    clock: Option<Clock>,
}

/// When a command prints its answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Printing {
    AtTheEnd,
    /// During the run, to standard output; a bar on the same terminal would be overwritten.
    Meanwhile,
}

impl Meter {
    pub(crate) fn new(when: When, printing: Printing, clock: &Clock) -> Self {
        clock.hand_over();
        let is_terminal = io::stderr().is_terminal();
        let is_spoiled = printing == Printing::Meanwhile && io::stdout().is_terminal();
        let look = match when {
            When::Never => None,
            When::Json => Some(Look::Objects),
            When::Auto if !is_terminal || is_spoiled => None,
            When::Always if !is_terminal => Some(Look::Lines),
            When::Auto | When::Always => Some(Look::Bar(bar(WITH_BAR))),
        };
        Self { clock: Some(clock.clone()), ..Self::with(look) }
    }

    fn with(look: Option<Look>) -> Self {
        let started = Instant::now();
        Self { look, next: started + PATIENCE, started, clock: None }
    }

    /// Returns true if there is a display and it is time to update it.
    fn is_due(&self) -> bool {
        self.look.is_some() && Instant::now() >= self.next
    }

    /// Shows the work done if an update is due. `fraction` is the share of all work, and `begun` the share
    /// that was done before this run.
    fn show(&mut self, fraction: Option<f64>, begun: f64, nodes_before: u64, done: Done) {
        let Some(look) = &self.look else { return };
        let now = Instant::now();
        if now >= self.next {
            if let Some(clock) = self.clock.take() {
                clock.stop();
            }
            let figures = ProgressObject::new(now.duration_since(self.started), fraction, begun, done);
            self.next = now + look.show(&figures, nodes_before);
        }
    }
}

/// Which cost is looked for. That of the greatest is computed with the opposite costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    Least,
    Greatest,
}

impl Sense {
    /// Returns the cost for a user of one that is to be the least.
    pub(crate) fn apply(self, cost: Decimal) -> Decimal {
        if self == Self::Greatest { -cost } else { cost }
    }

    /// Returns the word for what no cover costs beyond the bound.
    pub(crate) fn beyond(self) -> &'static str {
        if self == Self::Greatest { "more" } else { "less" }
    }
}

/// Shows the progress of a search.
pub(crate) struct Display {
    meter: Meter,
    sense: Sense,
    /// The fraction and node count at which the search started; not zero for a resumed search.
    begun: Option<(f64, u64)>,
}

enum Look {
    Bar(ProgressBar),
    Lines,
    Objects,
}

/// Progress figures, also printed as a JSON object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct ProgressObject {
    /// Distinguishes the object from others.
    #[cfg_attr(test, schema(pattern = "^progress$"))]
    event: &'static str,
    /// Elapsed time, in seconds.
    seconds: f64,
    /// Fraction done, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(minimum = 0, maximum = 1))]
    fraction: Option<f64>,
    /// Estimated remaining time, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
    #[serde(flatten)]
    done: Done,
}

/// The work done so far.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
enum Done {
    /// Progress of a search
    Search {
        /// Nodes of the search.
        nodes: u64,
        /// Covers found.
        solutions: u64,
    },
    /// Progress of a search for the cheapest covers
    Optimization {
        /// Nodes of the search.
        nodes: u64,
        /// Covers found.
        solutions: u64,
        /// Cost of the cheapest cover so far.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schema(value_type = Option<f64>))]
        cheapest: Option<Decimal>,
        /// A lower bound on the cost of all covers.
        #[cfg_attr(test, schema(value_type = f64))]
        lower_bound: Decimal,
    },
    /// Progress of a search for the covers of greatest cost
    Maximization {
        /// Nodes of the search.
        nodes: u64,
        /// Covers found.
        solutions: u64,
        /// The greatest cost of a cover so far.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schema(value_type = Option<f64>))]
        greatest: Option<Decimal>,
        /// An upper bound on the cost of all covers.
        #[cfg_attr(test, schema(value_type = f64))]
        upper_bound: Decimal,
    },
    /// Progress of a listing
    Listing {
        /// Covers listed.
        solutions: u64,
    },
    /// Progress of a list of puzzles
    Batch {
        /// Puzzles answered.
        puzzles: u64,
    },
    /// Progress of an estimate
    Estimate {
        /// Probes made.
        probes: u64,
    },
    /// Progress without figures
    Nothing {},
}

/// The objects of `--progress json`, for their published schema.
#[cfg(test)]
pub(crate) fn objects() -> super::objects::Objects {
    super::objects::Objects::default().of::<ProgressObject>("Progress")
}

impl ProgressObject {
    /// Estimates the remaining time from the speed since `begun`.
    fn new(elapsed: Duration, fraction: Option<f64>, begun: f64, done: Done) -> Self {
        let seconds = elapsed.as_secs_f64();
        let left = fraction.map(|fraction| seconds * (1.0 - fraction) / (fraction - begun));
        let seconds_left = left.filter(|left| left.is_finite() && *left >= 0.0);
        Self { event: "progress", seconds, fraction, seconds_left, done }
    }

    fn elapsed(&self) -> HumanDuration {
        HumanDuration(Duration::from_secs(floor(self.seconds)))
    }

    fn words(&self, nodes_before: u64) -> String {
        let rate = |count: u64| HumanCount(floor(count as f64 / self.seconds));
        let done = match self.done {
            Done::Search { nodes, solutions } => {
                format!(
                    "{} found, {} nodes/s",
                    HumanCount(solutions),
                    rate(nodes.saturating_sub(nodes_before))
                )
            }
            Done::Optimization { nodes, cheapest: best, lower_bound: bound, .. }
            | Done::Maximization { nodes, greatest: best, upper_bound: bound, .. } => {
                let rate = rate(nodes.saturating_sub(nodes_before));
                match best {
                    None => format!("none found, bound {bound}, {rate} nodes/s"),
                    Some(cost) => {
                        let (found, bound_of) = (cost.to_f64(), bound.to_f64());
                        let gap = (found - bound_of).abs() / found.abs().max(f64::MIN_POSITIVE) * 100.0;
                        format!("cost {cost}, bound {bound}, gap {gap:.1} %, {rate} nodes/s")
                    }
                }
            }
            Done::Listing { solutions } => {
                format!("{} found, {} elapsed", HumanCount(solutions), self.elapsed())
            }
            Done::Batch { puzzles } => {
                format!("{} puzzles, {} puzzles/s", HumanCount(puzzles), rate(puzzles))
            }
            Done::Estimate { probes } => {
                format!("{} probes, {} probes/s", HumanCount(probes), rate(probes))
            }
            Done::Nothing {} => {
                format!("{} elapsed", self.elapsed())
            }
        };
        match self.fraction {
            Some(_) => format!("{done}, {}", time_left(self.seconds_left)),
            None => done,
        }
    }
}

impl Display {
    pub(crate) fn new(meter: Meter) -> Self {
        Self::of_costs(meter, Sense::Least)
    }

    /// Returns the display of a search for the covers of least or greatest cost.
    pub(crate) fn of_costs(meter: Meter, sense: Sense) -> Self {
        Self { meter, sense, begun: None }
    }
}

impl Observer for Display {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let Counters { nodes, solutions, .. } = progress.counters();
        let (from, nodes_before) = *self.begun.get_or_insert_with(|| (progress.fraction(), nodes));
        if self.meter.is_due() {
            let done = match progress.costs() {
                None => Done::Search { nodes, solutions },
                Some(CostsKnown { cheapest, bound, .. }) => {
                    let (found, bound) =
                        (cheapest.map(|cost| self.sense.apply(cost)), self.sense.apply(bound));
                    match self.sense {
                        Sense::Least => {
                            Done::Optimization { nodes, solutions, cheapest: found, lower_bound: bound }
                        }
                        Sense::Greatest => {
                            Done::Maximization { nodes, solutions, greatest: found, upper_bound: bound }
                        }
                    }
                }
            };
            self.meter.show(Some(progress.fraction()), from, nodes_before, done);
        }
        ControlFlow::Continue(())
    }
}

/// Shows how many covers are found by a listing that consists of several searches, so that the fraction of a
/// search says nothing of the fraction of the whole.
pub(crate) struct FoundDisplay<'f> {
    meter: Meter,
    found: &'f Cell<u64>,
}

impl<'f> FoundDisplay<'f> {
    pub(crate) fn new(meter: Meter, found: &'f Cell<u64>) -> Self {
        if let Some(Look::Bar(bar)) = &meter.look {
            bar.set_style(style(MESSAGE_ALONE));
        }
        Self { meter, found }
    }
}

impl Observer for FoundDisplay<'_> {
    fn observe(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        self.meter.show(None, 0.0, 0, Done::Listing { solutions: self.found.get() });
        ControlFlow::Continue(())
    }
}

/// Shows how many probes of an estimate are done.
pub(crate) struct ProbeDisplay {
    meter: Meter,
    made: u64,
    wanted: u64,
}

impl ProbeDisplay {
    pub(crate) fn new(meter: Meter, wanted: u64) -> Self {
        Self { meter, made: 0, wanted }
    }
}

impl Observer for ProbeDisplay {
    /// An estimate calls this before each probe; its search stays at the root.
    fn observe(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        let fraction = self.made as f64 / self.wanted.max(1) as f64;
        self.meter.show(Some(fraction), 0.0, 0, Done::Estimate { probes: self.made });
        self.made += 1;
        ControlFlow::Continue(())
    }
}

fn time_left(seconds: Option<f64>) -> String {
    match seconds.map(Duration::try_from_secs_f64) {
        Some(Ok(left)) => format!("about {} left", HumanDuration(left)),
        // The remaining time is unknown or too long to represent.
        _ => "time left unknown".to_owned(),
    }
}

impl Look {
    /// Shows the figures. Returns the time until the next update.
    fn show(&self, figures: &ProgressObject, nodes_before: u64) -> Duration {
        match self {
            Self::Bar(bar) => {
                message::print_above(Some(bar));
                bar.set_position(parts(figures.fraction.unwrap_or_default()));
                bar.set_message(figures.words(nodes_before));
                BETWEEN_BARS
            }
            Self::Lines => {
                let percent = figures.fraction.map(|fraction| format!("{:.2} % ", fraction * 100.0));
                let words = figures.words(nodes_before);
                stat!("progress: {}{words}", percent.unwrap_or_default());
                BETWEEN_LINES
            }
            Self::Objects => {
                stat!("{}", json::to_string(figures));
                BETWEEN_OBJECTS
            }
        }
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        if let Self::Bar(bar) = self {
            message::print_above(None);
            bar.finish_and_clear();
        }
    }
}

/// Shows how many puzzles of a batch are done.
pub(crate) struct BatchDisplay {
    meter: Meter,
    /// Total size of the inputs in bytes, if known.
    bytes: Option<u64>,
}

impl BatchDisplay {
    pub(crate) fn new(meter: Meter, bytes: Option<u64>) -> Self {
        if let (Some(Look::Bar(bar)), None) = (&meter.look, bytes) {
            bar.set_style(style(MESSAGE_ALONE));
        }
        Self { meter, bytes }
    }

    /// Shows the progress of the batch if an update is due; `bytes` is the input consumed by the `puzzles`
    /// answered.
    pub(crate) fn show(&mut self, puzzles: u64, bytes: u64) {
        let fraction = self.bytes.map(|all| (bytes as f64 / all.max(1) as f64).min(1.0));
        self.meter.show(fraction, 0.0, 0, Done::Batch { puzzles });
    }

    /// Removes the display.
    pub(crate) fn finish(&mut self) {
        self.meter.look = None;
    }

    /// Prints something while the bar is hidden.
    pub(crate) fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.meter.look {
            Some(Look::Bar(bar)) => {
                // Messages are printed in place of the bar.
                message::print_above(None);
                let printed = bar.suspend(print);
                message::print_above(Some(bar));
                printed
            }
            _ => print(),
        }
    }
}

/// Templates of displays on a terminal.
const WITH_BAR: &str = "{bar:30} {percent_precise} % {wide_msg}";
const MESSAGE_ALONE: &str = "{wide_msg}";

fn bar(template: &str) -> ProgressBar {
    ProgressBar::new(PARTS).with_style(style(template))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}

fn parts(fraction: f64) -> u64 {
    floor(fraction * PARTS as f64)
}

/// The integer part of a number that is not negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float saturates at the ends")]
fn floor(number: f64) -> u64 {
    number as u64
}
