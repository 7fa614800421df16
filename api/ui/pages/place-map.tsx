import { h, type VNode } from 'preact';
import {
  type Fitting,
  graticuleOf,
  neighbours,
  placeIn,
  scaleOf,
  TILE,
  tilesOf,
  type View,
  viewOf,
} from '../../../lib/maps/mercator.ts';
import { boxOfPlace, type Place } from '../../../lib/maps/place.ts';
import type { Point } from '../../../lib/maps/point.ts';
import { lengthText } from '../length-text.ts';
import { MAX_TILE_ZOOM, tileAddress, useTileSource } from '../map-tiles.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import { staticUrl } from '../static-files.ts';

const MAX_ZOOM = 16;
const CARD = { width: 384, height: 216, margin: 24 };
const MAP = { width: 768, height: 576, margin: 56 };
const PIN_PX = 13;

interface MapProps {
  places: readonly Place[];
  /** A point that the visitor named, or where they are. */
  here?: Point | null;
  /** If false, the map has no tiles. */
  pictures: boolean;
}

/** One map with all places, numbered as in the list beside it. Scripts make it one that can be moved, if it has tiles. */
export function PlacesMap({ places, here = null, pictures }: MapProps): VNode {
  const texts = useTexts().maps;
  const source = useTileSource();
  const hasTiles = pictures && source !== null;
  const { view, pins, at } = drawn({ places, here, whole: hasTiles, frame: MAP });
  const scripted = {
    'data-leaflet': hasTiles ? staticUrl('leaflet.js') : undefined,
    'data-tiles': hasTiles ? tileAddress({ z: '{z}', x: '{x}', y: '{y}' }) : undefined,
    'data-max-zoom': MAX_TILE_ZOOM,
    'data-view': JSON.stringify(view),
    'data-here': at ? `${at.lat},${at.lon}` : undefined,
  };
  return (
    <figure class="places-map" id="map">
      {hasTiles && <link rel="stylesheet" href={staticUrl('leaflet.css')} />}
      {h(
        'place-map',
        scripted,
        <Sketch view={view} hasTiles={hasTiles} label={texts.mapOf(places.length)}>
          {at && <Here {...placeIn(view, at)} />}
          {/* The first is drawn last, so that no other covers it. */}
          {pins.map((pin, index) => <NumberedPin key={index} {...pin} {...placeIn(view, pin)} />).reverse()}
        </Sketch>,
      )}
      <figcaption class="faint">
        {hasTiles && <span>{source}</span>}
        <span class="point" role="status" />
      </figcaption>
    </figure>
  );
}

/** A small map of one place, for a card. */
export function PlaceMap({ place, pictures }: { place: Place; pictures: boolean }): VNode {
  const texts = useTexts().maps;
  const source = useTileSource();
  const hasTiles = pictures && source !== null;
  const { view, pins } = drawn({ places: [place], here: null, whole: hasTiles, frame: CARD });
  const at = placeIn(view, pins[0] ?? place);
  return (
    <figure class="place-map">
      <Sketch view={view} hasTiles={hasTiles} label={texts.mapOfPlace(place.name)} card>
        <circle cx={share(at.x)} cy={share(at.y)} r={8} fill="var(--accent)" stroke="var(--ground)" stroke-width={3} />
      </Sketch>
      {hasTiles && <figcaption class="faint from">{source}</figcaption>}
    </figure>
  );
}

interface Pin extends Point {
  number: number;
  name: string;
}

/** What a map shows, and where it begins. A single place is shown with all of its extent. */
function drawn({ places, here, whole, frame }: Omit<MapProps, 'pictures'> & { whole: boolean; frame: Frame }) {
  const pins = places.map(({ lat, lon, name }, index): Pin => ({ lat, lon, name, number: index + 1 }));
  const [only] = places.length === 1 && !here ? places : [];
  const corners = only ? boxOfPlace(only) : [];
  const marks = here ? [...pins, { ...here, number: 0, name: '' }] : pins;
  const [near, box] = [neighbours(marks), only ? corners : []];
  const view = viewOf(box.length > 0 ? box : near, { ...frame, maxZoom: MAX_ZOOM, whole });
  return { view, pins: near.filter(({ number }) => number > 0), at: near.find(({ number }) => number === 0) };
}

