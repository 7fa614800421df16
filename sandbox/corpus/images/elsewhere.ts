import type { ImageDocument } from '../media.ts';

/** Addresses of a picture at some hosts, which name theirs after an id. */
const hosts = {
  nasa: (id: string) => [
    `https://www.nasa.gov/image-article/${id}/`,
    `https://www.nasa.gov/wp-content/uploads/${id}.jpg`,
  ],
  met: (id: string) => [
    `https://www.metmuseum.org/art/collection/search/${id}`,
    `https://images.metmuseum.org/CRDImages/ep/original/${id}.jpg`,
  ],
  unsplash: (id: string) => [`https://unsplash.com/photos/${id}`, `https://images.unsplash.com/photo-${id}`],
  flickr: (id: string) => [
    `https://www.flickr.com/photos/${id}/`,
    `https://live.staticflickr.com/65535/${id.split('/')[1]}_b.jpg`,
  ],
  esa: (id: string) => [
    `https://www.esa.int/ESA_Multimedia/Images/${id}`,
    `https://www.esa.int/var/esa/storage/images/${id}.jpg`,
  ],
  pexels: (id: string) => [
    `https://www.pexels.com/photo/${id}/`,
    `https://images.pexels.com/photos/${id.split('-').pop()}/pexels-photo.jpeg`,
  ],
  rijksmuseum: (id: string) => [
    `https://www.rijksmuseum.nl/en/collection/${id}`,
    `https://lh3.googleusercontent.com/rijks-${id}`,
  ],
  loc: (id: string) => [
    `https://www.loc.gov/pictures/item/${id}/`,
    `https://tile.loc.gov/storage-services/service/pnp/${id}.jpg`,
  ],
} as const;

type Elsewhere = readonly [
  title: string,
  host: keyof typeof hosts,
  id: string,
  width: number,
  height: number,
  more?: { lang?: string; adult?: boolean },
];

