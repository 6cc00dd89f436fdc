//! Answers as tables for spreadsheets (RFC 4180): what is a table in an answer, or else its single values as a row.

use serde_json::{Map, Value};

/// A row: columns by name, in their order.
type Row = Map<String, Value>;

/// What belongs to programs, or is a picture.
const LEFT_OUT: [&str; 3] = ["schema", "picture", "seal"];

/// The rows of an answer. Of sliding blocks every answer knows how many configurations have each distance; that is
/// the table only if `levels` were asked for.
pub(crate) fn rows(answer: &Value, levels: bool) -> Vec<Row> {
    let table = ["first_moves", "table", "levels"].iter().find_map(|name| table(answer.get(name)?));
    let distances = answer.get("configurations").filter(|_| levels).and_then(Value::as_array);
    let distances = distances.map(|counts| {
        let row = |(distance, count): (usize, &Value)| {
            let distance = ("distance".to_owned(), distance.into());
            Row::from_iter([distance, ("configurations".to_owned(), count.clone())])
        };
        counts.iter().enumerate().map(row).collect()
    });
    table.or(distances).unwrap_or_else(|| vec![values(answer)])
}

/// The same for one of several puzzles, with its name in front.
pub(crate) fn rows_of(name: &str, answer: &Value, levels: bool) -> Vec<Row> {
    let named = |row: Row| {
        let mut named = Row::from_iter([("puzzle".to_owned(), Value::from(name))]);
        named.extend(row.into_iter().filter(|(column, _)| column != "puzzle"));
        named
    };
    rows(answer, levels).into_iter().map(named).collect()
}

/// A list of objects, or objects in an object, as rows.
fn table(value: &Value) -> Option<Vec<Row>> {
    match value {
        Value::Array(rows) if !rows.is_empty() => {
            rows.iter().map(|row| row.is_object().then(|| values(row))).collect()
        }
        // From each to each.
        Value::Object(rows) if !rows.is_empty() => {
            let mut all = Vec::new();
            for (from, row) in rows {
                for (to, value) in row.as_object()? {
                    let cells = [("from", from.as_str().into()), ("to", to.as_str().into())];
                    let mut row: Row =
                        cells.into_iter().map(|(name, cell)| (name.to_owned(), cell)).collect();
                    row.insert("value".into(), value.clone());
                    all.push(row);
                }
            }
            Some(all)
        }
        _ => None,
    }
}

/// The single values of an object, those of objects in it too.
fn values(object: &Value) -> Row {
    let mut row = Row::new();
    for (name, value) in object.as_object().into_iter().flatten() {
        match value {
            _ if LEFT_OUT.contains(&name.as_str()) => {}
            Value::Array(_) => {}
            Value::Object(inner) => {
                let single =
                    inner.iter().filter(|(_, value)| !value.is_array() && !value.is_object());
                row.extend(single.map(|(inner, value)| (format!("{name}.{inner}"), value.clone())));
            }
            value => {
                row.insert(name.clone(), value.clone());
            }
        }
    }
    row
}

/// Rows as text, the names of the columns first.
pub(crate) fn text(rows: &[Row]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for name in rows.iter().flat_map(|row| row.keys()) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let cell = |row: &Row, column: &str| match row.get(column) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => quoted(text),
        Some(value) => quoted(&value.to_string()),
    };
    let heads: Vec<String> = columns.iter().map(|column| quoted(column)).collect();
    let mut text = format!("{}\n", heads.join(","));
    for row in rows {
        let cells: Vec<String> = columns.iter().map(|column| cell(row, column)).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

/// In quotes, if something in it means something.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_in_an_answer_is_the_table_and_otherwise_its_values_are_a_row() {
        let answer = json!({ "schema": 1, "puzzle": "a,b", "count": "3", "difficulty": { "stage": "x" },
                             "solutions": [] });
        assert_eq!(text(&rows(&answer, false)), "puzzle,count,difficulty.stage\n\"a,b\",3,x\n");
        let answer = json!({ "levels": [{ "pegs": 2, "n": 1 }, { "pegs": 1, "m": null }] });
        assert_eq!(text(&rows(&answer, false)), "pegs,n,m\n2,1,\n1,,\n");
        assert_eq!(text(&rows_of("p", &answer, false)), "puzzle,pegs,n,m\np,2,1,\np,1,,\n");
        let answer = json!({ "table": { "a": { "b": "yes" } } });
        assert_eq!(text(&rows(&answer, false)), "from,to,value\na,b,yes\n");
        let answer = json!({ "configurations": [1, 4], "style": 0 });
        assert_eq!(text(&rows(&answer, true)), "distance,configurations\n0,1\n1,4\n");
        assert_eq!(text(&rows(&answer, false)), "style\n0\n");
    }

    #[test]
    fn quotes_and_line_breaks_are_quoted() {
        assert_eq!(quoted("say \"no\"\n"), "\"say \"\"no\"\"\n\"");
    }
}
