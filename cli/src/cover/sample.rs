//! `dlx sample`: draws random covers, one a line.

use clap::Args;

use super::answer::ListEnd;
use super::compiled::{print, some_covers};
use super::line::CoverFormat;
use crate::shared::flags::{Given, Memory, ProblemList, Seed};
use crate::shared::input::for_each;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Sample {
    #[command(flatten)]
    list: ProblemList,
    /// Number of covers, drawn with replacement
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    count: u64,
    /// Random seed, or `random` for another one each time
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Search")]
    seed: Seed,
    #[command(flatten)]
    given: Given,
    /// Format of a cover, one a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CoverFormat::Text, help_heading = "Output")]
    format: CoverFormat,
    #[command(flatten)]
    memory: Memory,
}

impl Command for Sample {
    const NAME: &'static str = "sample";
    const ABOUT: &'static str = "Draw covers at random, all equally likely";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx sample -n 3 --seed 7 queens.dlx
dlx sample -n 9 --force 5 queens.dlx | dlx check queens.dlx -";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, count, seed, given, format, memory, .. } = self;
        let seed = seed.number();
        let is_json = format == CoverFormat::Json;
        for_each(&list, is_json, session, |loaded| {
            let diagram = match some_covers(loaded.subject, &given, memory, session)? {
                Ok(diagram) => diagram,
                Err(exit) => return Ok(exit),
            };
            let mut sampler = diagram.sampler(seed);
            let draw = |cover: &mut Vec<_>| {
                sampler.draw().is_some_and(|drawn| {
                    cover.extend_from_slice(drawn);
                    true
                })
            };
            let (drawn, cause) =
                session.watched(|| print(diagram.problem(), format, count, session, draw))?;
            if is_json {
                ListEnd::write(&loaded.name, drawn, cause.is_none(), session)?;
            }
            Ok(cause.map_or(Exit::Answered, |cause| {
                message!(Note, "{} after {drawn} covers", cause.words());
                cause.exit()
            }))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<super::line::CoverObject>("Cover").of::<ListEnd<'static>>("End of the list")
    }
}
