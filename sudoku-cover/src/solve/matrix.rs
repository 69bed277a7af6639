//! Sudoku as an exact cover problem: candidates are options, constraints are items, in both directions.
//!
//! With side N, cells `k` numbered from 0 row by row, digits `d` from 1 to N and houses `h` from 0:
//!
//! | what | number, from 0 |
//! |---|---|
//! | item "cell `k` is filled" | `k` |
//! | item "row `h` has digit `d`" | `N² + N·h + d − 1` |
//! | item "column `h` has digit `d`" | `2N² + N·h + d − 1` |
//! | item "box `h` has digit `d`" | `3N² + N·h + d − 1` |
//! | option "cell `k` holds digit `d`" | `N·k + d − 1` |
//!
//! There are 4N² items, 324 for the classic board, all primary, and N³ options of four items each. Counted
//! from 1, r4c2=7 of the classic board covers the items 29, 115, 178 and 277.
//!
//! On a board with [other digits](crate::Values), their number takes the place of N where digits are counted, and their
//! rank that of `d − 1`. With more digits than cells of a house, its items are secondary and come first among those of rules:
//! the house holds each digit at most once. The other houses are then counted without it.
//!
//! A blocked cell is an item as well, which its option of the least digit covers alone. Its other options are those of wrong
//! parity, below.
//!
//! [Rules](crate::model::geometry::rules) add items and options after all others. Regions replace boxes.
//! Other houses have N primary items each. Candidates that exclude each other in several cells share a
//! secondary item: for an anti-king board there is one for each digit and each square of four cells. An item
//! that is always covered by an option of its own forbids odd digits in even cells, and even ones in odd
//! cells.
//!
//! A [relation](crate::Relation) of a rule has steps, one for each of its cells: a primary item with an option
//! for each transition of the automaton. The option gives its color, the digit, to a secondary item of the cell,
//! "the digit of cell `k`", to which the candidates give their digits as well; and secondary items between two
//! steps have the state as their color. A relation of two cells is one step, with an option for each allowed
//! pair of digits, if these are less than half of all pairs; otherwise secondary items forbid the other pairs,
//! each item for some digits of one cell with some digits of the other. Cells that hold different digits without
//! being a house, such as those of a cage, share a secondary item for each digit. The automaton has one path for each
//! sequence of digits, so that there is exactly one cover for each grid. Sums that follow from cages and houses are
//! relations of their own.

use std::sync::OnceLock;

use dlx_core::{ItemId, Limits, Mention, OptionId, Problem, Stopped};

use crate::model::geometry::rules::Variant;
use crate::model::geometry::{
    Cage, Candidate, Cell, Digit, Geometry, House, HouseKind, Relation, ShortNumber,
};
use crate::work::{IsOver, Work};

/// Steps of work that an option counts as.
const STEPS_OF_AN_OPTION: usize = 8;

/// Bytes of the matrix and of the tables of its searches for each step of a relation, learned clauses included:
/// measured on killers of sides 16 and 25.
const BYTES_OF_A_STEP: usize = 600;

/// The requirement that an item represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell holds a digit.
    Filled(Cell),
    /// A house holds a digit. Secondary on boards with more digits than cells of a house.
    Holds {
        /// Row, column, box or another house of the board.
        kind: HouseKind,
        /// The number of the house among those of its kind, from 0.
        number: usize,
        /// The digit.
        digit: Digit,
    },
    /// A step of a relation is made.
    Step {
        /// The number of the relation, from 0.
        relation: usize,
        /// The number of the step, from 0.
        step: usize,
    },
    /// The digit of a cell, as a color. Secondary.
    Value(Cell),
    /// The state of a relation between two steps, as a color. Secondary.
    State {
        /// The number of the relation, from 0.
        relation: usize,
        /// The number of the step before it, from 0.
        step: usize,
    },
    /// In a group of cells that hold different digits, such as a cage, at most one holds the digit. Secondary.
    Different {
        /// The number of the group, from 0.
        group: usize,
        /// The digit.
        digit: Digit,
    },
    /// Of some pairs of digits that a relation forbids at most one digit is held. Secondary.
    Forbidden {
        /// The number of the relation, from 0.
        relation: usize,
        /// The number of the item among those of the relation, from 0.
        number: usize,
    },
    /// Cells for even or odd digits hold such digits, and blocked cells none.
    Parity,
    /// Of the cells a king's or a knight's move apart with these two at their corners, at most one holds the
    /// digit. Secondary.
    Apart {
        /// The first cell.
        first: Cell,
        /// The last cell.
        last: Cell,
        /// The digit.
        digit: Digit,
    },
    /// Of two adjacent cells at most one holds this digit or the next. Secondary.
    NotConsecutive {
        /// The first cell.
        first: Cell,
        /// The last cell.
        last: Cell,
        /// The smaller digit.
        digit: Digit,
    },
    /// No cell for even digits holds an odd one, and conversely, and no blocked cell a digit. Secondary.
    NoOtherParity,
}

