//! `dlx render`: draws one cover, or all covers of a list, as a picture or as text, using the geometry of the problem.

use std::io::{BufRead, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use dlx_core::text::ReadError;
use dlx_core::{OptionId, Problem, check};
use dlx_instances::draw::{self, DrawError, Sheet, Strokes};
use dlx_instances::geometry::Geometry;

use super::check::Covers;
use super::geometry;
use crate::shared::flags::{Deadline, NamedProblem, OutputFile};
use crate::shared::input::read_with_lines;
use crate::shared::named_files::format_of;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    problem: NamedProblem,
    /// Covers, one a line, - for standard input [default: -]
    #[arg(value_name = "COVERS")]
    covers: Option<PathBuf>,
    /// Draw the Nth cover
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Input")]
    number: NonZeroU64,
    /// Draw all covers on one sheet, N in a line
    #[arg(long, value_name = "N", help_heading = "Output", conflicts_with = "number")]
    sheet: Option<NonZeroUsize>,
    /// Format [default: by ending; text on a terminal, otherwise svg]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<RenderFormat>,
    /// Draw a packing layer by layer, or in space
    #[arg(long, value_enum, value_name = "VIEW", help_heading = "Output", conflicts_with = "sheet", default_value_t = View::Layers)]
    view: View,
    /// Layout of the items [default: as the problem says]
    ///
    /// The text after `| geometry` in a problem file, with its version, such as
    /// `1 queens row=r<row> column=c<column>`.
    #[arg(long, value_name = "SPEC", help_heading = "Input", hide_short_help = true)]
    geometry: Option<Geometry>,
    /// Accessible title [default: file and number]
    #[arg(long, value_name = "TEXT", help_heading = "Output", hide_short_help = true)]
    title: Option<String>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderFormat {
    /// For web pages and printing
    Svg,
    /// For terminals
    Text,
    /// The pieces of a packing of cubes or triangles, for 3D printers
    Stl,
}

/// The formats by the endings of file names.
const FORMATS: &[(&str, RenderFormat)] =
    &[("svg", RenderFormat::Svg), ("txt", RenderFormat::Text), ("stl", RenderFormat::Stl)];

/// How a packing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// Layers side by side
    Layers,
    /// Cubes in space, and each piece
    Isometric,
}

