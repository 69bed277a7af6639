//! The schemas of the types of requests and answers, by name.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The schemas by name.
pub(crate) type Schemas = BTreeMap<String, Value>;

/// Adds the schemas of a type and of all types in it, and returns a reference to its own.
pub(crate) fn reference<T: ToSchema>(schemas: &mut Schemas) -> Value {
    let mut found: Vec<(String, RefOr<Schema>)> =
        vec![(T::name().into_owned(), <T as PartialSchema>::schema())];
    T::schemas(&mut found);
    schemas.extend(found.into_iter().map(|(name, schema)| (name, json!(schema))));
    json!({ "$ref": format!("{SCHEMAS}{}", T::name()) })
}

const SCHEMAS: &str = "#/components/schemas/";

/// Returns a schema whose parts, which `allOf` lists, are joined to one object: each of them alone allows no members of
/// the others.
pub(crate) fn joined(schema: &Value, schemas: &Schemas) -> Value {
    let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts {
        let name = part["$ref"].as_str().and_then(|name| name.strip_prefix(SCHEMAS));
        let part = name.and_then(|name| schemas.get(name)).unwrap_or(part);
        let part = joined(part, schemas);
        properties.extend(
            part["properties"].as_object().into_iter().flatten().map(|(name, of)| (name.clone(), of.clone())),
        );
        required.extend(part["required"].as_array().into_iter().flatten().cloned());
    }
    let mut object = json!({ "type": "object", "properties": properties, "required": required });
    if let Some(description) = schema.get("description") {
        object["description"] = description.clone();
    }
    object
}
