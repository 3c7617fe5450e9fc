"""The size of the front page; its loading time is only reported, since it depends on the machine."""

from collections.abc import Callable
from typing import Any, Final

from tests.web.conftest import Arrive

MOST: Final = 150_000  # bytes of script, compressed
MEASURE: Final = """async () => {
  const largest = await new Promise(tell => new PerformanceObserver(list => tell(list.getEntries().at(-1)))
    .observe({ type: "largest-contentful-paint", buffered: true }));
  const [page] = performance.getEntriesByType("navigation");
  const scripts = performance.getEntriesByType("resource").filter(each => each.name.endsWith(".js"));
  return {
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime, largest: largest.startTime,
    loaded: page.loadEventEnd,
    script: scripts.reduce((sum, each) => sum + each.encodedBodySize, 0),
    unpacked: scripts.reduce((sum, each) => sum + each.decodedBodySize, 0),
  };
}"""


def test_the_front_page_is_light(arrive: Arrive, record_property: Callable[[str, Any], None]) -> None:
    visitor = arrive().at_home()
    found = visitor.page.evaluate(MEASURE)
    times = "first paint {first:.0f} ms, largest {largest:.0f} ms, loaded {loaded:.0f} ms".format(**found)
    record_property("front page", f"{times}; script {found['script']} bytes, unpacked {found['unpacked']}")
    assert 0 < found["script"] <= MOST
