//! Carries out chosen, deleted and forced options in a row, in registers or in memory.

use dlx_simd::{Lanes, Line};

use super::layout::{ItemPlace, word_at};
use super::numbers::{narrow, wide};
use super::tables::UnorderedTables;

/// The result of carrying out what a row forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Propagated {
    /// Each item has several live options or is covered.
    Open,
    /// Every item is covered.
    Solved,
    /// An item has no live option.
    Dead,
}

/// The storage of rows of a form: in registers or in memory. Every function is `inline(always)` in every
/// implementation.
pub(super) trait Keep {
    /// Carries out the numbers in the row at `way.from`, and the options then forced, into the row at
    /// `way.to`. At a dead end, the row at `way.to` has no defined content.
    fn propagate<L: Lanes>(
        lanes: L,
        tables: &UnorderedTables,
        rows: &mut [Line],
        way: RowStep,
        numbers: &[u32],
        rounds: &mut u64,
    ) -> Propagated;
}

/// The source and target of a propagation, which may be the same row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowStep {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Rows in registers, with sets of six words: see [`Packing::Six`](super::layout::Packing::Six).
#[derive(Debug)]
pub(super) struct Six<const SLOTS: usize, const LINES: usize>;

/// Rows in registers, with a set in each line.
#[derive(Debug)]
pub(super) struct Eight<const SLOTS: usize, const LINES: usize>;

/// Rows in memory.
#[derive(Debug)]
pub(super) struct InMemory;

/// Access to the sets of a row in registers. In a set of six words, the words after the sixth have no
/// meaning.
trait Packed {
    const WORDS: usize;
    /// A mask with one bit for each word of a set.
    const ALL_WORDS: u64 = (1 << Self::WORDS) - 1;
    /// Number of slots whose words fit into 64 bits, one bit for each word of each slot.
    const SLOTS_OF_HALF: usize = 64 / Self::WORDS;
    /// By such a bit: the index of the word in consecutive lines.
    const WORD_OF_BIT: [u8; 64] = {
        let mut words = [0; 64];
        let mut bit = 0;
        while bit < 64 {
            words[bit] = (bit / Self::WORDS * 8 + bit % Self::WORDS).to_le_bytes()[0];
            bit += 1;
        }
        words
    };

    fn set<L: Lanes, const LINES: usize>(lanes: L, row: &[L::Vector; LINES], place: usize) -> L::Vector;
}

impl<const SLOTS: usize, const LINES: usize> Packed for Six<SLOTS, LINES> {
    const WORDS: usize = 6;

    #[inline(always)]
    fn set<L: Lanes, const N: usize>(lanes: L, row: &[L::Vector; N], place: usize) -> L::Vector {
        if place < N {
            row[place]
        } else {
            let first = 3 * (place - N);
            lanes.last_pairs(row[first], row[first + 1], row[first + 2])
        }
    }
}

impl<const SLOTS: usize, const LINES: usize> Packed for Eight<SLOTS, LINES> {
    const WORDS: usize = 8;

    #[inline(always)]
    fn set<L: Lanes, const N: usize>(_: L, row: &[L::Vector; N], place: usize) -> L::Vector {
        row[place]
    }
}

macro_rules! keep_packed {
    ($keep:ident) => {
        impl<const SLOTS: usize, const LINES: usize> Keep for $keep<SLOTS, LINES> {
            #[inline(always)]
            fn propagate<L: Lanes>(
                lanes: L,
                tables: &UnorderedTables,
                rows: &mut [Line],
                way: RowStep,
                numbers: &[u32],
                rounds: &mut u64,
            ) -> Propagated {
                propagate_packed::<Self, SLOTS, LINES, L>(lanes, tables, rows, way, numbers, rounds)
            }
        }
    };
}

keep_packed!(Six);
keep_packed!(Eight);

#[inline(always)]
fn apply<L: Lanes, const LINES: usize>(lanes: L, row: &mut [L::Vector; LINES], mask: &[Line; LINES]) {
    let mask = lanes.at(mask);
    for line in 0..LINES {
        row[line] = lanes.and(row[line], lanes.load(&mask[line]));
    }
}

