//! Sums that follow from cages and houses together: the innies and outies of human solvers.
//!
//! Houses without a common cell have a known sum. A cage within them takes its cells and its sum away; one that is
//! partly outside either leaves its inner cells, or takes its sum away and leaves its outer cells, negatively,
//! whichever are fewer.

use std::collections::BTreeSet;

use super::relation::Relation;
use super::{Cell, Geometry, House, HouseKind};
use crate::work::IsOver;

/// The greatest number of cells of a sum that is found. Longer ones exclude little.
const MOST_CELLS: usize = 5;
/// The greatest number of neighboring rows or columns that are taken together.
const MOST_HOUSES: usize = 4;

impl Geometry {
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
