//! The choice of the engine for a problem, with its reason.
//!
//! All engines give the same covers in the same order, so that the choice affects time alone. It depends on
//! figures of the problem and not on a clock: two runs choose alike.

use std::fmt;
use std::str::FromStr;

use dlx_simd::Simd;
use thiserror::Error;

use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::bitset::Bitset;
use crate::engine::bitslice::Bitslice;
use crate::engine::word::Word;
use crate::problem::Problem;
use crate::problem::ids::wide;

/// A search engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineKind {
    /// Dancing links: supports every problem and every rule, and needs no preparation.
    Links,
    /// Sets of live options as bits, for problems without bounds.
    Bitset,
    /// Sets of items as bits, one for each option that an item may have; for problems without bounds whose
    /// items have few options.
    Bitslice,
}

impl EngineKind {
    /// All engines.
    pub const ALL: [Self; 3] = [Self::Links, Self::Bitset, Self::Bitslice];
}

/// Writes the word for the engine: `links`, `bitset` or `bitslice`; [`FromStr`] reads it.
impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Links => "links",
            Self::Bitset => "bitset",
            Self::Bitslice => "bitslice",
        })
    }
}

/// An unknown word for an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected links, bitset or bitslice, found `{}`", found.escape_debug())]
pub struct UnknownEngine {
    /// The word found.
    pub found: String,
}

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(word: &str) -> Result<Self, UnknownEngine> {
        let engine = Self::ALL.into_iter().find(|engine| engine.to_string() == word);
        engine.ok_or_else(|| UnknownEngine { found: word.to_owned() })
    }
}

/// How to search a problem: made by [`Plan::of`], and adjusted by the caller where needed.
///
/// ```
/// use dlx_core::inner::{EngineKind, Plan};
/// use dlx_core::{Limits, Problem, Rule, Search};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// let plan = Plan::of(&problem, Rule::default(), &mut Limits::none())?;
/// println!("{}: {}", plan.engine(), plan.reason());
/// let mut search = Search::with_plan(&problem, &plan.with_engine(EngineKind::Bitset), &mut Limits::none())?;
/// assert_eq!(search.count(&mut Limits::none()).exact()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    engine: EngineKind,
    rule: Rule,
    simd: Simd,
    reason: EngineReason,
    /// Work of the links, or of the word engine, before the engine takes over, in
    /// [updates](crate::Counters::updates); 0 if the engine starts at the root.
    pub(crate) trial: u64,
}

/// The reason for choosing an engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EngineReason {
    /// The caller asked for it.
    Asked,
    /// No other engine supports this rule.
    Rule(Rule),
    /// No other engine supports bounds.
    Bounds,
    /// No set holds the options of the whole problem: the links begin, and hand over when a part fits.
    HandOver {
        /// Number of options.
        options: usize,
    },
    /// The sets of options are short.
    Bitset {
        /// Number of options.
        options: usize,
    },
    /// The sets of items are few and short.
    Bitslice {
        /// Number of primary items.
        items: usize,
        /// Greatest number of options of an item.
        options_of_item: usize,
    },
}

impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("asked for"),
            Self::Rule(rule) => write!(f, "only links support the rule {rule}"),
            Self::Bounds => f.write_str("only links support bounds"),
            Self::HandOver { options } => {
                write!(f, "links until a part fits, as no set holds the {options} options")
            }
            Self::Bitset { options } => write!(f, "one set holds the {options} options"),
            Self::Bitslice { items, options_of_item } => {
                write!(f, "none of the {items} items has more than {options_of_item} options")
            }
        }
    }
}

impl Plan {
    /// Returns the plan for a problem under a rule.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Complexity
    /// Linear in the uses of the problem.
    pub fn of(problem: &Problem, rule: Rule, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let (engine, reason) = choose(problem, rule, limits)?;
        let trial = match engine {
            EngineKind::Links => 0,
            // A node takes little longer than on the planned engine.
            _ if Word::supports(problem, rule) => MOST_TRIAL,
            _ => trial(problem, engine),
        };
        Ok(Self { engine, rule, simd: Simd::best(), reason, trial })
    }

