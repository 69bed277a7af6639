//! A basis as a product of sparse matrices: a lower and an upper triangular one, and one for each exchange since.
//!
//! The factors are found by [elimination](crate::elimination). An exchange of one column multiplies the inverse by a matrix that differs from the unit matrix in one column (the
//! product form). All vectors are dense: a place without an entry is skipped, which takes less time than lists of entries
//! as long as there are at most a few thousand rows.
//!
//! The column that is eliminated at row `p` takes the *place* `p`, so that vectors by row and by place have the same
//! indices, and equations are solved in one vector.

use std::ops::ControlFlow;

use crate::elimination::Elimination;
use crate::index::{narrow, wide};

/// Lists of entries, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    places: Vec<u32>,
    entries: Vec<f64>,
}

impl Lists {
    fn clear(&mut self) {
        self.ends.clear();
        self.places.clear();
        self.entries.clear();
    }

    fn push(&mut self, list: impl IntoIterator<Item = (u32, f64)>) {
        for (place, entry) in list {
            self.places.push(place);
            self.entries.push(entry);
        }
        self.ends.push(narrow(self.places.len()));
    }

    #[inline]
    fn list(&self, at: usize) -> (&[u32], &[f64]) {
        let start = if at == 0 { 0 } else { wide(self.ends[at - 1]) };
        let range = start..wide(self.ends[at]);
        (&self.places[range.clone()], &self.entries[range])
    }

    /// Subtracts a multiple of a list from a vector.
    #[inline]
    fn subtract(&self, at: usize, multiple: f64, vector: &mut [f64]) {
        let (places, entries) = self.list(at);
        for (&place, entry) in places.iter().zip(entries) {
            vector[wide(place)] -= entry * multiple;
        }
    }

    /// Returns the product of a list and a vector.
    #[inline]
    fn product(&self, at: usize, vector: &[f64]) -> f64 {
        let (places, entries) = self.list(at);
        places.iter().zip(entries).map(|(&place, entry)| entry * vector[wide(place)]).sum()
    }

