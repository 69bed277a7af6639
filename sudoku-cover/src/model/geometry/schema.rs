//! The schemas of cells, digits and regions as they are serialized.

use std::borrow::Cow;

use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::rules::Regions;
use super::{Cell, Digit};

impl PartialSchema for Cell {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
        text.description(Some("A cell, such as `r3c4`")).pattern(Some("^[rR][0-9]+[cC][0-9]+$")).into()
    }
}

impl ToSchema for Cell {
    fn name() -> Cow<'static, str> {
        "Cell".into()
    }
}

impl PartialSchema for Digit {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
        number
            .description(Some("A digit: 1 to 25, or 0 on boards that have it"))
            .minimum(Some(0))
            .maximum(Some(25))
            .into()
    }
}

impl ToSchema for Digit {
    fn name() -> Cow<'static, str> {
        "Digit".into()
    }
}

impl PartialSchema for Regions {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
        text.description(Some("Regions: a letter for each cell, row by row, such as `AABBAABBCCDDCCDD`"))
            .into()
    }
}

impl ToSchema for Regions {
    fn name() -> Cow<'static, str> {
        "Regions".into()
    }
}