/// The exact cover problem of an empty board, and the meaning of its items and options. If rules have
/// [relations](Geometry::relations), it is built when it is needed for the first time, or by
/// [`build`](Self::build).
#[derive(Clone, Debug)]
pub struct Matrix {
    geometry: Geometry,
    built: OnceLock<Built>,
}

#[derive(Clone, Debug)]
struct Built {
    problem: Problem,
    /// The requirements of the items after those of the houses.
    of_rules: Vec<Constraint>,
}

impl Matrix {
    /// Returns the matrix of a board.
    ///
    /// # Complexity
    /// Linear in N³, and when it is built, in the combinations of digits that rules allow.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let matrix = Self { geometry: geometry.clone(), built: OnceLock::new() };
        if geometry.relations().is_empty() && geometry.groups_apart().is_empty() {
            matrix.built();
        }
        matrix
    }

    /// Builds the problem, unless it is built.
    ///
    /// # Errors
    /// The limit that was reached. That of memory is compared with an estimate of the memory of a search, before
    /// any of it is used.
    pub fn build(&self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        if !self.is_built() {
            let built = Built::within(&self.geometry, limits)?;
            // Another thread may have built the same one meanwhile.
            self.built.get_or_init(|| built);
        }
        Ok(())
    }

    /// Returns true if the problem is built.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.built.get().is_some()
    }

    fn built(&self) -> &Built {
        self.built
            .get_or_init(|| Built::within(&self.geometry, &mut Limits::none()).expect("there are no limits"))
    }

    /// Returns the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the problem; of a board whose rules [exceed](Geometry::exceeds_exact_cover) it, without those rules. Items are named as in `r4c2`, `r4#7`, `c2#7` and `b4#7`, those of rules as in
    /// `d1#7`, `relation1/2`, `state1/2`, `value-r1c1`, `group1#7`,
    /// `not1/2`, `r1c1/r2c3#7` and `r1c1/r1c2#7/8`. Options
    /// of candidates come first.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.built().problem
    }

    /// Returns the option of a candidate.
    ///
    /// # Panics
    /// If the cell or the digit is not on this board.
    #[must_use]
    pub fn option(&self, candidate: Candidate) -> OptionId {
        let values = self.geometry.values();
        assert!(values.contains(candidate.digit), "digit {} is not one of {values}", candidate.digit);
        OptionId::new(candidate_number(&self.geometry, candidate))
    }

    /// Returns true if relations of rules are part of the problem, or [exceed](Geometry::exceeds_exact_cover) it. Solutions are
    /// then searched for on the board.
    #[must_use]
    pub fn has_relations(&self) -> bool {
        !self.geometry.relations().is_empty() || self.geometry.exceeds_exact_cover()
    }

    /// Returns the number of options that are candidates: all on plain boards. Later ones are steps of
    /// relations.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.geometry.cell_count() * self.geometry.values().count()
    }

    /// Returns the candidate of an option.
    ///
    /// # Panics
    /// If the problem has no such option, or it is not a candidate.
    #[must_use]
    pub fn candidate(&self, option: OptionId) -> Candidate {
        let count = self.geometry.values().count();
        let cell = self.geometry.cell(option.index() / count).expect("the option is one of this problem");
        Candidate { cell, digit: digit(&self.geometry, option.index() % count) }
    }

    /// Returns the item of a constraint.
    ///
    /// # Panics
    /// If the cell, the house or the digit is not on this board, or none of its rules has this constraint.
    #[must_use]
    pub fn item(&self, constraint: Constraint) -> ItemId {
        let (squared, values) = (self.geometry.cell_count(), self.geometry.values());
        match constraint {
            Constraint::Filled(cell) => ItemId::new(self.geometry.index(cell)),
            Constraint::Holds { digit, .. } if !values.contains(digit) => {
                panic!("digit {digit} is not one of {values}")
            }
            other => {
                if let Constraint::Holds { kind, number, digit } = other {
                    let is_meant = |house: &House| (house.kind(), house.number()) == (kind, number);
                    if let Some(house) = full_houses(&self.geometry).position(is_meant) {
                        return ItemId::new(squared + values.count() * house + values.rank(digit));
                    }
                }
                let place = self.built().of_rules.iter().position(|&constraint| constraint == other);
                let place = place.expect("the constraint is one of a rule of the board");
                ItemId::new(squared + primary_items(&self.geometry) + place)
            }
        }
    }

    /// Returns the constraint of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn constraint(&self, item: ItemId) -> Constraint {
        let (squared, count) = (self.geometry.cell_count(), self.geometry.values().count());
        let Some(of_houses) = item.index().checked_sub(squared) else {
            return Constraint::Filled(self.geometry.cell(item.index()).expect("the cell is below N²"));
        };
        if let Some(of_rules) = of_houses.checked_sub(primary_items(&self.geometry)) {
            return match self.built().of_rules.get(of_rules) {
                Some(&constraint) => constraint,
                None => panic!("item {item} is not of a board of side {}", self.geometry.side()),
            };
        }
        let house =
            full_houses(&self.geometry).nth(of_houses / count).expect("the item is one of a full house");
        Constraint::Holds {
            kind: house.kind(),
            number: house.number(),
            digit: digit(&self.geometry, of_houses % count),
        }
    }
}

