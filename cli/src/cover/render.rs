//! `dlx render`: draws one cover, or all covers of a list, as a picture, using the geometry of the problem.

use std::io::{BufRead, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use dlx_core::check;
use dlx_core::text::ReadError;
use dlx_instances::draw::{self, Sheet};
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
    /// Format of the picture [default: by the ending of -o, or svg]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<RenderFormat>,
    /// Draw a packing layer by layer, or in space
    #[arg(long, value_enum, value_name = "VIEW", help_heading = "Output", conflicts_with = "sheet", default_value_t = View::Layers)]
    view: View,
    /// Layout of the items [default: as the problem says]
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
    /// A picture
    Svg,
    /// The pieces of a packing of cubes or triangles, for 3D printers
    Stl,
}

const FORMATS: &[(&str, RenderFormat)] = &[("svg", RenderFormat::Svg), ("stl", RenderFormat::Stl)];

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
    const ABOUT: &'static str = "Draw covers as SVG, or packings as solids";
    const EXAMPLES: &'static str = "\
dlx generate pentominoes 6x10 -o pentominoes.dlx
dlx solve --limit 1 pentominoes.dlx | dlx render pentominoes.dlx -o cover.svg
dlx generate soma | dlx convert --to json -o soma.json
dlx solve --limit 3 soma.json | dlx render --number 3 soma.json -o soma.svg
dlx generate queens 8 -o queens.dlx
dlx solve queens.dlx | dlx render --sheet 12 queens.dlx -o queens.svg";
    const ENDINGS: &'static [&'static str] = &["svg", "stl"];
    const NOTES: &'static str = "\
A comment in the problem file gives the layout of its items; `dlx help geometry` describes it. Options that leave items \
uncovered are drawn as part of a cover.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if session.writes_to_terminal() {
            return Err(Fault::usage(
                "expected a file or a pipe for an SVG picture, found a terminal; give --output",
            ));
        }
        let format = format_of(self.format, self.output.path(), FORMATS)?.unwrap_or(RenderFormat::Svg);
        if format == RenderFormat::Stl && (self.sheet.is_some() || self.view != View::Layers) {
            return Err(Fault::usage("expected SVG for --sheet and --view, found STL"));
        }
        let Self { problem: named, covers: lines, number, sheet, view, title, geometry: given, .. } = self;
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
            let picture = match view {
                _ if format == RenderFormat::Stl => draw::stl(problem, &geometry, &cover),
                View::Layers => draw::svg(problem, &geometry, &cover, &title),
                View::Isometric => draw::isometric(problem, &geometry, &cover, &title),
            };
            let picture = picture.map_err(Fault::usage)?;
            session.output().write_all(picture.as_bytes())?;
            return Ok(Exit::Answered);
        }
        match sheet {
            Some(sheet) if found > 0 => {
                let title = title.unwrap_or_else(|| format!("{stem}, {found} covers"));
                session.output().write_all(sheet.svg(&title).as_bytes())?;
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
