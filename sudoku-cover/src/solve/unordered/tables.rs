//! The tables of the unordered engine: the row at the root, what each option and each set deletes, and the
//! classes of components as masks. Immutable.
//!
//! A *number* identifies a change of a row. The first numbers, up to the number of options, choose the option
//! of this number; the next ones delete the options of a set; and the last ones leave a component only one
//! configuration. Each is one AND with a mask where rows are small enough for masks, and otherwise deletes
//! options one by one.

use dlx_core::{Limits, Problem, Stopped};
use dlx_simd::{Lanes, Line};

use super::components::{self, ComponentClass, GRID_OF_THREE, Matrix};
use super::layout::{Block, Form, ItemPlace, Packing, RowLayout, SlotIndex, word_at};
use super::numbers::{narrow, wide};
use super::tuning::Tuning;

/// Greatest number of options of an item, and of options in total.
pub(super) const MOST_SLOTS: usize = 64;
pub(super) const MOST_OPTIONS: usize = 1 << 16;
/// Upper bound on the sum of the squares of the numbers of options of the items.
const MOST_CONFLICTS: usize = 1 << 24;

#[derive(Debug)]
pub(super) struct UnorderedTables {
    pub(super) tuning: Tuning,
    pub(super) form: Form,
    /// Number of options of each item that can be given by rank, in the order of items; see
    /// [`Unordered::new`](super::Unordered).
    pub(super) side: usize,
    /// True if options may conflict over a secondary item. If false, a state in which each item has one
    /// option is a cover.
    pub(super) has_secondaries: bool,
    /// Number of options.
    pub(super) options: usize,
    /// By primary item.
    pub(super) places: Vec<ItemPlace>,
    /// By item that can be given by rank.
    pub(super) seats: Vec<ItemRanks>,
    pub(super) stretches: Vec<Stretch>,
    /// By [`Form::index`] of slot and item: the number of the option.
    pub(super) live_at: Vec<u16>,
    /// The row of the root.
    pub(super) root: Vec<Line>,
    /// By number: the mask, where rows are kept in registers.
    pub(super) masks: Vec<Line>,
    /// By option: its bits in its items, those in the sets first; and the bits that mark these items as open.
    pub(super) spots: Lists<SlotIndex>,
    pub(super) opens: Lists<SlotIndex>,
    /// By option: the places of its items and its slots there, where rows are in memory.
    pub(super) homes: Lists<(ItemPlace, u32)>,
    /// By option: the options that conflict with it over secondary items, where rows are in memory.
    pub(super) conflicts: Lists<u16>,
    /// By number minus that of the first set: the options of a set.
    pub(super) sets: Lists<u16>,
    /// By number minus that of the first configuration: the sets of the component that are not in it.
    pub(super) configurations: Lists<u32>,
    pub(super) classes: Vec<ClassTable>,
}

/// A list for each number.
#[derive(Debug)]
pub(super) struct Lists<T> {
    entries: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.entries.extend(list);
        self.ends.push(narrow(self.entries.len()));
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline(always)]
    pub(super) fn of(&self, number: usize) -> &[T] {
        let start = if number == 0 { 0 } else { wide(self.ends[number - 1]) };
        &self.entries[start..wide(self.ends[number])]
    }
}

