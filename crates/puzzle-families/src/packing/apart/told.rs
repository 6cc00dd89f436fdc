//! Plans and totals in words, and for programs.

use puzzle_core::apart::plan::{self, Plan, Rest, Separation, Step, Verdict};
use puzzle_core::apart::{ApartFinding, Closely, Slide, axis};
use puzzle_core::{Answer, Ask, Finding, Json, Map, StopReason, json};

use super::{Packing, slides, stored};
use crate::Told;

/// The names of an assembly's pieces; copies of one piece are numbered.
pub(super) fn names(packing: &Packing, plan: &Plan) -> Vec<String> {
    let written = &packing.written;
    let placements = plan.assembly.iter().filter_map(|&n| packing.placements.get(n as usize));
    let mut copies = vec![0; written.pieces.len()];
    let name = |number: usize| {
        let piece = &written.pieces[number];
        copies[number] += 1;
        match piece.count.max {
            Some(1) => piece.name.clone(),
            _ => format!("{}.{}", piece.name, copies[number]),
        }
    };
    let solid = placements.map(|p| p.piece).filter(|&piece| !written.pieces[piece].is_hole);
    solid.map(name).collect()
}

/// An assembly and how it comes apart.
pub(in crate::packing) fn words(packing: &Packing, ask: &Ask, solution: &[u32]) -> String {
    let Some(plan) = Plan::read(solution) else { return "this is no plan\n".into() };
    let stored = stored_levels(packing, ask, &plan).map_or(String::new(), |levels| {
        let ours = plan.verdict == Verdict::Apart && levels == plan.levels();
        let same = if ours { ", the same" } else { "" };
        format!("; stored: {}{same}", plan::text(&levels))
    });
    let mut words = format!("assembly {}: {}{stored}\n", plan.number, verdict(&plan));
    if let (true, Some(first)) = (ask.choices.has("moves"), &plan.first) {
        let names = names(packing, &plan);
        let slides = slides(packing);
        let mut told = Moves { slides: &slides, names: &names, number: 0, words: &mut words };
        told.separation(first);
    }
    words
}

/// The levels that the file has for an assembly, if these are asked for.
fn stored_levels(packing: &Packing, ask: &Ask, plan: &Plan) -> Option<Vec<u32>> {
    let number = (plan.number as usize).checked_sub(1)?;
    ask.choices.has("stored").then(|| stored::levels(packing, number))?
}

/// What became of an assembly.
pub(super) fn verdict(plan: &Plan) -> String {
    let levels = plan::text(&plan.levels());
    let moves = plan.moves();
    let s = if moves == 1 { "" } else { "s" };
    match (plan.verdict, &plan.first) {
        (Verdict::Apart, None) => "nothing to be taken apart".into(),
        (Verdict::Apart, Some(_)) => format!("level {levels}, {moves} move{s}"),
        (Verdict::Locked, None) => "locked".into(),
        (Verdict::Locked, Some(_)) => format!("locked after {moves} move{s} ({levels})"),
        (Verdict::Undecided, _) => "undecided: it has more positions than were allowed".into(),
    }
}

/// Moves in words.
pub(super) struct Moves<'m> {
    slides: &'m [Slide],
    names: &'m [String],
    number: u32,
    words: &'m mut String,
}

