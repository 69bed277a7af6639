//! A linear program as its rows and columns.

use thiserror::Error;

use crate::index::{MOST, narrow, wide};

/// A linear program: the least total cost of columns whose values, and the sums of whose entries in each row, are between
/// bounds.
///
/// Tolerances are absolute, so entries are to be of the order of 1: a row with greater ones is divided by the greatest.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) rows: Vec<(f64, f64)>,
    pub(crate) costs: Vec<f64>,
    pub(crate) bounds: Vec<(f64, f64)>,
    /// The rows and the entries of one column after the other; by column, the index of the first one.
    pub(crate) starts: Vec<u32>,
    pub(crate) entry_rows: Vec<u32>,
    pub(crate) entries: Vec<f64>,
    /// By row: one more than the last column with an entry there.
    last: Vec<u32>,
}

/// What a program cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// A bound, a cost or an entry that is infinite or no number.
    #[error("expected a finite number, found {0}")]
    NotFinite(f64),
    /// A lower bound above the upper one.
    #[error("expected a lower bound of at most {high}, found {low}")]
    CrossedBounds {
        /// The lower bound.
        low: f64,
        /// The upper bound.
        high: f64,
    },
    /// An entry in a row that is not there.
    #[error("expected a row below {rows}, found {row}")]
    UnknownRow {
        /// The row of the entry.
        row: u32,
        /// The number of rows.
        rows: usize,
    },
    /// A column with two entries in one row.
    #[error("expected one entry of a column in row {0}, found two")]
    RepeatedRow(u32),
    /// More rows, columns and entries than 32 bits count.
    #[error("expected at most {MOST} rows, columns and entries")]
    TooLarge,
}

impl Default for Program {
    /// Returns the program without rows and columns.
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            costs: Vec::new(),
            bounds: Vec::new(),
            starts: vec![0],
            entry_rows: Vec::new(),
            entries: Vec::new(),
            last: Vec::new(),
        }
    }
}

impl Program {
    /// Adds a row whose sum is between these bounds. Rows are numbered from 0.
    ///
    /// # Errors
    /// Bounds that are not finite or contradict each other, or too many rows.
    pub fn row(&mut self, low: f64, high: f64) -> Result<(), ProgramError> {
        self.rows.push(checked(low, high)?);
        self.last.push(0);
        self.check_size()
    }

    /// Adds a column with its cost, the bounds of its value and its entries, each with its row. Columns are numbered from 0.
    ///
    /// # Errors
    /// Numbers that are not finite, bounds that contradict each other, a row that is missing or repeated, or too many
    /// entries. The program is then of no use.
    pub fn column(
        &mut self,
        cost: f64,
        (low, high): (f64, f64),
        entries: impl IntoIterator<Item = (u32, f64)>,
    ) -> Result<(), ProgramError> {
        self.costs.push(finite(cost)?);
        self.bounds.push(checked(low, high)?);
        self.check_size()?;
        let own = narrow(self.costs.len());
        for (row, entry) in entries {
            let rows = self.rows.len();
            let last = self.last.get_mut(wide(row)).ok_or(ProgramError::UnknownRow { row, rows })?;
            if std::mem::replace(last, own) == own {
                return Err(ProgramError::RepeatedRow(row));
            }
            if finite(entry)? != 0.0 {
                self.entry_rows.push(row);
                self.entries.push(entry);
            }
        }
        self.check_size()?;
        self.starts.push(narrow(self.entries.len()));
        Ok(())
    }

    fn check_size(&self) -> Result<(), ProgramError> {
        let is_small = self.rows.len() + self.costs.len() <= MOST && self.entries.len() <= MOST;
        if is_small { Ok(()) } else { Err(ProgramError::TooLarge) }
    }
}

fn finite(number: f64) -> Result<f64, ProgramError> {
    if number.is_finite() { Ok(number) } else { Err(ProgramError::NotFinite(number)) }
}

fn checked(low: f64, high: f64) -> Result<(f64, f64), ProgramError> {
    let (low, high) = (finite(low)?, finite(high)?);
    if low <= high { Ok((low, high)) } else { Err(ProgramError::CrossedBounds { low, high }) }
}
