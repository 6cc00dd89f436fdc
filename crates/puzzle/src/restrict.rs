//! From a requested restriction to the restricted problem.

use puzzle_core::{Cover, Group, Restriction as Cut};
use puzzle_engines::cover::best_restriction;
use puzzle_families::{Covering, Restrict};

use crate::Restriction;
use crate::answer::Failure;

/// The restricted problem, or `None` for the full one.
pub(crate) fn restricted(
    covering: &dyn Covering,
    cover: &Cover,
    request: &Restriction,
) -> Result<Option<Cover>, Failure> {
    let cut = match request {
        Restriction::None => return Ok(None),
        Restriction::Auto => match covering.restrict() {
            Some(proposed) => proposal(covering, cover, proposed)?,
            None => match best_restriction(cover) {
                Some(cut) => cut,
                None => return Ok(None),
            },
        },
        Restriction::Piece(piece) => {
            // The author may have fixed the representatives of this very piece.
            match covering.restrict().filter(|proposed| proposed.what == *piece) {
                Some(proposed) => proposal(covering, cover, proposed)?,
                None => by_orbits(covering, cover, piece, Group::All)?,
            }
        }
        Restriction::Numbers(piece, numbers) => by_hand(covering, cover, piece, numbers)?,
    };
    let kept = cover.keep(|e| cut.keeps(e)).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(Some(kept))
}

fn proposal(covering: &dyn Covering, cover: &Cover, proposed: &Restrict) -> Result<Cut, Failure> {
    let group = if proposed.rotations_only { Group::Rotations } else { Group::All };
    match &proposed.numbers {
        Some(numbers) => by_hand(covering, cover, &proposed.what, numbers),
        None => by_orbits(covering, cover, &proposed.what, group),
    }
}

fn by_orbits(
    covering: &dyn Covering,
    cover: &Cover,
    name: &str,
    group: Group,
) -> Result<Cut, Failure> {
    let aspect = aspect(covering, cover, name)?;
    Cut::new(cover, aspect, group).map_err(|error| Failure::Usage(error.to_string()))
}

fn by_hand(
    covering: &dyn Covering,
    cover: &Cover,
    name: &str,
    numbers: &[u32],
) -> Result<Cut, Failure> {
    let aspect = aspect(covering, cover, name)?;
    Cut::by_hand(cover, aspect, numbers).map_err(|error| Failure::Usage(error.to_string()))
}

fn aspect(
    covering: &dyn Covering,
    cover: &Cover,
    name: &str,
) -> Result<puzzle_core::AspectId, Failure> {
    let named = covering.aspect_name(name).and_then(|name| cover.puzzle.find_aspect(&name));
    named.ok_or_else(|| {
        if covering.has_piece(name) {
            return Failure::Usage(format!(
                "piece `{name}` may be used several times, so it has no aspect to restrict; name a \
                 cell instead"
            ));
        }
        let known: Vec<&str> = cover.puzzle.aspects().iter().map(|a| a.name.as_str()).collect();
        let hint = puzzle_families::nearest::names(name, known.iter().copied()).join(" or ");
        let hint = if hint.is_empty() { String::new() } else { format!(" (near: {hint})") };
        Failure::Usage(format!("there is no piece and no cell `{name}` to restrict{hint}"))
    })
}
