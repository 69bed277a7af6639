//! The graph of the items of a problem: two items are neighbors if an option that may be taken uses both.

use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::content::FieldContent;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, narrow, wide};
use crate::problem::{Holders, Problem};

/// Greatest number of neighbors of all items for each use, above which they are not listed: options of hundreds of
/// items have too many pairs to list, and make every frontier wide.
const NEIGHBORS_OF_A_USE: usize = 64;

/// The items and options that givens leave, with the items that share an option.
pub(super) struct ItemGraph {
    /// The primary items that are not settled, in the order of the problem.
    pub(super) primaries: Vec<ItemId>,
    pub(super) primary_count: usize,
    pub(super) option_count: usize,
    /// By item: true if the order may contain it. These are the primary items, and the secondary ones that no option
    /// uses in a color: at most one option covers them, as if they had the bounds 0 and 1.
    pub(super) may_be_ranked: Vec<bool>,
    /// By item: the live options that use it.
    options: Lists,
    /// By option: the items that it uses, without those that are settled. Empty for options that are not live.
    uses: Lists,
    /// By item: the items that share a live option with it, itself included; `None` if there are too many to list.
    pub(super) neighbors: Option<Lists>,
    /// By item: the bits of a field of the frontier that records it, as a logarithm.
    pub(super) bits: Vec<f64>,
}

/// Lists of numbers, one after the other.
#[derive(Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    fn new() -> Self {
        Self { starts: vec![0], entries: Vec::new() }
    }

    /// Ends the list to which entries were pushed.
    fn end(&mut self) {
        self.starts.push(narrow(self.entries.len()));
    }

    pub(super) fn of(&self, number: u32) -> &[u32] {
        &self.entries[wide(self.starts[wide(number)])..wide(self.starts[wide(number) + 1])]
    }

    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }
}

impl ItemGraph {
    /// # Errors
    /// [`Stopped::Asked`]. With little memory, the neighbors are not listed.
    pub(super) fn of(problem: &Problem, settled: &Settled, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut uses = Lists::new();
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            if settled.is_live(problem, option) {
                uses.entries.extend(settled.open_uses(problem, option).map(|used| used.item.0));
            }
            uses.end();
        }
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        let mut options = Lists::new();
        let mut may_be_ranked = Vec::with_capacity(problem.item_count());
        let mut bits = Vec::with_capacity(problem.item_count());
        for item in problem.items() {
            let held = holders.of_item(item);
            limits.setup(held.len())?;
            let is_open = !settled.is_settled(item);
            if is_open {
                let live = held.iter().filter(|&&option| settled.is_live(problem, option));
                options.entries.extend(live.map(|option| option.0));
            }
            options.end();
            let content = if is_open {
                FieldContent::of(problem, settled, &holders, item)
            } else {
                FieldContent::Nothing
            };
            let is_primary = item.index() < problem.primary_count();
            may_be_ranked.push(is_open && (is_primary || matches!(content, FieldContent::Bit)));
            bits.push((f64::from(content.greatest()) + 1.0).log2());
        }
        let primaries = problem.items().take(problem.primary_count());
        let primaries = primaries.filter(|&item| !settled.is_settled(item)).collect();
        let mut graph = Self {
            primaries,
            primary_count: problem.primary_count(),
            option_count: problem.option_count(),
            may_be_ranked,
            options,
            uses,
            neighbors: None,
            bits,
        };
        graph.neighbors = graph.listed_neighbors(limits)?;
        Ok(graph)
    }

    /// Returns the neighbors of all items, or `None` if there are too many.
    fn listed_neighbors(&self, limits: &mut Limits<'_>) -> Result<Option<Lists>, Stopped> {
        let most = (NEIGHBORS_OF_A_USE * self.uses.entry_count()).min(limits.most_bytes() / size_of::<u32>());
        let mut neighbors = Lists::new();
        let items = self.item_count();
        let mut seen_by = vec![u32::MAX; wide(items)];
        for item in 0..items {
            for &option in self.options_of(item) {
                limits.setup(self.uses_of(option).len())?;
                for &used in self.uses_of(option) {
                    if std::mem::replace(&mut seen_by[wide(used)], item) != item {
                        neighbors.entries.push(used);
                    }
                }
            }
            neighbors.end();
            if neighbors.entry_count() > most {
                return Ok(None);
            }
        }
        Ok(Some(neighbors))
    }

    /// Returns the primary items of which an option can exclude an option of another one, by item, itself included; `None`
    /// if there are too many.
    pub(super) fn neighbors_by_options(&self, limits: &mut Limits<'_>) -> Result<Option<Lists>, Stopped> {
        let most = (NEIGHBORS_OF_A_USE * self.uses.entry_count()).min(limits.most_bytes() / size_of::<u32>());
        let items = self.item_count();
        // By secondary item: the primary items that share an option with it.
        let mut primaries = Lists::new();
        let mut neighbors = Lists::new();
        let mut seen_by = vec![u32::MAX; wide(items)];
        for item in 0..items {
            if !self.is_primary(item) && self.bits[wide(item)] > 0.0 {
                for &used in self.options_of(item).iter().flat_map(|&option| self.uses_of(option)) {
                    if self.is_primary(used) && std::mem::replace(&mut seen_by[wide(used)], item) != item {
                        primaries.entries.push(used);
                    }
                }
            }
            primaries.end();
        }
        seen_by.fill(u32::MAX);
        let mut work = 0;
        for item in 0..items {
            let options = if self.is_primary(item) { self.options_of(item) } else { &[] };
            for &used in options.iter().flat_map(|&option| self.uses_of(option)) {
                if std::mem::replace(&mut seen_by[wide(used)], item) == item {
                    continue;
                }
                let of_secondary = primaries.of(used);
                limits.setup(of_secondary.len() + 1)?;
                work += of_secondary.len() + 1;
                if self.is_primary(used) {
                    neighbors.entries.push(used);
                }
                for &other in of_secondary {
                    if std::mem::replace(&mut seen_by[wide(other)], item) != item {
                        neighbors.entries.push(other);
                    }
                }
            }
            neighbors.end();
            if work > most {
                return Ok(None);
            }
        }
        Ok(Some(neighbors))
    }

    pub(super) fn item_count(&self) -> u32 {
        narrow(self.may_be_ranked.len())
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        wide(item) < self.primary_count
    }

    pub(super) fn options_of(&self, item: u32) -> &[u32] {
        self.options.of(item)
    }

    pub(super) fn uses_of(&self, option: u32) -> &[u32] {
        self.uses.of(option)
    }

    pub(super) fn use_count(&self) -> usize {
        self.uses.entry_count()
    }
}
