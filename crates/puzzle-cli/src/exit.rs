//! How a command ends.

use std::process::ExitCode;

use puzzle::{Failure, Refusal};

/// The exit codes, as the book lists them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Answered,
    NoSolution,
    BadInput,
    Stopped,
    Internal,
}

impl Exit {
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Exit::Answered => 0,
            Exit::NoSolution => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
            Exit::Internal => 70,
        })
    }
}

/// Why a command could not do its work.
pub(crate) enum Error {
    /// Bad usage or bad input: the message is ready to be printed.
    Input(String),
    /// A file is refused, and where.
    File(Box<Refusal>),
    /// The output could not be written.
    Output(std::io::Error),
    /// The program contradicts itself.
    Internal(String),
}

impl Error {
    /// Tells people on the standard error, or programs on the standard output.
    pub(crate) fn report(&self, json: bool) {
        let (message, refusal) = match self {
            Error::Input(message) | Error::Internal(message) => (message.trim_end().into(), None),
            Error::File(refusal) => (refusal.rendered.trim_end().to_owned(), Some(&**refusal)),
            // Whoever reads the output has seen enough (`puzzle … | head`): no error.
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return,
            Error::Output(error) => (format!("error: cannot write the output: {error}"), None),
        };
        if json {
            let plain = message.strip_prefix("error: ").unwrap_or(&message);
            use std::io::Write as _;
            let _ = writeln!(std::io::stdout(), "{}", puzzle::error_json(plain, refusal));
        } else {
            remark!("{message}");
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Exit::Answered
            }
            Error::Internal(_) => Exit::Internal,
            Error::Input(_) | Error::File(_) | Error::Output(_) => Exit::BadInput,
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Output(error)
    }
}

impl From<puzzle::OpenError> for Error {
    fn from(error: puzzle::OpenError) -> Self {
        Error::File(Box::new(error.refusal()))
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::File(refusal) => Error::File(refusal),
            Failure::Disagreement(message) => Error::Internal(format!("error: {message}")),
            other => Error::Input(format!("error: {}", as_typed(&other.to_string()))),
        }
    }
}

/// What the library calls a choice is an option here.
pub(crate) fn as_typed(message: &str) -> String {
    let tables = puzzle::FAMILIES.iter().flat_map(|family| family.tables.iter().copied());
    let made = puzzle::generators().map(|(_, generator)| generator.table());
    let choices = tables.chain(made).flat_map(|table| table.choices);
    choices.fold(message.to_owned(), |message, choice| {
        message.replace(&format!("`{}`", choice.name), &format!("--{}", choice.name))
    })
}
