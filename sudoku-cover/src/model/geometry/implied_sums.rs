//! Sums that follow from cages and houses together: the innies and outies of human solvers.
//!
//! Houses without a common cell have a known sum. A cage within them takes its cells and its sum away; one that is
//! partly outside either leaves its inner cells, or takes its sum away and leaves its outer cells, negatively,
//! whichever are fewer.

use std::collections::{BTreeMap, BTreeSet};

use super::relation::{Relation, Sum};
use super::{Cell, Geometry, House, HouseKind, MAX_SIDE};
use crate::work::IsOver;

/// The greatest number of cells of a sum that is found. Longer ones exclude little.
const MOST_CELLS: usize = 5;
/// The greatest number of neighboring rows or columns that are taken together.
const MOST_HOUSES: usize = 4;

/// A sum of many cells excludes something if the least and the greatest sum of its groups are more than so many times as far
/// apart as the total is from the nearer one.
const FREEDOM: i64 = 4;

/// Sums are joined if this many cells of one see cells of the other.
const FEWEST_SEEN: usize = 6;

/// Cells of which the sum of the digits is known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    cells: CellSet,
    total: i64,
}

/// A set of the cells of a board of any side, as bits, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct CellSet([u64; (MAX_SIDE * MAX_SIDE).div_ceil(64)]);

impl CellSet {
    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(word, other)| (word & other).count_ones() as usize).sum()
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn has_all(&self, other: &Self) -> bool {
        self.common(other) == other.len()
    }
}

/// A sum of one rule, or of several.
struct Joined {
    known: Known,
    sum: Sum,
    /// How far apart the least and the greatest total of its groups are, less how far the total is from the nearer one, for
    /// each group.
    score: i64,
    is_joined: bool,
}

impl Geometry {
    /// Returns sums that follow from those of rules and houses together: sums of rules that cover a house, together with
    /// other houses where these leave a gap, less that house and those that are left whole. Only sums that exclude something
    /// are returned. (The Interactive Sudoku Solver derives such sums, which it calls hidden cages.)
    pub(crate) fn covering_sums(&self, is_over: IsOver<'_>) -> Vec<Sum> {
        let of_rules: Vec<Known> =
            self.relations().iter().filter_map(|relation| self.known(relation)).collect();
        if of_rules.is_empty() {
            return Vec::new();
        }
        let houses: Vec<Known> = self
            .houses()
            .iter()
            .filter(|house| self.is_full(house))
            .map(|house| self.known_house(house))
            .collect();
        let mut found = BTreeMap::new();
        for house in &houses {
            if is_over(of_rules.len() + houses.len()) {
                break;
            }
            if let Some(Known { cells, total }) = left_outside(house, &of_rules, &houses) {
                found.insert(cells, total);
            }
        }
        let sums = found.into_iter().map(|(cells, total)| self.grouped(&Known { cells, total }, is_over));
        let mut sums: Vec<Sum> = sums.filter(|sum| self.excludes_much(sum)).collect();
        sums.extend(self.joined_sums(of_rules, is_over));
        sums
    }

    /// Returns sums of sums of rules whose cells see each other, so that together they form larger groups. In each round the
    /// two that exclude most together are joined, if that is more than they exclude alone. (The Interactive Sudoku Solver
    /// combines sums like this.)
    fn joined_sums(&self, of_rules: Vec<Known>, is_over: IsOver<'_>) -> Vec<Sum> {
        let long = of_rules.into_iter().filter(|sum| sum.cells.len() >= FEWEST_SEEN);
        let mut sums: Vec<Joined> = long.map(|known| self.joined(known, false, is_over)).collect();
        let mut pairs: Vec<(Joined, [Known; 2])> = Vec::new();
        let mut fresh = 0;
        loop {
            for (place, sum) in sums.iter().enumerate().skip(fresh) {
                let earlier = sums[..place].iter().filter(|other| self.are_related(&other.known, &sum.known));
                for other in earlier {
                    if is_over(sum.known.cells.len() * other.known.cells.len()) {
                        return Vec::new();
                    }
                    let mut cells = sum.known.cells;
                    cells.join(&other.known.cells);
                    let both = Known { cells, total: sum.known.total + other.known.total };
                    let both = self.joined(both, true, is_over);
                    let alone = [sum.score, other.score];
                    if both.score > alone[0].max(alone[1]).min(alone[0] + alone[1]) {
                        pairs.push((both, [sum.known.clone(), other.known.clone()]));
                    }
                }
            }
            // The first of the best.
            let best = (0..pairs.len()).rev().max_by_key(|&place| pairs[place].0.score);
            let Some(best) = best else { break };
            let (both, parts) = pairs.swap_remove(best);
            sums.retain(|sum| !parts.contains(&sum.known));
            pairs.retain(|(_, others)| others.iter().all(|other| !parts.contains(other)));
            fresh = sums.len();
            sums.push(both);
        }
        sums.into_iter().filter(|sum| sum.is_joined && sum.score > 0).map(|sum| sum.sum).collect()
    }

