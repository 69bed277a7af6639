//! Where the frontier stands in a state, step by step, and the [program](Program) that comes of it.
//!
//! A state says of each item of the frontier what later steps must know: whether it is covered, in which color, or
//! how often. The field of an item appears at the first step that touches it and is dropped at the last one. The
//! fields stand side by side in the order in which they are dropped, the first one lowest, so that fields appear
//! among others and the others make room.

use super::steps::{FieldUse, Key, Move, Program, Step, Way};
use crate::count::frontier::order::{Order, Spans};
use crate::engine::unsupported::Unsupported;
use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, Holders, Problem};

/// The most words that a state may have. A frontier that needs more has too many states for any memory.
const MOST_WORDS: usize = 8;

/// The steps of a problem in an order, before the width of a state is known.
pub(super) struct Draft<'p> {
    problem: &'p Problem,
    settled: &'p Settled,
    ranks: Vec<Rank>,
    /// By item.
    contents: Vec<Content>,
    /// By item: at which rank its field is dropped.
    last: Vec<u32>,
    words: usize,
}

/// What is done for one item of the order.
struct Rank {
    item: ItemId,
    options: Vec<OptionId>,
    /// The items whose fields appear.
    first: Vec<ItemId>,
    has_last: bool,
}

/// What a state says of an item.
#[derive(Clone, Debug)]
enum Content {
    /// Whether it is covered.
    Bit,
    /// In which of these colors; the number after the last is "by an option without a color".
    Color(Vec<Color>),
    /// How often, up to so many times; after that nothing counts, or nothing more is allowed.
    Times { most: u32, saturates: bool },
    /// Nothing that anybody asks for.
    Nothing,
}

impl Content {
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

impl<'p> Draft<'p> {
    /// # Errors
    /// If a state has too many bits.
    pub(super) fn new(
        problem: &'p Problem,
        settled: &'p Settled,
        order: &Order,
    ) -> Result<Self, Unsupported> {
        let holders = Holders::of(problem);
        let spans = Spans::of(problem, settled, &holders, &order.items);
        let is_once = |item: ItemId| settled.bounds_left(problem, item).high <= 1;
        let options = spans.options.into_iter();
        let mut ranks: Vec<Rank> = order
            .items
            .iter()
            .zip(options)
            .map(|(&item, options)| Rank { item, options, first: Vec::new(), has_last: false })
            .collect();
        let mut contents = vec![Content::Nothing; problem.item_count()];
        let mut last = vec![0; problem.item_count()];
        for item in problem.items() {
            let Some(span) = spans.of_items[item.index()] else { continue };
            // Within a step that takes one option at most, nothing need be remembered.
            if span.first == span.last && is_once(order.items[wide(span.first)]) {
                continue;
            }
            contents[item.index()] = content(problem, settled, &holders, item);
            if contents[item.index()].bits() > 0 {
                last[item.index()] = span.last;
                ranks[wide(span.first)].first.push(item);
                ranks[wide(span.last)].has_last = true;
            }
        }
        let mut draft = Self { problem, settled, ranks, contents, last, words: 1 };
        let mut layout = Layout::default();
        let most = 64 * MOST_WORDS;
        for at in 0..draft.ranks.len() {
            let full = layout.with(&draft, at);
            if wide(full.width) > most {
                return Err(Unsupported::Frontier { found: wide(full.width), most });
            }
            draft.words = draft.words.max(wide(full.width).div_ceil(64));
            layout = full.without(&draft, at);
        }
        Ok(draft)
    }

