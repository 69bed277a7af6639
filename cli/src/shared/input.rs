//! Opening inputs, and reading exact cover problems and compiled files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use clap::ValueEnum;
use dlx_core::inner::escape_controls;
use dlx_core::text::knuth;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{dense, json};
use dlx_core::{Decimal, Diagram, Problem};
use dlx_formats::{ReadProgram, cnf, lp, mps, opb, partitioning};
use dlx_instances::geometry::Comments;
use dlx_instances::xmpuzzle::Puzzle;

use crate::shared::excerpt::SharedWindow;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::flags::{NamedProblem, ProblemList, ReadFormat, Source};
use crate::shared::message;
use crate::shared::output::BUFFER;
use crate::shared::session::Session;

/// An opened input.
pub(crate) struct Input {
    /// Its name for messages.
    pub(crate) name: String,
    pub(crate) text: Box<dyn BufRead>,
    /// The bytes read last, for error messages.
    pub(crate) window: SharedWindow,
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path, session: &Session) -> Result<Input, Fault> {
    let (name, window) = (name_of(path), SharedWindow::default());
    let text: Box<dyn BufRead> = if is_standard(path) {
        Box::new(BufReader::with_capacity(BUFFER, window.over(session.input())))
    } else {
        match File::open(path) {
            Ok(file) => Box::new(BufReader::with_capacity(BUFFER, window.over(session.guarded_input(file)))),
            Err(source) => return Err(Fault::open(name, source)),
        }
    };
    Ok(Input { name, text, window })
}

/// Reads a problem and opens a second input of lines; `what` names their content. Only one of the two can be
/// standard input.
pub(crate) fn read_with_lines(
    problem: &NamedProblem,
    lines: Option<&Path>,
    what: &str,
    session: &Session,
) -> Result<(Loaded, Input), Fault> {
    let (source, lines) = (problem.source(), path_or_standard(lines)?);
    if source.file.is_some_and(is_standard) && is_standard(lines) {
        return Err(Fault::Usage(format!(
            "expected one of the two from standard input, found the problem and its {what}"
        )));
    }
    Ok((read(source, session)?, open(lines, session)?))
}

/// Returns the path, or that of standard input if none was given.
///
/// # Errors
/// [`Fault::NoInput`] if standard input is a terminal, where the program would wait for the user to type a
/// problem.
pub(crate) fn path_or_standard(path: Option<&Path>) -> Result<&Path, Fault> {
    match path {
        Some(path) => Ok(path),
        None if io::stdin().is_terminal() => Err(Fault::NoInput),
        None => Ok(Path::new("-")),
    }
}

/// Whether the path stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

pub(crate) fn name_of(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        escape_controls(&path.display().to_string()).into_owned()
    }
}

/// A problem, or the diagram of all its covers.
#[derive(Debug)]
pub(crate) enum Subject {
    Problem(Problem),
    Compiled(Box<Diagram>),
}

impl Subject {
    pub(crate) fn problem(&self) -> &Problem {
        match self {
            Self::Problem(problem) => problem,
            Self::Compiled(diagram) => diagram.problem(),
        }
    }
}

/// The first bytes of a compiled file.
const MAGIC: &[u8] = b"dlx diagram ";

/// The content of a problem file or compiled file.
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) subject: Subject,
    pub(crate) comments: Comments,
    pub(crate) origin: Origin,
    /// Whether the costs are those of an objective to be maximized, with the opposite sign.
    pub(crate) is_maximized: bool,
}

/// What a problem was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A text of items and options, or a compiled file.
    Problem,
    /// Constraints on variables, which are options whose first items have their names.
    Program,
}

impl Loaded {
    /// Says that the costs of the problem are not those of the text, for commands that hand them on.
    pub(crate) fn tell_sense(&self) {
        if self.is_maximized {
            let name = &self.name;
            message!(Note, "{name}: the objective is to be maximized: costs have the opposite sign");
        }
    }

    /// Returns the problem, or an error if this is a compiled file.
    pub(crate) fn into_problem(self) -> Result<(String, Problem, Comments), Fault> {
        self.tell_sense();
        match self.subject {
            Subject::Problem(problem) => Ok((self.name, problem, self.comments)),
            Subject::Compiled(_) => {
                Err(Fault::named(self.name, "expected a problem, found a compiled diagram of covers"))
            }
        }
    }
}

/// Calls a function with each input. An unreadable file does not stop the others. With several files and text
/// output, each answer is printed below the name of its file.
pub(crate) fn for_each(
    problems: &ProblemList,
    is_json: bool,
    session: &Session,
    mut answer: impl FnMut(Loaded) -> Result<Exit, Fault>,
) -> Result<Exit, Fault> {
    let sources = problems.each();
    let is_single = sources.len() == 1;
    let mut exit = Exit::Answered;
    for source in sources {
        let name = source.file.map_or_else(|| name_of(Path::new("-")), name_of);
        if !is_single && !is_json {
            io::Write::write_all(&mut *session.output(), format!("==> {name} <==\n").as_bytes())?;
        }
        let answered = read(source, session).and_then(|loaded| {
            message::set_subject(if is_single { "" } else { &name });
            answer(loaded)
        });
        message::set_subject("");
        match answered {
            Ok(answered) => exit.also(answered),
            Err(fault @ (Fault::Open { .. } | Fault::InputError(_) | Fault::Named { .. }))
                if !is_single && !session.has_refused_to_read() =>
            {
                fault.report("dlx");
                exit.also(fault.exit());
            }
            Err(fault) => return Err(fault),
        }
        if session.cause_to_stop().is_some() {
            break;
        }
    }
    Ok(exit)
}

