//! `dlx render`: a cover as a picture, as the geometry of the problem says.

use std::io::{BufRead, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use dlx_core::check;
use dlx_core::text::ReadError;
use dlx_instances::draw;
use dlx_instances::geometry::{Comments, Geometry};

use crate::args::Input;
use crate::cover::check::Covers;
use crate::cover::geometry;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx gen pentominoes 6x10 > pent.dlx
  dlx solve --limit 1 pent.dlx | dlx render pent.dlx - > pent.svg
  dlx render --number 3 soma.dlx covers.txt > soma.svg      layers side by side

Geometry: a comment of the file says where its items lie. `dlx gen` writes it; by hand, one line such as these
suffices. JSON has it in the field `comment`; a compiled file has none and needs --geometry.

  | geometry 1 packing 6x10 cell=<row><column>
  | geometry 1 queens row=r<row> column=c<column>
  | geometry 1 table cell=p<row><column> symbol=r<row><symbol>

  The pictures are packing, queens, marks, table and edges; the size may be left out. In the names of items,
  <layer>, <row> and <column> are numbers from 0, or from 1 as in <column:1>; fields that touch have one character
  each, 0-9 and a-z. Without symbols, a table shows the colors of its cells.";

#[derive(Debug, Args)]
pub(crate) struct CoverRender {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Covers, one a line, in any of the formats of `dlx solve` and `dlx best`; - is standard input
    pub(crate) solutions: PathBuf,
    /// Which of the covers is drawn, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) number: NonZeroU64,
    /// Accessible title [default: the name of the file, and the number]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Where the items lie, in place of the line `| geometry SPEC` of the file
    #[arg(long, value_name = "SPEC")]
    pub(crate) geometry: Option<Geometry>,
}

pub(crate) fn run(arguments: &CoverRender, session: &Session) -> Result<Exit, Fault> {
    let CoverRender { input, solutions, number, title, geometry: given } = arguments;
    if input.file == *solutions && input::is_standard(solutions) {
        return Err(Fault::Usage("the problem and its covers cannot both be standard input".to_owned()));
    }
    let mut comments = Comments::default();
    let subject = input::read_with_comments(input, &mut comments, session)?;
    let problem = subject.problem();
    let geometry = match given {
        Some(geometry) => geometry.clone(),
        None => geometry::expected(&input.file, comments)?,
    };
    let (name, lines) = input::open(solutions, session)?;
    let mut covers = Covers::new(problem);
    let mut found = 0;
    for line in lines.split(b'\n') {
        let line = line.map_err(|source| Fault::named(&name, ReadError::Io(source)))?;
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        found += 1;
        if found < number.get() {
            continue;
        }
        let cover = match covers.read(line.trim()) {
            Ok((_, cover)) => cover,
            Err(reason) => {
                tell!("dlx: {name}: cover {number}: {reason}");
                return Ok(Exit::Unreadable);
            }
        };
        if let Err(error) = check(problem, &cover) {
            tell!("dlx: {name}: cover {number}: no cover: {error}");
            return Ok(Exit::NoSolution);
        }
        let file =
            input.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let title = title.clone().unwrap_or_else(|| format!("{file}, cover {number}"));
        let picture = draw::svg(problem, &geometry, &cover, &title);
        let picture = picture.map_err(|error| Fault::Usage(error.to_string()))?;
        session.output().write_all(picture.as_bytes())?;
        return Ok(Exit::Answered);
    }
    Err(Fault::Usage(format!("{name}: cover {number} expected, the last one is {found}")))
}
