//! `dlx generate`: writes well-known problems of any size.

mod arguments;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use dlx_core::Problem;
use dlx_core::inner::nearest;
use dlx_instances::coloring::{self, Graph, Known};
use dlx_instances::geometry::Geometry;
use dlx_instances::grids::Grid;
use dlx_instances::ice::{self, Boundary};
use dlx_instances::kenken;
use dlx_instances::latin::{self, Form};
use dlx_instances::macmahon::{self, Border};
use dlx_instances::packing::{self, Piece, Remark};
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves};
use dlx_instances::words::{self, Repeats, WordList};
use dlx_instances::{
    InstanceError, Published, assignment, debruijn, design, dominoes, drawing, kirkman, langford, league,
    matchings, mols, partitions, partridge, pips, polycubes, polyominoes, roster, steiner, timetable,
};

use super::answer::write_problem;
use crate::shared::flags::{OutputFile, Seed};
use crate::shared::input;
use crate::shared::{Command, Exit, Fault, Session};
pub(crate) use arguments::Family;
use arguments::{FlatGrid, FlatPlace, NamedPieces, PieceTurns, Sides, Turns, numbers};

#[derive(Debug, Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(mut_arg("output", |output| output.global(true)))]
pub(crate) struct Generate {
    #[command(subcommand)]
    family: Family,
    #[command(flatten)]
    output: OutputFile,
}

impl Command for Generate {
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Generate a well-known problem: queens, packings, words, graphs, ...";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 | dlx count
dlx generate pentominoes 8x8 --holes 3,3 3,4 4,3 4,4 -o square.dlx
dlx generate coloring 3 petersen | dlx count
dlx generate polyominoes --region 4x5 --pieces tetrominoes
dlx generate polycubes --region 2x3x10 --pieces flat:pentominoes
dlx generate assignment 20 --seed 1 | dlx best
dlx generate roster 10 14 --seed 1 -o roster.dlx
dlx generate timetable 3 4 6 --seed 1 | dlx best
dlx generate league 6 | dlx solve --limit 1
dlx generate steiner 9 | dlx count
dlx generate kirkman 9 | dlx count
dlx generate design 6 3 2 | dlx count
dlx generate kenken 5 --seed 1 | dlx solve
dlx generate pips 4x5 --seed 1 | dlx solve";
    const NOTES: &'static str = "\
The first line is a comment that describes the problem and, where one is published, gives the number of covers and its
source. The same arguments always print the same problem.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Made { name, what, problem, geometry, published } = make(&self.family, session)?;
        // A file name may contain a line break, and a comment must stay on one line.
        let name = name.escape_debug();
        let mut output = session.writer();
        match published {
            Some(Published { count: 1, source }) => writeln!(output, "| {name}: {what}; 1 cover ({source})")?,
            Some(Published { count, source }) => {
                writeln!(output, "| {name}: {what}; {count} covers ({source})")?;
            }
            None => writeln!(output, "| {name}: {what}")?,
        }
        writeln!(output, "| {geometry}")?;
        write_problem(&problem, &name.to_string(), &mut output)?;
        output.flush()?;
        Ok(Exit::Answered)
    }
}

impl Family {
    /// Whether this is the name of a problem that can be generated.
    pub(crate) fn has(word: &str) -> bool {
        Self::augment_subcommands(clap::Command::new("generate")).find_subcommand(word).is_some()
    }
}

/// A problem with its description for the first line of the file.
struct Made {
    name: String,
    what: &'static str,
    problem: Problem,
    geometry: Geometry,
    published: Option<Published>,
}

/// Makes a problem with a module of the instances crate that takes these arguments.
macro_rules! made {
    ($name:expr, $what:expr, $module:ident($($argument:expr),*)) => {
        Ok(Made {
            name: $name,
            what: $what,
            problem: $module::problem($($argument),*)?,
            geometry: $module::geometry($($argument),*),
            published: $module::published($($argument),*),
        })
    };
}

