//! The server from outside, over its socket: every answer against the OpenAPI document.

mod answers;
mod client;
mod crowds;
mod refusals;

use client::Running;
