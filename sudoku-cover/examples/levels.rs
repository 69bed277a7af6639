//! Measures which levels of difficulty the generator finds: for each side of a board, each rule and each level, the
//! time until there is a puzzle. The table of [`Generator::levels`](sudoku_cover::Generator::levels) comes from it.
//!
//! ```text
//! cargo run --release -p sudoku-cover --example levels [SECONDS [SEEDS [SIDE [RULE...]]]]
//! ```
//!
//! A line for each combination: the side, the rule, the level, the seeds for which a puzzle was found, and the longest
//! time. Times are those of the processor on Linux, so that other programs do not lengthen them.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use std::{env, fs};

use dlx_core::Limits;
use dlx_core::inner::NODES_BETWEEN_LOOKS;
use sudoku_cover::{Demand, Generator, Geometry, Level, Rule, RuleKind, Variant, Wish};

const VARIANTS: [Option<Variant>; 7] = [
    None,
    Some(Variant::Diagonal),
    Some(Variant::Windoku),
    Some(Variant::Disjoint),
    Some(Variant::AntiKnight),
    Some(Variant::AntiKing),
    Some(Variant::NonConsecutive),
];
const DRAWN: [&str; 3] = ["killer", "jigsaw", "thermo"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let seconds = arguments.next().map_or(Ok(10.0), |text| text.parse())?;
    let seeds = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let side = arguments.next().map(|text| text.parse::<usize>()).transpose()?;
    let wanted: Vec<String> = arguments.collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    for side in side.map_or(vec![4, 6, 9, 12, 16], |side| vec![side]) {
        let plain = Geometry::of_side(side)?;
        for variant in VARIANTS {
            let rules: Vec<Rule> = variant.into_iter().map(Rule::Variant).collect();
            let name = variant.map_or("classic", Variant::name);
            match plain.clone().with_rules(&rules) {
                Ok(board) if is_wanted(name) => measure(name, &board, &[], seconds, seeds),
                Ok(_) => {}
                Err(error) => println!("{side} {name}: {error}"),
            }
        }
        for name in DRAWN.into_iter().filter(|name| is_wanted(name)) {
            measure(name, &plain, &[name.parse()?], seconds, seeds);
        }
    }
    Ok(())
}

fn measure(name: &str, board: &Geometry, drawn: &[RuleKind], seconds: f64, seeds: u64) {
    let side = board.side();
    for level in Level::ALL {
        let (mut found, mut longest) = (0, 0.0_f64);
        for seed in 0..seeds {
            let generator = match Generator::new(board, seed).with_drawn(drawn) {
                Ok(generator) => generator,
                Err(error) => {
                    println!("{side} {name}: {error}");
                    return;
                }
            };
            let begun = Clock::start();
            if make(&generator, level, || begun.seconds() > seconds) {
                found += 1;
            } else if found == 0 {
                // A level that is not found at once is not offered.
                longest = begun.seconds();
                break;
            }
            longest = longest.max(begun.seconds());
        }
        println!("{side} {name} {level}: {found}/{seeds} {longest:.2} s");
    }
}

/// Generates a puzzle; false if there was none in time.
fn make(generator: &Generator, level: Level, is_over: impl Fn() -> bool) -> bool {
    let nodes = generator.nodes();
    let demand = Demand::new().with_level(level);
    let limits = || {
        let ask = |_: &dlx_core::Progress<'_>| {
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        Limits::none().ask(NODES_BETWEEN_LOOKS, ask).nodes(nodes)
    };
    generator.first_demanded(Wish::Minimal, &demand, limits).is_ok()
}

struct Clock {
    begun: Instant,
    used: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { begun: Instant::now(), used: used() }
    }

    fn seconds(&self) -> f64 {
        let used = used().zip(self.used).map(|(now, then)| now.saturating_sub(then));
        used.unwrap_or_else(|| self.begun.elapsed()).as_secs_f64()
    }
}

/// Returns the time that the processor has spent on this thread.
fn used() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