/// Returns the number of primary items of houses.
fn primary_items(geometry: &Geometry) -> usize {
    geometry.values().count() * full_houses(geometry).count()
}

/// Returns the houses that hold every digit, whose items are primary.
fn full_houses(geometry: &Geometry) -> impl Iterator<Item = &House> {
    geometry.houses().iter().filter(|house| geometry.is_full(house))
}

impl Built {
    fn within(geometry: &Geometry, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        if geometry.is_plain() {
            let problem = build(geometry, &Additions::default(), &|_| false).expect("there are no limits");
            return Ok(Self { problem, of_rules: Vec::new() });
        }
        let most_bytes = limits.most_bytes();
        let work = Work::new(limits);
        let is_over = |steps| work.is_over_after(steps);
        let implied = geometry.implied_sums(&is_over);
        if Additions::steps(geometry, &implied).saturating_mul(BYTES_OF_A_STEP) > most_bytes {
            return work.end().and(Err(Stopped::Memory));
        }
        let additions = Additions::of(geometry, &implied, &is_over);
        let problem = build(geometry, &additions, &is_over);
        work.end()?;
        let problem = problem.expect("the work is not over");
        Ok(Self { problem, of_rules: additions.constraints().collect() })
    }
}

fn digit(geometry: &Geometry, rank: usize) -> Digit {
    geometry.values().at(rank).expect("the rank is below the number of digits")
}

/// An item of a rule, and the candidates that cover it, as numbers of options, with the number of the color
/// that each gives it, if any.
struct Addition {
    constraint: Constraint,
    candidates: Vec<(usize, Option<u32>)>,
}

/// The number of an item of a rule among those of its kind.
#[derive(Clone, Copy)]
enum AddedItem {
    Primary(usize),
    Secondary(usize),
}

/// A use of an item of a rule by an option that is not a candidate, with the number of the color.
type AddedUse = (AddedItem, Option<u32>);

/// The items and options of rules, besides houses.
#[derive(Default)]
struct Additions {
    primary: Vec<Constraint>,
    /// Candidates use secondary items alone.
    secondary: Vec<Addition>,
    /// Options that are not candidates: a step, the digits of one cell or two, and the states before and after it.
    options: Vec<[Option<AddedUse>; 4]>,
}

