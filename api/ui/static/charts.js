// Arrow keys move from point to point of a chart, which is then a single stop of the Tab key.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

for (const chart of document.querySelectorAll('.chart .points')) {
  const points = [...chart.querySelectorAll('.point')];
  const stopAt = (stop) => {
    for (const point of points) point.setAttribute('tabindex', point === stop ? '0' : '-1');
  };
  stopAt(points.at(-1));
  chart.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return document.activeElement.blur();
    const from = points.indexOf(event.target);
    if (from < 0 || !(event.key in STEPS)) return;
    event.preventDefault();
    const next = points[Math.min(points.length - 1, Math.max(0, from + STEPS[event.key]))];
    stopAt(next);
    next.focus();
  });
}
