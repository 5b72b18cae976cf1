"""The figures of this process, as Prometheus reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import Metric

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
# ("answer", "GET 200") and ("seconds", a bucket or "sum"); the sum is in microseconds.
Counts = Counter[tuple[str, str]]


def text(counts: Counts, streams: int) -> bytes:
    # Imported here: it is slow to import, and most servers are never asked.
    from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest

    registry = CollectorRegistry()
    registry.register(_Figures(counts, streams))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    return generate_latest(registry)


class _Figures:
    def __init__(self, counts: Counts, streams: int) -> None:
        self.counts, self.streams = counts.copy(), streams

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        answers = CounterMetricFamily("shirma_answers", "Answers by method and status.", labels=("method", "status"))
        for (kind, name), count in self.counts.items():
            if kind == "answer":
                answers.add_metric(name.split(" "), count)
        yield answers
        yield GaugeMetricFamily("shirma_streams", "Streams that are open.", value=self.streams)
        seconds = HistogramMetricFamily("shirma_answer_seconds", "How long answers took, streams left out.")
        seconds.add_metric([], self._buckets(), self.counts["seconds", "sum"] / 1_000_000)
        yield seconds

    def _buckets(self) -> list[tuple[str, float]]:
        total, buckets = 0, []
        for most in (*map(str, BUCKETS), "+Inf"):
            total += self.counts["seconds", most]
            buckets.append((most, float(total)))
        return buckets
