//! Failures as the exceptions of the package, with file, line, column and hint.

use puzzle::{Failure, OpenError, Refusal, error_json, refusal};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An exception of `puzzle_processor.errors`.
fn raise(py: Python<'_>, class: &str, message: &str, refusal: Option<&Refusal>) -> PyErr {
    let made = || {
        let error = &error_json(message, refusal)["error"];
        let told = PyDict::new(py);
        for name in ["file", "hint"] {
            told.set_item(name, error[name].as_str())?;
        }
        for name in ["line", "column"] {
            told.set_item(name, error[name].as_u64())?;
        }
        told.set_item("rendered", refusal.map(|refusal| refusal.rendered.trim_end()))?;
        let class = py.import("puzzle_processor.errors")?.getattr(class)?;
        class.call((error["message"].as_str(),), Some(&told))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// A question that was not answered.
pub(crate) fn of_failure(py: Python<'_>, failure: &Failure) -> PyErr {
    let class = match failure {
        Failure::Usage(_) => "UsageError",
        Failure::File(_) => "ParseError",
        Failure::Declined(_) => "DeclinedError",
        Failure::Stopped(_) => "StoppedError",
        Failure::Disagreement(_) | Failure::Wrong(_) => "InternalError",
    };
    raise(py, class, &failure.to_string(), refusal(failure))
}

/// A puzzle that was not opened.
pub(crate) fn of_opening(py: Python<'_>, error: &OpenError) -> PyErr {
    let class = match error {
        _ if error.stopped().is_some() => "StoppedError",
        OpenError::Refused { .. } => "ParseError",
        OpenError::File { .. } | OpenError::Unknown { .. } => "NotFoundError",
    };
    let refusal = error.refusal();
    raise(py, class, &refusal.diagnostic.message, Some(&refusal))
}

/// Something else that was asked for in vain.
pub(crate) fn usage(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "UsageError", message, None)
}

/// A mistake of this program.
pub(crate) fn panicked(py: Python<'_>) -> PyErr {
    raise(py, "InternalError", PANICKED, None)
}

/// What is said when a thread has panicked.
pub(crate) const PANICKED: &str = "the search broke down\n hint: this is a bug in puzzle; please \
                                   report it with the puzzle and the question";
