//! `dlx render`: a cover as a picture, where the names of the items tell places.

mod layout;
mod svg;

use std::io::{BufRead, Write};

use dlx_core::check;

use crate::args::CoverRender;
use crate::cover::check::Covers;
use crate::cover::render::layout::Scene;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::{self, Subject};
use crate::shared::session::Session;

pub(crate) fn run(arguments: &CoverRender, session: &Session) -> Result<Exit, Fault> {
    let CoverRender { input, solutions, number, title } = arguments;
    if input.file == *solutions && input::is_standard(solutions) {
        return Err(Fault::Usage("the problem and its covers cannot both be standard input".to_owned()));
    }
    let subject = input::read(input, session)?;
    let problem = match &subject {
        Subject::Problem(problem) => problem,
        Subject::Compiled(diagram) => diagram.problem(),
    };
    let (name, lines) = input::open(solutions, session)?;
    let mut covers = Covers::new(problem);
    let mut found = 0;
    for line in lines.split(b'\n') {
        let line = line.map_err(|source| Fault::Solutions { name: name.clone(), source })?;
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
        let scene = Scene::of(problem, &cover).map_err(|error| Fault::Usage(error.to_string()))?;
        let file =
            input.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let title = title.clone().unwrap_or_else(|| format!("{file}, cover {number}"));
        session.output().write_all(svg::svg(&scene, &title)?.as_bytes())?;
        return Ok(Exit::Answered);
    }
    Err(Fault::Usage(format!("{name}: cover {number} expected, the last one is {found}")))
}
