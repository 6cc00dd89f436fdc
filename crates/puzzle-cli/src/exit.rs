//! How a command ends.

use std::process::ExitCode;

use puzzle::{Failure, Refusal};

/// The exit codes, as the book lists them. Of several puzzles the last of theirs counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// A limit or an interrupt came before there was anything to tell.
    Stopped(String),
    /// The program contradicts itself.
    Internal(String),
    /// It was told as part of the output, which had begun before.
    Told(Exit),
}

impl Error {
    /// Tells people on the standard error, or programs on the standard output.
    pub(crate) fn report(&self, json: bool) {
        let Some((message, refusal)) = self.message() else { return };
        if json {
            use std::io::Write as _;
            let _ = writeln!(std::io::stdout(), "{}", as_json(&message, refusal));
        } else {
            remark!("{message}");
        }
    }

    /// What is to be said, if anything.
    fn message(&self) -> Option<(String, Option<&Refusal>)> {
        Some(match self {
            Error::Input(message) | Error::Internal(message) | Error::Stopped(message) => {
                (message.trim_end().into(), None)
            }
            Error::File(refusal) => (refusal.rendered.trim_end().to_owned(), Some(&**refusal)),
            Error::Told(_) => return None,
            // Whoever reads the output has seen enough (`puzzle … | head`): no error.
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return None,
            Error::Output(error) => (format!("error: cannot write the output: {error}"), None),
        })
    }

    /// The message for people, if anything is to be said.
    pub(crate) fn words(&self) -> Option<String> {
        self.message().map(|(message, _)| message)
    }

    /// The same for programs, if anything is to be said.
    pub(crate) fn json(&self) -> Option<puzzle::Json> {
        self.message().map(|(message, refusal)| as_json(&message, refusal))
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Exit::Answered
            }
            Error::Internal(_) => Exit::Internal,
            Error::Stopped(_) => Exit::Stopped,
            Error::Told(exit) => *exit,
            Error::Input(_) | Error::File(_) | Error::Output(_) => Exit::BadInput,
        }
    }
}

/// For programs.
fn as_json(message: &str, refusal: Option<&Refusal>) -> puzzle::Json {
    puzzle::error_json(message.strip_prefix("error: ").unwrap_or(message), refusal)
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Output(error)
    }
}

impl From<puzzle::OpenError> for Error {
    fn from(error: puzzle::OpenError) -> Self {
        match error.stopped() {
            Some(_) => Error::Stopped(error.refusal().diagnostic.message),
            None => Error::File(Box::new(error.refusal())),
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::File(refusal) => Error::File(refusal),
            Failure::Stopped(_) => Error::Stopped(failure.to_string()),
            Failure::Disagreement(message) | Failure::Wrong(message) => {
                Error::Internal(format!("error: {message}"))
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle::StopReason;

    #[test]
    fn a_wrong_solution_and_a_disagreement_are_internal_errors_and_a_limit_is_none() {
        let code = |failure: Failure| Error::from(failure).exit();
        assert_eq!(code(Failure::Wrong("wrong".into())), Exit::Internal);
        assert_eq!(code(Failure::Disagreement("1 and 2".into())), Exit::Internal);
        assert_eq!(code(Failure::Stopped(StopReason::TimeLimit)), Exit::Stopped);
        assert_eq!(code(Failure::Usage("no".into())), Exit::BadInput);
    }
}
