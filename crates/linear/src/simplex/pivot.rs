//! A pivot: the row that leaves the basis, the variable that enters it, and what changes.

use super::{NONE, Scratch, Simplex, TOLERATED, entry_at};
use crate::index::{narrow, wide};

/// An entry of the pivot row below this is zero. A much smaller pivot would lose the digits of the basis.
const TINY: f64 = 1e-7;
/// Pivots below this are avoided.
const SAFE: f64 = 1e-3;
/// An entry of a vector below this is 0.
const ZERO: f64 = 1e-12;

impl Simplex {
    /// Returns the place of the variable farthest beyond its bounds in terms of the norm of its row.
    pub(super) fn leaving(&self, tolerance: f64) -> Option<usize> {
        let mut best = (0.0, None);
        for (place, (&value, &norm)) in self.basis.values.iter().zip(&self.basis.norms).enumerate() {
            let head = wide(self.basis.heads[place]);
            let beyond = (self.lows[head] - value).max(value - self.highs[head]);
            if beyond > tolerance {
                let score = beyond * beyond / norm;
                if score > best.0 {
                    best = (score, Some(place));
                }
            }
        }
        best.1
    }

    /// Computes the row of the tableau at a place.
    pub(super) fn load_pivot_row(&mut self, place: usize) {
        let columns = self.columns;
        let Self { basis, scratch, .. } = self;
        scratch.pivot_row_places.clear();
        scratch.pivot_row.fill(0.0);
        scratch.pivot_row[place] = 1.0;
        self.work += basis.factors.solve_transposed(&mut scratch.pivot_row) + self.rows as u64;
        for (row, entry) in (0..).zip(&mut scratch.pivot_row) {
            if entry.abs() < ZERO {
                *entry = 0.0;
            } else {
                scratch.pivot_row_places.push(row);
            }
        }
        for &variable in &scratch.touched {
            scratch.entries[wide(variable)] = 0.0;
            scratch.is_touched[wide(variable)] = false;
        }
        scratch.touched.clear();
        for &row in &scratch.pivot_row_places {
            let row = wide(row);
            let entry = scratch.pivot_row[row];
            let listed = &self.row_columns[wide(self.row_starts[row])..wide(self.row_starts[row + 1])];
            for &column in listed {
                if !scratch.is_touched[wide(column)] {
                    scratch.is_touched[wide(column)] = true;
                    scratch.touched.push(column);
                }
            }
            if self.row_entries.is_empty() {
                listed.iter().for_each(|&column| scratch.entries[wide(column)] += entry);
            } else {
                let entries = &self.row_entries[wide(self.row_starts[row])..];
                for (&column, of_column) in listed.iter().zip(entries) {
                    scratch.entries[wide(column)] += entry * of_column;
                }
            }
            self.work += listed.len() as u64;
            scratch.entries[columns + row] = entry;
            scratch.touched.push(narrow(columns + row));
        }
    }

    /// Computes the column of the tableau of a variable.
    pub(super) fn load_column(&mut self, variable: usize) {
        let Self { basis, scratch, .. } = self;
        scratch.column.fill(0.0);
        if variable < self.columns {
            let (start, end) = (self.column_starts[variable], self.column_starts[variable + 1]);
            for at in wide(start)..wide(end) {
                scratch.column[wide(self.column_rows[at])] = entry_at(&self.column_entries, at);
            }
        } else {
            scratch.column[variable - self.columns] = 1.0;
        }
        self.work += basis.factors.solve(&mut scratch.column);
        scratch.column_places.clear();
        for (place, value) in (0..).zip(&mut scratch.column) {
            if value.abs() < ZERO {
                *value = 0.0;
            } else {
                scratch.column_places.push(place);
            }
        }
        self.work += self.rows as u64;
    }

