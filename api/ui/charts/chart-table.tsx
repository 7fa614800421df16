import type { VNode } from 'preact';
import { useLocale, useTexts } from '../rendering.tsx';
import type { OverTime } from './series.ts';
import { pointText } from './time-axis.ts';

/** The numbers of a chart as a table, newest first. */
export function ChartTable({ of, format }: { of: OverTime; format(value: number): string }): VNode {
  const texts = useTexts().charts;
  const locale = useLocale();
  const { title, times, series, step } = of;
  return (
    <details>
      <summary>{texts.asTable}</summary>
      <section class="table" aria-label={title} tabindex={0}>
        <table class="days">
          <thead>
            <tr>
              <th scope="col">{texts.steps[step]}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times
              .map((at, index) => (
                <tr key={at}>
                  <td>
                    <time dateTime={new Date(at).toISOString()}>{pointText(at, step, locale)}</time>
                  </td>
                  {series.map(({ name, values }) => (
                    <td key={name} class="number">
                      {values[index] == null ? '–' : format(values[index])}
                    </td>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </section>
    </details>
  );
}
