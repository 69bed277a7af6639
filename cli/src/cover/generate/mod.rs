//! `dlx gen`: problems of the literature, made to measure.

pub(crate) mod families;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use dlx_core::Problem;
use dlx_instances::coloring::{self, Graph, Known};
use dlx_instances::latin::{self, Form};
use dlx_instances::macmahon::{self, Border};
use dlx_instances::packing::{self, Piece};
use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves};
use dlx_instances::words::{self, Repeats, WordList};
use dlx_instances::{
    InstanceError, Published, assignment, debruijn, dominoes, drawing, langford, matchings, mols, partitions,
    partridge, polycubes, polyominoes,
};

use super::write_problem;
use crate::cover::generate::families::{Family, FlatPlace, NamedPieces, Sides, Turns, numbers};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) fn run(family: &Family, session: &Session) -> Result<Exit, Fault> {
    let Made { name, what, problem, published } = make(family, session)?;
    // Names of files may hold anything, and a comment is one line.
    let name = name.escape_debug();
    let mut output = session.output();
    match published {
        Some(Published { count: 1, source }) => writeln!(output, "| {name}: {what}; 1 cover ({source})")?,
        Some(Published { count, source }) => writeln!(output, "| {name}: {what}; {count} covers ({source})")?,
        None => writeln!(output, "| {name}: {what}")?,
    }
    write_problem(&problem, &name.to_string(), &mut *output)?;
    Ok(Exit::Answered)
}

/// A problem and what its first line says of it.
struct Made {
    name: String,
    what: &'static str,
    problem: Problem,
    published: Option<Published>,
}

fn make(family: &Family, session: &Session) -> Result<Made, Fault> {
    let made = |name: String, what, problem, published| Ok(Made { name, what, problem, published });
    match *family {
        Family::Queens { n, torus } => {
            let (board, name, what) = if torus {
                (Board::Torus, "queens --torus", "queens on a torus, diagonals secondary")
            } else {
                (Board::Plain, "queens", "queens on a board, diagonals secondary")
            };
            made(format!("{name} {n}"), what, queens::problem(n, board)?, queens::published(n, board))
        }
        Family::Langford { n } => {
            let what = "two of each number k with k places between them";
            made(format!("langford {n}"), what, langford::problem(n)?, langford::published(n))
        }
        Family::Pentominoes { ref place } => {
            let region = flat_region(place, session)?;
            let what = "the twelve pentominoes, symmetric fillings apart";
            let problem = polyominoes::pentominoes(&region)?;
            made(place_name("pentominoes", place), what, problem, polyominoes::published(&region))
        }
        Family::Polyominoes { ref region, ref holes, ref pieces, ref piece_file, turns } => {
            let name = packing_name("polyominoes", region, holes, pieces, piece_file.as_ref());
            let region = region_of(region, rectangle(region), holes, session)?;
            let moves = match turns {
                Turns::Free => Moves::TurnsAndFlips,
                Turns::Rotations => Moves::Turns,
                Turns::None => Moves::Shifts,
            };
            let pieces = pieces_of(pieces, polyominoes::named, piece_file.as_ref(), moves, session)?;
            made(name, "polyominoes that fill a region", packing::problem(&region, &pieces)?, None)
        }
        Family::Soma => {
            let what = "the Soma cube, rotations and mirror images apart";
            made("soma".to_owned(), what, polycubes::soma()?, Some(polycubes::published_soma()))
        }
        Family::Polycubes { ref region, ref holes, ref pieces, ref piece_file, turns } => {
            let name = packing_name("polycubes", region, holes, pieces, piece_file.as_ref());
            let cuboid =
                numbers(region, 'x').map(|[layers, rows, columns]| Region::cuboid(layers, rows, columns));
            let region = region_of(region, cuboid, holes, session)?;
            let moves = match turns {
                Turns::Free => Moves::SpaceTurnsAndFlips,
                Turns::Rotations => Moves::SpaceTurns,
                Turns::None => Moves::Shifts,
            };
            let pieces = pieces_of(pieces, polycubes::named, piece_file.as_ref(), moves, session)?;
            made(name, "polycubes that fill a region", packing::problem(&region, &pieces)?, None)
        }
        Family::Dominoes { ref place } => {
            let region = flat_region(place, session)?;
            let problem = dominoes::problem(&region)?;
            made(place_name("dominoes", place), "domino tilings", problem, dominoes::published(&region))
        }
        Family::Latin { n, reduced } => {
            let (form, option) = form(reduced);
            let problem = latin::problem(n, form)?;
            made(format!("latin{option} {n}"), "Latin squares", problem, latin::published(n, form))
        }
        Family::Mols { n, reduced } => {
            let (form, option) = form(reduced);
            let what = "ordered pairs of orthogonal Latin squares";
            made(format!("mols{option} {n}"), what, mols::problem(n, form)?, mols::published(n, form))
        }
        Family::Matchings { n } => {
            let what = "perfect matchings of a complete graph";
            made(format!("matchings {n}"), what, matchings::problem(n)?, matchings::published(n))
        }
        Family::Setpartitions { n } => {
            let problem = partitions::problem(n)?;
            made(format!("setpartitions {n}"), "set partitions", problem, partitions::published(n))
        }
        Family::Wordrect { sides: Sides { rows, columns }, words: ref file, ref down, distinct } => {
            let across = word_list(file, session)?;
            let down = down.as_ref().map(|file| word_list(file, session)).transpose()?;
            let down = down.as_ref().unwrap_or(&across);
            let repeats = if distinct { Repeats::Forbidden } else { Repeats::Allowed };
            let problem = words::problem(rows, columns, &across, down, repeats)?;
            made(format!("wordrect {rows}x{columns}"), "word rectangles, letters are colors", problem, None)
        }
        Family::Debruijn { letters, length } => {
            let problem = debruijn::problem(letters, length)?;
            let what = "de Bruijn cycles, letters are colors";
            made(format!("debruijn {letters} {length}"), what, problem, debruijn::published(letters, length))
        }
        Family::Partridge { n } => {
            let what = "k squares of side k for each k in one square, symmetric fillings apart";
            made(format!("partridge {n}"), what, partridge::problem(n)?, partridge::published(n))
        }
        Family::Macmahon { sides: Sides { rows, columns }, colors, border } => {
            let (border, option) = if border { (Border::OneColor, " --border") } else { (Border::Free, "") };
            let problem = macmahon::problem(rows, columns, colors, border)?;
            let name = format!("macmahon {rows}x{columns} --colors {colors}{option}");
            let published = macmahon::published(rows, columns, colors, border);
            made(name, "squares with colored edges, touching edges alike", problem, published)
        }
        Family::Coloring { colors, graph: ref name } => {
            let (graph, published) = match name.parse::<Known>() {
                Ok(known) => (known.graph()?, coloring::published(known, colors)),
                Err(unknown) if name.contains(':') && !Path::new(name).exists() => {
                    return Err(Fault::Usage(unknown.to_string()));
                }
                Err(_) => {
                    let (file, text) = read(Path::new(name), session)?;
                    (Graph::of_dimacs(&text).map_err(|error| Fault::material(file, error))?, None)
                }
            };
            let problem = coloring::problem(&graph, colors)?;
            made(format!("coloring {colors} {name}"), "colorings of a graph", problem, published)
        }
        Family::Assignment { n, seed, max_cost, ref costs } => {
            let what = "assignments of columns to rows at a cost";
            let (name, costs) = match (n, seed, costs) {
                (Some(n), Some(seed), None) => {
                    let name = format!("assignment {n} --seed {seed} --max-cost {max_cost}");
                    (name, assignment::random_costs(n, seed, max_cost)?)
                }
                (None, None, Some(file)) => (format!("assignment {}", file.display()), table(file, session)?),
                _ => return Err(Fault::Usage("expected a side and a seed, or a table of costs".to_owned())),
            };
            let is_full = costs.iter().flatten().all(Option::is_some);
            let published = is_full.then(|| assignment::published(costs.len())).flatten();
            made(name, what, assignment::problem(&costs)?, published)
        }
    }
}

