//! Usage errors in the words of this program: `expected X, found Y`. The parser of arguments and the standard
//! library have words of their own for values, which do not say what is expected.

use std::any::TypeId;
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, NonZeroU64, NonZeroUsize, ParseIntError};

use clap::Arg;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use dlx_core::inner::nearest;

/// An error about the value of an argument.
pub(super) struct WrongValue {
    /// What is expected and found.
    pub(super) words: String,
    /// A value that may be meant.
    pub(super) near: Option<String>,
}

/// Returns the error about a value, in the words of this program; `None` for another error.
pub(super) fn wrong_value(
    error: &clap::Error,
    tree: &clap::Command,
    arguments: &[OsString],
) -> Option<WrongValue> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
        return None;
    }
    let argument = text(ContextKind::InvalidArg)?;
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let found = if value.is_empty() { "nothing".to_owned() } else { format!("`{value}`") };
    let name = argument.split(' ').next().unwrap_or(argument).trim_matches(['<', '>', '[', ']', '.']);
    let (expected, near) = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(valid)) if !valid.is_empty() => {
            (choice(valid), nearest(value, valid.iter().map(String::as_str)).map(str::to_owned))
        }
        _ => {
            let said = error.source().map(ToString::to_string).unwrap_or_default();
            let defined = argument_of(tree, arguments, argument);
            let number = defined.and_then(|defined| number(defined, error.source()));
            match (said.strip_prefix("expected "), number) {
                (Some(expected), _) if !expected.contains("found ") => (expected.to_owned(), None),
                (None, Some(number)) => (number, None),
                (None, None) if said.is_empty() => ("a value".to_owned(), None),
                _ => return Some(WrongValue { words: format!("{name}: {said}"), near: None }),
            }
        }
    };
    Some(WrongValue { words: format!("{name}: expected {expected}, found {found}"), near })
}

/// Returns the command that the arguments name, such as `dlx sudoku solve`.
pub(super) fn path_of(tree: &clap::Command, arguments: &[OsString]) -> String {
    let (mut command, mut path) = (tree, tree.get_name().to_owned());
    let mut words = arguments.iter().skip(1);
    while let Some(below) = words.by_ref().find_map(|word| command.find_subcommand(word)) {
        path = format!("{path} {}", below.get_name());
        command = below;
    }
    path
}

/// Returns the words in a sentence: `a, b or c`.
fn choice(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Returns the argument of the named command that is displayed so, such as `--limit <N>`.
fn argument_of<'t>(tree: &'t clap::Command, arguments: &[OsString], displayed: &str) -> Option<&'t Arg> {
    let (mut command, mut found) = (tree, None);
    let mut words = arguments.iter().skip(1);
    loop {
        found = command.get_arguments().find(|argument| argument.to_string() == displayed).or(found);
        let Some(below) = words.by_ref().find_map(|word| command.find_subcommand(word)) else { return found };
        command = below;
    }
}

/// Returns the numbers that an argument takes, if it takes numbers.
fn number(argument: &Arg, error: Option<&(dyn Error + 'static)>) -> Option<String> {
    let parser = argument.get_value_parser();
    let is_one_of = |types: &[TypeId]| types.iter().any(|&id| parser.type_id() == id);
    let overflow = error
        .and_then(|error| error.downcast_ref::<ParseIntError>())
        .is_some_and(|error| *error.kind() == IntErrorKind::PosOverflow);
    let least = if is_one_of(&[TypeId::of::<NonZeroU64>(), TypeId::of::<NonZeroUsize>()]) {
        1
    } else if is_one_of(&[TypeId::of::<u64>(), TypeId::of::<usize>(), TypeId::of::<u32>()]) {
        0
    } else if is_one_of(&[TypeId::of::<u16>()]) {
        return Some(format!("a whole number from 0 to {}", u16::MAX));
    } else if is_one_of(&[TypeId::of::<f64>()]) {
        return Some("a number".to_owned());
    } else {
        return None;
    };
    Some(if overflow {
        format!("a whole number from {least} to {}", u64::MAX)
    } else {
        format!("a whole number, {least} or more")
    })
}