fn make(family: &Family, session: &Session) -> Result<Made, Fault> {
    let made = |name: String, what, problem, geometry, published| {
        Ok(Made { name, what, problem, geometry, published })
    };
    match *family {
        Family::Queens { n, torus: false } => {
            made!(format!("queens {n}"), "queens on a board, diagonals secondary", queens(n, Board::Plain))
        }
        Family::Queens { n, torus: true } => {
            let what = "queens on a torus, diagonals secondary";
            made!(format!("queens --torus {n}"), what, queens(n, Board::Torus))
        }
        Family::Langford { n } => {
            made!(format!("langford {n}"), "two of each number k with k places between them", langford(n))
        }
        Family::Pentominoes { ref place } => {
            let region = flat_region(place, session)?;
            let what = "the twelve pentominoes, symmetric fillings apart";
            let problem = polyominoes::pentominoes(&region)?;
            let (name, published) = (place_name("pentominoes", place), polyominoes::published(&region));
            made(name, what, problem, region.geometry(), published)
        }
        Family::Polyominoes {
            ref region,
            ref holes,
            grid,
            ref pieces,
            ref piece_file,
            turns,
            ref piece_turns,
        } => {
            let name = packing_name("polyominoes", region, holes, pieces, piece_file.as_ref(), piece_turns);
            let (grid, what, option) = match grid {
                FlatGrid::Squares => (Grid::Cubes, "polyominoes that fill a region", ""),
                FlatGrid::Triangles => {
                    (Grid::Triangles, "polyiamonds that fill a region", " --grid triangles")
                }
                FlatGrid::Hexagons => (Grid::Hexagons, "polyhexes that fill a region", " --grid hexagons"),
            };
            let region = region_of(region, rectangle(region), holes, session)?.on(grid);
            let allowed = [Moves::TurnsAndFlips, Moves::Turns];
            let named = |name: &str, moves| polyominoes::named_on(grid, name, moves);
            let moves = moves(turns, allowed);
            let mut pieces = pieces_of(pieces, named, piece_file.as_ref(), grid, moves, session)?;
            turn_pieces(&mut pieces, piece_turns, allowed)?;
            let problem = packing_of(&region, &pieces)?;
            made(format!("{name}{option}"), what, problem, region.geometry(), None)
        }
        Family::Soma => {
            let what = "the Soma cube, rotations and mirror images apart";
            let (problem, published) = (polycubes::soma()?, polycubes::published_soma());
            made("soma".to_owned(), what, problem, polycubes::geometry_of_soma(), Some(published))
        }
        Family::Polycubes { ref region, ref holes, ref pieces, ref piece_file, turns, ref piece_turns } => {
            let name = packing_name("polycubes", region, holes, pieces, piece_file.as_ref(), piece_turns);
            let cuboid =
                numbers(region, 'x').map(|[layers, rows, columns]| Region::cuboid(layers, rows, columns));
            let region = region_of(region, cuboid, holes, session)?;
            let allowed = [Moves::SpaceTurnsAndFlips, Moves::SpaceTurns];
            let mut pieces = pieces_of(
                pieces,
                polycubes::named,
                piece_file.as_ref(),
                Grid::Cubes,
                moves(turns, allowed),
                session,
            )?;
            turn_pieces(&mut pieces, piece_turns, allowed)?;
            let problem = packing_of(&region, &pieces)?;
            made(name, "polycubes that fill a region", problem, region.geometry(), None)
        }
        Family::Dominoes { ref place } => {
            let region = flat_region(place, session)?;
            made!(place_name("dominoes", place), "domino tilings", dominoes(&region))
        }
        Family::Latin { n, reduced } => {
            let (form, option) = form(reduced);
            made!(format!("latin{option} {n}"), "Latin squares", latin(n, form))
        }
        Family::Mols { n, reduced } => {
            let (form, option) = form(reduced);
            made!(format!("mols{option} {n}"), "ordered pairs of orthogonal Latin squares", mols(n, form))
        }
        Family::Matchings { n } => {
            made!(format!("matchings {n}"), "perfect matchings of a complete graph", matchings(n))
        }
        Family::Setpartitions { n } => {
            made!(format!("setpartitions {n}"), "set partitions", partitions(n))
        }
        Family::Wordrect { ref grid, words: ref file, ref down, distinct } => {
            let across = word_list(file, session)?;
            let repeats = if distinct { Repeats::Forbidden } else { Repeats::Allowed };
            let name = format!("wordrect {}", grid.display());
            if let Some([rows, columns]) = grid.to_str().and_then(|text| numbers(text, 'x')) {
                let down = down.as_ref().map(|file| word_list(file, session)).transpose()?;
                let down = down.as_ref().unwrap_or(&across);
                let problem = words::problem(rows, columns, &across, down, repeats)?;
                let what = "word rectangles, letters are colors";
                return made(name, what, problem, words::geometry(rows, columns), None);
            }
            if down.is_some() {
                return Err(Fault::usage("expected one file of words for a crossword, found two"));
            }
            let (source, text) = read(grid, session)?;
            let crossword =
                words::Crossword::of_drawing(&text).map_err(|error| Fault::named(&source, error))?;
            let problem = crossword.problem(&across, repeats)?;
            made(name, "crosswords, letters are colors", problem, crossword.geometry(), None)
        }
        Family::Debruijn { letters, length } => {
            let name = format!("debruijn {letters} {length}");
            made!(name, "de Bruijn cycles, letters are colors", debruijn(letters, length))
        }
        Family::Partridge { n } => {
            let what = "k squares of side k for each k in one square, symmetric fillings apart";
            made!(format!("partridge {n}"), what, partridge(n))
        }
        Family::Macmahon { sides: Sides { rows, columns }, colors, border } => {
            let (border, option) = if border { (Border::OneColor, " --border") } else { (Border::Free, "") };
            let name = format!("macmahon {rows}x{columns} --colors {colors}{option}");
            let what = "squares with colored edges, touching edges alike";
            made!(name, what, macmahon(rows, columns, colors, border))
        }
        Family::Ice { n, torus } => {
            let (boundary, option) =
                if torus { (Boundary::Torus, " --torus") } else { (Boundary::Walls, "") };
            made!(format!("ice{option} {n}"), "square ice, directions are colors", ice(n, boundary))
        }
        Family::Coloring { colors, graph: ref name } => {
            let (graph, published) = graph(name, colors, session)?;
            let (problem, geometry) = (coloring::problem(&graph, colors)?, coloring::geometry(&graph));
            made(format!("coloring {colors} {name}"), "colorings of a graph", problem, geometry, published)
        }
        Family::Assignment { n, seed, max_cost, ref costs } => {
            let what = "assignments of columns to rows at a cost";
            let (name, costs) = match (n, seed, costs) {
                (Some(n), _, None) => {
                    let seed = seed.map_or(0, Seed::number);
                    let name = format!("assignment {n} --seed {seed} --max-cost {max_cost}");
                    (name, assignment::random_costs(n, seed, max_cost)?)
                }
                (None, _, Some(file)) => (format!("assignment {}", file.display()), table(file, session)?),
                _ => return Err(Fault::usage("expected a side or a table of costs, found neither")),
            };
            let is_full = costs.iter().flatten().all(Option::is_some);
            let published = is_full.then(|| assignment::published(costs.len())).flatten();
            made(name, what, assignment::problem(&costs)?, assignment::geometry(&costs), published)
        }
        Family::Roster { nurses, days, seed, max_cost } => {
            let seed = seed.number();
            let name = format!("roster {nurses} {days} --seed {seed} --max-cost {max_cost}");
            let problem = roster::problem(nurses, days, seed, max_cost)?;
            made(
                name,
                "shifts of nurses, unwelcome ones at a cost",
                problem,
                roster::geometry(nurses, days),
                None,
            )
        }
        Family::Timetable { classes, subjects, slots, seed, max_cost } => {
            let seed = seed.number();
            let name = format!("timetable {classes} {subjects} {slots} --seed {seed} --max-cost {max_cost}");
            let problem = timetable::problem(classes, subjects, slots, seed, max_cost)?;
            made(name, "lessons of classes at a cost", problem, timetable::geometry(classes, slots), None)
        }
        Family::League { n } => {
            made!(format!("league {n}"), "every two teams meet once", league(n))
        }
        Family::Steiner { points } => {
            made!(format!("steiner {points}"), "Steiner triple systems", steiner(points))
        }
        Family::Kirkman { girls } => {
            let what = "every two girls walk in one row of three on one day";
            made!(format!("kirkman {girls}"), what, kirkman(girls))
        }
        Family::Design { points, size, lambda } => {
            let name = format!("design {points} {size} {lambda}");
            made!(name, "block designs without repeated blocks", design(points, size, lambda))
        }
        Family::Kenken { n, seed } => {
            let seed = seed.number();
            let puzzle = kenken::Puzzle::random(n, seed)?;
            let (name, what) = (format!("kenken {n} --seed {seed}"), "a Latin square with cages");
            made!(name, what, kenken(&puzzle))
        }
        Family::Pips { ref place, seed } => {
            let seed = seed.number();
            let puzzle = pips::Puzzle::random(&flat_region(place, session)?, seed)?;
            let name = format!("{} --seed {seed}", place_name("pips", place));
            made!(name, "dominoes in areas with rules for their pips", pips(&puzzle))
        }
    }
}

