//! Flags that configure a search, and assumptions about the covers.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dlx_core::inner::{CountEngine, EngineKind, Simd, nearest, suggestion};
use dlx_core::{Color, Givens, OptionId, Problem, Rule, Use};

use crate::shared::Fault;

/// Assumptions as flags name them: options that every cover must contain, or must not.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Given {
    /// Require an option: its text, items, or number
    ///
    /// `bar 00 01 02` is the option with these items. Items that several options have, such as `bar 00`, require one of
    /// these options; one of the items is then an item that is covered exactly once. Numbers count from 0, and may be a
    /// list such as 0,12. The flag can be repeated.
    #[arg(long, value_name = "OPTION", value_parser = Named::parse, hide_short_help = true)]
    force: Vec<Named>,
    /// Exclude options: their text, items, or number
    ///
    /// Items that several options have exclude all of these.
    #[arg(long, value_name = "OPTION", value_parser = Named::parse, hide_short_help = true)]
    forbid: Vec<Named>,
}

/// Options that the value of a flag names.
#[derive(Clone, Debug)]
enum Named {
    Numbers(Vec<OptionId>),
    Items(String),
}

impl Named {
    fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err("expected an option: its text, items, or its number from 0".to_owned());
        }
        if !text.chars().all(|c| c.is_ascii_digit() || c == ',') {
            return Ok(Self::Items(text.to_owned()));
        }
        let number = |text: &str| text.parse::<u32>().ok().map(|number| OptionId::new(number as usize));
        let numbers = text.split(',').map(number).collect::<Option<_>>();
        numbers.map(Self::Numbers).ok_or_else(|| "expected the number of an option, from 0".to_owned())
    }
}

/// Options that every cover of a problem must contain, or must not.
#[derive(Debug, Default)]
pub(crate) struct Assumed {
    forced: Vec<OptionId>,
    forbidden: Vec<OptionId>,
}

impl Assumed {
    pub(crate) fn givens(&self) -> Givens<'_> {
        Givens::none().force(&self.forced).forbid(&self.forbidden)
    }

    /// Returns these assumptions and that every cover contains some options.
    pub(crate) fn and(&self, options: &[OptionId]) -> Self {
        Self { forced: [&self.forced, options].concat(), forbidden: self.forbidden.clone() }
    }
}

impl Given {
    pub(crate) fn is_empty(&self) -> bool {
        self.force.is_empty() && self.forbid.is_empty()
    }

    /// Returns the options of a problem that the flags name.
    ///
    /// # Errors
    /// Items that the problem or none of its options has, and items of which one of several options cannot be required.
    pub(crate) fn of(&self, problem: &Problem) -> Result<Assumed, Fault> {
        let mut assumed = Assumed::default();
        for named in &self.force {
            match named {
                Named::Numbers(numbers) => assumed.forced.extend(numbers),
                Named::Items(text) => assumed.require(problem, text)?,
            }
        }
        for named in &self.forbid {
            match named {
                Named::Numbers(numbers) => assumed.forbidden.extend(numbers),
                Named::Items(text) => assumed.forbidden.extend(named_options(problem, text, "--forbid")?.1),
            }
        }
        Ok(assumed)
    }
}

impl Assumed {
    /// Requires one of the options that a text names.
    fn require(&mut self, problem: &Problem, text: &str) -> Result<(), Fault> {
        let (uses, options) = named_options(problem, text, "--force")?;
        if let [option] = *options {
            self.forced.push(option);
            return Ok(());
        }
        let once = uses.iter().find(|named| problem.bounds(named.item).is_once());
        let Some(once) = once else {
            return Err(Fault::Usage(format!(
                "--force: {} options have `{text}`; one of them can be required by an item that is covered exactly once",
                options.len()
            )));
        };
        // Exactly one option with this item is chosen.
        let has_it = |&option: &OptionId| problem.uses(option).iter().any(|other| other.item == once.item);
        let others = problem.options().filter(has_it).filter(|option| options.binary_search(option).is_err());
        self.forbidden.extend(others);
        Ok(())
    }
}

/// Returns the items of a text, and the options that it names: those with exactly these items, otherwise all that have them.
fn named_options(problem: &Problem, text: &str, flag: &str) -> Result<(Vec<Use>, Vec<OptionId>), Fault> {
    // A cost after `|` belongs to the text of an option.
    let words = text.split_whitespace().take_while(|word| !word.starts_with('|'));
    let uses = words.map(|word| named_item(problem, word, flag)).collect::<Result<Vec<Use>, Fault>>()?;
    let has = |option: OptionId, named: &Use| {
        let fits = |own: &&Use| own.item == named.item && [own.color, Color::NONE].contains(&named.color);
        problem.uses(option).iter().any(|own| fits(&own))
    };
    let all: Vec<OptionId> =
        problem.options().filter(|&option| uses.iter().all(|named| has(option, named))).collect();
    if all.is_empty() || uses.is_empty() {
        return Err(Fault::Usage(format!("{flag}: no option has `{text}`")));
    }
    let is_whole = |option: &OptionId| problem.uses(*option).len() == uses.len();
    let whole: Vec<OptionId> = all.iter().copied().filter(is_whole).collect();
    Ok((uses, if whole.is_empty() { all } else { whole }))
}

/// Returns the item of a word of an option, with its color. `flag` is the one that names it.
///
/// # Errors
/// An item that is not in the problem, or a color that no option gives to the item.
pub(crate) fn named_item(problem: &Problem, word: &str, flag: &str) -> Result<Use, Fault> {
    if let Some(item) = problem.item(word) {
        return Ok(Use { item, color: Color::NONE });
    }
    // `=` is before the number of times that an item is counted.
    let parts = word.rsplit_once(':').or_else(|| word.rsplit_once('='));
    let (name, color) =
        parts.map_or((word, None), |(name, color)| (name, word.contains(':').then_some(color)));
    let Some(item) = problem.item(name) else {
        let near = nearest(name, problem.items().map(|item| problem.name(item)));
        return Err(Fault::Usage(format!("{flag}: no item has the name `{name}`{}", suggestion(near))));
    };
    let Some(color) = color else { return Ok(Use { item, color: Color::NONE }) };
    let known = |own: &&Use| own.item == item && problem.color_name(own.color) == Some(color);
    let own =
        problem.options().find_map(|option| problem.uses(option).iter().copied().find(|own| known(&own)));
    own.ok_or_else(|| Fault::Usage(format!("{flag}: item `{name}` has the color `{color}` in no option")))
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

pub(crate) fn rule(word: &str) -> Result<Rule, String> {
    word.parse().map_err(|error: dlx_core::inner::UnknownRule| error.to_string())
}

fn simd(word: &str) -> Result<Simd, String> {
    word.parse().map_err(|error: dlx_core::inner::UnknownSimd| error.to_string())
}
