//! Clauses, and the literals that watch them.

use super::literal::Literal;
use crate::problem::ids::{narrow, wide};

/// The number of a clause.
pub(super) type ClauseId = u32;

/// A clause: at least one of its literals is true. It has two literals or more, of which the first two are
/// watched.
#[derive(Clone, Copy, Debug)]
struct Clause {
    start: u32,
    len: u32,
    /// The number of levels that its literals had when it was learned; 0 if it is never removed.
    levels: u32,
}

/// A clause that is examined when the watching literal becomes false, unless the other one is true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    pub(super) other: Literal,
}

/// All clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// By literal: the clauses that it watches.
    watches: Vec<Vec<Watch>>,
    learned: usize,
}

impl Clauses {
    /// Returns an empty list of clauses for literals below `count`.
    pub(super) fn new(count: usize) -> Clauses {
        Clauses { watches: vec![Vec::new(); count], ..Clauses::default() }
    }

    /// Adds a clause of at least two literals. Levels above 0 allow [`reduce`](Self::reduce) to remove it.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32) -> ClauseId {
        let id = narrow(self.clauses.len());
        self.clauses.push(Clause { start: narrow(self.literals.len()), len: narrow(literals.len()), levels });
        self.literals.extend_from_slice(literals);
        self.learned += usize::from(levels > 0);
        self.watch(id);
        id
    }

    fn watch(&mut self, id: ClauseId) {
        let &[first, second, ..] = self.get(id) else { unreachable!("a clause has two literals or more") };
        self.watches[first.index()].push(Watch { clause: id, other: second });
        self.watches[second.index()].push(Watch { clause: id, other: first });
    }

    /// Returns the literals of a clause.
    #[inline(always)]
    pub(super) fn get(&self, id: ClauseId) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[wide(id)];
        &self.literals[wide(start)..][..wide(len)]
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, id: ClauseId) -> &mut [Literal] {
        let Clause { start, len, .. } = self.clauses[wide(id)];
        &mut self.literals[wide(start)..][..wide(len)]
    }

    /// Takes the watches of a literal, to be given back by [`return_watches`](Self::return_watches).
    #[inline(always)]
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    #[inline(always)]
    pub(super) fn return_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    #[inline(always)]
    pub(super) fn add_watch(&mut self, literal: Literal, watch: Watch) {
        self.watches[literal.index()].push(watch);
    }

    /// Returns the number of clauses that may be removed.
    pub(super) fn learned(&self) -> usize {
        self.learned
    }

    /// Returns the number of clauses.
    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Removes all clauses after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        if count < self.len() {
            self.keep(|id, _| wide(id) < count);
        }
    }

    /// Removes half of the learned clauses, those whose literals had most levels first and then the longest
    /// ones, except for those of two levels and those that are needed. Returns by clause its new number.
    pub(super) fn reduce(&mut self, is_needed: impl Fn(ClauseId) -> bool) -> Vec<Option<ClauseId>> {
        let is_removable = |id: ClauseId, clause: &Clause| clause.levels > 2 && !is_needed(id);
        let mut removable: Vec<(u32, u32, std::cmp::Reverse<ClauseId>)> = (0..)
            .zip(&self.clauses)
            .filter(|(id, clause)| is_removable(*id, clause))
            .map(|(id, clause)| (clause.levels, clause.len, std::cmp::Reverse(id)))
            .collect();
        removable.sort_unstable();
        let mut is_removed = vec![false; self.clauses.len()];
        for &(_, _, std::cmp::Reverse(id)) in &removable[removable.len() / 2..] {
            is_removed[wide(id)] = true;
        }
        self.keep(|id, _| !is_removed[wide(id)])
    }

    /// Keeps some clauses, and numbers them again. Returns by clause its new number.
    fn keep(&mut self, is_kept: impl Fn(ClauseId, &Clause) -> bool) -> Vec<Option<ClauseId>> {
        let (clauses, literals) = (std::mem::take(&mut self.clauses), std::mem::take(&mut self.literals));
        self.watches.iter_mut().for_each(Vec::clear);
        self.learned = 0;
        let renumber = |(id, clause): (ClauseId, Clause)| {
            is_kept(id, &clause)
                .then(|| self.add(&literals[wide(clause.start)..][..wide(clause.len)], clause.levels))
        };
        (0..).zip(clauses).map(renumber).collect()
    }
}
