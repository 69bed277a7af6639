//! The program of a sweep, computed beforehand: the transitions (ways) of each step from a state to states of
//! the next layer, and the positions of the bits of a state after each step.
//!
//! **A way preserves the order of the states that it is allowed in**, unless
//! [`keeps_order`](StateWay::keeps_order) is false: of two such states the greater one leads to the greater
//! state, or both lead to the same one. So the states that one way produces from an ascending layer are
//! ascending, and the next layer is computed by merging. This holds because the fields of a state are
//! arranged in the order in which they are dropped, the first one lowest
//! ([`build`](crate::count::frontier::build)), because a new field has the same value in all states that the
//! way produces, and because a way checks the old values of the fields that it sets.

use std::ops::Range;

use super::fields::FrontierFields;
use crate::problem::ids::OptionId;

/// The bits of a state, the most significant word first. States are ordered as these numbers.
pub(crate) type StateKey<const W: usize> = [u64; W];

/// Sizes at which the work on layers changes its method. Tests use small sizes, so that small problems
/// exercise every method.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerSizes {
    /// Up to this many states, the results of a step are sorted at once instead of merged.
    pub(super) few_states: usize,
    /// A layer of more states than this is worth a thread.
    pub(super) worth_a_thread: usize,
    /// In a step from more states than this, states without a completion are looked for.
    pub(super) worth_looking_ahead: usize,
    /// Symmetries are looked for in a layer of more states than this.
    pub(super) worth_merging: usize,
    /// The work between two searches for symmetries is at most this many times that of a search.
    pub(super) longest_wait: u64,
    /// Greatest number of states in a chunk. States are kept in chunks, so that a layer grows without being
    /// copied. At least [`BATCH`](super::layer::BATCH), at most 2¹⁶.
    pub(super) chunk: usize,
}

impl Default for LayerSizes {
    fn default() -> Self {
        Self {
            few_states: 256,
            worth_a_thread: 1 << 11,
            worth_looking_ahead: 1 << 13,
            worth_merging: 1 << 12,
            longest_wait: u64::MAX,
            chunk: 1 << 16,
        }
    }
}

/// The steps, for states of `W` words.
#[derive(Debug, Default)]
pub(crate) struct Program<const W: usize> {
    pub(super) sizes: LayerSizes,
    pub(crate) steps: Vec<FrontierStep>,
    pub(crate) ways: Vec<StateWay<W>>,
    pub(crate) fields: Vec<FieldUse>,
    pub(crate) moves: Vec<BitMove>,
    /// The fields of every step, for the [look-ahead](super::lookahead).
    pub(super) frontier: Option<Box<FrontierFields>>,
}

/// Width in bits below which a layer says little about the later ones; see [`Program::states_left`].
const NARROW: f64 = 8.0;

/// Approximate number of steps that are sampled for an estimate.
const TRIED_STEPS: usize = 1000;

/// The change of every state of a layer.
#[derive(Clone, Debug)]
pub(crate) struct FrontierStep {
    pub(crate) ways: Range<usize>,
    /// The moves of the bits that are kept; bits without a move are dropped.
    pub(crate) moves: Range<usize>,
    /// The bit of the step's item in a state before the step, if it has one.
    pub(crate) own: Option<OwnBit>,
    /// The rank of that item in the order.
    pub(super) rank: u32,
    /// Number of bits of a state before the step.
    pub(crate) width: u32,
    /// If the step joins the layer with the one that was kept last: the moves of the bits of that one. The step has
    /// no ways then.
    pub(super) kept: Option<Range<usize>>,
    /// True if the step is the first one of a subtree: the layer before it is kept, and the step is applied to the
    /// state in which nothing is decided.
    pub(super) begins_subtree: bool,
}

/// The bit of a state that is set if an item is covered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnBit {
    pub(crate) word: usize,
    pub(crate) mask: u64,
}

/// A transition from some states to states of the next layer: an option is taken, or none is.
#[derive(Debug)]
pub(crate) struct StateWay<const W: usize> {
    pub(crate) option: Option<OptionId>,
    /// The bits that are checked, and the values that they must have.
    pub(crate) asked: StateKey<W>,
    pub(crate) wanted: StateKey<W>,
    /// The further checks and changes, which come before the bits move.
    pub(crate) fields: Range<usize>,
    /// The bits that are set after the others have moved.
    pub(crate) set: StateKey<W>,
    pub(crate) keeps_order: bool,
}

