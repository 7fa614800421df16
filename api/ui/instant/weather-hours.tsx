import type { VNode } from 'preact';
import { getPosition } from 'suncalc';
import { z } from 'zod';
import { translate } from '../../../lib/answers/phrases.ts';
import { useLocale } from '../rendering.tsx';
import { Degrees } from './degrees.tsx';
import { shortText } from './view.tsx';
import { WeatherIcon } from './weather-icon.tsx';

const HOURS_BETWEEN = 3;
const MINUTE_CHARS = '2026-12-24T18:00'.length;

export const hourShape = z.object({ time: shortText, temp_c: z.number(), condition: shortText });

interface HoursProps {
  hours: readonly z.infer<typeof hourShape>[];
  place: { lat: number; lon: number };
  /** Of the clocks there from UTC: `+01:00`. If it is not known, no hour is one of the night. */
  offset: string;
}

/** Every third hour of the next day, with the moon where the sun has set. */
export function Hours({ hours, place: { lat, lon }, offset }: HoursProps): VNode {
  const language = useLocale();
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' });
  const isNight = (minute: string) =>
    offset !== '' && getPosition(new Date(`${minute}${offset}`), lat, lon).altitude < 0;
  return (
    <ol class="weather-days weather-hours">
      {hours
        .filter((_, at) => at % HOURS_BETWEEN === 0)
        .map(({ time, temp_c, condition }) => {
          const minute = time.slice(0, MINUTE_CHARS);
          return (
            <li key={time}>
              <span class="weekday">{clock.format(new Date(`${minute}Z`))}</span>
              <WeatherIcon condition={condition} isNight={isNight(minute)} />
              <span class="unseen">{translate(condition, language)}</span>
              <Degrees celsius={temp_c} />
            </li>
          );
        })}
    </ol>
  );
}
