//! An ordered partition of the vertices of a graph, refined until it is equitable: until all vertices of a
//! cell have equally many neighbors in each cell (B. D. McKay, *Practical graph isomorphism*, 1981).

use super::graph::Graph;
use crate::control::limits::{Limits, Stopped, Underway};
use crate::problem::ids::{narrow, wide};

/// The partition. A cell is a range of `vertices`, and is identified by its first place.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    vertices: Vec<u32>,
    /// By vertex: its place.
    places: Vec<u32>,
    /// By vertex: its cell.
    cells: Vec<u32>,
    /// By cell: its number of vertices.
    sizes: Vec<u32>,
    /// The cells in the order in which they were split off, each with the cell it was split off from.
    splits: Vec<(u32, u32)>,
    scratch: Scratch,
    /// Number of neighbors visited that have not been charged to the limits.
    work: u64,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Cells by which the others are still to be split.
    queue: std::collections::VecDeque<u32>,
    is_queued: Vec<bool>,
    /// By vertex: the number of its neighbors in the present cell; otherwise 0.
    counts: Vec<u32>,
    /// By cell: the number of its vertices with such a neighbor; otherwise 0.
    hits: Vec<u32>,
    /// Vertices and cells with hits.
    touched: Vec<u32>,
    hit: Vec<u32>,
    members: Vec<u32>,
    /// The places at which the parts of a cell begin, each with its count.
    begins: Vec<(u32, u32)>,
}

