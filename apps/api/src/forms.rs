//! Descriptions of the values of `sudoku-cover` that requests and answers contain, in the form in which that crate
//! reads and writes them as JSON.
//!
//! The tests compare answers with them. The words of its enumerations are not repeated here: reading a word names all
//! of them.

#![allow(dead_code, reason = "only the descriptions of these types are used")]

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Visitor};
use sudoku_cover::{Grade, Level, Verdict, Wish};
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

text!(CellForm, "Cell", |text| text
    .description(Some("A cell, such as `r3c4`"))
    .pattern(Some("^[rR][0-9]+[cC][0-9]+$")));
text!(HouseForm, "HouseName", |text| text.description(Some("A house, such as `r1`, `c4` or `b2`")));
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

/// A digit in a cell.
#[derive(ToSchema)]
#[schema(as = Candidate)]
pub(crate) struct CandidateForm {
    #[schema(value_type = CellForm)]
    cell: CellForm,
    digit: u8,
}

/// A digit in one of some cells.
#[derive(ToSchema)]
#[schema(as = Node)]
struct NodeForm {
    digit: u8,
    cells: Vec<CellForm>,
}

/// A link of a chain.
#[derive(ToSchema)]
#[schema(as = Link)]
struct LinkForm {
    from: NodeForm,
    strength: StrengthForm,
    to: NodeForm,
    /// A house that makes it a link of one digit.
    #[schema(nullable = false)]
    house: Option<HouseForm>,
}

/// If the first node of a strong link is false, the second is true; if the first of a weak link is true, the second
/// is false.
#[derive(ToSchema)]
#[schema(as = Strength)]
#[serde(rename_all = "lowercase")]
enum StrengthForm {
    Strong,
    Weak,
}

/// Cells that hold exactly these digits, or these and one more.
#[derive(ToSchema)]
#[schema(as = LockedCells)]
struct LockedCellsForm {
    cells: Vec<CellForm>,
    digits: Vec<u8>,
}

/// A step of an explanation. The meaning of some parts depends on the technique.
#[derive(ToSchema)]
#[schema(as = Step)]
pub(crate) struct StepForm {
    /// The name of the technique.
    technique: String,
    /// HoDoKu's code of the technique.
    code: String,
    /// The level of the technique, such as `easy`.
    level: String,
    score: u32,
    /// The houses of the pattern; of a fish, the base houses.
    houses: Vec<HouseForm>,
    /// The cover houses of a fish.
    covers: Vec<HouseForm>,
    /// The cells of the pattern.
    cells: Vec<CellForm>,
    /// Further cells, such as the fins of a fish.
    fins: Vec<CellForm>,
    digits: Vec<u8>,
    /// Almost locked sets, the colors of clusters and similar sets.
    sets: Vec<LockedCellsForm>,
    /// Chains one after the other.
    links: Vec<LinkForm>,
    /// The placements that follow from the first candidate of a forcing net.
    trail: Vec<CandidateForm>,
    /// For each placement of the trail, the house of a hidden single; null for any other.
    trail_houses: Vec<Option<HouseForm>>,
    /// The sum of the digits of a cage; of innies and outies, that of the innies less that of the outies.
    #[schema(nullable = false)]
    sum: Option<i32>,
    /// The sets of digits that are left for a cage, unless there are many.
    #[schema(nullable = false)]
    combinations: Option<Vec<Vec<u8>>>,
    /// The rule of a step about a rule of several cells.
    #[schema(nullable = false)]
    rule: Option<String>,
    placements: Vec<CandidateForm>,
    eliminations: Vec<CandidateForm>,
    /// The step in the notation of `dlx sudoku explain`.
    text: String,
    /// The reason for the step in sentences.
    reason: String,
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
