//! What the givens leave of a problem as rows of 0s and 1s, or of weights: each sum is between two bounds.
//!
//! A primary item is a row, and so is a secondary item without colors, unless any choice of its options is within its
//! bounds: in a program read from a file, most variables have such an item for their name. A secondary item with colors is
//! a row only in part: options that give it different colors exclude each other, so of each color the options that share
//! another row of at most one option, the largest such set, form a row together.

use std::collections::BTreeMap;

use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, OptionId, narrow, wide};
use crate::problem::{Bounds, ItemKind, Problem};

/// Lists of numbers, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Table<T> {
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<T>,
}

impl<T> Table<T> {
    pub(super) fn of(lists: impl IntoIterator<Item = Vec<T>>) -> Self {
        let mut table = Self { starts: vec![0], entries: Vec::new() };
        for list in lists {
            table.entries.extend(list);
            table.starts.push(narrow(table.entries.len()));
        }
        table
    }

    #[inline]
    pub(super) fn list(&self, at: u32) -> &[T] {
        &self.entries[wide(self.starts[wide(at)])..wide(self.starts[wide(at) + 1])]
    }
}

/// The use of a colored item: the place of the item or of the column, and the shade. Uses in one shade agree; a use
/// without a color has a shade of its own.
pub(super) type Shaded = (u32, u32);

/// The rows and columns. A column is the place of a live option.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) options: Vec<OptionId>,
    pub(super) costs: Vec<i128>,
    /// By row. The upper bound is at most the sum of its weights.
    pub(super) bounds: Vec<Bounds>,
    pub(super) of_column: Table<u32>,
    pub(super) of_row: Table<u32>,
    /// The weights in the order of the entries of `of_column`, and of `of_row`; empty where each is 1.
    pub(super) weights_of_column: Vec<u32>,
    weights_of_row: Vec<u32>,
    /// By row: the greatest weight. Empty where each is 1.
    heaviest: Vec<u32>,
    /// The uses of colored items, by column and by item.
    pub(super) shades: Table<Shaded>,
    pub(super) shaded: Table<Shaded>,
}

