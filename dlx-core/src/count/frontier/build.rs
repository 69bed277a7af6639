//! The positions of the frontier's fields in a state, step by step, and the [program](Program) that is built
//! from them.
//!
//! For each item of the frontier, a state records what later steps depend on: whether the item is covered, in
//! which color, or how often. The field of an item appears at the first step that touches it and is dropped
//! at the last one. The fields are adjacent and in the order in which they are dropped, the first one lowest.
//! A new field is inserted among the others, and they move.

use super::steps::{BitMove, FieldUse, FrontierStep, OwnBit, Program, StateKey, StateWay};
use crate::count::frontier::order::{ItemSpans, Order};
use crate::engine::unsupported::Unsupported;
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, Holders, Problem, Use};

/// Greatest number of words of a state. A frontier that needs more has too many states for any memory.
const MOST_WORDS: usize = 8;

/// The steps of a problem in one order, before the width of a state is chosen.
#[derive(Debug)]
pub(super) struct StepBuilder {
    problem: Problem,
    settled: Settled,
    holders: Holders,
    ranks: Vec<ItemStep>,
    /// By option: the rank that it belongs to, or `u32::MAX` if it belongs to none.
    rank_of_option: Vec<u32>,
    /// By item.
    contents: Vec<FieldContent>,
    /// By item with a field: the ranks at which the field appears and is dropped.
    first: Vec<u32>,
    last: Vec<u32>,
    words: usize,
}

/// The step of one item of the order.
#[derive(Debug)]
struct ItemStep {
    item: ItemId,
    options: Vec<OptionId>,
    /// The items whose fields appear at this step.
    first: Vec<ItemId>,
    has_last: bool,
}

/// The information that a state holds about an item.
#[derive(Clone, Debug)]
enum FieldContent {
    /// Whether the item is covered.
    Bit,
    /// Its color, as a number: 0 for not covered, then these colors, then "covered by an option without a
    /// color".
    Color(Vec<Color>),
    /// Number of times it is covered, up to `most`. Beyond that, further covers are ignored (`saturates`) or
    /// not allowed.
    Times { most: u32, saturates: bool },
    /// No information is needed.
    Nothing,
}

impl FieldContent {
    fn bits(&self) -> u32 {
        let values = match self {
            Self::Nothing => 0,
            Self::Bit => 1,
            Self::Color(colors) => narrow(colors.len()) + 1,
            Self::Times { most, .. } => *most,
        };
        u32::BITS - values.leading_zeros()
    }
}

impl StepBuilder {
    /// # Errors
    /// If a state has too many bits.
    pub(super) fn new(problem: &Problem, settled: &Settled, order: &Order) -> Result<Self, Unsupported> {
        let holders = Holders::of(problem);
        let spans = ItemSpans::of(problem, settled, &holders, &order.items);
        let is_once = |item: ItemId| settled.bounds_left(problem, item).high <= 1;
        let options = spans.options.into_iter();
        let mut ranks: Vec<ItemStep> = order
            .items
            .iter()
            .zip(options)
            .map(|(&item, options)| ItemStep { item, options, first: Vec::new(), has_last: false })
            .collect();
        let mut contents = vec![FieldContent::Nothing; problem.item_count()];
        let mut first = vec![0; problem.item_count()];
        let mut last = first.clone();
        for item in problem.items() {
            let Some(span) = spans.of_items[item.index()] else { continue };
            // Within a step that takes at most one option, nothing has to be remembered.
            if span.first == span.last && is_once(order.items[wide(span.first)]) {
                continue;
            }
            contents[item.index()] = content(problem, settled, &holders, item);
            if contents[item.index()].bits() > 0 {
                (first[item.index()], last[item.index()]) = (span.first, span.last);
                ranks[wide(span.first)].first.push(item);
                ranks[wide(span.last)].has_last = true;
            }
        }
        let mut rank_of_option = vec![u32::MAX; problem.option_count()];
        for (rank, step) in (0..).zip(&ranks) {
            for option in &step.options {
                rank_of_option[option.index()] = rank;
            }
        }
        let (problem, settled) = (problem.clone(), settled.clone());
        let mut builder =
            Self { problem, settled, holders, ranks, rank_of_option, contents, first, last, words: 1 };
        let mut layout = FieldLayout::default();
        let most = 64 * MOST_WORDS;
        for at in 0..builder.ranks.len() {
            let full = layout.with(&builder, at);
            if wide(full.width) > most {
                return Err(Unsupported::Frontier { found: wide(full.width), most });
            }
            builder.words = builder.words.max(wide(full.width).div_ceil(64));
            layout = full.without(&builder, at);
        }
        Ok(builder)
    }

