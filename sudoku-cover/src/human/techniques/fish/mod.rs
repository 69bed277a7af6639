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

/// Returns true if the technique is a fish.
pub(super) fn is_fish(technique: Technique) -> bool {
    shape_of(technique).is_some()
}

/// Finds the fish of a technique.
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
