//! The dual simplex method with bounds on all variables and a factored basis.
//!
//! Row `i` has a slack variable that makes its sum 0: it is the variable `n + i` after `n` columns. As every variable has
//! finite bounds, every basis is dual feasible with the other variables at the bounds that their reduced costs ask for.
//! So bounds may change at any time, and the next call begins with the basis that is there.
//!
//! The pivot row is the steepest edge (Forrest and Goldfarb 1992), and a step may pass variables with two bounds that
//! flip from one to the other (Maros 2003). Against degeneracy, callers perturb the costs.

mod basis;
mod pivot;
mod rows;

use std::ops::ControlFlow;

pub use basis::Basis;

use crate::index::{narrow, wide};
use crate::program::Program;

/// The place of a variable outside the basis.
const NONE: u32 = u32::MAX;
/// A value counts as within its bounds if it is beyond them by no more than this.
const FEASIBLE: f64 = 1e-7;
/// A variable may be beyond its bounds by so much where no pivot would mend it.
const TOLERATED: f64 = 1e-5;
/// Number of pivots after which the basis is factored anew, if they have not taken as much work as that before.
const MOST_PIVOTS: usize = 100;

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Solved {
    /// The values are a solution of the least cost, within the tolerances.
    Optimal,
    /// There is no solution. The bound of the prices is at least the [goal](Simplex::set_goal).
    Infeasible,
    /// The bound of the prices exceeds the cutoff.
    Beyond,
    /// The number of pivots was reached, or the arithmetic is not exact enough.
    Unfinished,
    /// The question was answered with [`ControlFlow::Break`]. The next solve continues from the basis that is there.
    Interrupted,
}

/// A question with the number of steps since the last one.
type Ask<'q> = dyn FnMut(u64) -> ControlFlow<()> + 'q;