    fn joined(&self, known: Known, is_joined: bool, is_over: IsOver<'_>) -> Joined {
        let sum = self.grouped(&known, is_over);
        let (least, most) = self.ends(&sum);
        let freedom = (sum.total - least).min(most - sum.total);
        let score = most - least - freedom * i64::try_from(sum.groups.len()).unwrap_or(0);
        Joined { known, sum, score, is_joined }
    }

    fn grouped(&self, known: &Known, is_over: IsOver<'_>) -> Sum {
        let terms = self.cells().filter(|&cell| known.cells.contains(self.index(cell)));
        let terms = terms.map(|cell| (cell, 1)).collect();
        self.sum_in_groups(terms, known.total, is_over)
    }

    /// Returns true if sums have no common cell, and enough cells of the smaller one see cells of the other.
    fn are_related(&self, one: &Known, other: &Known) -> bool {
        let (small, large) = if one.cells.len() < other.cells.len() { (one, other) } else { (other, one) };
        let sees = |cell: &Cell| {
            small.cells.contains(self.index(*cell))
                && self.peers(*cell).iter().any(|&peer| large.cells.contains(self.index(peer)))
        };
        one.cells.common(&other.cells) == 0
            && self.cells().filter(sees).take(FEWEST_SEEN).count() == FEWEST_SEEN
    }

    fn known_house(&self, house: &House) -> Known {
        Known { cells: self.set_of(house.cells().iter().copied()), total: i64::from(self.values().sum()) }
    }

    fn set_of(&self, cells: impl Iterator<Item = Cell>) -> CellSet {
        let mut set = CellSet::default();
        cells.for_each(|cell| set.insert(self.index(cell)));
        set
    }

    /// Returns the cells of a relation that requires a sum of digits without factors.
    fn known(&self, relation: &Relation) -> Option<Known> {
        let sum = relation.sum()?;
        let terms = || sum.groups.iter().flatten();
        if terms().any(|&(cell, factor)| factor != 1 || cell.is_variable()) {
            return None;
        }
        let cells = self.set_of(terms().map(|&(cell, _)| cell));
        (cells.len() == terms().count()).then_some(Known { cells, total: sum.total })
    }

    /// Returns true if the total is near the least or the greatest sum of the groups.
    fn excludes_much(&self, sum: &Sum) -> bool {
        let (least, most) = self.ends(sum);
        (most - least) > FREEDOM * (sum.total - least).min(most - sum.total)
    }

    /// Returns the least and the greatest total of groups without factors.
    fn ends(&self, sum: &Sum) -> (i64, i64) {
        let [low, high] = [self.values().least(), self.values().greatest()].map(i64::from);
        let (mut least, mut most) = (0, 0);
        for count in sum.groups.iter().map(|group| i64::try_from(group.len()).unwrap_or(0)) {
            let steps = count * (count - 1) / 2;
            least += count * low + steps;
            most += count * high - steps;
        }
        (least, most)
    }

    /// Returns relations that follow from cages and houses, and have few cells: a search finds contradictions
    /// earlier with them, and the same grids.
    pub(crate) fn implied_sums(&self, is_over: IsOver<'_>) -> Vec<Relation> {
        if self.cages().is_empty() || self.side() == 1 {
            return Vec::new();
        }
        let sums: BTreeSet<(Vec<(Cell, i64)>, i64)> =
            self.unions().iter().map(|union| self.left_of(union)).collect();
        let few = sums.iter().filter(|(terms, _)| (1..=MOST_CELLS).contains(&terms.len()));
        few.filter_map(|(terms, total)| self.sum_relation(terms, *total, is_over)).collect()
    }

