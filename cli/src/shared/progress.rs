//! How far a long search or a batch of puzzles has come, on standard error: a bar on a terminal, or a line or an object
//! now and then.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dlx_core::{Counters, Observer, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::shared::flags::When;
use crate::shared::{json, message};

/// Nothing is shown of runs that end before.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is drawn anew.
const BETWEEN_BARS: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// How often an object is printed for programs.
const BETWEEN_OBJECTS: Duration = Duration::from_secs(1);
/// The bar counts these.
const PARTS: u64 = 10_000;

/// Shows how long a run has taken, until something else shows more or the run ends.
pub(crate) struct Clock(Arc<AtomicBool>);

impl Clock {
    /// Nothing is shown unless it is asked for: a bar says nothing about a run whose length is unknown.
    pub(crate) fn start(when: When) -> Self {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let look = match when {
            When::Auto | When::Never => return Self(is_stopped),
            When::Always => Look::Lines,
            When::Json => Look::Objects,
        };
        let (seen, mut meter) = (Arc::clone(&is_stopped), Meter::with(Some(look)));
        thread::spawn(move || {
            loop {
                thread::sleep(meter.next.saturating_duration_since(Instant::now()));
                if seen.load(Ordering::Relaxed) {
                    return;
                }
                meter.show(None, 0.0, 0, Done::Nothing {});
            }
        });
        Self(is_stopped)
    }

    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Something that is shown from time to time.
pub(crate) struct Meter {
    look: Option<Look>,
    next: Instant,
    started: Instant,
}

/// When a command prints its answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Printing {
    AtTheEnd,
    /// To standard output, where a bar on the same terminal would spoil it.
    Meanwhile,
}

impl Meter {
    pub(crate) fn new(when: When, printing: Printing) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_spoiled = printing == Printing::Meanwhile && io::stdout().is_terminal();
        Self::with(match when {
            When::Never => None,
            When::Json => Some(Look::Objects),
            When::Auto if !is_terminal || is_spoiled => None,
            When::Always if !is_terminal => Some(Look::Lines),
            When::Auto | When::Always => Some(Look::Bar(bar())),
        })
    }

    fn with(look: Option<Look>) -> Self {
        let started = Instant::now();
        Self { look, next: started + PATIENCE, started }
    }

    /// Shows what has been done, if it is time to: `fraction` of it all, from `begun` on.
    fn show(&mut self, fraction: Option<f64>, begun: f64, nodes_before: u64, done: Done) {
        let Some(look) = &self.look else { return };
        let now = Instant::now();
        if now >= self.next {
            let figures = ProgressObject::new(now.duration_since(self.started), fraction, begun, done);
            self.next = now + look.show(&figures, nodes_before);
        }
    }
}

/// Shows the progress of one search.
pub(crate) struct Display {
    meter: Meter,
    /// The fraction and the nodes where the search began, which is not at 0 for one that was resumed.
    begun: Option<(f64, u64)>,
}

enum Look {
    Bar(ProgressBar),
    Lines,
    Objects,
}

/// How far it has come, in figures.
#[derive(Serialize)]
struct ProgressObject {
    /// So that it is told from other objects.
    event: &'static str,
    seconds: f64,
    /// The part that is done, if that is known, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
    #[serde(flatten)]
    done: Done,
}

/// What has been done.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Done {
    Search { nodes: u64, solutions: u64 },
    Batch { puzzles: u64 },
    Estimate { probes: u64 },
    Nothing {},
}

impl ProgressObject {
    /// What is left takes as long as what was done, from `begun` on.
    fn new(elapsed: Duration, fraction: Option<f64>, begun: f64, done: Done) -> Self {
        let seconds = elapsed.as_secs_f64();
        let left = fraction.map(|fraction| seconds * (1.0 - fraction) / (fraction - begun));
        let seconds_left = left.filter(|left| left.is_finite() && *left >= 0.0);
        Self { event: "progress", seconds, fraction, seconds_left, done }
    }

    fn words(&self, nodes_before: u64) -> String {
        let rate = |count: u64| HumanCount(floor(count as f64 / self.seconds));
        let done = match self.done {
            Done::Search { nodes, solutions } => {
                format!("{} found, {} nodes/s", HumanCount(solutions), rate(nodes - nodes_before))
            }
            Done::Batch { puzzles } => {
                format!("{} puzzles, {} puzzles/s", HumanCount(puzzles), rate(puzzles))
            }
            Done::Estimate { probes } => {
                format!("{} probes, {} probes/s", HumanCount(probes), rate(probes))
            }
            Done::Nothing {} => {
                format!("{} elapsed", HumanDuration(Duration::from_secs(floor(self.seconds))))
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
        Self { meter, begun: None }
    }
}

impl Observer for Display {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let Counters { nodes, solutions, .. } = progress.counters();
        let (from, nodes_before) = *self.begun.get_or_insert((progress.fraction(), nodes));
        self.meter.show(Some(progress.fraction()), from, nodes_before, Done::Search { nodes, solutions });
        ControlFlow::Continue(())
    }
}

/// Shows how many probes of an estimate are made.
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
    /// An estimate asks before each probe, and stays at the root of the search.
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
        // Nothing is known yet, or it is longer than anything lasts.
        _ => "time left unknown".to_owned(),
    }
}

impl Look {
    /// Shows the figures, and returns in how much time they are to be shown anew.
    fn show(&self, figures: &ProgressObject, nodes_before: u64) -> Duration {
        match self {
            Self::Bar(bar) => {
                bar.set_position(parts(figures.fraction.unwrap_or_default()));
                bar.set_message(figures.words(nodes_before));
                BETWEEN_BARS
            }
            Self::Lines => {
                let percent = figures.fraction.map(|fraction| format!("{:.2} % ", fraction * 100.0));
                let words = figures.words(nodes_before);
                tell!("progress: {}{words}", percent.unwrap_or_default());
                BETWEEN_LINES
            }
            Self::Objects => {
                tell!("{}", json::to_string(figures));
                BETWEEN_OBJECTS
            }
        }
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// Shows how many puzzles of a batch are answered.
pub(crate) struct BatchDisplay {
    meter: Meter,
    /// The bytes of all inputs, if they are known.
    bytes: Option<u64>,
}

impl BatchDisplay {
    pub(crate) fn new(meter: Meter, bytes: Option<u64>) -> Self {
        if let (Some(Look::Bar(bar)), None) = (&meter.look, bytes) {
            bar.set_style(style("{wide_msg}"));
        }
        Self { meter, bytes }
    }

    /// Shows how far the batch is, if it is time to: so many puzzles are answered, and so many bytes were theirs.
    pub(crate) fn show(&mut self, puzzles: u64, bytes: u64) {
        let fraction = self.bytes.map(|all| (bytes as f64 / all.max(1) as f64).min(1.0));
        self.meter.show(fraction, 0.0, 0, Done::Batch { puzzles });
    }

    /// Shows nothing more.
    pub(crate) fn finish(&mut self) {
        self.meter.look = None;
    }

    /// Prints a message to standard error, above the bar if there is one.
    pub(crate) fn print(&self, message: &str) {
        match &self.meter.look {
            Some(Look::Bar(bar)) => bar.suspend(|| message::print(message)),
            _ => message::print(message),
        }
    }
}

fn bar() -> ProgressBar {
    ProgressBar::new(PARTS).with_style(style("{bar:30} {percent_precise} % {wide_msg}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}

fn parts(fraction: f64) -> u64 {
    floor(fraction * PARTS as f64)
}

/// The whole part of a number that is not negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float saturates at the ends")]
fn floor(number: f64) -> u64 {
    number as u64
}
