//! Six-piece burrs: six sticks of 2 x 2 that cross, and pieces that are known by number.
//!
//! In a burr every stick has twelve cubes that other sticks want as well. Bill Cutler numbers a piece by
//! those that are cut away: one more than the sum of the powers of two of these cubes. The stick lies with
//! the side up that faces the middle of the burr; from left to right, row by row:
//!
//! ```text
//! above   0  1  2  3      below   .  8  9  .
//!         4  5  6  7              . 10 11  .
//! ```
//!
//! A piece that can lie in several ways has the least of its numbers. Of the 4096 cuttings 2225 hold together;
//! they are 837 pieces, 59 of them notchable: cut by notches across a side only. The 32 cubes that several
//! sticks want are those that pieces of a burr share out; if all are taken the burr is solid.
//!
//! `number` is pieces by number, `place` where sticks lie and what they want, `lower` all burrs as a problem
//! for the engines, `write` a burr as a puzzle file, `generator` what an asker sees of it.

mod generator;
mod lower;
mod number;
mod place;
mod write;

pub(super) use generator::BurrGenerator;
