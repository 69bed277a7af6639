//! Proofs by linear equations that there is no cover.
//!
//! Say how often each option is chosen, as any whole number, and the items that must be covered a fixed number of times
//! give a system of linear equations, in which the weights are coefficients. If it has no solution, there is no cover. This contains all arguments by colorings
//! of a board: weights of the cells for which each piece has the same total, modulo some number, as any place for it
//! (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and combinatorial group theory*, 1990, section 2).
//!
//! The equations are solved modulo 2^64, in which a number without a factor 2 has an inverse. So a system without a
//! solution in rational numbers is found, and one in which an odd number would have to be even; one that has no solution
//! modulo 3 alone is not found. The columns of the options are added one by one to a basis in echelon form, until the
//! numbers wanted are in its span or no option is left.

use super::attempt::{Answer, Attempt};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId, narrow};

/// Nanoseconds to set up, for each use; of a product of two numbers; and of a column.
const SETUP: u64 = 10;
const PRODUCT: u64 = 1;
const COLUMN: u64 = 100;

/// The greatest number of entries of the basis: 64 MB.
const MOST_ENTRIES: usize = 1 << 23;

pub(super) struct Algebra<'p> {
    problem: &'p Problem,
    /// By item: its equation, if it must be covered a fixed number of times.
    equations: Vec<Option<usize>>,
    /// By equation: the number of times.
    wanted: Vec<u64>,
    /// By equation: the column of the basis whose first entry that is not 0 stands there.
    basis: Vec<Option<Column>>,
    /// The number of entries of the basis.
    entries: usize,
    /// The options that are in the span of the basis.
    added: usize,
    work: u64,
    is_useless: bool,
}

/// The entries of a column from the first to the last that may be different from 0.
struct Column {
    start: usize,
    entries: Vec<u64>,
}

impl<'p> Algebra<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let mut wanted = Vec::new();
        let equations = problem.items().map(|item: ItemId| {
            if item.index() >= problem.primary_count() {
                return None;
            }
            let bounds = problem.bounds(item);
            (bounds.low == bounds.high).then(|| {
                wanted.push(u64::from(bounds.low));
                wanted.len() - 1
            })
        });
        let equations = equations.collect();
        let basis = wanted.iter().map(|_| None).collect();
        Self { problem, equations, wanted, basis, entries: 0, added: 0, work: 0, is_useless: false }
    }

    /// Returns the column of an option; `None` if it is in no equation.
    fn column(&self, option: OptionId) -> Option<Column> {
        let rows = || {
            let uses = self.problem.weighted_uses(option);
            uses.filter_map(|(used, weight)| Some((self.equations[used.item.index()]?, u64::from(weight))))
        };
        let (start, end) = (rows().min()?.0, rows().max()?.0);
        let mut entries = vec![0; end - start + 1];
        rows().for_each(|(row, weight)| entries[row - start] = weight);
        Some(Column { start, entries })
    }

    /// Adds a column to the basis, unless it is in its span.
    fn add(&mut self, column: Column, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let mut open = vec![column];
        while let Some(mut column) = open.pop() {
            while column.trim() {
                let place = &mut self.basis[column.start];
                let Some(base) = place else {
                    let column = column.normalized();
                    // What is 0 at this place is in the span too.
                    open.extend(column.multiple_without_start());
                    self.entries += column.entries.len();
                    *place = Some(column);
                    break;
                };
                if column.entries[0].trailing_zeros() < base.entries[0].trailing_zeros() {
                    self.entries = self.entries + column.entries.len() - base.entries.len();
                    let normalized =
                        std::mem::replace(&mut column, Column { start: 0, entries: Vec::new() }).normalized();
                    open.extend(normalized.multiple_without_start());
                    column = std::mem::replace(base, normalized);
                }
                self.work += base.entries.len() as u64;
                column.subtract_multiple(base);
            }
            limits.step(1)?;
        }
        Ok(())
    }

    /// Returns true if the numbers wanted are in the span of the basis.
    fn is_solved(&mut self) -> bool {
        let mut rest = Column { start: 0, entries: self.wanted.clone() };
        while rest.trim() {
            let Some(base) = &self.basis[rest.start] else { return false };
            if rest.entries[0].trailing_zeros() < base.entries[0].trailing_zeros() {
                return false;
            }
            self.work += base.entries.len() as u64;
            rest.subtract_multiple(base);
        }
        true
    }
}

impl Column {
    /// Leaves out the first entries that are 0. Returns false if all are.
    fn trim(&mut self) -> bool {
        let zeros = self.entries.iter().take_while(|&&entry| entry == 0).count();
        self.entries.drain(..zeros);
        self.start += zeros;
        !self.entries.is_empty()
    }

    /// Returns the multiple whose first entry is a power of 2, by the inverse of its odd part.
    fn normalized(mut self) -> Self {
        let odd = self.entries[0] >> self.entries[0].trailing_zeros();
        // Each step doubles the number of correct bits, of which there are three (Newton's method).
        let inverse = (0..5)
            .fold(odd, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse))));
        self.entries.iter_mut().for_each(|entry| *entry = entry.wrapping_mul(inverse));
        self
    }

    /// Returns the least multiple whose first entry is 0 modulo 2^64, if it may have others that are not.
    fn multiple_without_start(&self) -> Option<Self> {
        let power = self.entries[0].trailing_zeros();
        let multiple = |entry: &u64| entry << (64 - power);
        (power > 0).then(|| Self { start: self.start, entries: self.entries.iter().map(multiple).collect() })
    }

    /// Subtracts the multiple of a normalized column that makes the first entry 0.
    fn subtract_multiple(&mut self, base: &Self) {
        let factor = self.entries[0] >> base.entries[0].trailing_zeros();
        if self.entries.len() < base.entries.len() {
            self.entries.resize(base.entries.len(), 0);
        }
        for (entry, base) in self.entries.iter_mut().zip(&base.entries) {
            *entry = entry.wrapping_sub(factor.wrapping_mul(*base));
        }
    }
}

impl Attempt for Algebra<'_> {
    fn setup(&self) -> u64 {
        SETUP * self.problem.use_count() as u64
    }

    fn spent(&self) -> u64 {
        self.setup() + PRODUCT * self.work + COLUMN * self.added as u64
    }

    fn counters(&self) -> Counters {
        Counters { updates: self.work, ..Counters::default() }
    }

    fn is_useless(&self) -> bool {
        self.is_useless
    }

    fn advance(&mut self, until: u64, _: u64, limits: &mut Limits<'_>) -> Result<Option<Answer>, Stopped> {
        // A check costs about as much as a column of each equation.
        let period = self.wanted.len().max(1);
        while self.spent() < until {
            let is_end = self.added == self.problem.option_count();
            if (is_end || self.added.is_multiple_of(period)) && self.is_solved()
                || self.entries > MOST_ENTRIES
            {
                self.is_useless = true;
                return Ok(None);
            }
            if is_end {
                return Ok(Some(Answer { covers: Vec::new(), is_complete: true }));
            }
            let option = OptionId(narrow(self.added));
            if let Some(column) = self.column(option) {
                self.add(column, limits)?;
            }
            self.added += 1;
        }
        Ok(None)
    }
}
