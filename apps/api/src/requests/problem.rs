//! Small exact cover problems for the page that shows the engine, with results of dlx-core.

use dlx_core::inner::{EngineKind, Plan};
use dlx_core::text::knuth;
use dlx_core::{Bounds, Color, ItemKind, Problem, Rule, Search, Stopped};
use dlx_instances::region::Region;
use dlx_instances::shape::Moves;
use dlx_instances::{packing, polyominoes};
use serde::{Deserialize, Serialize};
use sudoku_cover::{Candidate, Cell, Digit, Geometry, Grid, Matrix, Pencilmarks};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;

/// The name of a problem.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[schema(as = Name)]
#[serde(rename_all = "lowercase")]
enum Name {
    /// The example of Knuth's section 7.2.2.1, with seven items.
    Textbook,
    /// A puzzle of side 4 without the options that its givens exclude.
    Sudoku4,
    /// Three pentominoes in a rectangle of 3 rows and 5 columns.
    Pentominoes,
}

/// The problem that is asked for: one of those with a name, or a text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = ProblemWish)]
#[serde(deny_unknown_fields)]
pub(super) struct ProblemIn {
    #[serde(default)]
    name: Option<Name>,
    /// A Sudoku of side 4 as 16 characters, or a problem in the format of Knuth's programs: its items on the first
    /// line, then one option a line.
    #[serde(default)]
    text: Option<String>,
}

/// A cell of a board, counted from 0, and the text in it.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Square)]
struct SquareOut {
    row: usize,
    column: usize,
    text: String,
}

/// The board that a problem is about.
#[derive(Serialize, ToSchema)]
#[schema(as = ProblemBoard)]
struct BoardOut {
    rows: usize,
    columns: usize,
    /// The rows and columns of a box, if there are boxes.
    #[serde(rename = "box")]
    #[schema(required)]
    box_shape: Option<[usize; 2]>,
    given: Vec<SquareOut>,
    /// For each option, the cells that it fills.
    options: Vec<Vec<SquareOut>>,
}

/// An exact cover problem.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(super) struct ProblemOut {
    /// The names of the items.
    items: Vec<String>,
    /// The number of primary items, which come first.
    primary: usize,
    /// For each option, the numbers of its items, from 0.
    options: Vec<Vec<usize>>,
    /// The number of covers.
    solutions: u64,
    /// The number of nodes of dancing links.
    nodes: u64,
    /// The options of the first cover, in ascending order.
    first: Vec<usize>,
    /// Its board, if it has one.
    #[schema(required)]
    board: Option<BoardOut>,
}

/// The most items and options, and the most nodes of the search, of a problem that the page shows.
const MOST_ITEMS: usize = 120;
const MOST_OPTIONS: usize = 240;
const MOST_NODES: u64 = 2000;

/// Returns the problem that is asked for, which must be small.
pub(super) fn problem(_: &Api, wish: ProblemIn, stop: &Stop) -> Result<ProblemOut, Fault> {
    let (problem, board) = match wish {
        ProblemIn { name: Some(Name::Textbook), text: None } => (read(TEXTBOOK)?, None),
        ProblemIn { name: Some(Name::Sudoku4), text: None } => sudoku4(SUDOKU_4)?,
        ProblemIn { name: Some(Name::Pentominoes), text: None } => pentominoes()?,
        ProblemIn { name: None, text: Some(text) } if is_sudoku4(&text) => sudoku4(text.trim())?,
        ProblemIn { name: None, text: Some(text) } => (read(&text)?, None),
        _ => return Err(Fault::unprocessable("expected a name or a text, found both or none")),
    };
    check(&problem)?;
    let plan = Plan::by(EngineKind::Links, Rule::default());
    let mut search =
        Search::with_plan(&problem, &plan, &mut stop.limits()).map_err(|_| Fault::out_of_time())?;
    let first = search.first(&mut stop.limits()).map_err(|_| Fault::out_of_time())?;
    let mut limits = stop.limits().nodes(MOST_NODES);
    let solutions = search.count(&mut limits).exact().map_err(|why| match why {
        Stopped::Nodes => {
            Fault::unprocessable(format_args!("expected a search of at most {MOST_NODES} nodes, found more"))
        }
        _ => Fault::out_of_time(),
    })?;
    let options = problem.options().map(|option| {
        let uses = problem.uses(option).iter();
        uses.map(|used| used.item.index()).collect()
    });
    let primary = problem.items().filter(|&item| problem.kind(item) == ItemKind::Primary).count();
    Ok(ProblemOut {
        items: problem.items().map(|item| problem.name(item).to_owned()).collect(),
        primary,
        options: options.collect(),
        solutions,
        nodes: search.counters().nodes,
        first: first.iter().flat_map(|cover| cover.iter()).map(|option| option.index()).collect(),
        board,
    })
}

