//! Where to look for a step: one house, or several of one kind.

use std::fmt;

use crate::human::candidates::{HouseCells, Layout};
use crate::human::parts::{HouseName, InWords};
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, HouseKind};

/// The houses that contain the cells of a step, and the cells of these houses. Displayed as `box 5`,
/// `columns 3 and 9` or `the whole board`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    houses: Vec<HouseName>,
    /// In ascending order.
    pub(super) cells: Vec<Cell>,
    is_whole: bool,
}

impl Area {
    /// Returns the house that contains the cells of the pattern and of the conclusion: that of the pattern if it does,
    /// or else a box before a row, and a row before a column. If there is none, returns the boxes, rows or columns
    /// that contain them, of the kind of which the fewest are needed.
    ///
    /// A step by trial and error has no pattern and no area.
    pub(super) fn of(step: &Step, layout: &Layout) -> Area {
        if step.technique == Technique::BruteForce {
            return Area::default();
        }
        let marks = step.marks();
        let concluded = marks.trail.iter().chain(&step.placements).chain(&step.eliminations);
        let cells = marks.all_cells().chain(concluded.map(|part| part.cell));
        let cells: Vec<usize> = cells.map(|cell| layout.number_of(cell)).collect();
        let mut around: Vec<&HouseCells> = Vec::new();
        around.extend(layout.rooms.iter().filter(|room| cells.iter().all(|&cell| room.set.contains(cell))));
        around.sort_by_key(|room| (!marks.houses.contains(&room.name), rank(room.name.kind)));
        around.truncate(1);
        if around.is_empty() {
            let of_kind = |is_kind: fn(HouseKind) -> bool| {
                let mut rooms: Vec<&HouseCells> = Vec::new();
                rooms.extend(layout.rooms.iter().filter(|room| {
                    is_kind(room.name.kind) && cells.iter().any(|&cell| room.set.contains(cell))
                }));
                rooms
            };
            let kinds: [fn(HouseKind) -> bool; 3] =
                [HouseKind::is_box, |kind| kind == HouseKind::Row, |kind| kind == HouseKind::Column];
            // Boards whose boxes are no houses have none of that kind.
            let kinds = kinds.map(of_kind).into_iter().filter(|rooms| !rooms.is_empty());
            around = kinds.min_by_key(Vec::len).unwrap_or_default();
        }
        let mut inside: Vec<Cell> =
            around.iter().flat_map(|room| &room.cells).map(|&cell| layout.cell(cell)).collect();
        inside.sort_unstable();
        let is_whole = inside.len() == layout.side * layout.side;
        Area { houses: around.iter().map(|room| room.name).collect(), cells: inside, is_whole }
    }
}

/// Returns the order in which kinds of houses are preferred.
fn rank(kind: HouseKind) -> usize {
    match kind {
        kind if kind.is_box() => 0,
        HouseKind::Row => 1,
        HouseKind::Column => 2,
        _ => 3,
    }
}

impl Area {
    /// Returns true if it is the whole board.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole { f.write_str("the whole board") } else { InWords(&self.houses).fmt(f) }
    }
}