/// Reads a compiled file, recognized by its first bytes or its name, or else an exact cover problem. Warns
/// about options that can never be chosen.
pub(crate) fn read(source: Source<'_>, session: &Session) -> Result<Loaded, Fault> {
    let path = path_or_standard(source.file)?;
    let format = format_of(path, source.from());
    if source.primary().is_some()
        && !matches!(format, ReadFormat::Dense | ReadFormat::Sparse0 | ReadFormat::Sparse1)
    {
        return Err(Fault::usage(
            "--primary requires --from dense or sparse: other formats say which items are primary",
        ));
    }
    let Input { name, text: mut bytes, window } = open(path, session)?;
    let mut head = Vec::new();
    let mut format = format;
    if format == ReadFormat::Auto {
        let read = bytes.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head);
        read.map_err(|source| Fault::named(&name, dlx_core::DiagramFileError::from(source)))?;
    }
    if format == ReadFormat::Auto && looks_like_json(&head) {
        format = ReadFormat::Json;
    }
    if format == ReadFormat::Auto && looks_like_burrtools(&head) {
        format = ReadFormat::Xmpuzzle;
    }
    if source.problem().is_some() && format != ReadFormat::Xmpuzzle {
        return Err(Fault::usage("--problem requires a file of BurrTools: other formats have one problem"));
    }
    let is_compiled = head == MAGIC || path.extension().is_some_and(|extension| extension == "zdd");
    let all = head.as_slice().chain(bytes);
    let (mut comments, mut origin, mut is_maximized) = (Comments::default(), Origin::Problem, false);
    let subject = if format == ReadFormat::Auto && is_compiled {
        let diagram = Diagram::read(all).map_err(|source| Fault::named(&name, source))?;
        Subject::Compiled(Box::new(diagram))
    } else {
        let comment = |line: usize, text: &str| comments.add(line, text);
        let of_text = |error| Fault::of_text(&name, error, &window);
        let mut of_program = |read: Result<ReadProgram, dlx_formats::ReadError>| {
            let read = read.map_err(|error| Fault::of_program(&name, error, &window))?;
            (origin, is_maximized) = (Origin::Program, read.is_maximized);
            if read.constant != Decimal::default() {
                let constant = read.constant;
                message!(Note, "{name}: the constant {constant} of the objective is left out of costs");
            }
            Ok::<Problem, Fault>(read.problem)
        };
        Subject::Problem(match format {
            ReadFormat::Auto | ReadFormat::Knuth => {
                knuth::read_with_comments(all, comment).map_err(of_text)?
            }
            ReadFormat::Dense => dense::read(all, source.primary()).map_err(of_text)?,
            ReadFormat::Sparse0 => sparse::read(all, Base::Zero, source.primary()).map_err(of_text)?,
            ReadFormat::Sparse1 => sparse::read(all, Base::One, source.primary()).map_err(of_text)?,
            ReadFormat::Json => json::read_with_comments(all, comment).map_err(of_text)?,
            ReadFormat::Lp => of_program(lp::read(all))?,
            ReadFormat::Mps => of_program(mps::read(all))?,
            ReadFormat::Opb => of_program(opb::read(all))?,
            ReadFormat::Cnf => of_program(cnf::read(all))?,
            ReadFormat::Partitioning => {
                partitioning::read(all).map_err(|error| Fault::of_program(&name, error, &window))?
            }
            ReadFormat::Xmpuzzle => {
                let fault = |error| Fault::named(&name, error);
                let puzzle = Puzzle::read(all).map_err(fault)?;
                let index = puzzle.index(source.problem()).map_err(fault)?;
                let packing = puzzle.problem(index).map_err(fault)?;
                for remark in &packing.remarks {
                    message!(Warning, "{name}: {remark}");
                }
                comments.add(1, &packing.geometry.to_string());
                packing.problem
            }
        })
    };
    let problem = subject.problem();
    message!(Detail, "{name}: {} items, {} options", problem.item_count(), problem.option_count());
    if let Some(first) = problem.idle_options().next() {
        let (count, text) = (problem.idle_options().count(), problem.display_option(first));
        message!(
            Warning,
            "{name}: options without a primary item are never chosen: {count}, first option {first} `{text}`"
        );
    }
    Ok(Loaded { name, subject, comments, origin, is_maximized })
}

/// Whether the first bytes are those of a JSON object rather than of the names of items.
fn looks_like_json(head: &[u8]) -> bool {
    let inside = head.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|inside| matches!(inside.first(), None | Some(b'"' | b'}')))
}

/// Whether the first bytes are those of gzip or of XML.
fn looks_like_burrtools(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    head.starts_with(&[0x1f, 0x8b]) || [&b"<?xml"[..], b"<puzzle"].iter().any(|start| text.starts_with(start))
}

/// Returns the format that was asked for, or else the one that the file extension stands for. `Auto` remains
/// if there is neither.
fn format_of(path: &Path, asked: ReadFormat) -> ReadFormat {
    if asked != ReadFormat::Auto {
        return asked;
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ReadFormat::from_str(extension, true).unwrap_or(ReadFormat::Auto)
}
