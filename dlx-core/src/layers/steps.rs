//! What a sweep does, step by step, worked out beforehand: which bits of a state say what, which options each step
//! tries, and which bits nobody asks for any more.
//!
//! A state says of each item of the frontier what later steps must know: whether it is covered, in which color, or
//! how often. An item has its bits from the first step that touches it to the last one; then others get them.

use std::ops::Range;

use crate::givens::Settled;
use crate::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::misfit::Misfit;
use crate::order::{Order, Spans};
use crate::problem::{Bounds, Holders, Problem};

/// The bits of a state.
pub(super) type Key<const W: usize> = [u64; W];

/// The most words that a state may have. A frontier that needs more has too many states for any memory.
pub(super) const MOST_WORDS: usize = 8;

/// The steps in words of one width.
#[derive(Debug, Default)]
pub(super) struct Program<const W: usize> {
    pub(super) steps: Vec<Step<W>>,
    ways: Vec<Way<W>>,
    fields: Vec<FieldUse>,
}

/// What happens to every state of a layer.
#[derive(Debug)]
pub(super) struct Step<const W: usize> {
    pub(super) act: Act,
    ways: Range<usize>,
    /// The bits that somebody asks for after this step.
    keep: Key<W>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    /// An item is covered by one of the ways, if it is not covered already.
    Cover {
        /// Where the state says whether it is; nowhere if no earlier step touches it.
        own: Option<Bit>,
        /// Whether it may stay without.
        is_optional: bool,
    },
    /// The only way is taken or left: an option of an item that may be covered several times.
    TakeOrLeave,
    /// States in which an item is covered too seldom are dropped.
    Check {
        /// Where its number stands, if it has to be covered at all.
        field: Option<Field>,
        /// The least number, in place.
        low: u64,
    },
}

/// One bit of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit {
    word: usize,
    mask: u64,
}

/// Bits side by side in one word of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    word: usize,
    shift: u32,
    bits: u32,
}

impl Field {
    fn mask(self) -> u64 {
        ((1 << self.bits) - 1) << self.shift
    }
}

/// An option, and what it asks of a state and does to it.
#[derive(Debug)]
pub(super) struct Way<const W: usize> {
    pub(super) option: OptionId,
    /// The bits that must be clear.
    clear: Key<W>,
    /// The bits that are set then.
    set: Key<W>,
    fields: Range<usize>,
}

/// A use of an item whose state is more than a bit.
#[derive(Clone, Copy, Debug)]
enum FieldUse {
    /// The field must be 0 or this value, and has it then.
    Color { word: usize, mask: u64, value: u64 },
    /// The field is counted up by one; at the end either no more is allowed or no more counts.
    Times { word: usize, mask: u64, one: u64, most: u64, saturates: bool },
}

impl<const W: usize> Program<W> {
    pub(super) fn ways(&self, step: &Step<W>) -> &[Way<W>] {
        &self.ways[step.ways.clone()]
    }

    /// The state after a way, if the state allows it.
    #[inline(always)]
    pub(super) fn take(&self, step: &Step<W>, way: &Way<W>, key: &Key<W>) -> Option<Key<W>> {
        let mut taken = 0;
        let mut next = *key;
        for word in 0..W {
            taken |= key[word] & way.clear[word];
            next[word] |= way.set[word];
        }
        if taken != 0 {
            return None;
        }
        for field in &self.fields[way.fields.clone()] {
            match *field {
                FieldUse::Color { word, mask, value } => {
                    let found = next[word] & mask;
                    if found != 0 && found != value {
                        return None;
                    }
                    next[word] |= value;
                }
                FieldUse::Times { word, mask, one, most, saturates } => {
                    if next[word] & mask != most {
                        next[word] += one;
                    } else if !saturates {
                        return None;
                    }
                }
            }
        }
        Some(keep(next, &step.keep))
    }

