//! Local search for a first cover: one column after the other changes from in to out or back.
//!
//! Each row has a weight, and each column a score: the change of the weighted violation of all rows if the column
//! changes. The best of some columns that lower the violation changes. Where there is none, the violated rows get more
//! weight, and the best column of one of them changes (B. Luteberget and G. Sartor, *Feasibility Jump: an LP-free
//! Lagrangian MIP heuristic*, 2022). Only rows are considered: where colors say more than their rows, what is found
//! may be no cover, and the search is of no use. Numbers are drawn from a fixed sequence, so that the same problem gives the
//! same cover.

use super::draw;
use super::partial::Partial;
use super::rows::Rows;
use crate::problem::Bounds;
use crate::problem::ids::{narrow, wide};

/// The number of columns that are compared.
const COMPARED: usize = 25;
/// The work before the first linear program, for each entry of a row, and at most: rosters of 16 x 21 take 160 for each
/// entry until they have a cover, and those of 30 x 28 take 350.
const STEPS_OF_AN_ENTRY: u64 = 1000;
const MOST_FIRST: u64 = 5_000_000;
/// The place of what is not in a list.
const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Jump {
    seed: u64,
    /// By column.
    is_in: Vec<bool>,
    is_fixed: Vec<bool>,
    scores: Vec<i64>,
    /// By row.
    sums: Vec<u32>,
    weights: Vec<i64>,
    /// The columns that lower the violation, and the violated rows.
    good: Members,
    violated: Members,
    /// True if no column of a violated row can change.
    is_stuck: bool,
    /// The work before the first linear program.
    first: u64,
    work: u64,
}

/// A set of numbers of which any can be drawn.
#[derive(Clone, Debug)]
struct Members {
    list: Vec<u32>,
    places: Vec<u32>,
}

impl Members {
    fn new(count: usize) -> Self {
        Self { list: Vec::new(), places: vec![NOWHERE; count] }
    }

    #[inline]
    fn set(&mut self, number: u32, is_member: bool) {
        let place = self.places[wide(number)];
        if is_member == (place != NOWHERE) {
            return;
        }
        if is_member {
            self.places[wide(number)] = narrow(self.list.len());
            self.list.push(number);
        } else {
            let last = self.list.pop().expect("the number is a member");
            if last != number {
                self.list[wide(place)] = last;
                self.places[wide(last)] = place;
            }
            self.places[wide(number)] = NOWHERE;
        }
    }
}

/// Returns by how much a sum is beyond its bounds.
#[inline]
fn violation(bounds: Bounds, sum: u32) -> i64 {
    i64::from(bounds.low.saturating_sub(sum)) + i64::from(sum.saturating_sub(bounds.high))
}

impl Jump {
    /// Returns the search with the columns in that are decided to be, or that have a negative cost.
    pub(super) fn new(rows: &Rows, partial: &Partial) -> Self {
        let decided: Vec<Option<bool>> = rows.columns().map(|column| partial.decided(column)).collect();
        let is_in =
            decided.iter().zip(&rows.costs).map(|(decided, &cost)| decided.unwrap_or(cost < 0)).collect();
        let (columns, count) = (rows.options.len(), rows.bounds.len());
        let mut jump = Self {
            seed: 1,
            is_in,
            is_fixed: decided.iter().map(Option::is_some).collect(),
            scores: vec![0; columns],
            sums: vec![0; count],
            weights: vec![1; count],
            good: Members::new(columns),
            violated: Members::new(count),
            is_stuck: false,
            first: (STEPS_OF_AN_ENTRY * rows.of_row.entries.len() as u64).min(MOST_FIRST),
            work: (columns + count + rows.of_row.entries.len()) as u64,
        };
        for (row, bounds) in (0..).zip(&rows.bounds) {
            let is_in = |&(column, _): &(u32, u32)| jump.is_in[wide(column)];
            let sum = rows.weighted_columns(row).filter(is_in).map(|(_, weight)| weight).sum();
            jump.sums[wide(row)] = sum;
            jump.violated.set(row, violation(*bounds, sum) > 0);
            for (column, weight) in rows.weighted_columns(row) {
                jump.scores[wide(column)] += jump.gain(*bounds, sum, column, weight);
            }
        }
        rows.columns().for_each(|column| jump.rate(column));
        jump
    }

    /// Returns true if it cannot find a cover.
    pub(super) fn is_stuck(&self) -> bool {
        self.is_stuck
    }

