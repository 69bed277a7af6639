//! Gaussian elimination of a sparse matrix, in an order that fills in few entries.
//!
//! Columns and rows with one entry come first, as most of a basis is triangular; the rest takes the column with the fewest
//! entries, and there the shortest row whose entry is not too small (Markowitz 1957).

use crate::index::{narrow, wide};

/// A pivot is at least this part of the greatest entry of its column.
const THRESHOLD: f64 = 0.1;
/// A column without a greater entry depends on the others.
const DEPENDENT: f64 = 1e-7;
/// An entry below this is 0.
const ZERO: f64 = 1e-13;

/// What is left to eliminate.
pub(crate) struct Elimination {
    /// By row: its entries in columns that have no place yet; in the end, those of the upper matrix.
    pub(crate) rows: Vec<Vec<(u32, f64)>>,
    pub(crate) is_taken: Vec<bool>,
    /// By column: rows with an entry, among others that are taken, and the number of those that are not.
    columns: Vec<Vec<u32>>,
    counts: Vec<u32>,
    pub(crate) places: Vec<Option<u32>>,
    is_dependent: Vec<bool>,
    /// Columns and rows that may have one entry.
    single_columns: Vec<u32>,
    single_rows: Vec<u32>,
    /// Columns that may be left, for those with several entries.
    left: Vec<u32>,
    /// By column: one more than its place in the row that is changed.
    at: Vec<u32>,
    pub(crate) work: u64,
}

impl Elimination {
    pub(crate) fn of<I: IntoIterator<Item = (u32, f64)>>(
        rows: usize,
        columns: impl Iterator<Item = I>,
    ) -> Self {
        let mut of_rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); rows];
        let mut of_columns: Vec<Vec<u32>> = Vec::new();
        for (column, entries) in (0..).zip(columns) {
            let mut own = Vec::new();
            for (row, entry) in entries {
                of_rows[wide(row)].push((column, entry));
                own.push(row);
            }
            of_columns.push(own);
        }
        let count = of_columns.len();
        let singles = |lists: &mut dyn Iterator<Item = usize>| -> Vec<u32> {
            (0..).zip(lists).filter(|&(_, length)| length == 1).map(|(number, _)| number).collect()
        };
        Self {
            is_taken: vec![false; rows],
            counts: of_columns.iter().map(|own| narrow(own.len())).collect(),
            places: vec![None; count],
            is_dependent: vec![false; count],
            single_columns: singles(&mut of_columns.iter().map(Vec::len)),
            single_rows: singles(&mut of_rows.iter().map(Vec::len)),
            left: (0..narrow(count)).collect(),
            at: vec![0; count],
            work: 0,
            rows: of_rows,
            columns: of_columns,
        }
    }

    fn is_left(&self, column: u32) -> bool {
        self.places[wide(column)].is_none() && !self.is_dependent[wide(column)]
    }

    /// Returns the row and the column to eliminate next.
    pub(crate) fn next_pivot(&mut self) -> Option<(u32, u32)> {
        while let Some(column) = self.single_columns.pop() {
            if self.is_left(column)
                && self.counts[wide(column)] == 1
                && let Some(row) = self.best_row(column)
            {
                return Some((row, column));
            }
        }
        while let Some(row) = self.single_rows.pop() {
            if !self.is_taken[wide(row)]
                && let &[(column, entry)] = self.rows[wide(row)].as_slice()
                && self.is_left(column)
                && entry.abs() >= THRESHOLD * self.greatest(column)
            {
                return Some((row, column));
            }
        }
        loop {
            let mut left = std::mem::take(&mut self.left);
            left.retain(|&column| self.is_left(column));
            self.work += left.len() as u64;
            let least = left.iter().copied().min_by_key(|&column| self.counts[wide(column)]);
            self.left = left;
            let column = least?;
            if let Some(row) = self.best_row(column) {
                return Some((row, column));
            }
        }
    }

    /// Returns the entries of a column in rows that are left.
    fn entries(&self, column: u32) -> impl Iterator<Item = (u32, f64)> {
        let rows = self.columns[wide(column)].iter().copied().filter(|&row| !self.is_taken[wide(row)]);
        rows.filter_map(move |row| {
            let entries = self.rows[wide(row)].iter();
            entries.copied().find(|&(other, _)| other == column).map(|(_, entry)| (row, entry))
        })
    }

    fn greatest(&self, column: u32) -> f64 {
        self.entries(column).map(|(_, entry)| entry.abs()).fold(0.0, f64::max)
    }

    /// Returns the shortest row in which a column has an entry that is not too small. A column without one is set aside.
    fn best_row(&mut self, column: u32) -> Option<u32> {
        let greatest = self.greatest(column);
        if greatest < DEPENDENT {
            self.is_dependent[wide(column)] = true;
            // It stays in its rows, where it has no place in the end.
            return None;
        }
        let entries = self.entries(column).filter(|(_, entry)| entry.abs() >= THRESHOLD * greatest);
        entries.map(|(row, _)| (self.rows[wide(row)].len(), row)).min().map(|(_, row)| row)
    }

    /// Eliminates a column by a row. Returns the pivot, and the multiples of the row that are subtracted from others.
    pub(crate) fn take(&mut self, row: u32, column: u32) -> (f64, Vec<(u32, f64)>) {
        let mut others: Vec<(u32, f64)> = self.entries(column).filter(|&(other, _)| other != row).collect();
        self.is_taken[wide(row)] = true;
        self.places[wide(column)] = Some(row);
        let mut own = std::mem::take(&mut self.rows[wide(row)]);
        let at =
            own.iter().position(|&(other, _)| other == column).expect("the pivot is an entry of its row");
        let (_, pivot) = own.swap_remove(at);
        for &(other, _) in &own {
            self.lose(other);
        }
        self.work += own.len() as u64;
        for (other, entry) in &mut others {
            *entry /= pivot;
            self.subtract(*other, column, *entry, &own);
        }
        self.rows[wide(row)] = own;
        (pivot, others)
    }

    /// Counts one entry of a column less.
    fn lose(&mut self, column: u32) {
        self.counts[wide(column)] -= 1;
        if self.counts[wide(column)] == 1 {
            self.single_columns.push(column);
        }
    }

    /// Subtracts a multiple of a list of entries from a row, which loses its entry in a column.
    fn subtract(&mut self, row: u32, column: u32, multiple: f64, list: &[(u32, f64)]) {
        let mut own = std::mem::take(&mut self.rows[wide(row)]);
        own.retain(|&(other, _)| other != column);
        if !list.is_empty() {
            for (place, &(other, _)) in (1..).zip(&own) {
                self.at[wide(other)] = place;
            }
            for &(other, entry) in list {
                match self.at[wide(other)] {
                    0 => {
                        own.push((other, -multiple * entry));
                        self.columns[wide(other)].push(row);
                        self.counts[wide(other)] += 1;
                    }
                    place => own[wide(place) - 1].1 -= multiple * entry,
                }
            }
            own.iter().for_each(|&(other, _)| self.at[wide(other)] = 0);
            let mut zeros = Vec::new();
            own.retain(|&(other, entry)| {
                let is_zero = entry.abs() < ZERO;
                if is_zero {
                    self.columns[wide(other)].retain(|&of_column| of_column != row);
                    zeros.push(other);
                }
                !is_zero
            });
            zeros.into_iter().for_each(|other| self.lose(other));
        }
        if own.len() == 1 {
            self.single_rows.push(row);
        }
        self.work += (own.len() + list.len()) as u64;
        self.rows[wide(row)] = own;
    }
}
