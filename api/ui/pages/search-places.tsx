import type { VNode } from 'preact';
import { kindOfPlace, type Place } from '../../../lib/maps/place.ts';
import { noAnswerError } from '../../ask/outcomes.ts';
import { askGeocoders, NO_MAP_ANSWER, placesOf } from '../../lookups/places.ts';
import { Facts, MapFrame, NothingFound, OutsideLink } from './search-parts.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';

/** The places found for a query, each with its map. Only the first map is open. */
export async function mapsTab(context: TabContext): Promise<TabContent> {
  const { address, pictures } = context;
  const answers = await askGeocoders({ q: address.q }, address.params.lang ?? '', context.services.providers, context);
  const problem = noAnswerError(answers, NO_MAP_ANSWER);
  if (problem) return { content: null, problem };
  const places = placesOf(answers);
  const content = (
    <section aria-label="Places">
      {places.length === 0 && <NothingFound address={address} />}
      <ol class="places">
        {places.map((place, index) => (
          <li key={place.geo_uri}>
            <PlaceEntry place={place} pictures={pictures} open={index === 0} />
          </li>
        ))}
      </ol>
      {places.length > 0 && (
        <p class="faint">
          Data © <OutsideLink href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</OutsideLink>
        </p>
      )}
    </section>
  );
  return { content, problem: null };
}

function PlaceEntry({ place, pictures, open }: { place: Place; pictures: boolean; open: boolean }): VNode {
  return (
    <article class="place">
      <h2>{place.name}</h2>
      <p>{place.display_name}</p>
      <Facts facts={[kindOfPlace(place), `${place.lat}, ${place.lon}`]} />
      <PlaceLinks place={place} />
      {pictures && (
        <details open={open}>
          <summary>{`Map of ${place.name}`}</summary>
          <MapFrame src={place.embed_url} name={place.name} pictures={pictures} />
        </details>
      )}
    </article>
  );
}

/** Links to a place on the web. The `geo:` link opens the visitor's map app. */
export function PlaceLinks({ place }: { place: Place }): VNode {
  return (
    <ul class="links">
      <li>
        <OutsideLink href={place.osm_url}>OpenStreetMap</OutsideLink>
      </li>
      <li>
        <OutsideLink href={place.directions_url}>Directions</OutsideLink>
      </li>
      {/^geo:-?[\d.]+,-?[\d.]+$/.test(place.geo_uri) && (
        <li>
          <a href={place.geo_uri}>Open in a map app</a>
        </li>
      )}
    </ul>
  );
}