    /// Returns the work that it may take before the first linear program.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Returns the change of the violation of a row if a column changes.
    #[inline]
    fn gain(&self, bounds: Bounds, sum: u32, column: u32, weight: u32) -> i64 {
        let after = if self.is_in[wide(column)] { sum - weight } else { sum + weight };
        violation(bounds, after) - violation(bounds, sum)
    }

    #[inline]
    fn rate(&mut self, column: u32) {
        let at = wide(column);
        self.good.set(column, self.scores[at] < 0 && !self.is_fixed[at]);
    }

    /// Searches until the work reaches this number. Returns the columns of a cover.
    pub(super) fn run(&mut self, rows: &Rows, until: u64) -> Option<Vec<bool>> {
        while !self.violated.list.is_empty() {
            if self.work >= until {
                return None;
            }
            let column = match self.best_of_good(rows) {
                Some(column) => column,
                None => self.leave_minimum(rows)?,
            };
            self.change(rows, column);
        }
        Some(self.is_in.clone())
    }

    fn below(&mut self, count: usize) -> usize {
        wide(draw(&mut self.seed) >> 3) % count.max(1)
    }

    /// Returns the column with the least score, and of several one of the least cost.
    fn best(&self, rows: &Rows, columns: impl Iterator<Item = u32>) -> Option<u32> {
        let cost = |column: u32| {
            let cost = rows.costs[wide(column)];
            if self.is_in[wide(column)] { -cost } else { cost }
        };
        columns.min_by_key(|&column| (self.scores[wide(column)], cost(column)))
    }

    fn best_of_good(&mut self, rows: &Rows) -> Option<u32> {
        let count = self.good.list.len();
        self.work += COMPARED as u64;
        if count <= COMPARED {
            return self.best(rows, self.good.list.iter().copied());
        }
        let drawn: [usize; COMPARED] = std::array::from_fn(|_| self.below(count));
        self.best(rows, drawn.iter().map(|&place| self.good.list[place]))
    }

    /// Adds weight to the violated rows, and returns the best column of one of them; `None` if nothing can change there.
    fn leave_minimum(&mut self, rows: &Rows) -> Option<u32> {
        for place in 0..self.violated.list.len() {
            let row = self.violated.list[place];
            let (bounds, sum) = (rows.bounds[wide(row)], self.sums[wide(row)]);
            self.weights[wide(row)] += 1;
            for (column, weight) in rows.weighted_columns(row) {
                self.scores[wide(column)] += self.gain(bounds, sum, column, weight);
                self.rate(column);
            }
            self.work += rows.of_row.list(row).len() as u64;
        }
        let place = self.below(self.violated.list.len());
        let row = self.violated.list[place];
        let (bounds, sum) = (rows.bounds[wide(row)], self.sums[wide(row)]);
        let useful = rows.weighted_columns(row).filter(|&(column, weight)| {
            !self.is_fixed[wide(column)] && self.gain(bounds, sum, column, weight) < 0
        });
        let best = self.best(rows, useful.map(|(column, _)| column));
        self.is_stuck = best.is_none();
        best
    }

    fn change(&mut self, rows: &Rows, column: u32) {
        let score = self.scores[wide(column)];
        for (row, weight) in rows.weighted_rows(column) {
            let (bounds, before) = (rows.bounds[wide(row)], self.sums[wide(row)]);
            let after = if self.is_in[wide(column)] { before - weight } else { before + weight };
            self.sums[wide(row)] = after;
            self.violated.set(row, violation(bounds, after) > 0);
            self.work += 4;
            // Where any column may change without a violation, before and after, no score changes.
            let heaviest = rows.heaviest(row);
            let is_inside = |sum: u32| {
                sum >= bounds.low.saturating_add(heaviest) && sum.saturating_add(heaviest) <= bounds.high
            };
            if is_inside(before) && is_inside(after) {
                continue;
            }
            let of_row = self.weights[wide(row)];
            for (other, weight) in rows.weighted_columns(row).filter(|&(other, _)| other != column) {
                let change =
                    self.gain(bounds, after, other, weight) - self.gain(bounds, before, other, weight);
                if change != 0 {
                    self.scores[wide(other)] += of_row * change;
                    self.rate(other);
                }
            }
            self.work += rows.of_row.list(row).len() as u64;
        }
        self.is_in[wide(column)] = !self.is_in[wide(column)];
        self.scores[wide(column)] = -score;
        self.rate(column);
    }
}