impl Rows {
    /// Returns the rows of what is left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn of(problem: &Problem, settled: &Settled, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        limits.setup(problem.item_count() + problem.option_count())?;
        let live = |&option: &OptionId| settled.is_live(problem, option);
        let options: Vec<OptionId> = problem.options().filter(live).collect();
        let mut is_colored = vec![false; problem.item_count()];
        let mut totals = vec![0_u32; problem.item_count()];
        for &option in &options {
            limits.setup(problem.uses(option).len())?;
            for (used, weight) in problem.weighted_uses(option) {
                is_colored[used.item.index()] |= used.color != Color::NONE;
                totals[used.item.index()] += weight;
            }
        }
        let mut rows = vec![None; problem.item_count()];
        let mut shades = vec![None; problem.item_count()];
        let (mut bounds, mut shade_count) = (Vec::new(), 0);
        for item in problem.items().filter(|&item| !settled.is_settled(item)) {
            if is_colored[item.index()] {
                shades[item.index()] = Some(shade_count);
                shade_count += 1;
                continue;
            }
            let bounds_left = match problem.kind(item) {
                ItemKind::Primary => settled.bounds_left(problem, item),
                ItemKind::Secondary => Bounds { low: 0, high: 1 },
            };
            if bounds_left.low > 0 || bounds_left.high < totals[item.index()] {
                rows[item.index()] = Some(narrow(bounds.len()));
                bounds.push(bounds_left);
            }
        }
        let mut columns: Vec<Vec<u32>> = Vec::new();
        let mut weights: Vec<Vec<u32>> = Vec::new();
        let mut shades_of: Vec<Vec<Shaded>> = Vec::new();
        let mut shaded: Vec<Vec<Shaded>> = vec![Vec::new(); wide(shade_count)];
        for (column, &option) in (0..).zip(&options) {
            limits.setup(problem.uses(option).len())?;
            let (mut at_rows, mut at_shades, mut at_weights) = (Vec::new(), Vec::new(), Vec::new());
            for (used, weight) in problem.weighted_uses(option) {
                if settled.is_settled(used.item) {
                    continue;
                }
                at_rows.extend(rows[used.item.index()]);
                at_weights.extend(rows[used.item.index()].map(|_| weight));
                if let Some(item) = shades[used.item.index()] {
                    // Colors are numbered from 1, and fewer than 2^31 like columns.
                    let own = u32::MAX - column;
                    let shade = if used.color == Color::NONE { own } else { used.color.0 };
                    at_shades.push((item, shade));
                    shaded[wide(item)].push((column, shade));
                }
            }
            columns.push(at_rows);
            weights.push(at_weights);
            shades_of.push(at_shades);
        }
        for uses in &shaded {
            limits.setup(uses.len())?;
            let members = exclusive(uses, &columns, &bounds);
            if members.len() > 1 {
                for column in members {
                    columns[wide(column)].push(narrow(bounds.len()));
                    weights[wide(column)].push(1);
                }
                bounds.push(Bounds { low: 0, high: 1 });
            }
        }
        let mut of_row: Vec<Vec<u32>> = vec![Vec::new(); bounds.len()];
        let mut weights_of_row: Vec<Vec<u32>> = of_row.clone();
        for (column, (uses, weights)) in (0..).zip(columns.iter().zip(&weights)) {
            limits.setup(uses.len())?;
            for (&row, &weight) in uses.iter().zip(weights) {
                of_row[wide(row)].push(column);
                weights_of_row[wide(row)].push(weight);
            }
        }
        for (bounds, weights) in bounds.iter_mut().zip(&weights_of_row) {
            bounds.high = bounds.high.min(weights.iter().sum());
        }
        limits.setup(MOST_LAYERS * weights_of_row.iter().map(Vec::len).sum::<usize>())?;
        tighten(&mut bounds, &of_row, &weights_of_row, columns.len());
        let mut heaviest = Vec::new();
        if problem.is_weighted() {
            heaviest =
                weights_of_row.iter().map(|weights| weights.iter().copied().max().unwrap_or(1)).collect();
        } else {
            weights.clear();
            weights_of_row.clear();
        }
        Ok(Self {
            costs: options.iter().map(|&option| problem.cost(option)).collect(),
            options,
            bounds,
            of_column: Table::of(columns),
            of_row: Table::of(of_row),
            weights_of_column: weights.concat(),
            weights_of_row: weights_of_row.concat(),
            heaviest,
            shades: Table::of(shades_of),
            shaded: Table::of(shaded),
        })
    }

    /// Returns true if a cover uses the row exactly once.
    pub(super) fn is_once(&self, row: u32) -> bool {
        self.bounds[wide(row)].is_once()
    }

    /// Returns the greatest weight in a row.
    #[inline]
    pub(super) fn heaviest(&self, row: u32) -> u32 {
        self.heaviest.get(wide(row)).copied().unwrap_or(1)
    }

    /// Returns the rows of a column, each with the weight there.
    #[inline]
    pub(super) fn weighted_rows(&self, column: u32) -> impl Iterator<Item = (u32, u32)> {
        let weights = self.weights_of_column.get(wide(self.of_column.starts[wide(column)])..).unwrap_or(&[]);
        weighted(self.of_column.list(column), weights)
    }

    /// Returns the columns of a row, each with the weight there.
    #[inline]
    pub(super) fn weighted_columns(&self, row: u32) -> impl Iterator<Item = (u32, u32)> {
        let weights = self.weights_of_row.get(wide(self.of_row.starts[wide(row)])..).unwrap_or(&[]);
        weighted(self.of_row.list(row), weights)
    }

    pub(super) fn columns(&self) -> std::ops::Range<u32> {
        0..narrow(self.options.len())
    }
}

/// Returns numbers with their weights, which are 1 if there are none.
#[inline]
fn weighted<'r>(numbers: &'r [u32], weights: &'r [u32]) -> impl Iterator<Item = (u32, u32)> + use<'r> {
    numbers.iter().enumerate().map(|(place, &number)| (number, weights.get(place).copied().unwrap_or(1)))
}

/// The number of layers that are tried.
const MOST_LAYERS: usize = 6;

