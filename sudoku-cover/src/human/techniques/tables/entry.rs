//! The table of an assumption: the assumption itself, and what follows from it, each with its reasons.

use crate::human::techniques::implications::Assumption;

/// The reasons of an entry that follows from the premise alone.
pub(super) const FIRST: [u16; 5] = [0; 5];

/// A consequence of the first entry of its table.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Entry {
    pub(super) to: Assumption,
    /// The places of the entries on which it depends, the greatest one first, as far as there are more than the
    /// premise.
    pub(super) reasons: [u16; 5],
    /// The number of entries on the way to it.
    pub(super) distance: u16,
}

/// By assumption its table: the assumption itself and its direct consequences.
pub(in super::super) type Base = Vec<Vec<Entry>>;

impl Entry {
    /// Returns an entry with these reasons, one step farther than the first of them.
    pub(super) fn new(to: Assumption, mut reasons: [u16; 5], entries: &[Entry]) -> Entry {
        let before = entries.get(usize::from(reasons[0])).map_or(0, |entry| entry.distance);
        for other in 1..reasons.len() {
            if reasons[other] > reasons[0] {
                reasons.swap(0, other);
            }
        }
        Entry { to, reasons, distance: before.saturating_add(1) }
    }
}
