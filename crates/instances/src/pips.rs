//! Pips puzzles: dominoes fill a board that is divided into areas, each with a rule for the pips in it.
//!
//! The New York Times has published such puzzles since 2025.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use dlx_core::{ItemId, Limits, Mention, Problem, Query, Search, Uniqueness};

use crate::geometry::{Geometry, Picture};
use crate::grids::Grid;
use crate::numerals::{numerals, pattern};
use crate::random::Random;
use crate::region::Region;
use crate::shape::Cell;
use crate::{InstanceError, Published, check_range, primaries, secondaries};

/// The greatest number of pips on half a domino, and the number of dominoes of a set.
const MOST_PIPS: u32 = 6;
const DOMINOES: usize = 28;
/// The largest number of cells of an area.
const LARGEST_AREA: usize = 6;
/// The nodes within which a puzzle with larger areas must be found to have one solution.
const MOST_NODES: u64 = 2_000;
/// The number of times that dominoes change places until the pips of all cells belong to one solution.
const MOST_CHANGES: usize = 1_000;

/// What the pips in an area must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// Anything.
    Free,
    /// All the same.
    Equal,
    /// All different.
    Unequal,
    /// This much together.
    Sum(u32),
    /// Less than this together.
    Below(u32),
    /// More than this together.
    Above(u32),
}

impl Rule {
    /// Returns whether these pips may be in an area with this many other cells.
    fn allows(self, pips: &[u32], others: usize) -> bool {
        let total: u32 = pips.iter().sum();
        let most = total.saturating_add(most_in(others));
        let distinct = pips.iter().collect::<BTreeSet<_>>().len();
        match self {
            Self::Free => true,
            Self::Equal => distinct <= 1,
            Self::Unequal => distinct == pips.len(),
            Self::Sum(sum) => total <= sum && sum <= most,
            Self::Below(end) => total < end,
            Self::Above(least) => most > least,
        }
    }

    /// Returns the least and the greatest sum of pips in an area of this many cells, if the rule says any.
    fn sums(self, cells: usize) -> Option<(u32, u32)> {
        match self {
            Self::Sum(sum) => Some((sum, sum)),
            Self::Below(end) => Some((0, end.saturating_sub(1))),
            Self::Above(least) => Some((least.saturating_add(1), most_in(cells))),
            Self::Free | Self::Equal | Self::Unequal => None,
        }
    }
}

/// Returns the greatest number of pips in this many cells.
fn most_in(cells: usize) -> u32 {
    MOST_PIPS.saturating_mul(u32::try_from(cells).unwrap_or(u32::MAX))
}

/// Writes the rule as in the puzzles: `=`, `!=`, `12`, `<5` or `>9`, and nothing for an area without a rule.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Free => Ok(()),
            Self::Equal => f.write_str("="),
            Self::Unequal => f.write_str("!="),
            Self::Sum(sum) => write!(f, "{sum}"),
            Self::Below(end) => write!(f, "<{end}"),
            Self::Above(least) => write!(f, ">{least}"),
        }
    }
}

/// Cells that hang together, with a rule for their pips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The cells, in ascending order.
    pub cells: Vec<Cell>,
    /// The rule.
    pub rule: Rule,
}

/// A puzzle with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    region: Region,
    dominoes: Vec<[u32; 2]>,
    areas: Vec<Area>,
}

/// A domino on two neighboring cells, with its pips in the order of the cells.
struct Placement {
    domino: usize,
    cells: [Cell; 2],
    pips: [u32; 2],
}

impl Puzzle {
    /// Returns a random puzzle with different dominoes of a set from 0-0 to 6-6. The same seed gives the same puzzle on
    /// every machine.
    ///
    /// Dominoes fill the region at random, half of them next to equal pips where possible. At first each cell is an
    /// area whose pips are given. Then neighboring areas are joined in random order, up to 6 cells, and some lose their
    /// rule, where the puzzle keeps one solution and a search of 2,000 nodes proves it.
    ///
    /// # Errors
    /// If the region has fewer than 2 or more than 56 cells or several layers, cannot be filled by dominoes, or no
    /// puzzle was found in it.
    pub fn random(region: &Region, seed: u64) -> Result<Self, InstanceError> {
        check_range("the number of layers", region.sizes()[0], 1, 1)?;
        check_range("the number of cells", region.cells().len(), 2, 2 * DOMINOES)?;
        let mut random = Random::new(seed);
        let tiles = tiling(region, &mut random)?;
        let mut set = placed(&tiles, &mut random);
        for _ in 0..MOST_CHANGES {
            let mut puzzle = Self::given(region, &tiles, &set);
            let Some(other) = puzzle.other_solution(&tiles)? else {
                let pips = pips_of(&tiles, &set);
                puzzle.join(&pips, &mut random)?;
                puzzle.free_some(&mut random)?;
                return Ok(puzzle);
            };
            set.swap(other, random.index(DOMINOES));
            if random.index(2) == 0 {
                set[other].reverse();
            }
        }
        Err(InstanceError::NoPuzzle { what: "pips" })
    }

