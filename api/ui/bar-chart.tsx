import type { VNode } from 'preact';
import { countText, timeText } from './number-text.ts';
import { useLocale, useTexts } from './rendering.tsx';

interface Day {
  date: string;
  searches: number;
}

const WIDTH = 720;
const HEIGHT = 150;

/** A bar chart of searches per day, drawn on the server, with the same numbers as a table below it. */
export function BarChart({ id, title, days }: { id: string; title: string; days: readonly Day[] }): VNode {
  const texts = useTexts().charts;
  const language = useLocale();
  const dayOf = (date: string) => timeText(date, 'day', language);
  const most = Math.max(1, ...days.map(({ searches }) => searches));
  const step = WIDTH / Math.max(1, days.length);
  const total = days.reduce((sum, { searches }) => sum + searches, 0);
  const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => day && dayOf(day.date));
  return (
    <figure class="chart">
      <p class="most faint">{countText(most, language)}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{texts.summary(total, first, last, most)}</desc>
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
              <title>{texts.bar(dayOf(date), searches)}</title>
            </rect>
          );
        })}
      </svg>
      <p class="ends faint">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <details>
        <summary>{texts.asTable}</summary>
        <table class="days">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col" class="number">
                {texts.searches}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ date, searches }) => (
              <tr key={date}>
                <td>
                  <time dateTime={date}>{dayOf(date)}</time>
                </td>
                <td class="number">{countText(searches, language)}</td>
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