    /// Returns the plan to search with this engine, which starts at the root.
    #[must_use]
    pub fn by(engine: EngineKind, rule: Rule) -> Self {
        Self { engine, rule, simd: Simd::best(), reason: EngineReason::Asked, trial: 0 }
    }

    /// Returns the plan with another engine, which starts at the root.
    #[must_use]
    pub fn with_engine(self, engine: EngineKind) -> Self {
        Self { engine, reason: EngineReason::Asked, trial: 0, ..self }
    }

    /// Returns the plan with another level of vector instructions, or the next lower level that the processor
    /// has.
    #[must_use]
    pub fn with_simd(self, simd: Simd) -> Self {
        Self { simd, ..self }
    }

    /// Returns true if another engine begins.
    pub(crate) fn has_trial(&self) -> bool {
        self.trial > 0
    }

    /// Returns the engine, which may take over only after a short trial of the links, or of sets in one word each.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        self.engine
    }

    /// Returns the rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the level of vector instructions.
    #[must_use]
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// Returns the reason for the choice of the engine; its `Display` form is a phrase.
    #[must_use]
    pub fn reason(&self) -> &EngineReason {
        &self.reason
    }
}

/// Returns the engine for a problem, with the first reason that applies.
fn choose(
    problem: &Problem,
    rule: Rule,
    limits: &mut Limits<'_>,
) -> Result<(EngineKind, EngineReason), Stopped> {
    if rule != Rule::Fewest {
        return Ok((EngineKind::Links, EngineReason::Rule(rule)));
    }
    if problem.is_bounded() {
        return Ok((EngineKind::Links, EngineReason::Bounds));
    }
    let (items, options) = (problem.primary_count(), problem.option_count());
    let options_of_item = most_options_of_an_item(problem, limits)?;
    if suits_bitslice(items, options, options_of_item) {
        return Ok((EngineKind::Bitslice, EngineReason::Bitslice { items, options_of_item }));
    }
    let reason = match Bitset::holds(problem) {
        true => EngineReason::Bitset { options },
        false => EngineReason::HandOver { options },
    };
    Ok((EngineKind::Bitset, reason))
}

/// Returns true if bitslice is faster than bitset, by the time of a scan with each in nanoseconds, as
/// measured on problems of all kinds. With at most six options for each item, bitslice is faster for any
/// number of options.
fn suits_bitslice(items: usize, options: usize, options_of_item: usize) -> bool {
    if options_of_item > Bitslice::MOST_OPTIONS_OF_ITEM || items > Bitslice::MOST_ITEMS {
        return false;
    }
    // In tenths of nanoseconds. Up to 128 items, a slice consists of words, beyond that of vectors of 512
    // bits. The cost of bitset for a block of items and a word of options includes its share of finding
    // forced options.
    let slice = if items <= 128 { 10 * items.div_ceil(64) } else { 24 * items.div_ceil(512) };
    let bitslice = 140 + options_of_item * slice;
    let bitset = 80 + 24 * items.div_ceil(8) * options.div_ceil(64);
    options_of_item <= 6 || bitslice < bitset
}

fn most_options_of_an_item(problem: &Problem, limits: &mut Limits<'_>) -> Result<usize, Stopped> {
    let mut counts = vec![0u32; problem.primary_count()];
    for option in problem.options() {
        limits.setup(problem.uses(option).len())?;
        for used in problem.uses(option) {
            if let Some(count) = counts.get_mut(used.item.index()) {
                *count += 1;
            }
        }
    }
    Ok(wide(counts.into_iter().max().unwrap_or(0)))
}

/// Returns how long the links run first, so that a short search does not pay for tables: about as long as
/// building the tables takes. With several threads, the trial ends before they are started.
fn trial(problem: &Problem, engine: EngineKind) -> u64 {
    let uses = problem.use_count() as u64;
    let updates = if engine == EngineKind::Bitslice { 2 * uses } else { uses / 2 };
    updates.clamp(1, MOST_TRIAL)
}

/// The longest trial.
const MOST_TRIAL: u64 = 1 << 17;
