import { type Place, places } from './corpus.ts';

/** A point on the map, in degrees. */
export interface Point {
  lat: number;
  lon: number;
}

const EARTH_RADIUS_KM = 6_371;
const BUILDING_KM = 0.5;
const CITY_KM = 15;
/** Maximum distance from the nearest known city at which a point still counts as part of that city's country. */
const COUNTRY_KM = 500;

/** Whether a place is at one spot, unlike rivers and regions, which can span a whole country. */
function isStanding({ placeRank, category, type }: Place): boolean {
  return (placeRank >= 26 || category === 'natural') && type !== 'postcode';
}
const isCity = ({ addresstype }: Place) => addresstype === 'city';

/** All places with an address of their own within a radius, nearest first. */
export function placesWithin(point: Point, km: number): Place[] {
  return byDistance((place) => isStanding(place) || isCity(place), point)
    .filter((nearby) => nearby.km <= km)
    .map(({ place }) => place);
}

/** The place at a point, at the detail of a map at that zoom: 18 is a house, 3 a country. */
export function placeAt(point: Point, zoom: number): Place | undefined {
  if (zoom >= 15) {
    const [nearest] = byDistance((place) => isStanding(place) && (zoom >= 17 || place.addresstype === 'road'), point);
    if (nearest && nearest.km <= BUILDING_KM) return nearest.place;
  }
  const [city] = byDistance(isCity, point);
  if (!city || city.km > COUNTRY_KM) return undefined;
  if (zoom >= 8 && city.km <= CITY_KM) return city.place;
  const { state, country_code } = city.place.address;
  const around = places().filter(
    (place) => place.address.country_code === country_code && contains(place.boundingbox, point),
  );
  const region = around.find(({ addresstype, name }) => addresstype === 'state' && name === state);
  return (zoom >= 5 ? region : undefined) ?? around.find(({ addresstype }) => addresstype === 'country');
}

function byDistance(isWanted: (place: Place) => boolean, point: Point): { place: Place; km: number }[] {
  return places()
    .filter(isWanted)
    .map((place) => ({ place, km: distanceKm(place, point) }))
    .sort((a, b) => a.km - b.km);
}

/** Great-circle distance; correct at the poles and across the antimeridian. */
function distanceKm(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

function contains([south, north, west, east]: Place['boundingbox'], { lat, lon }: Point): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east;
}
