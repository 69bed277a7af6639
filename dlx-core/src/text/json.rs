//! Problems as JSON, with a named field for each part of a problem.
//!
//! ```json
//! {
//!   "schema": 1,
//!   "items": [
//!     {"name": "p", "kind": "primary"},
//!     {"name": "q", "kind": "primary", "low": 0, "high": 2},
//!     {"name": "x", "kind": "secondary"}
//!   ],
//!   "options": [
//!     {"uses": [{"item": "p"}, {"item": "x", "color": "red"}], "cost": 3},
//!     {"uses": [{"item": "q", "weight": 2}]}
//!   ]
//! }
//! ```
//!
//! - `schema` is [`SCHEMA`]; it changes when a field changes its meaning.
//! - `items` come before `options`, and primary items before secondary ones. Only a primary item has bounds: `low` and
//!   `high`, 32-bit numbers. With one of them alone it is covered at least, or at most, so many times; with neither
//!   exactly once.
//! - `options` are numbered from 0 in the order given. `color` is allowed only on a secondary item, `weight`, a 32-bit
//!   number from 1 on, only on one with bounds. `cost` is a number such as 7, -3 or 0.125, which is kept exactly, and 0 if
//!   it is left out.
//! - `comment` may be left out: a text without influence on the covers, which only [`read_with_comments`]
//!   passes on.
//!
//! The other fields are required; unknown and repeated fields are errors. Names and colors are those that
//! [`ProblemBuilder`] accepts. The text is UTF-8; a byte order mark at its beginning is skipped.

use std::borrow::Cow;
use std::fmt;
use std::io::{BufRead, Cursor, Read, Write};
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::json_words::json_words;
use super::{ParseError, ParseErrorKind, ReadError, WriteError};
use crate::problem::decimal::Decimal;
use crate::problem::{Bounds, BuildError, ItemKind, Mention, Problem, ProblemBuilder};

/// The version of the schema.
#[doc(hidden)]
pub const SCHEMA: u32 = 1;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ItemObject<'a> {
    name: Cow<'a, str>,
    kind: JsonKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<u32>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonKind {
    Primary,
    Secondary,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct OptionObject<'a> {
    uses: Vec<UseObject<'a>>,
    #[serde(default, skip_serializing_if = "is_free")]
    cost: Decimal,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct UseObject<'a> {
    item: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
}

/// Returns true if the cost of an option is left out.
fn is_free(cost: &Decimal) -> bool {
    cost.digits() == 0
}

/// The fields of the whole object.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum JsonField {
    Schema,
    Comment,
    Items,
    Options,
}

/// Reads a problem.
///
/// ```
/// use dlx_core::text::json;
///
/// let text = r#"{
///     "schema": 1,
///     "items": [{"name": "a", "kind": "primary"}, {"name": "x", "kind": "secondary"}],
///     "options": [{"uses": [{"item": "a"}, {"item": "x", "color": "red"}], "cost": 7}]
/// }"#;
/// let problem = json::read(text.as_bytes())?;
/// assert_eq!((problem.primary_count(), problem.item_count(), problem.option_count()), (1, 2, 1));
/// # Ok::<(), dlx_core::text::ReadError>(())
/// ```
///
/// # Errors
/// An input that fails, or the first error of the text. An error in an item or an option, such as an unknown
/// name, is reported at the end of its object.
///
/// # Complexity
/// Linear in the length of the text. The memory is that of one option and of the problem's tables.
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    read_with_comments(input, |_, _| {})
}