    /// Returns the number of words of a state.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the program for states of `W` words, which must be enough for all fields.
    pub(super) fn program<const W: usize>(self) -> Program<W> {
        debug_assert!(self.words <= W, "the caller has asked for the number of words");
        let mut program = Program::default();
        let mut layout = FieldLayout::default();
        for (at, rank) in self.ranks.iter().enumerate() {
            let full = layout.with(&self, at);
            let next = full.without(&self, at);
            let Bounds { low, high } = self.settled.bounds_left(&self.problem, rank.item);
            if high <= 1 {
                let mut writer = Writer::new(&self, &mut program, &layout, &next);
                writer.cover(narrow(at), rank, low == 0);
            } else {
                for &option in &rank.options {
                    let mut writer = Writer::new(&self, &mut program, &layout, &full);
                    writer.take_or_leave(narrow(at), option);
                    layout = full.clone();
                }
                let mut writer = Writer::new(&self, &mut program, &layout, &next);
                writer.check(narrow(at), rank.item, low);
            }
            layout = next;
        }
        program.builder = Some(Box::new(self));
        program
    }

    /// Returns the items of which a state after this rank holds a bit that is set if the item is covered,
    /// ascending, with that bit.
    pub(super) fn bits_after<const W: usize>(&self, rank: u32) -> Vec<(ItemId, StateKey<W>)> {
        let mut items: Vec<ItemId> = self.problem.items().filter(|&item| self.is_held(item, rank)).collect();
        items.sort_unstable_by_key(|&item| (self.last[item.index()], item));
        let fields = FieldLayout::of(self, items.into_iter()).fields.into_iter();
        let bits = fields.filter(|field| matches!(self.contents[field.item.index()], FieldContent::Bit));
        let mut bits: Vec<(ItemId, StateKey<W>)> = bits
            .map(|placed| {
                let mut key = [0; W];
                let BitField { word, mask, .. } = placed.field::<W>();
                key[word] = mask;
                (placed.item, key)
            })
            .collect();
        bits.sort_unstable_by_key(|&(item, _)| item);
        bits
    }

    /// Returns true if the states after a rank have a field of this item.
    pub(super) fn is_held(&self, item: ItemId, rank: u32) -> bool {
        let at = item.index();
        self.contents[at].bits() > 0 && self.first[at] <= rank && rank < self.last[at]
    }

    /// Returns how often a primary item must be covered, and may be.
    pub(super) fn bounds(&self, item: ItemId) -> Option<Bounds> {
        let is_primary = item.index() < self.problem.primary_count();
        is_primary.then(|| self.settled.bounds_left(&self.problem, item))
    }

    pub(super) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    pub(super) fn use_count(&self) -> u64 {
        self.problem.use_count() as u64
    }

    /// Returns the options of the steps after a rank.
    pub(super) fn options_after(&self, rank: u32) -> impl Iterator<Item = OptionId> + '_ {
        self.ranks[wide(rank) + 1..].iter().flat_map(|step| &step.options).copied()
    }

    /// Returns true if an item must be covered.
    pub(super) fn is_required(&self, item: ItemId) -> bool {
        self.bounds(item).is_some_and(|bounds| bounds.low > 0)
    }

    /// Returns all options that use an item.
    pub(super) fn options_of(&self, item: ItemId) -> &[OptionId] {
        self.holders.of_item(item)
    }

    /// Returns the rank of the step at which an option may be taken, if there is one.
    pub(super) fn rank_of(&self, option: OptionId) -> Option<u32> {
        Some(self.rank_of_option[option.index()]).filter(|&rank| rank != u32::MAX)
    }

    /// Returns the uses of a live option by items that are not settled.
    pub(super) fn open_uses(&self, option: OptionId) -> impl Iterator<Item = &Use> + '_ {
        self.settled.open_uses(&self.problem, option)
    }
}

