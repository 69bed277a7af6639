//! Building the [program](Program) of a frontier from its [fields](FrontierFields), step by step.

use std::ops::Range;

use super::content::FieldContent;
use super::fields::{BitField, FieldLayout, FrontierFields, ItemStep, PlacedField};
use super::steps::{BitMove, FieldUse, FrontierStep, OwnBit, Program, StateKey, StateWay};
use crate::control::limits::{Limits, Stopped};
use crate::problem::Bounds;
use crate::problem::ids::{Color, ItemId, OptionId, narrow};

impl<const W: usize> Program<W> {
    /// Returns the program for states of `W` words, which must be enough for all fields.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn of(fields: FrontierFields, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        debug_assert!(fields.words <= W, "the caller has asked for the number of words");
        let mut program = Self::default();
        let mut layout = FieldLayout::default();
        for (at, rank) in fields.ranks.iter().enumerate() {
            let full = layout.with(&fields, at);
            let next = full.without(&fields, at);
            let Bounds { low, high } = fields.settled.bounds_left(&fields.problem, rank.item);
            if high <= 1 {
                let mut writer = Writer::new(&fields, &mut program, &layout, &next);
                writer.cover(narrow(at), rank, low == 0);
            } else {
                for &option in &rank.options {
                    let mut writer = Writer::new(&fields, &mut program, &layout, &full);
                    writer.take_or_leave(narrow(at), option);
                    layout = full.clone();
                }
                let mut writer = Writer::new(&fields, &mut program, &layout, &next);
                writer.check(narrow(at), rank.item, low);
            }
            limits.setup(rank.options.len() + layout.fields.len())?;
            layout = next;
        }
        program.frontier = Some(Box::new(fields));
        Ok(program)
    }

    /// Adds the moves of the fields of a layout to those of another one. Fields without a target are dropped.
    pub(super) fn push_moves(
        &mut self,
        before: &FieldLayout,
        target: impl Fn(ItemId) -> Option<PlacedField>,
    ) -> Range<usize> {
        let begin = self.moves.len();
        for kept in &before.fields {
            let Some(target) = target(kept.item) else { continue };
            let (field, target) = (kept.field::<W>(), target.field::<W>());
            let turn = (target.shift + u64::BITS - field.shift) % u64::BITS;
            match self.moves[begin..].last_mut() {
                Some(last) if (last.from, last.to, last.turn) == (field.word, target.word, turn) => {
                    last.mask |= field.mask;
                }
                _ => self.moves.push(BitMove { from: field.word, to: target.word, mask: field.mask, turn }),
            }
        }
        begin..self.moves.len()
    }
}

/// Writes one step of a program.
struct Writer<'w, const W: usize> {
    fields: &'w FrontierFields,
    program: &'w mut Program<W>,
    before: &'w FieldLayout,
    after: &'w FieldLayout,
}

impl<'w, const W: usize> Writer<'w, W> {
    fn new(
        fields: &'w FrontierFields,
        program: &'w mut Program<W>,
        before: &'w FieldLayout,
        after: &'w FieldLayout,
    ) -> Self {
        Self { fields, program, before, after }
    }

    /// Writes the step that covers an item with one of the options, unless it is covered already or may stay
    /// uncovered.
    fn cover(&mut self, at: u32, rank: &ItemStep, is_optional: bool) {
        let own = self.before.get(self.fields, rank.item).map(PlacedField::field::<W>);
        let begin = self.program.ways.len();
        let mut pass = StateWay::new(None);
        if let Some(own) = own {
            if !is_optional {
                pass.ask(own, own.mask);
            }
            self.program.ways.push(pass);
        } else if is_optional {
            self.program.ways.push(pass);
        }
        for &option in &rank.options {
            let mut way = StateWay::new(Some(option));
            if let Some(own) = own {
                way.ask(own, 0);
            }
            self.take(way, option, Some(rank.item));
        }
        self.end(at, begin, own);
    }

