import type { Place } from './corpus/place.ts';
import { places } from './corpus/places.ts';

/** A place and how far away it is. */
export interface Nearby {
  place: Place;
  km: number;
}

const EARTH_RADIUS_KM = 6_371;
const BUILDING_KM = 0.5;
const CITY_KM = 15;
/** How far from the nearest known city a point is still taken to lie in that city's country. */
const COUNTRY_KM = 500;

const settlements = places.filter(({ addresstype }) => addresstype === 'city');
const states = places.filter(({ addresstype }) => addresstype === 'state');
const countries = places.filter(({ addresstype }) => addresstype === 'country');
/** What stands somewhere, unlike rivers and regions, which reach over a whole country. */
const standing = places.filter(
  ({ placeRank, category, type }) => (placeRank >= 26 || category === 'natural') && type !== 'postcode',
);

/** Great-circle distance; right at the poles and across the antimeridian. */
export function distanceKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Everything with an address of its own within a radius, nearest first. */
export function placesWithin(point: { lat: number; lon: number }, km: number): Nearby[] {
  return byDistance([...standing, ...settlements], point).filter((nearby) => nearby.km <= km);
}

/** What is at a point, in the detail of a map at that zoom: from 18, a house, down to 3, a country. */
export function placeAt(point: { lat: number; lon: number }, zoom: number): Place | undefined {
  if (zoom >= 15) {
    const detail = zoom >= 17 ? standing : standing.filter(({ addresstype }) => addresstype === 'road');
    const [nearest] = byDistance(detail, point);
    if (nearest && nearest.km <= BUILDING_KM) return nearest.place;
  }
  const [city] = byDistance(settlements, point);
  if (!city) return undefined;
  if (zoom >= 8 && city.km <= CITY_KM) return city.place;
  if (city.km > COUNTRY_KM) return undefined;
  const { state, country_code } = city.place.address;
  const within = (place: Place) => place.address.country_code === country_code && contains(place.boundingbox, point);
  const region = states.find((place) => place.name === state && within(place));
  return (zoom >= 5 ? region : undefined) ?? countries.find(within);
}

function byDistance(list: readonly Place[], point: { lat: number; lon: number }): Nearby[] {
  return list.map((place) => ({ place, km: distanceKm(place, point) })).sort((a, b) => a.km - b.km);
}

function contains([south, north, west, east]: Place['boundingbox'], { lat, lon }: { lat: number; lon: number }) {
  return lat >= south && lat <= north && lon >= west && lon <= east;
}