/// What a refinement did, in an order that does not depend on the names of the vertices. Two vertices that an
/// automorphism exchanges have equal traces.
#[derive(Debug)]
pub(crate) enum Trace<'t> {
    Record(&'t mut Vec<u64>),
    /// Record up to this many steps, and stop there.
    Begin(&'t mut Vec<u64>, usize),
    /// Compare with a recorded one.
    Compare(&'t [u64]),
}

impl Partition {
    /// Returns the partition into the classes of a graph, refined. Mark 0 stands for it.
    pub(crate) fn refined(graph: &Graph, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut partition = Self::of(graph);
        partition.refine(graph, Trace::Record(&mut Vec::new()), limits)?;
        partition.splits.clear();
        Ok(partition)
    }

    /// Returns the partition into the classes of a graph. All cells are queued for the first refinement.
    fn of(graph: &Graph) -> Self {
        let count = graph.len();
        let mut vertices: Vec<u32> = (0..count).map(narrow).collect();
        vertices.sort_by_key(|&vertex| graph.class(vertex));
        let mut partition = Self {
            places: vec![0; count],
            cells: vec![0; count],
            sizes: vec![0; count],
            splits: Vec::new(),
            scratch: Scratch {
                is_queued: vec![false; count],
                counts: vec![0; count],
                hits: vec![0; count],
                ..Scratch::default()
            },
            vertices,
            work: 0,
        };
        let mut cell = 0;
        for place in 0..count {
            let vertex = partition.vertices[place];
            if place == 0 || graph.class(partition.vertices[place - 1]) != graph.class(vertex) {
                cell = narrow(place);
                partition.enqueue(cell);
            }
            partition.places[wide(vertex)] = narrow(place);
            partition.cells[wide(vertex)] = cell;
            partition.sizes[wide(cell)] += 1;
        }
        partition
    }

    /// Returns the vertices in the order of their cells.
    pub(crate) fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Returns the first cell from this one on that has several vertices.
    pub(crate) fn first_large_cell(&self, from: u32) -> Option<u32> {
        let mut cell = from;
        while wide(cell) < self.vertices.len() {
            match self.sizes[wide(cell)] {
                1 => cell += 1,
                _ => return Some(cell),
            }
        }
        None
    }

    /// Returns the vertices of a cell, in no particular order.
    pub(crate) fn cell(&self, cell: u32) -> &[u32] {
        &self.vertices[wide(cell)..][..wide(self.sizes[wide(cell)])]
    }

    /// Returns the cell of a vertex.
    pub(crate) fn cell_of(&self, vertex: u32) -> u32 {
        self.cells[wide(vertex)]
    }

    /// Returns a mark of the present partition, for [`undo_to`](Self::undo_to).
    pub(crate) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Joins the cells that were split since the mark.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let Some((cell, from)) = self.splits.pop() else { return };
            let size = self.sizes[wide(cell)];
            for place in cell..cell + size {
                self.cells[wide(self.vertices[wide(place)])] = from;
            }
            self.sizes[wide(from)] += size;
            self.sizes[wide(cell)] = 0;
        }
    }

    fn enqueue(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.scratch.is_queued[wide(cell)], true) {
            self.scratch.queue.push_back(cell);
        }
    }

    fn swap(&mut self, one: u32, other: u32) {
        let (first, second) = (self.vertices[wide(one)], self.vertices[wide(other)]);
        (self.vertices[wide(one)], self.vertices[wide(other)]) = (second, first);
        (self.places[wide(first)], self.places[wide(second)]) = (other, one);
    }

    /// Splits the vertices from a place on off their cell.
    fn split_at(&mut self, from: u32, place: u32) {
        let end = from + self.sizes[wide(from)];
        self.sizes[wide(from)] = place - from;
        self.sizes[wide(place)] = end - place;
        for at in place..end {
            self.cells[wide(self.vertices[wide(at)])] = place;
        }
        self.splits.push((place, from));
    }

    /// Makes a vertex a cell of its own, before the rest of its cell, and queues it.
    pub(crate) fn individualize(&mut self, vertex: u32) {
        let cell = self.cells[wide(vertex)];
        if self.sizes[wide(cell)] > 1 {
            self.swap(cell, self.places[wide(vertex)]);
            self.split_at(cell, cell + 1);
        }
        self.enqueue(cell);
    }

    /// Splits off those vertices of each cell that are in a set, and queues them.
    pub(crate) fn split_by(&mut self, set: &[u32]) {
        let mut hit: Vec<u32> = Vec::new();
        for &vertex in set {
            self.touch(vertex, &mut hit);
        }
        hit.sort_unstable();
        for cell in hit {
            let hits = std::mem::take(&mut self.scratch.hits[wide(cell)]);
            let size = self.sizes[wide(cell)];
            if hits < size {
                self.split_at(cell, cell + size - hits);
            }
            self.enqueue(cell + size - hits);
        }
    }

    /// Moves a vertex that is not there yet to the end of its cell, where those with hits are.
    fn touch(&mut self, vertex: u32, hit: &mut Vec<u32>) {
        let cell = self.cells[wide(vertex)];
        let hits = self.scratch.hits[wide(cell)];
        if hits == 0 {
            hit.push(cell);
        }
        self.scratch.hits[wide(cell)] = hits + 1;
        self.swap(self.places[wide(vertex)], cell + self.sizes[wide(cell)] - 1 - hits);
    }

    /// Refines the partition by the queued cells until it is equitable, and charges its work to the limits.
    /// Returns false if the trace differs from the one it is compared with, or has reached its greatest length.
    /// After that, and after an error, the partition must be undone.
    ///
    /// # Complexity
    /// For the first refinement O(m log n) with m edges and n vertices, with a logarithm more for sorting.
    pub(crate) fn refine(
        &mut self,
        graph: &Graph,
        mut trace: Trace<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        let mut steps = 0;
        while let Some(splitter) = self.scratch.queue.pop_front() {
            self.scratch.is_queued[wide(splitter)] = false;
            let hash = self.split_by_cell(graph, splitter);
            let is_equal = match &mut trace {
                Trace::Record(hashes) => {
                    hashes.push(hash);
                    true
                }
                Trace::Begin(hashes, most) => {
                    hashes.push(hash);
                    hashes.len() < *most
                }
                Trace::Compare(hashes) => hashes.get(steps) == Some(&hash),
            };
            steps += 1;
            if !is_equal {
                self.clear_queue();
                return self.pay(limits).map(|()| false);
            }
            if self.work >= MOST_WORK
                && let Err(why) = self.pay(limits)
            {
                self.clear_queue();
                return Err(why);
            }
        }
        self.pay(limits)?;
        Ok(match trace {
            Trace::Record(_) | Trace::Begin(..) => true,
            Trace::Compare(hashes) => hashes.len() == steps,
        })
    }

    fn clear_queue(&mut self) {
        while let Some(cell) = self.scratch.queue.pop_front() {
            self.scratch.is_queued[wide(cell)] = false;
        }
    }

    /// Charges the work done to the limits, and asks their question if it is due.
    fn pay(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let nodes = std::mem::take(&mut self.work) / WORK_OF_A_NODE + 1;
        limits.pass(nodes, &Underway::default())
    }

    /// Splits all cells by the number of neighbors in a cell. Returns a hash of what was split.
    fn split_by_cell(&mut self, graph: &Graph, splitter: u32) -> u64 {
        let mut members = std::mem::take(&mut self.scratch.members);
        let mut touched = std::mem::take(&mut self.scratch.touched);
        let mut hit = std::mem::take(&mut self.scratch.hit);
        members.clear();
        members.extend_from_slice(self.cell(splitter));
        touched.clear();
        hit.clear();
        // A cell of one vertex is not split, but a symmetry maps it to one with as many neighbors here.
        let mut singles = 0_u64;
        for &member in &members {
            let neighbors = graph.adjacent(member);
            self.work += neighbors.len() as u64 + 1;
            for &neighbor in neighbors {
                let cell = self.cells[wide(neighbor)];
                if self.sizes[wide(cell)] == 1 {
                    singles = singles.wrapping_add(mix(1, u64::from(cell)));
                    continue;
                }
                let count = &mut self.scratch.counts[wide(neighbor)];
                *count += 1;
                if *count == 1 {
                    touched.push(neighbor);
                }
            }
        }
        for &vertex in &touched {
            self.touch(vertex, &mut hit);
        }
        hit.sort_unstable();
        let mut hash = mix(singles, u64::from(splitter) << 32 | members.len() as u64);
        for &cell in &hit {
            hash = mix(hash, u64::from(cell));
            hash = self.split_by_counts(cell, hash);
        }
        for &vertex in &touched {
            self.scratch.counts[wide(vertex)] = 0;
        }
        self.scratch.members = members;
        self.scratch.touched = touched;
        self.scratch.hit = hit;
        hash
    }

    /// Splits a cell whose last vertices have hits by their counts, in ascending order.
    fn split_by_counts(&mut self, cell: u32, mut hash: u64) -> u64 {
        let hits = std::mem::take(&mut self.scratch.hits[wide(cell)]);
        let size = self.sizes[wide(cell)];
        let (first, end) = (cell + size - hits, cell + size);
        let counts = &self.scratch.counts;
        let range = &mut self.vertices[wide(first)..wide(end)];
        let least = counts[wide(range[0])];
        let are_equal = range.iter().all(|&vertex| counts[wide(vertex)] == least);
        if !are_equal {
            range.sort_unstable_by_key(|&vertex| counts[wide(vertex)]);
            for (place, &vertex) in (first..end).zip(&*range) {
                self.places[wide(vertex)] = place;
            }
        }
        // The cells that the vertices with hits become, from the last to the first, so that each is split off
        // the cell as it is left.
        let mut begins = std::mem::take(&mut self.scratch.begins);
        begins.clear();
        if are_equal {
            begins.push((first, least));
        } else {
            let mut before = 0;
            for place in first..end {
                let count = self.scratch.counts[wide(self.vertices[wide(place)])];
                if count != before {
                    begins.push((place, count));
                    before = count;
                }
            }
        }
        for &(place, count) in &begins {
            hash = mix(hash, u64::from(place) << 32 | u64::from(count));
        }
        if hits < size || begins.len() > 1 {
            self.split_into(cell, first, end, &begins);
        }
        self.scratch.begins = begins;
        hash
    }

    /// Splits a cell into the vertices before `first` and the parts that begin at these places, the last of which
    /// ends at `end`, and queues those that others are still to be split by.
    fn split_into(&mut self, cell: u32, first: u32, end: u32, begins: &[(u32, u32)]) {
        let was_queued = self.scratch.is_queued[wide(cell)];
        let (mut largest, mut most) = (cell, first - cell);
        let mut next = end;
        for &(place, _) in begins.iter().rev() {
            if next - place >= most {
                (largest, most) = (place, next - place);
            }
            if place != cell {
                self.split_at(cell, place);
            }
            next = place;
        }
        // All parts but one determine the numbers of neighbors in the other, unless the cell was queued.
        for place in std::iter::once(cell).chain(begins.iter().map(|&(place, _)| place)) {
            if was_queued || place != largest {
                self.enqueue(place);
            }
        }
    }
}

/// Number of neighbors visited that count as a node for the limits.
const WORK_OF_A_NODE: u64 = 64;
/// Number of neighbors visited after which the limits are asked within a refinement, which takes a few
/// milliseconds.
const MOST_WORK: u64 = 1 << 19;

/// Returns a hash of a hash and another number.
fn mix(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