/// A linear program with a basis, which is solved again and again.
#[derive(Clone, Debug)]
pub struct Simplex {
    rows: usize,
    /// Number of variables without slacks.
    columns: usize,
    /// The rows of one column after the other; by column, the index of the first one.
    column_starts: Vec<u32>,
    column_rows: Vec<u32>,
    /// The entries in the order of these rows; empty where each is 1.
    column_entries: Vec<f64>,
    /// The listed columns of one row after the other.
    row_starts: Vec<u32>,
    row_columns: Vec<u32>,
    row_entries: Vec<f64>,
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

impl Simplex {
    /// Returns the program with the basis of all slacks.
    #[must_use]
    pub fn new(program: Program) -> Self {
        let Program { rows: row_bounds, mut costs, bounds, starts, entry_rows, mut entries, .. } = program;
        let (columns, rows) = (costs.len(), row_bounds.len());
        let all = columns + rows;
        if entries.iter().all(|&entry| entry == 1.0) {
            entries = Vec::new();
        }
        let slacks = row_bounds.into_iter().map(|(low, high)| (-high, -low));
        let (lows, highs) = bounds.into_iter().chain(slacks).unzip();
        costs.resize(all, 0.0);
        let mut places = vec![NONE; columns];
        places.extend(0..narrow(rows));
        Self {
            rows,
            columns,
            row_starts: vec![0; rows + 1],
            row_columns: vec![0; entry_rows.len()],
            row_entries: vec![1.0; entries.len()],
            column_starts: starts,
            column_rows: entry_rows,
            column_entries: entries,
            is_listed: vec![false; columns],
            listed: 0,
            lows,
            highs,
            basis: Basis::of_slacks(columns, places, &costs),
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

    /// Returns the prices of the rows that the last solve found, in units of cost for each unit of the row.
    #[inline]
    #[must_use]
    pub fn prices(&self) -> &[f64] {
        &self.prices
    }

    /// Returns the bound on the least cost of the last solve, which is the least cost if it was optimal.
    #[inline]
    #[must_use]
    pub fn objective(&self) -> f64 {
        self.basis.objective
    }

    /// Returns the number of steps of a nanosecond or two since the program was made.
    #[inline]
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of entries of the factors: copying the basis takes so many steps.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.basis.factors.entries()
    }

    /// Returns the basis, to be copied and [set](Self::set_basis) again.
    #[must_use]
    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    /// Continues from a basis of this program that was copied before. Bounds stay as they are.
    pub fn set_basis(&mut self, basis: &Basis) {
        self.basis.copy(basis);
    }

    /// Sets the bound that the prices are to prove where there is no solution: without one, it grows without end along them.
    pub fn set_goal(&mut self, goal: f64) {
        self.goal = goal;
    }

    /// Lets the next solve begin with new factors, whose digits are exact.
    pub fn renew(&mut self) {
        self.basis.is_old = true;
    }

    /// Sets the bounds of a column, which are finite and in ascending order. [`value`](Self::value) follows with the next
    /// solve, unless the column is at one of them.
    #[inline]
    pub fn set_bounds(&mut self, column: usize, low: f64, high: f64) {
        debug_assert!(column < self.columns && low.is_finite() && low <= high && high.is_finite());
        self.lows[column] = low;
        self.highs[column] = high;
    }

    /// Returns the value of a column in the last solution.
    #[inline]
    #[must_use]
    pub fn value(&self, column: usize) -> f64 {
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

    fn set_prices(&mut self) {
        for (price, reduced) in self.prices.iter_mut().zip(&self.basis.reduced[self.columns..]) {
            *price = -reduced;
        }
    }

    /// Asks with the work since the last time.
    fn ask(&mut self, ask: &mut Ask<'_>) -> ControlFlow<()> {
        let asked = std::mem::replace(&mut self.asked, self.work);
        ask(self.work - asked)
    }

    /// Solves the program from the basis that is there, with at most so many pivots. Ends as soon as the bound exceeds
    /// the cutoff. The question is asked at each pivot, and within a factorization, with the number of steps since it was
    /// last asked; [`ControlFlow::Break`] ends the solve.
    ///
    /// # Complexity
    /// A pivot takes time linear in the rows, the columns, the entries of the factors and those of the rows of the pivot.
    pub fn solve(&mut self, cutoff: f64, most_pivots: u64, ask: &mut Ask<'_>) -> Solved {
        match self.solve_or_break(cutoff, most_pivots, ask) {
            ControlFlow::Continue(solved) => solved,
            ControlFlow::Break(()) => Solved::Interrupted,
        }
    }

    fn solve_or_break(&mut self, cutoff: f64, most: u64, ask: &mut Ask<'_>) -> ControlFlow<(), Solved> {
        self.list();
        // The passes over all variables, here and after the program.
        self.work += 4 * (self.columns + self.rows) as u64;
        if self.basis.is_old {
            self.factor(ask)?;
        } else {
            self.set_values();
        }
        let last = self.pivots.saturating_add(most);
        // An answer of old factors is verified once with new ones.
        let mut is_verified = false;
        let mut tolerance = FEASIBLE;
        loop {
            self.ask(ask)?;
            if self.basis.objective > cutoff {
                self.set_prices();
                return ControlFlow::Continue(Solved::Beyond);
            }
            let Some(place) = self.leaving(tolerance) else {
                if self.basis.factors.age() > MOST_PIVOTS / 2 && !is_verified && !self.is_exact() {
                    is_verified = true;
                    self.factor(ask)?;
                    continue;
                }
                self.set_prices();
                return ControlFlow::Continue(Solved::Optimal);
            };
            if self.pivots >= last {
                self.set_prices();
                return ControlFlow::Continue(Solved::Unfinished);
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
                    self.factor(ask)?;
                    continue;
                }
                if distance < TOLERATED && tolerance < TOLERATED {
                    tolerance = TOLERATED;
                    continue;
                }
                self.set_ray(sign, slope);
                return ControlFlow::Continue(Solved::Infeasible);
            };
            self.flip(entering, passed);
            self.load_column(entering);
            let pivot = self.scratch.column[place];
            let is_wrong = (pivot - self.scratch.entries[entering]).abs() > 1e-6 * (1.0 + pivot.abs());
            if (is_wrong || pivot.abs() < 1e-8) && self.basis.factors.age() > 0 {
                self.factor(ask)?;
                continue;
            }
            if pivot.abs() < 1e-8 {
                self.set_prices();
                return ControlFlow::Continue(Solved::Unfinished);
            }
            self.exchange(place, entering, bound, is_above);
            if self.basis.factors.age() >= MOST_PIVOTS || self.basis.factors.is_worn() {
                self.factor(ask)?;
            }
        }
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

/// Returns the entry at a place of a table, 1 if there is none.
#[inline(always)]
fn entry_at(entries: &[f64], at: usize) -> f64 {
    entries.get(at).copied().unwrap_or(1.0)
}
