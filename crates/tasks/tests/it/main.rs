//! Tasks and their results in files.

mod forged;
mod representatives;
mod stopped;
