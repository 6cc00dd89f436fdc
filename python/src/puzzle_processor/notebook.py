"""What notebooks show: pictures side by side, and strips that can be played.

A strip is one picture a step with a slider below, in plain HTML with a few lines of script inside, so
it needs no server and survives in a saved notebook. Without scripts its first step is seen.
"""

from __future__ import annotations

import html
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .solutions import Solution

SCALE = 24.0
"""Pixels a cell in a notebook."""

MOST = 24
"""How many pictures a grid shows."""

_ids = itertools.count(1)

_STRIP = """<div id="{id}">
<div>{steps}</div>
<input type="range" min="0" max="{last}" value="0" style="width:16em">
<button>play</button> <span></span>
<script>(function () {{
  var strip = document.getElementById("{id}"), steps = strip.firstElementChild.children;
  var slider = strip.querySelector("input"), button = strip.querySelector("button");
  var number = strip.querySelector("span"), clock = null;
  function show(step) {{
    for (var i = 0; i < steps.length; i++) steps[i].style.display = i === step ? "" : "none";
    slider.value = step;
    number.textContent = step + " / {last}";
  }}
  function pause() {{ clearInterval(clock); clock = null; button.textContent = "play"; }}
  slider.oninput = function () {{ pause(); show(+slider.value); }};
  button.onclick = function () {{
    if (clock !== null) return pause();
    if (+slider.value === {last}) show(0);
    button.textContent = "pause";
    clock = setInterval(function () {{
      if (+slider.value === {last}) pause(); else show(+slider.value + 1);
    }}, 600);
  }};
  show(0);
}})();</script>
</div>"""


def strip(steps: Sequence[tuple[str, str]]) -> str:
    """Captions and pictures as a strip that can be played."""
    shown = []
    for number, (caption, picture) in enumerate(steps):
        hidden = ' style="display:none"' if number else ""
        shown.append(f"<div{hidden}><div>{html.escape(caption)}&nbsp;</div>{_svg(picture)}</div>")
    # Notebooks show many strips on one page.
    name = f"puzzle-strip-{next(_ids)}-{abs(hash(tuple(steps))):x}"
    return _STRIP.format(id=name, steps="".join(shown), last=len(steps) - 1)


def grid(solutions: Sequence[Solution]) -> str:
    """Pictures side by side."""
    if not solutions:
        return text("no solutions")
    boxes = []
    for solution in solutions[:MOST]:
        picture = _svg(solution.svg(SCALE))
        boxes.append(
            f'<figure style="margin:0.5em"><figcaption>{solution.number}</figcaption>'
            f"{picture}</figure>"
        )
    more = len(solutions) - MOST
    if more > 0:
        boxes.append(f"<p>… and {more} more</p>")
    return f'<div style="display:flex;flex-wrap:wrap">{"".join(boxes)}</div>'


def text(words: str) -> str:
    """Words as they stand."""
    return f'<pre style="line-height:1.2">{html.escape(words)}</pre>'


def _svg(picture: str) -> str:
    """A picture to stand inside a page."""
    return picture[picture.index("<svg") :]
