//! How far a long search or a batch of puzzles has come, on standard error: a bar on a terminal, or a line now and then.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::{Observer, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use crate::args::When;

/// Nothing is shown of runs that end before.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is drawn anew.
const BETWEEN_BARS: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// The bar counts these.
const PARTS: u64 = 10_000;

/// Shows the progress of one search.
pub(crate) struct Display {
    look: Option<Look>,
    next: Instant,
    started: Instant,
    /// The fraction and the nodes where the search began, which is not at 0 for one that was resumed.
    begun: Option<(f64, u64)>,
}

enum Look {
    Bar(ProgressBar),
    Lines,
}

impl Display {
    pub(crate) fn new(when: When, output: OutputIs) -> Self {
        let look = Look::of(when, output, bar);
        let started = Instant::now();
        Self { look, next: started + PATIENCE, started, begun: None }
    }

    /// Shows how far the search is, if it is time to.
    fn show(&mut self, progress: &Progress<'_>) {
        let Some(look) = &self.look else { return };
        let nodes = progress.counters().nodes;
        if self.begun.is_none() {
            self.begun = Some((progress.fraction(), nodes));
        }
        let now = Instant::now();
        if now < self.next {
            return;
        }
        let fraction = progress.fraction();
        let words = self.words(now, fraction, nodes, progress.counters().solutions);
        self.next = now + look.show(Some(fraction), words);
    }

    fn words(&self, now: Instant, fraction: f64, nodes: u64, solutions: u64) -> String {
        let (from, nodes_before) = self.begun.unwrap_or_default();
        let elapsed = now.duration_since(self.started).as_secs_f64();
        let rate = HumanCount(whole((nodes - nodes_before) as f64 / elapsed));
        let left = time_left(elapsed * (1.0 - fraction) / (fraction - from));
        format!("{} found, {rate} nodes/s, {left}", HumanCount(solutions))
    }
}

fn time_left(seconds: f64) -> String {
    match Duration::try_from_secs_f64(seconds) {
        Ok(left) => format!("about {} left", HumanDuration(left)),
        // Nothing is known yet, or it is longer than anything lasts.
        Err(_) => "time left unknown".to_owned(),
    }
}

impl Look {
    /// A bar would spoil what standard output shows on the same terminal.
    fn of(when: When, output: OutputIs, bar: impl FnOnce() -> ProgressBar) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        match when {
            When::Never => None,
            When::Auto if !is_terminal || output == OutputIs::OnTerminal => None,
            When::Always if !is_terminal => Some(Self::Lines),
            When::Auto | When::Always => Some(Self::Bar(bar())),
        }
    }

    /// Shows how much is done, if that is known, and says in how much time it is to be shown anew.
    fn show(&self, fraction: Option<f64>, words: String) -> Duration {
        match (self, fraction) {
            (Self::Bar(bar), _) => {
                bar.set_position(parts(fraction.unwrap_or_default()));
                bar.set_message(words);
                BETWEEN_BARS
            }
            (Self::Lines, fraction) => {
                let percent = fraction.map(|fraction| format!("{:.2} % ", fraction * 100.0));
                tell!("dlx: {}{words}", percent.unwrap_or_default());
                BETWEEN_LINES
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
    look: Option<Look>,
    /// The bytes of the whole input, if they are known.
    bytes: Option<u64>,
    next: Instant,
    started: Instant,
}

impl BatchDisplay {
    /// Shows nothing where standard output is a terminal, as [`Display::new`].
    pub(crate) fn new(when: When, bytes: Option<u64>) -> Self {
        let look =
            Look::of(when, OutputIs::of_stdout(), || if bytes.is_some() { bar() } else { words_alone() });
        let started = Instant::now();
        Self { look, bytes, next: started + PATIENCE, started }
    }

    /// Shows how far the batch is, if it is time to: so many puzzles are answered, and so many bytes were theirs.
    pub(crate) fn show(&mut self, puzzles: u64, bytes: u64) {
        let Some(look) = &self.look else { return };
        let now = Instant::now();
        if now < self.next {
            return;
        }
        let elapsed = now.duration_since(self.started).as_secs_f64();
        let rate = HumanCount(whole(puzzles as f64 / elapsed));
        let mut words = format!("{} puzzles, {rate} puzzles/s", HumanCount(puzzles));
        let fraction = self.bytes.map(|all| (bytes as f64 / all.max(1) as f64).min(1.0));
        if let Some(fraction) = fraction {
            words.push_str(", ");
            words.push_str(&time_left(elapsed * (1.0 - fraction) / fraction));
        }
        self.next = now + look.show(fraction, words);
    }

    /// Shows nothing more.
    pub(crate) fn finish(&mut self) {
        self.look = None;
    }

    /// Prints a line to standard error, above the bar if there is one.
    pub(crate) fn tell(&self, line: &str) {
        match &self.look {
            Some(Look::Bar(bar)) => bar.suspend(|| tell!("{line}")),
            _ => tell!("{line}"),
        }
    }
}

impl Observer for Display {
    fn observe(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.show(progress);
        ControlFlow::Continue(())
    }
}

/// Where the solutions go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputIs {
    OnTerminal,
    Elsewhere,
}

impl OutputIs {
    pub(crate) fn of_stdout() -> Self {
        if io::stdout().is_terminal() { Self::OnTerminal } else { Self::Elsewhere }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(PARTS);
    let style = ProgressStyle::with_template("{bar:30} {percent_precise} % {wide_msg}");
    bar.set_style(style.expect("the template is well-formed"));
    bar
}

/// For an input of which nobody knows the length.
fn words_alone() -> ProgressBar {
    let bar = ProgressBar::no_length();
    bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("the template is well-formed"));
    bar
}

fn parts(fraction: f64) -> u64 {
    whole(fraction * PARTS as f64)
}

/// The whole part of a number that is not negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float saturates at the ends")]
fn whole(number: f64) -> u64 {
    number as u64
}
