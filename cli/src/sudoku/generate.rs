//! `dlx sudoku generate`: generates puzzles from a seed, and prints each as soon as it and all earlier ones
//! are ready.
//!
//! Candidates are numbered, and those that do not meet the requirements are discarded. The output does not
//! depend on the number of threads.

use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use dlx_core::{Limits, Stopped};
use sudoku_cover::{
    Detail, Format, GenerateError, Generator, Geometry, Key, Level, Losses, Maker, Pattern, Rating, Recipe,
    Record, RuleKind, RuleTheme, Spec, Symmetry, Wish, WriteError, Writer, generate,
};

use super::boards::Boards;
use super::convert::warn_of;
use super::explained::{NamedTechniques, named_techniques};
use crate::shared::cause::Cause;
use crate::shared::flags::{Board, Deadline, OutputFile, Rules, Seed, Threads, format};
use crate::shared::progress::{BatchDisplay, Printing};
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, help_heading = "Puzzles")]
    count: u64,
    /// Random seed, or `random` for another one each time
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Puzzles")]
    seed: Seed,
    /// HoDoKu difficulty level
    #[arg(long, value_name = "LEVEL", ignore_case = true, value_parser = level(), help_heading = "Puzzles")]
    level: Option<Level>,
    /// Number of clues, such as 26 or 24..28
    #[arg(long, value_name = "N|N..N", value_parser = clues, help_heading = "Puzzles")]
    clues: Option<RangeInclusive<usize>>,
    /// Symmetry of the cells with clues, and of drawn rules
    #[arg(
        long,
        value_name = "SYMMETRY",
        value_parser = symmetry(),
        default_value = "none",
        help_heading = "Puzzles"
    )]
    symmetry: Symmetry,
    /// Technique that the solution path needs, such as x-wing
    ///
    /// May be repeated; a name in words needs quotes.
    #[arg(long, value_name = "TECHNIQUE", value_parser = named_techniques, help_heading = "Puzzles")]
    needs: Vec<NamedTechniques>,
    /// Techniques that the solution path may use besides --needs
    ///
    /// Names such as hidden-single, separated by commas. By default all of HoDoKu's.
    #[arg(
        long,
        value_name = "TECHNIQUE,...",
        value_delimiter = ',',
        value_parser = named_techniques,
        help_heading = "Puzzles",
        hide_short_help = true
    )]
    only: Vec<NamedTechniques>,
    /// Stop before the first step that --needs asks for
    ///
    /// Writes the placed digits and the candidates that the easier steps leave, for formats with candidates.
    #[arg(long, requires = "needs", help_heading = "Puzzles")]
    practice: bool,
    /// Cells with clues: a file, or X and .
    ///
    /// Row by row, X for a clue and . for a blank cell
    #[arg(
        long,
        value_name = "FILE|CELLS",
        value_hint = ValueHint::AnyPath,
        conflicts_with_all = ["clues", "symmetry"],
        help_heading = "Puzzles",
        hide_short_help = true
    )]
    pattern: Option<String>,
    /// Only minimal puzzles: no clue or drawn rule is redundant
    #[arg(long, help_heading = "Puzzles", hide_short_help = true)]
    minimal: bool,
    /// Type of puzzle
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        default_value_t = Kind::Unique,
        conflicts_with_all = ["clues", "minimal", "symmetry", "pattern", "level", "needs", "only"],
        help_heading = "Puzzles",
        hide_short_help = true
    )]
    kind: Kind,
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    threads: Threads,
    /// Format to write [default: line, or hodoku with --practice]
    ///
    /// With --practice above side 9, and with rules whose cells are drawn, the default is json.
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Output")]
    format: Option<Format>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
    /// Rules of --variant, such as thermo-killer
    #[arg(long = "theme", value_name = "NAME-...", help_heading = "Variants")]
    themes: Vec<RuleTheme>,
    /// Nodes per test whether a clue can be removed
    ///
    /// If the limit is reached, the clue is kept [default: no limit up to side 9 without rules, 2000 with rules that are
    /// drawn, 10000 with other rules that take a search on the board and up to side 16, 1000 above]
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true)]
    clue_nodes: Option<u64>,
    #[command(flatten)]
    rules: Rules,
}