/// A class of components, one bit each in the words of a row.
#[derive(Debug)]
pub(super) struct ClassTable {
    /// Number of words for one bit of each component.
    pub(super) words: usize,
    /// Numbers of sets and of anchors of a component.
    pub(super) sets: usize,
    pub(super) anchors: usize,
    /// By word and set: the words of a row whose OR contains the components in which the set may hold. Their
    /// number, `sources_of_set`, is the same for all sets.
    pub(super) sources: Vec<u32>,
    pub(super) sources_of_set: usize,
    /// Number of configurations.
    pub(super) count: usize,
    /// True if they are those of [`GRID_OF_THREE`].
    pub(super) is_grid_of_three: bool,
    /// By configuration: its sets, `anchors` of them.
    pub(super) configurations: Vec<u8>,
    /// By word, configuration and bit: the number that leaves the component only this configuration.
    pub(super) settings: Vec<u32>,
    /// By set: the other sets of the same anchor.
    pub(super) siblings: Lists<u8>,
    /// By set: its rivals.
    pub(super) rivals: Lists<u8>,
    /// By word, set and bit: the number that deletes the set of the component.
    pub(super) deletions: Vec<u32>,
    /// The bits that are components.
    pub(super) all: Vec<u64>,
    /// By word: the lowest and the highest bits of the groups.
    pub(super) lowest: Vec<u64>,
    pub(super) highest: Vec<u64>,
    pub(super) width: u32,
    /// The number of sets of a group that hold at each place; 0 if it is not known.
    pub(super) hold_of_group: u32,
    /// The word and the bits of each group. A group that crosses a word boundary has an entry for each word.
    pub(super) groups: Vec<(usize, u64)>,
}

/// Converts the number of an option.
fn short(option: usize) -> u16 {
    u16::try_from(option).expect("there are not too many options")
}

/// Converts the number of a set within its component, or of an option within its item.
fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a component has 64 sets at most, and an item 64 options")
}

/// The place in a row that shows which option covers an item, and by slot the rank of the option among those of
/// the item, from 0.
#[derive(Clone, Debug)]
pub(super) struct ItemRanks {
    pub(super) place: ItemPlace,
    pub(super) ranks: Box<[u8]>,
}

/// Consecutive items, from the first or from the end of another stretch, that are side by side in a word and
/// have their options in their order.
#[derive(Debug)]
pub(super) struct Stretch {
    place: ItemPlace,
    /// The first of these items, and the first item after them.
    start: usize,
    pub(super) end: usize,
    /// By slot: the word of a row that contains the items.
    words: Vec<u32>,
}

impl Stretch {
    fn new(form: Form, place: ItemPlace, item: usize) -> Self {
        let words = (0..form.slots).map(|slot| narrow(form.word(slot, wide(place.word)))).collect();
        Self { place, start: item, end: item + 1, words }
    }

    /// Reads the slots of the live options of the items, which have one each.
    #[inline(always)]
    pub(super) fn read<L: Lanes>(&self, lanes: L, row: &[Line], slots: &mut [u8]) {
        let mut bytes = lanes.splat(0);
        for (&word, slot) in self.words.iter().zip(0..) {
            bytes = lanes.add_bytes(bytes, word_at(row, wide(word)) >> self.place.bit, slot);
        }
        let bytes = lanes.store(bytes).0;
        let (eights, rest) = slots.as_chunks_mut::<8>();
        let last = bytes[eights.len().min(7)];
        for (slots, bytes) in eights.iter_mut().zip(bytes) {
            *slots = bytes.to_le_bytes();
        }
        for (slot, byte) in rest.iter_mut().zip(last.to_le_bytes()) {
            *slot = byte;
        }
    }
}

/// Returns the seats of the first items, as many as there are, from the options of each.
fn seats(options_of: &[Vec<usize>], layout: &RowLayout) -> Vec<ItemRanks> {
    let seat = |(item, options): (usize, &Vec<usize>)| {
        let mut ranks: Vec<u8> = (0..=u8::MAX).take(layout.form.slots).collect();
        for (option, slot) in &layout.slots[item] {
            let rank = options.binary_search(option).expect("the option is one of the item's");
            ranks[*slot] = byte(rank);
        }
        ItemRanks { place: layout.places[item], ranks: ranks.into() }
    };
    options_of.iter().enumerate().map(seat).collect()
}