/// A use of an item whose field needs more than one bit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FieldUse {
    /// Requires that the field is 0 or `value`, and sets it to `value`.
    Color { word: usize, mask: u64, value: u64 },
    /// Increments the field by `one` up to `most`. At `most` the way is not allowed, or with `saturates` the
    /// field remains.
    Times { word: usize, mask: u64, one: u64, most: u64, saturates: bool },
    /// Requires that the field is at least `low`.
    Least { word: usize, mask: u64, low: u64 },
}

/// Bits that move from one word to another, rotated to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitMove {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) mask: u64,
    pub(crate) turn: u32,
}

impl<const W: usize> Program<W> {
    /// Estimates the number of states of all layers from the one before step `at` on. The largest layer so
    /// far is the one before step `peak_at`, with `peak` states.
    ///
    /// The estimate assumes that all layers have the same ratio of log2(states) to bits as the largest one, if each had
    /// [`NARROW`] more bits, all of them free. As long as the largest one is narrow, the ratio is close to 1.
    pub(crate) fn states_left(&self, at: usize, peak: usize, peak_at: usize) -> f64 {
        let width = self.steps.get(peak_at).map_or(0.0, |step| f64::from(step.width));
        let for_a_bit = ((peak as f64).log2().max(0.0) + NARROW) / (width + NARROW);
        let stride = (self.steps.len() - at) / TRIED_STEPS + 1;
        let tried = self.steps[at..].iter().step_by(stride);
        let states = tried.map(|step| (for_a_bit * (f64::from(step.width) + NARROW) - NARROW).exp2());
        states.sum::<f64>() * stride as f64
    }

    /// Returns true if at least half of the ways belong to earlier steps. Layers grow and shrink at about the
    /// same rate, so the work that is left is then no more than the work done.
    pub(crate) fn is_half_done(&self, at: usize) -> bool {
        self.steps.get(at).is_none_or(|step| step.ways.start >= self.ways.len() / 2)
    }

    pub(crate) fn ways(&self, step: &FrontierStep) -> &[StateWay<W>] {
        &self.ways[step.ways.clone()]
    }

    /// Returns the bit of the item of this step.
    pub(super) fn own(&self, step: usize) -> Option<OwnBit> {
        self.steps.get(step)?.own
    }

    /// Returns true if a way is allowed in a state.
    #[inline(always)]
    pub(crate) fn allows(&self, way: &StateWay<W>, key: &StateKey<W>) -> bool {
        way.has_bits(key) && self.fields(way).iter().all(|field| field.allows(key))
    }

    /// Returns the state after a way that is allowed.
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

/// Returns the bits of `after` with those of a state that have a move.
#[inline(always)]
pub(super) fn moved<const W: usize>(
    moves: &[BitMove],
    key: &StateKey<W>,
    mut after: StateKey<W>,
) -> StateKey<W> {
    for &BitMove { from, to, mask, turn } in moves {
        after[to] |= (key[from] & mask).rotate_left(turn);
    }
    after
}

/// Returns true if the `asked` bits of a state have the values `wanted`.
#[inline(always)]
pub(super) fn has_bits<const W: usize>(key: &StateKey<W>, asked: &StateKey<W>, wanted: &StateKey<W>) -> bool {
    let words = key.iter().zip(asked).zip(wanted);
    words.fold(0, |wrong, ((word, asked), wanted)| wrong | (word & asked) ^ wanted) == 0
}

impl<const W: usize> StateWay<W> {
    /// Returns true if the checked bits of a state have the required values.
    #[inline(always)]
    pub(crate) fn has_bits(&self, key: &StateKey<W>) -> bool {
        has_bits(key, &self.asked, &self.wanted)
    }

    /// Returns the state after this way, which must be allowed.
    #[inline(always)]
    pub(crate) fn after(&self, fields: &[FieldUse], moves: &[BitMove], key: &StateKey<W>) -> StateKey<W> {
        let mut before = *key;
        for field in fields {
            field.apply(&mut before);
        }
        moved(moves, &before, self.set)
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