impl Moves<'_> {
    fn separation(&mut self, separation: &Separation) {
        for step in &separation.steps {
            self.number += 1;
            let told = Self::step(self.slides, self.names, step);
            self.words.push_str(&format!("{:>4}. {told}\n", self.number));
        }
        for rest in separation.parts() {
            if let Rest::Apart(inner) = rest {
                self.separation(inner);
            }
        }
    }

    /// One move in words.
    pub(super) fn step(slides: &[Slide], names: &[String], step: &Step) -> String {
        let (axis, backwards) = axis(step.direction);
        let way = slides.get(axis).map_or("?", |slide| slide.names[usize::from(backwards)]);
        let moved = names.iter().enumerate().filter(|(at, _)| step.pieces >> at & 1 == 1);
        let moved: Vec<&str> = moved.map(|(_, name)| name.as_str()).collect();
        let several = moved.len() > 1;
        let who = match moved.split_last() {
            Some((last, before)) if several => format!("{} and {last}", before.join(", ")),
            _ => moved.concat(),
        };
        match (step.distance, several) {
            (0, true) => format!("{who} leave {way}"),
            (0, false) => format!("{who} leaves {way}"),
            (steps, true) => format!("{who} go {steps} {way}"),
            (steps, false) => format!("{who} goes {steps} {way}"),
        }
    }
}

/// The same for programs.
pub(in crate::packing) fn fields(
    packing: &Packing,
    ask: &Ask,
    solution: &[u32],
) -> Map<String, Json> {
    let Some(plan) = Plan::read(solution) else { return Map::new() };
    let verdict = match plan.verdict {
        Verdict::Apart => "apart",
        Verdict::Locked => "locked",
        Verdict::Undecided => "undecided",
    };
    let names = names(packing, &plan);
    let stored = stored_levels(packing, ask, &plan);
    let stored = stored.map(|levels| ("stored".to_owned(), json!(plan::text(&levels))));
    let fields = [
        ("assembly".to_owned(), json!(plan.number)),
        ("verdict".into(), json!(verdict)),
        ("level".into(), json!(plan::text(&plan.levels()))),
        ("moves".into(), json!(plan.moves())),
        ("embeddings".into(), json!(plan.assembly)),
        ("pieces".into(), json!(names)),
        (
            "plan".into(),
            plan.first.as_ref().map_or(Json::Null, |first| tree(packing, &names, first)),
        ),
        ("numbers".into(), json!(solution)),
        ("picture".into(), words(packing, ask, solution).into()),
    ];
    fields.into_iter().chain(stored).collect()
}

fn tree(packing: &Packing, names: &[String], separation: &Separation) -> Json {
    let slides = slides(packing);
    let step = |step: &Step| {
        let (axis, backwards) = axis(step.direction);
        let by = slides.get(axis).map_or([0; 3], |slide| slide.by);
        let moved = names.iter().enumerate().filter(|(at, _)| step.pieces >> at & 1 == 1);
        json!({
            "pieces": moved.map(|(_, name)| name).collect::<Vec<_>>(),
            "direction": slides.get(axis).map(|slide| slide.names[usize::from(backwards)]),
            "by": if backwards { by.map(|x| -x) } else { by },
            "steps": if step.distance == 0 { Json::Null } else { step.distance.into() },
        })
    };
    let rest = |rest: &Rest| match rest {
        Rest::Single => json!("single"),
        Rest::Group => json!("group"),
        Rest::Locked => json!("locked"),
        Rest::Undecided => json!("undecided"),
        Rest::Unasked => json!("not asked"),
        Rest::Apart(inner) => tree(packing, names, inner),
    };
    json!({
        "moves": separation.steps.iter().map(step).collect::<Vec<_>>(),
        "stays": rest(&separation.stays),
        "left": rest(&separation.left),
    })
}

