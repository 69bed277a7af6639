//! The columns of each row, for the row of a pivot.

use super::{Simplex, entry_at};
use crate::index::{narrow, wide};

impl Simplex {
    /// Lists the columns that are not fixed by row, unless nearly those are listed.
    pub(super) fn list(&mut self) {
        let mut free = 0;
        let mut is_missing = false;
        for column in 0..self.columns {
            if !self.is_fixed(column) {
                free += 1;
                is_missing |= !self.is_listed[column];
            }
        }
        if !is_missing && free * 4 >= self.listed * 3 {
            return;
        }
        self.listed = free;
        self.row_starts.fill(0);
        for column in 0..self.columns {
            let is_free = !self.is_fixed(column);
            if is_free {
                let mut reduced = self.costs[column];
                for at in self.rows_of(column) {
                    let row = wide(self.column_rows[at]);
                    self.row_starts[row + 1] += 1;
                    reduced += self.basis.reduced[self.columns + row] * entry_at(&self.column_entries, at);
                }
                // The reduced cost of a column that is not listed is not kept up to date.
                if !self.is_listed[column] && self.is_outer(column) {
                    self.basis.reduced[column] = reduced;
                }
            }
            self.is_listed[column] = is_free;
        }
        for row in 0..self.rows {
            self.row_starts[row + 1] += self.row_starts[row];
        }
        let mut ends = self.row_starts.clone();
        for column in 0..self.columns {
            if self.is_listed[column] {
                for at in self.rows_of(column) {
                    let end = &mut ends[wide(self.column_rows[at])];
                    self.row_columns[wide(*end)] = narrow(column);
                    if let Some(own) = self.row_entries.get_mut(wide(*end)) {
                        *own = self.column_entries[at];
                    }
                    *end += 1;
                }
            }
        }
        self.work += self.column_rows.len() as u64;
    }
}
