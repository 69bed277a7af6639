//! The positions of items and their options in a row of the unordered engine.
//!
//! A row is a list of sets of items: one for each slot, with the items whose option at this slot is live, and
//! one with the open items. Items and slots are placed so that components are side by side. The anchors of a
//! class have words of their own, anchor by anchor, with each component at the same word and bit of each
//! anchor; the options of a set have the same slots in the whole class. So one word of a slot shows for up to
//! 64 components whether a set may hold.

use dlx_simd::Line;

use super::components::ComponentClass;
use super::numbers::{narrow, wide};

/// The arrangement of the sets of a row in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Sets of six words. The first sets have a line each; each further set has the last two words of three
    /// lines.
    Six,
    /// Sets of up to eight words, each in a line.
    Eight,
    /// Each set in this number of lines; after the sets, by item, its slots side by side.
    Lines(usize),
}

/// The layout of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) packing: Packing,
    /// Number of words of a set.
    pub(super) words: usize,
    /// Greatest number of options of an item.
    pub(super) slots: usize,
    /// Number of lines of a row.
    pub(super) lines: usize,
}

/// The numbers of slots for which kernels keep a row in registers, by packing.
pub(super) const SLOTS_OF_SIX: [usize; 2] = [6, 9];
pub(super) const SLOTS_OF_EIGHT: [usize; 3] = [6, 9, 16];

impl Form {
    /// Returns the layout for sets of `words` words and items of up to `slots` options.
    pub(super) fn of(words: usize, slots: usize) -> Self {
        let least = |of: &[usize]| of.iter().copied().find(|&least| slots <= least);
        match (least(&SLOTS_OF_SIX), least(&SLOTS_OF_EIGHT)) {
            (Some(slots), _) if words <= 6 => {
                Self { packing: Packing::Six, words: 6, slots, lines: lines_of_six(slots) }
            }
            (_, Some(slots)) if words <= 8 => {
                Self { packing: Packing::Eight, words: 8, slots, lines: slots + 1 }
            }
            _ => {
                let lines = words.div_ceil(8);
                let packing = Packing::Lines(lines);
                let fields = (lines * 512).div_ceil(512 / slots.next_power_of_two());
                Self { packing, words: lines * 8, slots, lines: (slots + 1) * lines + fields }
            }
        }
    }

    /// Returns the index in a row of a word of a set.
    pub(super) fn word(self, set: usize, word: usize) -> usize {
        match self.packing {
            Packing::Six if set >= self.lines => {
                let line = 3 * (set - self.lines) + word / 2;
                8 * line + 6 + word % 2
            }
            Packing::Six | Packing::Eight => 8 * set + word,
            Packing::Lines(lines) => 8 * lines * set + word,
        }
    }

    /// Returns the index of a slot of an item in the tables of slots: by slot, word and bit where rows are
    /// kept in registers, and otherwise item by item, since then few of the slots read are live.
    #[inline(always)]
    pub(super) fn index(self, slot: usize, place: ItemPlace) -> usize {
        let item = wide(place.word) * 64 + wide(place.bit);
        match self.packing {
            Packing::Six | Packing::Eight => slot * self.words * 64 + item,
            Packing::Lines(_) => item * self.slots + slot,
        }
    }

    /// Returns the bit of an item in a set of a row.
    pub(super) fn slot_index(self, set: usize, place: ItemPlace) -> SlotIndex {
        SlotIndex::new(self.word(set, wide(place.word)), place.bit)
    }

    /// Returns the bit of a slot among those of its item, which [`Packing::Lines`] stores side by side.
    #[inline(always)]
    pub(super) fn spot_of_item(self, slot: usize, place: ItemPlace) -> SlotIndex {
        let Field { word, shift, .. } = self.field(place);
        SlotIndex::new(word, shift + narrow(slot))
    }

    /// Returns the field with the slots of an item, with [`Packing::Lines`].
    #[inline(always)]
    pub(super) fn field(self, place: ItemPlace) -> Field {
        let width = self.slots.next_power_of_two();
        let bit = (wide(place.word) * 64 + wide(place.bit)) * width;
        let word = (self.slots + 1) * self.words + bit / 64;
        Field { word, shift: narrow(bit % 64), all: u64::MAX >> (64 - width) }
    }
}

/// Returns the number of lines of a row with this number of slots and sets of six words.
pub(super) const fn lines_of_six(slots: usize) -> usize {
    let mut lines = 1;
    while lines + lines / 3 < slots + 1 {
        lines += 1;
    }
    lines
}

/// The position of an item in every set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ItemPlace {
    pub(super) word: u32,
    pub(super) bit: u32,
}

/// The index of a bit in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SlotIndex(u32);

impl SlotIndex {
    #[inline(always)]
    fn new(word: usize, bit: u32) -> Self {
        Self(narrow(word) * 64 + bit)
    }

