//! `dlx sample`: covers at random, one a line.

use clap::Args;

use super::compiled::{print, some_covers};
use crate::args::{Deadline, Given, Input};
use crate::cover::line::CoverFormat;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::memory::Memory;
use crate::shared::session::Session;
use crate::shared::sink::Sink;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx sample queens.dlx                                        a random cover
  dlx sample -n 1000 --seed 7 queens.dlx                       a thousand; the same seed, the same covers
  dlx sample -n 9 --format ids queens.zdd                      from what `dlx compile` wrote
  dlx sample -n 9 --force 5 queens.dlx | dlx check queens.dlx -";

#[derive(Debug, Args)]
pub(crate) struct CoverSample {
    #[command(flatten)]
    pub(crate) input: Input,
    /// How many covers, each drawn from all
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Random seed; the same seed gives the same covers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) given: Given,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

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