    /// The state after a step that takes no option, if the state allows that.
    #[inline(always)]
    pub(super) fn pass(&self, step: &Step<W>, key: &Key<W>) -> Option<Key<W>> {
        let may_pass = match step.act {
            Act::Cover { own, is_optional } => is_optional || is_covered(own, key),
            Act::TakeOrLeave => true,
            Act::Check { field, low } => field.is_none_or(|field| key[field.word] & field.mask() >= low),
        };
        may_pass.then(|| keep(*key, &step.keep))
    }

    /// Whether ways are tried in this state.
    #[inline(always)]
    pub(super) fn may_take(step: &Step<W>, key: &Key<W>) -> bool {
        match step.act {
            Act::Cover { own, .. } => !is_covered(own, key),
            Act::TakeOrLeave => true,
            Act::Check { .. } => false,
        }
    }
}

#[inline(always)]
fn keep<const W: usize>(mut key: Key<W>, keep: &Key<W>) -> Key<W> {
    for word in 0..W {
        key[word] &= keep[word];
    }
    key
}

#[inline(always)]
fn is_covered<const W: usize>(own: Option<Bit>, key: &Key<W>) -> bool {
    own.is_some_and(|bit| key[bit.word] & bit.mask != 0)
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

/// The steps of a problem in an order, before their width is known.
pub(super) struct Draft {
    steps: Vec<DraftStep>,
    contents: Vec<Content>,
    fields: Vec<Option<Field>>,
    words: usize,
}

struct DraftStep {
    item: ItemId,
    act: DraftAct,
    options: Vec<OptionId>,
    /// The items that nobody asks for after this step.
    dropped: Vec<ItemId>,
}

#[derive(Clone, Copy)]
enum DraftAct {
    Cover { is_optional: bool },
    TakeOrLeave,
    Check { low: u32 },
}

impl Draft {
    /// # Errors
    /// If a state has too many bits.
    pub(super) fn new(problem: &Problem, settled: &Settled, order: &Order) -> Result<Self, Misfit> {
        let holders = Holders::of(problem);
        let spans = Spans::of(problem, settled, &holders, &order.items);
        let once = |item: ItemId| settled.bounds_left(problem, item).high <= 1;
        let mut contents = vec![Content::Nothing; problem.item_count()];
        let mut first = vec![Vec::new(); order.items.len()];
        let mut last = vec![Vec::new(); order.items.len()];
        for item in problem.items() {
            let Some(span) = spans.of_items[item.index()] else { continue };
            // Within a step that takes one option at most, nothing need be remembered.
            if span.first == span.last && once(order.items[wide(span.first)]) {
                continue;
            }
            contents[item.index()] = content(problem, settled, &holders, item);
            first[wide(span.first)].push(item);
            last[wide(span.last)].push(item);
        }
        let mut slots = Slots::default();
        let mut fields = vec![None; problem.item_count()];
        let mut steps = Vec::with_capacity(order.items.len());
        for (rank, options) in spans.options.into_iter().enumerate() {
            let item = order.items[rank];
            for &touched in &first[rank] {
                let bits = contents[touched.index()].bits();
                if bits > 0 {
                    fields[touched.index()] = Some(slots.take(bits));
                }
            }
            let dropped = std::mem::take(&mut last[rank]);
            for &done in &dropped {
                if let Some(field) = fields[done.index()] {
                    slots.give_back(field);
                }
            }
            let Bounds { low, high } = settled.bounds_left(problem, item);
            if high <= 1 {
                let act = DraftAct::Cover { is_optional: low == 0 };
                steps.push(DraftStep { item, act, options, dropped });
                continue;
            }
            steps.extend(options.into_iter().map(|option| DraftStep {
                item,
                act: DraftAct::TakeOrLeave,
                options: vec![option],
                dropped: Vec::new(),
            }));
            // An item with fewer options than it needs never comes so far.
            steps.push(DraftStep { item, act: DraftAct::Check { low }, options: Vec::new(), dropped });
        }
        let (words, width) = (slots.words.len().max(1), slots.most);
        if words > MOST_WORDS {
            return Err(Misfit::Frontier { found: width, most: 64 * MOST_WORDS });
        }
        Ok(Self { steps, contents, fields, words })
    }

    /// How many words a state has.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The steps in words of this width, which holds them.
    pub(super) fn program<const W: usize>(&self, problem: &Problem, settled: &Settled) -> Program<W> {
        debug_assert!(self.words <= W, "the caller has asked for the number of words");
        let mut program =
            Program { steps: Vec::with_capacity(self.steps.len()), ways: Vec::new(), fields: Vec::new() };
        let mut dropped: Key<W> = [0; W];
        for step in &self.steps {
            let begin = program.ways.len();
            for &option in &step.options {
                self.push_way(&mut program, problem, settled, step, option);
            }
            let own = self.fields[step.item.index()];
            let act = match step.act {
                DraftAct::Cover { is_optional } => {
                    let own = own.map(|field| Bit { word: field.word, mask: field.mask() });
                    Act::Cover { own, is_optional }
                }
                DraftAct::TakeOrLeave => Act::TakeOrLeave,
                DraftAct::Check { low } => {
                    let low = u64::from(low);
                    Act::Check { field: own, low: own.map_or(0, |field| low << field.shift) }
                }
            };
            dropped.fill(0);
            for &item in &step.dropped {
                if let Some(field) = self.fields[item.index()] {
                    dropped[field.word] |= field.mask();
                }
            }
            let keep = dropped.map(|dropped| !dropped);
            program.steps.push(Step { act, ways: begin..program.ways.len(), keep });
        }
        program
    }

    fn push_way<const W: usize>(
        &self,
        program: &mut Program<W>,
        problem: &Problem,
        settled: &Settled,
        step: &DraftStep,
        option: OptionId,
    ) {
        let mut way = Way { option, clear: [0; W], set: [0; W], fields: 0..0 };
        let begin = program.fields.len();
        let is_cover = matches!(step.act, DraftAct::Cover { .. });
        for used in settled.open_uses(problem, option) {
            let Some(field) = self.fields[used.item.index()] else { continue };
            if is_cover && used.item == step.item {
                // Nobody asks for it after this step.
                continue;
            }
            let (word, shift, mask) = (field.word, field.shift, field.mask());
            match &self.contents[used.item.index()] {
                Content::Nothing => {}
                Content::Bit => {
                    way.clear[word] |= mask;
                    way.set[word] |= mask;
                }
                Content::Color(colors) => match colors.binary_search(&used.color) {
                    Ok(place) => {
                        let value = (place as u64 + 1) << shift;
                        program.fields.push(FieldUse::Color { word, mask, value });
                    }
                    Err(_) => {
                        way.clear[word] |= mask;
                        way.set[word] |= (colors.len() as u64 + 1) << shift;
                    }
                },
                &Content::Times { most, saturates } => {
                    let (one, most) = (1 << shift, u64::from(most) << shift);
                    program.fields.push(FieldUse::Times { word, mask, one, most, saturates });
                }
            }
        }
        way.fields = begin..program.fields.len();
        program.ways.push(way);
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

/// Which bits are in use.
#[derive(Default)]
struct Slots {
    words: Vec<u64>,
    in_use: usize,
    most: usize,
}

impl Slots {
    /// The lowest free bits side by side in one word.
    fn take(&mut self, bits: u32) -> Field {
        self.in_use += wide(bits);
        self.most = self.most.max(self.in_use);
        let ones = (1u64 << bits) - 1;
        for (word, used) in self.words.iter_mut().enumerate() {
            if let Some(shift) = (0..=u64::BITS - bits).find(|shift| *used & (ones << shift) == 0) {
                *used |= ones << shift;
                return Field { word, shift, bits };
            }
        }
        self.words.push(ones);
        Field { word: self.words.len() - 1, shift: 0, bits }
    }

    fn give_back(&mut self, field: Field) {
        self.in_use -= wide(field.bits);
        self.words[field.word] &= !field.mask();
    }
}