    #[inline(always)]
    pub(super) fn is_in(self, row: &[Line]) -> bool {
        word_at(row, wide(self.0 / 64)) >> (self.0 % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn insert(self, row: &mut [Line]) {
        *self.word_in(row) |= 1 << (self.0 % 64);
    }

    #[inline(always)]
    pub(super) fn remove(self, row: &mut [Line]) {
        *self.word_in(row) &= !(1 << (self.0 % 64));
    }

    #[inline(always)]
    fn word_in(self, row: &mut [Line]) -> &mut u64 {
        let word = wide(self.0 / 64);
        &mut row[word / 8].0[word % 8]
    }
}

/// A range of bits in a word of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    word: usize,
    shift: u32,
    /// A mask for the bits of the range, shifted down to the lowest bit.
    all: u64,
}

impl Field {
    #[inline(always)]
    pub(super) fn read(self, row: &[Line]) -> u64 {
        word_at(row, self.word) >> self.shift & self.all
    }
}

/// Returns the word of a row with this index.
#[inline(always)]
pub(super) fn word_at(row: &[Line], word: usize) -> u64 {
    Line::words(row)[word]
}

/// The positions of all items, options and classes.
#[derive(Debug)]
pub(super) struct RowLayout {
    pub(super) form: Form,
    /// By item.
    pub(super) places: Vec<ItemPlace>,
    /// By item: its options in the order of their slots, with the slots.
    pub(super) slots: Vec<Vec<(usize, usize)>>,
    /// By class.
    pub(super) classes: Vec<Block>,
}

/// The position of a class.
#[derive(Debug)]
pub(super) struct Block {
    /// By component: its position in the words of an anchor.
    pub(super) places: Vec<ItemPlace>,
    /// Number of words of an anchor.
    pub(super) words: usize,
    /// The first word of each anchor.
    pub(super) anchors: Vec<usize>,
    /// By set: the first slot and the number of slots.
    pub(super) slots: Vec<(usize, usize)>,
    /// Number of adjacent bits reserved for a group within a word.
    pub(super) width: usize,
}

impl RowLayout {
    /// Computes the layout of a matrix, given by the options of each item. Classes that need too many slots,
    /// or anchors that an earlier class uses, are removed.
    pub(super) fn new(
        options_of: &[Vec<usize>],
        classes: &mut Vec<ComponentClass>,
        most_slots: usize,
    ) -> Self {
        let mut slots = options_of.iter().map(Vec::len).max().unwrap_or(0);
        let mut taken = vec![false; options_of.len()];
        let mut places = vec![ItemPlace::default(); options_of.len()];
        let by_rank =
            |options: &Vec<usize>| (0..).zip(options).map(|(slot, &option)| (option, slot)).collect();
        let mut slots_of: Vec<Vec<(usize, usize)>> = options_of.iter().map(by_rank).collect();
        let mut words = 0;
        let mut blocks = Vec::new();
        classes.retain(|class| {
            let slots_of_sets = slots_of_sets(class);
            let needed = slots_of_sets.iter().map(|&(first, count)| first + count).max().unwrap_or(0);
            let is_free = class.components.iter().flat_map(|one| &one.anchors).all(|&item| !taken[item]);
            if needed > most_slots || !is_free {
                return false;
            }
            slots = slots.max(needed);
            let block = Block::new(class, slots_of_sets, words);
            words += block.words * block.anchors.len();
            for (component, place) in class.components.iter().zip(&block.places) {
                for (&item, first) in component.anchors.iter().zip(&block.anchors) {
                    taken[item] = true;
                    places[item] = ItemPlace { word: place.word + narrow(*first), bit: place.bit };
                    slots_of[item].clear();
                }
                let mut sets = component.sets.iter().zip(&block.slots);
                for (&item, &count) in component.anchors.iter().zip(&class.sets_of_anchor) {
                    for (options, (first, _)) in sets.by_ref().take(count) {
                        slots_of[item].extend(options.iter().copied().zip(*first..));
                    }
                }
            }
            blocks.push(block);
            true
        });
        let mut next = words * 64;
        for item in (0..options_of.len()).filter(|&item| !taken[item]) {
            places[item] = ItemPlace { word: narrow(next / 64), bit: narrow(next % 64) };
            next += 1;
        }
        let form = Form::of(next.div_ceil(64).max(1), slots.max(1));
        Self { form, places, slots: slots_of, classes: blocks }
    }
}

/// Returns, by set, the first slot and the number of slots of its options. The sets of an anchor have
/// consecutive slots.
fn slots_of_sets(class: &ComponentClass) -> Vec<(usize, usize)> {
    let mut slots = Vec::new();
    for &count in &class.sets_of_anchor {
        let mut next = 0;
        for _ in 0..count {
            let options = class.components.iter().map(|component| component.sets[slots.len()].len()).max();
            let options = options.unwrap_or(0);
            slots.push((next, options));
            next += options;
        }
    }
    slots
}

impl Block {
    fn new(class: &ComponentClass, slots: Vec<(usize, usize)>, first: usize) -> Self {
        // Groups do not cross word boundaries, unless they are longer than a word.
        let longest = class.groups.iter().copied().max().unwrap_or(1);
        let width = longest.min(64);
        let groups_of_word = if longest > 64 { 1 } else { 64 / width };
        let mut places = Vec::with_capacity(class.components.len());
        let mut bit = 0;
        for (group, &length) in class.groups.iter().enumerate() {
            if longest <= 64 {
                bit = group / groups_of_word * 64 + group % groups_of_word * width;
            }
            for _ in 0..length {
                places.push(ItemPlace { word: narrow(bit / 64), bit: narrow(bit % 64) });
                bit += 1;
            }
        }
        let words = places.last().map_or(0, |place| wide(place.word) + 1);
        let anchors = (0..class.sets_of_anchor.len()).map(|anchor| first + anchor * words).collect();
        Self { places, words, anchors, slots, width }
    }
}