/// The types of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// One solution
    Unique,
    /// One solution, found by naked singles alone, and many clues
    Easy,
    /// Several solutions: minimal puzzles with one clue removed
    Several,
    /// No solution, although no two clues contradict each other
    Unsolvable,
}

impl Command for Generate {
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Generate puzzles, by default with one solution";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 20 --seed 7 -o puzzles.txt
dlx sudoku generate --level hard --symmetry rot180
dlx sudoku generate --clues 24..28 -n 5
dlx sudoku generate --needs x-wing --level hard
dlx sudoku generate --needs x-wing --practice -o exercise.txt
dlx sudoku generate --size 16 --timeout 60s";
    const NOTES: &'static str = "\
Without --clues and --pattern, the puzzle needs every given; with a symmetry, it needs every group of givens that the
symmetry maps to each other. With --minimal, it needs every single given, and every cage, line, mark or other drawn rule.

--symmetry also makes drawn rules symmetric, with the numbers that the solution has in each place. A warning names kinds of
rules that are drawn without the symmetry.

Rare numbers of givens take long to find; use --timeout to limit the run. The same seed gives the same puzzles, for any
number of threads.";

    fn run(mut self, session: &Session) -> Result<Exit, Fault> {
        let drawn = self.drawn()?;
        let geometry = Boards::of(self.board, &self.rules, session)?.only(session)?;
        let recipe = self.spec(&geometry)?.recipe(&geometry).map_err(Fault::usage)?;
        let mut generator = Generator::new(&geometry, self.seed.number());
        if !drawn.is_empty() {
            generator = generator.with_drawn(&drawn).map_err(Fault::usage)?;
        }
        let style = Style {
            format: self.format(geometry.side(), !drawn.is_empty())?,
            is_practice: self.practice,
            is_minimal: recipe.is_minimal(&generator),
            nodes: self.clue_nodes.unwrap_or_else(|| generator.nodes()),
        };
        make(generator, &recipe, &style, &self, session)
    }
}

/// How candidates are tried, and puzzles written.
struct Style {
    format: Format,
    /// Whether the state before a required step is written instead of the puzzle.
    is_practice: bool,
    /// Whether no clue may be redundant.
    is_minimal: bool,
    /// The limit of nodes for each test whether a clue can be removed.
    nodes: u64,
}

/// A generated puzzle.
struct MadePuzzle {
    /// The puzzle, or the state that is written instead.
    record: Record,
    /// True if it may have redundant clues.
    is_doubtful: bool,
    /// The kinds of rules that are laid out without the symmetry.
    asymmetric: Vec<RuleKind>,
}

/// Why generation failed for a candidate.
enum NoPuzzle {
    Stopped,
    Fault(Fault),
}

impl From<Stopped> for NoPuzzle {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<GenerateError> for NoPuzzle {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Stopped(_) => Self::Stopped,
            error => Self::Fault(Fault::usage(error)),
        }
    }
}

impl Style {
    /// Generates the candidate with this number; `None` if it does not meet the requirements.
    fn make(
        &self,
        number: u64,
        maker: &mut Maker<'_>,
        session: &Session,
    ) -> Result<Option<MadePuzzle>, NoPuzzle> {
        let made = maker.make(number, || session.limits(None).nodes(self.nodes))?;
        let Some(made) = made else { return Ok(None) };
        let mut record = if self.is_practice {
            let exercise = maker.exercise(&made, &mut session.limits(None))?;
            exercise.expect("the explanation has a step that is required")
        } else {
            maker.record(&made)
        };
        if let Some(rating) = made.rating {
            record.more_mut().details.push(self.level(rating));
        }
        let is_doubtful = made.generated.undecided > 0;
        Ok(Some(MadePuzzle { record, is_doubtful, asymmetric: made.generated.asymmetric }))
    }

