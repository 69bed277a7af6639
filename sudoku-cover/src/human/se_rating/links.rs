//! Weak and strong links, and the order in which chaining rules prefer what they find.

use std::collections::HashSet;

use super::board::{Board, Deduction, GEOMETRY, bits, count, members};

/// Number of candidates of a board.
pub(super) const CANDIDATES: usize = 81 * 9;

/// A candidate that is assumed or concluded to be true ("on") or false ("off").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal(u16);

impl Literal {
    pub(super) fn on(cell: usize, digit: usize) -> Literal {
        Literal::off(cell, digit).negated()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the number of a candidate is below 729")]
    pub(super) fn off(cell: usize, digit: usize) -> Literal {
        Literal((cell * 9 + digit) as u16 * 2)
    }

    pub(super) fn negated(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub(super) fn is_on(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the number of the candidate.
    pub(super) fn candidate(self) -> usize {
        usize::from(self.0 / 2)
    }

    /// Returns the number of the literal.
    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn cell(self) -> usize {
        self.candidate() / 9
    }

    pub(super) fn digit(self) -> usize {
        self.candidate() % 9
    }

    /// Returns what the board loses if the literal is true.
    pub(super) fn removed(self, board: &Board) -> Vec<(usize, u16)> {
        let own = 1 << self.digit();
        let lost = if self.is_on() { board.digits(self.cell()) & !own } else { own };
        if lost == 0 { vec![] } else { vec![(self.cell(), lost)] }
    }

    /// Returns the placement that the literal means, if it is on.
    pub(super) fn placed(self) -> Option<(usize, usize)> {
        self.is_on().then(|| (self.cell(), self.digit()))
    }
}

/// Why a literal follows from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// It is assumed.
    Assumption,
    /// A cell has one digit.
    Cell,
    /// A digit has one place in a house of this kind.
    House(usize),
    /// A set or a nested chain excludes it.
    Elimination,
}

/// The links that a chain uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKinds {
    /// Between candidates of one digit.
    X,
    /// Between the two candidates of a cell, and weak links between candidates of one digit.
    Y,
    Both,
}

/// Returns what is off if the literal, which is on, is true.
pub(super) fn weak(board: &Board, on: Literal, kinds: LinkKinds, found: &mut Vec<(Literal, Cause)>) {
    found.clear();
    let (cell, digit) = (on.cell(), on.digit());
    if kinds != LinkKinds::X {
        let others = bits(board.digits(cell) & !(1 << digit));
        found.extend(others.map(|other| (Literal::off(cell, other), Cause::Cell)));
    }
    let mut left = board.cells(digit) & GEOMETRY.peers[cell];
    for (kind, house) in GEOMETRY.houses[cell].into_iter().enumerate() {
        let cells = members(left & GEOMETRY.sets[house]);
        found.extend(cells.map(|peer| (Literal::off(peer, digit), Cause::House(kind))));
        left &= !GEOMETRY.sets[house];
    }
}

/// Returns what is on if the literal, which is off, is true.
pub(super) fn strong(board: &Board, off: Literal, kinds: LinkKinds, found: &mut Vec<(Literal, Cause)>) {
    found.clear();
    let (cell, digit) = (off.cell(), off.digit());
    let digits = board.digits(cell);
    if kinds != LinkKinds::X && count(digits) == 2 {
        let other = (digits & !(1 << digit)).trailing_zeros() as usize;
        found.push((Literal::on(cell, other), Cause::Cell));
    }
    if kinds != LinkKinds::Y {
        for (kind, house) in GEOMETRY.houses[cell].into_iter().enumerate() {
            let others = board.places(house, digit) & !(1 << GEOMETRY.places[cell][kind]);
            if count(others) == 1 {
                let on = Literal::on(GEOMETRY.cells[house][others.trailing_zeros() as usize], digit);
                if found.iter().all(|&(known, _)| known != on) {
                    found.push((on, Cause::House(kind)));
                }
            }
        }
    }
}

/// Returns what the number of literals in a chain adds to its value: a tenth for each length passed of 4, 6,
/// 8, 12, 16, 24 and so on.
pub(super) fn length_value(literals: u32) -> f64 {
    let (mut added, mut limit, mut is_odd) = (0.0, 4, false);
    while literals > limit + 2 {
        added += 0.1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

/// Literals, each followed by its parents, and why they follow from these.
pub(super) type Trail = Vec<(Literal, Cause)>;

/// What shows that a deduction holds.
#[derive(Clone, Debug)]
pub(super) enum Proof {
    /// Chains without branches, from the conclusion to the assumption; none if only the best deduction is wanted.
    Paths(Vec<Trail>),
    /// A literal of each of these sets of implications, and why one of their assumptions is true.
    Net { targets: Vec<(usize, u16)>, origin: Cause },
}

/// A deduction by chains, and the properties that deductions are compared by.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) deduction: Deduction,
    /// Number of literals in the chains.
    pub(super) complexity: u32,
    /// The rank of the kind of chain.
    pub(super) rank: u8,
    pub(super) proof: Proof,
}

/// The properties that deductions are compared by: value, complexity and rank.
pub(super) type Key = (f64, u32, u8);

impl Found {
    fn key(&self) -> Key {
        (self.deduction.value, self.complexity, self.rank)
    }
}

/// Takes the deductions that a rule finds: all, or the best one.
#[derive(Debug)]
pub(super) struct Finds {
    found: Vec<Found>,
    pub(super) wants_all: bool,
}

impl Finds {
    pub(super) fn best() -> Finds {
        Finds { found: Vec::new(), wants_all: false }
    }

    pub(super) fn all() -> Finds {
        Finds { found: Vec::new(), wants_all: true }
    }

    /// Returns true if a deduction with this key would be kept.
    pub(super) fn wants(&self, key: Key) -> bool {
        self.wants_all || self.found.first().is_none_or(|best| key < best.key())
    }

    /// Returns the greatest complexity that a deduction of a rule whose value only depends on it can have.
    pub(super) fn most(&self) -> u32 {
        self.found.first().filter(|_| !self.wants_all).map_or(u32::MAX, |best| best.complexity)
    }

    /// Takes a deduction that is wanted.
    pub(super) fn take(&mut self, found: Found) {
        if !self.wants_all {
            self.found.clear();
        }
        self.found.push(found);
    }

    pub(super) fn into_best(self) -> Option<Deduction> {
        self.found.into_iter().next().map(|found| found.deduction)
    }

    /// Returns the deductions in order, the simplest one of those that eliminate the same.
    pub(super) fn into_sorted(mut self) -> Vec<Found> {
        self.found.sort_by(|one, other| {
            let (one, other) = (one.key(), other.key());
            one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)).then(one.2.cmp(&other.2))
        });
        let mut known: HashSet<Vec<(usize, u16)>> = HashSet::new();
        self.found.retain(|found| known.insert(found.deduction.removed.clone()));
        self.found
    }
}
