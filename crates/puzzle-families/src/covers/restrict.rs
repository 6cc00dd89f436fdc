//! From a requested restriction to the restricted problem.

use puzzle_core::{Budget, Cover, Failure, Group, Restriction as Cut, nearest};

use crate::limits::look_lowering;
use crate::{Covering, Restrict};

/// Which restricted puzzle is meant, if not the full one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Restriction {
    /// The full puzzle.
    #[default]
    None,
    /// The one that the puzzle's author proposes, or else the one that cuts most.
    Auto,
    /// One placement per orbit of this piece (or of the embeddings of this aspect).
    Piece(String),
    /// Only these embeddings of this piece.
    Numbers(String, Vec<u32>),
}

impl std::str::FromStr for Restriction {
    type Err = String;

    /// `none`, `auto`, `P` or `C=18,20`.
    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.split_once('=')) {
            ("none", _) => Ok(Restriction::None),
            ("auto", _) => Ok(Restriction::Auto),
            ("", _) | (_, Some(("", _))) => Err("which piece?".into()),
            (_, None) => Ok(Restriction::Piece(text.into())),
            (_, Some((piece, numbers))) => {
                let number = |n: &str| n.trim().parse().map_err(|_| format!("`{n}` is no number"));
                let numbers = numbers.split(',').map(number).collect::<Result<_, _>>()?;
                Ok(Restriction::Numbers(piece.into(), numbers))
            }
        }
    }
}

/// What a restriction means, in words; nothing for the full puzzle.
pub(super) fn meaning(covering: &dyn Covering, request: &Restriction) -> Option<String> {
    let by_orbits = "to one embedding per orbit of all symmetries of the box";
    let author = |what: &str, proposed: &Restrict| match &proposed.numbers {
        Some(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("{what} to embeddings {}, as its author proposes", numbers.join(", "))
        }
        None if proposed.rotations_only => {
            format!("{what} to one embedding per orbit of the turns, as its author proposes")
        }
        None => format!("{what} {by_orbits}"),
    };
    let meaning = match (request, covering.restrict()) {
        (Restriction::None, _) => return None,
        (Restriction::Auto, Some(proposed)) => author(&proposed.what, proposed),
        (Restriction::Auto, None) => "the piece or cell that cuts most, if one does".into(),
        (Restriction::Piece(piece), Some(proposed)) if proposed.what == *piece => {
            author(piece, proposed)
        }
        (Restriction::Piece(piece), _) => format!("{piece} {by_orbits}"),
        (Restriction::Numbers(piece, _), _) => format!("{piece} to the embeddings listed"),
    };
    Some(format!("restriction: {meaning}"))
}

/// The restricted problem, or `None` for the full one.
pub fn restricted(
    covering: &dyn Covering,
    request: &Restriction,
    budget: &Budget,
) -> Result<Option<Cover>, Failure> {
    let cover = super::cover(covering);
    let cut = match request {
        Restriction::None => return Ok(None),
        Restriction::Auto => match covering.restrict() {
            Some(proposed) => proposal(covering, cover, proposed)?,
            None => match Cut::best(cover, budget) {
                Some(cut) => cut,
                None => return look_lowering(budget).map(|()| None),
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
    look_lowering(budget)?;
    let kept = cover.keep_within(|e| cut.keeps(e), budget);
    let kept = kept.map_err(|error| Failure::Usage(error.to_string()))?;
    look_lowering(budget)?;
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
        let hint = nearest::names(name, known.iter().copied()).join(" or ");
        let hint = if hint.is_empty() { String::new() } else { format!(" (near: {hint})") };
        Failure::Usage(format!("there is no piece and no cell `{name}` to restrict{hint}"))
    })
}