impl Additions {
    /// Returns the number of options of the relations of a board, and of those that follow from them; four uses of
    /// other items count as one.
    fn steps(geometry: &Geometry, implied: &[Relation]) -> usize {
        let count = geometry.values().count();
        let relations = geometry.relations().iter().chain(implied);
        let steps: usize = relations.map(|relation| relation.steps(count)).sum();
        let apart: usize = geometry.groups_apart().iter().map(Vec::len).sum();
        steps + apart.saturating_mul(count) / 4
    }

    /// Returns the items and options of the rules, unless the work is over before.
    fn of(geometry: &Geometry, implied: &[Relation], is_over: IsOver<'_>) -> Additions {
        let mut added = Additions::default();
        let relations: Vec<(usize, &Relation)> =
            geometry.relations().iter().chain(implied).enumerate().collect();
        let pairs = geometry.cell_count();
        let (steps, forbidding): (Vec<_>, Vec<_>) = relations
            .iter()
            .take_while(|_| !is_over(pairs))
            .partition(|(_, relation)| !is_forbidding(geometry, relation));
        let with_blanks = geometry.houses().iter().filter(|house| !geometry.is_full(house));
        for house in with_blanks.filter(|house| house.kind() != HouseKind::Box || !geometry.has_idle_boxes())
        {
            let (kind, number) = (house.kind(), house.number());
            for digit in geometry.digits() {
                added.add_apart(geometry, Constraint::Holds { kind, number, digit }, house.cells(), digit);
            }
        }
        let mut values = vec![None; geometry.cell_count()];
        for (number, relation) in steps {
            if is_over(relation.transitions()) {
                return added;
            }
            added.add_steps(geometry, number, relation, &mut values);
        }
        let cages = geometry.cages().iter().map(Cage::cells);
        for (group, cells) in cages.chain(geometry.groups_apart().iter().map(Vec::as_slice)).enumerate() {
            for digit in geometry.digits() {
                added.add_apart(geometry, Constraint::Different { group, digit }, cells, digit);
            }
        }
        for (number, relation) in forbidding {
            if is_over(pairs) {
                return added;
            }
            added.add_forbidden(geometry, number, relation);
        }
        if geometry.has_parities() || !geometry.blocked().is_empty() {
            let candidates = geometry
                .cells()
                .flat_map(|cell| geometry.digits().map(move |digit| Candidate { cell, digit }));
            let is_filler = |candidate: Candidate| {
                geometry.is_blocked(candidate.cell) && geometry.values().rank(candidate.digit) == 0
            };
            let wrong = candidates.filter(|&candidate| !geometry.allows(candidate) && !is_filler(candidate));
            let candidates = wrong.map(|candidate| (candidate_number(geometry, candidate), None)).collect();
            let parity = added.add_primary(Constraint::Parity);
            let other = added.add_secondary(Constraint::NoOtherParity, candidates);
            added.options.push([Some((parity, None)), Some((other, None)), None, None]);
        }
        if geometry.has(Variant::AntiKing) {
            added.add_squares(geometry);
        }
        if geometry.has(Variant::AntiKnight) {
            added.add_knights_moves(geometry);
        }
        if geometry.is_non_consecutive() {
            added.add_neighbors(geometry);
        }
        added
    }

    /// Returns the requirements of the items, primary ones first.
    fn constraints(&self) -> impl Iterator<Item = Constraint> {
        self.primary.iter().copied().chain(self.secondary.iter().map(|item| item.constraint))
    }

    fn add_primary(&mut self, constraint: Constraint) -> AddedItem {
        self.primary.push(constraint);
        AddedItem::Primary(self.primary.len() - 1)
    }

    fn add_secondary(&mut self, constraint: Constraint, candidates: Vec<(usize, Option<u32>)>) -> AddedItem {
        self.secondary.push(Addition { constraint, candidates });
        AddedItem::Secondary(self.secondary.len() - 1)
    }

