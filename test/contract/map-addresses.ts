/** The openstreetmap.org URLs of every place, defined here a second time. */

export const embed = (west: string, south: string, east: string, north: string, lat: string, lon: string) =>
  `https://www.openstreetmap.org/export/embed.html?bbox=${west}%2C${south}%2C${east}%2C${north}&layer=mapnik&marker=${lat}%2C${lon}`;
export const directions = (lat: string, lon: string) =>
  `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B${lat}%2C${lon}`;