/// Returns an error if the page cannot show the problem.
fn check(problem: &Problem) -> Result<(), Fault> {
    let (items, options) = (problem.item_count(), problem.option_count());
    if items > MOST_ITEMS || options > MOST_OPTIONS {
        return Err(Fault::unprocessable(format_args!(
            "expected at most {MOST_ITEMS} items and {MOST_OPTIONS} options, found {items} and {options}"
        )));
    }
    let has_colors =
        problem.options().any(|option| problem.uses(option).iter().any(|used| used.color != Color::NONE));
    let is_once = |item| problem.kind(item) == ItemKind::Secondary || problem.bounds(item) == Bounds::ONCE;
    if has_colors || !problem.items().all(is_once) {
        return Err(Fault::unprocessable(
            "expected a problem without colors and bounds, found one with them",
        ));
    }
    Ok(())
}

fn read(text: &str) -> Result<Problem, Fault> {
    knuth::read(text.as_bytes()).map_err(Fault::unprocessable)
}

/// Returns true for 16 characters that are cells.
fn is_sudoku4(text: &str) -> bool {
    let text = text.trim();
    text.len() == 16 && text.bytes().all(|byte| b".0_*1234".contains(&byte))
}

pub(super) const TEXTBOOK: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// The puzzle shown on the page.
const SUDOKU_4: &str = "1.....2..3.....4";

fn square(cell: Cell, digit: Digit) -> SquareOut {
    SquareOut { row: cell.row(), column: cell.column(), text: digit.to_string() }
}

/// Returns the problem of a puzzle of side 4 without the options that its givens exclude.
fn sudoku4(text: &str) -> Result<(Problem, Option<BoardOut>), Fault> {
    let geometry = Geometry::of_side(4)?;
    let grid: Grid = text.parse()?;
    if let Some(found) = grid.contradictions(&geometry)?.first() {
        return Err(Fault::unprocessable(found));
    }
    let matrix = Matrix::new(&geometry);
    let left = Pencilmarks::implied(&grid, &geometry)?;
    let open = geometry.open_cells().filter(|&cell| grid.get(cell).is_none());
    let candidates: Vec<Candidate> =
        open.flat_map(|cell| left.get(cell).digits().map(move |digit| Candidate { cell, digit })).collect();
    let names = |option| matrix.problem().uses(option).iter().map(|used| matrix.problem().name(used.item));
    let options: Vec<Vec<&str>> =
        candidates.iter().map(|&candidate| names(matrix.option(candidate)).collect()).collect();
    // The items that no given has covered.
    let mut is_open = vec![true; matrix.problem().item_count()];
    for given in grid.clues() {
        for used in matrix.problem().uses(matrix.option(given)) {
            is_open[used.item.index()] = false;
        }
    }
    let items = matrix.problem().items().filter(|item| is_open[item.index()]);
    let mut builder = Problem::builder();
    builder.primary(items.map(|item| matrix.problem().name(item)));
    for option in &options {
        builder.option(option.iter().copied());
    }
    let board = BoardOut {
        rows: 4,
        columns: 4,
        box_shape: Some([2, 2]),
        given: grid.clues().map(|given| square(given.cell, given.digit)).collect(),
        options: candidates.iter().map(|one| vec![square(one.cell, one.digit)]).collect(),
    };
    Ok((builder.build().map_err(Fault::unprocessable)?, Some(board)))
}

fn pentominoes() -> Result<(Problem, Option<BoardOut>), Fault> {
    let (rows, columns) = (3, 5);
    let pieces = polyominoes::named("LNV", Moves::TurnsAndFlips).map_err(Fault::unprocessable)?;
    let region = Region::rectangle(rows, columns).map_err(Fault::unprocessable)?;
    let problem = packing::problem(&region, &pieces).map_err(Fault::unprocessable)?;
    // The items of the pieces come first, then those of the cells, row by row.
    let squares = |option| {
        let items: Vec<usize> = problem.uses(option).iter().map(|used| used.item.index()).collect();
        let piece = items.iter().find_map(|&item| pieces.get(item)).map_or("", |piece| &piece.name);
        let cells = items.iter().filter_map(|&item| item.checked_sub(pieces.len()));
        cells
            .map(|cell| SquareOut { row: cell / columns, column: cell % columns, text: piece.to_owned() })
            .collect()
    };
    let options = problem.options().map(squares).collect();
    let board = BoardOut { rows, columns, box_shape: None, given: Vec::new(), options };
    Ok((problem, Some(board)))
}