impl Command for Render {
    const NAME: &'static str = "render";
    const ABOUT: &'static str = "Draw covers as SVG or text, or packings as solids";
    const EXAMPLES: &'static str = "\
dlx generate pentominoes 6x10 -o pentominoes.dlx
dlx solve --limit 1 pentominoes.dlx | dlx render pentominoes.dlx -o cover.svg
dlx solve --limit 1 pentominoes.dlx | dlx render --format text pentominoes.dlx
dlx generate soma | dlx convert --to json -o soma.json
dlx solve --limit 3 soma.json | dlx render --number 3 soma.json -o soma.svg
dlx generate queens 8 -o queens.dlx
dlx solve queens.dlx | dlx render --sheet 12 queens.dlx -o queens.svg";
    const ENDINGS: &'static [&'static str] = &["svg", "txt", "stl"];
    const NOTES: &'static str = "\
A comment in the problem file gives the layout of its items; `dlx help geometry` describes it. Options that leave items \
uncovered are drawn as part of a cover.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let drawing = self.drawing(session)?;
        let Self { problem: named, covers: lines, number, sheet, title, geometry: given, .. } = self;
        let (loaded, lines) = read_with_lines(&named, lines.as_deref(), "covers", session)?;
        let problem = loaded.subject.problem();
        let geometry = match given {
            Some(geometry) => geometry,
            None => geometry::expected(&loaded.name, loaded.comments)?,
        };
        let stem = Path::new(&loaded.name).file_stem().unwrap_or_default().to_string_lossy();
        let name = lines.name;
        let mut covers = Covers::new(problem);
        let mut sheet = sheet
            .map(|in_a_line| Sheet::new(problem, &geometry, in_a_line))
            .transpose()
            .map_err(Fault::usage)?;
        let mut found = 0;
        for line in lines.text.split(b'\n') {
            let line = line.map_err(|source| Fault::named(&name, ReadError::Io(source)))?;
            let cover = match covers.read(String::from_utf8_lossy(&line).trim()) {
                Ok(None) => continue,
                read => read.map(Option::unwrap_or_default),
            };
            found += 1;
            if sheet.is_none() && found < number.get() {
                continue;
            }
            let bad = |reason: String| Fault::named(&*name, format!("cover {found}: {reason}"));
            let (_, cover) = cover.map_err(bad)?;
            match check(problem, &cover) {
                Ok(()) => {}
                Err(error) if error.is_incomplete() => {
                    message!(Note, "{name}: cover {found}: part of a cover: {error}");
                }
                Err(error) => {
                    message!(Error, "{name}: cover {found}: no cover: {error}");
                    return Ok(session.without_document(Exit::NoSolution));
                }
            }
            if let Some(sheet) = &mut sheet {
                sheet.add(&cover).map_err(Fault::usage)?;
                continue;
            }
            let title = title.unwrap_or_else(|| format!("{stem}, cover {number}"));
            let picture = drawing.of(problem, &geometry, &cover, &title).map_err(Fault::usage)?;
            session.output().write_all(picture.as_bytes())?;
            return Ok(Exit::Answered);
        }
        match sheet {
            Some(sheet) if found > 0 => {
                let title = title.unwrap_or_else(|| format!("{stem}, {found} covers"));
                let picture = match drawing {
                    Drawing::Text(strokes) => sheet.text(strokes),
                    _ => sheet.svg(&title),
                };
                session.output().write_all(picture.as_bytes())?;
                Ok(Exit::Answered)
            }
            _ if found == 0 => Err(Fault::named(name, "expected covers to draw, found none")),
            _ => {
                let expected = format!("expected {number} covers for --number {number}");
                Err(Fault::Usage(format!("{name}: {expected}, found {found}")))
            }
        }
    }
}

/// What is drawn.
#[derive(Clone, Copy)]
enum Drawing {
    Svg,
    Isometric,
    Text(Strokes),
    Stl,
}

impl Drawing {
    fn of(
        self,
        problem: &Problem,
        geometry: &Geometry,
        cover: &[OptionId],
        title: &str,
    ) -> Result<String, DrawError> {
        match self {
            Self::Svg => draw::svg(problem, geometry, cover, title),
            Self::Isometric => draw::isometric(problem, geometry, cover, title),
            Self::Text(strokes) => draw::text(problem, geometry, cover, strokes),
            Self::Stl => draw::stl(problem, geometry, cover),
        }
    }
}

impl Render {
    fn drawing(&self, session: &Session) -> Result<Drawing, Fault> {
        let usual = if session.writes_to_terminal() { RenderFormat::Text } else { RenderFormat::Svg };
        match (format_of(self.format, self.output.path(), FORMATS)?.unwrap_or(usual), self.view) {
            (RenderFormat::Svg, View::Layers) => Ok(Drawing::Svg),
            (RenderFormat::Svg, View::Isometric) => Ok(Drawing::Isometric),
            (RenderFormat::Text, View::Layers) => Ok(Drawing::Text(strokes(session))),
            (RenderFormat::Text, View::Isometric) => Err(Fault::usage("expected SVG for --view, found text")),
            (RenderFormat::Stl, View::Layers) if self.sheet.is_none() => Ok(Drawing::Stl),
            (RenderFormat::Stl, _) => Err(Fault::usage("expected SVG for --sheet and --view, found STL")),
        }
    }
}

/// Returns box-drawing characters, except for a terminal whose locale says that it does not show them.
fn strokes(session: &Session) -> Strokes {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"].map(std::env::var_os);
    let locale = variables.into_iter().flatten().find(|value| !value.is_empty());
    let is_unicode = locale.is_none_or(|locale| {
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    if is_unicode || !session.writes_to_terminal() { Strokes::Box } else { Strokes::Ascii }
}
