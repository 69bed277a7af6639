//! How an exact cover problem is searched, and what is given of a cover.

use clap::{Args, ValueEnum};
use dlx_core::{CountEngine, EngineKind, Rule, Simd};

use super::running::{When, simd};

/// What is given of a cover.
#[derive(Debug, Args)]
pub(crate) struct Given {
    /// Options that must be chosen, by their numbers, counted from 0
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',')]
    pub(crate) force: Vec<u32>,
    /// Options that must not be chosen
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',')]
    pub(crate) forbid: Vec<u32>,
}

/// How an exact cover problem is searched.
#[derive(Debug, Args)]
pub(crate) struct Searching {
    /// Which item is covered next: fewest, first, preferred (those whose name begins with #), weighted, or
    /// random:SEED [default: fewest]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(crate) rule: Option<Rule>,
    /// Search engine: links, bitset (sets of options) or bitslice (sets of items); all give the same covers in the same
    /// order. `dlx count` also takes search (the best of these), frontier and memo, which count without enumerating
    /// [default: what suits the problem; --stats says which]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<AnyEngine>,
    /// The highest level of vector instructions to use: portable, avx2 or avx512 [default: what the machine has]
    #[arg(long, value_name = "LEVEL", value_parser = simd)]
    pub(crate) simd: Option<Simd>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Whether the problem is reduced before it is searched
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Reduce::Auto)]
    pub(crate) reduce: Reduce,
    /// Show how far the search has come: a bar on a terminal, or with `always` a line now and then
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
}

/// An engine that can be asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyEngine {
    /// It walks the search tree, and can list, estimate and count.
    Walks(EngineKind),
    /// It can only count.
    Counts(CountEngine),
}

/// When a problem is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduce {
    /// Where it pays: when counting takes long, unless --rule, --engine or --simd ask for one search
    Auto,
    /// As far as possible, before anything else
    Always,
    /// Search the problem as it is
    Never,
}

fn engine(word: &str) -> Result<AnyEngine, String> {
    if let Ok(engine) = word.parse() {
        return Ok(AnyEngine::Counts(engine));
    }
    let walking = word.parse().map(AnyEngine::Walks);
    walking
        .map_err(|error: dlx_core::UnknownEngine| format!("{error}; for a count also search, frontier, memo"))
}

pub(crate) fn rule(word: &str) -> Result<Rule, String> {
    word.parse().map_err(|error: dlx_core::UnknownRule| error.to_string())
}
