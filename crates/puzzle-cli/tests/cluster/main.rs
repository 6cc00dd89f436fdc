//! One question on many machines: the total is that of one machine, whatever happens on the way.

mod damage;
mod job;
#[cfg(feature = "cluster")]
mod nats;
mod survival;
mod totals;