    fn copy(&mut self, other: &Self) {
        self.ends.clone_from(&other.ends);
        self.places.clone_from(&other.places);
        self.entries.clone_from(&other.entries);
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Factors {
    /// By step of the elimination: the row, the pivot, and the entries of its column and its row above the diagonal.
    order: Vec<u32>,
    pivots: Vec<f64>,
    upper_columns: Lists,
    upper_rows: Lists,
    /// The steps that change other rows: the row, and the multiples of it that are subtracted from others.
    lower_rows: Vec<u32>,
    lower: Lists,
    /// By exchange: the place, its entry of the column that enters, and the other entries.
    exchanged: Vec<u32>,
    exchange_pivots: Vec<f64>,
    exchanges: Lists,
    /// The work of the elimination, and the work with exchanges since.
    elimination: u64,
    extra: u64,
}

impl Factors {
    /// Returns the factors of the unit matrix.
    pub(crate) fn unit(rows: usize) -> Self {
        let mut unit =
            Self { order: (0..narrow(rows)).collect(), pivots: vec![1.0; rows], ..Self::default() };
        for _ in 0..rows {
            unit.upper_columns.push([]);
            unit.upper_rows.push([]);
        }
        unit
    }

    /// Copies other factors without allocating.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.order.clone_from(&other.order);
        self.pivots.clone_from(&other.pivots);
        self.upper_columns.copy(&other.upper_columns);
        self.upper_rows.copy(&other.upper_rows);
        self.lower_rows.clone_from(&other.lower_rows);
        self.lower.copy(&other.lower);
        self.exchanged.clone_from(&other.exchanged);
        self.exchange_pivots.clone_from(&other.exchange_pivots);
        self.exchanges.copy(&other.exchanges);
        (self.elimination, self.extra) = (other.elimination, other.extra);
    }

    /// Returns the number of exchanges since the elimination.
    pub(crate) fn age(&self) -> usize {
        self.exchanged.len()
    }

    /// Returns the number of entries.
    pub(crate) fn entries(&self) -> usize {
        self.order.len()
            + 2 * self.upper_rows.places.len()
            + self.lower.places.len()
            + self.exchanges.places.len()
    }

    /// Returns true if exchanges have taken as much work as another elimination.
    pub(crate) fn is_worn(&self) -> bool {
        self.extra >= self.elimination
    }

    /// Solves the equations of the basis: turns a vector by row into one by place. Returns the work.
    pub(crate) fn solve(&mut self, vector: &mut [f64]) -> u64 {
        for (step, &row) in self.lower_rows.iter().enumerate() {
            let value = vector[wide(row)];
            if value != 0.0 {
                self.lower.subtract(step, value, vector);
            }
        }
        for (step, (&row, pivot)) in self.order.iter().zip(&self.pivots).enumerate().rev() {
            let value = vector[wide(row)];
            if value != 0.0 {
                let value = value / pivot;
                vector[wide(row)] = value;
                self.upper_columns.subtract(step, value, vector);
            }
        }
        for (number, (&place, pivot)) in self.exchanged.iter().zip(&self.exchange_pivots).enumerate() {
            let value = vector[wide(place)];
            if value != 0.0 {
                let value = value / pivot;
                vector[wide(place)] = value;
                self.exchanges.subtract(number, value, vector);
            }
        }
        self.count()
    }

    /// Solves the equations of the transposed basis: turns a vector by place into one by row. Returns the work.
    pub(crate) fn solve_transposed(&mut self, vector: &mut [f64]) -> u64 {
        for (number, (&place, pivot)) in self.exchanged.iter().zip(&self.exchange_pivots).enumerate().rev() {
            let product = self.exchanges.product(number, vector);
            vector[wide(place)] = (vector[wide(place)] - product) / pivot;
        }
        for (step, (&row, pivot)) in self.order.iter().zip(&self.pivots).enumerate() {
            let value = vector[wide(row)];
            if value != 0.0 {
                let value = value / pivot;
                vector[wide(row)] = value;
                self.upper_rows.subtract(step, value, vector);
            }
        }
        for (step, &row) in self.lower_rows.iter().enumerate().rev() {
            let product = self.lower.product(step, vector);
            vector[wide(row)] -= product;
        }
        self.count()
    }

    /// Counts and returns the work of solving equations.
    fn count(&mut self) -> u64 {
        let extra = (self.exchanges.places.len() + self.exchanged.len()) as u64;
        self.extra += extra;
        let factors = self.order.len() + self.upper_rows.places.len() / 2 + self.lower.places.len();
        extra + factors as u64
    }

    /// Replaces the column at a place by another, given as its solution by place.
    pub(crate) fn exchange(&mut self, place: usize, column: &[f64], places: &[u32]) {
        self.exchanged.push(narrow(place));
        self.exchange_pivots.push(column[place]);
        let others = places.iter().filter(|&&other| wide(other) != place);
        self.exchanges.push(others.map(|&other| (other, column[wide(other)])));
    }

    /// Factors the basis of these columns. Returns by column the place that it takes, or `None` for one that depends on
    /// the others, which is replaced by the unit column of a place that is left. `ask` is called with the work since the
    /// last call; the factors are of no use if it breaks off.
    pub(crate) fn eliminate<I: IntoIterator<Item = (u32, f64)>>(
        &mut self,
        rows: usize,
        columns: impl Iterator<Item = I>,
        mut ask: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Option<u32>>> {
        const BETWEEN_QUESTIONS: u64 = 100_000;
        let mut asked = 0;
        let mut left = Elimination::of(rows, columns);
        self.lower_rows.clear();
        self.lower.clear();
        self.order.clear();
        self.pivots.clear();
        while let Some((row, column)) = left.next_pivot() {
            let (pivot, multiples) = left.take(row, column);
            self.order.push(row);
            self.pivots.push(pivot);
            if !multiples.is_empty() {
                self.lower_rows.push(row);
                self.lower.push(multiples);
            }
            if left.work - asked > BETWEEN_QUESTIONS {
                ask(left.work - asked)?;
                asked = left.work;
            }
        }
        let Elimination { rows: mut upper, is_taken, places, work, .. } = left;
        for row in (0..narrow(rows)).filter(|&row| !is_taken[wide(row)]) {
            self.order.push(row);
            self.pivots.push(1.0);
            upper[wide(row)].clear();
        }
        // The rows of the upper matrix, and the same entries by column.
        let mut by_place: Vec<Vec<(u32, f64)>> = vec![Vec::new(); rows];
        self.upper_rows.clear();
        for &row in &self.order {
            let entries = upper[wide(row)].iter();
            let placed = entries.filter_map(|&(column, entry)| Some((places[wide(column)]?, entry)));
            self.upper_rows.push(placed.inspect(|&(place, entry)| by_place[wide(place)].push((row, entry))));
        }
        self.upper_columns.clear();
        for &row in &self.order {
            self.upper_columns.push(by_place[wide(row)].drain(..));
        }
        self.exchanged.clear();
        self.exchange_pivots.clear();
        self.exchanges.clear();
        // An entry that is moved takes longer than one that is multiplied.
        const STEPS_OF_AN_ENTRY: u64 = 24;
        self.elimination = work + STEPS_OF_AN_ENTRY * self.entries() as u64;
        self.extra = 0;
        ask(self.elimination - asked)?;
        ControlFlow::Continue(places)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::Factors;
    use crate::index::{narrow, wide};

    type Column = Vec<(u32, f64)>;

    /// Returns a number that looks random.
    fn below(seed: &mut u64, count: u32) -> u32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(*seed >> 35).expect("the upper 29 bits") % count
    }

    /// Returns by column the place that it takes.
    fn eliminate(factors: &mut Factors, rows: usize, columns: &[Column]) -> Vec<Option<u32>> {
        let ask = |_| ControlFlow::Continue(());
        match factors.eliminate(rows, columns.iter().cloned(), ask) {
            ControlFlow::Continue(places) => places,
            ControlFlow::Break(()) => unreachable!("the question lets it continue"),
        }
    }

    /// Returns a column of a few entries: 1 as in a cover, or a weight.
    fn column(rows: u32, seed: &mut u64) -> Column {
        let mut column: Column = Vec::new();
        for _ in 0..=below(seed, 5) {
            let row = below(seed, rows);
            if column.iter().all(|&(other, _)| other != row) {
                column
                    .push((row, if below(seed, 3) == 0 { f64::from(below(seed, 9) + 1) / 9.0 } else { 1.0 }));
            }
        }
        column
    }

    fn dense(column: &Column, rows: u32) -> Vec<f64> {
        let mut vector = vec![0.0; wide(rows)];
        column.iter().for_each(|&(row, entry)| vector[wide(row)] = entry);
        vector
    }

    /// Compares solutions with the products of the columns, which are those at the places.
    fn compare(factors: &mut Factors, columns: &[Column], seed: &mut u64) {
        let rows = narrow(columns.len());
        let wanted: Vec<f64> = (0..rows).map(|_| f64::from(below(seed, 9)) - 4.0).collect();
        let mut by_place = wanted.clone();
        factors.solve(&mut by_place);
        let mut product = vec![0.0; columns.len()];
        for (column, value) in columns.iter().zip(&by_place) {
            column.iter().for_each(|&(row, entry)| product[wide(row)] += entry * value);
        }
        let size = by_place.iter().fold(1.0, |size: f64, value| size.max(value.abs()));
        for (product, wanted) in product.iter().zip(&wanted) {
            assert!((product - wanted).abs() < 1e-8 * size, "{product} for {wanted}, values up to {size}");
        }
        let mut by_row = wanted.clone();
        factors.solve_transposed(&mut by_row);
        let size = by_row.iter().fold(1.0, |size: f64, value| size.max(value.abs()));
        for (column, wanted) in columns.iter().zip(&wanted) {
            let product: f64 = column.iter().map(|&(row, entry)| entry * by_row[wide(row)]).sum();
            assert!((product - wanted).abs() < 1e-8 * size, "{product} for {wanted}, values up to {size}");
        }
    }

    #[test]
    fn solutions_satisfy_the_equations_of_the_basis() {
        let seed = &mut 1;
        let mut exchanges = 0;
        for rows in (1..40).chain([100]) {
            let columns: Vec<Column> = (0..rows).map(|_| column(rows, seed)).collect();
            let mut factors = Factors::unit(wide(rows));
            let places = eliminate(&mut factors, wide(rows), &columns);
            // What depends on others is replaced by the unit columns of the places that are left.
            let mut placed: Vec<Column> = (0..rows).map(|row| vec![(row, 1.0)]).collect();
            for (column, place) in columns.iter().zip(&places) {
                if let Some(place) = place {
                    placed[wide(*place)].clone_from(column);
                }
            }
            let mut taken: Vec<u32> = places.iter().copied().flatten().collect();
            taken.sort_unstable();
            taken.dedup();
            assert_eq!(taken.len(), places.iter().flatten().count(), "each column has a place of its own");
            compare(&mut factors, &placed, seed);
            for _ in 0..20 {
                let entering = column(rows, seed);
                let mut solved = dense(&entering, rows);
                factors.solve(&mut solved);
                let place = wide(below(seed, rows));
                if solved[place].abs() < 0.1 {
                    continue;
                }
                let others: Vec<u32> = (0..rows).filter(|&other| solved[wide(other)] != 0.0).collect();
                factors.exchange(place, &solved, &others);
                placed[place] = entering;
                exchanges += 1;
                compare(&mut factors, &placed, seed);
            }
        }
        assert!(exchanges > 100);
    }

    #[test]
    fn dependent_columns_get_no_place() {
        let columns =
            [vec![(0, 1.0), (1, 1.0)], vec![(1, 1.0), (2, 1.0)], vec![(0, 1.0), (1, 2.0), (2, 1.0)]];
        let mut factors = Factors::unit(3);
        let places = eliminate(&mut factors, 3, &columns);
        assert_eq!(places.iter().flatten().count(), 2);
    }
}
