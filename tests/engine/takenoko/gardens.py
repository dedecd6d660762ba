"""Gardens in which many objective cards are fulfilled."""

from tests.engine.takenoko.story import Story


def rhombus(story: Story, ring: tuple[str, str], beside: tuple[str, str]) -> Story:
    """Wet plots on `0,1` and `1,0` (at the pond), and beside them on `1,1` and `2,0`."""
    story.turns(f"lay {ring[0]} 0,1", "channel", f"lay {ring[1]} 1,0", "channel")
    story.turns(f"lay {beside[0]} 1,1", f"lay {beside[1]} 2,0")
    return story.turns("canal 0,1 1,0", "canal 1,0 1,1", "canal 1,0 2,0")


FULFILLED = (
    "plot:green-triangle",
    "plot:green-curve",
    "plot:green-diamond",
    "gardener:green-4-bare",
    "gardener:green-4-fertilizer",
    "gardener:green-4-watershed",
    "gardener:green-4-enclosure",
    "gardener:yellow-4-bare",
    "gardener:yellow-4-fertilizer",
    "gardener:yellow-4-watershed",
    "gardener:pink-4-bare",
    "gardener:pink-4-fertilizer",
    "gardener:pink-4-enclosure",
)


def plenty(story: Story) -> Story:
    """Ten plots of four sections; fulfils the cards of `FULFILLED`."""
    story.settle()
    rhombus(story, ("green+fertilizer", "green"), ("green+watershed", "green+enclosure"))
    story.turns("lay pink -1,1", "lay yellow -1,0", "lay yellow+fertilizer 1,-1", "idle")
    story.turns("lay pink+fertilizer -2,1", "lay yellow+watershed -1,-1")
    story.turns("canal -1,0 -1,1", "canal -2,1 -1,0")
    for cell, plot in story.position["plots"].items():
        rains = 2 if plot["improvement"] == "fertilizer" else 4 - plot["bamboo"]
        story.rain(cell, rains)
    return story
