import type { FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { boxOfPlace, type FoundPlace, kindOfPlace, type Place } from '../../../lib/maps/place.ts';
import { distanceKm, type Point, parsePoint, rounded } from '../../../lib/maps/point.ts';
import type { Requester } from '../../ask/call-context.ts';
import { noAnswerError } from '../../ask/outcomes.ts';
import { noteProviders } from '../../ask/timing.ts';
import { askGeocoders, BUILDING_ZOOM, NO_MAP_ANSWER, type PlaceQuery, placesOf } from '../../lookups/places.ts';
import type { Services } from '../../services.ts';
import { lengthText } from '../length-text.ts';
import { useTileSource } from '../map-tiles.ts';
import { useLanguage, useTexts } from '../rendering.tsx';
import type { SearchAddress } from '../search-address.ts';
import { withoutNearMe } from './near-me.tsx';
import { namesOsm, OSM_COPYRIGHT, PlacesMap } from './place-map.tsx';
import { Facts, NothingFound, OutsideLink } from './search-parts.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';

/** What finding places takes. */
interface Finding extends Requester {
  request: FastifyRequest;
  services: Pick<Services, 'providers'>;
  address: SearchAddress;
  pictures: boolean;
  session: Session | null;
}

/** The size of the place that somebody is in. */
const STREET_ZOOM = 16;

/** The places found for a query, or the place at the coordinates that it is, on one map. */
export async function mapsTab(context: TabContext): Promise<TabContent> {
  const { q } = context.address;
  const point = parsePoint(q);
  return point ? found({ ...point, zoom: BUILDING_ZOOM }, point, context) : found({ q }, null, context);
}

/** The places found near a point, nearest first; without a query, the place at it. */
export async function placesNear(q: string, here: Point, context: Finding): Promise<TabContent> {
  return found(q === '' ? { ...here, zoom: STREET_ZOOM } : { q, near: here, limit: 20 }, here, context);
}

async function found(where: PlaceQuery, here: Point | null, context: Finding): Promise<TabContent> {
  const { request, address, services, pictures, session } = context;
  const answers = await askGeocoders(where, address.params.lang ?? '', services.providers, context);
  noteProviders(request, answers);
  const problem = noAnswerError(answers, NO_MAP_ANSWER);
  if (problem) return { content: null, problem };
  const places = placesOf(answers);
  if (here) places.sort((one, other) => distanceKm(one, here) - distanceKm(other, here));
  const isAdmin = session?.admin ?? false;
  const content = <PlacesView places={places} here={here} address={address} pictures={pictures} isAdmin={isAdmin} />;
  return { content, problem: null };
}

interface ViewProps extends Pick<Finding, 'address' | 'pictures'> {
  places: readonly FoundPlace[];
  here: Point | null;
  isAdmin: boolean;
}

function PlacesView({ places, here, address, pictures, isAdmin }: ViewProps): VNode {
  const texts = useTexts().maps;
  const source = useTileSource();
  const [only] = places.length === 1 ? places : [];
  return (
    <section aria-label={texts.places}>
      {!here && withoutNearMe(address.q) !== null && <p role="note">{texts.whereIsHere}</p>}
      {places.length === 0 && <NothingFound address={address} />}
      {(places.length > 0 || here) && (
        <div class="places-view">
          <PlacesMap places={places} here={here} pictures={pictures} isAdmin={isAdmin} />
          <div class="places-list">
            {only && (
              <OutsideLink class="button street-map" href={only.osm_url}>
                {texts.openInOsm}
              </OutsideLink>
            )}
            <ol class="places">
              {places.map((place, index) => (
                <PlaceEntry key={place.osm_url} place={place} number={index + 1} here={here} />
              ))}
            </ol>
            {!(pictures && namesOsm(source)) && (
              <p class="data-from faint">
                {`${texts.dataFrom}\u00a0`}
                <OutsideLink href={OSM_COPYRIGHT}>{texts.osmContributors}</OutsideLink>
              </p>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

interface EntryProps {
  place: FoundPlace;
  number: number;
  here: Point | null;
}

/** About ten metres, with a minus rather than a hyphen. */
const degreesText = (degrees: number) => rounded(degrees, 4).toFixed(4).replace('-', '−');

/** A place in the list. Its number is that of its pin; its name leads to the map. */
function PlaceEntry({ place, number, here }: EntryProps): VNode {
  const { lat, lon, name, display_name, about } = place;
  const language = useLanguage();
  const box = boxOfPlace(place).map((corner) => [corner.lat, corner.lon]);
  const away = here ? lengthText(distanceKm(place, here), language) : '';
  return (
    <li
      id={`place-${number}`}
      class="place"
      data-pin={number}
      data-point={`${lat},${lon}`}
      data-box={JSON.stringify(box)}
    >
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <article>
        <h2 dir="auto">
          <a class="title-link" href="#map">
            {name}
          </a>
        </h2>
        <p class="address" dir="auto">
          {withoutName(display_name, name)}
        </p>
        <Facts facts={[away, kindOfPlace(place)]} />
        {about && <About {...about} />}
        <PlaceLinks place={place} />
        <Facts facts={[[lat, lon].map(degreesText).join(', ')]} />
      </article>
    </li>
  );
}

/** How to reach a place, and when. */
function About({ website, phone, hours }: NonNullable<FoundPlace['about']>): VNode {
  const texts = useTexts().maps;
  const rows: [name: string, value: VNode | string][] = [
    [texts.website, website && <OutsideLink href={website}>{siteOf(website)}</OutsideLink>],
    [
      texts.phone,
      /^\+?[\d\s()./-]+$/.test(phone) ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : phone,
    ],
    [texts.hours, hours],
  ];
  return (
    <dl class="known">
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const siteOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address);

/** The address of a place: its full name without the name that stands above it. */
function withoutName(full: string, name: string): string {
  return full.startsWith(`${name}, `) ? full.slice(name.length + 2) : full;
}

/** Links to a place on the web. The `geo:` link opens the visitor's map app. */
export function PlaceLinks({ place }: { place: Place }): VNode {
  const texts = useTexts().maps;
  return (
    <ul class="links">
      <li>
        <OutsideLink href={place.osm_url}>OpenStreetMap</OutsideLink>
      </li>
      <li>
        <OutsideLink href={place.directions_url}>{texts.directions}</OutsideLink>
      </li>
      {/^geo:-?[\d.]+,-?[\d.]+$/.test(place.geo_uri) && (
        <li>
          <a href={place.geo_uri}>{texts.inMapApp}</a>
        </li>
      )}
    </ul>
  );
}
