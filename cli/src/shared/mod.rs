//! Code that the commands share: flags, inputs, outputs, the session of a run, messages and JSON output.

#[macro_use]
pub(crate) mod message;

pub(crate) mod cause;
pub(crate) mod command;
mod excerpt;
pub(crate) mod exit;
pub(crate) mod fault;
pub(crate) mod flags;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod named_files;
#[cfg(test)]
pub(crate) mod objects;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod records;
pub(crate) mod session;
pub(crate) mod signals;
pub(crate) mod stats;

pub(crate) use command::Command;
pub(crate) use exit::Exit;
pub(crate) use fault::Fault;
pub(crate) use session::Session;