type Frame = Pick<Fitting, 'width' | 'height' | 'margin'>;

interface SketchProps {
  view: View;
  hasTiles: boolean;
  label: string;
  /** Whether it is as large as drawn. Otherwise it fills its box, and what is on it keeps its size. */
  card?: boolean;
  children: VNode | null | (VNode | null | VNode[] | undefined)[];
}

/** A part of the map: tiles, or meridians and parallels, and a scale. North is up. */
function Sketch({ view, hasTiles, label, card = false, children }: SketchProps): VNode {
  const size = `0 0 ${view.width} ${view.height}`;
  return (
    <svg
      class="sketch"
      role={card ? 'img' : 'group'}
      aria-label={label}
      width="100%"
      height={card ? undefined : '100%'}
      viewBox={card ? size : undefined}
    >
      <rect width="100%" height="100%" fill="var(--raised)" />
      {hasTiles ? (
        <svg class="tiles" width="100%" height="100%" viewBox={size} preserveAspectRatio="none" aria-hidden="true">
          {tilesOf(view).map((tile) => (
            <image
              key={`${tile.left} ${tile.top}`}
              href={tileAddress(tile)}
              x={tile.left}
              y={tile.top}
              width={TILE}
              height={TILE}
            />
          ))}
        </svg>
      ) : (
        <Graticule view={view} />
      )}
      <Scale view={view} />
      {children}
    </svg>
  );
}

function Graticule({ view }: { view: View }): VNode {
  const language = useLanguage();
  const texts = useTexts().maps;
  const { meridians, parallels } = graticuleOf(view);
  const degrees = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const named = (value: number, positive: string, negative: string) =>
    `${degrees.format(Math.abs(value))}°${value === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
  return (
    <svg width="100%" height="100%" stroke="var(--line)" fill="var(--faint)" font-size={11} aria-hidden="true">
      {meridians.map(({ degrees: lon, share: x }) => (
        <g key={lon}>
          <line x1={share(x)} x2={share(x)} y1="0" y2="100%" />
          <text x={share(x)} y={14} dx={4} stroke="none">
            {named(lon, texts.east, texts.west)}
          </text>
        </g>
      ))}
      {parallels.map(({ degrees: lat, share: y }) => (
        <g key={lat}>
          <line x1="0" x2="100%" y1={share(y)} y2={share(y)} />
          <text x={4} y={share(y)} dy={-4} stroke="none">
            {named(lat, texts.north, texts.south)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Scale({ view }: { view: View }): VNode {
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

/** A pin with the number of its place in the list, to which it leads. */
function NumberedPin({ number, name, x, y }: Pin & { x: number; y: number }): VNode {
  return (
    <a class="pin" href={`#place-${number}`} data-pin={number} aria-label={`${number}: ${name}`}>
      <circle cx={share(x)} cy={share(y)} r={PIN_PX} fill="var(--accent)" stroke="var(--ground)" stroke-width={2} />
      <text
        x={share(x)}
        y={share(y)}
        dy="0.36em"
        text-anchor="middle"
        font-size={13}
        font-weight={600}
        fill="var(--on-accent)"
      >
        {number}
      </text>
    </a>
  );
}

function Here({ x, y }: { x: number; y: number }): VNode {
  return (
    <svg class="here" width="100%" height="100%" aria-hidden="true">
      <circle cx={share(x)} cy={share(y)} r={18} fill="var(--focus)" fill-opacity={0.2} />
      <circle cx={share(x)} cy={share(y)} r={6} fill="var(--focus)" stroke="var(--ground)" stroke-width={2} />
    </svg>
  );
}

function share(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}