/// Returns the stretches from the first item on.
fn stretches(form: Form, seats: &[ItemRanks]) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (item, seat) in seats.iter().enumerate() {
        let ItemRanks { place, ranks } = seat;
        if !(0..).zip(ranks.iter()).all(|(slot, &rank): (u8, _)| slot == rank) {
            break;
        }
        let last = stretches.last_mut().filter(|last| {
            last.place.word == place.word && wide(last.place.bit) + item - last.start == wide(place.bit)
        });
        match last {
            Some(last) => last.end += 1,
            None => stretches.push(Stretch::new(form, *place, item)),
        }
    }
    stretches
}

impl UnorderedTables {
    /// Returns the tables; `None` if the problem is too large for them, or has bounds or colors.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(
        problem: &Problem,
        side: usize,
        tuning: Tuning,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let options = problem.option_count();
        if problem.is_bounded() || problem.is_colored() || options >= MOST_OPTIONS {
            return Ok(None);
        }
        let mut options_of = vec![Vec::new(); problem.item_count()];
        let mut items_of = vec![Vec::new(); options];
        for option in problem.options() {
            limits.step(problem.uses(option).len() as u64)?;
            for used in problem.uses(option) {
                options_of[used.item.index()].push(option.index());
                if used.item.index() < problem.primary_count() {
                    items_of[option.index()].push(used.item.index());
                }
            }
            items_of[option.index()].sort_unstable();
        }
        if options_of.iter().map(|options| options.len().pow(2)).sum::<usize>() > MOST_CONFLICTS {
            return Ok(None);
        }
        let secondaries = options_of.split_off(problem.primary_count());
        if options_of.iter().any(|options| options.len() > MOST_SLOTS) {
            return Ok(None);
        }
        let matrix = Matrix { options_of, items_of };
        let mut classes = components::classes(&matrix, tuning.fewest_components);
        let layout = RowLayout::new(&matrix.options_of, &mut classes, MOST_SLOTS);
        let seats = seats(&matrix.options_of[..side * side], &layout);
        let mut tables = Self {
            tuning,
            form: layout.form,
            side,
            has_secondaries: !secondaries.is_empty(),
            options,
            stretches: stretches(layout.form, &seats),
            seats,
            places: layout.places.clone(),
            live_at: vec![0; layout.form.slots * layout.form.words * 64],
            root: vec![Line::default(); layout.form.lines],
            masks: Vec::new(),
            spots: Lists::default(),
            opens: Lists::default(),
            homes: Lists::default(),
            conflicts: Lists::default(),
            sets: Lists::default(),
            configurations: Lists::default(),
            classes: Vec::new(),
        };
        tables.lay_out(&matrix, &layout);
        for (class, block) in classes.iter().zip(&layout.classes) {
            tables.add_class(class, block);
        }
        for ((class, block), at) in classes.iter().zip(&layout.classes).zip(0..) {
            tables.add_configurations(class, block, at);
        }
        if let Packing::Lines(_) = layout.form.packing {
            tables.list_conflicts(&secondaries, limits)?;
        } else {
            tables.add_masks(matrix.options_of.iter().chain(&secondaries), limits)?;
        }
        Ok(Some(tables))
    }

    fn lay_out(&mut self, matrix: &Matrix, layout: &RowLayout) {
        let form = self.form;
        let mut slots_of = vec![Vec::new(); matrix.items_of.len()];
        for (&place, slots) in layout.places.iter().zip(&layout.slots) {
            form.slot_index(form.slots, place).insert(&mut self.root);
            for &(option, slot) in slots {
                slots_of[option].push((place, slot));
                let index = form.index(slot, place);
                self.live_at[index] = short(option);
            }
        }
        for slots in slots_of {
            self.opens.push(slots.iter().map(|&(place, _)| form.slot_index(form.slots, place)));
            let mut spots: Vec<SlotIndex> =
                slots.iter().map(|&(place, slot)| form.slot_index(slot, place)).collect();
            if let Packing::Lines(_) = form.packing {
                spots.extend(slots.iter().map(|&(place, slot)| form.spot_of_item(slot, place)));
                self.homes.push(slots.iter().map(|&(place, slot)| (place, narrow(slot))));
            }
            spots.iter().for_each(|spot| spot.insert(&mut self.root));
            self.spots.push(spots);
        }
    }

    fn add_class(&mut self, class: &ComponentClass, block: &Block) {
        let form = self.form;
        let words = block.words;
        let sets = block.slots.len();
        let most = block.slots.iter().map(|&(_, count)| count).max().unwrap_or(0);
        let anchor_of = class.sets_of_anchor.iter().enumerate();
        let anchor_of: Vec<usize> = anchor_of.flat_map(|(anchor, &sets)| vec![anchor; sets]).collect();
        let mut sources = Vec::new();
        for word in 0..words {
            for (set, &(first, count)) in block.slots.iter().enumerate() {
                // Sets with fewer slots repeat the last one.
                let slots = (0..most).map(|slot| first + slot.min(count - 1));
                let word = block.anchors[anchor_of[set]] + word;
                sources.extend(slots.map(|slot| narrow(form.word(slot, word))));
            }
        }
        let (mut rivals, mut siblings) = (Lists::default(), Lists::default());
        for (set, others) in class.rivals.iter().enumerate() {
            rivals.push(others.iter().map(|&rival| byte(rival)));
            let siblings_of = others.iter().filter(|&&rival| anchor_of[rival] == anchor_of[set]);
            siblings.push(siblings_of.map(|&sibling| byte(sibling)));
        }
        let mut deletions = vec![0; sets * words * 64];
        let mut all = vec![0; words];
        for (component, place) in class.components.iter().zip(&block.places) {
            all[wide(place.word)] |= 1 << place.bit;
            for (set, options) in component.sets.iter().enumerate() {
                let at = (wide(place.word) * sets + set) * 64 + wide(place.bit);
                deletions[at] = narrow(self.options + self.sets.len());
                self.sets.push(options.iter().map(|&option| short(option)));
            }
        }
        let (mut lowest, mut highest) = (vec![0; words], vec![0; words]);
        let mut groups: Vec<(usize, u64)> = Vec::new();
        let mut places = block.places.iter();
        for &length in &class.groups {
            for (at, place) in places.by_ref().take(length).enumerate() {
                let word = wide(place.word);
                if at == 0 || place.bit == 0 {
                    groups.push((word, 0));
                    if at == 0 {
                        lowest[word] |= 1 << place.bit;
                        highest[word] |= 1 << (wide(place.bit) + block.width - 1).min(63);
                    }
                }
                groups.last_mut().expect("one has been begun").1 |= 1 << place.bit;
            }
        }
        let hold =
            class.hold_of_group.filter(|_| class.groups.iter().all(|&length| (2..=64).contains(&length)));
        let configurations: Vec<u8> = class.configurations.iter().flatten().map(|&set| byte(set)).collect();
        self.classes.push(ClassTable {
            words,
            sets,
            anchors: class.sets_of_anchor.len(),
            sources,
            sources_of_set: most,
            count: class.configurations.len(),
            is_grid_of_three: configurations == GRID_OF_THREE.as_flattened(),
            configurations,
            settings: Vec::new(),
            siblings,
            rivals,
            deletions,
            all,
            lowest,
            highest,
            width: narrow(block.width),
            hold_of_group: hold.map_or(0, narrow),
            groups,
        });
    }

    /// Assigns the numbers that leave each component only one configuration, after all sets have their
    /// numbers.
    fn add_configurations(&mut self, class: &ComponentClass, block: &Block, at: usize) {
        let first = self.options + self.sets.len();
        let (sets, count) = (block.slots.len(), class.configurations.len());
        let table = &mut self.classes[at];
        table.settings = vec![0; count * block.words * 64];
        let others =
            |configuration: &Vec<usize>| (0..sets).filter(|set| !configuration.contains(set)).collect();
        let others: Vec<Vec<usize>> = class.configurations.iter().map(others).collect();
        for place in &block.places {
            let (word, bit) = (wide(place.word), wide(place.bit));
            for (configuration, others) in others.iter().enumerate() {
                let number = first + self.configurations.len();
                table.settings[(word * count + configuration) * 64 + bit] = narrow(number);
                let deletions = others.iter().map(|set| table.deletions[(word * sets + set) * 64 + bit]);
                self.configurations.push(deletions.map(|number| number - narrow(self.options)));
            }
        }
    }

    /// Builds the masks, from the options of each item.
    fn add_masks<'i>(
        &mut self,
        options_of: impl Iterator<Item = &'i Vec<usize>>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let lines = self.form.lines;
        let (options, sets) = (self.options, self.sets.len());
        let numbers = options + sets + self.configurations.len();
        self.masks = vec![Line([u64::MAX; 8]); numbers * lines];
        for of_item in options_of {
            limits.step(((of_item.len() + 1) * lines) as u64)?;
            self.part(of_item);
        }
        for (number, mask) in self.masks.chunks_exact_mut(lines).enumerate() {
            if number < options {
                self.spots.of(number).iter().for_each(|spot| spot.insert(mask));
                self.opens.of(number).iter().for_each(|spot| spot.remove(mask));
                continue;
            }
            let one = [narrow(number - options)];
            let deleted =
                number.checked_sub(options + sets).map_or(&one[..], |at| self.configurations.of(at));
            let options = deleted.iter().flat_map(|&set| self.sets.of(wide(set)));
            let spots = options.flat_map(|&option| self.spots.of(usize::from(option)));
            spots.for_each(|spot| spot.remove(mask));
        }
        Ok(())
    }

    /// Removes the options of an item from their masks: only one of them can be chosen.
    fn part(&mut self, options: &[usize]) {
        let lines = self.form.lines;
        let mut kept = vec![Line([u64::MAX; 8]); lines];
        for &option in options {
            self.spots.of(option).iter().for_each(|spot| spot.remove(&mut kept));
        }
        for &option in options {
            for (line, kept) in self.masks[option * lines..][..lines].iter_mut().zip(&kept) {
                for (word, kept) in line.0.iter_mut().zip(kept.0) {
                    *word &= kept;
                }
            }
        }
    }

    /// Lists the options that conflict with each option, from the options of each secondary item.
    fn list_conflicts(&mut self, secondaries: &[Vec<usize>], limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let mut conflicts: Vec<Vec<u16>> = vec![Vec::new(); self.options];
        for options in secondaries {
            for &option in options {
                limits.step(options.len() as u64)?;
                let rivals = options.iter().filter(|&&rival| rival != option);
                conflicts[option].extend(rivals.map(|&rival| short(rival)));
            }
        }
        for mut list in conflicts {
            limits.step(list.len() as u64)?;
            list.sort_unstable();
            list.dedup();
            self.conflicts.push(list);
        }
        Ok(())
    }

    /// Returns the slot of the live option of an item that has only one.
    pub(super) fn slot_of(&self, row: &[Line], place: ItemPlace) -> usize {
        let is_live = |slot: &usize| self.form.slot_index(*slot, place).is_in(row);
        (0..self.form.slots).find(is_live).expect("every item of a cover has an option")
    }

    /// Returns true if two rows are the same cover.
    #[cold]
    pub(super) fn are_equal(&self, row: &[Line], other: &[Line]) -> bool {
        self.places.iter().all(|&place| self.slot_of(row, place) == self.slot_of(other, place))
    }

    /// Returns the number of the option at a slot of an item.
    #[inline(always)]
    pub(super) fn number_at(&self, slot: usize, place: ItemPlace) -> usize {
        usize::from(self.live_at[self.form.index(slot, place)])
    }
}