    /// Returns the sets of houses of which sums are derived, each as the number of its houses and its cells.
    fn unions(&self) -> Vec<(usize, Vec<Cell>)> {
        let mut unions = Vec::new();
        // With more digits than cells, the sum of a house is unknown.
        let houses = || self.houses().iter().filter(|house| self.is_full(house));
        unions.extend(houses().map(|house| (1, house.cells().to_vec())));
        for kind in [HouseKind::Row, HouseKind::Column] {
            let lines: Vec<&[Cell]> =
                houses().filter(|house| house.kind() == kind).map(House::cells).collect();
            let are_apart = |lines: &[&[Cell]]| {
                let cells: BTreeSet<&Cell> = lines.iter().copied().flatten().collect();
                cells.len() == lines.iter().map(|line| line.len()).sum::<usize>()
            };
            for count in 2..=MOST_HOUSES.min(lines.len() / 2) {
                // Rows of overlapping grids may have cells in common.
                let windows = lines.windows(count).filter(|lines| self.is_square() || are_apart(lines));
                unions.extend(windows.map(|lines| (count, lines.concat())));
            }
        }
        unions
    }

    /// Returns the cells of a union that cages leave, with their factors, and their sum.
    fn left_of(&self, (houses, cells): &(usize, Vec<Cell>)) -> (Vec<(Cell, i64)>, i64) {
        let mut total = i64::try_from(*houses).unwrap_or(0) * i64::from(self.values().sum());
        let mut terms: Vec<(Cell, i64)> = Vec::new();
        let cages: BTreeSet<usize> = cells.iter().filter_map(|&cell| self.cage_number(cell)).collect();
        terms.extend(cells.iter().filter(|&&cell| self.cage_number(cell).is_none()).map(|&cell| (cell, 1)));
        for cage in cages.into_iter().map(|number| &self.cages()[number]) {
            let (inside, outside): (Vec<Cell>, Vec<Cell>) =
                cage.cells().iter().partition(|cell| cells.contains(cell));
            if outside.len() < inside.len() {
                total -= i64::from(cage.sum());
                terms.extend(outside.into_iter().map(|cell| (cell, -1)));
            } else {
                terms.extend(inside.into_iter().map(|cell| (cell, 1)));
            }
        }
        // Without a cage that helps, the sum of the houses is left.
        if terms.len() == cells.len() && terms.iter().all(|&(_, factor)| factor == 1) {
            terms.clear();
        }
        terms.sort_unstable();
        (terms, total)
    }
}

/// Returns the cells outside of a house that are left of sums which cover it, without whole houses among them.
fn left_outside(house: &Known, of_rules: &[Known], houses: &[Known]) -> Option<Known> {
    let common = |one: &Known, other: &Known| one.cells.common(&other.cells);
    let sums: Vec<&Known> = of_rules.iter().filter(|sum| common(sum, house) > 0).collect();
    let overlaps = |sum: &Known| sums.iter().filter(|other| common(sum, other) > 0).count();
    let mut order: Vec<(usize, &Known)> = sums.iter().map(|&sum| (overlaps(sum), sum)).collect();
    order.sort_by_key(|&(overlaps, _)| overlaps);
    let mut all = Known { cells: CellSet::default(), total: 0 };
    let add = |sum: &Known, all: &mut Known| {
        all.cells.join(&sum.cells);
        all.total += sum.total;
    };
    for (_, sum) in order {
        if common(sum, &all) == 0 {
            add(sum, &mut all);
        }
    }
    if all.cells.is_empty() {
        return None;
    }
    for other in houses {
        let covered = common(other, house);
        // One cell is where a row crosses a column.
        if covered > 1 && common(other, &all) == 0 && other.cells != house.cells {
            add(other, &mut all);
        }
    }
    if !all.cells.has_all(&house.cells) {
        return None;
    }
    for whole in std::iter::once(house).chain(houses) {
        if all.cells.has_all(&whole.cells) {
            all.cells.remove(&whole.cells);
            all.total -= whole.total;
        }
    }
    (!all.cells.is_empty()).then_some(all)
}
