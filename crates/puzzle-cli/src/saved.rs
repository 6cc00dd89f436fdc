//! Solutions saved by `solve --json`, `solve --ndjson` or `run --json`.

use std::path::Path;

use crate::exit::Error;
use crate::input;

/// The embedding numbers of each solution in a file.
pub(crate) fn read(file: &Path) -> Result<Vec<Vec<u32>>, Error> {
    read_list(file, "embeddings")
}

/// The numbers that each solution in a file has under a key.
pub(crate) fn read_list(file: &Path, key: &str) -> Result<Vec<Vec<u32>>, Error> {
    read_with(file, key, |n| n.as_u64().and_then(|n| u32::try_from(n).ok()))
}

/// The same for numbers that may be negative.
pub(crate) fn read_signed(file: &Path, key: &str) -> Result<Vec<Vec<i32>>, Error> {
    read_with(file, key, |n| n.as_i64().and_then(|n| i32::try_from(n).ok()))
}

fn read_with<T>(
    file: &Path,
    key: &str,
    number: impl Fn(&serde_json::Value) -> Option<T>,
) -> Result<Vec<Vec<T>>, Error> {
    let refuse = |what: &str| input::refuse(file, what);
    let text = input::text(file)?;
    let mut solutions = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>() {
        let value = value.map_err(|error| refuse(&format!("this is not JSON: {error}")))?;
        let listed = value.get("solutions").and_then(|list| list.as_array());
        let single = std::slice::from_ref(&value);
        for solution in listed.map_or(single, Vec::as_slice) {
            let Some(numbers) = solution.get(key).and_then(|list| list.as_array()) else {
                continue;
            };
            let numbers: Option<Vec<T>> = numbers.iter().map(&number).collect();
            solutions.push(
                numbers.ok_or_else(|| refuse(&format!("an entry of `{key}` is not a number")))?,
            );
        }
    }
    match solutions.len() {
        0 => Err(refuse("there are no solutions in it")),
        _ => Ok(solutions),
    }
}