/// The positions of the fields of the frontier between two steps, the lowest one first.
#[derive(Clone, Default)]
struct FieldLayout {
    fields: Vec<PlacedField>,
    /// Number of bits of all fields, with the gaps that keep each field within a word.
    width: u32,
}

#[derive(Clone, Copy)]
struct PlacedField {
    item: ItemId,
    /// The lowest bit.
    at: u32,
    bits: u32,
}

impl FieldLayout {
    fn of(builder: &StepBuilder, items: impl Iterator<Item = ItemId>) -> Self {
        let mut layout = Self::default();
        for item in items {
            let bits = builder.contents[item.index()].bits();
            let mut at = layout.width;
            if at % u64::BITS + bits > u64::BITS {
                at = at.next_multiple_of(u64::BITS);
            }
            layout.fields.push(PlacedField { item, at, bits });
            layout.width = at + bits;
        }
        layout
    }

    /// Returns the layout with the fields that appear at a rank.
    fn with(&self, builder: &StepBuilder, rank: usize) -> Self {
        let first = &builder.ranks[rank].first;
        if first.is_empty() {
            return self.clone();
        }
        let mut items: Vec<ItemId> = self.fields.iter().map(|field| field.item).collect();
        items.extend(first);
        items.sort_unstable_by_key(|&item| (builder.last[item.index()], item));
        Self::of(builder, items.into_iter())
    }

    /// Returns the layout without the fields that are dropped at a rank, which are the lowest ones.
    fn without(&self, builder: &StepBuilder, rank: usize) -> Self {
        if !builder.ranks[rank].has_last {
            return self.clone();
        }
        let items = self.fields.iter().map(|field| field.item);
        Self::of(builder, items.filter(|item| wide(builder.last[item.index()]) > rank))
    }

    fn get(&self, builder: &StepBuilder, item: ItemId) -> Option<PlacedField> {
        let order = |item: ItemId| (builder.last[item.index()], item);
        let at = self.fields.binary_search_by_key(&order(item), |field| order(field.item)).ok()?;
        Some(self.fields[at])
    }
}

/// Adjacent bits in one word of a state.
#[derive(Clone, Copy)]
struct BitField {
    word: usize,
    shift: u32,
    mask: u64,
}

impl PlacedField {
    fn field<const W: usize>(self) -> BitField {
        let shift = self.at % u64::BITS;
        let mask = (u64::MAX >> (u64::BITS - self.bits)) << shift;
        BitField { word: W - 1 - wide(self.at / u64::BITS), shift, mask }
    }
}

/// Writes one step of a program.
struct Writer<'w, const W: usize> {
    builder: &'w StepBuilder,
    program: &'w mut Program<W>,
    before: &'w FieldLayout,
    after: &'w FieldLayout,
}

impl<'w, const W: usize> Writer<'w, W> {
    fn new(
        builder: &'w StepBuilder,
        program: &'w mut Program<W>,
        before: &'w FieldLayout,
        after: &'w FieldLayout,
    ) -> Self {
        Self { builder, program, before, after }
    }