/// Like [`read`], and passes on each line of the comment with its number, counted from 1.
///
/// ```
/// use dlx_core::{Problem, text::json};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).build()?;
/// let mut written = Vec::new();
/// json::write_with_comment(&problem, "one\ntwo", &mut written)?;
/// let mut lines = Vec::new();
/// let read = json::read_with_comments(&*written, |line, text| lines.push((line, text.to_owned())))?;
/// assert_eq!(read, problem);
/// assert_eq!(lines, [(1, "one".to_owned()), (2, "two".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`read`].
#[doc(hidden)]
pub fn read_with_comments(
    mut input: impl BufRead,
    mut comment: impl FnMut(usize, &str),
) -> Result<Problem, ReadError> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut start = Vec::new();
    input.by_ref().take(3).read_to_end(&mut start)?;
    if start == MARK {
        start.clear();
    }
    let mut reading = Reading { builder: Problem::builder(), comment: None, fault: None };
    let mut json = serde_json::Deserializer::from_reader(Cursor::new(start).chain(input));
    let read = Whole(&mut reading).deserialize(&mut json).and_then(|()| json.end());
    if let Err(error) = read {
        let (line, column) = (error.line(), error.column().max(1));
        let kind = match reading.fault.take() {
            _ if error.is_io() => return Err(ReadError::Io(error.into())),
            Some(fault) => fault,
            None => ParseErrorKind::Json { message: json_words(&error.to_string()) },
        };
        return Err(ParseError { line, column, kind }.into());
    }
    for (number, line) in (1..).zip(reading.comment.iter().flat_map(|text| text.lines())) {
        comment(number, line.trim());
    }
    let problem = reading.builder.build().map_err(ParseErrorKind::Build);
    problem.map_err(|kind| ParseError { line: 1, column: 1, kind }.into())
}

/// The state of reading.
struct Reading {
    builder: ProblemBuilder,
    comment: Option<String>,
    /// The error that stopped the JSON parser, which itself keeps only a message.
    fault: Option<ParseErrorKind>,
}

impl Reading {
    /// Returns the error that stops the JSON parser.
    fn stop<E: Error>(&mut self, fault: ParseErrorKind) -> E {
        let error = E::custom(&fault);
        self.fault = Some(fault);
        error
    }

    fn add_item(&mut self, item: &ItemObject<'_>) -> Result<(), ParseErrorKind> {
        let name = || item.name.clone().into_owned();
        let added = match (&item.kind, item.low, item.high) {
            (JsonKind::Primary, None, None) => self.builder.add_primary(&item.name),
            (JsonKind::Primary, low, high) => {
                let (low, high) = (low.unwrap_or(0), high.unwrap_or(Bounds::NO_LIMIT));
                self.builder.add_bounded(&item.name, low..=high)
            }
            (JsonKind::Secondary, None, None) => self.builder.add_secondary(&item.name),
            (JsonKind::Secondary, _, _) => return Err(ParseErrorKind::BoundedSecondary { name: name() }),
        };
        added.map(|_| ()).map_err(ParseErrorKind::Build)
    }

    fn add_option(&mut self, option: &OptionObject<'_>) -> Result<(), ParseErrorKind> {
        for used in &option.uses {
            let mention = Mention::named(&used.item, used.color.as_deref());
            self.builder.mention(mention.with_weight(used.weight.unwrap_or(1))).map_err(
                |error| match error {
                    BuildError::UnknownItem { name, nearest, .. } => {
                        ParseErrorKind::UnknownItem { name, nearest }
                    }
                    error => ParseErrorKind::Build(error),
                },
            )?;
        }
        self.builder.end_option().map_err(ParseErrorKind::Build)?;
        if !is_free(&option.cost) {
            self.builder.add_cost(option.cost).map_err(ParseErrorKind::Build)?;
        }
        Ok(())
    }
}

/// The whole object.
struct Whole<'r>(&'r mut Reading);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `schema`, `items` and `options`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let reading = self.0;
        let (mut has_schema, mut has_items, mut has_options) = (false, false, false);
        while let Some(field) = map.next_key()? {
            match field {
                JsonField::Schema if has_schema => return Err(A::Error::duplicate_field("schema")),
                JsonField::Schema => {
                    has_schema = true;
                    let found = map.next_value()?;
                    if found != SCHEMA {
                        return Err(reading.stop(ParseErrorKind::Schema { found, expected: SCHEMA }));
                    }
                }
                JsonField::Comment if reading.comment.is_some() => {
                    return Err(A::Error::duplicate_field("comment"));
                }
                JsonField::Comment => reading.comment = Some(map.next_value()?),
                JsonField::Items if has_items => return Err(A::Error::duplicate_field("items")),
                JsonField::Items => {
                    has_items = true;
                    let add = |reading: &mut Reading, item: ItemObject<'static>| reading.add_item(&item);
                    map.next_value_seed(List { reading: &mut *reading, add, object: PhantomData })?;
                }
                JsonField::Options if !has_items => {
                    return Err(reading.stop(ParseErrorKind::OptionsBeforeItems));
                }
                JsonField::Options if has_options => return Err(A::Error::duplicate_field("options")),
                JsonField::Options => {
                    has_options = true;
                    let add =
                        |reading: &mut Reading, option: OptionObject<'static>| reading.add_option(&option);
                    map.next_value_seed(List { reading: &mut *reading, add, object: PhantomData })?;
                }
            }
        }
        for (has, field) in [(has_schema, "schema"), (has_items, "items"), (has_options, "options")] {
            if !has {
                return Err(A::Error::missing_field(field));
            }
        }
        Ok(())
    }
}