/// Returns a graph, named or read from a file, and its published number of colorings if there is one.
fn graph(name: &str, colors: usize, session: &Session) -> Result<(Graph, Option<Published>), Fault> {
    match name.parse::<Known>() {
        Ok(known) => Ok((known.graph()?, coloring::published(known, colors))),
        Err(unknown) if name.contains(':') && !Path::new(name).exists() => Err(Fault::usage(unknown)),
        Err(_) => {
            let (file, text) = read(Path::new(name), session)?;
            Ok((Graph::of_dimacs(&text).map_err(|error| Fault::named(file, error))?, None))
        }
    }
}

/// Returns `free` or `rotated`, the moves that `--turns` allows.
fn moves(turns: Turns, [free, rotated]: [Moves; 2]) -> Moves {
    match turns {
        Turns::Free => free,
        Turns::Rotations => rotated,
        Turns::None => Moves::Shifts,
    }
}

/// Gives single pieces the moves that `--piece-turns` allows.
fn turn_pieces(pieces: &mut [Piece], turned: &[PieceTurns], allowed: [Moves; 2]) -> Result<(), Fault> {
    for PieceTurns { name, turns, .. } in turned {
        let Some(piece) = pieces.iter_mut().find(|piece| piece.name == *name) else {
            let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
            let suggestion =
                nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(Fault::Usage(format!(
                "--piece-turns: expected the name of a piece, found `{}`{suggestion}",
                name.escape_debug()
            )));
        };
        piece.moves = moves(*turns, allowed);
    }
    Ok(())
}

