//! The choice rule: which item a search branches on. The rule defines the tree; an engine only walks it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The version of the trees that the rules define. A change that gives a problem another tree raises it, so that a
/// checkpoint of the tree before is refused.
pub(crate) const TREE: u32 = 1;

/// Which open primary item is covered next.
///
/// The *degree* of an open item is the number of ways to go on there: its live options, and for an item with
/// [`Bounds`](crate::Bounds) `len + 1 - need`, where `len` is the number of its live options and `need` how
/// often it has still to be covered. The options of the chosen item are tried in ascending order; where an
/// item need not be covered any more, "enough" comes last. A node with an open item of degree 0 or less is
/// dead and has no children, but for [`First`](Self::First), which does not look.
///
/// Rules are functions of the open items, the live options and, where said, of the path or of what has
/// happened before. Every engine therefore walks the same tree: the same covers in the same order, and the
/// same number of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The least degree. Among equals the item that may vary least (`high - low`), then the one that may be
    /// covered most often, then the lowest. (Knuth's MRV heuristic, with his ties for bounded items.)
    #[default]
    Fewest,
    /// The lowest open item, whatever its degree: for comparison, as it is exponentially worse on most
    /// problems.
    First,
    /// As [`Fewest`](Self::Fewest), but items whose name begins with `#` are preferred: the others wait while
    /// their degree is more than 1. (Knuth's sharp preference, exercise 7.2.2.1-10.)
    Preferred,
    /// The least quotient of degree and weight, the lowest item among equals; an item of degree 1 before all
    /// others. The weight of an item is 1 plus the number of nodes that died because it had no way left, the
    /// lowest such item being blamed. Weights are learned from the root on and kept when the search goes back.
    /// (Boussemart, Hemery, Lecoutre and Sais, *Boosting systematic search by weighting constraints*, 2004.)
    Weighted,
    /// As [`Fewest`](Self::Fewest), but among items of the same degree above 1 one is drawn, by a hash of the
    /// seed and the path.
    Random {
        /// Another seed, another tree.
        seed: u64,
    },
}

impl Rule {
    /// Whether a node with an item that has no way left is dead at once.
    pub(crate) fn looks_ahead(self) -> bool {
        self != Self::First
    }
}

/// The rule's word: `fewest`, `first`, `preferred`, `weighted` or `random:SEED`; [`FromStr`] reads it.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fewest => f.write_str("fewest"),
            Self::First => f.write_str("first"),
            Self::Preferred => f.write_str("preferred"),
            Self::Weighted => f.write_str("weighted"),
            Self::Random { seed } => write!(f, "random:{seed}"),
        }
    }
}

/// A word that names no rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected fewest, first, preferred, weighted or random:SEED with a number as the seed, found `{}`", found.escape_debug())]
pub struct UnknownRule {
    /// The word.
    pub found: String,
}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(word: &str) -> Result<Self, UnknownRule> {
        match word {
            "fewest" => Ok(Self::Fewest),
            "first" => Ok(Self::First),
            "preferred" => Ok(Self::Preferred),
            "weighted" => Ok(Self::Weighted),
            _ => {
                let seed = word.strip_prefix("random:").and_then(|seed| seed.parse().ok());
                let seed = seed.ok_or_else(|| UnknownRule { found: word.to_owned() })?;
                Ok(Self::Random { seed })
            }
        }
    }
}
