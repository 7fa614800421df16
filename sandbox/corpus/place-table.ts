import type { Place } from './place.ts';
import { inCountry, known, parts, place, readBox, readCity, readState, readStreet, rows } from './place-cells.ts';

/**
 * Readers of the place tables: one place a line, columns between bars. The last column holds names and the like,
 * between semicolons: `en,fr Munich` (languages, name), `alt NYC, Big Apple`, `osm R62422`, `box south north west east`.
 */

/** name | country | state code | lat lon | importance | extras */
export function cities(table: string): Place[] {
  return rows(table, 6).map(([name, country, state, point, importance, extras]) =>
    place(`city ${name} ${state} ${country}`, point, extras, {
      name,
      category: 'boundary',
      type: 'administrative',
      addresstype: 'city',
      osmType: 'relation',
      reach: Number(importance) > 0.75 ? 0.15 : 0.08,
      importance: Number(importance),
      placeRank: 16,
      address: { city: name, ...readState(state), ...inCountry(country) },
    }),
  );
}

/** country | lat lon | importance | box | extras */
export function countries(table: string): Place[] {
  return rows(table, 5).map(([code, point, importance, box, extras]) => {
    const address = inCountry(code);
    return place(`country ${code}`, point, extras, {
      name: address.country,
      category: 'boundary',
      type: 'administrative',
      addresstype: 'country',
      osmType: 'relation',
      boundingbox: readBox(box),
      importance: Number(importance),
      placeRank: 4,
      address,
    });
  });
}

/** name | country | code | lat lon | importance | box | extras */
export function regions(table: string): Place[] {
  return rows(table, 7).map(([name, country, code, point, importance, box, extras]) =>
    place(`state ${name} ${country}`, point, extras, {
      name,
      category: 'boundary',
      type: 'administrative',
      addresstype: 'state',
      osmType: 'relation',
      boundingbox: readBox(box),
      importance: Number(importance),
      placeRank: 8,
      address: { state: name, stateCode: code, ...inCountry(country) },
    }),
  );
}

/** name | country | city, state | lat lon | importance | category type | house and road; suburb; postcode | extras */
export function landmarks(table: string): Place[] {
  return rows(table, 8).map(([name, country, where, point, importance, kind, street, extras]) => {
    const [category = '', type = ''] = kind.split(' ');
    const [road = '', suburb = '', postcode = ''] = parts(street);
    return place(`${kind} ${name} ${where}`, point, extras, {
      name,
      category,
      type,
      addresstype: category === 'place' ? type : category,
      osmType: 'way',
      reach: category === 'aeroway' ? 0.02 : 0.0015,
      importance: Number(importance),
      placeRank: 30,
      address: { ...readStreet(road), ...known({ suburb, postcode }), ...readCity(where), ...inCountry(country) },
    });
  });
}

/** name | country | state code | lat lon | importance | category type | reach in degrees | extras */
export function naturalFeatures(table: string): Place[] {
  return rows(table, 8).map(([name, country, state, point, importance, kind, reach, extras]) => {
    const [category = '', type = ''] = kind.split(' ');
    return place(`${kind} ${name}`, point, extras, {
      name,
      category,
      type,
      addresstype: category === 'natural' || category === 'place' ? type : category,
      osmType: type === 'peak' || type === 'volcano' ? 'node' : 'relation',
      reach: Number(reach),
      importance: Number(importance),
      placeRank: category === 'natural' && Number(reach) < 0.1 ? 18 : 12,
      address: { ...readState(state), ...inCountry(country) },
    });
  });
}

/** name | country | city, state | lat lon | importance | suburb; postcode | extras */
export function streets(table: string): Place[] {
  return rows(table, 7).map(([name, country, where, point, importance, area, extras]) => {
    const [suburb = '', postcode = ''] = parts(area);
    return place(`street ${name} ${where}`, point, extras, {
      name,
      category: 'highway',
      type: 'residential',
      addresstype: 'road',
      osmType: 'way',
      reach: 0.004,
      importance: Number(importance),
      placeRank: 26,
      address: { road: name, ...known({ suburb, postcode }), ...readCity(where), ...inCountry(country) },
    });
  });
}

/** number | road | country | city, state | lat lon | suburb; postcode */
export function houses(table: string): Place[] {
  return rows(table, 6).map(([number, road, country, where, point, area]) => {
    const [suburb = '', postcode = ''] = parts(area);
    return place(`house ${number} ${road} ${where}`, point, '', {
      name: '',
      category: 'place',
      type: 'house',
      addresstype: 'place',
      osmType: 'node',
      reach: 0.00005,
      // What the real service gives to what nobody has ever looked at.
      importance: 0.0000780583,
      placeRank: 30,
      address: {
        house_number: number,
        road,
        ...known({ suburb, postcode }),
        ...readCity(where),
        ...inCountry(country),
      },
    });
  });
}

/** postcode | country | city, state | lat lon */
export function postcodes(table: string): Place[] {
  return rows(table, 4).map(([postcode, country, where, point]) =>
    place(`postcode ${country} ${postcode}`, point, '', {
      name: postcode,
      category: 'place',
      type: 'postcode',
      addresstype: 'postcode',
      osmType: 'node',
      reach: 0.05,
      importance: 0.12,
      placeRank: 25,
      address: { postcode, ...readCity(where), ...inCountry(country) },
    }),
  );
}
