//! How large the clauses of a problem are.

/// How many variables and clauses a problem takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CnfSize {
    /// Those of the options and the auxiliary ones. `u64::MAX` if there are more than that.
    pub variables: u64,
    /// Likewise.
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
