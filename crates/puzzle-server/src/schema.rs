//! The OpenAPI document, and a reader of the part of JSON Schema that it uses.
//!
//! The document is not a description beside the program: every request is checked against it before
//! anything else looks at it, and the tests check every answer. Known words: `$ref`, `type` (one or
//! several), `properties`, `required`, `additionalProperties`, `items`, `enum`, `minimum`, `maximum`,
//! `maxLength`, `maxItems`, `oneOf`.

use std::sync::LazyLock;

use puzzle::Json;

/// The text of the document.
pub(crate) const TEXT: &str = include_str!("../openapi.json");

/// The document.
pub(crate) static DOCUMENT: LazyLock<Json> =
    LazyLock::new(|| serde_json::from_str(TEXT).expect("a test reads it"));

/// Checks a value against the schema of that name; says where it departs from it.
pub(crate) fn check(name: &str, value: &Json) -> Result<(), String> {
    let schema = &DOCUMENT["components"]["schemas"][name];
    assert!(schema.is_object(), "there is no schema {name}");
    matches(schema, value, &mut Vec::new())
}

/// Checks a value; `path` says where it stands.
pub(crate) fn matches(schema: &Json, value: &Json, path: &mut Vec<String>) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        let target = DOCUMENT.pointer(pointer);
        return matches(target.unwrap_or_else(|| panic!("{name}")), value, path);
    }
    let wrong = |path: &[String], what: String| {
        let place = if path.is_empty() { "the request".to_owned() } else { path.join(".") };
        Err(format!("{place}: {what}"))
    };
    if let Some(ways) = schema["oneOf"].as_array() {
        let mut complaints = Vec::new();
        for way in ways {
            match matches(way, value, path) {
                Ok(()) => return Ok(()),
                Err(complaint) => complaints.push(complaint),
            }
        }
        return Err(complaints.join("; or "));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind, value)) {
        return wrong(path, format!("it must be of type {}", kinds.join(" or ")));
    }
    if let Some(values) = schema["enum"].as_array().filter(|values| !values.contains(value)) {
        let values: Vec<String> = values.iter().map(Json::to_string).collect();
        return wrong(path, format!("it must be one of {}", values.join(", ")));
    }
    let bound = |word: &str| schema[word].as_f64();
    if let Some(number) = value.as_f64()
        && (bound("minimum").is_some_and(|least| number < least)
            || bound("maximum").is_some_and(|most| number > most))
    {
        return wrong(path, "the number is out of range".into());
    }
    let size = match value {
        Json::String(text) => bound("maxLength").map(|most| (text.len(), most)),
        Json::Array(list) => bound("maxItems").map(|most| (list.len(), most)),
        _ => None,
    };
    if let Some((_, most)) = size.filter(|(size, most)| *size as f64 > *most) {
        return wrong(path, format!("it is longer than {most}"));
    }
    if let Json::Array(list) = value {
        for (number, item) in list.iter().enumerate().filter(|_| schema["items"].is_object()) {
            below(&schema["items"], item, number.to_string(), path)?;
        }
    }
    if let Json::Object(fields) = value {
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Json::as_str) {
            if !fields.contains_key(name) {
                return wrong(path, format!("`{name}` is missing"));
            }
        }
        for (name, field) in fields {
            match (&schema["properties"][name.as_str()], &schema["additionalProperties"]) {
                (Json::Null, Json::Bool(false)) => {
                    return wrong(path, format!("there is no `{name}` here"));
                }
                (Json::Null, rest @ Json::Object(_)) => below(rest, field, name.clone(), path)?,
                (Json::Null, _) => {}
                (known, _) => below(known, field, name.clone(), path)?,
            }
        }
    }
    Ok(())
}

fn below(schema: &Json, value: &Json, name: String, path: &mut Vec<String>) -> Result<(), String> {
    path.push(name);
    let matched = matches(schema, value, path);
    path.pop();
    matched
}

fn is(kind: &str, value: &Json) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_document_is_read_and_a_departure_is_told_with_its_place() {
        assert_eq!(DOCUMENT["openapi"], "3.1.0");
        let good = json!({ "puzzle": { "name": "soma" }, "question": "count" });
        assert_eq!(check("Ask", &good), Ok(()));
        for (bad, told) in [
            (json!(7), "the request: it must be of type object"),
            (json!({}), "the request: `puzzle` is missing"),
            (
                json!({ "puzzle": { "name": "a" }, "limit": -1 }),
                "limit: the number is out of range",
            ),
            (
                json!({ "puzzle": { "name": "a" }, "limit": 1.5 }),
                "limit: it must be of type integer",
            ),
            (json!({ "puzzle": { "name": "a" }, "x": 1 }), "the request: there is no `x` here"),
        ] {
            let complaint = check("Ask", &bad).unwrap_err();
            assert!(complaint.contains(told), "{complaint}");
        }
    }
}
