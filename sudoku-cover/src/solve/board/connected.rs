//! Cells of a kind that are connected along rows and columns: some cells are of it, some may be.

use super::cell::{CellNumber, Kept};
use super::dead_end::DeadEnd;

/// The places of the cells of a board, row by row: those of their digits, or those of their regions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub(super) side: usize,
    pub(super) first: usize,
}

impl Layer {
    pub(super) fn count(self) -> usize {
        self.side * self.side
    }

    pub(super) fn places(self) -> impl Iterator<Item = CellNumber> {
        let number = |place: usize| CellNumber::try_from(place).unwrap_or(CellNumber::MAX);
        (self.first..self.first + self.count()).map(number)
    }

    pub(super) fn has(self, place: CellNumber) -> bool {
        (self.first..self.first + self.count()).contains(&usize::from(place))
    }

    pub(super) fn place(self, cell: usize) -> CellNumber {
        CellNumber::try_from(self.first + cell).unwrap_or(CellNumber::MAX)
    }

    pub(super) fn neighbors(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column, last) = (cell / self.side, cell % self.side, self.side - 1);
        let above = (row > 0).then(|| cell - self.side);
        let left = (column > 0).then(|| cell - 1);
        let right = (column < last).then(|| cell + 1);
        let below = (row < last).then(|| cell + self.side);
        [above, left, right, below].into_iter().flatten()
    }
}

/// The cells that hold one of some digits, or are in one region, are connected.
#[derive(Debug)]
pub(super) struct Connected {
    pub(super) layer: Layer,
    /// The digits or the region, as bits of their ranks.
    pub(super) digits: u32,
    /// The number of cells, if it is known.
    pub(super) size: Option<usize>,
}

/// Memory for one propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct ConnectedScratch {
    is_of: Vec<Known>,
    /// By cell its number in the order in which it was reached, from 1.
    number: Vec<u32>,
    /// By cell the least number that is reached from its subtree without its parent.
    low: Vec<u32>,
    /// By cell the number of cells in its subtree, and of those among them that are of the kind.
    sizes: Vec<[u32; 2]>,
    /// By cell the number of cells that are cut off without it, and whether one of them is of the kind.
    cut: Vec<(u32, bool)>,
    /// The cells on the path to the current one, each with the number of neighbors that were looked at.
    path: Vec<(usize, u8)>,
    distance: Vec<u32>,
    queue: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Out,
    Open,
    In,
}

impl Connected {
    /// Appends the candidates that remain in some cells.
    pub(super) fn support(
        &self,
        candidates: &[u32],
        scratch: &mut ConnectedScratch,
        kept: &mut Vec<Kept>,
    ) -> Result<(), DeadEnd> {
        let (layer, digits) = (self.layer, self.digits);
        let cells = layer.count();
        let of = &candidates[layer.first..layer.first + cells];
        let known = |&candidates: &u32| match (candidates & digits, candidates & !digits) {
            (0, _) => Known::Out,
            (_, 0) => Known::In,
            _ => Known::Open,
        };
        scratch.is_of.clear();
        scratch.is_of.extend(of.iter().map(known));
        let count = |kind| scratch.is_of.iter().filter(|&&known| known == kind).count();
        let (inside, open) = (count(Known::In), count(Known::Open));
        let least = self.size.unwrap_or(inside.max(1));
        let blamed = |kind| {
            let cell = scratch.is_of.iter().position(|&known| known == kind).unwrap_or(0);
            Err(DeadEnd::Cell(layer.place(cell)))
        };
        if inside > least {
            return blamed(Known::In);
        }
        if inside + open < least {
            return blamed(Known::Out);
        }
        let keep_out = |cell: usize, kept: &mut Vec<Kept>| kept.push((layer.place(cell), !digits));
        if open > 0 && (self.size == Some(inside) || self.size == Some(inside + open)) {
            let mask = if self.size == Some(inside) { !digits } else { digits };
            let all = (0..cells).filter(|&cell| scratch.is_of[cell] == Known::Open);
            kept.extend(all.map(|cell| (layer.place(cell), mask)));
            // What follows is found when the cells are known.
            return Ok(());
        }
        let Some(root) = scratch.is_of.iter().position(|&known| known == Known::In) else {
            return scratch.keep_large_parts(layer, least, |cell| keep_out(cell, kept));
        };
        let (reached, reached_inside) = scratch.search(layer, root);
        if reached_inside < inside {
            let is_apart = |&cell: &usize| scratch.is_of[cell] == Known::In && scratch.number[cell] == 0;
            return Err(DeadEnd::Cell(layer.place((0..cells).find(is_apart).unwrap_or(root))));
        }
        if reached < least {
            return Err(DeadEnd::Cell(layer.place(root)));
        }
        if let Some(size) = self.size {
            scratch.measure(layer, size - inside);
        }
        for cell in 0..cells {
            if scratch.is_of[cell] != Known::Open {
                continue;
            }
            let is_far = self.size.is_some() && scratch.distance[cell] == u32::MAX;
            if scratch.number[cell] == 0 || is_far {
                keep_out(cell, kept);
                continue;
            }
            let (cut, cuts_inside) = scratch.cut[cell];
            let left = reached - 1 - usize::try_from(cut).unwrap_or(usize::MAX);
            if cuts_inside || self.size.is_some_and(|size| left < size) {
                kept.push((layer.place(cell), digits));
            }
        }
        Ok(())
    }
}