    /// Returns the rating as a detail of the puzzle.
    fn level(&self, rating: Rating) -> Detail {
        // The line and grid formats can hold only comments.
        let is_comment = matches!(self.format, Format::Line | Format::Grid);
        let key = if is_comment { Key::Comment } else { Key::Level };
        Detail::new(key, &format!("{} ({})", rating.level(), rating.score))
    }
}

/// Generates and prints the requested number of puzzles.
fn make(
    generator: Generator,
    recipe: &Recipe,
    style: &Style,
    arguments: &Generate,
    session: &Session,
) -> Result<Exit, Fault> {
    let geometry = generator.geometry().clone();
    let mut printer = PuzzlePrinter {
        style,
        writer: Writer::new(Whole(session), style.format).with_geometry(&geometry),
        printed: 0,
        doubtful: 0,
        asymmetric: (0, Vec::new()),
        losses: Losses::default(),
    };
    // The bar is hidden while a puzzle is printed, so that both may be on one terminal.
    let mut display = BatchDisplay::new(session.meter(Printing::AtTheEnd), Some(arguments.count));
    let make = |maker: &mut Maker<'_>, number, _: &mut Limits<'_>| match session.cause_to_stop() {
        Some(_) => Err(NoPuzzle::Stopped),
        None => style.make(number, maker, session),
    };
    let take = |made: Option<MadePuzzle>| {
        let written = made.map_or(Ok(()), |made| display.hidden(|| printer.write(&made)));
        display.show(printer.printed, printer.printed);
        if written.is_err() || printer.printed == arguments.count {
            // The candidates that other threads are working on are not needed.
            session.abandon();
        }
        written.map_err(NoPuzzle::Fault)
    };
    let (threads, limits) = (arguments.threads.number(), &mut Limits::none());
    // Nothing is read meanwhile: a thread that prints a puzzle does not wait for input either.
    let ended =
        session.watched(|| generate::series(generator, recipe, arguments.count, threads, limits, make, take));
    display.finish();
    let exit = match ended {
        Ok(()) => Exit::Answered,
        Err(NoPuzzle::Fault(fault)) => return Err(fault),
        Err(NoPuzzle::Stopped) => {
            let cause = session.cause_to_stop();
            message!(Note, "{} after {} puzzles", cause.map_or("stopped", Cause::words), printer.printed);
            cause.map_or(Exit::Stopped, Cause::exit)
        }
    };
    printer.finish(exit)
}

/// Prints puzzles.
struct PuzzlePrinter<'a> {
    style: &'a Style,
    writer: Writer<Whole<'a>>,
    printed: u64,
    /// Number of puzzles that may have redundant clues.
    doubtful: u64,
    /// Number of puzzles with rules laid out without the symmetry, and their kinds.
    asymmetric: (u64, Vec<RuleKind>),
    /// What the format cannot hold.
    losses: Losses,
}

impl PuzzlePrinter<'_> {
    fn write(&mut self, made: &MadePuzzle) -> Result<(), Fault> {
        self.doubtful += u64::from(made.is_doubtful);
        let (puzzles, kinds) = &mut self.asymmetric;
        *puzzles += u64::from(!made.asymmetric.is_empty());
        kinds.extend(&made.asymmetric);
        let mut loss = self.writer.write(&made.record).map_err(fault)?;
        // The level is a detail that only some formats get.
        loss.details.clear();
        self.losses.add(&loss);
        self.writer.flush()?;
        self.printed += 1;
        Ok(())
    }

    fn finish(self, exit: Exit) -> Result<Exit, Fault> {
        self.writer.finish().map_err(fault)?.flush()?;
        warn_of(&self.losses, self.style.format);
        let (puzzles, mut kinds) = self.asymmetric;
        if puzzles > 0 {
            kinds.sort_unstable();
            kinds.dedup();
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let printed = self.printed;
            message!(
                Warning,
                "{puzzles} of {printed} puzzles have rules without the symmetry: {}",
                names.join(", ")
            );
        }
        if self.doubtful > 0 && self.style.is_minimal {
            let Self { printed, doubtful, .. } = self;
            message!(Warning, "{doubtful} of {printed} puzzles may not be minimal (node limit reached)");
        }
        Ok(exit)
    }
}

