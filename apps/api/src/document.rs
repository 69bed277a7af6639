//! The description of the API in the format of OpenAPI 3.1, made of the routes and of the types of their requests and
//! answers.

use serde_json::{Map, Value, json};

use crate::fault::FaultOut;
use crate::route::{Route, Work};
use crate::schemas::{Schemas, joined, reference};

const ABOUT: &str = "The API of the page, also for programs on the same computer. Grids are lists of digits, row by row; \
    cells are `r1c1`. Closing a connection stops its work. Requests must name the server's own address as `Host`, and as \
    `Origin` if they name one.";

/// The reasons why a request is not answered, by status.
const FAULTS: &[(&str, &str)] = &[
    ("400", "Invalid JSON"),
    ("403", "A request from a page of another site"),
    ("408", "The request took too long to arrive"),
    ("413", "The request is too large"),
    ("415", "The content is not JSON"),
    ("421", "A request to another host"),
    ("422", "Valid JSON with invalid values"),
    ("500", "An error of the server"),
    ("503", "Too many searches are running, or a limit is reached; `retry-after` says when to try again"),
];

/// The faults of requests without a body.
const FAULTS_OF_GET: &[&str] = &["400", "403", "421"];

/// The beginning of all paths, with the version of the API.
const PREFIX: &str = "/api/v1/";

/// Returns the description of these routes.
pub(crate) fn document(routes: &[Route]) -> String {
    let mut schemas = Schemas::new();
    let paths: Map<String, Value> =
        routes.iter().map(|route| (format!("{PREFIX}{}", route.name), path(route, &mut schemas))).collect();
    let fault = reference::<FaultOut>(&mut schemas);
    let responses: Map<String, Value> = FAULTS
        .iter()
        .map(|&(status, words)| {
            (
                status.to_owned(),
                json!({ "description": words, "content": { "application/json": { "schema": fault } } }),
            )
        })
        .collect();
    let joined: Map<String, Value> =
        schemas.iter().map(|(name, schema)| (name.clone(), joined(schema, &schemas))).collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "dlx sudoku serve", "version": "1", "description": ABOUT },
        "paths": paths,
        "components": { "schemas": joined, "responses": responses },
    });
    format!("{document:#}\n")
}

/// Describes a route.
fn path(route: &Route, schemas: &mut Schemas) -> Value {
    let kind = if matches!(route.work, Work::Lines(_)) { "application/x-ndjson" } else { "application/json" };
    let answer = (route.answer)(schemas);
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        json!({ "description": "The answer", "content": { kind: { "schema": answer } } }),
    );
    for &(status, _) in FAULTS {
        if route.question.is_some() || FAULTS_OF_GET.contains(&status) {
            responses
                .insert(status.to_owned(), json!({ "$ref": format!("#/components/responses/{status}") }));
        }
    }
    match &route.question {
        None => json!({ "get": { "summary": route.summary, "responses": responses } }),
        Some((question, example)) => json!({ "post": {
            "summary": route.summary,
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": question(schemas), "example": example } },
            },
            "responses": responses,
        } }),
    }
}
