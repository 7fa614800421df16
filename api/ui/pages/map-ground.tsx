import type { VNode } from 'preact';
import { graticuleOf, placeIn, scaleOf, type View } from '../../../lib/maps/mercator.ts';
import { citiesIn, outlineOf } from '../../../lib/maps/outline.ts';
import type { Point } from '../../../lib/maps/point.ts';
import { lengthText } from '../length-text.ts';
import { useLanguage, useTexts } from '../rendering.tsx';

/** A single place on an outline is shown with the land around it: closer, there is nothing to see. */
export const OUTLINE_ZOOM = 6;
/** How wide a map is on a phone: what is apart there is apart everywhere. */
export const PHONE_PX = 360;
/** The size of a letter of a city's name, and of its line. */
const [LETTER_PX, LINE_PX] = [6, 15];
/** The size of a pin, from its middle, and of the name of a meridian or parallel with what is around it. */
export const PIN_PX = 13;
const NAME_PX = { width: 60, height: 18 };
const MOST_CITIES = 12;
const MOST_DECIMALS = 4;

/** Land, borders and large cities. Where a view is too close for them, meridians and parallels say where it is. */
export function Ground({ view, pins }: { view: View; pins: readonly Point[] }): VNode {
  const size = `0 0 ${view.width} ${view.height}`;
  const { land, borders } = outlineOf(view);
  return (
    <>
      <svg class="outline" width="100%" height="100%" viewBox={size} preserveAspectRatio="none" aria-hidden="true">
        <path class="land" d={land} />
        <path class="borders" d={borders} />
      </svg>
      {isClose(view) && <Graticule view={view} pins={pins} />}
      <svg class="cities" width="100%" height="100%" aria-hidden="true">
        {namedCities(view, pins).map(({ name, x, y }) => (
          <g key={name}>
            <circle cx={share(x)} cy={share(y)} r={2} />
            <text x={share(x)} y={share(y)} dx={5} dy="0.35em">
              {name}
            </text>
          </g>
        ))}
      </svg>
    </>
  );
}

/** Whether a view has nothing but meridians and parallels. */
export function isOnlyGrid(view: View, pins: readonly Point[]): boolean {
  return isClose(view) && namedCities(view, pins).length === 0;
}

const isClose = ({ zoom }: View) => zoom > OUTLINE_ZOOM + 2;

function namedCities(view: View, pins: readonly Point[]) {
  const room = { letter: LETTER_PX / PHONE_PX, line: LINE_PX / ((PHONE_PX * view.height) / view.width) };
  return citiesIn(view, room, pins, MOST_CITIES);
}

function Graticule({ view, pins }: { view: View; pins: readonly Point[] }): VNode {
  const language = useLanguage();
  const texts = useTexts().maps;
  const { meridians, parallels } = graticuleOf(view);
  // All lines of a map with as many decimals as the one that needs most.
  const all = [...meridians, ...parallels].map((line) => Number(line.degrees.toFixed(MOST_DECIMALS)));
  const decimals = Math.max(0, ...all.map((each) => String(each).split('.')[1]?.length ?? 0));
  const degrees = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const named = (value: number, positive: string, negative: string) =>
    `${degrees.format(Math.abs(value))}°${value === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
  const [width, height] = [PHONE_PX, (PHONE_PX * view.height) / view.width];
  // A name that a pin would cover, or that would be cut off, is left out.
  const isFree = (left: number, top: number) =>
    left + NAME_PX.width < width &&
    pins
      .map((pin) => placeIn(view, pin))
      .every(
        ({ x, y }) =>
          Math.abs(x * width - left - NAME_PX.width / 2) > NAME_PX.width / 2 + PIN_PX ||
          Math.abs(y * height - top - NAME_PX.height / 2) > NAME_PX.height / 2 + PIN_PX,
      );
  return (
    <svg width="100%" height="100%" stroke="var(--line)" fill="var(--faint)" font-size={11} aria-hidden="true">
      {meridians.map(({ degrees: lon, share: x }) => (
        <g key={lon}>
          <line x1={share(x)} x2={share(x)} y1="0" y2="100%" />
          {isFree(x * width, 0) && (
            <text x={share(x)} y={14} dx={4} stroke="none">
              {named(lon, texts.east, texts.west)}
            </text>
          )}
        </g>
      ))}
      {parallels.map(({ degrees: lat, share: y }) => (
        <g key={lat}>
          <line x1="0" x2="100%" y1={share(y)} y2={share(y)} />
          {isFree(0, y * height - NAME_PX.height) && (
            <text x={4} y={share(y)} dy={-4} stroke="none">
              {named(lat, texts.north, texts.south)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** A round length, in the lower right corner. */
export function Scale({ view }: { view: View }): VNode {
  const { metres, share: length } = scaleOf(view);
  const right = 1 - 12 / view.width;
  return (
    <svg class="scale" width="100%" height="100%" aria-hidden="true" stroke="var(--text)" fill="var(--text)">
      <line x1={share(right - length)} x2={share(right)} y1="97%" y2="97%" stroke-width={6} stroke="var(--ground)" />
      <line x1={share(right - length)} x2={share(right)} y1="97%" y2="97%" stroke-width={2} />
      <text
        x={share(right)}
        y="97%"
        dy={-6}
        text-anchor="end"
        font-size={12}
        stroke="var(--ground)"
        stroke-width={3}
        paint-order="stroke"
      >
        {lengthText(metres / 1_000, useLanguage())}
      </text>
    </svg>
  );
}

/** A share of a width or a height, as SVG writes it. */
export function share(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}