/// Standard output that accepts whole puzzles, even when the run has to end.
struct Whole<'s>(&'s Session);

impl Write for Whole<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.output().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.output().flush()
    }
}

/// An error for output that cannot be written, or a format that cannot hold the puzzles.
fn fault(error: WriteError) -> Fault {
    match error {
        WriteError::Io(error) => error.into(),
        error => Fault::usage(error),
    }
}

impl Generate {
    /// Takes the kinds of rules out of the variants if some are drawn. Those that are not are rules of the board then.
    fn drawn(&mut self) -> Result<Vec<RuleKind>, Fault> {
        self.rules.variants.append(&mut self.themes);
        let kinds = self.rules.kinds();
        if let Some(kind) = kinds.iter().find(|kind| !kind.is_drawn() && kind.rule().is_none()) {
            return Err(Fault::Usage(format!(
                "--variant {kind}: such rules cannot be drawn; give them with --constraint or --constraints"
            )));
        }
        let (drawn, whole): (Vec<RuleKind>, Vec<RuleKind>) =
            kinds.into_iter().partition(|kind| kind.is_drawn());
        self.rules.variants = vec![RuleTheme::of(&whole)];
        Ok(drawn)
    }

    /// Returns the format to write.
    fn format(&self, side: usize, has_rules: bool) -> Result<Format, Fault> {
        match self.format {
            Some(format) if self.practice && !format.has_candidates() => {
                let others = Format::ALL.into_iter().filter(|format| format.has_candidates());
                let names: Vec<&str> = others.map(Format::name).collect();
                Err(Fault::Usage(format!(
                    "expected a format with candidates for --practice, one of {}, found {format}",
                    names.join(", ")
                )))
            }
            Some(format) => Ok(format),
            None if has_rules => Ok(Format::Json),
            None if self.practice => Ok(Format::of_states(side)),
            None => Ok(Format::Line),
        }
    }

    /// Returns what is asked of the puzzles.
    fn spec(&self, geometry: &Geometry) -> Result<Spec, Fault> {
        Ok(Spec {
            kind: match self.kind {
                Kind::Unique => Wish::Minimal,
                Kind::Easy => Wish::Easy,
                Kind::Several => Wish::Several,
                Kind::Unsolvable => Wish::Unsolvable,
            },
            level: self.level,
            symmetry: self.symmetry,
            clues: self.clues.clone(),
            pattern: self.pattern.as_deref().map(|text| pattern(text, geometry)).transpose()?,
            is_minimal: self.minimal,
            needs: self.needs.iter().map(|named| named.0.clone()).collect(),
            only: self.only.iter().flat_map(|named| named.0.iter().copied()).collect(),
        })
    }
}

/// Reads the pattern from a file of this name, or else from the text itself.
fn pattern(text: &str, geometry: &Geometry) -> Result<Pattern, Fault> {
    let looks_like_cells = text.chars().filter(|&mark| mark != '\n').count() >= geometry.cell_count();
    if Path::new(text).exists() || !looks_like_cells {
        let name = text.to_owned();
        let content = fs::read_to_string(text).map_err(|source| Fault::open(name.clone(), source))?;
        return Pattern::parse(&content, geometry).map_err(|error| Fault::named(name, error));
    }
    Pattern::parse(text, geometry).map_err(|error| Fault::Usage(format!("--pattern: {error}")))
}

/// A parser for the names of symmetries and their synonyms.
fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    let names = Symmetry::ALL.map(|symmetry| PossibleValue::new(symmetry.name()).aliases(symmetry.aliases()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Symmetry>())
}

/// A parser for HoDoKu's levels.
pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.map(|level| PossibleValue::new(level.name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Level>())
}

/// Parses a number of clues or a range.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let wrong = || "expected a number of clues, or two such as 24..28".to_owned();
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let Some((low, high)) = text.split_once("..").or_else(|| text.split_once('-')) else {
        let clues = number(text)?;
        return Ok(clues..=clues);
    };
    Ok(number(low)?..=number(high.trim_start_matches('='))?)
}
