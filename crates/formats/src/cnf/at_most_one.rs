//! Encodings of "at most one of these literals is true" as clauses.

use std::io::{self, Write};

use super::clauses::{Clauses, Literal};
use super::size::CnfSize;

/// The encoding of "at most one of `n` literals". For up to four literals, pairs need the fewest clauses and
/// are used in every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtMostOne {
    /// A clause for each pair: `n (n - 1) / 2` clauses, no variables.
    Pairwise,
    /// A chain of variables that say whether an earlier literal is true: `3n - 4` clauses, `n - 1` variables
    /// (C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005).
    Sequential,
    /// The literals in a rectangle, at most one of whose rows and at most one of whose columns is used: about
    /// `3n` clauses and `2 √n` variables (J. Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef
    /// 2010; the rows and the columns are by pairs here).
    Product,
    /// The number of the literal that is true, in binary: `n` clauses for each of about `log n` variables (A.
    /// Frisch, T. Peugniez, A. Doggett and P. Nightingale, *Solving Non-Boolean Satisfiability Problems with
    /// Stochastic Local Search*, 2005).
    Binary,
}

/// Up to this number of literals, no encoding has fewer clauses than the pairs.
const PAIRED: usize = 4;

pub(super) fn add<W: Write>(
    how: AtMostOne,
    literals: &[Literal],
    clauses: &mut Clauses<W>,
) -> io::Result<()> {
    match how {
        _ if literals.len() <= PAIRED => pairwise(literals, clauses),
        AtMostOne::Pairwise => pairwise(literals, clauses),
        AtMostOne::Sequential => sequential(literals, clauses),
        AtMostOne::Product => product(literals, clauses),
        AtMostOne::Binary => binary(literals, clauses),
    }
}

/// Returns the size of what [`add`] writes for `count` literals.
pub(super) fn size(how: AtMostOne, count: usize) -> CnfSize {
    let n = count as u128;
    let pairs = |n: u128| n * n.saturating_sub(1) / 2;
    match how {
        _ if count <= PAIRED => CnfSize::of(0, pairs(n)),
        AtMostOne::Pairwise => CnfSize::of(0, pairs(n)),
        AtMostOne::Sequential => CnfSize::of(n - 1, 3 * n - 4),
        AtMostOne::Product => {
            let width = width(count);
            let (columns, rows) = (width as u128, count.div_ceil(width) as u128);
            CnfSize::of(columns + rows, 2 * n + pairs(rows) + pairs(columns))
        }
        AtMostOne::Binary => {
            let bits = u128::from(bits(count));
            CnfSize::of(bits, n * bits)
        }
    }
}

/// Returns the number of columns of the rectangle.
fn width(count: usize) -> usize {
    let root = count.isqrt();
    if root * root < count { root + 1 } else { root }
}

/// Returns the number of binary digits that distinguish the literals.
fn bits(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

fn pairwise<W: Write>(literals: &[Literal], clauses: &mut Clauses<W>) -> io::Result<()> {
    for (place, &first) in literals.iter().enumerate() {
        for &second in &literals[place + 1..] {
            clauses.add(&[!first, !second])?;
        }
    }
    Ok(())
}

fn sequential<W: Write>(literals: &[Literal], clauses: &mut Clauses<W>) -> io::Result<()> {
    let Some((&last, others)) = literals.split_last() else { return Ok(()) };
    // True if one of the literals so far is true.
    let mut before: Option<Literal> = None;
    for &literal in others {
        let so_far = clauses.fresh();
        clauses.add(&[!literal, so_far])?;
        if let Some(before) = before {
            clauses.add(&[!before, so_far])?;
            clauses.add(&[!literal, !before])?;
        }
        before = Some(so_far);
    }
    match before {
        Some(before) => clauses.add(&[!last, !before]),
        None => Ok(()),
    }
}

fn product<W: Write>(literals: &[Literal], clauses: &mut Clauses<W>) -> io::Result<()> {
    let width = width(literals.len());
    let columns: Vec<Literal> = (0..width).map(|_| clauses.fresh()).collect();
    let rows: Vec<Literal> = literals.chunks(width).map(|_| clauses.fresh()).collect();
    for (row, in_row) in rows.iter().zip(literals.chunks(width)) {
        for (column, &literal) in columns.iter().zip(in_row) {
            clauses.add(&[!literal, *row])?;
            clauses.add(&[!literal, *column])?;
        }
    }
    pairwise(&rows, clauses)?;
    pairwise(&columns, clauses)
}

fn binary<W: Write>(literals: &[Literal], clauses: &mut Clauses<W>) -> io::Result<()> {
    for bit in 0..bits(literals.len()) {
        let variable = clauses.fresh();
        for (number, &literal) in literals.iter().enumerate() {
            let is_set = number >> bit & 1 == 1;
            clauses.add(&[!literal, if is_set { variable } else { !variable }])?;
        }
    }
    Ok(())
}
