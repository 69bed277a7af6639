//! How an exact cover problem is searched, and what is given of a cover.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dlx_core::{CountEngine, EngineKind, Givens, OptionId, Rule, Simd};

/// Options that every cover has, or that none has.
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

/// How an exact cover problem is searched.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Searching {
    /// Search engine
    ///
    /// All engines give the same answer, those that list covers in the same order. --stats says which was chosen.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// Item to branch on next [default: fewest]
    ///
    /// fewest (options left), first (in the order of the problem), preferred (names that begin with # first), weighted
    /// (by failures so far) or random:SEED
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

/// An engine that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// What suits the problem
    Auto,
    /// Dancing links
    Links,
    /// Sets of options as bits
    Bitset,
    /// Sets of items as bits
    Bitslice,
    /// The best of links, bitset and bitslice
    Search,
    /// Count by frontier dynamic programming
    Frontier,
    /// Count with memoization
    Memo,
}

impl Engine {
    /// The engine that walks the search tree, if one is asked for.
    pub(crate) fn search(self) -> Option<EngineKind> {
        match self {
            Self::Links => Some(EngineKind::Links),
            Self::Bitset => Some(EngineKind::Bitset),
            Self::Bitslice => Some(EngineKind::Bitslice),
            Self::Auto | Self::Search | Self::Frontier | Self::Memo => None,
        }
    }

    /// The engine of a count that need not follow one search tree, if one is asked for.
    pub(crate) fn counting(self) -> Option<CountEngine> {
        match self {
            Self::Search => Some(CountEngine::Search),
            Self::Frontier => Some(CountEngine::Frontier),
            Self::Memo => Some(CountEngine::Memo),
            Self::Auto | Self::Links | Self::Bitset | Self::Bitslice => None,
        }
    }
}

/// When a problem is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduce {
    /// Where it pays, when counting
    Auto,
    /// As far as possible, before anything else
    Always,
    /// Not at all
    Never,
}

/// Takes the engines that list covers.
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
    word.parse().map_err(|error: dlx_core::UnknownRule| error.to_string())
}

fn simd(word: &str) -> Result<Simd, String> {
    word.parse().map_err(|error: dlx_core::UnknownSimd| error.to_string())
}
