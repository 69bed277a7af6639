//! The tables of a subproblem as the search reads them: rows of a constant number of words.

use dlx_simd::Line;

use super::conflicts::{ConflictTable, Conflicts};
use super::sets::{Rows, rows};

/// The tables of a subproblem from which nodes are computed, split into rows of a constant number of words.
#[derive(Clone, Copy)]
pub(super) struct NodeTables<'p, const W: usize, const OW: usize> {
    /// By option: the option of the problem.
    pub(super) options: &'p Rows<u32, W>,
    /// By item: its options.
    pub(super) masks: &'p Rows<[u64; W], OW>,
    /// By option: the options that can be chosen together with it.
    pub(super) conflicts: Conflicts<'p, W>,
    /// By option: its primary items as bits.
    pub(super) covers: &'p Rows<[u64; OW], W>,
    /// By option: its primary items as bytes that are 1, if the numbers of options are brought up to date.
    pub(super) lines: Option<&'p Rows<[Line; OW], W>>,
    /// The masks of eight items side by side, if the numbers are computed anew at each node.
    pub(super) blocks: &'p [[Line; W]],
    /// Whether options use secondary items.
    pub(super) has_secondaries: bool,
}

impl<'p, const W: usize, const OW: usize> NodeTables<'p, W, OW> {
    /// Returns the tables of a subproblem, by the names of its fields.
    #[inline(always)]
    pub(super) fn of(
        options: &'p [u32],
        conflicts: &'p mut ConflictTable,
        covers: &'p [u64],
        lines: &'p [Line],
        blocks: &'p [Line],
        has_secondaries: bool,
    ) -> Self {
        let conflicts = conflicts.conflicts();
        Self {
            options: rows(options),
            masks: rows(conflicts.sets.as_chunks().0),
            conflicts,
            covers: rows(covers.as_chunks().0),
            lines: (!lines.is_empty()).then(|| rows(lines.as_chunks().0)),
            blocks: blocks.as_chunks().0,
            has_secondaries,
        }
    }

    /// Returns true if the numbers of options are computed anew at each node.
    #[inline(always)]
    pub(super) fn is_scanned(&self) -> bool {
        !self.blocks.is_empty()
    }
}
