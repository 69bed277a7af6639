//! Proofs by linear equations that there is no cover.
//!
//! A variable for each option says how often the option is chosen, as any whole number. Each item that must be covered a fixed
//! number of times is a linear equation, in which the weights are coefficients. If the system has no solution, there is no cover.
//! All proofs by a coloring of a board are of this kind: the cells have numbers such that, modulo some number, a piece has the
//! same total in all its places (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and combinatorial group theory*, 1990,
//! section 2).
//!
//! The equations are solved modulo 2^64, in which a number without a factor 2 has an inverse, and then modulo 3, 5 and 7. Systems
//! without a solution in rational numbers are detected, and systems in which an odd number would have to be even, or 100 a multiple
//! of 3. The columns of the options are added one by one to a basis in echelon form, until the wanted numbers are in its span or no
//! option is left.

use super::attempt::{Answer, Built, Engine};
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId, narrow};

/// Nanoseconds of a product of two numbers, and of a column.
const PRODUCT: u64 = 1;
const COLUMN: u64 = 100;

/// The greatest number of entries of the basis: 64 MB.
const MOST_ENTRIES: usize = 1 << 23;

/// Numbers modulo 2^64, or modulo an odd prime.
#[derive(Clone, Copy, Debug)]
enum Ring {
    Binary,
    Prime(u64),
}

const RINGS: [Ring; 4] = [Ring::Binary, Ring::Prime(3), Ring::Prime(5), Ring::Prime(7)];

impl Ring {
    fn of(self, number: u64) -> u64 {
        match self {
            Self::Binary => number,
            Self::Prime(prime) => number % prime,
        }
    }

    /// Returns how often a number has the factor 2, if numbers with that factor have no inverse.
    fn twos(self, number: u64) -> u32 {
        match self {
            Self::Binary => number.trailing_zeros(),
            Self::Prime(_) => 0,
        }
    }

    /// Returns the inverse of a number without the factors that have none.
    fn inverse(self, number: u64) -> u64 {
        match self {
            Self::Binary => {
                let odd = number >> number.trailing_zeros();
                // Each step doubles the number of correct bits, of which there are three (Newton's method).
                let step =
                    |inverse: u64, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
                (0..5).fold(odd, step)
            }
            Self::Prime(prime) => {
                (1..prime).find(|inverse| number * inverse % prime == 1).expect("a field has inverses")
            }
        }
    }

    fn multiply(self, entries: &mut [u64], factor: u64) {
        match self {
            Self::Binary => entries.iter_mut().for_each(|entry| *entry = entry.wrapping_mul(factor)),
            Self::Prime(prime) => entries.iter_mut().for_each(|entry| *entry = *entry * factor % prime),
        }
    }

    /// Subtracts a multiple of other entries.
    fn subtract(self, entries: &mut [u64], others: &[u64], factor: u64) {
        let both = entries.iter_mut().zip(others);
        match self {
            Self::Binary => {
                both.for_each(|(entry, other)| *entry = entry.wrapping_sub(factor.wrapping_mul(*other)));
            }
            Self::Prime(prime) => {
                both.for_each(|(entry, other)| *entry = (*entry + (prime - factor) * other) % prime);
            }
        }
    }
}

struct Algebra<'p> {
    problem: &'p Problem,
    /// The place in [`RINGS`]; their number if all are done.
    ring: usize,
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
    /// The number of columns that were added to one basis after the other.
    columns: u64,
    work: u64,
}

/// The entries of a column from the first to the last that may be different from 0.
struct Column {
    start: usize,
    entries: Vec<u64>,
}

impl<'p> Algebra<'p> {
    fn new(problem: &'p Problem) -> Self {
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
        Self { problem, ring: 0, equations, wanted, basis, entries: 0, added: 0, columns: 0, work: 0 }
    }

    /// Begins again modulo another number.
    fn next_ring(&mut self) {
        self.ring += 1;
        self.basis.fill_with(|| None);
        (self.entries, self.added) = (0, 0);
    }

    fn ring(&self) -> Ring {
        RINGS[self.ring.min(RINGS.len() - 1)]
    }

