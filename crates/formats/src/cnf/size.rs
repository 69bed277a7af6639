//! The size of a problem in clauses.

/// The number of variables and clauses of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CnfSize {
    /// Variables of the options and auxiliary ones; `u64::MAX` if there are more.
    pub variables: u64,
    /// Clauses; `u64::MAX` if there are more.
    pub clauses: u64,
}

impl CnfSize {
    /// A variable that is both true and false.
    pub(super) const CONTRADICTION: Self = Self { variables: 1, clauses: 2 };

    pub(super) fn of(variables: u128, clauses: u128) -> Self {
        let word = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
        Self { variables: word(variables), clauses: word(clauses) }
    }

    pub(super) fn plus(self, more: Self) -> Self {
        Self {
            variables: self.variables.saturating_add(more.variables),
            clauses: self.clauses.saturating_add(more.clauses),
        }
    }
}
