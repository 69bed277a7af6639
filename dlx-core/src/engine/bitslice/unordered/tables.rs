//! The tables of the unordered engine: the row at the root, what each option and each set deletes, and the
//! classes of components as masks. Immutable.
//!
//! A *number* identifies a change of a row. The first numbers, up to the number of live options, choose an
//! option; the next ones delete the options of a set; and the last ones leave a component only one
//! configuration. Each is one AND with a mask where rows are small enough for masks, and otherwise deletes
//! options one by one.

use dlx_simd::{Lanes, Line};

use super::components::{self, ComponentClass, GRID_OF_THREE, Matrix};
use super::layout::{Block, Form, ItemPlace, Packing, RowLayout, SlotIndex, word_at};
use super::tuning::Tuning;
use crate::control::limits::{Limits, Stopped};
use crate::engine::bitslice::presolve::{Presolved, are_compatible};
use crate::engine::bitslice::tables::{Fate, by_color};
use crate::engine::unsupported::{Refused, Unsupported};
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Holders, Problem};

/// Greatest number of options of an item, and of options in total.
pub(super) const MOST_SLOTS: usize = 64;
pub(super) const MOST_OPTIONS: usize = 1 << 16;
/// Upper bound on the sum of the squares of the numbers of options of the items.
const MOST_CONFLICTS: usize = 1 << 24;

/// Greatest number of entries of the table of ranks.
const MOST_RANKS: usize = 1 << 18;

