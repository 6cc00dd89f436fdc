//! `puzzle show --fits`, `--footprint` and `--prices`: a number on every aspect, as a heat map.

use puzzle::Covering;
use puzzle::Puzzle;
use puzzle::scene::{Frame, Scene};
use puzzle::{AspectId, Cover, EmbeddingId, Failure, StopReason, fit_counts, footprint, priced};

use crate::args::{Limits, Show};
use crate::exit::{Error, Exit};
use crate::picture::{self, Style};
use crate::stop;

/// Draws them.
pub(crate) fn run(
    puzzle: &Puzzle,
    covering: &dyn Covering,
    cover: &Cover,
    show: &Show,
) -> Result<Exit, Error> {
    let placed = placed(cover, &show.after)?;
    if let Some(lists) = show.prices {
        return prices(puzzle, covering, cover, (show, lists));
    }
    let (values, what) = match &show.footprint {
        Some(name) => {
            let aspect = aspect(covering, cover, name)?;
            (footprint(&cover.puzzle, aspect, &placed), format!("footprint of {name}"))
        }
        None => (fit_counts(&cover.puzzle, &placed), "embeddings that fit".to_owned()),
    };
    let values: Vec<i64> = values.into_iter().map(i64::from).collect();
    let mut frame = covering.draw_values(&values);
    let numbers: Vec<String> = show.after.iter().map(u32::to_string).collect();
    frame.caption = match numbers.is_empty() {
        true => what,
        false => format!("{what} after {}", numbers.join(", ")),
    };
    write(puzzle, vec![frame], show)
}

/// Draws price lists: on every aspect what it costs.
fn prices(
    puzzle: &Puzzle,
    covering: &dyn Covering,
    cover: &Cover,
    (show, lists): (&Show, usize),
) -> Result<Exit, Error> {
    let control = stop::control(&Limits::default(), false);
    let kept = match priced(&cover.puzzle, lists, &control.budget) {
        Ok(kept) => kept,
        Err(_) if control.budget.check(0).is_some() => {
            return Err(Failure::Stopped(StopReason::Interrupted).into());
        }
        Err(None) => return Err(Error::Input("error: no price list was found".into())),
        Err(Some(list)) => {
            let mut frame = covering.draw_values(list.prices());
            frame.caption = "by these prices there is no solution".into();
            return write(puzzle, vec![frame], show);
        }
    };
    let (left, all) = (kept.embedding_count(), cover.puzzle.embedding_count());
    let frames = kept.prices().iter().zip(1..).map(|(list, number)| {
        let costs = kept.embedding_ids().map(|e| f64::from(list.cost(&kept, e)));
        let mut frame = covering.draw_values(list.prices());
        frame.caption = format!(
            "price list {number}: a solution spends {} in all, an embedding costs {:.2} on average; \
             {} of {all} are too dear for any solution",
            list.purse(),
            costs.sum::<f64>() / left as f64,
            all - left
        );
        frame
    });
    write(puzzle, frames.collect(), show)
}

fn write(puzzle: &Puzzle, frames: Vec<Frame>, show: &Show) -> Result<Exit, Error> {
    let style = Style {
        format: None,
        scale: 40.0,
        solid: false,
        output: show.output.as_deref(),
        color: &show.color,
    };
    let title = puzzle.title().to_owned();
    picture::write(&Scene { title, frames }, &style)?;
    Ok(Exit::Answered)
}

fn aspect(covering: &dyn Covering, cover: &Cover, name: &str) -> Result<AspectId, Error> {
    let named = covering.aspect_name(name);
    let found = named.and_then(|name| cover.puzzle.find_aspect(&name));
    found.ok_or_else(|| {
        let known = cover.puzzle.aspects().iter().map(|aspect| aspect.name.as_str());
        let near = puzzle::nearest::names(name, known).join(" or ");
        let hint = if near.is_empty() { near } else { format!("\n hint: did you mean {near}?") };
        Error::Input(format!("error: there is no aspect `{name}`{hint}"))
    })
}

/// The embeddings with these numbers, which must fit together.
fn placed(cover: &Cover, numbers: &[u32]) -> Result<Vec<EmbeddingId>, Error> {
    let mut room: Vec<u32> = cover.puzzle.aspects().iter().map(|a| a.demand.max()).collect();
    let mut placed = Vec::new();
    for &number in numbers {
        let Some(e) = cover.puzzle.find_number(number) else {
            return Err(Error::Input(format!("error: there is no embedding {number}")));
        };
        for &a in cover.puzzle.embedding(e) {
            let Some(left) = room[a.index()].checked_sub(1) else {
                let name = &cover.puzzle.aspect(a).name;
                let message = format!("error: embedding {number} does not fit: {name} is covered");
                return Err(Error::Input(message));
            };
            room[a.index()] = left;
        }
        placed.push(e);
    }
    Ok(placed)
}