    /// Returns the puzzle in which the pips of each cell are given.
    fn given(region: &Region, tiles: &[[Cell; 2]], set: &[[u32; 2]]) -> Self {
        let pips = pips_of(tiles, set);
        let area = |(&cell, &pips): (&Cell, &u32)| Area { cells: vec![cell], rule: Rule::Sum(pips) };
        let mut dominoes: Vec<[u32; 2]> =
            set[..tiles.len()].iter().map(|&[one, other]| [one.min(other), one.max(other)]).collect();
        dominoes.sort_unstable();
        Self { region: region.clone(), dominoes, areas: pips.iter().map(area).collect() }
    }

    /// Returns the number of a tile where another solution differs from this one, if there is one.
    fn other_solution(&self, tiles: &[[Cell; 2]]) -> Result<Option<usize>, InstanceError> {
        let placements = self.placements();
        let limits = &mut Limits::none();
        let Uniqueness::Several(one, other) = Search::new(&problem(self)?).uniqueness(limits) else {
            return Ok(None);
        };
        let places = one.iter().chain(&other).map(|option| placements[option.index()].cells);
        let is_other = |cells: [Cell; 2]| !tiles.contains(&cells);
        let first = places.into_iter().find(|&cells| is_other(cells)).map(|[cell, _]| cell);
        Ok(tiles.iter().position(|cells| first.is_some_and(|cell| cells.contains(&cell))))
    }

    fn has_one_solution(&self) -> Result<bool, InstanceError> {
        let limits = &mut Limits::none().nodes(MOST_NODES);
        Ok(matches!(Search::new(&problem(self)?).uniqueness(limits), Uniqueness::One(_)))
    }

    /// Joins areas where the puzzle keeps one solution.
    fn join(&mut self, pips: &BTreeMap<Cell, u32>, random: &mut Random) -> Result<(), InstanceError> {
        let mut borders: Vec<[Cell; 2]> = self.region.cells().flat_map(neighbors).collect();
        borders.retain(|[_, beyond]| pips.contains_key(beyond));
        random.shuffle(&mut borders);
        for border in borders {
            // Areas of all sizes up to the largest one are wanted.
            let most = 2 + random.index(LARGEST_AREA - 1);
            let [one, other] =
                border.map(|cell| self.areas.iter().position(|area| area.cells.contains(&cell)));
            let (Some(one), Some(other)) = (one, other) else { continue };
            if one == other || self.areas[one].cells.len() + self.areas[other].cells.len() > most {
                continue;
            }
            let mut joined = self.clone();
            let mut cells = joined.areas.remove(one.max(other)).cells;
            cells.append(&mut joined.areas[one.min(other)].cells);
            cells.sort_unstable();
            let rule = rule_of(&cells.iter().map(|cell| pips[cell]).collect::<Vec<_>>(), random);
            joined.areas[one.min(other)] = Area { cells, rule };
            if joined.has_one_solution()? {
                *self = joined;
            }
        }
        self.areas.sort_by_key(|area| area.cells[0]);
        Ok(())
    }

    /// Leaves a part of the areas without a rule where the puzzle keeps one solution.
    fn free_some(&mut self, random: &mut Random) -> Result<(), InstanceError> {
        let mut left = self.areas.len() / 5;
        for area in random.order(self.areas.len()) {
            if left == 0 {
                break;
            }
            let rule = std::mem::replace(&mut self.areas[area].rule, Rule::Free);
            if self.has_one_solution()? {
                left -= 1;
            } else {
                self.areas[area].rule = rule;
            }
        }
        Ok(())
    }

    /// Returns the board.
    #[must_use]
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// Returns the dominoes by their pips, the fewer first, in ascending order. They are all different.
    #[must_use]
    pub fn dominoes(&self) -> &[[u32; 2]] {
        &self.dominoes
    }

    /// Returns the areas in the order of their first cells. They contain each cell once.
    #[must_use]
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Returns the areas of two cells.
    fn areas_of(&self, cells: [Cell; 2]) -> Vec<usize> {
        let has = |area: &Area, cell| area.cells.binary_search(cell).is_ok();
        let mut areas: Vec<usize> =
            cells.iter().filter_map(|cell| self.areas.iter().position(|area| has(area, cell))).collect();
        areas.dedup();
        areas
    }