/// A list of objects, each of which is added before the next one is read.
struct List<'r, T, F> {
    reading: &'r mut Reading,
    add: F,
    object: PhantomData<T>,
}

impl<'de, T, F> DeserializeSeed<'de> for List<'_, T, F>
where
    T: DeserializeOwned,
    F: Fn(&mut Reading, T) -> Result<(), ParseErrorKind>,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T, F> Visitor<'de> for List<'_, T, F>
where
    T: DeserializeOwned,
    F: Fn(&mut Reading, T) -> Result<(), ParseErrorKind>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let (reading, add) = (self.reading, &self.add);
        while let Some(()) =
            list.next_element_seed(Object { reading: &mut *reading, add, object: PhantomData })?
        {}
        Ok(())
    }
}

/// One object of a list. It is added while the JSON parser is still at its end: a later error would be
/// reported at the next object.
struct Object<'r, T, F> {
    reading: &'r mut Reading,
    add: &'r F,
    object: PhantomData<T>,
}

impl<'de, T, F> DeserializeSeed<'de> for Object<'_, T, F>
where
    T: DeserializeOwned,
    F: Fn(&mut Reading, T) -> Result<(), ParseErrorKind>,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T, F> Visitor<'de> for Object<'_, T, F>
where
    T: DeserializeOwned,
    F: Fn(&mut Reading, T) -> Result<(), ParseErrorKind>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let object = T::deserialize(MapAccessDeserializer::new(map))?;
        (self.add)(self.reading, object).map_err(|fault| self.reading.stop(fault))
    }
}

/// Writes a problem, one item or option a line. [`read`] returns an equal problem.
///
/// # Errors
/// An output that fails.
pub fn write(problem: &Problem, output: impl Write) -> Result<(), WriteError> {
    write_with_comment(problem, "", output)
}

/// Like [`write()`], with a comment unless it is empty.
///
/// # Errors
/// Those of [`write()`].
#[doc(hidden)]
pub fn write_with_comment(
    problem: &Problem,
    comment: &str,
    mut output: impl Write,
) -> Result<(), WriteError> {
    writeln!(output, "{{\"schema\":{SCHEMA},")?;
    if !comment.is_empty() {
        output.write_all(b"\"comment\":")?;
        write_object(&comment, &mut output)?;
        output.write_all(b",\n")?;
    }
    output.write_all(b"\"items\":[")?;
    for item in problem.items() {
        output.write_all(if item.index() > 0 { b",\n" } else { b"\n" })?;
        let bounds = problem.bounds(item);
        let (kind, bounds) = match problem.kind(item) {
            ItemKind::Primary => (JsonKind::Primary, (!bounds.is_once()).then_some(bounds)),
            ItemKind::Secondary => (JsonKind::Secondary, None),
        };
        let object = ItemObject {
            name: problem.name(item).into(),
            kind,
            low: bounds.map(|bounds| bounds.low),
            high: bounds.map(|bounds| bounds.high).filter(|&high| high != Bounds::NO_LIMIT),
        };
        write_object(&object, &mut output)?;
    }
    output.write_all(b"\n],\n\"options\":[")?;
    for option in problem.options() {
        output.write_all(if option.index() > 0 { b",\n" } else { b"\n" })?;
        let uses = problem.weighted_uses(option).map(|(used, weight)| UseObject {
            item: problem.name(used.item).into(),
            color: problem.color_name(used.color).map(Cow::from),
            weight: (weight > 1).then_some(weight),
        });
        write_object(
            &OptionObject { uses: uses.collect(), cost: problem.decimal(problem.cost(option)) },
            &mut output,
        )?;
    }
    output.write_all(b"\n]}\n")?;
    Ok(output.flush()?)
}

fn write_object(object: &impl Serialize, output: impl Write) -> Result<(), WriteError> {
    serde_json::to_writer(output, object).map_err(|error| WriteError::Io(error.into()))
}