fn form(is_reduced: bool) -> (Form, &'static str) {
    if is_reduced { (Form::Reduced, " --reduced") } else { (Form::All, "") }
}

/// Parses `RxC` as a rectangle; `None` if the text is not of that form.
fn rectangle(text: &str) -> Option<Result<Region, InstanceError>> {
    numbers(text, 'x').map(|[rows, columns]| Region::rectangle(rows, columns))
}

fn flat_region(place: &FlatPlace, session: &Session) -> Result<Region, Fault> {
    region_of(&place.region, rectangle(&place.region), &place.holes, session)
}

/// Returns the region of the given size, or the one drawn in a file.
fn region_of(
    name: &str,
    sized: Option<Result<Region, InstanceError>>,
    holes: &[Cell],
    session: &Session,
) -> Result<Region, Fault> {
    let region = match sized {
        Some(region) => region?,
        None => {
            let (file, text) = read(Path::new(name), session)?;
            drawing::region(&text).map_err(|error| Fault::named(file, error))?
        }
    };
    Ok(region.without(holes)?)
}

fn place_name(command: &str, place: &FlatPlace) -> String {
    format!("{command} {}{}", place.region, holes_name(&place.holes))
}

fn packing_name(
    command: &str,
    region: &str,
    holes: &[Cell],
    pieces: &[NamedPieces],
    file: Option<&PathBuf>,
    turns: &[PieceTurns],
) -> String {
    let mut name = format!("{command} --region {region}{}", holes_name(holes));
    let pieces: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    if !pieces.is_empty() {
        name = format!("{name} --pieces {}", pieces.join(","));
    }
    if let Some(file) = file {
        name = format!("{name} --piece-file {}", file.display());
    }
    if !turns.is_empty() {
        let turns: Vec<&str> = turns.iter().map(|turns| turns.text.as_str()).collect();
        name = format!("{name} --piece-turns {}", turns.join(","));
    }
    name
}