    /// Returns the places of all dominoes that the rules allow, in the order of the options.
    fn placements(&self) -> Vec<Placement> {
        let mut placements = Vec::new();
        let cells: BTreeSet<Cell> = self.region.cells().collect();
        let pairs = cells.iter().flat_map(|&cell| neighbors(cell)).filter(|[_, other]| cells.contains(other));
        let pairs: Vec<([Cell; 2], Vec<usize>)> = pairs.map(|pair| (pair, self.areas_of(pair))).collect();
        for (domino, &[one, other]) in self.dominoes.iter().enumerate() {
            let turned = (one != other).then_some([other, one]);
            for &(cells, ref areas) in &pairs {
                for pips in [[one, other]].into_iter().chain(turned) {
                    let placement = Placement { domino, cells, pips };
                    let is_allowed = |&area: &usize| {
                        let within = placement.pips_in(&self.areas[area]);
                        self.areas[area].rule.allows(&within, self.areas[area].cells.len() - within.len())
                    };
                    if areas.iter().all(is_allowed) {
                        placements.push(placement);
                    }
                }
            }
        }
        placements
    }
}

impl Placement {
    /// Returns the pips of the halves that lie in an area.
    fn pips_in(&self, area: &Area) -> Vec<u32> {
        let halves = self.cells.iter().zip(self.pips);
        halves.filter(|(cell, _)| area.cells.binary_search(cell).is_ok()).map(|(_, pips)| pips).collect()
    }
}

/// Returns a cell with the one to its right, and with the one below it.
fn neighbors(cell: Cell) -> [[Cell; 2]; 2] {
    let Cell { row, column, .. } = cell;
    [[cell, Cell::new(row, column + 1)], [cell, Cell::new(row + 1, column)]]
}

/// Returns a way to fill the region with dominoes.
fn tiling(region: &Region, random: &mut Random) -> Result<Vec<[Cell; 2]>, InstanceError> {
    let cells: Vec<Cell> = region.cells().collect();
    let is_cell = |cell: &Cell| cells.binary_search(cell).is_ok();
    let mut pairs: Vec<[Cell; 2]> =
        cells.iter().flat_map(|&cell| neighbors(cell)).filter(|[_, other]| is_cell(other)).collect();
    random.shuffle(&mut pairs);
    let mut builder = Problem::builder();
    let items = primaries(&mut builder, (0..cells.len()).map(|cell| cell.to_string()))?;
    for pair in &pairs {
        builder.add_option(pair.iter().filter_map(|cell| Some(items[cells.binary_search(cell).ok()?])))?;
    }
    let problem = builder.build()?;
    match Query::new(&problem).first() {
        Ok(Some(cover)) => Ok(cover.iter().map(|option| pairs[option.index()]).collect()),
        Ok(None) | Err(_) => Err(InstanceError::NoTiling),
    }
}

/// Returns the set of dominoes in an order and with sides such that the first ones fill these tiles at random, half of
/// them next to equal pips where possible.
fn placed(tiles: &[[Cell; 2]], random: &mut Random) -> Vec<[u32; 2]> {
    let mut set: Vec<[u32; 2]> =
        (0..=MOST_PIPS).flat_map(|most| (0..=most).map(move |least| [least, most])).collect();
    random.shuffle(&mut set);
    let mut pips: BTreeMap<Cell, u32> = BTreeMap::new();
    for (at, tile) in tiles.iter().enumerate() {
        let around = |cell: Cell| {
            let Cell { row, column, .. } = cell;
            let [left, above] = [column.checked_sub(1), row.checked_sub(1)];
            let before = [left.map(|left| Cell::new(row, left)), above.map(|above| Cell::new(above, column))];
            before.into_iter().flatten().chain(neighbors(cell).map(|[_, after]| after))
        };
        let equals = |domino: &[u32; 2]| -> usize {
            let halves = tile.iter().zip(domino);
            halves
                .map(|(&cell, half)| around(cell).filter(|other| pips.get(other) == Some(half)).count())
                .sum()
        };
        if random.index(2) == 0 {
            set[at].reverse();
        }
        if random.index(2) == 0 {
            let others = (at..set.len()).flat_map(|other| [false, true].map(|is_turned| (other, is_turned)));
            let turned = |(other, is_turned): (usize, bool)| {
                let [one, two] = set[other];
                if is_turned { [two, one] } else { [one, two] }
            };
            if let Some(best) = others.max_by_key(|&choice| equals(&turned(choice))) {
                let domino = turned(best);
                set[best.0] = domino;
                set.swap(at, best.0);
            }
        }
        pips.extend(tile.iter().copied().zip(set[at]));
    }
    set
}

/// Returns the pips of the cells that the first dominoes of a set fill.
fn pips_of(tiles: &[[Cell; 2]], set: &[[u32; 2]]) -> BTreeMap<Cell, u32> {
    tiles.iter().zip(set).flat_map(|(&tile, &domino)| tile.into_iter().zip(domino)).collect()
}

