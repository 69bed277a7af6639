//! The rule that chooses the item to branch on. The rule defines the search tree; an engine only searches it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The version of the trees that the rules define. A change that gives a problem another tree must increase
/// it, so that checkpoints of the old tree are refused.
pub(crate) const TREE: u32 = 1;

/// The rule that chooses the open primary item to cover next.
///
/// The *degree* of an open item is its number of branches: the number of its live options, and for an item
/// with [`Bounds`](crate::Bounds) `len + 1 - need`, where `len` is the number of its live options and `need`
/// the number of times that it must still be covered. Where options have [weights](crate::Mention::with_weight) on the
/// item, `len` is their sum; the degree is then 1 if `len - need` is less than the least weight on the item, and
/// otherwise 1 plus the greater of 1 and `(len - need) / mean`, rounded down, with the mean weight of all options of
/// the item, rounded down. The options of the chosen item are tried in ascending
/// order; for an item that need not be covered any more, "enough" comes last. A node with an open item of
/// degree 0 or less is a dead end without children, except under [`First`](Self::First), which does not look
/// ahead.
///
/// Rules are functions of the open items and the live options, and, where stated, of the path. Therefore every engine searches the same tree and finds the same covers in the same order. Numbers
/// of nodes may differ only by forced options, which engines on bits carry out within the node above (see
/// [`Counters::nodes`](crate::Counters::nodes)).
///
/// ```
/// use dlx_core::{Limits, Problem, Rule, Search};
///
/// let problem =
///     Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).option(["a", "b"]).build()?;
/// let rule: Rule = "random:7".parse()?;
/// assert_eq!(rule, Rule::Random { seed: 7 });
/// // A rule changes the tree and the order of the covers, not their number.
/// assert_eq!(Search::with_rule(&problem, rule, &mut Limits::none())?.count(&mut Limits::none()).exact()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The item of least degree. Ties go to the item with the least `high - low`, then to the one that may be
    /// covered most often, then to the lowest. (Knuth's MRV heuristic, with his ties for items with bounds.)
    #[default]
    Fewest,
    /// The lowest open item, whatever its degree. For comparison: it is exponentially slower on most
    /// problems.
    First,
    /// Like [`Fewest`](Self::Fewest), but items whose name begins with `#` are preferred: the others are
    /// chosen only if their degree is at most 1. (Knuth's sharp preference, exercise 7.2.2.1-10.)
    Preferred,
    /// Like [`Fewest`](Self::Fewest), but ties above degree 1 are broken by a hash of the seed and the path.
    Random {
        /// The seed, which determines the tree.
        seed: u64,
    },
}

impl Rule {
    /// Returns true if a node with an item that has no branch left is a dead end at once.
    pub(crate) fn looks_ahead(self) -> bool {
        self != Self::First
    }
}

/// Writes the word for the rule: `fewest`, `first`, `preferred` or `random:SEED`; [`FromStr`] reads it.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fewest => f.write_str("fewest"),
            Self::First => f.write_str("first"),
            Self::Preferred => f.write_str("preferred"),
            Self::Random { seed } => write!(f, "random:{seed}"),
        }
    }
}

/// An unknown word for a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected fewest, first, preferred or random:SEED with a number as the seed, found `{}`", found.escape_debug())]
pub struct UnknownRule {
    /// The word found.
    pub found: String,
}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(word: &str) -> Result<Self, UnknownRule> {
        match word {
            "fewest" => Ok(Self::Fewest),
            "first" => Ok(Self::First),
            "preferred" => Ok(Self::Preferred),
            _ => {
                let seed = word.strip_prefix("random:").and_then(|seed| seed.parse().ok());
                let seed = seed.ok_or_else(|| UnknownRule { found: word.to_owned() })?;
                Ok(Self::Random { seed })
            }
        }
    }
}
