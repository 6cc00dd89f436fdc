//! One file a verb.

pub(crate) mod ask;
pub(crate) mod check;
pub(crate) mod cluster;
pub(crate) mod compile;
pub(crate) mod convert;
pub(crate) mod draw;
pub(crate) mod engines;
pub(crate) mod generate;
pub(crate) mod hardware;
pub(crate) mod help;
pub(crate) mod list;
mod many;
pub(crate) mod play;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod show;
mod values;
pub(crate) mod verify;
