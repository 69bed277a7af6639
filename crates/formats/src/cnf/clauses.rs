//! Literals, and clauses that are written and counted.

use std::fmt;
use std::io::{self, Write};
use std::ops::Not;

use dlx_core::OptionId;

/// A variable, counted from 1, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    variable: u64,
    is_negative: bool,
}

impl Literal {
    /// Returns the literal for "this option is chosen".
    pub(super) fn of(option: OptionId) -> Self {
        Self { variable: option.index() as u64 + 1, is_negative: false }
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { is_negative: !self.is_negative, ..self }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negative { "-" } else { "" }, self.variable)
    }
}

/// Writes clauses, and counts them and the variables.
pub(super) struct Clauses<W> {
    output: W,
    variables: u64,
    count: u64,
}

impl<W: Write> Clauses<W> {
    /// Returns a writer without clauses and with `variables` variables.
    pub(super) fn new(variables: u64, output: W) -> Self {
        Self { output, variables, count: 0 }
    }

    pub(super) fn variables(&self) -> u64 {
        self.variables
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns a new variable.
    pub(super) fn fresh(&mut self) -> Literal {
        self.variables += 1;
        Literal { variable: self.variables, is_negative: false }
    }

    pub(super) fn add(&mut self, literals: &[Literal]) -> io::Result<()> {
        if literals.is_empty() {
            return self.contradict();
        }
        self.count += 1;
        for literal in literals {
            write!(self.output, "{literal} ")?;
        }
        self.output.write_all(b"0\n")
    }

    /// Writes a contradiction. Not every reader accepts an empty clause, so it is a variable that is both
    /// true and false.
    pub(super) fn contradict(&mut self) -> io::Result<()> {
        let both = self.fresh();
        self.add(&[both])?;
        self.add(&[!both])
    }
}
