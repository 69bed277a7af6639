//! The rules with branching chains, and the chains that they use as single steps.

use super::board::Board;
use super::links::Literal;
use crate::work::Work;

/// What a rule with branching chains uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) kind: Kind,
    /// What dynamic chains use besides links: nothing, sets, forcing chains (2), also multiple ones (3), or
    /// dynamic ones (4).
    pub(super) level: u8,
    /// The level of the dynamic chains that dynamic chains of level 4 use.
    pub(super) inner_level: u8,
    /// The searches for those forcing chains, simple ones first.
    pub(super) nested: &'static [Search],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Consequences for one digit, from links that arise on the way as well.
    Nishio,
    /// Consequences of each candidate of a cell or of each place of a digit.
    Multiple,
    /// The same, from links that arise on the way as well.
    Dynamic,
}

impl Rule {
    /// Returns a rule that does not use forcing chains.
    pub(super) const fn new(kind: Kind, level: u8) -> Rule {
        Rule { kind, level, inner_level: 0, nested: &[] }
    }

    /// Returns the value of its chains without that of their length.
    pub(super) fn value(self) -> f64 {
        match self.kind {
            Kind::Nishio => 7.5,
            Kind::Multiple => 8.0,
            Kind::Dynamic => 8.5 + 0.5 * f64::from(self.level),
        }
    }
}

/// A chain that a dynamic chain uses as one step.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Nested {
    pub(super) complexity: u32,
    /// Its literals, for each conclusion of its parts.
    pub(super) trails: Vec<Vec<Literal>>,
}

/// Takes the eliminations that have made a chain possible, what it eliminates, and the chain.
pub(super) type Take<'t> = &'t mut dyn FnMut(&[(usize, usize)], &[(usize, u16)], Nested);

/// A search for chains that eliminations have made possible: it compares the initial board with the current one.
pub(super) type Search = fn(&Board, &Board, Rule, &Work<'_, '_>, Take<'_>);
