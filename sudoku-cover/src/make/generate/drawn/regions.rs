//! Random regions in place of the boxes.

use super::drawing::is_connected;
use crate::make::generate::Random;
use crate::model::geometry::rules::{Regions, Rule};
use crate::model::geometry::{Cell, Geometry};
use crate::model::symmetry::Symmetry;

/// Returns the character of the region of this number, at most 25.
pub(super) fn character(number: usize) -> char {
    char::from(b'A' + u8::try_from(number).unwrap_or_default())
}

/// Returns random regions for the board: the boxes, or rows where there are none, whose cells are exchanged
/// along their borders while both regions stay connected. They have the symmetry if the boxes do, and then it is true.
pub(super) fn regions(geometry: &Geometry, symmetry: Symmetry, random: &mut Random) -> (Rule, bool) {
    let cells: Vec<Cell> = geometry.cells().collect();
    let mut regions: Vec<usize> = cells.iter().map(|&cell| geometry.box_number(cell)).collect();
    let mut maps = symmetry.maps(geometry);
    let is_symmetric = have_symmetry(geometry, &regions, &maps);
    if !is_symmetric {
        maps.truncate(1);
    }
    for _ in 0..40 * cells.len() {
        let given = cells[random.below(cells.len())];
        let neighbors: Vec<Cell> = geometry.neighbors(given).collect();
        let taker = neighbors[random.below(neighbors.len())];
        let into = regions[geometry.index(taker)];
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
        let back = back[random.below(back.len())];
        // The images of the exchange, each between the images of both regions.
        let mut changed: Vec<usize> = Vec::new();
        for map in &maps {
            let [given, taker, back] =
                [given, taker, back].map(|cell| geometry.index(map[geometry.index(cell)]));
            let (from, into) = (regions[given], regions[taker]);
            (after[given], after[back]) = (into, from);
            changed.extend([from, into]);
        }
        if changed.into_iter().all(|region| is_whole(geometry, &after, region))
            && (maps.len() == 1 || have_symmetry(geometry, &after, &maps))
        {
            regions = after;
        }
    }
    let text: String = regions.into_iter().map(character).collect();
    (Rule::Regions(Regions::of_text(&text)), is_symmetric)
}

/// Returns true if the maps exchange whole regions.
fn have_symmetry(geometry: &Geometry, regions: &[usize], maps: &[Vec<Cell>]) -> bool {
    maps.iter().all(|map| {
        // By region, the one to which its cells are mapped.
        let mut images = vec![None; geometry.side()];
        geometry.cells().all(|cell| {
            let index = geometry.index(cell);
            let image = regions[geometry.index(map[index])];
            *images[regions[index]].get_or_insert(image) == image
        })
    })
}

/// Returns true if the region is connected and has as many cells as others.
fn is_whole(geometry: &Geometry, regions: &[usize], region: usize) -> bool {
    let is_in: Vec<bool> = regions.iter().map(|&other| other == region).collect();
    is_in.iter().filter(|&&is_in| is_in).count() == geometry.side() && is_connected(geometry, &is_in)
}
