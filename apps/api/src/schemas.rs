//! The schemas of types, by name, as the description of the API and the files in `docs/schema` have them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The schemas by name.
pub type Schemas = BTreeMap<String, Value>;

/// What the references of schemas to others begin with.
pub const PREFIX: &str = "#/components/schemas/";

/// Adds the schemas of a type and of all types in it, and returns a reference to its own.
pub fn reference<T: ToSchema>(schemas: &mut Schemas) -> Value {
    let mut found: Vec<(String, RefOr<Schema>)> =
        vec![(T::name().into_owned(), <T as PartialSchema>::schema())];
    T::schemas(&mut found);
    for (name, schema) in found {
        let schema = json!(schema);
        let other = schemas.insert(name.clone(), schema.clone());
        debug_assert!(other.is_none_or(|other| other == schema), "two types have the name {name}");
    }
    json!({ "$ref": format!("{PREFIX}{}", T::name()) })
}

/// Returns a schema whose parts, which `allOf` lists, are joined to one object: each of them alone allows no members of
/// the others.
#[must_use]
pub fn joined(schema: &Value, schemas: &Schemas) -> Value {
    if schema["allOf"].is_null() {
        return schema.clone();
    }
    match &mut alternatives(schema, schemas)[..] {
        [one] => one.take(),
        several => json!({ "oneOf": several }),
    }
}

/// Returns the objects that a schema allows: each case of `oneOf` is one, with all that `allOf` adds to it. A case has its
/// own description if there is one, otherwise that of the whole.
#[must_use]
pub fn alternatives(schema: &Value, schemas: &Schemas) -> Vec<Value> {
    let name = schema["$ref"].as_str().and_then(|name| name.strip_prefix(PREFIX));
    let schema = name.and_then(|name| schemas.get(name)).unwrap_or(schema);
    let mut found = if let Some(cases) = schema["oneOf"].as_array() {
        cases.iter().flat_map(|case| alternatives(case, schemas)).collect()
    } else if let Some(parts) = schema["allOf"].as_array() {
        parts.iter().fold(vec![json!({})], |wholes, part| {
            let parts = alternatives(part, schemas);
            let is_case = parts.len() > 1;
            let joined = |whole| {
                parts.iter().map(move |part| {
                    let mut both = with_members(whole, part);
                    both["description"] = if is_case { part } else { whole }["description"].clone();
                    both
                })
            };
            wholes.iter().flat_map(joined).collect()
        })
    } else {
        vec![schema.clone()]
    };
    for members in found.iter_mut().filter_map(Value::as_object_mut) {
        if members.get("description").is_none_or(Value::is_null) {
            members.remove("description");
            members.extend(schema.get("description").map(|words| ("description".to_owned(), words.clone())));
        }
    }
    found
}

/// Returns the schema of the objects with the members of both.
fn with_members(one: &Value, other: &Value) -> Value {
    let both = [one, other];
    let properties: Map<String, Value> = both
        .iter()
        .filter_map(|schema| schema["properties"].as_object())
        .flat_map(|members| members.iter().map(|(name, of)| (name.clone(), of.clone())))
        .collect();
    let required: Vec<Value> =
        both.iter().filter_map(|schema| schema["required"].as_array()).flatten().cloned().collect();
    json!({ "type": "object", "properties": properties, "required": required })
}