const rows: readonly Elsewhere[] = [
  ['Artemis I rocket on the launch pad', 'nasa', 'artemis-i-on-the-launch-pad', 3000, 2000],
  ['Perseverance rover selfie on Mars', 'nasa', 'perseverance-selfie-with-ingenuity', 4000, 2700],
  ['Curiosity rover looks over Gale crater, Mars', 'nasa', 'curiosity-views-gale-crater', 3800, 1600],
  ['Webb First Deep Field', 'nasa', 'webbs-first-deep-field', 4537, 4630],
  ['Aurora seen from the International Space Station', 'nasa', 'aurora-from-the-station', 3600, 2400],
  ['Pale Blue Dot, Earth by Voyager 1', 'nasa', 'pale-blue-dot-revisited', 1400, 1400],
  ['Arctic sea ice minimum, satellite view of climate change', 'nasa', 'arctic-sea-ice-minimum', 2800, 1600],
  ['Hubble view of the Crab Nebula', 'nasa', 'hubble-crab-nebula', 3000, 3000],
  ['Juno close-up of the clouds of Jupiter', 'nasa', 'juno-clouds-of-jupiter', 2500, 2500],
  ['Rosetta image of comet 67P', 'esa', 'Comet_67P_by_Rosetta', 2048, 2048],
  ['Gaia map of the Milky Way', 'esa', 'Gaia_sky_in_colour', 4000, 2000],
  ['Ariane rocket lifts off with James Webb', 'esa', 'Webb_liftoff_on_Ariane_5', 3500, 2300],
  ['Sentinel satellite view of Paris', 'esa', 'Paris_from_Sentinel-2', 3000, 3000],
  ['Wheat Field with Cypresses by Vincent van Gogh', 'met', '436535', 3800, 3000],
  ['Self-Portrait with a Straw Hat by Vincent van Gogh', 'met', '436532', 2900, 3600],
  ['Madame X by John Singer Sargent', 'met', '12127', 2000, 3600],
  ['The Temple of Dendur, Egypt', 'met', '547802', 3600, 2500],
  ['Roman marble statue of an old fisherman', 'met', '248898', 2400, 3600],
  ['Under the Wave off Kanagawa by Hokusai, woodblock print', 'met', '45434', 3800, 2600],
  ['The Night Watch by Rembrandt', 'rijksmuseum', 'SK-C-5', 5600, 4500],
  ['The Milkmaid by Johannes Vermeer', 'rijksmuseum', 'SK-A-2344', 4900, 5400],
  ['Golden retriever puppy in autumn leaves', 'unsplash', '1552053831-71594a27632d', 4000, 2667],
  ['Golden retriever running on a beach', 'unsplash', '1633722715463-d30f4f325e24', 4200, 2800],
  ['Cat sleeping on a laptop keyboard', 'unsplash', '1514888286974-6c03e2ca1dba', 3800, 2500],
  ['Paris rooftops and Eiffel Tower at sunset', 'unsplash', '1502602898657-3e91760cbb34', 4500, 3000],
  ['Neon streets of Tokyo at night', 'unsplash', '1540959733332-eab4deabeeaf', 4600, 3000],
  ['Berlin television tower in fog', 'unsplash', '1560969184-10fe8719e047', 4000, 2700],
  ['Barista pouring latte art, coffee', 'unsplash', '1495474472287-4d71bcdd2085', 4300, 2900],
  ['Source code on a screen, programming', 'unsplash', '1461749280684-dccba630e2f6', 4200, 2800],
  ['Network cables in a server room', 'unsplash', '1558494949-ef010cbdcc31', 4300, 2850],
  ['Sourdough bread with scored crust', 'unsplash', '1585478259715-876acc5be8eb', 3900, 2600],
  ['Mountain lake in the Alps', 'unsplash', '1506905925346-21bda4d32df4', 4800, 3200],
  ['Northern lights over Iceland', 'unsplash', '1483347756197-71ef80e95f73', 4700, 3100],
  ['Tropical beach with palm trees', 'unsplash', '1507525428034-b723cf961d3e', 4500, 3000],
  ['Home server rack for self-hosting', 'flickr', 'homelab/48211400321', 2048, 1365],
  ['Steam locomotive on a viaduct', 'flickr', 'railways/30951121788', 2048, 1536],
  ['Tokyo cherry blossoms along the Meguro river', 'flickr', 'japantravel/33524817058', 2048, 1365],
  ['Berlin Wall at the East Side Gallery', 'flickr', 'berlinpics/14985120267', 2048, 1365],
  ['Solar power plant in the desert', 'flickr', 'energygov/9948216113', 2048, 1365],
  ['Chess tournament hall', 'flickr', 'chessphotos/28091224440', 2048, 1365],
  ['Football match under floodlights', 'pexels', 'football-match-under-floodlights-46798', 3600, 2400],
  ['Marathon runners on a bridge', 'pexels', 'marathon-runners-on-a-bridge-2402777', 4000, 2670],
  ['Electric car charging at home', 'pexels', 'electric-car-charging-at-home-9800029', 3800, 2530],
  ['Wind turbines at sunrise', 'pexels', 'wind-turbines-at-sunrise-414837', 4100, 2730],
  ['Bowl of ramen noodles', 'pexels', 'bowl-of-ramen-noodles-884600', 3500, 2330],
  ['Doctor preparing a vaccine', 'pexels', 'doctor-preparing-a-vaccine-5863391', 4000, 2667],
  ['Wright brothers first flight, 1903', 'loc', '00652085', 1800, 1300],
  ['Abraham Lincoln, photograph 1863', 'loc', '96522529', 1500, 1900],
  ['Migrant Mother by Dorothea Lange', 'loc', '2017762891', 2000, 2500],
  ['Herbstwald im Schwarzwald', 'flickr', 'schwarzwald/50523119872', 2048, 1365, { lang: 'de' }],
  ['Marché de légumes en Provence', 'flickr', 'provence/36187421109', 2048, 1365, { lang: 'fr' }],
  ['Paella valenciana recién hecha', 'flickr', 'cocina/28412990071', 2048, 1365, { lang: 'es' }],
  // Flagged by engines, though nothing but art and anatomy.
  ['Venus of Urbino by Titian, reclining nude', 'met', '437826', 3000, 2200, { adult: true }],
  ['Life drawing class, nude study in charcoal', 'flickr', 'ateliers/41022871334', 2048, 1536, { adult: true }],
  ['Marble nude, Roman copy of a Greek Venus', 'met', '250551', 2200, 3400, { adult: true }],
];

export const elsewhere: readonly ImageDocument[] = rows.map(([title, host, id, width, height, more]) => {
  const [url = '', image = ''] = hosts[host](id);
  const thumbnail =
    host === 'unsplash' || host === 'pexels' ? `${image}?w=400` : image.replace(/(\.jpg)?$/, '-400x300$1');
  return { title, url, image, thumbnail, width, height, ...more };
});
