//! Fish: k base houses and k cover houses of one digit. Sound on every variant.
//!
//! The digit is k times in the base. Places of the base outside the cover are fins, and so are places in two
//! base houses (endo-fins). If no fin is true, the k digits of the base are in the k cover houses, one in
//! each: then a place of the cover outside the base is false, and so is a place in two cover houses. Such
//! places that see all fins are eliminated.
//!
//! The fish is basic if all base houses are rows and all cover houses are columns, or conversely; franken if
//! there are boxes besides; mutant otherwise. Two fish with the same base and different eliminations are
//! siamese.
//!
//! In a kraken fish, a chain leads from each fin that does not see the elimination to it. Chains from the
//! places of the base in one cover house are as good as that house, so they may lead to any candidate.

mod houses;
mod lines;

use super::finds::Finds;
use crate::human::candidates::Candidates;
use crate::human::technique::Technique;
use crate::work::Work;

/// The kind of fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FishKind {
    Basic,
    /// A basic fish with fins.
    Finned,
    /// A finned fish in which some base line has at most one place in the cover.
    Sashimi,
    Franken,
    FinnedFranken,
    Mutant,
    FinnedMutant,
    /// A finned basic or franken fish with chains from the fins to the elimination.
    Kraken1,
    /// The same with chains also from the places of one cover house.
    Kraken2,
}

impl FishKind {
    fn has_fins(self) -> bool {
        !matches!(self, FishKind::Basic | FishKind::Franken | FishKind::Mutant)
    }
}

/// The fish of a technique.
#[derive(Clone, Copy, Debug)]
struct Shape {
    kind: FishKind,
    /// Number of base houses, of a kraken fish the greatest one.
    size: usize,
    is_siamese: bool,
}

/// Returns the shape of the technique, if it is a fish: a code is 03, the kind, the size, and 1 if it is
/// siamese.
fn shape_of(technique: Technique) -> Option<Shape> {
    match technique {
        Technique::KrakenFishType1 => {
            return Some(Shape { kind: FishKind::Kraken1, size: 4, is_siamese: false });
        }
        Technique::KrakenFishType2 => {
            return Some(Shape { kind: FishKind::Kraken2, size: 4, is_siamese: false });
        }
        _ => {}
    }
    let (kind, size) = match *technique.code().as_bytes() {
        [b'0', b'3', kind, size] | [b'0', b'3', kind, size, b'1'] => (kind, size),
        _ => return None,
    };
    let kind = match kind {
        b'0' => FishKind::Basic,
        b'1' => FishKind::Finned,
        b'2' => FishKind::Sashimi,
        b'3' => FishKind::Franken,
        b'4' => FishKind::FinnedFranken,
        b'5' => FishKind::Mutant,
        b'6' => FishKind::FinnedMutant,
        _ => return None,
    };
    Some(Shape { kind, size: usize::from(size - b'0') + 2, is_siamese: technique.code().len() == 5 })
}