    /// Writes the step that takes or leaves an option of an item that may be covered several times.
    fn take_or_leave(&mut self, at: u32, option: OptionId) {
        let begin = self.program.ways.len();
        self.program.ways.push(StateWay::new(None));
        self.take(StateWay::new(Some(option)), option, None);
        self.end(at, begin, None);
    }

    /// Writes the step that drops the states in which an item is covered too few times.
    fn check(&mut self, at: u32, item: ItemId, low: u32) {
        let begin = self.program.ways.len();
        let mut way = StateWay::new(None);
        let field = self.before.get(self.fields, item).map(PlacedField::field::<W>);
        if let Some(BitField { word, shift, mask }) = field {
            let least = FieldUse::Least { word, mask, low: u64::from(low) << shift };
            self.program.fields.push(least);
            way.fields = self.program.fields.len() - 1..self.program.fields.len();
        }
        // An item without a field is covered by nothing.
        if field.is_some() || low == 0 {
            self.program.ways.push(way);
        }
        self.end(at, begin, None);
    }

    /// Adds the way of an option, with its checks and changes, except for the item `done_with`, which no
    /// later step reads.
    fn take(&mut self, mut way: StateWay<W>, option: OptionId, done_with: Option<ItemId>) {
        let begin = self.program.fields.len();
        for (used, weight) in self.fields.problem.weighted_uses(option) {
            if self.fields.settled.is_settled(used.item) {
                continue;
            }
            if done_with == Some(used.item) {
                continue;
            }
            let content = &self.fields.contents[used.item.index()];
            // The new value of the field; for times, the first value.
            let value = match content {
                FieldContent::Nothing => continue,
                FieldContent::Bit => 1,
                FieldContent::Times { most, .. } => u64::from(weight.min(*most)),
                FieldContent::Color(colors) => {
                    let place = colors.binary_search(&used.color).unwrap_or(colors.len());
                    place as u64 + 1
                }
            };
            let mut is_in_place = false;
            if let Some(field) = self.before.get(self.fields, used.item).map(PlacedField::field::<W>) {
                let BitField { word, shift, mask } = field;
                match *content {
                    FieldContent::Color(_) if used.color != Color::NONE => {
                        let value = value << shift;
                        self.program.fields.push(FieldUse::Color { word, mask, value });
                        way.keeps_order = false;
                        is_in_place = true;
                    }
                    FieldContent::Times { most, saturates } => {
                        let (added, most) = (value << shift, u64::from(most) << shift);
                        self.program.fields.push(FieldUse::Times { word, mask, added, most, saturates });
                        way.keeps_order &= !saturates;
                        is_in_place = true;
                    }
                    _ => way.ask(field, 0),
                }
            }
            if let Some(field) = self.after.get(self.fields, used.item).map(PlacedField::field::<W>)
                && !is_in_place
            {
                way.set[field.word] |= value << field.shift;
            }
        }
        way.fields = begin..self.program.fields.len();
        self.program.ways.push(way);
    }

    /// Ends the step of this rank, whose ways begin at this index. All its ways with an option require that the field
    /// `own`, if there is one, is 0.
    fn end(&mut self, rank: u32, begin: usize, own: Option<BitField>) {
        let ways = begin..self.program.ways.len();
        let moves = self.program.push_moves(self.before, |item| self.after.get(self.fields, item));
        let own = own.map(|BitField { word, mask, .. }| OwnBit { word, mask });
        let width = self.before.width;
        self.program.steps.push(FrontierStep {
            ways,
            moves,
            own,
            rank,
            width,
            kept: None,
            begins_subtree: false,
        });
    }
}

impl<const W: usize> StateWay<W> {
    pub(super) fn new(option: Option<OptionId>) -> Self {
        let nothing: StateKey<W> = [0; W];
        Self { option, asked: nothing, wanted: nothing, fields: 0..0, set: nothing, keeps_order: true }
    }

    pub(super) fn ask(&mut self, field: BitField, wanted: u64) {
        self.asked[field.word] |= field.mask;
        self.wanted[field.word] |= wanted;
    }
}