/// Returns the items that have a live option, and those that have several.
#[inline(always)]
fn one_and_two<L: Lanes, const SLOTS: usize>(lanes: L, sets: &[L::Vector; SLOTS]) -> (L::Vector, L::Vector) {
    let (mut one, mut two) = (sets[0], lanes.splat(0));
    let mut slot = 1;
    while slot + 1 < SLOTS {
        let (a, b) = (sets[slot], sets[slot + 1]);
        two = lanes.or(two, lanes.majority(one, a, b));
        one = lanes.or(lanes.or(one, a), b);
        slot += 2;
    }
    if slot < SLOTS {
        two = lanes.or(two, lanes.and(one, sets[slot]));
        one = lanes.or(one, sets[slot]);
    }
    (one, two)
}

#[inline(always)]
fn propagate_packed<P: Packed, const SLOTS: usize, const LINES: usize, L: Lanes>(
    lanes: L,
    tables: &UnorderedTables,
    rows: &mut [Line],
    way: RowStep,
    numbers: &[u32],
    rounds: &mut u64,
) -> Propagated {
    let (masks, _) = tables.masks.as_chunks::<LINES>();
    let (live_at, _) = tables.live_at.as_chunks::<64>();
    let source: &[Line; LINES] = &rows.as_chunks().0[way.from];
    let mut row = [lanes.splat(0); LINES];
    for line in 0..LINES {
        row[line] = lanes.load(&source[line]);
    }
    for &number in numbers {
        apply(lanes, &mut row, &masks[wide(number)]);
    }
    let all = {
        let root: &[Line; LINES] = &tables.root.as_chunks().0[0];
        let mut sets = [lanes.splat(0); LINES];
        for line in 0..LINES {
            sets[line] = lanes.load(&root[line]);
        }
        P::set(lanes, &sets, SLOTS)
    };
    let reached = loop {
        *rounds += 1;
        let mut sets = [lanes.splat(0); SLOTS];
        for slot in 0..SLOTS {
            sets[slot] = P::set(lanes, &row, slot);
        }
        let open = P::set(lanes, &row, SLOTS);
        let (one, two) = one_and_two::<L, SLOTS>(lanes, &sets);
        if lanes.any(lanes.and_not(all, one)) {
            break Propagated::Dead;
        }
        let open = lanes.and(open, all);
        let forced = lanes.and_not(open, two);
        if !lanes.any(forced) {
            break if lanes.any(open) { Propagated::Open } else { Propagated::Solved };
        }
        if !tables.has_secondaries && !lanes.any(lanes.and(two, all)) {
            break Propagated::Solved;
        }
        // The forced options by slot, word and bit; and which words are not 0, one bit each.
        let mut words = [Line::default(); SLOTS];
        let mut filled = [0u64; 2];
        // From the last slot to the first, one at a time: as vectors of masks it takes longer.
        for slot in (0..SLOTS).rev() {
            let of_slot = lanes.and(sets[slot], forced);
            words[slot] = lanes.store(of_slot);
            let half = slot / P::SLOTS_OF_HALF;
            filled[half] = filled[half] << P::WORDS | u64::from(!lanes.zeros(of_slot)) & P::ALL_WORDS;
        }
        for half in 0..SLOTS.div_ceil(P::SLOTS_OF_HALF) {
            let words = Line::words(&words[half * P::SLOTS_OF_HALF..]);
            let live_at = &live_at[half * P::SLOTS_OF_HALF * P::WORDS..];
            let mut filled = filled[half];
            while filled != 0 {
                let place = wide(filled.trailing_zeros());
                filled &= filled - 1;
                let mut bits = words[usize::from(P::WORD_OF_BIT[place % 64])];
                let live_at = &live_at[place];
                while bits != 0 {
                    let bit = wide(bits.trailing_zeros());
                    bits &= bits - 1;
                    apply(lanes, &mut row, &masks[usize::from(live_at[bit % 64])]);
                }
            }
        }
    };
    if reached != Propagated::Dead {
        let (target, _) = rows.as_chunks_mut::<LINES>();
        let target = &mut target[way.to];
        for line in 0..LINES {
            target[line] = lanes.store(row[line]);
        }
    }
    reached
}

