import type { VNode } from 'preact';
import { countText, searchesText } from './number-text.ts';

interface Day {
  date: string;
  searches: number;
}

const WIDTH = 720;
const HEIGHT = 150;

/** A bar chart of searches per day, drawn on the server, with the same numbers as a table below it. */
export function BarChart({ id, title, days }: { id: string; title: string; days: readonly Day[] }): VNode {
  const most = Math.max(1, ...days.map(({ searches }) => searches));
  const step = WIDTH / Math.max(1, days.length);
  const total = days.reduce((sum, { searches }) => sum + searches, 0);
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return (
    <figure class="chart">
      <p class="most faint">{countText(most)}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>
          {`${searchesText(total)} from ${first} to ${last}, at most ${countText(most)} per day.`}
        </desc>
        {days.map(({ date, searches }, index) => {
          const height = (searches / most) * HEIGHT;
          return (
            <rect
              key={date}
              class="bar"
              x={round(index * step + step * 0.15)}
              y={round(HEIGHT - height)}
              width={round(step * 0.7)}
              height={round(height)}
            >
              <title>{`${date}: ${searchesText(searches)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="ends faint">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <details>
        <summary>Show as table</summary>
        <table class="days">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="number">
                Searches
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ date, searches }) => (
              <tr key={date}>
                <td>{date}</td>
                <td class="number">{countText(searches)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
