//! Tests that the API description is right: every path answers its example as the schema says, and no path is
//! missing.

use serde_json::{Map, Value, json};

use crate::support::Running;

/// Returns a description of the first place at which a value violates the schema. It is written here, because it must
/// refuse members that are not described, which validators of JSON Schema accept.
fn fault(document: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointed = document.pointer(name.trim_start_matches('#'));
        return fault(document, pointed.unwrap_or_else(|| panic!("{name} is missing")), value, place);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return fault(document, &together(document, parts), value, place);
    }
    if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits = any.iter().any(|schema| fault(document, schema, value, place).is_none());
        return (!fits).then(|| format!("{place}: {value} fits none of {schema}"));
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.as_slice(),
        kind => std::slice::from_ref(kind),
    };
    let is_kind = kinds.iter().any(|kind| match kind.as_str().expect("a schema has a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    });
    if !is_kind {
        return Some(format!("{place}: {value} is no {}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return Some(format!("{place}: {value} is none of {}", schema["enum"]));
    }
    if let Some(items) = value.as_array() {
        let mut items = items.iter().enumerate();
        return items
            .find_map(|(index, item)| fault(document, &schema["items"], item, &format!("{place}/{index}")));
    }
    let empty = Map::new();
    let known = schema["properties"].as_object().unwrap_or(&empty);
    let required = schema["required"].as_array().into_iter().flatten();
    let missing = required.filter(|name| value.get(name.as_str().expect("a name")).is_none());
    if let Some(name) = missing.into_iter().next() {
        return Some(format!("{place}: {name} is missing"));
    }
    let members = value.as_object().filter(|_| !known.is_empty());
    members.into_iter().flatten().find_map(|(name, member)| match known.get(name) {
        Some(schema) => fault(document, schema, member, &format!("{place}/{name}")),
        None => Some(format!("{place}: {name} is not described")),
    })
}

/// Returns the schema of the object that has the members of all parts.
fn together(document: &Value, parts: &[Value]) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts {
        let pointed = part["$ref"].as_str().and_then(|name| document.pointer(name.trim_start_matches('#')));
        let part = pointed.unwrap_or(part);
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

#[test]
fn every_path_answers_its_example_as_described() {
    let server = Running::start();
    let document = server.get("/api/v1/openapi.json").json();
    let paths = document["paths"].as_object().expect("there are paths");
    assert!(paths.len() > 10);
    for (path, methods) in paths {
        let (method, description) = methods.as_object().expect("methods").iter().next().expect("one of them");
        let answer = if method == "get" {
            server.get(path)
        } else {
            let sent = &description["requestBody"]["content"]["application/json"];
            assert_eq!(fault(&document, &sent["schema"], &sent["example"], path), None);
            server.ask(path, &sent["example"])
        };
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let content = description["responses"]["200"]["content"].as_object().expect("content");
        let (kind, described) = content.iter().next().expect("one of them");
        assert_eq!(answer.header("content-type"), Some(kind.as_str()), "{path}");
        for line in answer.text().lines().filter(|_| kind.ends_with("ndjson")) {
            let value = serde_json::from_str(line).expect("JSON");
            assert_eq!(fault(&document, &described["schema"], &value, path), None);
        }
        if kind == "application/json" {
            assert_eq!(fault(&document, &described["schema"], &answer.json(), path), None);
        }
    }
}

#[test]
fn members_that_no_request_has_are_refused() {
    let server = Running::start();
    let document = server.get("/api/v1/openapi.json").json();
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().expect("there are paths") {
        let mut question = methods["post"]["requestBody"]["content"]["application/json"]["example"].clone();
        if !question.is_object() {
            continue;
        }
        question["unheard"] = json!(1);
        let answer = server.ask(path, &question);
        assert!(answer.status == 400 && answer.text().contains("unheard"), "{path}: {}", answer.text());
        asked += 1;
    }
    assert!(asked > 20, "{asked} requests");
}

/// Every reference of the description leads to something.
#[test]
fn references_lead_somewhere() {
    let document: Value = serde_json::from_str(dlx_api::openapi()).expect("JSON");
    let (mut values, mut count) = (vec![&document], 0);
    while let Some(value) = values.pop() {
        if let Some(name) = value["$ref"].as_str() {
            assert!(document.pointer(name.trim_start_matches('#')).is_some(), "{name}");
            count += 1;
        }
        values.extend(value.as_array().into_iter().flatten());
        values.extend(value.as_object().into_iter().flat_map(Map::values));
    }
    assert!(count > 100, "{count}");
}

#[test]
fn faults_are_as_described() {
    let server = Running::start();
    let document = server.get("/api/v1/openapi.json").json();
    let paths = document["paths"].as_object().expect("there are paths");
    for (path, methods) in paths.iter().filter(|(_, methods)| methods.get("post").is_some()) {
        let answer = server.send(&server.question(path, "{"));
        assert_eq!(answer.status, 400, "{path}");
        let described = &methods["post"]["responses"]["400"];
        let content = document.pointer(described["$ref"].as_str().expect("a name").trim_start_matches('#'));
        let schema = &content.expect("it is there")["content"]["application/json"]["schema"];
        assert_eq!(fault(&document, schema, &answer.json(), path), None);
    }
}