/// The totals.
pub(in crate::packing) fn tell(packing: &Packing, ask: &Ask, answer: &Answer) -> Option<Told> {
    let Finding::Apart(found) = &answer.finding else { return None };
    let ApartFinding { assemblies, solutions, undecided, levels, moves, .. } = &**found;
    let least = if answer.is_complete() { "" } else { "at least " };
    let all = if *assemblies == 1 { "assembly" } else { "assemblies" };
    let apart = match (ask.choices.has("level"), solutions) {
        (true, 1) => "lets something leave",
        (true, _) => "let something leave",
        (false, 1) => "comes apart",
        (false, _) => "come apart",
    };
    let mut text = format!("{least}{assemblies} {all}, ");
    text.push_str(&format!("{solutions} {apart}"));
    if *undecided > 0 {
        text.push_str(&format!(", {undecided} undecided"));
    }
    text.push('\n');
    for (level, count) in levels {
        text.push_str(&format!("{:>8}  {count}\n", plan::text(level)));
    }
    if let Some(closely) = &found.closely {
        text.push_str(&self::closely(packing, closely));
    }
    let mut fields = Map::from_iter([
        ("assemblies".to_owned(), json!(assemblies)),
        ("solutions".into(), json!(solutions)),
        ("best".into(), json!(found.best().map(|levels| plan::text(levels)))),
    ]);
    if *undecided > 0 {
        fields.insert("undecided".into(), json!(undecided));
    }
    let each = levels.iter().map(|(level, count)| (plan::text(level), json!(count)));
    fields.insert("levels".into(), Json::Object(each.collect()));
    if let Some((least, most)) = moves {
        fields.insert("moves".into(), json!({ "least": least, "most": most }));
    }
    let closing = Some(match answer.stopped.filter(|&reason| reason != StopReason::Satisfied) {
        Some(reason) => {
            format!("stopped: {reason}, after {assemblies} {all} and {} positions", answer.nodes)
        }
        None => String::new(),
    });
    Some(Told { text, fields, closing, ..Told::default() })
}

/// One assembly looked at closely: what keeps what, and its positions.
fn closely(packing: &Packing, closely: &Closely) -> String {
    let names = names(packing, &closely.plan);
    let slides = slides(packing);
    let list = |set: u64| {
        let members = names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        members.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("\nassembly {} as it stands:\n", closely.plan.number);
    let all = u64::MAX >> (64 - names.len().clamp(1, 64));
    for (at, name) in names.iter().enumerate() {
        for obstacle in closely.obstacles.iter().filter(|o| usize::from(o.piece) == at) {
            let (axis, backwards) = axis(obstacle.direction);
            let way = slides.get(axis).map_or("?", |slide| slide.names[usize::from(backwards)]);
            let others = obstacle.along & !(1 << at);
            let with = match others {
                0 => String::new(),
                others => format!(" with {}", list(others)),
            };
            let told = match obstacle.steps {
                None => format!("leaves{with}"),
                Some(0) => format!("kept by {}", list(obstacle.touches & all)),
                Some(steps) => format!("goes {steps}{with}"),
            };
            text.push_str(&format!("{name:>8} {way:<8} {told}\n"));
        }
    }
    match &closely.positions {
        None => text.push_str("its positions are too many to be told\n"),
        Some(positions) => {
            let deepest = positions.depth.iter().max().copied().unwrap_or(0);
            let mut by_depth = vec![0_u64; deepest as usize + 1];
            positions.depth.iter().for_each(|&depth| by_depth[depth as usize] += 1);
            let by_depth: Vec<String> = by_depth.iter().map(u64::to_string).collect();
            let mut degree = vec![0_u32; positions.depth.len()];
            positions.moves.iter().for_each(|&(a, b)| {
                degree[a as usize] += 1;
                degree[b as usize] += 1;
            });
            let ends = (0..).zip(&degree).filter(|(state, degree): &(u32, _)| {
                **degree == 1 && *state != 0 && !positions.exits.contains(state)
            });
            let ends = ends.count();
            text.push_str(&format!(
                "{} positions, by moves from the assembly: {}; {} moves between them, {ends} dead \
                 ends, {} from which something leaves\n",
                positions.depth.len(),
                by_depth.join(" "),
                positions.moves.len(),
                positions.exits.len(),
            ));
            if let Some((_, away)) = closely.worst {
                text.push_str(&format!("the worst position is {away} moves from any of these\n"));
            }
        }
    }
    if closely.plan.verdict == Verdict::Locked {
        text.push_str("moves that turn a piece are not tried\n");
    }
    text
}
