type Box = readonly [west: number, south: number, east: number, north: number];

/**
 * What every place has: its point, and the openstreetmap.org URLs, defined here a second time. `osm` is what it is called
 * there, such as `node/12`; `box` is what its map shows.
 */
export function placedAt(lat: number, lon: number, { osm = '', box = around(lat, lon, 0.005, 0.005) }: Shown = {}) {
  return {
    lat,
    lon,
    embed_url: embed(box, lat, lon),
    mini_embed_url: embed(around(lat, lon, 0.003, 0.005), lat, lon),
    osm_url: `https://www.openstreetmap.org/${osm || `?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`}`,
    directions_url: `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B${lat}%2C${lon}`,
    geo_uri: `geo:${lat},${lon}`,
  };
}

interface Shown {
  osm?: string;
  box?: Box;
}

/** So many degrees to every side. */
export function around(lat: number, lon: number, high: number, wide: number): Box {
  const rounded = (degrees: number) => Number(degrees.toFixed(6));
  return [rounded(lon - wide), rounded(lat - high), rounded(lon + wide), rounded(lat + high)];
}

function embed(box: Box, lat: number, lon: number): string {
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box.join('%2C')}&layer=mapnik&marker=${lat}%2C${lon}`;
}
