//! Marks between adjacent cells, and digits around corners.

use super::drawing::Drawing;
use crate::model::geometry::rules::{PairKind, Rule, Variant};
use crate::model::geometry::{Cell, Digit};

/// Returns true if the variant requires that all marks that are drawn for this kind are given.
pub(in crate::make::generate) fn is_given(kind: PairKind, variant: Variant) -> bool {
    kind.row().drawn.iter().any(|kind| variant.row().given.contains(kind))
}

impl Drawing<'_> {
    pub(super) fn marks(&mut self, kind: PairKind) -> Vec<Rule> {
        let strict = self.strict.iter().filter(|&&strict| is_given(kind, strict));
        // Dots of both colors, if a rule requires all of both.
        let given = strict.map(|strict| strict.row().given).max_by_key(|given| given.len());
        let (kinds, is_strict) = (given.unwrap_or(kind.row().drawn), given.is_some());
        let mut rules = Vec::new();
        let pairs = self.geometry.adjacent_pairs();
        for [one, other] in pairs.filter(|pair| !pair.iter().any(|&cell| self.geometry.is_blocked(cell))) {
            let (first, second) = (self.digit(one), self.digit(other));
            let kind_of = |first, second| kinds.iter().copied().find(|kind| kind.fits(first, second));
            let marked = kind_of(first, second).map(|kind| (kind, [one, other]));
            let marked = marked.or_else(|| Some((kind_of(second, first)?, [other, one])));
            rules.extend(marked.map(|(kind, cells)| Rule::Pair { kind, cells }));
        }
        // Where all marks are given, their layout is that of the digits.
        if is_strict {
            return if self.is_symmetric() { Vec::new() } else { rules };
        }
        let count = rules.len().div_ceil(2);
        self.some_rules(rules, count)
    }

    pub(super) fn quads(&mut self) -> Vec<Rule> {
        let side = self.side();
        let has_square = |cell: &Cell| {
            let is_open = |cell| !self.geometry.is_blocked(cell);
            cell.row() + 1 < side && cell.column() + 1 < side && cell.square().into_iter().all(is_open)
        };
        let corners = self.geometry.cells().filter(has_square);
        let corners = corners.map(|corner| Rule::Quadruple { corner, digits: Vec::new() }).collect();
        let corners = self.some_rules(corners, side);
        let quad = |rule: Rule| {
            let corner = rule.cells()[0];
            let count = 2 + self.random.below(3);
            let mut digits = corner.square().map(|cell| self.digit(cell)).to_vec();
            self.random.shuffle(&mut digits);
            digits.truncate(count);
            digits.sort_unstable();
            Rule::Quadruple { corner, digits: digits.into_iter().filter_map(Digit::of_value).collect() }
        };
        corners.into_iter().map(quad).collect()
    }
}
