//! Random regions in place of the boxes.

use crate::make::generate::Random;
use crate::model::geometry::rules::{Regions, Rule};
use crate::model::geometry::{Cell, Geometry};

/// Returns the character of the region of this number, at most 25.
pub(super) fn character(number: usize) -> char {
    char::from(b'A' + u8::try_from(number).unwrap_or_default())
}

/// Returns random regions for the board: the boxes, or rows where there are none, whose cells are exchanged
/// along their borders while both regions stay connected.
pub(in crate::make::generate) fn regions(geometry: &Geometry, random: &mut Random) -> Rule {
    let cells: Vec<Cell> = geometry.cells().collect();
    let mut regions: Vec<usize> = cells.iter().map(|&cell| geometry.box_number(cell)).collect();
    for _ in 0..40 * cells.len() {
        let given = cells[random.below(cells.len())];
        let neighbors: Vec<Cell> = geometry.neighbors(given).collect();
        let into = regions[geometry.index(neighbors[random.below(neighbors.len())])];
        let from = regions[geometry.index(given)];
        if from == into {
            continue;
        }
        let mut after = regions.clone();
        after[geometry.index(given)] = into;
        let is_beside = |&cell: &Cell| {
            after[geometry.index(cell)] == into
                && cell != given
                && geometry.neighbors(cell).any(|other| after[geometry.index(other)] == from)
        };
        let back: Vec<Cell> = cells.iter().copied().filter(is_beside).collect();
        if back.is_empty() {
            continue;
        }
        after[geometry.index(back[random.below(back.len())])] = from;
        if [from, into].into_iter().all(|region| is_connected(geometry, &after, region)) {
            regions = after;
        }
    }
    let text: String = regions.into_iter().map(character).collect();
    Rule::Regions(Regions::of_text(&text))
}

fn is_connected(geometry: &Geometry, regions: &[usize], region: usize) -> bool {
    let is_in = |cell: Cell| regions[geometry.index(cell)] == region;
    let mut found: Vec<Cell> = geometry.cells().find(|&cell| is_in(cell)).into_iter().collect();
    let mut next = 0;
    while next < found.len() {
        for other in geometry.neighbors(found[next]) {
            if is_in(other) && !found.contains(&other) {
                found.push(other);
            }
        }
        next += 1;
    }
    found.len() == geometry.side()
}