/// Finds the fish of a technique; none for other techniques.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    match shape_of(technique) {
        None => false,
        Some(shape @ Shape { kind: FishKind::Basic | FishKind::Finned | FishKind::Sashimi, .. }) => {
            lines::find(board, shape, finds, work)
        }
        Some(shape @ Shape { kind: FishKind::Kraken1 | FishKind::Kraken2, .. }) => {
            houses::find_kraken(board, shape, finds, work)
        }
        Some(shape) => houses::find(board, shape, finds, work),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use dlx_core::Limits;

    use super::super::templates;
    use super::*;
    use crate::human::candidates::CellSet;
    use crate::human::techniques::{Memory, find_all};
    use crate::model::geometry::{Geometry, HouseKind};

    /// Returns all choices of this many numbers below `end`.
    fn choices(end: usize, size: usize) -> Vec<Vec<usize>> {
        match size {
            0 => vec![Vec::new()],
            _ => (0..end)
                .flat_map(|last| {
                    choices(last, size - 1).into_iter().map(move |rest| [rest, vec![last]].concat())
                })
                .collect(),
        }
    }

    /// Returns the name of the fish of the first digit with these base and cover houses, and the cells that it
    /// eliminates, straight from the definition.
    fn fish(board: &Candidates, base: &[usize], cover: &[usize]) -> Option<(String, CellSet)> {
        let layout = board.layout();
        let places = |room: usize| layout.rooms[room].set.and(board.of_digit(0));
        let in_base = |cell: usize| base.iter().filter(|&&room| places(room).contains(cell)).count();
        let in_cover = |cell: usize| cover.iter().filter(|&&room| places(room).contains(cell)).count();
        let cells = || board.of_digit(0).iter();
        let is_used = |room: &usize| cells().any(|cell| in_base(cell) > 0 && places(*room).contains(cell));
        if !cover.iter().all(is_used)
            || base.iter().any(|room| cover.contains(room) || places(*room).is_empty())
        {
            return None;
        }
        let is_endo = |&cell: &usize| in_base(cell) > 1;
        let is_fin = |cell: &usize| is_endo(cell) || in_base(*cell) == 1 && in_cover(*cell) == 0;
        let fins: Vec<usize> = cells().filter(is_fin).collect();
        let is_lost = |cell: &usize| {
            in_cover(*cell) > usize::from(in_base(*cell) > 0)
                && fins.iter().all(|&fin| layout.sees(*cell, fin))
        };
        let lost: CellSet = cells().filter(is_lost).collect();
        if lost.is_empty() || fins.len() > 5 || cells().filter(is_endo).count() > 2 {
            return None;
        }
        let has_only = |rooms: &[usize], kind: HouseKind| {
            let kinds = || rooms.iter().map(|&room| layout.rooms[room].name.kind);
            kinds().all(|other| other == kind || other.is_box()) && kinds().any(|other| other == kind)
        };
        let is_franken = |one, other| has_only(base, one) && has_only(cover, other);
        let has_box = base.iter().chain(cover).any(|&room| layout.rooms[room].name.kind.is_box());
        let inside = |room: &usize| places(*room).iter().filter(|cell| in_cover(*cell) > 0).count();
        let is_sashimi = base.iter().any(|room| inside(room) < 2);
        let finned = if fins.is_empty() { "" } else { "Finned " };
        let kind = if is_franken(HouseKind::Row, HouseKind::Column)
            || is_franken(HouseKind::Column, HouseKind::Row)
        {
            match (has_box, is_sashimi && !fins.is_empty()) {
                (true, _) => format!("{finned}Franken "),
                (false, true) => "Sashimi ".to_owned(),
                (false, false) => finned.to_owned(),
            }
        } else {
            format!("{finned}Mutant ")
        };
        Some((kind + if base.len() == 2 { "X-Wing" } else { "Swordfish" }, lost))
    }

    #[test]
    fn all_fish_of_the_definition_are_found_and_no_others() {
        let mut random = 1_u64;
        for (side, most, rounds) in [(4, 3, 20), (6, 2, 20), (6, 3, 2)] {
            let geometry = Geometry::of_side(side).unwrap();
            for _ in 0..rounds {
                let mut board = Candidates::new(&geometry);
                for cell in 0..side * side {
                    for digit in 0..side {
                        random ^= random << 13;
                        random ^= random >> 7;
                        random ^= random << 17;
                        if digit > 0 || random.is_multiple_of(2) {
                            board.remove(cell, digit);
                        }
                    }
                }
                let rooms = board.layout().rooms.len();
                let mut limits = Limits::none();
                let work = Work::new(&mut limits);
                if !templates::exists(&board, 0, board.of_digit(0), None, &work) {
                    // The digit cannot be placed, and then the search for basic fish may find too much.
                    continue;
                }
                let names =
                    ["", "Finned ", "Sashimi ", "Franken ", "Finned Franken ", "Mutant ", "Finned Mutant "];
                for size in 2..=most {
                    let all = choices(rooms, size);
                    let pairs = all.iter().flat_map(|base| all.iter().map(move |cover| (base, cover)));
                    let expected: BTreeSet<(String, CellSet)> =
                        pairs.filter_map(|(base, cover)| fish(&board, base, cover)).collect();
                    let mut found = BTreeSet::new();
                    for kind in names {
                        let name = kind.to_owned() + if size == 2 { "X-Wing" } else { "Swordfish" };
                        let mut limits = Limits::none();
                        let work = Work::new(&mut limits);
                        let technique = Technique::named(&name).unwrap()[0];
                        for step in find_all(technique, &mut board, &mut Memory::default(), &work) {
                            let lost = step.eliminations.iter();
                            let lost = lost.map(|lost| board.layout().number_of(lost.cell)).collect();
                            found.insert((name.clone(), lost));
                        }
                    }
                    let missing: Vec<_> = expected.difference(&found).collect();
                    let wrong: Vec<_> = found.difference(&expected).collect();
                    assert!(missing.is_empty() && wrong.is_empty(), "{missing:?} {wrong:?}");
                }
            }
        }
    }
}