fn holes_name(holes: &[Cell]) -> &'static str {
    if holes.is_empty() { "" } else { " with holes" }
}

/// Returns the named pieces, followed by those drawn in a file.
fn pieces_of(
    specified: &[NamedPieces],
    named: impl Fn(&str, Moves) -> Result<Vec<Piece>, InstanceError>,
    file: Option<&PathBuf>,
    grid: Grid,
    moves: Moves,
    session: &Session,
) -> Result<Vec<Piece>, Fault> {
    let mut pieces = Vec::new();
    for NamedPieces { name, times, .. } in specified {
        let named = named(name, moves)?;
        pieces.extend(named.into_iter().map(|piece| Piece { times: *times, ..piece }));
    }
    if let Some(file) = file {
        let (name, text) = read(file, session)?;
        let drawn = drawing::pieces(&text, grid, moves).map_err(|error| Fault::named(&name, error))?;
        for piece in drawn.iter().filter(|piece| !grid.connects(&piece.shape)) {
            message!(Warning, "{name}: piece `{}` is not connected; blank lines separate pieces", piece.name);
        }
        pieces.extend(drawn);
    }
    if pieces.is_empty() {
        return Err(Fault::usage("expected pieces in --pieces or --piece-file, found none"));
    }
    Ok(pieces)
}

/// Returns the problem of filling a region with pieces. Warns about pieces that are probably mistakes.
fn packing_of(region: &Region, pieces: &[Piece]) -> Result<Problem, InstanceError> {
    let problem = packing::problem(region, pieces)?;
    for remark in packing::remarks(region, pieces) {
        let advice = match remark {
            Remark::TooFewCells { pieces, region } => {
                format!("; if cells may stay empty, add pieces of one cell: {}", region - pieces)
            }
            _ => String::new(),
        };
        message!(Warning, "{remark}{advice}");
    }
    Ok(problem)
}

fn word_list(path: &Path, session: &Session) -> Result<WordList, Fault> {
    let (name, text) = read(path, session)?;
    let list = WordList::of_text(&text);
    if let [first, ..] = list.passed_over() {
        let number = list.passed_over().len();
        message!(
            Warning,
            "{name}: {number} words with other characters than letters and digits are left out, first `{first}`"
        );
    }
    Ok(list)
}

/// Reads a cost table from comma-separated values.
fn table(path: &Path, session: &Session) -> Result<assignment::Costs, Fault> {
    let input::Input { name, text: input, .. } = input::open(path, session)?;
    let fault = |error| Fault::named(name.clone(), error);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(input);
    reader.deserialize().collect::<Result<_, csv::Error>>().map_err(fault)
}

/// Reads a whole file. Returns its content and its name for messages.
fn read(path: &Path, session: &Session) -> Result<(String, String), Fault> {
    let input::Input { name, text: mut input, .. } = input::open(path, session)?;
    let mut text = String::new();
    match input.read_to_string(&mut text) {
        Ok(_) => Ok((name, text)),
        Err(error) => Err(Fault::named(name, error)),
    }
}