/// Returns a rule that these pips of several cells meet.
fn rule_of(pips: &[u32], random: &mut Random) -> Rule {
    let total: u32 = pips.iter().sum();
    let near = u32::from(random.index(2) == 0);
    let mut rules = vec![Rule::Sum(total), Rule::Sum(total), Rule::Below(total + 1 + near)];
    if total > near {
        rules.push(Rule::Above(total - 1 - near));
    }
    if Rule::Unequal.allows(pips, 0) {
        rules.extend([Rule::Unequal; 2]);
    }
    match Rule::Equal.allows(pips, 0) {
        true => Rule::Equal,
        false => rules[random.index(rules.len())],
    }
}

/// Returns the problem of solving a puzzle.
///
/// The primary items are the dominoes, such as `2-5`; the cells, such as `03` for row 0 and column 3; and `sum03` for
/// the area with a rule about its sum whose first cell is that, with the bounds of the sum. Secondary items are
/// `equal03`, whose color is the number of pips in its cells; `unequal03-5` for the cell with 5 pips of an area in
/// which all differ; and `v03`, whose color is the number of pips in the cell. An option is a domino in a place; its
/// pips are weights towards the sums. Places that a rule excludes are left out.
///
/// # Errors
/// None at present.
pub fn problem(puzzle: &Puzzle) -> Result<Problem, InstanceError> {
    let [_, rows, columns] = puzzle.region.sizes();
    let name = |cell: Cell| numerals([cell.row, cell.column], [rows, columns]);
    let mut builder = Problem::builder();
    let names = puzzle.dominoes.iter().map(|[one, other]| format!("{one}-{other}"));
    let dominoes = primaries(&mut builder, names)?;
    let places = puzzle.region.declare(&mut builder)?;
    let mut sums: Vec<Option<ItemId>> = Vec::new();
    for area in &puzzle.areas {
        // A sum of 0 leaves no option with pips in the area.
        let bounds = area.rule.sums(area.cells.len()).filter(|&(_, most)| most > 0);
        let add = |(least, most)| builder.add_bounded(format!("sum{}", name(area.cells[0])), least..=most);
        sums.push(bounds.map(add).transpose()?);
    }
    // By area: the item of equal pips, or those of different pips.
    let mut compared: Vec<Vec<ItemId>> = Vec::new();
    for area in &puzzle.areas {
        let first = name(area.cells[0]);
        let names: Vec<String> = match area.rule {
            Rule::Equal => vec![format!("equal{first}")],
            Rule::Unequal => (0..=MOST_PIPS).map(|pips| format!("unequal{first}-{pips}")).collect(),
            _ => Vec::new(),
        };
        compared.push(secondaries(&mut builder, names)?);
    }
    let cells: Vec<Cell> = puzzle.region.cells().collect();
    let values = secondaries(&mut builder, cells.iter().map(|&cell| format!("v{}", name(cell))))?;
    let colors: Vec<String> = (0..=MOST_PIPS).map(|pips| pips.to_string()).collect();
    let at = |pips: u32| usize::try_from(pips).unwrap_or_default();
    let color = |pips: u32| colors[at(pips)].as_str();
    for placement in puzzle.placements() {
        let mut mentions: Vec<Mention<'_>> = vec![dominoes[placement.domino].into()];
        mentions.extend(placement.cells.iter().filter_map(|cell| places.get(cell.axes())).map(Mention::from));
        for area in puzzle.areas_of(placement.cells) {
            let pips = placement.pips_in(&puzzle.areas[area]);
            let total: u32 = pips.iter().sum();
            mentions
                .extend(sums[area].filter(|_| total > 0).map(|sum| Mention::from(sum).with_weight(total)));
            match puzzle.areas[area].rule {
                Rule::Equal => mentions.push((compared[area][0], color(pips[0])).into()),
                Rule::Unequal => {
                    mentions.extend(pips.iter().map(|&pips| Mention::from(compared[area][at(pips)])));
                }
                _ => {}
            }
        }
        for (cell, pips) in placement.cells.iter().zip(placement.pips) {
            if let Ok(cell) = cells.binary_search(cell) {
                mentions.push((values[cell], color(pips)).into());
            }
        }
        builder.add_option(mentions)?;
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the dominoes and the pips of their halves.
#[must_use]
pub fn geometry(puzzle: &Puzzle) -> Geometry {
    let [_, rows, columns] = puzzle.region.sizes();
    let cell = pattern(["<row>", "<column>"], [rows, columns]);
    Geometry::known(
        Picture::Packing(Grid::Cubes),
        puzzle.region.sizes(),
        &format!("cell={cell} symbol=v{cell}"),
    )
}

/// Returns 1: a puzzle is made with one solution.
#[must_use]
pub fn published(_puzzle: &Puzzle) -> Option<Published> {
    Some(Published { count: 1, source: "proved by a search when the puzzle was made" })
}
