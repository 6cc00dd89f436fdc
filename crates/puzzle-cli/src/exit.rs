//! How a command ends.

use std::process::ExitCode;

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
    /// The output could not be written.
    Output(std::io::Error),
    /// The program contradicts itself.
    Internal(String),
}

impl Error {
    pub(crate) fn report(&self) {
        match self {
            Error::Input(message) | Error::Internal(message) => {
                remark!("{}", message.trim_end());
            }
            // Whoever reads the output has seen enough (`puzzle … | head`): no error.
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
            Error::Output(error) => remark!("error: cannot write the output: {error}"),
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Exit::Answered
            }
            Error::Internal(_) => Exit::Internal,
            Error::Input(_) | Error::Output(_) => Exit::BadInput,
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
        Error::Input(error.to_string())
    }
}

impl From<puzzle::Failure> for Error {
    fn from(failure: puzzle::Failure) -> Self {
        let message = failure.to_string();
        // A diagnostic of a file says so itself.
        let message = match message.starts_with("error:") {
            true => message,
            false => format!("error: {message}"),
        };
        match failure {
            puzzle::Failure::Disagreement(_) => Error::Internal(message),
            _ => Error::Input(message),
        }
    }
}