    /// Writes the step that covers an item with one of the options, unless it is covered already or may stay
    /// uncovered.
    fn cover(&mut self, at: u32, rank: &ItemStep, is_optional: bool) {
        let own = self.before.get(self.builder, rank.item).map(PlacedField::field::<W>);
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
        let field = self.before.get(self.builder, item).map(PlacedField::field::<W>);
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
        for used in self.builder.settled.open_uses(&self.builder.problem, option) {
            if done_with == Some(used.item) {
                continue;
            }
            let content = &self.builder.contents[used.item.index()];
            // The new value of the field; for times, the first value.
            let value = match content {
                FieldContent::Nothing => continue,
                FieldContent::Bit | FieldContent::Times { .. } => 1,
                FieldContent::Color(colors) => {
                    let place = colors.binary_search(&used.color).unwrap_or(colors.len());
                    place as u64 + 1
                }
            };
            let mut is_in_place = false;
            if let Some(field) = self.before.get(self.builder, used.item).map(PlacedField::field::<W>) {
                let BitField { word, shift, mask } = field;
                match *content {
                    FieldContent::Color(_) if used.color != Color::NONE => {
                        let value = value << shift;
                        self.program.fields.push(FieldUse::Color { word, mask, value });
                        way.keeps_order = false;
                        is_in_place = true;
                    }
                    FieldContent::Times { most, saturates } => {
                        let (one, most) = (1 << shift, u64::from(most) << shift);
                        self.program.fields.push(FieldUse::Times { word, mask, one, most, saturates });
                        way.keeps_order &= !saturates;
                        is_in_place = true;
                    }
                    _ => way.ask(field, 0),
                }
            }
            if let Some(field) = self.after.get(self.builder, used.item).map(PlacedField::field::<W>)
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
        let begin = self.program.moves.len();
        for kept in &self.before.fields {
            let Some(target) = self.after.get(self.builder, kept.item) else { continue };
            let (field, target) = (kept.field::<W>(), target.field::<W>());
            let turn = (target.shift + u64::BITS - field.shift) % u64::BITS;
            match self.program.moves[begin..].last_mut() {
                Some(last) if (last.from, last.to, last.turn) == (field.word, target.word, turn) => {
                    last.mask |= field.mask;
                }
                _ => self.program.moves.push(BitMove {
                    from: field.word,
                    to: target.word,
                    mask: field.mask,
                    turn,
                }),
            }
        }
        let moves = begin..self.program.moves.len();
        let own = own.map(|BitField { word, mask, .. }| OwnBit { word, mask });
        self.program.steps.push(FrontierStep { ways, moves, own, rank, width: self.before.width });
    }
}

impl<const W: usize> StateWay<W> {
    fn new(option: Option<OptionId>) -> Self {
        let nothing: StateKey<W> = [0; W];
        Self { option, asked: nothing, wanted: nothing, fields: 0..0, set: nothing, keeps_order: true }
    }

    fn ask(&mut self, field: BitField, wanted: u64) {
        self.asked[field.word] |= field.mask;
        self.wanted[field.word] |= wanted;
    }
}

/// Returns the information about an item that later steps may need.
fn content(problem: &Problem, settled: &Settled, holders: &Holders, item: ItemId) -> FieldContent {
    let live = || holders.of_item(item).iter().filter(|&&option| settled.is_live(problem, option));
    if item.index() < problem.primary_count() {
        let Bounds { low, high } = settled.bounds_left(problem, item);
        if high <= 1 {
            return FieldContent::Bit;
        }
        let options = narrow(live().count());
        return if high < options {
            FieldContent::Times { most: high, saturates: false }
        } else if low > 0 && low <= options {
            FieldContent::Times { most: low, saturates: true }
        } else if low > options {
            // The field never reaches `low`.
            FieldContent::Times { most: low, saturates: false }
        } else {
            FieldContent::Nothing
        };
    }
    let mut colors: Vec<Color> = live()
        .filter_map(|&option| problem.uses(option).iter().find(|used| used.item == item))
        .map(|used| used.color)
        .collect();
    colors.sort_unstable();
    colors.dedup();
    match &colors[..] {
        [] => FieldContent::Nothing,
        [Color::NONE] => FieldContent::Bit,
        [Color::NONE, ..] => FieldContent::Color(colors.split_off(1)),
        // All options with this one color may share the item.
        [_] => FieldContent::Nothing,
        _ => FieldContent::Color(colors),
    }
}