/// Makes equations of rows whose bounds follow from those of all others.
///
/// Rows that share no column form a layer, which bounds the number of columns in a cover: each row counts its own. If one
/// layer asks for as many as another allows, all rows of the latter are at their upper bounds. So in a timetable of as many
/// classes as teachers, all teachers teach all the time.
fn tighten(bounds: &mut [Bounds], of_row: &[Vec<u32>], weights_of_row: &[Vec<u32>], columns: usize) {
    /// Rows without a common column, and the columns that they have.
    struct Layer {
        rows: Vec<usize>,
        has: Vec<bool>,
        size: usize,
    }
    let mut layers: Vec<Layer> = Vec::new();
    for (row, own) in of_row.iter().enumerate() {
        if weights_of_row[row].iter().any(|&weight| weight > 1) {
            continue;
        }
        let fits = |layer: &Layer| own.iter().all(|&column| !layer.has[wide(column)]);
        let at = layers.iter().position(fits).unwrap_or(layers.len());
        if at == MOST_LAYERS {
            continue;
        }
        if at == layers.len() {
            layers.push(Layer { rows: Vec::new(), has: vec![false; columns], size: 0 });
        }
        let layer = &mut layers[at];
        layer.rows.push(row);
        layer.size += own.len();
        own.iter().for_each(|&column| layer.has[wide(column)] = true);
    }
    let sum = |layer: &Layer, of: fn(&Bounds) -> u32| -> u64 {
        layer.rows.iter().map(|&row| u64::from(of(&bounds[row]))).sum()
    };
    let low: fn(&Bounds) -> u32 = |bounds| bounds.low;
    let high: fn(&Bounds) -> u32 = |bounds| bounds.high;
    let sums: Vec<(u64, u64)> = layers.iter().map(|layer| (sum(layer, low), sum(layer, high))).collect();
    let is_whole = |layer: &Layer| layer.size == columns;
    let least = sums.iter().map(|&(low, _)| low).max();
    let most =
        layers.iter().zip(&sums).filter(|(layer, _)| is_whole(layer)).map(|(_, &(_, high))| high).min();
    // A row without a sum within its bounds stays one.
    for (layer, &(low, high)) in layers.iter().zip(&sums).filter(|(layer, _)| is_whole(layer)) {
        for &row in &layer.rows {
            if least == Some(high) {
                bounds[row].low = bounds[row].low.max(bounds[row].high);
            } else if most == Some(low) {
                bounds[row].high = bounds[row].high.min(bounds[row].low);
            }
        }
    }
}

/// Returns columns of which at most one is chosen, from the uses of a colored item.
fn exclusive(uses: &[Shaded], columns: &[Vec<u32>], bounds: &[Bounds]) -> Vec<u32> {
    let mut by_shade: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &(column, shade) in uses {
        by_shade.entry(shade).or_default().push(column);
    }
    let mut members = Vec::new();
    for group in by_shade.values() {
        let mut by_row: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &column in group {
            for &row in columns[wide(column)].iter().filter(|&&row| bounds[wide(row)].high == 1) {
                by_row.entry(row).or_default().push(column);
            }
        }
        match by_row.into_values().max_by_key(Vec::len) {
            Some(largest) => members.extend(largest),
            None => members.extend(group.first()),
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use dlx_instances::timetable;

    use super::Rows;
    use crate::control::limits::Limits;
    use crate::instances;
    use crate::problem::Problem;
    use crate::problem::givens::{Givens, Settled};

    fn rows_of(problem: &Problem) -> Rows {
        let mut settled = Settled::default();
        settled.resolve(problem, Givens::none()).expect("nothing is given");
        Rows::of(problem, &settled, &mut Limits::none()).expect("there are no limits")
    }

    fn equations(classes: usize, subjects: usize) -> (usize, usize) {
        let most = 50.try_into().expect("it is not 0");
        let rows = rows_of(&instances::problem(timetable::problem(classes, subjects, 7, 1, most)));
        (rows.bounds.iter().filter(|bounds| bounds.low == bounds.high).count(), rows.bounds.len())
    }

    #[test]
    fn as_many_teachers_as_classes_teach_all_the_time() {
        let (equal, all) = equations(4, 4);
        assert_eq!(equal, all);
        let (equal, all) = equations(4, 5);
        assert!(equal < all, "a teacher may have a free slot");
    }
}