impl Keep for InMemory {
    #[inline(always)]
    fn propagate<L: Lanes>(
        lanes: L,
        tables: &UnorderedTables,
        rows: &mut [Line],
        way: RowStep,
        numbers: &[u32],
        rounds: &mut u64,
    ) -> Propagated {
        let form = tables.form;
        if way.from != way.to {
            rows.copy_within(way.from * form.lines..(way.from + 1) * form.lines, way.to * form.lines);
        }
        let row = &mut rows[way.to * form.lines..][..form.lines];
        for &number in numbers {
            if !carry_out(tables, row, wide(number)) {
                return Propagated::Dead;
            }
        }
        let lines = form.words / 8;
        let sets = form.slots * lines;
        loop {
            *rounds += 1;
            let (mut is_open, mut has_forced) = (false, false);
            for line in 0..lines {
                let all = lanes.load(&tables.root[sets + line]);
                let (mut one, mut two) = (lanes.splat(0), lanes.splat(0));
                for slot in 0..form.slots {
                    let set = lanes.load(&row[slot * lines + line]);
                    two = lanes.or(two, lanes.and(one, set));
                    one = lanes.or(one, set);
                }
                if lanes.any(lanes.and_not(all, one)) {
                    return Propagated::Dead;
                }
                let open = lanes.load(&row[sets + line]);
                is_open |= lanes.any(open);
                let forced = lanes.and_not(open, two);
                if !lanes.any(forced) {
                    continue;
                }
                has_forced = true;
                let forced = lanes.store(forced);
                for (word, &bits) in forced.0.iter().enumerate() {
                    let word = 8 * line + word;
                    let mut bits = bits;
                    // An option that is carried out closes its items.
                    while bits != 0 {
                        let place = ItemPlace { word: narrow(word), bit: bits.trailing_zeros() };
                        let live = form.field(place).read(row);
                        if live == 0 {
                            return Propagated::Dead;
                        }
                        let number = tables.number_at(wide(live.trailing_zeros()), place);
                        carry_out(tables, row, number);
                        bits &= bits - 1;
                        bits &= word_at(row, form.words * form.slots + word);
                    }
                }
            }
            if !has_forced {
                return if is_open { Propagated::Open } else { Propagated::Solved };
            }
        }
    }
}

/// Carries out a number in a row in memory. Returns false if it is an option that is no longer live.
#[inline(always)]
fn carry_out(tables: &UnorderedTables, row: &mut [Line], number: usize) -> bool {
    if let Some(set) = number.checked_sub(tables.options) {
        let one = [narrow(set)];
        let configuration = set.checked_sub(tables.sets.len());
        let sets = configuration.map_or(&one[..], |at| tables.configurations.of(at));
        for &option in sets.iter().flat_map(|&set| tables.sets.of(wide(set))) {
            delete_if_live(tables, row, usize::from(option));
        }
        return true;
    }
    if !tables.spots.of(number)[0].is_in(row) {
        return false;
    }
    for &(place, slot) in tables.homes.of(number) {
        let mut others = tables.form.field(place).read(row) & !(1 << slot);
        while others != 0 {
            let other = tables.number_at(wide(others.trailing_zeros()), place);
            others &= others - 1;
            delete(tables, row, other);
        }
    }
    if tables.has_secondaries {
        for &option in tables.conflicts.of(number) {
            delete_if_live(tables, row, usize::from(option));
        }
    }
    for spot in tables.opens.of(number) {
        spot.remove(row);
    }
    true
}

#[inline(always)]
fn delete_if_live(tables: &UnorderedTables, row: &mut [Line], option: usize) {
    if tables.spots.of(option)[0].is_in(row) {
        delete(tables, row, option);
    }
}

#[inline(always)]
fn delete(tables: &UnorderedTables, row: &mut [Line], option: usize) {
    for spot in tables.spots.of(option) {
        spot.remove(row);
    }
}
