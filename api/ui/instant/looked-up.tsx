import { z } from 'zod';
import { localDate } from '../../../lib/answers/local-times.ts';
import { translate } from '../../../lib/answers/phrases.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Details, Headline, Note } from './parts.tsx';
import { isoDate, optionalNumber, shortText, text, type View, viewOf } from './view.tsx';

/** An answer that its line says best, in the language of the page: what was asked, then the rest. */
export const told = (): View =>
  viewOf(z.looseObject({}), ({ answer }) => {
    const [, asked = '', line = answer.answer] = /^(.+?): (.+)$/s.exec(answer.answer) ?? [];
    return <Headline asked={asked}>{line}</Headline>;
  });

const amount = (value: number | null, language: string) =>
  value === null ? '' : `${value.toLocaleString(language, { maximumFractionDigits: 1 })} µg/m³`;
const airNow = z.object({
  ...{ place: shortText, region: shortText.catch(''), country: shortText.catch(''), source: shortText.catch('') },
  ...{ level: shortText, number: z.number(), index: z.enum(['us_aqi', 'european_aqi']) },
  ...{ pm2_5: optionalNumber, pm10: optionalNumber, nitrogen_dioxide: optionalNumber, ozone: optionalNumber },
});

/** The quality of the air: its index with the level in words, and what is in it. */
export const air = viewOf(airNow, ({ data }) => {
  const { instant } = useTexts();
  const language = useLocale();
  const where = [...new Set([data.place, data.region, data.country].filter(Boolean))].join(', ');
  return (
    <>
      <Headline asked={`${where} · ${instant.airIndex[data.index]}`}>
        {`${data.number.toLocaleString(language)} · ${translate(data.level, language)}`}
      </Headline>
      <Details
        rows={[
          ['PM2.5', amount(data.pm2_5, language)],
          ['PM10', amount(data.pm10, language)],
          ['NO₂', amount(data.nitrogen_dioxide, language)],
          ['O₃', amount(data.ozone, language)],
        ]}
      />
      <Note facts={[data.source && instant.dataFrom(data.source)]} />
    </>
  );
});

const translated = z.object({
  ...{ text, value: text, to: z.string().regex(/^[a-z]{2,3}$/), source: shortText.catch('') },
});

/** A translation, in its language, with the text above it. */
export const translation = viewOf(translated, ({ data }) => {
  const { instant } = useTexts();
  const language = new Intl.DisplayNames(useLocale(), { type: 'language' }).of(data.to);
  return (
    <>
      <Headline asked={data.text}>
        <span lang={data.to}>{data.value}</span>
      </Headline>
      <Note facts={[language, data.source && instant.dataFrom(data.source)]} />
    </>
  );
});

const day = z.object({ date: isoDate, label: shortText, regions: z.array(shortText).max(100) });
const holidays = z.object({ kind: z.literal('holidays'), holidays: z.array(day).max(200), date: shortText });

/** The public holidays of a year as a list. Those of some regions name them. */
const holidaysOfYear = viewOf(holidays, ({ answer, data }) => {
  const language = useLocale();
  const [title = ''] = answer.answer.split(':');
  const dateOf = (iso: string) => {
    const [year = 0, month = 1, dayOfMonth = 1] = iso.split('-').map(Number);
    return localDate({ year, month, day: dayOfMonth }, language);
  };
  return (
    <>
      <p class="asked">{title}</p>
      <ul class="holiday-list">
        {data.holidays.map(({ date, label, regions }) => (
          <li key={`${date} ${label}`}>
            <span class="faint">{dateOf(date)}</span>
            <span>
              {label}
              {regions.length > 0 && <span class="faint">{` · ${regions.join(', ')}`}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
});

/** Public holidays: those of a year, or what is asked about one. */
export const holiday: View = (answer) => holidaysOfYear(answer) ?? told()(answer);
