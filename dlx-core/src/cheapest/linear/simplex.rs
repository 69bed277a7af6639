//! Linear programs over a basis: the dual simplex method with bounds on all variables and a factored basis.
//!
//! The program is to choose the least total cost with each variable from 0 to 1 and the sum of each row, with the weights of
//! its variables, between its bounds. Row `i` has a slack variable that makes its sum 0: it is the variable `n + i`. As every variable has
//! finite bounds, every basis is dual feasible with the other variables at the bounds that their reduced costs ask for.
//! So bounds may change at any time, and the next call begins with the basis that is there.
//!
//! The pivot row is the steepest edge (Forrest and Goldfarb 1992), and a step may pass variables with two bounds that
//! flip from one to the other (Maros 2003). Costs are perturbed against degeneracy. Nothing here is exact: what
//! follows from the [prices](Simplex::prices) is computed in integers elsewhere.

use super::factors::Factors;
use crate::control::limits::{Limits, Position, Stopped};
use crate::problem::ids::{narrow, wide};

/// The place of a variable outside the basis.
const NONE: u32 = u32::MAX;
/// A value counts as within its bounds if it is beyond them by no more than this.
const FEASIBLE: f64 = 1e-7;
/// A variable may be beyond its bounds by so much where no pivot would mend it.
const TOLERATED: f64 = 1e-5;
/// An entry of the pivot row below this is zero. A much smaller pivot would lose the digits of the basis.
const TINY: f64 = 1e-7;
/// Pivots below this are avoided.
const SAFE: f64 = 1e-3;
/// An entry of a vector below this is 0.
const ZERO: f64 = 1e-12;
/// Number of pivots after which the basis is factored anew, if they have not taken as much work as that before.
const MOST_PIVOTS: usize = 100;
/// Steps that count as one node of a small problem where limits are asked.
const STEPS_OF_NODE: u64 = 1 << 10;
/// The basis is exact enough if no equation is missed by more.
const EXACT: f64 = 1e-9;

/// The result of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solved {
    Optimal,
    /// There is no solution; the prices prove a bound above the cutoff.
    Infeasible,
    /// The bound of the prices exceeds the cutoff.
    Beyond,
    /// The number of pivots was reached, or the arithmetic is not exact enough.
    Unfinished,
}

#[derive(Clone, Debug)]
pub(super) struct Simplex {
    rows: usize,
    /// Number of variables without slacks.
    columns: usize,
    /// The rows of one column after the other; by column, the index of the first one.
    column_starts: Vec<u32>,
    column_rows: Vec<u32>,
    /// The weights of the columns in these rows, from 0 to 1; empty where each is 1.
    column_weights: Vec<f64>,
    /// The listed columns of one row after the other.
    row_starts: Vec<u32>,
    row_columns: Vec<u32>,
    row_weights: Vec<f64>,
    /// By column: whether the rows list it. Those that are fixed need not be listed.
    is_listed: Vec<bool>,
    listed: usize,
    /// By variable, as the following.
    costs: Vec<f64>,
    lows: Vec<f64>,
    highs: Vec<f64>,
    basis: Basis,
    /// The bound that prices are to prove where there is no solution.
    goal: f64,
    work: u64,
    /// `work` when the limits were last asked.
    asked: u64,
    pivots: u64,
    prices: Vec<f64>,
    scratch: Scratch,
}

/// A basis with its factors, and the values that follow from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Basis {
    /// By place in the basis: the variable.
    heads: Vec<u32>,
    /// By variable: the place in the basis, or [`NONE`].
    places: Vec<u32>,
    /// By variable outside the basis: whether it is at its upper bound.
    is_high: Vec<bool>,
    factors: Factors,
    /// By place: the value of the variable, and the squared norm of the row of the inverse.
    values: Vec<f64>,
    norms: Vec<f64>,
    /// By variable.
    reduced: Vec<f64>,
    objective: f64,
    /// True if the factors are to be found anew.
    is_old: bool,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    pivot_row: Vec<f64>,
    pivot_row_places: Vec<u32>,
    /// By variable: the entry of the pivot row of the tableau.
    entries: Vec<f64>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    column: Vec<f64>,
    column_places: Vec<u32>,
    /// By place: the product of the row of the inverse there with the pivot row.
    products: Vec<f64>,
    rhs: Vec<f64>,
    breakpoints: Vec<(f64, u32)>,
}

