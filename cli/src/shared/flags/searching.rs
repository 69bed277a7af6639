//! Flags that configure a search, and assumptions about the covers.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dlx_core::inner::{CountEngine, EngineKind, Simd};
use dlx_core::{Givens, OptionId, Rule};

/// Assumptions: options that every cover must contain, or must not.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Given {
    /// Require these options, by number from 0
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',', value_parser = option_id, hide_short_help = true)]
    force: Vec<OptionId>,
    /// Exclude these options, by number from 0
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',', value_parser = option_id, hide_short_help = true)]
    forbid: Vec<OptionId>,
}

impl Given {
    pub(crate) fn givens(&self) -> Givens<'_> {
        Givens::none().force(&self.force).forbid(&self.forbid)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.force.is_empty() && self.forbid.is_empty()
    }
}

/// The configuration of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Searching {
    /// Search engine
    ///
    /// All engines give the same answers, and list covers in the same order. --stats prints the engine that
    /// was chosen.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// Item to branch on next [default: fewest]
    ///
    /// fewest (the item with the fewest options left), first (in the order of the problem), preferred (names
    /// that begin with # first) or random:SEED
    #[arg(long, value_name = "RULE", value_parser = rule, hide_short_help = true)]
    pub(crate) rule: Option<Rule>,
    /// Highest level of vector instructions
    ///
    /// portable, avx2 or avx512 [default: the highest of this machine]
    #[arg(long, value_name = "LEVEL", value_parser = simd, hide_short_help = true)]
    pub(crate) simd: Option<Simd>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Reduce the problem before the search
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Reduce::Auto, hide_short_help = true)]
    pub(crate) reduce: Reduce,
}

/// The values of `--engine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The engine that suits the problem
    Auto,
    /// Dancing links
    Links,
    /// Sets of options as bitsets
    Bitset,
    /// Sets of items as bit slices
    Bitslice,
    /// The fastest of links, bitset and bitslice
    Search,
    /// Count by frontier dynamic programming
    Frontier,
    /// Count with memoization
    Memo,
}

impl Engine {
    /// The search engine, if the flag names one.
    pub(crate) fn search(self) -> Option<EngineKind> {
        match self {
            Self::Links => Some(EngineKind::Links),
            Self::Bitset => Some(EngineKind::Bitset),
            Self::Bitslice => Some(EngineKind::Bitslice),
            Self::Auto | Self::Search | Self::Frontier | Self::Memo => None,
        }
    }

    /// The counting engine, if the flag names one.
    pub(crate) fn counting(self) -> Option<CountEngine> {
        match self {
            Self::Search => Some(CountEngine::Search),
            Self::Frontier => Some(CountEngine::Frontier),
            Self::Memo => Some(CountEngine::Memo),
            Self::Auto | Self::Links | Self::Bitset | Self::Bitslice => None,
        }
    }
}

/// The values of `--reduce`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduce {
    /// When counting, if that saves time
    Auto,
    /// As far as possible, before the search
    Always,
    /// Never
    Never,
}

/// A parser for the engines that can list covers.
pub(crate) fn listing_engine() -> impl TypedValueParser<Value = Engine> {
    let counts_alone = |engine: &&Engine| matches!(engine, Engine::Frontier | Engine::Memo);
    let engines = Engine::value_variants().iter().filter(|engine| !counts_alone(engine));
    let parser = PossibleValuesParser::new(engines.filter_map(ValueEnum::to_possible_value));
    parser.map(|name| Engine::from_str(&name, false).expect("only names of engines are taken"))
}

fn option_id(text: &str) -> Result<OptionId, String> {
    let number: u32 = text.parse().map_err(|_| "expected the number of an option, from 0".to_owned())?;
    Ok(OptionId::new(number as usize))
}

pub(crate) fn rule(word: &str) -> Result<Rule, String> {
    word.parse().map_err(|error: dlx_core::inner::UnknownRule| error.to_string())
}

fn simd(word: &str) -> Result<Simd, String> {
    word.parse().map_err(|error: dlx_core::inner::UnknownSimd| error.to_string())
}