    /// Adds the items of a relation's steps, of the digits of its cells that have none among `values` yet, and of the
    /// states between steps, and the options.
    fn add_steps(
        &mut self,
        geometry: &Geometry,
        number: usize,
        relation: &Relation,
        values: &mut [Option<AddedItem>],
    ) {
        let (cells, layers) = (relation.cells(), relation.layers());
        let mut value = |cell: Cell| {
            *values[geometry.index(cell)].get_or_insert_with(|| {
                let candidates = geometry.digits().map(|digit| {
                    let candidate = candidate_number(geometry, Candidate { cell, digit });
                    (candidate, Some(u32::from(digit.value())))
                });
                self.add_secondary(Constraint::Value(cell), candidates.collect())
            })
        };
        let values: Vec<AddedItem> = cells.iter().map(|&cell| value(cell)).collect();
        let of_value = |place: usize, digit: Digit| Some((values[place], Some(u32::from(digit.value()))));
        if let [first, last] = layers {
            let step = Some((self.add_primary(Constraint::Step { relation: number, step: 0 }), None));
            for before in first {
                for after in last.iter().filter(|after| after.from == before.to) {
                    let is_once = cells[0] == cells[1];
                    if !is_once || before.digit == after.digit {
                        let second = if is_once { None } else { of_value(1, after.digit) };
                        self.options.push([step, of_value(0, before.digit), second, None]);
                    }
                }
            }
            return;
        }
        let mut before = None;
        for (place, layer) in layers.iter().enumerate() {
            let step = Some((self.add_primary(Constraint::Step { relation: number, step: place }), None));
            let state = Constraint::State { relation: number, step: place };
            let after = (place + 1 < layers.len()).then(|| self.add_secondary(state, Vec::new()));
            self.options.extend(layer.iter().map(|transition| {
                let from = before.map(|state| (state, Some(transition.from)));
                let to = after.map(|state| (state, Some(transition.to)));
                [step, of_value(place, transition.digit), from, to]
            }));
            before = after;
        }
    }

    /// Adds secondary items for the pairs of digits that a relation of two cells forbids: each for a set of
    /// digits of the first cell, all of which exclude all of a set of digits of the last one.
    fn add_forbidden(&mut self, geometry: &Geometry, number: usize, relation: &Relation) {
        let &[first, last] = relation.cells() else { return };
        let mut left = forbidden_pairs(geometry, relation);
        let mut count = 0;
        // The digits that exclude most come first, so that the sets are large.
        while let Some(digit) = (0..left.len()).max_by_key(|&digit| left[digit].count_ones()) {
            let excluded = left[digit];
            if excluded == 0 {
                break;
            }
            let group: Vec<usize> =
                (0..left.len()).filter(|&digit| left[digit] & excluded == excluded).collect();
            let mut candidates = Vec::new();
            for digit in geometry.digits() {
                if group.contains(&usize::from(digit.value())) {
                    left[usize::from(digit.value())] &= !excluded;
                    candidates.push((candidate_number(geometry, Candidate { cell: first, digit }), None));
                }
                if excluded >> digit.value() & 1 == 1 {
                    candidates.push((candidate_number(geometry, Candidate { cell: last, digit }), None));
                }
            }
            let constraint = Constraint::Forbidden { relation: number, number: count };
            self.add_secondary(constraint, candidates);
            count += 1;
        }
    }

    fn add_apart(&mut self, geometry: &Geometry, constraint: Constraint, cells: &[Cell], digit: Digit) {
        let candidates =
            cells.iter().map(|&cell| (candidate_number(geometry, Candidate { cell, digit }), None));
        self.add_secondary(constraint, candidates.collect());
    }

    /// Any two cells of a square of four see each other on an anti-king board.
    fn add_squares(&mut self, geometry: &Geometry) {
        if !geometry.is_square() {
            // Of the four cells some may be blocked.
            return self.add_moves(geometry, (1, 1));
        }
        for first in geometry.cells() {
            let corner =
                |cell: Cell| geometry.neighbors(cell).filter(move |&next| next > cell).collect::<Vec<_>>();
            // Right and below.
            let &[right, below] = &corner(first)[..] else { continue };
            let Some(&last) = corner(right).last() else { continue };
            if geometry.box_number(first) == geometry.box_number(last)
                && geometry.box_number(right) == geometry.box_number(below)
            {
                continue;
            }
            for digit in geometry.digits() {
                let constraint = Constraint::Apart { first, last, digit };
                self.add_apart(geometry, constraint, &[first, right, below, last], digit);
            }
        }
    }

