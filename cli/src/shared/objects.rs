//! The objects that commands print as JSON, and their schemas, which are made of their types.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use dlx_api::schemas::{PREFIX, Schemas, alternatives, joined, reference};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::shared::json::SCHEMA;

/// The kinds of objects that a command prints.
#[derive(Default)]
pub(crate) struct Objects {
    /// The schemas of all types in them.
    schemas: Schemas,
    pub(crate) kinds: Vec<Value>,
}

impl Objects {
    /// Adds objects of this type. If the type has several cases, each with a description is one kind of objects with that
    /// title.
    pub(crate) fn of<T: ToSchema>(mut self, title: &str) -> Self {
        let reference = reference::<T>(&mut self.schemas);
        let cases = alternatives(&reference, &self.schemas);
        // Types with other parameters have the same name.
        self.schemas.remove(&*T::name());
        let is_one = cases.len() == 1;
        for mut case in cases {
            let description = case.as_object_mut().and_then(|members| members.remove("description"));
            case["title"] = description.filter(|_| !is_one).unwrap_or_else(|| title.into());
            if case["required"].is_null() {
                case["required"] = json!([]);
            }
            case["properties"]["schema"] =
                json!({ "const": SCHEMA, "description": "Version of the schema of all objects." });
            case["required"].as_array_mut().expect("an object has members").push("schema".into());
            self.kinds.push(case);
        }
        self
    }

    /// Adds a type to those known. A generic type does not name those that it is made of.
    pub(crate) fn with_parts<T: ToSchema>(mut self) -> Self {
        reference::<T>(&mut self.schemas);
        self
    }

    /// Returns the schema of all these objects.
    pub(crate) fn document(&self, title: &str) -> Value {
        let mut document = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": title,
            "anyOf": self.kinds,
        });
        let (mut definitions, mut open) = (BTreeMap::new(), Vec::new());
        self.complete(&mut document, &mut open);
        while let Some(name) = open.pop() {
            let Entry::Vacant(place) = definitions.entry(name) else { continue };
            let schema = self.schemas.get(place.key());
            let mut definition = schema.unwrap_or_else(|| panic!("no schema of {}", place.key())).clone();
            self.complete(&mut definition, &mut open);
            place.insert(definition);
        }
        if !definitions.is_empty() {
            document["$defs"] = json!(definitions);
        }
        document
    }

    /// Turns references to other types into references to definitions, whose names are added to `open`. What schemas of Rust's
    /// types have besides those of JSON is removed: the widths of numbers, and that members which may be absent may be null.
    fn complete(&self, schema: &mut Value, open: &mut Vec<String>) {
        if schema.is_object() {
            *schema = joined(schema, &self.schemas);
        }
        match schema {
            Value::Object(members) => {
                let is_number = |of: &Value| allows(of, "integer") || allows(of, "number");
                if members.get("type").is_some_and(is_number) {
                    members.remove("format");
                }
                let target = members.get("$ref").and_then(Value::as_str);
                if let Some(name) = target.and_then(|target| target.strip_prefix(PREFIX)).map(str::to_owned) {
                    members.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
                    open.push(name);
                }
                let required = members.get("required").cloned().unwrap_or_else(|| json!([]));
                let is_required =
                    |name: &str| required.as_array().is_some_and(|all| all.contains(&name.into()));
                if let Some(Value::Object(properties)) = members.get_mut("properties") {
                    for (_, member) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
                        *member = without_null(member.take());
                    }
                }
                if let Some(Value::String(words)) = members.get_mut("description") {
                    *words = words.replace('\n', " ");
                }
                members.values_mut().for_each(|member| self.complete(member, open));
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.complete(value, open)),
            _ => {}
        }
    }
}

/// Returns true if a type, or one of several, is this one.
fn allows(types: &Value, name: &str) -> bool {
    types == name || types.as_array().is_some_and(|types| types.contains(&name.into()))
}

/// Returns a schema that does not allow null.
fn without_null(mut schema: Value) -> Value {
    let is_null = |schema: &Value| schema == "null" || schema["type"] == "null";
    for key in ["type", "oneOf"] {
        let Some(Value::Array(cases)) = schema.get_mut(key) else { continue };
        cases.retain(|case| !is_null(case));
        if let [one] = &mut cases[..] {
            let one = one.take();
            let members: Map<String, Value> = match one {
                Value::Object(members) => members,
                of => [(key.to_owned(), of)].into_iter().collect(),
            };
            let whole = schema.as_object_mut().expect("a schema of several cases is an object");
            whole.remove(key);
            whole.extend(members);
        }
    }
    schema
}