fn form(is_reduced: bool) -> (Form, &'static str) {
    if is_reduced { (Form::Reduced, " --reduced") } else { (Form::All, "") }
}

/// A rectangle, where the text says rows and columns.
fn rectangle(text: &str) -> Option<Result<Region, InstanceError>> {
    numbers(text, 'x').map(|[rows, columns]| Region::rectangle(rows, columns))
}

fn flat_region(place: &FlatPlace, session: &Session) -> Result<Region, Fault> {
    region_of(&place.region, rectangle(&place.region), &place.holes, session)
}

/// The region whose sizes are given, or else the one that is drawn in a file.
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
            drawing::region(&text).map_err(|error| Fault::material(file, error))?
        }
    };
    Ok(region.without(holes)?)
}

fn place_name(family: &str, place: &FlatPlace) -> String {
    format!("{family} {}{}", place.region, holes_name(&place.holes))
}

fn packing_name(
    family: &str,
    region: &str,
    holes: &[Cell],
    pieces: &[NamedPieces],
    file: Option<&PathBuf>,
) -> String {
    let mut name = format!("{family} --region {region}{}", holes_name(holes));
    let pieces: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    if !pieces.is_empty() {
        name = format!("{name} --pieces {}", pieces.join(","));
    }
    if let Some(file) = file {
        name = format!("{name} --piece-file {}", file.display());
    }
    name
}

fn holes_name(holes: &[Cell]) -> &'static str {
    if holes.is_empty() { "" } else { " with holes" }
}

/// The pieces that are named, then those drawn in a file.
fn pieces_of(
    specified: &[NamedPieces],
    named: fn(&str, Moves) -> Result<Vec<Piece>, InstanceError>,
    file: Option<&PathBuf>,
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
        pieces.extend(drawing::pieces(&text, moves).map_err(|error| Fault::material(name, error))?);
    }
    Ok(pieces)
}

fn word_list(path: &Path, session: &Session) -> Result<WordList, Fault> {
    let (name, text) = read(path, session)?;
    let list = WordList::of_text(&text);
    if let [first, ..] = list.passed_over() {
        let number = list.passed_over().len();
        tell!(
            "dlx: {name}: passed over as they have other characters than letters: {number}, first `{first}`"
        );
    }
    Ok(list)
}

/// A table of costs from comma-separated values.
fn table(path: &Path, session: &Session) -> Result<assignment::Costs, Fault> {
    let (name, input) = input::open(path, session)?;
    let fault = |error| Fault::material(name.clone(), error);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(input);
    reader.deserialize().collect::<Result<_, csv::Error>>().map_err(fault)
}

/// The whole of a file, and its name for messages.
fn read(path: &Path, session: &Session) -> Result<(String, String), Fault> {
    let (name, mut input) = input::open(path, session)?;
    let mut text = String::new();
    match input.read_to_string(&mut text) {
        Ok(_) => Ok((name, text)),
        Err(error) => Err(Fault::material(name, error)),
    }
}
