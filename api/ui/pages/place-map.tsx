import { h, type VNode } from 'preact';
import { type Fitting, neighbours, placeIn, TILE, tilesOf, type View, viewOf } from '../../../lib/maps/mercator.ts';
import { boxOfPlace, type Place } from '../../../lib/maps/place.ts';
import type { Point } from '../../../lib/maps/point.ts';
import { MAX_TILE_ZOOM, tileAddress, useTileSource } from '../map-tiles.ts';
import { useTexts } from '../rendering.tsx';
import { staticUrl } from '../static-files.ts';
import { Ground, isOnlyGrid, OUTLINE_ZOOM, PHONE_PX, PIN_PX, Scale, share } from './map-ground.tsx';
import { OutsideLink } from './search-parts.tsx';

const MAX_ZOOM = 16;
const CARD = { width: 384, height: 216, margin: 24 };
const MAP = { width: 768, height: 576, margin: 56 };

interface MapProps {
  places: readonly Place[];
  /** A point that the visitor named, or where they are. */
  here?: Point | null;
  /** If false, the map has no tiles. */
  pictures: boolean;
  /** Whether it is shown to somebody who can choose a tile server. */
  isAdmin?: boolean;
}

/** One map with all places, numbered as in the list beside it. Scripts make it one that can be moved, if it has tiles. */
export function PlacesMap({ places, here = null, pictures, isAdmin = false }: MapProps): VNode {
  const texts = useTexts().maps;
  const source = useTileSource();
  const hasTiles = pictures && source !== null;
  const { view, pins, at } = drawn({ places, here, hasTiles, frame: MAP });
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
        <Sketch view={view} hasTiles={hasTiles} label={texts.mapOf(places.length)} pins={pins}>
          {at && <Here {...placeIn(view, at)} />}
          {/* The first is drawn last, so that no other covers it. */}
          {groupsOf(pins, view)
            .map((group, index) => <NumberedPin key={index} {...group} />)
            .reverse()}
        </Sketch>,
      )}
      <figcaption class="faint">
        <span>{hasTiles ? tileCredit(source) : isOnlyGrid(view, pins) ? texts.grid : texts.outline}</span>
        <span class="point" role="status" />
      </figcaption>
      {isAdmin && !source && (
        <p class="tiles-note faint">
          {texts.noTiles} <code>MAP_TILES_URL</code>
        </p>
      )}
    </figure>
  );
}

/** What the places and most tiles are made of. */
export const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** Whether the source of a map names that of the places, too. */
export const namesOsm = (source: string | null) => source?.includes('OpenStreetMap') ?? false;

const tileCredit = (source: string) =>
  namesOsm(source) ? <OutsideLink href={OSM_COPYRIGHT}>{source}</OutsideLink> : source;

/** A small map of one place, for a card. It has tiles: a map of one place without them would be a dot. */
export function PlaceMap({ place }: { place: Place }): VNode {
  const texts = useTexts().maps;
  const { view, pins } = drawn({ places: [place], here: null, hasTiles: true, frame: CARD });
  const at = placeIn(view, pins[0] ?? place);
  return (
    <figure class="place-map">
      <Sketch view={view} hasTiles label={texts.mapOfPlace(place.name)} pins={pins} card>
        <circle cx={share(at.x)} cy={share(at.y)} r={8} fill="var(--accent)" stroke="var(--ground)" stroke-width={3} />
      </Sketch>
      <figcaption class="faint from">{useTileSource()}</figcaption>
    </figure>
  );
}

interface Pin extends Point {
  number: number;
  name: string;
}

/** What a map shows, and where it begins. A single place is shown with all of its extent. */
function drawn({ places, here, hasTiles, frame }: Drawing) {
  const pins = places.map(({ lat, lon, name }, index): Pin => ({ lat, lon, name, number: index + 1 }));
  const [only] = places.length === 1 && !here ? places : [];
  const corners = only ? boxOfPlace(only) : [];
  const marks = here ? [...pins, { ...here, number: 0, name: '' }] : pins;
  const [near, box] = [neighbours(marks), only ? corners : []];
  const maxZoom = !hasTiles && marks.length === 1 ? OUTLINE_ZOOM : MAX_ZOOM;
  const view = viewOf(box.length > 0 ? box : near, { ...frame, maxZoom, whole: hasTiles });
  return { view, pins: near.filter(({ number }) => number > 0), at: near.find(({ number }) => number === 0) };
}

interface Drawing extends Pick<MapProps, 'places' | 'here'> {
  hasTiles: boolean;
  frame: Pick<Fitting, 'width' | 'height' | 'margin'>;
}

/** Pins that would cover each other, where the first of them is. */
interface PinGroup {
  pins: readonly Pin[];
  x: number;
  y: number;
}

/** The pins in groups: each joins the first group that it would cover on a phone. */
function groupsOf(pins: readonly Pin[], view: View): PinGroup[] {
  const groups: { pins: Pin[]; x: number; y: number }[] = [];
  const nearPx = (2 * PIN_PX * view.width) / PHONE_PX;
  for (const pin of pins) {
    const { x, y } = placeIn(view, pin);
    const near = groups.find((one) => Math.hypot((one.x - x) * view.width, (one.y - y) * view.height) < nearPx);
    if (near) near.pins.push(pin);
    else groups.push({ pins: [pin], x, y });
  }
  return groups;
}

interface SketchProps {
  view: View;
  hasTiles: boolean;
  label: string;
  /** What the names of cities do not cover. */
  pins: readonly Point[];
  /** Whether it is as large as drawn. Otherwise it fills its box, and what is on it keeps its size. */
  card?: boolean;
  children: VNode | null | (VNode | null | VNode[] | undefined)[];
}

/** A part of the map: tiles, or an outline of the land, and a scale. North is up. */
function Sketch({ view, hasTiles, label, pins, card = false, children }: SketchProps): VNode {
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
        <Ground view={view} pins={pins} />
      )}
      <Scale view={view} />
      {children}
    </svg>
  );
}

/** A pin with the number of its place in the list, to which it leads; or the number of pins that it stands for. */
function NumberedPin({ pins, x, y }: PinGroup): VNode {
  const texts = useTexts().maps;
  const { number, name } = pins[0] as Pin;
  const isOne = pins.length === 1;
  const [fill, ink] = isOne ? ['var(--accent)', 'var(--on-accent)'] : ['var(--ground)', 'var(--accent)'];
  return (
    <a
      class={isOne ? 'pin' : 'pin several'}
      href={`#place-${number}`}
      data-pin={pins.map((pin) => pin.number).join(' ')}
      aria-label={isOne ? `${number}: ${name}` : texts.several(pins.length, pins.map((pin) => pin.name).join(', '))}
    >
      <circle
        cx={share(x)}
        cy={share(y)}
        r={isOne ? PIN_PX : PIN_PX + 2}
        fill={fill}
        stroke={isOne ? 'var(--ground)' : 'var(--accent)'}
        stroke-width={isOne ? 2 : 3}
      />
      <text x={share(x)} y={share(y)} dy="0.36em" text-anchor="middle" font-size={13} font-weight={600} fill={ink}>
        {isOne ? number : `×${pins.length}`}
      </text>
    </a>
  );
}

function Here({ x, y }: { x: number; y: number }): VNode {
  return (
    <svg class="here" width="100%" height="100%" aria-hidden="true">
      <circle cx={share(x)} cy={share(y)} r={18} fill="var(--pointed)" fill-opacity={0.2} />
      <circle cx={share(x)} cy={share(y)} r={6} fill="var(--pointed)" stroke="var(--ground)" stroke-width={2} />
    </svg>
  );
}