/// The number of an option that is not live before any givens.
pub(super) const NO_NUMBER: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct UnorderedTables {
    pub(super) tuning: Tuning,
    pub(super) form: Form,
    /// True if it is known that there is no cover.
    pub(super) is_dead: bool,
    /// True if options may conflict over a secondary item. If false, a state in which each item has one
    /// option is a cover.
    pub(super) has_secondaries: bool,
    /// By option of the problem.
    pub(super) fates: Vec<Fate>,
    /// By option of the problem: its number, or [`NO_NUMBER`].
    pub(super) numbers: Vec<u32>,
    /// By primary item and rank, for the first `ranked` items: the numbers of its options in input order,
    /// from rank 1 on, and [`NO_NUMBER`] for other ranks. Empty if the table would be too large.
    pub(super) number_of_rank: Vec<u32>,
    /// Number of low bits of its index that are the rank.
    pub(super) rank_bits: u32,
    /// The forced options.
    pub(super) forced: Vec<OptionId>,
    /// By number: the live option.
    pub(super) options: Vec<OptionId>,
    /// By item that is kept.
    pub(super) places: Vec<ItemPlace>,
    /// By primary item of the problem.
    pub(super) seats: Vec<Seat>,
    pub(super) stretches: Vec<Stretch>,
    /// Number of leading primary items that have at most 256 options each.
    pub(super) ranked: usize,
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

/// Converts the number of a live option.
fn short(option: usize) -> u16 {
    u16::try_from(option).expect("there are not too many options")
}

/// Converts the number of a set within its component.
fn byte(set: usize) -> u8 {
    u8::try_from(set).expect("a component has 64 sets at most")
}

/// The place in a row that shows which option covers a primary item. Ranks are in input order.
#[derive(Clone, Debug)]
pub(super) enum Seat {
    /// A place in a row, of the item itself or of an item with the same options; and by slot the rank of the
    /// option.
    At { place: ItemPlace, ranks: Box<[u8]> },
    /// No place: the item is covered by an option forced before any givens.
    Taken { rank: u8 },
}

/// Consecutive items, from the first or from the end of another stretch, that are side by side in a word and
/// have their options in input order.
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

fn primaries(problem: &Problem) -> impl Iterator<Item = ItemId> {
    problem.items().take(problem.primary_count())
}

/// Returns the seat of each primary item.
fn seats(problem: &Problem, presolved: &Presolved, layout: &RowLayout, holders: &Holders) -> Vec<Seat> {
    let rank = |item: ItemId, option: OptionId| {
        let rank = holders.of_item(item).binary_search(&option).expect("the option is one of the item's");
        u8::try_from(rank).unwrap_or(u8::MAX)
    };
    let mut seats = vec![Seat::Taken { rank: 0 }; problem.primary_count()];
    for &option in &presolved.forced {
        for used in problem.uses(option) {
            if let Some(seat) = seats.get_mut(used.item.index()) {
                *seat = Seat::Taken { rank: rank(used.item, option) };
            }
        }
    }
    let kept = (0..).zip(&presolved.items).map(|(at, &(item, _))| (item, at));
    for (item, at) in kept.chain(presolved.twins.iter().copied()) {
        let mut ranks: Vec<u8> = (0..=u8::MAX).take(layout.form.slots).collect();
        for &(option, slot) in &layout.slots[at] {
            ranks[slot] = rank(item, presolved.live[option]);
        }
        seats[item.index()] = Seat::At { place: layout.places[at], ranks: ranks.into() };
    }
    seats
}

/// Returns the stretches from the first item on.
fn stretches(form: Form, seats: &[Seat]) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (item, seat) in seats.iter().enumerate() {
        let Seat::At { place, ranks } = seat else { break };
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
    /// # Errors
    /// An item with too many options, or too many options, and the limit that was reached.
    pub(super) fn new(problem: &Problem, tuning: Tuning, limits: &mut Limits<'_>) -> Result<Self, Refused> {
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        let presolved = Presolved::of(problem, &holders, limits)?;
        let Presolved { live, items, .. } = &presolved;
        if let Some((item, options)) = items.iter().find(|(_, options)| options.len() > MOST_SLOTS) {
            let name = problem.name(*item).to_owned();
            let found = options.len();
            return Err(Unsupported::OptionsOfItem { name, found, most: MOST_SLOTS }.into());
        }
        let squares = problem.items().map(|item| holders.of_item(item).len().pow(2));
        if live.len() >= MOST_OPTIONS || squares.sum::<usize>() > MOST_CONFLICTS {
            return Err(Unsupported::Options { found: live.len(), most: MOST_OPTIONS }.into());
        }
        let fates = Fate::of_options(problem, &presolved.forced, live);
        let number = |option: &OptionId| match fates[option.index()] {
            Fate::Live(number) => usize::from(number),
            Fate::Forced | Fate::Dead | Fate::Idle => unreachable!("presolved items have live options alone"),
        };
        let options_of: Vec<Vec<usize>> =
            items.iter().map(|(_, options)| options.iter().map(number).collect()).collect();
        let mut items_of = vec![Vec::new(); live.len()];
        for (item, options) in options_of.iter().enumerate() {
            for &option in options {
                items_of[option].push(item);
            }
        }
        let matrix = Matrix { options_of, items_of };
        let mut classes = components::classes(&matrix, tuning.fewest_components);
        let layout = RowLayout::new(&matrix.options_of, &mut classes, MOST_SLOTS);
        let seats = seats(problem, &presolved, &layout, &holders);
        let number_of = |fate: &Fate| match fate {
            Fate::Live(number) => u32::from(*number),
            Fate::Forced | Fate::Dead | Fate::Idle => NO_NUMBER,
        };
        let mut tables = Self {
            tuning,
            form: layout.form,
            numbers: fates.iter().map(number_of).collect(),
            number_of_rank: Vec::new(),
            rank_bits: 0,
            is_dead: presolved.is_dead,
            has_secondaries: problem.item_count() > problem.primary_count(),
            fates,
            ranked: primaries(problem).take_while(|&item| holders.of_item(item).len() <= 256).count(),
            stretches: stretches(layout.form, &seats),
            seats,
            forced: presolved.forced,
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
            options: presolved.live,
        };
        tables.rank(problem, &holders);
        tables.lay_out(&matrix, &layout);
        for (class, block) in classes.iter().zip(&layout.classes) {
            tables.add_class(class, block);
        }
        for ((class, block), at) in classes.iter().zip(&layout.classes).zip(0..) {
            tables.add_configurations(class, block, at);
        }
        tables.lay_out_conflicts(problem, &holders, limits)?;
        Ok(tables)
    }

    /// Builds the table of ranks.
    fn rank(&mut self, problem: &Problem, holders: &Holders) {
        let ranked = || primaries(problem).take(self.ranked);
        let most = ranked().map(|item| holders.of_item(item).len()).max().unwrap_or(0);
        let ranks = (most + 1).next_power_of_two();
        if self.ranked * ranks > MOST_RANKS {
            return;
        }
        let mut numbers = vec![NO_NUMBER; self.ranked * ranks];
        for (item, numbers) in ranked().zip(numbers.chunks_exact_mut(ranks)) {
            for (&option, number) in holders.of_item(item).iter().zip(&mut numbers[1..]) {
                *number = self.numbers[option.index()];
            }
        }
        (self.number_of_rank, self.rank_bits) = (numbers, ranks.trailing_zeros());
    }

    fn lay_out(&mut self, matrix: &Matrix, layout: &RowLayout) {
        let form = self.form;
        let mut slots_of = vec![Vec::new(); matrix.items_of.len()];
        for (&place, slots) in layout.places.iter().zip(&layout.slots) {
            form.spot(form.slots, place).insert(&mut self.root);
            for &(option, slot) in slots {
                slots_of[option].push((place, slot));
                let index = form.index(slot, place);
                self.live_at[index] = short(option);
            }
        }
        for slots in slots_of {
            self.opens.push(slots.iter().map(|&(place, _)| form.spot(form.slots, place)));
            let mut spots: Vec<SlotIndex> =
                slots.iter().map(|&(place, slot)| form.spot(slot, place)).collect();
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
                deletions[at] = narrow(self.options.len() + self.sets.len());
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
        let first = self.options.len() + self.sets.len();
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
                self.configurations.push(deletions.map(|number| number - narrow(self.options.len())));
            }
        }
    }

    /// Builds the masks, or the lists of conflicts.
    fn lay_out_conflicts(
        &mut self,
        problem: &Problem,
        holders: &Holders,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        if matches!(self.form.packing, Packing::Lines(_)) {
            return self.list_conflicts(problem, holders, limits);
        }
        let lines = self.form.lines;
        let (options, sets) = (self.options.len(), self.sets.len());
        let numbers = options + sets + self.configurations.len();
        self.masks = vec![Line([u64::MAX; 8]); numbers * lines];
        for item in problem.items() {
            limits.setup((holders.of_item(item).len() + 1) * lines)?;
            self.part_at(problem, item, holders.of_item(item));
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

    /// Removes, from the mask of each option that uses the item, the options that may not share the item with
    /// it, including itself.
    fn part_at(&mut self, problem: &Problem, item: ItemId, options: &[OptionId]) {
        let lines = self.form.lines;
        let live = by_color(problem, &self.fates, item, options);
        let mut all = vec![Line([u64::MAX; 8]); lines];
        for &(_, number) in &live {
            self.spots.of(usize::from(number)).iter().for_each(|spot| spot.remove(&mut all));
        }
        for group in live.chunk_by(|one, other| one.0 == other.0) {
            let mut kept = all.clone();
            if group[0].0 != Color::NONE {
                for &(_, number) in group {
                    self.spots.of(usize::from(number)).iter().for_each(|spot| spot.insert(&mut kept));
                }
            }
            for &(_, number) in group {
                let mask = &mut self.masks[usize::from(number) * lines..][..lines];
                for (line, kept) in mask.iter_mut().zip(&kept) {
                    for (word, kept) in line.0.iter_mut().zip(kept.0) {
                        *word &= kept;
                    }
                }
            }
        }
    }

    fn list_conflicts(
        &mut self,
        problem: &Problem,
        holders: &Holders,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut conflicts: Vec<Vec<u16>> = vec![Vec::new(); self.options.len()];
        for item in problem.items().skip(problem.primary_count()) {
            let live = by_color(problem, &self.fates, item, holders.of_item(item));
            for &(color, number) in &live {
                limits.setup(live.len())?;
                let is_rival = |&&(other, rival): &&(Color, u16)| {
                    rival != number && (color != other || color == Color::NONE)
                };
                let rivals = live.iter().filter(is_rival).map(|&(_, rival)| rival);
                conflicts[usize::from(number)].extend(rivals);
            }
        }
        for mut list in conflicts {
            limits.setup(list.len())?;
            list.sort_unstable();
            list.dedup();
            self.conflicts.push(list);
        }
        Ok(())
    }

    /// Returns the slot of the live option of an item that has only one.
    pub(super) fn slot_of(&self, row: &[Line], place: ItemPlace) -> usize {
        let is_live = |slot: &usize| self.form.spot(*slot, place).is_in(row);
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

    /// Deletes from a row the options that conflict with an option without primary items. Returns false if a
    /// forced option conflicts with it.
    pub(super) fn delete_for_idle(&self, problem: &Problem, row: &mut [Line], idle: OptionId) -> bool {
        for (number, &option) in self.options.iter().enumerate() {
            if !are_compatible(problem, idle, option) {
                self.spots.of(number).iter().for_each(|spot| spot.remove(row));
            }
        }
        self.forced.iter().all(|&option| are_compatible(problem, idle, option))
    }

    /// Returns true if those of the options that have no primary item may be chosen together.
    pub(super) fn are_idle_compatible(&self, problem: &Problem, options: &[OptionId]) -> bool {
        if !self.has_secondaries {
            return true;
        }
        let is_idle = |option: &&OptionId| self.fates[option.index()] == Fate::Idle;
        let mut idle: Vec<OptionId> = options.iter().filter(is_idle).copied().collect();
        idle.sort_unstable();
        idle.dedup();
        (1..idle.len()).all(|at| idle[..at].iter().all(|&one| are_compatible(problem, one, idle[at])))
    }
}
