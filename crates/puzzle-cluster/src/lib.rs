//! One question on many machines, one exact total.
//!
//! A question whose work divides is made into *units*: ordinary saved runs of that question, each with its
//! share of the parts ([`divide`]). A worker takes a unit, goes on with it as with any saved run, and stores
//! what came of it: the saved run again, with the sums ([`work`]). Sums add up, and the total is one more saved run
//! with nothing left, of which the answer is asked as always (`merge`). So whatever can be saved in parts
//! divides, and nothing here knows what a part is.
//!
//! What makes the total exact:
//!
//! - The [`Manifest`] is the truth. It names every unit with its checksum. A queue that loses or doubles a
//!   unit changes nothing: `merge` adds up what the manifest names, each once, and says what lacks.
//! - A result is stored under its unit's name by *create if absent*. Of two workers that did the same
//!   unit, because one was thought dead, one is heard.
//! - A result may say that some parts are left. They are units then, named after this one, with checksums
//!   in the result: one step finishes a part of a unit and hands on the rest.
//! - Everything that is read is sealed, belongs to a job, and is checked like any file.
//!
//! | file | holds |
//! |---|---|
//! | `manifest`, `outcome` | what is written: the job, and what came of a unit |
//! | `carrier` | what a carrier must do; `directory` is one, `nats` another |
//! | `divide`, `work`, `merge` | the three verbs |
//! | `listing` | solutions of a unit, and how they are handed over in the end |
//! | `metrics` | how a worker fares, for Prometheus |

mod carrier;
mod directory;
mod divide;
mod listing;
mod manifest;
mod merge;
mod metrics;
#[cfg(feature = "nats")]
mod nats;
mod outcome;
mod work;

pub use carrier::{Carrier, Next, Note, Taken};
pub use directory::Directory;
pub use divide::{Division, divide};
pub use manifest::Manifest;
pub use merge::{Confirmed, Survey};
pub use metrics::Metrics;
pub use outcome::Outcome;
pub use work::{Done, Working, work};

use puzzle::Failure;

/// How anything here ends.
pub type Result<T> = std::result::Result<T, Failure>;

/// The carrier that a text names: `nats://HOST/JOB`, or else a directory.
pub fn open(place: &str) -> Result<Box<dyn Carrier>> {
    if ["nats://", "tls://"].iter().any(|scheme| place.starts_with(scheme)) {
        #[cfg(feature = "nats")]
        return Ok(Box::new(nats::Nats::open(place)?));
        #[cfg(not(feature = "nats"))]
        return refuse(format!(
            "{place}: this command was built without NATS\n hint: cargo build --release --features cluster"
        ));
    }
    Ok(Box::new(Directory::new(place)))
}

/// A refusal.
pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Failure::Usage(message.into()))
}
