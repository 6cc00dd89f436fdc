//! One question on many machines: the total is that of one machine, whatever happens on the way.

mod damage;
mod job;
mod survival;
mod totals;