    fn add_knights_moves(&mut self, geometry: &Geometry) {
        self.add_moves(geometry, (1, 2));
    }

    /// Adds an item for any two cells this many rows and columns apart, or columns and rows, that see each other and are in
    /// no house together.
    fn add_moves(&mut self, geometry: &Geometry, step: (usize, usize)) {
        for first in geometry.cells() {
            for &last in geometry.peers(first).iter().filter(|&&last| last > first) {
                let (rows, columns) = (last.row() - first.row(), first.column().abs_diff(last.column()));
                let is_move = (rows.min(columns), rows.max(columns)) == step;
                if is_move && geometry.box_number(first) != geometry.box_number(last) {
                    for digit in geometry.digits() {
                        self.add_apart(
                            geometry,
                            Constraint::Apart { first, last, digit },
                            &[first, last],
                            digit,
                        );
                    }
                }
            }
        }
    }

    /// In two adjacent cells, a digit and the next exclude each other as they do in one cell.
    fn add_neighbors(&mut self, geometry: &Geometry) {
        let candidate = |cell, digit| (candidate_number(geometry, Candidate { cell, digit }), None);
        for [first, last] in geometry.adjacent_pairs() {
            for (digit, next) in geometry.digits().zip(geometry.digits().skip(1)) {
                if geometry.sees(first, last) {
                    let candidates =
                        [first, last].map(|cell| [digit, next].map(|digit| candidate(cell, digit)));
                    let constraint = Constraint::NotConsecutive { first, last, digit };
                    self.add_secondary(constraint, candidates.concat());
                    continue;
                }
                // Both cells may hold the same digit.
                for [first, last] in [[first, last], [last, first]] {
                    let constraint = Constraint::NotConsecutive { first, last, digit };
                    let candidates = vec![candidate(first, digit), candidate(last, next)];
                    self.add_secondary(constraint, candidates);
                }
            }
        }
    }
}

/// Returns by digit of the first cell of a relation of two the digits of the last cell that it excludes, as
/// bits; equal digits in peers are left out.
fn forbidden_pairs(geometry: &Geometry, relation: &Relation) -> Vec<u32> {
    let (cells, layers) = (relation.cells(), relation.layers());
    let all = geometry.digits().fold(0_u32, |all, digit| all | 1 << digit.value());
    // By state between the cells: the digits of the last cell.
    let mut after: Vec<u32> = Vec::new();
    for transition in &layers[1] {
        let state = usize::try_from(transition.from).unwrap_or(usize::MAX);
        after.resize(after.len().max(state + 1), 0);
        after[state] |= 1 << transition.digit.value();
    }
    let mut allowed = vec![0; usize::from(geometry.values().greatest()) + 1];
    for transition in &layers[0] {
        let state = usize::try_from(transition.to).unwrap_or(usize::MAX);
        allowed[usize::from(transition.digit.value())] |= after.get(state).copied().unwrap_or(0);
    }
    let are_peers = geometry.sees(cells[0], cells[1]);
    let mut pairs = vec![0; usize::from(geometry.values().greatest()) + 1];
    for digit in geometry.digits().map(Digit::value) {
        pairs[usize::from(digit)] = all & !allowed[usize::from(digit)] & !(u32::from(are_peers) << digit);
    }
    pairs
}

/// Returns true if a relation becomes items for the pairs of digits that it forbids: if these are fewer than
/// half of all pairs.
fn is_forbidding(geometry: &Geometry, relation: &Relation) -> bool {
    let &[first, last] = relation.cells() else { return false };
    let forbidden: u32 = forbidden_pairs(geometry, relation).iter().map(|digits| digits.count_ones()).sum();
    let pairs = geometry.values().count().pow(2);
    first != last && usize::try_from(forbidden).is_ok_and(|forbidden| 2 * forbidden < pairs)
}

fn candidate_number(geometry: &Geometry, candidate: Candidate) -> usize {
    let values = geometry.values();
    values.count() * geometry.index(candidate.cell) + values.rank(candidate.digit)
}

