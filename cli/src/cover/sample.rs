//! `dlx sample`: covers at random, one a line.

use super::compiled::{print, some_covers};
use crate::args::CoverSample;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::sink::Sink;

pub(crate) fn run(arguments: &CoverSample, session: &Session) -> Result<Exit, Fault> {
    let CoverSample { input, count, seed, given, format, memory, .. } = arguments;
    let diagram = match some_covers(input, given, *memory, session)? {
        Ok(diagram) => diagram,
        Err(exit) => return Ok(exit),
    };
    let mut sampler = diagram.sampler(*seed);
    let draw = |cover: &mut Vec<_>| {
        sampler.draw().is_some_and(|drawn| {
            cover.extend_from_slice(drawn);
            true
        })
    };
    let sink = Sink::Stdout(session);
    let (drawn, cause) =
        session.watched(|| print(diagram.problem(), *format, *count, &sink, session, draw))?;
    Ok(cause.map_or(Exit::Answered, |cause| {
        tell!("dlx: {} after {drawn} covers", cause.words());
        cause.exit()
    }))
}