    /// How many words a state has.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The steps in states of so many words, which hold all fields.
    pub(super) fn program<const W: usize>(&self) -> Program<W> {
        debug_assert!(self.words <= W, "the caller has asked for the number of words");
        let mut program = Program::default();
        let mut layout = Layout::default();
        for (at, rank) in self.ranks.iter().enumerate() {
            let full = layout.with(self, at);
            let next = full.without(self, at);
            let Bounds { low, high } = self.settled.bounds_left(self.problem, rank.item);
            if high <= 1 {
                let mut writer = Writer::new(self, &mut program, &layout, &next);
                writer.cover(rank, low == 0);
            } else {
                for &option in &rank.options {
                    let mut writer = Writer::new(self, &mut program, &layout, &full);
                    writer.take_or_leave(option);
                    layout = full.clone();
                }
                let mut writer = Writer::new(self, &mut program, &layout, &next);
                writer.check(rank.item, low);
            }
            layout = next;
        }
        program
    }
}

/// Where the fields of the frontier stand between two steps, the lowest one first.
#[derive(Clone, Default)]
struct Layout {
    fields: Vec<Placed>,
    /// How many bits they have, with the gaps that keep a field within a word.
    width: u32,
}

#[derive(Clone, Copy)]
struct Placed {
    item: ItemId,
    /// The lowest bit.
    at: u32,
    bits: u32,
}

impl Layout {
    fn of(draft: &Draft<'_>, items: impl Iterator<Item = ItemId>) -> Self {
        let mut layout = Self::default();
        for item in items {
            let bits = draft.contents[item.index()].bits();
            let mut at = layout.width;
            if at % u64::BITS + bits > u64::BITS {
                at = at.next_multiple_of(u64::BITS);
            }
            layout.fields.push(Placed { item, at, bits });
            layout.width = at + bits;
        }
        layout
    }

    /// With the fields that appear at a rank.
    fn with(&self, draft: &Draft<'_>, rank: usize) -> Self {
        let first = &draft.ranks[rank].first;
        if first.is_empty() {
            return self.clone();
        }
        let mut items: Vec<ItemId> = self.fields.iter().map(|field| field.item).collect();
        items.extend(first);
        items.sort_unstable_by_key(|&item| (draft.last[item.index()], item));
        Self::of(draft, items.into_iter())
    }

    /// Without the fields that are dropped at a rank, which are the lowest ones.
    fn without(&self, draft: &Draft<'_>, rank: usize) -> Self {
        if !draft.ranks[rank].has_last {
            return self.clone();
        }
        let items = self.fields.iter().map(|field| field.item);
        Self::of(draft, items.filter(|item| wide(draft.last[item.index()]) > rank))
    }

    fn get(&self, draft: &Draft<'_>, item: ItemId) -> Option<Placed> {
        let order = |item: ItemId| (draft.last[item.index()], item);
        let at = self.fields.binary_search_by_key(&order(item), |field| order(field.item)).ok()?;
        Some(self.fields[at])
    }
}

/// Bits side by side in one word of a state.
#[derive(Clone, Copy)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Placed {
    fn field<const W: usize>(self) -> Field {
        let shift = self.at % u64::BITS;
        let mask = (u64::MAX >> (u64::BITS - self.bits)) << shift;
        Field { word: W - 1 - wide(self.at / u64::BITS), shift, mask }
    }
}

/// The writing of one step.
struct Writer<'w, const W: usize> {
    draft: &'w Draft<'w>,
    program: &'w mut Program<W>,
    before: &'w Layout,
    after: &'w Layout,
}

impl<'w, const W: usize> Writer<'w, W> {
    fn new(draft: &'w Draft<'w>, program: &'w mut Program<W>, before: &'w Layout, after: &'w Layout) -> Self {
        Self { draft, program, before, after }
    }

    /// An item is covered by one of the options, if it is not covered already, or may stay without.
    fn cover(&mut self, rank: &Rank, is_optional: bool) {
        let own = self.before.get(self.draft, rank.item).map(Placed::field::<W>);
        let begin = self.program.ways.len();
        let mut pass = Way::new(None);
        if let Some(own) = own {
            if !is_optional {
                pass.ask(own, own.mask);
            }
            self.program.ways.push(pass);
        } else if is_optional {
            self.program.ways.push(pass);
        }
        for &option in &rank.options {
            let mut way = Way::new(Some(option));
            if let Some(own) = own {
                way.ask(own, 0);
            }
            self.take(way, option, Some(rank.item));
        }
        self.end(begin);
    }

    /// An option of an item that may be covered several times is taken or left.
    fn take_or_leave(&mut self, option: OptionId) {
        let begin = self.program.ways.len();
        self.program.ways.push(Way::new(None));
        self.take(Way::new(Some(option)), option, None);
        self.end(begin);
    }

    /// States in which an item is covered too seldom are dropped.
    fn check(&mut self, item: ItemId, low: u32) {
        let begin = self.program.ways.len();
        let mut way = Way::new(None);
        let field = self.before.get(self.draft, item).map(Placed::field::<W>);
        if let Some(Field { word, shift, mask }) = field {
            let least = FieldUse::Least { word, mask, low: u64::from(low) << shift };
            self.program.fields.push(least);
            way.fields = self.program.fields.len() - 1..self.program.fields.len();
        }
        // Without a field it is covered by nothing.
        if field.is_some() || low == 0 {
            self.program.ways.push(way);
        }
        self.end(begin);
    }

