//! Small exact cover problems for the page that shows the engine, with results of dlx-core.

use dlx_core::text::knuth;
use dlx_core::{EngineKind, ItemKind, Plan, Problem, Search};
use dlx_instances::region::Region;
use dlx_instances::shape::Moves;
use dlx_instances::{InstanceError, packing, polyominoes};
use serde::{Deserialize, Serialize};
use sudoku_cover::{Candidate, Geometry, Grid, Matrix, Pencilmarks};
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::jobs::Stop;
use crate::routes::App;

/// The name of a problem.
#[derive(Clone, Copy, Deserialize, ToSchema)]
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

/// The problem that is asked for.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[schema(as = ProblemName)]
#[serde(deny_unknown_fields)]
pub(super) struct NameIn {
    name: Name,
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
}

/// Returns the problem with this name.
pub(super) fn problem(_: &App, NameIn { name }: NameIn, stop: &Stop) -> Result<ProblemOut, Fault> {
    let problem = match name {
        Name::Textbook => knuth::read(TEXTBOOK.as_bytes()).map_err(Fault::unprocessable)?,
        Name::Sudoku4 => sudoku4()?,
        Name::Pentominoes => pentominoes()?,
    };
    let plan = Plan::of(&problem).with_engine(EngineKind::Links);
    let mut search = Search::with_plan(&problem, &plan)?;
    let mut limits = stop.limits();
    let first = search.first(&mut limits).map_err(|_| Fault::out_of_time())?;
    let solutions = search.count(&mut limits).exact().map_err(|_| Fault::out_of_time())?;
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
    })
}

const TEXTBOOK: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// The puzzle shown on the page.
const SUDOKU_4: &str = "1.....2..3.....4";

fn sudoku4() -> Result<Problem, Fault> {
    let geometry = Geometry::of_side(4)?;
    let grid: Grid = SUDOKU_4.parse()?;
    let matrix = Matrix::new(&geometry);
    let left = Pencilmarks::implied(&grid, &geometry)?;
    let open = geometry.cells().filter(|&cell| grid.get(cell).is_none());
    let candidates =
        open.flat_map(|cell| left.get(cell).digits().map(move |digit| Candidate { cell, digit }));
    let names = |option| matrix.problem().uses(option).iter().map(|used| matrix.problem().name(used.item));
    let options: Vec<Vec<&str>> =
        candidates.map(|candidate| names(matrix.option(candidate)).collect()).collect();
    let is_open = |name: &&str| options.iter().any(|option| option.contains(name));
    let items = matrix.problem().items().map(|item| matrix.problem().name(item));
    let mut builder = Problem::builder();
    builder.primary(items.filter(is_open));
    for option in &options {
        builder.option(option.iter().copied());
    }
    builder.build().map_err(Fault::unprocessable)
}

fn pentominoes() -> Result<Problem, InstanceError> {
    let pieces = polyominoes::named("LNV", Moves::TurnsAndFlips)?;
    packing::problem(&Region::rectangle(3, 5)?, &pieces)
}