impl ConnectedScratch {
    fn clear(&mut self, cells: usize) {
        for numbers in [&mut self.number, &mut self.low] {
            numbers.clear();
            numbers.resize(cells, 0);
        }
        self.sizes.clear();
        self.sizes.resize(cells, [0, 0]);
        self.cut.clear();
        self.cut.resize(cells, (0, false));
    }

    /// Calls `remove` for the cells of parts with fewer cells than the kind needs. An error if no part is large enough.
    fn keep_large_parts(
        &mut self,
        layer: Layer,
        least: usize,
        mut remove: impl FnMut(usize),
    ) -> Result<(), DeadEnd> {
        let is_of = std::mem::take(&mut self.is_of);
        let mut is_any = false;
        self.each_part(
            layer,
            |one, other| is_of[one] != Known::Out && is_of[other] != Known::Out,
            |part| {
                // A cell that is not of the kind is a part of its own.
                let is_large = part.len() >= least && is_of[part[0]] != Known::Out;
                is_any |= is_large;
                part.iter()
                    .filter(|&&cell| !is_large && is_of[cell] != Known::Out)
                    .for_each(|&cell| remove(cell));
            },
        );
        self.is_of = is_of;
        if is_any { Ok(()) } else { Err(DeadEnd::Cell(layer.place(0))) }
    }

    /// Calls `act` with the cells of each part: those that are connected by neighbors that are joined.
    pub(super) fn each_part(
        &mut self,
        layer: Layer,
        are_joined: impl Fn(usize, usize) -> bool,
        mut act: impl FnMut(&[usize]),
    ) {
        self.number.clear();
        self.number.resize(layer.count(), 0);
        for first in 0..layer.count() {
            if self.number[first] != 0 {
                continue;
            }
            self.queue.clear();
            self.queue.push(first);
            self.number[first] = 1;
            let mut next = 0;
            while let Some(&cell) = self.queue.get(next) {
                next += 1;
                for other in layer.neighbors(cell) {
                    if self.number[other] == 0 && are_joined(cell, other) {
                        self.number[other] = 1;
                        self.queue.push(other);
                    }
                }
            }
            act(&self.queue);
        }
    }

    /// Searches depth first from a cell of the kind. Returns the number of cells reached, and of those of the kind. (Hopcroft
    /// and Tarjan, *Efficient algorithms for graph manipulation*, 1973: cells that separate others.)
    fn search(&mut self, layer: Layer, root: usize) -> (usize, usize) {
        self.clear(layer.count());
        let mut last = 1;
        self.path.clear();
        self.path.push((root, 0));
        (self.number[root], self.low[root]) = (1, 1);
        self.sizes[root] = [1, 1];
        while let Some((cell, looked)) = self.path.last_mut() {
            let (cell, at) = (*cell, usize::from(*looked));
            *looked += 1;
            if let Some(other) = layer.neighbors(cell).nth(at) {
                if self.is_of[other] == Known::Out {
                    continue;
                }
                if self.number[other] != 0 {
                    self.low[cell] = self.low[cell].min(self.number[other]);
                    continue;
                }
                last += 1;
                (self.number[other], self.low[other]) = (last, last);
                self.sizes[other] = [1, u32::from(self.is_of[other] == Known::In)];
                self.path.push((other, 0));
                continue;
            }
            self.path.pop();
            let Some(&(parent, _)) = self.path.last() else { break };
            let [size, inside] = self.sizes[cell];
            self.sizes[parent][0] += size;
            self.sizes[parent][1] += inside;
            self.low[parent] = self.low[parent].min(self.low[cell]);
            if self.low[cell] >= self.number[parent] {
                self.cut[parent].0 += size;
                self.cut[parent].1 |= inside > 0;
            }
        }
        let [reached, inside] = self.sizes[root].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        (reached, inside)
    }

    /// Finds by cell how many more cells connect it with those of the kind, up to `most`.
    fn measure(&mut self, layer: Layer, most: usize) {
        self.distance.clear();
        self.distance.resize(layer.count(), u32::MAX);
        self.queue.clear();
        for cell in 0..layer.count() {
            if self.is_of[cell] == Known::In {
                self.distance[cell] = 0;
                self.queue.push(cell);
            }
        }
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            if usize::try_from(self.distance[cell]).is_ok_and(|distance| distance >= most) {
                continue;
            }
            for other in layer.neighbors(cell) {
                if self.is_of[other] != Known::Out && self.distance[other] == u32::MAX {
                    self.distance[other] = self.distance[cell] + 1;
                    self.queue.push(other);
                }
            }
        }
    }
}
