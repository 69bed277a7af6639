//! A basis as a product of sparse matrices: a lower and an upper triangular one, and one for each exchange since.
//!
//! The factors are found by elimination. Columns and rows with one entry come first, as most of a basis is triangular; the
//! rest takes the column with the fewest entries, and there the shortest row whose entry is not too small (Markowitz
//! 1957). An exchange of one column multiplies the inverse by a matrix that differs from the unit matrix in one column (the
//! product form). All vectors are dense: a place without an entry is skipped, which takes less time than lists of entries
//! as long as there are at most a few thousand rows.
//!
//! The column that is eliminated at row `p` takes the *place* `p`, so that vectors by row and by place have the same
//! indices, and equations are solved in one vector.

use crate::control::limits::Stopped;
use crate::problem::ids::{narrow, wide};

/// A pivot is at least this part of the greatest entry of its column.
const THRESHOLD: f64 = 0.1;
/// A column without a greater entry depends on the others.
const DEPENDENT: f64 = 1e-7;
/// An entry below this is 0.
const ZERO: f64 = 1e-13;

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
pub(super) struct Factors {
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
    pub(super) fn unit(rows: usize) -> Self {
        let mut unit =
            Self { order: (0..narrow(rows)).collect(), pivots: vec![1.0; rows], ..Self::default() };
        for _ in 0..rows {
            unit.upper_columns.push([]);
            unit.upper_rows.push([]);
        }
        unit
    }

    /// Copies other factors without allocating.
    pub(super) fn copy(&mut self, other: &Self) {
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
    pub(super) fn age(&self) -> usize {
        self.exchanged.len()
    }

    /// Returns the number of entries.
    pub(super) fn entries(&self) -> usize {
        self.order.len()
            + 2 * self.upper_rows.places.len()
            + self.lower.places.len()
            + self.exchanges.places.len()
    }

    /// Returns true if exchanges have taken as much work as another elimination.
    pub(super) fn is_worn(&self) -> bool {
        self.extra >= self.elimination
    }

    /// Solves the equations of the basis: turns a vector by row into one by place. Returns the work.
    pub(super) fn solve(&mut self, vector: &mut [f64]) -> u64 {
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
    pub(super) fn solve_transposed(&mut self, vector: &mut [f64]) -> u64 {
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
    pub(super) fn exchange(&mut self, place: usize, column: &[f64], places: &[u32]) {
        self.exchanged.push(narrow(place));
        self.exchange_pivots.push(column[place]);
        let others = places.iter().filter(|&&other| wide(other) != place);
        self.exchanges.push(others.map(|&other| (other, column[wide(other)])));
    }

    /// Factors the basis of these columns. Returns by column the place that it takes, or `None` for one that depends on
    /// the others, which is replaced by the unit column of a place that is left. `ask` is called with the work since the
    /// last call.
    ///
    /// # Errors
    /// What `ask` returns. The factors are then of no use.
    pub(super) fn eliminate<I: IntoIterator<Item = (u32, f64)>>(
        &mut self,
        rows: usize,
        columns: impl Iterator<Item = I>,
        mut ask: impl FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<Vec<Option<u32>>, Stopped> {
        const BETWEEN_QUESTIONS: u64 = 100_000;
        let mut asked = 0;
        let mut active = Active::of(rows, columns);
        self.lower_rows.clear();
        self.lower.clear();
        self.order.clear();
        self.pivots.clear();
        while let Some((row, column)) = active.next_pivot() {
            self.order.push(row);
            self.pivots.push(active.take(row, column, &mut self.lower_rows, &mut self.lower));
            if active.work - asked > BETWEEN_QUESTIONS {
                ask(active.work - asked)?;
                asked = active.work;
            }
        }
        let places = active.places;
        let is_taken = |row: u32| active.is_taken[wide(row)];
        for row in (0..narrow(rows)).filter(|&row| !is_taken(row)) {
            self.order.push(row);
            self.pivots.push(1.0);
            active.rows[wide(row)].clear();
        }
        // The rows of the upper matrix, and the same entries by column.
        let mut by_place: Vec<Vec<(u32, f64)>> = vec![Vec::new(); rows];
        self.upper_rows.clear();
        for &row in &self.order {
            let entries = active.rows[wide(row)].iter();
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
        self.elimination = active.work + STEPS_OF_AN_ENTRY * self.entries() as u64;
        self.extra = 0;
        ask(self.elimination - asked)?;
        Ok(places)
    }
}

/// What is left to eliminate.
struct Active {
    /// By row: its entries in columns that have no place yet; in the end, those of the upper matrix.
    rows: Vec<Vec<(u32, f64)>>,
    is_taken: Vec<bool>,
    /// By column: rows with an entry, among others that are taken, and the number of those that are not.
    columns: Vec<Vec<u32>>,
    counts: Vec<u32>,
    places: Vec<Option<u32>>,
    is_dependent: Vec<bool>,
    /// Columns and rows that may have one entry.
    single_columns: Vec<u32>,
    single_rows: Vec<u32>,
    /// Columns that may be left, for those with several entries.
    left: Vec<u32>,
    /// By column: one more than its place in the row that is changed.
    at: Vec<u32>,
    work: u64,
}

impl Active {
    fn of<I: IntoIterator<Item = (u32, f64)>>(rows: usize, columns: impl Iterator<Item = I>) -> Self {
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
    fn next_pivot(&mut self) -> Option<(u32, u32)> {
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

    /// Eliminates a column by a row. Returns the pivot.
    fn take(&mut self, row: u32, column: u32, lower_rows: &mut Vec<u32>, lower: &mut Lists) -> f64 {
        let others: Vec<(u32, f64)> = self.entries(column).filter(|&(other, _)| other != row).collect();
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
        for &(other, entry) in &others {
            let multiple = entry / pivot;
            self.subtract(other, column, multiple, &own);
        }
        if !others.is_empty() {
            lower_rows.push(row);
            lower.push(others.iter().map(|&(other, entry)| (other, entry / pivot)));
        }
        self.rows[wide(row)] = own;
        pivot
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

#[cfg(test)]
mod tests {
    use super::super::draw;
    use super::Factors;
    use crate::problem::ids::{narrow, wide};

    type Column = Vec<(u32, f64)>;

    fn below(seed: &mut u64, count: u32) -> u32 {
        (draw(seed) >> 3) % count
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
            let eliminated = factors.eliminate(wide(rows), columns.iter().cloned(), |_| Ok(()));
            let places = eliminated.expect("there are no limits");
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
        let places = factors.eliminate(3, columns.into_iter(), |_| Ok(())).expect("there are no limits");
        assert_eq!(places.iter().flatten().count(), 2);
    }
}