    /// Adds what an option asks and does, but for the item that nobody asks for after the step.
    fn take(&mut self, mut way: Way<W>, option: OptionId, done_with: Option<ItemId>) {
        let begin = self.program.fields.len();
        for used in self.draft.settled.open_uses(self.draft.problem, option) {
            if done_with == Some(used.item) {
                continue;
            }
            let content = &self.draft.contents[used.item.index()];
            // What a field is set to, or for colors and times at first.
            let value = match content {
                Content::Nothing => continue,
                Content::Bit | Content::Times { .. } => 1,
                Content::Color(colors) => {
                    let place = colors.binary_search(&used.color).unwrap_or(colors.len());
                    place as u64 + 1
                }
            };
            let mut is_in_place = false;
            if let Some(field) = self.before.get(self.draft, used.item).map(Placed::field::<W>) {
                let Field { word, shift, mask } = field;
                match *content {
                    Content::Color(_) if used.color != Color::NONE => {
                        let value = value << shift;
                        self.program.fields.push(FieldUse::Color { word, mask, value });
                        way.keeps_order = false;
                        is_in_place = true;
                    }
                    Content::Times { most, saturates } => {
                        let (one, most) = (1 << shift, u64::from(most) << shift);
                        self.program.fields.push(FieldUse::Times { word, mask, one, most, saturates });
                        way.keeps_order &= !saturates;
                        is_in_place = true;
                    }
                    _ => way.ask(field, 0),
                }
            }
            if let Some(field) = self.after.get(self.draft, used.item).map(Placed::field::<W>)
                && !is_in_place
            {
                way.set[field.word] |= value << field.shift;
            }
        }
        way.fields = begin..self.program.fields.len();
        self.program.ways.push(way);
    }

    /// The step with the ways from this one on.
    fn end(&mut self, begin: usize) {
        let ways = begin..self.program.ways.len();
        let begin = self.program.moves.len();
        for kept in &self.before.fields {
            let Some(target) = self.after.get(self.draft, kept.item) else { continue };
            let (field, target) = (kept.field::<W>(), target.field::<W>());
            let turn = (target.shift + u64::BITS - field.shift) % u64::BITS;
            match self.program.moves[begin..].last_mut() {
                Some(last) if (last.from, last.to, last.turn) == (field.word, target.word, turn) => {
                    last.mask |= field.mask;
                }
                _ => self.program.moves.push(Move {
                    from: field.word,
                    to: target.word,
                    mask: field.mask,
                    turn,
                }),
            }
        }
        let moves = begin..self.program.moves.len();
        self.program.steps.push(Step { ways, moves, width: self.before.width });
    }
}

impl<const W: usize> Way<W> {
    fn new(option: Option<OptionId>) -> Self {
        let nothing: Key<W> = [0; W];
        Self { option, asked: nothing, wanted: nothing, fields: 0..0, set: nothing, keeps_order: true }
    }

    fn ask(&mut self, field: Field, wanted: u64) {
        self.asked[field.word] |= field.mask;
        self.wanted[field.word] |= wanted;
    }
}

/// What later steps may ask of an item.
fn content(problem: &Problem, settled: &Settled, holders: &Holders, item: ItemId) -> Content {
    let live = || holders.of_item(item).iter().filter(|&&option| settled.is_live(problem, option));
    if item.index() < problem.primary_count() {
        let Bounds { low, high } = settled.bounds_left(problem, item);
        if high <= 1 {
            return Content::Bit;
        }
        let options = narrow(live().count());
        return if high < options {
            Content::Times { most: high, saturates: false }
        } else if low > 0 && low <= options {
            Content::Times { most: low, saturates: true }
        } else if low > options {
            // It is never reached.
            Content::Times { most: low, saturates: false }
        } else {
            Content::Nothing
        };
    }
    let mut colors: Vec<Color> = live()
        .filter_map(|&option| problem.uses(option).iter().find(|used| used.item == item))
        .map(|used| used.color)
        .collect();
    colors.sort_unstable();
    colors.dedup();
    match &colors[..] {
        [] => Content::Nothing,
        [Color::NONE] => Content::Bit,
        [Color::NONE, ..] => Content::Color(colors.split_off(1)),
        // In one color all may share it.
        [_] => Content::Nothing,
        _ => Content::Color(colors),
    }
}
