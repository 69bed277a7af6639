//! Answers that follow from the board and its digits. Only regions to be found and variables take a search.

use serde::{Deserialize, Serialize};
use sudoku_cover::{
    Backdrop, Cell, CellsKind, Grid, House, HouseKind, HouseName, Pencilmarks, Picture, Rule, Theme,
};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;
use crate::wire::{self, BoardIn, BoardOut, ConflictOut, HousePlaceOut, Puzzle, PuzzleIn};

/// A board, and how its picture is drawn.
#[derive(Deserialize, ToSchema)]
#[schema(as = BoardWish)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardWishIn {
    #[serde(flatten)]
    board: BoardIn,
    /// True for the names of rows and columns outside of the board, such as `r1` and `c1`.
    #[serde(default)]
    labels: bool,
    #[serde(default)]
    theme: ThemeIn,
}

/// The colors of a picture: light, dark, or as the viewer's system is set.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[schema(as = Theme)]
#[serde(rename_all = "lowercase")]
enum ThemeIn {
    #[default]
    Auto,
    Light,
    Dark,
}

impl From<ThemeIn> for Theme {
    fn from(theme: ThemeIn) -> Self {
        match theme {
            ThemeIn::Auto => Self::Auto,
            ThemeIn::Light => Self::Light,
            ThemeIn::Dark => Self::Dark,
        }
    }
}

/// A house of a board.
#[derive(Serialize, ToSchema)]
#[schema(as = House)]
struct HouseOut {
    #[serde(flatten)]
    place: HousePlaceOut,
    /// Its name, such as `row 1`.
    name: String,
    #[schema(value_type = Vec<Cell>)]
    cells: Vec<Cell>,
}

/// A cage with a sum.
#[derive(Serialize, ToSchema)]
#[schema(as = BoardCage)]
struct CageOut {
    sum: u32,
    #[schema(value_type = Vec<Cell>)]
    cells: Vec<Cell>,
}

/// A rule of a board.
#[derive(Serialize, ToSchema)]
#[schema(as = Rule)]
struct RuleOut {
    /// The rule as it is written, such as `thermo r1c1 r1c2`.
    text: String,
    /// What it requires, such as `digits increase along the thermometer r1c1, r1c2`.
    sentence: String,
}

impl From<&Rule> for RuleOut {
    fn from(rule: &Rule) -> Self {
        Self { text: rule.to_string(), sentence: rule.sentence() }
    }
}

/// The blank board with its rules as a picture without a background. Lengths are in sides of a cell.
#[derive(Serialize, ToSchema)]
#[schema(as = Backdrop)]
struct BackdropOut {
    svg: String,
    /// The left and the upper side of the picture, its width and its height. The upper left corner of the board is the
    /// origin.
    view: [f64; 4],
    /// The space that candidates leave free at the upper side of a cell, and at the others.
    insets: [f64; 2],
}

impl From<Backdrop> for BackdropOut {
    fn from(Backdrop { svg, view, insets, .. }: Backdrop) -> Self {
        Self { svg, view, insets }
    }
}

/// A board with its houses, rules and picture.
#[derive(Serialize, ToSchema)]
#[schema(as = Houses)]
pub(super) struct HousesOut {
    board: BoardOut,
    houses: Vec<HouseOut>,
    /// For each cell, the numbers of its peers, from 0.
    peers: Vec<Vec<usize>>,
    cages: Vec<CageOut>,
    #[schema(value_type = Vec<Cell>)]
    even: Vec<Cell>,
    #[schema(value_type = Vec<Cell>)]
    odd: Vec<Cell>,
    /// The rules besides rows, columns and boxes, in sentences.
    rules: Vec<RuleOut>,
    backdrop: BackdropOut,
}

/// Returns the houses, the rules and the picture of a board.
pub(super) fn board(_: &Api, wish: BoardWishIn, stop: &Stop) -> Result<HousesOut, Fault> {
    let BoardWishIn { board, labels, theme } = wish;
    let geometry = board.geometry(stop)?;
    // Boxes that are whole rows or columns are none.
    let is_house = |house: &&House| house.kind() != HouseKind::Box || !geometry.has_idle_boxes();
    let houses = geometry.houses().iter().filter(is_house).map(|house| HouseOut {
        place: HouseName { kind: house.kind(), number: house.number() }.into(),
        name: house.to_string(),
        cells: house.cells().to_vec(),
    });
    let peers =
        geometry.cells().map(|cell| geometry.peers(cell).iter().map(|&peer| geometry.index(peer)).collect());
    let cages = geometry.cages().iter().map(|cage| CageOut { sum: cage.sum(), cells: cage.cells().to_vec() });
    let (mut even, mut odd) = (Vec::new(), Vec::new());
    for rule in geometry.rules() {
        match rule {
            Rule::Cells { kind: CellsKind::Even, cells } => even.extend(cells),
            Rule::Cells { kind: CellsKind::Odd, cells } => odd.extend(cells),
            _ => {}
        }
    }
    let blank = Grid::of_board(&geometry);
    let picture = Picture::new(&geometry, &blank)?.with_theme(theme.into());
    let picture = if labels { picture.with_labels() } else { picture };
    Ok(HousesOut {
        board: (&geometry).into(),
        houses: houses.collect(),
        peers: peers.collect(),
        cages: cages.collect(),
        even,
        odd,
        rules: geometry.rules().iter().map(Into::into).collect(),
        backdrop: picture.to_backdrop().into(),
    })
}

/// The digits that contradict other digits or the rules.
#[derive(Serialize, ToSchema)]
#[schema(as = Check)]
pub(super) struct CheckOut {
    conflicts: Vec<ConflictOut>,
    /// True if every cell has a digit and no two contradict one another, and regions and variables that are to be found exist.
    solved: bool,
    /// The number of cells without a digit.
    blank: usize,
}

/// Returns the digits that contradict other digits or the rules.
pub(super) fn check(api: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<CheckOut, Fault> {
    let puzzle = Puzzle::of(puzzle, stop)?;
    let found = puzzle.filled.contradictions(&puzzle.geometry)?;
    let blank = puzzle.geometry.open_cells().count() - puzzle.filled.clue_count();
    let is_filled = blank == 0 && found.is_empty();
    let solved = is_filled && (!puzzle.geometry.exceeds_exact_cover() || is_solution(api, &puzzle, stop)?);
    Ok(CheckOut { conflicts: found.iter().map(Into::into).collect(), solved, blank })
}

/// Returns true if the digits are those of a solution.
fn is_solution(api: &Api, puzzle: &Puzzle, stop: &Stop) -> Result<bool, Fault> {
    api.solvers.lend(&puzzle.geometry, |solver| {
        if solver.load(&puzzle.filled).is_err() {
            return Ok(false);
        }
        Ok(solver.first(&mut stop.limits()).map_err(|_| Fault::out_of_time())?.is_some())
    })
}

/// The candidates of a state.
#[derive(Serialize, ToSchema)]
#[schema(as = Candidates)]
pub(super) struct CandidatesOut {
    /// For each blank cell, the digits that the other digits and the puzzle allow.
    candidates: Vec<Vec<u8>>,
}

/// Returns the candidates of each blank cell: the digits that the other digits and the puzzle allow.
pub(super) fn candidates(_: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<CandidatesOut, Fault> {
    let puzzle = Puzzle::of(puzzle, stop)?;
    let mut left = Pencilmarks::implied(&puzzle.filled, &puzzle.geometry)?;
    if let Some(allowed) = &puzzle.allowed {
        left.keep(allowed);
    }
    Ok(CandidatesOut { candidates: wire::open_candidates(&left, &puzzle.filled) })
}
