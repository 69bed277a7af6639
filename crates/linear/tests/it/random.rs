//! Random programs, which a test holds as lists to solve them by other means.

use std::ops::ControlFlow;

use dlx_linear::{Program, Simplex, Solved};

/// A program as lists.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) rows: Vec<(f64, f64)>,
    pub(crate) columns: Vec<Column>,
}

#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) cost: f64,
    pub(crate) bounds: (f64, f64),
    pub(crate) entries: Vec<(u32, f64)>,
}

/// A fixed sequence of numbers that look random.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below this one.
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 35).expect("the upper 29 bits") % count
    }

    fn bounds(&mut self) -> (f64, f64) {
        let low = f64::from(self.below(5)) - 2.0;
        (low, low + f64::from(self.below(4)))
    }

    /// Returns a program of so many rows and columns with entries of mostly 1. Half of the programs have columns from 0 to 1
    /// and rows of at most 1, half of them equations, as covers have; the others have any bounds.
    pub(crate) fn sketch(&mut self, rows: u32, columns: u32, most_entries: u32) -> Sketch {
        let is_cover = self.below(2) == 0;
        let bounds_of_rows = (0..rows).map(|_| {
            let (low, high) = if is_cover { (1.0, 1.0) } else { self.bounds() };
            (low - f64::from(self.below(2)), high)
        });
        let bounds_of_rows = bounds_of_rows.collect();
        let columns = (0..columns).map(|_| {
            let bounds = if is_cover { (0.0, 1.0) } else { self.bounds() };
            let mut entries: Vec<(u32, f64)> = Vec::new();
            for _ in 0..=self.below(most_entries) {
                let row = self.below(rows);
                if entries.iter().all(|&(other, _)| other != row) {
                    let weights = [-1.0, 0.5, 0.25, 1.0, 1.0, 1.0];
                    let weight = weights[usize::try_from(self.below(6)).expect("it is small")];
                    entries.push((row, if is_cover { 1.0 } else { weight }));
                }
            }
            Column { cost: f64::from(self.below(20)) - 4.0, bounds, entries }
        });
        Sketch { columns: columns.collect(), rows: bounds_of_rows }
    }

    /// Changes the bounds of a column, as a branch of a search does or takes back.
    pub(crate) fn change(&mut self, sketch: &mut Sketch, simplex: &mut Simplex, original: &Sketch) {
        let at = usize::try_from(self.below(u32::try_from(sketch.columns.len()).expect("they are few")));
        let at = at.expect("they are few");
        let (low, high) = original.columns[at].bounds;
        let bounds = [(low, low), (high, high), (low, high)];
        let bounds = bounds[usize::try_from(self.below(3)).expect("it is small")];
        sketch.columns[at].bounds = bounds;
        simplex.set_bounds(at, bounds.0, bounds.1);
    }
}

impl Sketch {
    pub(crate) fn program(&self) -> Program {
        let mut program = Program::default();
        for &(low, high) in &self.rows {
            program.row(low, high).expect("the bounds are in order");
        }
        for column in &self.columns {
            let entries = column.entries.iter().copied();
            program.column(column.cost, column.bounds, entries).expect("the rows are there");
        }
        program
    }

    /// Returns the Lagrangian bound of these prices: no solution costs less.
    pub(crate) fn bound(&self, prices: &[f64]) -> f64 {
        let least = |price: f64, (low, high): (f64, f64)| price * if price > 0.0 { low } else { high };
        let rows = prices.iter().zip(&self.rows).map(|(&price, &bounds)| least(price, bounds));
        let columns = self.columns.iter().map(|column| {
            let paid: f64 = column.entries.iter().map(|&(row, entry)| prices[row as usize] * entry).sum();
            least(column.cost - paid, column.bounds)
        });
        rows.sum::<f64>() + columns.sum::<f64>()
    }

    /// Asserts that values are a solution, and returns its cost.
    pub(crate) fn cost(&self, value: impl Fn(usize) -> f64) -> f64 {
        let mut sums = vec![0.0; self.rows.len()];
        let mut cost = 0.0;
        for (at, column) in self.columns.iter().enumerate() {
            let (value, (low, high)) = (value(at), column.bounds);
            assert!(value >= low - 1e-6 && value <= high + 1e-6, "{value} from {low} to {high}");
            cost += value * column.cost;
            column.entries.iter().for_each(|&(row, entry)| sums[row as usize] += entry * value);
        }
        for (sum, &(low, high)) in sums.iter().zip(&self.rows) {
            assert!(*sum >= low - 1e-5 && *sum <= high + 1e-5, "{sum} from {low} to {high}");
        }
        cost
    }
}

/// Solves a program, and asserts that it ends with a solution of the least cost, which is returned, or with a proof that
/// there is none.
pub(crate) fn solve(sketch: &Sketch, simplex: &mut Simplex) -> Option<f64> {
    const GOAL: f64 = 1e6;
    simplex.set_goal(GOAL);
    let solved = simplex.solve(f64::INFINITY, u64::MAX, &mut |_| ControlFlow::Continue(()));
    let bound = sketch.bound(simplex.prices());
    match solved {
        Solved::Optimal => {
            let cost = sketch.cost(|column| simplex.value(column));
            assert!((cost - bound).abs() < 1e-4, "a solution of {cost}, prices that prove {bound}");
            assert!((cost - simplex.objective()).abs() < 1e-4);
            Some(cost)
        }
        Solved::Infeasible => {
            assert!(bound > GOAL, "prices that prove {bound}");
            None
        }
        other => panic!("{other:?} without a limit"),
    }
}
