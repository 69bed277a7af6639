//! The commands on exact cover problems, one file a command, and the code that several of them share.

mod best;
mod check;
mod compile;
mod convert;
mod count;
mod estimate;
mod generate;
mod marginals;
mod reduce;
mod render;
mod sample;
mod solve;
mod survey;
mod symmetries;
mod task;
mod why;

mod answer;
mod compiled;
mod geometry;
mod grouped;
mod line;
mod lint;
mod listing;
mod representatives;
mod searched;
mod symmetric;

#[cfg(test)]
pub(crate) use best::CheaperObject;
pub(crate) use generate::Family;

use crate::shared::command::Entry;

/// The commands in the order of the help.
pub(crate) const COMMANDS: &[Entry] = &[
    Entry::of::<solve::Solve>(),
    Entry::of::<count::CountCovers>(),
    Entry::of::<best::FindBest>(),
    Entry::of::<sample::Sample>(),
    Entry::of::<marginals::Marginals>(),
    Entry::of::<estimate::EstimateSearch>(),
    Entry::of::<check::Check>(),
    Entry::of::<survey::SurveyLevels>(),
    Entry::of::<why::ExplainNone>(),
    Entry::of::<reduce::Reduce>(),
    Entry::of::<symmetries::FindSymmetries>(),
    Entry::of::<generate::Generate>(),
    Entry::of::<convert::Convert>(),
    Entry::of::<compile::Compile>(),
    Entry::of::<render::Render>(),
    task::COMMANDS,
];