    /// Returns the column of an option; `None` if it is in no equation.
    fn column(&self, option: OptionId) -> Option<Column> {
        let rows = || {
            let uses = self.problem.weighted_uses(option);
            uses.filter_map(|(used, weight)| Some((self.equations[used.item.index()]?, u64::from(weight))))
        };
        let (start, end) = (rows().min()?.0, rows().max()?.0);
        let mut entries = vec![0; end - start + 1];
        rows().for_each(|(row, weight)| entries[row - start] = self.ring().of(weight));
        Some(Column { start, entries })
    }

    /// Adds a column to the basis, unless it is in its span.
    fn add(&mut self, column: Column, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let ring = self.ring();
        let mut open = vec![column];
        while let Some(mut column) = open.pop() {
            while column.trim() {
                let place = &mut self.basis[column.start];
                let Some(base) = place else {
                    let column = column.normalized(ring);
                    // What is 0 at this place is in the span too.
                    open.extend(column.multiple_without_start(ring));
                    self.entries += column.entries.len();
                    *place = Some(column);
                    break;
                };
                if ring.twos(column.entries[0]) < ring.twos(base.entries[0]) {
                    self.entries = self.entries + column.entries.len() - base.entries.len();
                    let normalized = std::mem::replace(&mut column, Column { start: 0, entries: Vec::new() })
                        .normalized(ring);
                    open.extend(normalized.multiple_without_start(ring));
                    column = std::mem::replace(base, normalized);
                }
                self.work += base.entries.len() as u64;
                column.subtract_multiple(base, ring);
            }
            limits.step(1)?;
        }
        Ok(())
    }

    /// Returns true if the numbers wanted are in the span of the basis.
    fn is_solved(&mut self) -> bool {
        let ring = self.ring();
        let mut rest =
            Column { start: 0, entries: self.wanted.iter().map(|&number| ring.of(number)).collect() };
        while rest.trim() {
            let Some(base) = &self.basis[rest.start] else { return false };
            if ring.twos(rest.entries[0]) < ring.twos(base.entries[0]) {
                return false;
            }
            self.work += base.entries.len() as u64;
            rest.subtract_multiple(base, ring);
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

    /// Returns the multiple whose first entry is 1, or a power of 2 if it has no inverse.
    fn normalized(mut self, ring: Ring) -> Self {
        let inverse = ring.inverse(self.entries[0]);
        ring.multiply(&mut self.entries, inverse);
        self
    }

    /// Returns the least multiple whose first entry is 0, if it may have others that are not.
    fn multiple_without_start(&self, ring: Ring) -> Option<Self> {
        let twos = ring.twos(self.entries[0]);
        let multiple = |entry: &u64| entry << (64 - twos);
        (twos > 0).then(|| Self { start: self.start, entries: self.entries.iter().map(multiple).collect() })
    }

    /// Subtracts the multiple of a normalized column that makes the first entry 0.
    fn subtract_multiple(&mut self, base: &Self, ring: Ring) {
        let factor = self.entries[0] >> ring.twos(base.entries[0]);
        if self.entries.len() < base.entries.len() {
            self.entries.resize(base.entries.len(), 0);
        }
        ring.subtract(&mut self.entries, &base.entries, factor);
    }
}

pub(super) fn build<'p>(problem: &'p Problem, _: &mut Limits<'_>) -> Built<'p> {
    Ok(Some(Box::new(Algebra::new(problem))))
}

impl Engine for Algebra<'_> {
    fn spent(&self) -> u64 {
        PRODUCT * self.work + COLUMN * self.columns
    }

    fn counters(&self) -> Counters {
        Counters { updates: self.work, ..Counters::default() }
    }

    fn is_useless(&self) -> bool {
        self.ring == RINGS.len()
    }

    fn advance(&mut self, until: u64, _: u64, limits: &mut Limits<'_>) -> Result<Option<Answer>, Stopped> {
        // A check costs about as much as a column of each equation.
        let period = self.wanted.len().max(1);
        while self.spent() < until {
            let is_end = self.added == self.problem.option_count();
            if (is_end || self.added.is_multiple_of(period)) && self.is_solved()
                || self.entries > MOST_ENTRIES
            {
                self.next_ring();
                if self.is_useless() {
                    return Ok(None);
                }
                continue;
            }
            if is_end {
                return Ok(Some(Answer::none()));
            }
            let option = OptionId(narrow(self.added));
            if let Some(column) = self.column(option) {
                self.add(column, limits)?;
            }
            self.added += 1;
            self.columns += 1;
        }
        Ok(None)
    }
}