    /// Returns the variable that enters the basis, the number of breakpoints before it, and the slope there. Without a
    /// variable the bound grows without end.
    pub(super) fn ratio_test(&mut self, sign: f64, mut slope: f64) -> (Option<usize>, usize, f64) {
        let Self { basis, scratch, lows, highs, .. } = self;
        let Scratch { touched, entries, breakpoints, .. } = scratch;
        breakpoints.clear();
        for &variable in touched.iter() {
            let at = wide(variable);
            if basis.places[at] != NONE || lows[at] == highs[at] {
                continue;
            }
            let entry = sign * entries[at];
            if (entry > TINY && !basis.is_high[at]) || (entry < -TINY && basis.is_high[at]) {
                breakpoints.push(((basis.reduced[at] / entry).max(0.0), variable));
            }
        }
        // Few breakpoints are passed: the least ones are sorted, then as many again.
        let order =
            |one: &(f64, u32), other: &(f64, u32)| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1));
        let mut sorted = 0;
        for passed in 0..breakpoints.len() {
            if passed == sorted {
                let next = (sorted + 16.max(sorted)).min(breakpoints.len());
                if next < breakpoints.len() {
                    breakpoints[sorted..].select_nth_unstable_by(next - sorted, order);
                }
                breakpoints[sorted..next].sort_unstable_by(order);
                sorted = next;
            }
            let (ratio, variable) = breakpoints[passed];
            let size = entries[wide(variable)].abs();
            let after = slope - size * (highs[wide(variable)] - lows[wide(variable)]);
            // Entries are mostly whole, so that a slope often ends at 0: the step may end there.
            if after < TOLERATED {
                let mut best = (size, variable);
                if size < 0.1 {
                    // A larger entry at nearly the same ratio is a safer pivot.
                    for &(_, other) in
                        breakpoints[passed..sorted].iter().take_while(|other| other.0 <= ratio + TINY)
                    {
                        let size = entries[wide(other)].abs();
                        if size > best.0 {
                            best = (size, other);
                        }
                    }
                }
                if best.0 < SAFE {
                    // An earlier breakpoint is a shorter step in the same direction.
                    let is_safe = |at: &usize| entries[wide(breakpoints[*at].1)].abs() >= SAFE;
                    if let Some(at) = (0..passed).rev().find(is_safe) {
                        return (Some(wide(breakpoints[at].1)), at, slope);
                    }
                }
                return (Some(wide(best.1)), passed, slope);
            }
            slope = after;
        }
        (None, breakpoints.len(), slope)
    }

    /// Moves the variables at the first breakpoints to their other bounds.
    pub(super) fn flip(&mut self, entering: usize, passed: usize) {
        if passed == 0 {
            return;
        }
        let (rows, columns) = (self.rows, self.columns);
        let Self { basis, scratch, .. } = self;
        scratch.rhs.fill(0.0);
        for &(_, variable) in &scratch.breakpoints[..passed] {
            let variable = wide(variable);
            if variable == entering {
                continue;
            }
            let range = self.highs[variable] - self.lows[variable];
            let change = if basis.is_high[variable] { -range } else { range };
            basis.is_high[variable] = !basis.is_high[variable];
            basis.objective += basis.reduced[variable] * change;
            if variable < columns {
                let (start, end) = (self.column_starts[variable], self.column_starts[variable + 1]);
                for at in wide(start)..wide(end) {
                    scratch.rhs[wide(self.column_rows[at])] -= change * entry_at(&self.column_entries, at);
                }
            } else {
                scratch.rhs[variable - columns] -= change;
            }
        }
        self.work += basis.factors.solve(&mut scratch.rhs) + rows as u64;
        for (value, change) in basis.values.iter_mut().zip(&scratch.rhs) {
            *value += change;
        }
    }

    /// Exchanges the variable at a place for another, whose column is loaded.
    pub(super) fn exchange(&mut self, place: usize, entering: usize, bound: f64, is_above: bool) {
        let entering_value = self.outer_value(entering);
        let Self { basis, scratch, .. } = self;
        let leaving = wide(basis.heads[place]);
        let pivot = scratch.column[place];
        let step = (basis.values[place] - bound) / pivot;
        let price = basis.reduced[entering] / pivot;
        basis.objective += basis.reduced[entering] * step;
        for &other in &scratch.column_places {
            basis.values[wide(other)] -= step * scratch.column[wide(other)];
        }
        if price != 0.0 {
            for variable in scratch.touched.iter().map(|&variable| wide(variable)) {
                if basis.places[variable] == NONE {
                    basis.reduced[variable] -= price * scratch.entries[variable];
                }
            }
        }
        basis.reduced[leaving] = -price;
        basis.reduced[entering] = 0.0;
        let entries = scratch.pivot_row_places.iter().map(|&at| scratch.pivot_row[wide(at)]);
        let norm: f64 = entries.map(|entry| entry * entry).sum();
        scratch.products.copy_from_slice(&scratch.pivot_row);
        self.work += basis.factors.solve(&mut scratch.products);
        for other in scratch.column_places.iter().map(|&other| wide(other)).filter(|&other| other != place) {
            let factor = scratch.column[other] / pivot;
            let changed =
                basis.norms[other] - 2.0 * factor * scratch.products[other] + factor * factor * norm;
            basis.norms[other] = changed.clamp(1e-4, 1e12);
        }
        basis.factors.exchange(place, &scratch.column, &scratch.column_places);
        basis.norms[place] = (norm / (pivot * pivot)).clamp(1e-4, 1e12);
        basis.heads[place] = narrow(entering);
        basis.places[entering] = narrow(place);
        basis.places[leaving] = NONE;
        basis.is_high[leaving] = is_above;
        basis.values[place] = entering_value + step;
        self.pivots += 1;
        self.work += (2 * scratch.column_places.len() + scratch.touched.len()) as u64;
    }
}
