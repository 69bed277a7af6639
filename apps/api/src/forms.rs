//! Descriptions of the values of `sudoku-cover` that requests and answers contain, in the form in which that crate
//! reads and writes them as JSON.
//!
//! The tests compare answers with them. The words of its enumerations are not repeated here: reading a word names all
//! of them.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Visitor};
use sudoku_cover::{Grade, Level, Symmetry, Verdict, Wish};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Describes a type as text with the properties that are set.
macro_rules! text {
    ($name:ident, $shown:literal, $set:expr) => {
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
                let set: fn(ObjectBuilder) -> ObjectBuilder = $set;
                set(text).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                $shown.into()
            }
        }
    };
}

text!(GradeForm, "Grade", |text| text
    .description(Some("The amount of detail of a hint, the least first"))
    .enum_values(Some(words::<Grade>())));
text!(LevelForm, "Level", |text| text
    .description(Some("A level of difficulty, the easiest first"))
    .enum_values(Some(words::<Level>())));
text!(WishForm, "Kind", |text| text
    .description(Some(
        "A kind of puzzle: with one solution, with one that naked singles find, with several, or with none"
    ))
    .enum_values(Some(words::<Wish>())));

text!(SymmetryForm, "Symmetry", |text| text
    .description(Some("A symmetry of the cells with givens"))
    .enum_values(Some(Symmetry::ALL.map(Symmetry::name))));

text!(SolutionsForm, "Solutions", |text| text
    .description(Some("The number of solutions of a puzzle; `invalid` if givens contradict one another"))
    .enum_values(Some(
        [Verdict::Unique, Verdict::Several, Verdict::None, Verdict::Invalid].map(Verdict::word)
    )));

/// Returns the words of an enumeration without fields.
pub(crate) fn words<'de, T: Deserialize<'de>>() -> Vec<&'static str> {
    let mut known: &'static [&'static str] = &[];
    // The words are handed over before the value fails to be read.
    T::deserialize(WordReader(&mut known)).err();
    known.to_vec()
}

struct WordReader<'w>(&'w mut &'static [&'static str]);

impl<'de> de::Deserializer<'de> for WordReader<'_> {
    type Error = NoValue;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, NoValue> {
        *self.0 = variants;
        Err(NoValue)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[derive(Debug)]
struct NoValue;

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value")
    }
}

impl std::error::Error for NoValue {}

impl de::Error for NoValue {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_an_enumeration_are_those_that_it_reads() {
        assert_eq!(words::<Level>(), ["easy", "medium", "hard", "unfair", "extreme"]);
        assert_eq!(words::<Wish>(), ["unique", "easy", "several", "unsolvable"]);
        for word in words::<Grade>() {
            let read: Result<Grade, _> = serde_json::from_value(word.into());
            assert!(read.is_ok(), "{word}");
        }
    }
}