impl Basis {
    /// Copies another basis without allocating.
    pub(super) fn copy(&mut self, other: &Self) {
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
    /// Returns a program with the basis of all slacks: these columns, as the starts of their rows, the rows and the weights
    /// there, their costs, and the bounds of the rows.
    pub(super) fn new(
        (column_starts, column_rows, column_weights): (Vec<u32>, Vec<u32>, Vec<f64>),
        mut costs: Vec<f64>,
        bounds: impl ExactSizeIterator<Item = (f64, f64)>,
    ) -> Self {
        let (columns, rows) = (costs.len(), bounds.len());
        let all = columns + rows;
        let mut lows = vec![0.0; columns];
        let mut highs = vec![1.0; columns];
        for (low, high) in bounds {
            lows.push(-high);
            highs.push(-low);
        }
        costs.resize(all, 0.0);
        let mut places = vec![NONE; columns];
        places.extend(0..narrow(rows));
        Self {
            rows,
            columns,
            row_starts: vec![0; rows + 1],
            row_columns: vec![0; column_rows.len()],
            row_weights: vec![1.0; column_weights.len()],
            column_starts,
            column_rows,
            column_weights,
            is_listed: vec![false; columns],
            listed: 0,
            lows,
            highs,
            basis: Basis {
                heads: (narrow(columns)..narrow(all)).collect(),
                places,
                is_high: vec![false; all],
                factors: Factors::unit(rows),
                values: vec![0.0; rows],
                norms: vec![1.0; rows],
                reduced: costs.clone(),
                objective: 0.0,
                is_old: false,
            },
            costs,
            goal: 0.0,
            work: 0,
            asked: 0,
            pivots: 0,
            prices: vec![0.0; rows],
            scratch: Scratch {
                pivot_row: vec![0.0; rows],
                entries: vec![0.0; all],
                is_touched: vec![false; all],
                column: vec![0.0; rows],
                products: vec![0.0; rows],
                rhs: vec![0.0; rows],
                ..Scratch::default()
            },
        }
    }

    /// Returns the prices of the rows that the last program found.
    pub(super) fn prices(&self) -> &[f64] {
        &self.prices
    }

    pub(super) fn objective(&self) -> f64 {
        self.basis.objective
    }

    /// Returns the number of steps of a nanosecond or two since the program was made.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of entries of the factors.
    pub(super) fn entries(&self) -> usize {
        self.basis.factors.entries()
    }

    pub(super) fn basis(&self) -> &Basis {
        &self.basis
    }

    pub(super) fn set_basis(&mut self, basis: &Basis) {
        self.basis.copy(basis);
    }

    /// Sets the bound that prices are to prove where there is no solution.
    pub(super) fn set_goal(&mut self, goal: f64) {
        self.goal = goal;
    }

    /// Returns true if the values, the prices and the reduced costs fit together as far as the columns are listed.
    fn is_exact(&mut self) -> bool {
        let (rows, columns) = (self.rows, self.columns);
        self.work += (self.column_rows.len() + rows + columns) as u64;
        let mut sums: Vec<f64> = (columns..columns + rows).map(|slack| self.value(slack)).collect();
        for column in 0..columns {
            let value = self.value(column);
            let reduced = self.basis.reduced[column];
            let mut expected = self.costs[column];
            for at in self.rows_of(column) {
                let row = wide(self.column_rows[at]);
                let weight = weight(&self.column_weights, at);
                sums[row] += value * weight;
                expected += self.basis.reduced[columns + row] * weight;
            }
            if self.is_listed[column] && (expected - reduced).abs() > EXACT {
                return false;
            }
        }
        sums.iter().all(|sum| sum.abs() < EXACT)
    }

    /// Lets the next program begin with new factors.
    pub(super) fn renew(&mut self) {
        self.basis.is_old = true;
    }

    /// Sets the value of a column, or makes it free.
    pub(super) fn fix(&mut self, column: usize, value: Option<bool>) {
        let (low, high) = match value {
            None => (0.0, 1.0),
            Some(false) => (0.0, 0.0),
            Some(true) => (1.0, 1.0),
        };
        self.lows[column] = low;
        self.highs[column] = high;
    }

    /// Returns the value of a column in the last solution.
    pub(super) fn value(&self, column: usize) -> f64 {
        match self.basis.places[column] {
            NONE => self.outer_value(column),
            place => self.basis.values[wide(place)],
        }
    }

    fn outer_value(&self, variable: usize) -> f64 {
        if self.basis.is_high[variable] { self.highs[variable] } else { self.lows[variable] }
    }

    fn is_fixed(&self, variable: usize) -> bool {
        self.lows[variable] == self.highs[variable]
    }

    fn is_outer(&self, variable: usize) -> bool {
        self.basis.places[variable] == NONE
    }

    fn rows_of(&self, column: usize) -> std::ops::Range<usize> {
        wide(self.column_starts[column])..wide(self.column_starts[column + 1])
    }

    /// Lists the columns that are not fixed by row, unless nearly those are listed.
    fn list(&mut self) {
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
                    reduced += self.basis.reduced[self.columns + row] * weight(&self.column_weights, at);
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
                    if let Some(own) = self.row_weights.get_mut(wide(*end)) {
                        *own = self.column_weights[at];
                    }
                    *end += 1;
                }
            }
        }
        self.work += self.column_rows.len() as u64;
    }

    /// Puts the variables outside the basis at the bounds that their reduced costs ask for, and computes all values.
    fn set_values(&mut self) {
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
                    scratch.rhs[wide(self.column_rows[at])] -= value * weight(&self.column_weights, at);
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

    /// Computes the column of the tableau of a variable.
    fn load_column(&mut self, variable: usize) {
        let Self { basis, scratch, .. } = self;
        scratch.column.fill(0.0);
        if variable < self.columns {
            let (start, end) = (self.column_starts[variable], self.column_starts[variable + 1]);
            for at in wide(start)..wide(end) {
                scratch.column[wide(self.column_rows[at])] = weight(&self.column_weights, at);
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

    /// Factors the basis, and computes the reduced costs and the values from its variables. Variables that depend on
    /// others leave it for slacks.
    fn factor(&mut self, limits: &mut Limits<'_>, position: &dyn Position) -> Result<(), Stopped> {
        let (rows, columns) = (self.rows, self.columns);
        self.basis.is_old = true;
        let heads: Vec<(u32, f64)> =
            self.basis.heads.iter().copied().zip(self.basis.norms.iter().copied()).collect();
        let mut factors = std::mem::take(&mut self.basis.factors);
        let of_heads = heads.iter().map(|&(variable, _)| {
            let is_slack = wide(variable) >= columns;
            let range = if is_slack { 0..0 } else { self.rows_of(wide(variable)) };
            let slack = is_slack.then(|| (variable - narrow(columns), 1.0));
            range.map(|at| (self.column_rows[at], weight(&self.column_weights, at))).chain(slack)
        });
        let mut work = 0;
        let places = factors.eliminate(rows, of_heads, |more| {
            work += more;
            limits.pass(more.div_ceil(STEPS_OF_NODE), position)
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
            let price = |at: usize| prices[wide(self.column_rows[at])] * weight(&self.column_weights, at);
            let paid: f64 = self.rows_of(column).map(price).sum();
            self.basis.reduced[column] = if self.is_outer(column) { self.costs[column] - paid } else { 0.0 };
        }
        for (row, price) in prices.iter().enumerate() {
            let slack = columns + row;
            self.basis.reduced[slack] = if self.is_outer(slack) { -price } else { 0.0 };
        }
        self.work += self.column_rows.len() as u64;
        self.set_values();
        Ok(())
    }

    fn seat(&mut self, variable: u32, place: usize, norm: f64) {
        self.basis.heads[place] = variable;
        self.basis.places[wide(variable)] = narrow(place);
        self.basis.norms[place] = norm;
    }

    fn set_prices(&mut self) {
        for (price, reduced) in self.prices.iter_mut().zip(&self.basis.reduced[self.columns..]) {
            *price = -reduced;
        }
    }

    /// Asks the limits as much as the work since the last time is worth.
    fn ask(&mut self, limits: &mut Limits<'_>, position: &dyn Position) -> Result<(), Stopped> {
        let asked = self.asked;
        self.asked = self.work;
        limits.pass((self.work - asked).div_ceil(STEPS_OF_NODE), position)
    }

    /// Solves the program from the basis that is there, with at most so many pivots. Ends as soon as the bound exceeds
    /// the cutoff.
    pub(super) fn solve(
        &mut self,
        cutoff: f64,
        most: u64,
        limits: &mut Limits<'_>,
        position: &dyn Position,
    ) -> Result<Solved, Stopped> {
        self.list();
        // The passes over all variables, here and after the program.
        self.work += 4 * (self.columns + self.rows) as u64;
        if self.basis.is_old {
            self.factor(limits, position)?;
        } else {
            self.set_values();
        }
        let last = self.pivots.saturating_add(most);
        // An answer of old factors is verified once with new ones.
        let mut is_verified = false;
        let mut tolerance = FEASIBLE;
        loop {
            self.ask(limits, position)?;
            if self.basis.objective > cutoff {
                self.set_prices();
                return Ok(Solved::Beyond);
            }
            let Some(place) = self.leaving(tolerance) else {
                if self.basis.factors.age() > MOST_PIVOTS / 2 && !is_verified && !self.is_exact() {
                    is_verified = true;
                    self.factor(limits, position)?;
                    continue;
                }
                self.set_prices();
                return Ok(Solved::Optimal);
            };
            if self.pivots >= last {
                self.set_prices();
                return Ok(Solved::Unfinished);
            }
            let head = wide(self.basis.heads[place]);
            let is_above = self.basis.values[place] > self.highs[head];
            let sign = if is_above { 1.0 } else { -1.0 };
            let bound = if is_above { self.highs[head] } else { self.lows[head] };
            self.load_pivot_row(place);
            let distance = (self.basis.values[place] - bound).abs();
            let (entering, passed, slope) = self.ratio_test(sign, distance);
            let Some(entering) = entering else {
                if self.basis.factors.age() > 0 && !is_verified && !self.is_exact() {
                    is_verified = true;
                    self.factor(limits, position)?;
                    continue;
                }
                if distance < TOLERATED && tolerance < TOLERATED {
                    tolerance = TOLERATED;
                    continue;
                }
                self.set_ray(sign, slope);
                return Ok(Solved::Infeasible);
            };
            self.flip(entering, passed);
            self.load_column(entering);
            let pivot = self.scratch.column[place];
            let is_wrong = (pivot - self.scratch.entries[entering]).abs() > 1e-6 * (1.0 + pivot.abs());
            if (is_wrong || pivot.abs() < 1e-8) && self.basis.factors.age() > 0 {
                self.factor(limits, position)?;
                continue;
            }
            if pivot.abs() < 1e-8 {
                self.set_prices();
                return Ok(Solved::Unfinished);
            }
            self.exchange(place, entering, bound, is_above);
            if self.basis.factors.age() >= MOST_PIVOTS || self.basis.factors.is_worn() {
                self.factor(limits, position)?;
            }
        }
    }

    /// Returns the place of the variable farthest beyond its bounds in terms of the norm of its row.
    fn leaving(&self, tolerance: f64) -> Option<usize> {
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
    fn load_pivot_row(&mut self, place: usize) {
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
            if self.row_weights.is_empty() {
                listed.iter().for_each(|&column| scratch.entries[wide(column)] += entry);
            } else {
                let weights = &self.row_weights[wide(self.row_starts[row])..];
                for (&column, weight) in listed.iter().zip(weights) {
                    scratch.entries[wide(column)] += entry * weight;
                }
            }
            self.work += listed.len() as u64;
            scratch.entries[columns + row] = entry;
            scratch.touched.push(narrow(columns + row));
        }
    }

    /// Returns the variable that enters the basis, the number of breakpoints before it, and the slope there. Without a
    /// variable the bound grows without end.
    fn ratio_test(&mut self, sign: f64, mut slope: f64) -> (Option<usize>, usize, f64) {
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
    fn flip(&mut self, entering: usize, passed: usize) {
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
                    scratch.rhs[wide(self.column_rows[at])] -= change * weight(&self.column_weights, at);
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
    fn exchange(&mut self, place: usize, entering: usize, bound: f64, is_above: bool) {
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

    /// Sets prices far enough along the direction in which the bound grows without end.
    fn set_ray(&mut self, sign: f64, slope: f64) {
        self.set_prices();
        let last = self.scratch.breakpoints.iter().map(|breakpoint| breakpoint.0).fold(0.0, f64::max);
        let lack = (self.goal - self.basis.objective).max(0.0);
        let length = last + (2.0 * lack + 1.0) / slope.max(TOLERATED);
        for &row in &self.scratch.pivot_row_places {
            self.prices[wide(row)] += sign * length * self.scratch.pivot_row[wide(row)];
        }
    }
}

/// Returns the weight at a place of a table, 1 if there is none.
#[inline(always)]
fn weight(weights: &[f64], at: usize) -> f64 {
    weights.get(at).copied().unwrap_or(1.0)
}
