//! A partial cover: which columns are in, which are out, and what follows from that in each row.

use super::rows::Rows;
use crate::problem::ids::{narrow, wide};

/// A choice that splits the covers of a node in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Decision {
    /// The column is in, or out.
    Column(u32, bool),
    /// Two rows, each covered once, are covered by the same column, or by two (Ryan and Foster 1981).
    Pair(u32, u32, bool),
}

impl Decision {
    /// Returns the choice of the other covers.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Column(column, is_in) => Self::Column(column, !is_in),
            Self::Pair(one, other, is_same) => Self::Pair(one, other, !is_same),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Partial {
    /// By column, once it is decided: whether it is in.
    decided: Vec<Option<bool>>,
    /// By row: the number of columns that are in, and that are not decided, each counted with its weight.
    chosen: Vec<u32>,
    free: Vec<u32>,
    /// By colored item: the shade, and the number of columns that are in with it.
    shades: Vec<(u32, u32)>,
    trail: Vec<u32>,
    /// Rows that have changed.
    pending: Vec<u32>,
    work: u64,
}

impl Partial {
    pub(super) fn new(rows: &Rows) -> Self {
        Self {
            decided: vec![None; rows.options.len()],
            chosen: vec![0; rows.bounds.len()],
            free: (0..narrow(rows.bounds.len()))
                .map(|row| rows.weighted_columns(row).map(|(_, weight)| weight).sum())
                .collect(),
            shades: vec![(0, 0); rows.shaded.starts.len() - 1],
            trail: Vec::new(),
            pending: (0..narrow(rows.bounds.len())).collect(),
            work: 0,
        }
    }

    #[inline]
    pub(super) fn decided(&self, column: u32) -> Option<bool> {
        self.decided[wide(column)]
    }

    /// Returns the decided columns in the order of the decisions.
    pub(super) fn trail(&self) -> &[u32] {
        &self.trail
    }

    /// Returns true if nothing is left to decide.
    pub(super) fn is_complete(&self) -> bool {
        self.trail.len() == self.decided.len()
    }

    /// Returns the work since it was last taken.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Carries out a decision and what follows from it. Returns false if there is no cover; some of it is then undecided.
    pub(super) fn decide(&mut self, rows: &Rows, decision: Decision) -> bool {
        let is_possible = match decision {
            Decision::Column(column, is_in) => self.set(rows, column, is_in),
            Decision::Pair(one, other, is_same) => {
                [(one, other), (other, one)].into_iter().all(|(row, second)| {
                    rows.of_row.list(row).iter().all(|&column| {
                        let is_both = rows.of_column.list(column).contains(&second);
                        is_both == is_same
                            || self.decided(column) == Some(false)
                            || self.set(rows, column, false)
                    })
                })
            }
        };
        is_possible && self.propagate(rows)
    }

    /// Decides one column. Returns false if that contradicts another decision. What follows is left to
    /// [`propagate`](Self::propagate).
    pub(super) fn set(&mut self, rows: &Rows, column: u32, is_in: bool) -> bool {
        if let Some(before) = self.decided(column) {
            return before == is_in;
        }
        self.decided[wide(column)] = Some(is_in);
        self.trail.push(column);
        let uses = rows.of_column.list(column);
        self.work += uses.len() as u64 + 1;
        for (row, weight) in rows.weighted_rows(column) {
            self.free[wide(row)] -= weight;
            self.chosen[wide(row)] += if is_in { weight } else { 0 };
        }
        self.pending.extend(uses);
        if !is_in {
            return true;
        }
        let mut is_possible = true;
        for &(item, shade) in rows.shades.list(column) {
            let state = &mut self.shades[wide(item)];
            is_possible &= state.1 == 0 || state.0 == shade;
            state.0 = if state.1 == 0 { shade } else { state.0 };
            state.1 += 1;
        }
        is_possible
            && rows.shades.list(column).iter().all(|&(item, shade)| {
                // The others were excluded when the item got its shade.
                self.shades[wide(item)].1 > 1
                    || rows.shaded.list(item).iter().all(|&(other, of_other)| {
                        // No column in another shade is in: its shade would be that of the item.
                        of_other == shade || self.set(rows, other, false)
                    })
            })
    }

    /// Decides what follows from the rows that have changed. Returns false if there is no cover.
    pub(super) fn propagate(&mut self, rows: &Rows) -> bool {
        while let Some(row) = self.pending.pop() {
            let (chosen, free) = (self.chosen[wide(row)], self.free[wide(row)]);
            let bounds = rows.bounds[wide(row)];
            let left = (bounds.high.checked_sub(chosen), (chosen + free).checked_sub(bounds.low));
            let (Some(room), Some(slack)) = left else {
                self.pending.clear();
                return false;
            };
            if free == 0 || room.min(slack) >= rows.heaviest(row) {
                continue;
            }
            self.work += rows.of_row.list(row).len() as u64;
            // A column that counts too much for the upper bound is out, one without which the others do not suffice is in.
            for (column, weight) in rows.weighted_columns(row).filter(|&(_, weight)| weight > room.min(slack))
            {
                if self.decided(column).is_none() && !self.set(rows, column, weight <= room) {
                    self.pending.clear();
                    return false;
                }
            }
        }
        true
    }

    /// Undoes the decisions after the first `mark` of the trail, and reports them.
    pub(super) fn undo_to(&mut self, rows: &Rows, mark: usize, mut on_free: impl FnMut(u32)) {
        self.pending.clear();
        while self.trail.len() > mark {
            let column = self.trail.pop().expect("the trail is longer than the mark");
            let is_in = self.decided[wide(column)].take() == Some(true);
            for (row, weight) in rows.weighted_rows(column) {
                self.free[wide(row)] += weight;
                self.chosen[wide(row)] -= if is_in { weight } else { 0 };
            }
            if is_in {
                for &(item, _) in rows.shades.list(column) {
                    self.shades[wide(item)].1 -= 1;
                }
            }
            on_free(column);
        }
    }
}
