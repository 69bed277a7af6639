//! How far a long search has come, on standard error: a bar on a terminal, or a line now and then.

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
    /// A bar would spoil what standard output shows on the same terminal.
    pub(crate) fn new(when: When, output: OutputIs) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let look = match when {
            When::Never => None,
            When::Auto if !is_terminal || output == OutputIs::OnTerminal => None,
            When::Always if !is_terminal => Some(Look::Lines),
            When::Auto | When::Always => Some(Look::Bar(bar())),
        };
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
        self.next = now
            + match look {
                Look::Bar(bar) => {
                    bar.set_position(parts(fraction));
                    bar.set_message(words);
                    BETWEEN_BARS
                }
                Look::Lines => {
                    tell!("dlx: {:.2} % {words}", fraction * 100.0);
                    BETWEEN_LINES
                }
            };
    }

    fn words(&self, now: Instant, fraction: f64, nodes: u64, solutions: u64) -> String {
        let (from, nodes_before) = self.begun.unwrap_or_default();
        let elapsed = now.duration_since(self.started).as_secs_f64();
        let rate = HumanCount(whole((nodes - nodes_before) as f64 / elapsed));
        let left = elapsed * (1.0 - fraction) / (fraction - from);
        let left = match Duration::try_from_secs_f64(left) {
            Ok(left) => format!("about {} left", HumanDuration(left)),
            // Nothing is known yet, or it is longer than anything lasts.
            Err(_) => "time left unknown".to_owned(),
        };
        format!("{} found, {rate} nodes/s, {left}", HumanCount(solutions))
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

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(Look::Bar(bar)) = &self.look {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(PARTS);
    let style = ProgressStyle::with_template("{bar:30} {percent_precise} % {wide_msg}");
    bar.set_style(style.expect("the template is well-formed"));
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