fn name(constraint: Constraint) -> String {
    match constraint {
        Constraint::Filled(cell) => cell.to_string(),
        Constraint::Holds { kind, number, digit } => {
            format!("{}{}#{digit}", kind.letter(), ShortNumber(number))
        }
        Constraint::Step { relation, step } => format!("relation{}/{}", relation + 1, step + 1),
        Constraint::Value(cell) => format!("value-{cell}"),
        Constraint::State { relation, step } => format!("state{}/{}", relation + 1, step + 1),
        Constraint::Different { group, digit } => format!("group{}#{digit}", group + 1),
        Constraint::Forbidden { relation, number } => format!("not{}/{}", relation + 1, number + 1),
        Constraint::Parity => "parity".to_owned(),
        Constraint::Apart { first, last, digit } => format!("{first}/{last}#{digit}"),
        Constraint::NotConsecutive { first, last, digit } => {
            format!("{first}/{last}#{digit}/{}", digit.value() + 1)
        }
        Constraint::NoOtherParity => "other-parity".to_owned(),
    }
}

/// Returns the problem, or `None` if the work is over before.
fn build(geometry: &Geometry, added: &Additions, is_over: IsOver<'_>) -> Option<Problem> {
    let mut builder = Problem::builder();
    let cells = geometry.cells().map(Constraint::Filled);
    let full: Vec<&House> = full_houses(geometry).collect();
    let houses = full.iter().flat_map(|house| {
        let (kind, number) = (house.kind(), house.number());
        geometry.digits().map(move |digit| Constraint::Holds { kind, number, digit })
    });
    for constraint in cells.chain(houses).chain(added.primary.iter().copied()) {
        if is_over(STEPS_OF_AN_OPTION) {
            return None;
        }
        builder.primary([name(constraint).as_str()]);
    }
    for item in &added.secondary {
        if is_over(STEPS_OF_AN_OPTION) {
            return None;
        }
        builder.secondary([name(item.constraint).as_str()]);
    }
    let squared = geometry.cell_count();
    let count = geometry.values().count();
    let first_primary = squared + count * full.len();
    let first_secondary = first_primary + added.primary.len();
    // By house its cells, transposed.
    let mut houses_with = vec![Vec::with_capacity(4); squared];
    for (number, house) in full.iter().enumerate() {
        house.cells().iter().for_each(|&cell| houses_with[geometry.index(cell)].push(number));
    }
    let of_options = added.options.iter().flatten().flatten().filter_map(|&(_, color)| color);
    let of_candidates =
        added.secondary.iter().flat_map(|item| &item.candidates).filter_map(|&(_, color)| color);
    let most_color = of_options.chain(of_candidates).max().unwrap_or(0);
    let colors: Vec<String> = (0..=most_color).map(|color| color.to_string()).collect();
    let mention = |item: usize, color: Option<u32>| -> Mention<'_> {
        let color = color.and_then(|color| colors.get(usize::try_from(color).ok()?));
        let item = ItemId::new(item);
        color.map_or_else(|| item.into(), |color| (item, color.as_str()).into())
    };
    let mut additions = vec![Vec::new(); squared * count];
    for (number, item) in (first_secondary..).zip(&added.secondary) {
        if is_over(1 + item.candidates.len()) {
            return None;
        }
        for &(candidate, color) in &item.candidates {
            additions[candidate].push(mention(number, color));
        }
    }
    for (candidate, additions) in additions.iter().enumerate() {
        if is_over(STEPS_OF_AN_OPTION + additions.len()) {
            return None;
        }
        let (cell, digit) = (candidate / count, candidate % count);
        let held = houses_with[cell].iter().map(|house| squared + count * house + digit);
        let items = [cell].into_iter().chain(held).map(|item| mention(item, None));
        builder.option(items.chain(additions.iter().copied()));
    }
    for option in &added.options {
        if is_over(STEPS_OF_AN_OPTION) {
            return None;
        }
        builder.option(option.iter().flatten().map(|&(item, color)| match item {
            AddedItem::Primary(number) => mention(first_primary + number, color),
            AddedItem::Secondary(number) => mention(first_secondary + number, color),
        }));
    }
    let problem = builder.build();
    Some(problem.expect("the names of constraints differ, and every option is made of declared items"))
}
