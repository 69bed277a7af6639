//! Which engine walks the tree of a problem, and why.
//!
//! All engines give the same covers in the same order, so the choice is one of time alone. It is made from
//! figures of the problem, never from a clock: two runs choose alike.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::control::rule::Rule;
use crate::engine::bitset::Bitset;
use crate::engine::bitslice::Bitslice;
use crate::engine::simd::Simd;
use crate::problem::Problem;
use crate::problem::ids::wide;

/// A way to walk the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// Dancing links: takes every problem and every rule, and is ready at once.
    Links,
    /// Sets of live options as bits, for problems without bounds.
    Bitset,
    /// Sets of items as bits, one for each option that an item may have: for problems without bounds whose items
    /// have few options.
    Bitslice,
}

impl EngineKind {
    /// All engines.
    pub const ALL: [Self; 3] = [Self::Links, Self::Bitset, Self::Bitslice];
}

/// The engine's word: `links`, `bitset` or `bitslice`; [`FromStr`] reads it.
impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Links => "links",
            Self::Bitset => "bitset",
            Self::Bitslice => "bitslice",
        })
    }
}

/// A word that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected links, bitset or bitslice, found `{}`", found.escape_debug())]
pub struct UnknownEngine {
    /// The word.
    pub found: String,
}

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(word: &str) -> Result<Self, UnknownEngine> {
        let engine = Self::ALL.into_iter().find(|engine| engine.to_string() == word);
        engine.ok_or_else(|| UnknownEngine { found: word.to_owned() })
    }
}

/// How a problem is to be searched: made by [`Plan::of`], and changed where one knows better.
///
/// ```
/// use dlx_core::{EngineKind, Limits, Plan, Problem, Search};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// let plan = Plan::of(&problem);
/// println!("{}: {}", plan.engine(), plan.reason());
/// let mut search = Search::with_plan(&problem, &plan.with_engine(EngineKind::Bitset))?;
/// assert_eq!(search.count(&mut Limits::none()).exact()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    engine: EngineKind,
    rule: Rule,
    simd: Simd,
    reason: EngineReason,
    /// How much the links do before the engine takes over, in [updates](crate::Counters::updates): 0 if it is there
    /// from the first node on.
    pub(crate) trial: u64,
}

/// Why an engine is chosen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineReason {
    /// Somebody asked for it.
    Asked,
    /// Another engine does not walk the tree of this rule.
    Rule(Rule),
    /// Another engine does not know bounds.
    Bounds,
    /// The tables of the whole problem would take so many bytes: the links walk until a part fits.
    HandOver {
        /// How many.
        bytes: usize,
    },
    /// The sets of options are short.
    Bitset {
        /// How many options there are.
        options: usize,
    },
    /// The sets of items are few and short.
    Bitslice {
        /// How many primary items there are.
        items: usize,
        /// How many options one of them has at most.
        options_of_item: usize,
    },
}

impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("asked for"),
            Self::Rule(rule) => write!(f, "only the links know the rule {rule}"),
            Self::Bounds => f.write_str("only the links know bounds"),
            Self::HandOver { bytes } => {
                write!(f, "links until a part fits, as the whole would take {} MB", bytes >> 20)
            }
            Self::Bitset { options } => write!(f, "one set holds the {options} options"),
            Self::Bitslice { items, options_of_item } => {
                write!(f, "none of the {items} items has more than {options_of_item} options")
            }
        }
    }
}

impl Plan {
    /// The plan for a problem under the default rule.
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        Self::with_rule(problem, Rule::default())
    }

    /// The plan for a problem under a rule.
    ///
    /// # Complexity
    /// Linear in the uses of the problem.
    #[must_use]
    pub fn with_rule(problem: &Problem, rule: Rule) -> Self {
        let (engine, reason) = choose(problem, rule);
        let trial = if engine == EngineKind::Links { 0 } else { trial(problem, engine) };
        Self { engine, rule, simd: Simd::best(), reason, trial }
    }

    /// The plan with another engine, from the first node on.
    #[must_use]
    pub fn with_engine(self, engine: EngineKind) -> Self {
        Self { engine, reason: EngineReason::Asked, trial: 0, ..self }
    }

    /// The plan with another level of vector instructions; of those that the machine has not got, the next lower
    /// one that it has.
    #[must_use]
    pub fn with_simd(self, simd: Simd) -> Self {
        Self { simd, ..self }
    }

    /// Whether the links walk first.
    pub(crate) fn has_trial(&self) -> bool {
        self.trial > 0
    }

    /// The engine, which may take over only after a short trial with the links.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        self.engine
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The level of vector instructions.
    #[must_use]
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// Why the engine is chosen, in words when displayed.
    #[must_use]
    pub fn reason(&self) -> &EngineReason {
        &self.reason
    }
}

/// The engine for a problem: reasons in order.
fn choose(problem: &Problem, rule: Rule) -> (EngineKind, EngineReason) {
    if rule != Rule::Fewest {
        return (EngineKind::Links, EngineReason::Rule(rule));
    }
    if problem.is_bounded() {
        return (EngineKind::Links, EngineReason::Bounds);
    }
    let (items, options) = (problem.primary_count(), problem.option_count());
    let options_of_item = most_options_of_an_item(problem);
    if suits_bitslice(items, options, options_of_item) {
        return (EngineKind::Bitslice, EngineReason::Bitslice { items, options_of_item });
    }
    let bytes = Bitset::bytes(problem);
    if bytes > Bitset::MOST_BYTES {
        return (EngineKind::Bitset, EngineReason::HandOver { bytes });
    }
    (EngineKind::Bitset, EngineReason::Bitset { options })
}

/// Whether bitslice is faster than bitset, by what a scan takes with each, in nanoseconds, as measured on problems of
/// all kinds. With six options or fewer bitslice wins whatever the number of options.
fn suits_bitslice(items: usize, options: usize, options_of_item: usize) -> bool {
    if options_of_item > Bitslice::MOST_OPTIONS_OF_ITEM || items > Bitslice::MOST_ITEMS {
        return false;
    }
    // In tenths of nanoseconds. Up to 128 items a slice is words, beyond that vectors of 512 bits. What bitset takes
    // for a block of items and a word of options has its share of finding forced options in it.
    let slice = if items <= 128 { 10 * items.div_ceil(64) } else { 24 * items.div_ceil(512) };
    let bitslice = 140 + options_of_item * slice;
    let bitset = 80 + 24 * items.div_ceil(8) * options.div_ceil(64);
    options_of_item <= 6 || bitslice < bitset
}

fn most_options_of_an_item(problem: &Problem) -> usize {
    let mut counts = vec![0u32; problem.primary_count()];
    for option in problem.options() {
        for used in problem.uses(option) {
            if let Some(count) = counts.get_mut(used.item.index()) {
                *count += 1;
            }
        }
    }
    wide(counts.into_iter().max().unwrap_or(0))
}

/// How long the links walk first, so that a short search pays for no tables: for about as long as it takes to make the
/// tables. With several threads the trial ends before they are started.
fn trial(problem: &Problem, engine: EngineKind) -> u64 {
    let uses = problem.use_count() as u64;
    let updates = if engine == EngineKind::Bitslice { 2 * uses } else { uses / 2 };
    updates.clamp(1, 1 << 17)
}
