//! The basis: its factors, and the values and reduced costs that follow from it.

use std::ops::ControlFlow;

use super::{Ask, NONE, Simplex, entry_at};
use crate::factors::Factors;
use crate::index::{narrow, wide};

/// The basis is exact enough if no equation is missed by more.
const EXACT: f64 = 1e-9;

/// A basis with its factors, and the values that follow from it.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    /// By place in the basis: the variable.
    pub(super) heads: Vec<u32>,
    /// By variable: the place in the basis, or [`NONE`].
    pub(super) places: Vec<u32>,
    /// By variable outside the basis: whether it is at its upper bound.
    pub(super) is_high: Vec<bool>,
    pub(super) factors: Factors,
    /// By place: the value of the variable, and the squared norm of the row of the inverse.
    pub(super) values: Vec<f64>,
    pub(super) norms: Vec<f64>,
    /// By variable.
    pub(super) reduced: Vec<f64>,
    pub(super) objective: f64,
    /// True if the factors are to be found anew.
    pub(super) is_old: bool,
}

impl Basis {
    /// Returns the basis of all slacks of a program with these costs. Each slack is at its row.
    pub(super) fn of_slacks(columns: usize, places: Vec<u32>, costs: &[f64]) -> Self {
        let rows = costs.len() - columns;
        Self {
            heads: (narrow(columns)..narrow(costs.len())).collect(),
            places,
            is_high: vec![false; costs.len()],
            factors: Factors::unit(rows),
            values: vec![0.0; rows],
            norms: vec![1.0; rows],
            reduced: costs.to_vec(),
            objective: 0.0,
            is_old: false,
        }
    }

    /// Copies another basis without allocating.
    pub fn copy(&mut self, other: &Self) {
        self.heads.clone_from(&other.heads);
        self.places.clone_from(&other.places);
        self.is_high.clone_from(&other.is_high);
        self.factors.copy(&other.factors);
        self.values.clone_from(&other.values);
        self.norms.clone_from(&other.norms);
        self.reduced.clone_from(&other.reduced);
        self.objective = other.objective;
        self.is_old = other.is_old;
    }
}

impl Simplex {
    /// Factors the basis, and computes the reduced costs and the values from its variables. Variables that depend on
    /// others leave it for slacks.
    pub(super) fn factor(&mut self, ask: &mut Ask<'_>) -> ControlFlow<()> {
        let (rows, columns) = (self.rows, self.columns);
        self.basis.is_old = true;
        let heads: Vec<(u32, f64)> =
            self.basis.heads.iter().copied().zip(self.basis.norms.iter().copied()).collect();
        let mut factors = std::mem::take(&mut self.basis.factors);
        let of_heads = heads.iter().map(|&(variable, _)| {
            let is_slack = wide(variable) >= columns;
            let range = if is_slack { 0..0 } else { self.rows_of(wide(variable)) };
            let slack = is_slack.then(|| (variable - narrow(columns), 1.0));
            range.map(|at| (self.column_rows[at], entry_at(&self.column_entries, at))).chain(slack)
        });
        let mut work = 0;
        let places = factors.eliminate(rows, of_heads, |more| {
            work += more;
            ask(more)
        })?;
        self.work += work;
        self.asked += work;
        self.basis.is_old = false;
        let mut is_open = vec![true; rows];
        for (&(variable, norm), place) in heads.iter().zip(places) {
            self.basis.places[wide(variable)] = NONE;
            if let Some(place) = place {
                is_open[wide(place)] = false;
                self.seat(variable, wide(place), norm);
            }
        }
        for place in (0..rows).filter(|&place| is_open[place]) {
            self.seat(narrow(columns + place), place, 1.0);
        }
        let mut prices: Vec<f64> = self.basis.heads.iter().map(|&head| self.costs[wide(head)]).collect();
        self.work += factors.solve_transposed(&mut prices);
        self.basis.factors = factors;
        for column in 0..columns {
            let price = |at: usize| prices[wide(self.column_rows[at])] * entry_at(&self.column_entries, at);
            let paid: f64 = self.rows_of(column).map(price).sum();
            self.basis.reduced[column] = if self.is_outer(column) { self.costs[column] - paid } else { 0.0 };
        }
        for (row, price) in prices.iter().enumerate() {
            let slack = columns + row;
            self.basis.reduced[slack] = if self.is_outer(slack) { -price } else { 0.0 };
        }
        self.work += self.column_rows.len() as u64;
        self.set_values();
        ControlFlow::Continue(())
    }

    pub(super) fn seat(&mut self, variable: u32, place: usize, norm: f64) {
        self.basis.heads[place] = variable;
        self.basis.places[wide(variable)] = narrow(place);
        self.basis.norms[place] = norm;
    }

    /// Puts the variables outside the basis at the bounds that their reduced costs ask for, and computes all values.
    pub(super) fn set_values(&mut self) {
        let Self { rows, columns, basis, scratch, .. } = self;
        let (rows, columns) = (*rows, *columns);
        let mut objective = 0.0;
        scratch.rhs.fill(0.0);
        for variable in 0..columns + rows {
            if basis.places[variable] != NONE {
                continue;
            }
            let (low, high) = (self.lows[variable], self.highs[variable]);
            let is_high = low < high && basis.reduced[variable] < 0.0;
            basis.is_high[variable] = is_high;
            let value = if is_high { high } else { low };
            if value == 0.0 {
                continue;
            }
            objective += value * self.costs[variable];
            if variable < columns {
                let (start, end) = (self.column_starts[variable], self.column_starts[variable + 1]);
                for at in wide(start)..wide(end) {
                    scratch.rhs[wide(self.column_rows[at])] -= value * entry_at(&self.column_entries, at);
                }
            } else {
                scratch.rhs[variable - columns] -= value;
            }
        }
        self.work += basis.factors.solve(&mut scratch.rhs);
        for place in 0..rows {
            let value = scratch.rhs[place];
            basis.values[place] = value;
            objective += value * self.costs[wide(basis.heads[place])];
        }
        basis.objective = objective;
        self.work += (rows + columns) as u64;
    }

    /// Returns true if the values, the prices and the reduced costs fit together as far as the columns are listed.
    pub(super) fn is_exact(&mut self) -> bool {
        let (rows, columns) = (self.rows, self.columns);
        self.work += (self.column_rows.len() + rows + columns) as u64;
        let mut sums: Vec<f64> = (columns..columns + rows).map(|slack| self.value(slack)).collect();
        for column in 0..columns {
            let value = self.value(column);
            let reduced = self.basis.reduced[column];
            let mut expected = self.costs[column];
            for at in self.rows_of(column) {
                let row = wide(self.column_rows[at]);
                let entry = entry_at(&self.column_entries, at);
                sums[row] += value * entry;
                expected += self.basis.reduced[columns + row] * entry;
            }
            if self.is_listed[column] && (expected - reduced).abs() > EXACT {
                return false;
            }
        }
        sums.iter().all(|sum| sum.abs() < EXACT)
    }
}
