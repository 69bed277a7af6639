//! Marks between adjacent cells, and digits around corners.

use super::drawing::Drawing;
use super::kind::Layout;
use crate::model::geometry::rules::{PairKind, Rule, Variant};
use crate::model::geometry::{Cell, Digit};

impl Drawing<'_> {
    pub(super) fn marks(&mut self, layout: Layout) -> Vec<Rule> {
        let has = |variant: Variant| self.strict.contains(&variant);
        let kropki = has(Variant::StrictKropki);
        let (kinds, is_strict): (&[PairKind], bool) = match layout {
            Layout::White | Layout::Black if kropki => (&[PairKind::Difference(1), PairKind::Ratio(2)], true),
            Layout::White => (&[PairKind::Difference(1)], has(Variant::StrictWhite)),
            Layout::Black => (&[PairKind::Ratio(2)], has(Variant::StrictBlack)),
            Layout::Xv => (&[PairKind::X, PairKind::V], has(Variant::StrictXv)),
            _ => (&[PairKind::Greater], false),
        };
        let mut rules = Vec::new();
        for [one, other] in self.geometry.adjacent_pairs() {
            let (first, second) = (self.digit(one), self.digit(other));
            let kind_of = |first, second| kinds.iter().copied().find(|kind| kind.fits(first, second));
            let marked = kind_of(first, second).map(|kind| (kind, [one, other]));
            let marked = marked.or_else(|| Some((kind_of(second, first)?, [other, one])));
            rules.extend(marked.map(|(kind, cells)| Rule::Pair { kind, cells }));
        }
        let count = if is_strict { rules.len() } else { rules.len().div_ceil(2) };
        self.some(rules, count)
    }

    pub(super) fn quads(&mut self) -> Vec<Rule> {
        let side = self.side();
        let has_square = |cell: &Cell| cell.row() + 1 < side && cell.column() + 1 < side;
        let corners = self.geometry.cells().filter(has_square).collect();
        let corners = self.some(corners, side);
        let quad = |corner: Cell| {
            let count = 2 + self.random.below(3);
            let mut digits = corner.square().map(|cell| self.digit(cell)).to_vec();
            self.random.shuffle(&mut digits);
            digits.truncate(count);
            digits.sort_unstable();
            Rule::Quadruple { corner, digits: digits.into_iter().filter_map(Digit::new).collect() }
        };
        corners.into_iter().map(quad).collect()
    }
}
