//! What a sweep does, step by step, worked out beforehand: the ways from a state to those of the next layer, and
//! where the bits of a state stand after each step.
//!
//! **A way keeps the order of the states that it is allowed in**, unless it says otherwise. Of two such states the
//! greater one leads to the greater one, or both to the same. So what comes out of an ascending layer by one way is
//! ascending, and a layer is made by merging. That holds because the fields of a state stand in the order in which they
//! are dropped, the first one lowest ([`build`](crate::count::frontier::build)), because a field that appears is the
//! same in all states at first, and because a way asks for the fields that it sets.

use std::ops::Range;

use crate::problem::ids::OptionId;

/// The bits of a state, the most significant word first: states are in the order of these numbers.
pub(crate) type StateKey<const W: usize> = [u64; W];

/// Where the work on layers changes its way. Tests take small sizes, so that small problems go every way.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerSizes {
    /// What comes out of so few states is sorted at once, not merged.
    pub(super) few_states: usize,
    /// A layer of so many states is worth a thread.
    pub(super) worth_a_thread: usize,
    /// States stand in pieces of at most so many, so that a layer grows without being copied; at least
    /// [`BATCH`](super::layer::BATCH), at most 2¹⁶.
    pub(super) chunk: usize,
}

impl Default for LayerSizes {
    fn default() -> Self {
        Self { few_states: 256, worth_a_thread: 1 << 11, chunk: 1 << 16 }
    }
}

/// The steps in states of so many words.
#[derive(Debug, Default)]
pub(crate) struct Program<const W: usize> {
    pub(super) sizes: LayerSizes,
    pub(crate) steps: Vec<FrontierStep>,
    pub(crate) ways: Vec<StateWay<W>>,
    pub(crate) fields: Vec<FieldUse>,
    pub(crate) moves: Vec<BitMove>,
}

/// A layer of so many bits tells about as much of those to come as what is to be expected of any problem.
const NARROW: f64 = 8.0;

/// About so many steps are looked at for a guess.
const TRIED_STEPS: usize = 1000;

/// What happens to every state of a layer.
#[derive(Clone, Debug)]
pub(crate) struct FrontierStep {
    pub(crate) ways: Range<usize>,
    /// Where the bits go; those without a move are dropped.
    pub(crate) moves: Range<usize>,
    /// How many bits a state has before the step.
    pub(crate) width: u32,
}

/// From some states to states of the next layer: by an option, or by none.
#[derive(Debug)]
pub(crate) struct StateWay<const W: usize> {
    pub(crate) option: Option<OptionId>,
    /// The bits that are asked for, and what they must be.
    pub(crate) asked: StateKey<W>,
    pub(crate) wanted: StateKey<W>,
    /// What else is asked and done before the bits move.
    pub(crate) fields: Range<usize>,
    /// The bits that are set after the others have moved.
    pub(crate) set: StateKey<W>,
    pub(crate) keeps_order: bool,
}

/// A use of an item whose state is more than a bit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FieldUse {
    /// The field must be 0 or this value, and has it then.
    Color { word: usize, mask: u64, value: u64 },
    /// The field is counted up by one; at the end either no more is allowed or no more counts.
    Times { word: usize, mask: u64, one: u64, most: u64, saturates: bool },
    /// The field must be so much at least.
    Least { word: usize, mask: u64, low: u64 },
}

/// Bits that go from one word to another, turned to the left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitMove {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) mask: u64,
    pub(crate) turn: u32,
}

impl<const W: usize> Program<W> {
    /// A guess at how many states come in all layers from the one before this step on, when the largest until then
    /// was the one before step `peak_at`, of `peak` states.
    ///
    /// The others are taken to have as many states for each bit as that one; as long as it is narrow, each bit to
    /// double them.
    pub(crate) fn states_left(&self, at: usize, peak: usize, peak_at: usize) -> f64 {
        let width = self.steps.get(peak_at).map_or(0.0, |step| f64::from(step.width));
        let for_a_bit = ((peak as f64).log2().max(0.0) + NARROW) / (width + NARROW);
        let stride = (self.steps.len() - at) / TRIED_STEPS + 1;
        let tried = self.steps[at..].iter().step_by(stride);
        tried.map(|step| (for_a_bit * f64::from(step.width)).exp2()).sum::<f64>() * stride as f64
    }

    /// Whether most ways belong to earlier steps. Layers grow and shrink about alike, so what is left is no more
    /// than what was done.
    pub(crate) fn is_half_done(&self, at: usize) -> bool {
        self.steps.get(at).is_none_or(|step| step.ways.start >= self.ways.len() / 2)
    }

    pub(crate) fn ways(&self, step: &FrontierStep) -> &[StateWay<W>] {
        &self.ways[step.ways.clone()]
    }

    /// Whether a way is allowed in a state.
    #[inline(always)]
    pub(crate) fn allows(&self, way: &StateWay<W>, key: &StateKey<W>) -> bool {
        way.has_bits(key) && self.fields(way).iter().all(|field| field.allows(key))
    }

    /// The state after a way that is allowed.
    #[inline(always)]
    pub(crate) fn after(&self, step: &FrontierStep, way: &StateWay<W>, key: &StateKey<W>) -> StateKey<W> {
        way.after(self.fields(way), self.moves(step), key)
    }

    pub(crate) fn fields(&self, way: &StateWay<W>) -> &[FieldUse] {
        &self.fields[way.fields.clone()]
    }

    pub(crate) fn moves(&self, step: &FrontierStep) -> &[BitMove] {
        &self.moves[step.moves.clone()]
    }
}

impl<const W: usize> StateWay<W> {
    /// Whether a state has the bits that are asked for.
    #[inline(always)]
    pub(crate) fn has_bits(&self, key: &StateKey<W>) -> bool {
        let words = key.iter().zip(&self.asked).zip(&self.wanted);
        let wrong = words.fold(0, |wrong, ((word, asked), wanted)| wrong | (word & asked) ^ wanted);
        wrong == 0
    }

    /// The state after this way, which is allowed.
    #[inline(always)]
    pub(crate) fn after(&self, fields: &[FieldUse], moves: &[BitMove], key: &StateKey<W>) -> StateKey<W> {
        let mut before = *key;
        for field in fields {
            field.apply(&mut before);
        }
        let mut after = self.set;
        for &BitMove { from, to, mask, turn } in moves {
            after[to] |= (before[from] & mask).rotate_left(turn);
        }
        after
    }
}

impl FieldUse {
    #[inline(always)]
    pub(crate) fn allows<const W: usize>(&self, key: &StateKey<W>) -> bool {
        match *self {
            Self::Color { word, mask, value } => [0, value].contains(&(key[word] & mask)),
            Self::Times { word, mask, most, saturates, .. } => saturates || key[word] & mask != most,
            Self::Least { word, mask, low } => key[word] & mask >= low,
        }
    }

    #[inline(always)]
    fn apply<const W: usize>(&self, key: &mut StateKey<W>) {
        match *self {
            Self::Color { word, value, .. } => key[word] |= value,
            Self::Times { word, mask, one, most, .. } if key[word] & mask != most => key[word] += one,
            Self::Times { .. } | Self::Least { .. } => {}
        }
    }
}
