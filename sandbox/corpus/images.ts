import { commonsFile } from './commons-files.ts';
import { onCommons } from './images/commons.ts';
import { elsewhere } from './images/elsewhere.ts';
import type { ImageDocument } from './media.ts';

const commons: readonly ImageDocument[] = onCommons.map(([title, file, width, height, lang]) => {
  const { page, original, thumbnail } = commonsFile(file);
  return { title, url: page, image: original, thumbnail, width, height, ...(lang ? { lang } : {}) };
});

/** Pages that show a picture which is on another page too: the same picture, so the same thumbnail. */
const reused: readonly (readonly [title: string, page: string, commonsTitle: string])[] = [
  [
    'Golden Retriever - dog breed',
    'https://en.wikipedia.org/wiki/Golden_Retriever',
    'Golden Retriever standing on grass',
  ],
  [
    'Golden Retriever puppy - dog breed',
    'https://en.wikipedia.org/wiki/Golden_Retriever',
    'Golden Retriever puppy with a ball',
  ],
  [
    'Eiffel Tower - Wikipedia',
    'https://en.wikipedia.org/wiki/Eiffel_Tower',
    'Eiffel Tower seen from the Champ de Mars, Paris',
  ],
  ['Eiffel Tower at night - Wikipedia', 'https://en.wikipedia.org/wiki/Eiffel_Tower', 'Eiffel Tower at night, Paris'],
  ['Albert Einstein portrait - Wikipedia', 'https://en.wikipedia.org/wiki/Albert_Einstein', 'Albert Einstein, 1921'],
  [
    'The Starry Night - Wikipedia',
    'https://en.wikipedia.org/wiki/The_Starry_Night',
    'The Starry Night by Vincent van Gogh',
  ],
  [
    'Black hole - first image',
    'https://en.wikipedia.org/wiki/Black_hole',
    'Black hole of Messier 87, Event Horizon Telescope',
  ],
  ['Moon - Wikipedia', 'https://en.wikipedia.org/wiki/Moon', 'Full Moon photographed from Belgium'],
  [
    'Apollo 11 astronaut on the Moon - Wikipedia',
    'https://en.wikipedia.org/wiki/Moon',
    'Buzz Aldrin on the Moon, Apollo 11',
  ],
  [
    'Warming stripes and climate change',
    'https://en.wikipedia.org/wiki/Climate_change',
    'Global temperature change, warming stripes',
  ],
];

const byTitle = new Map(commons.map((document) => [document.title, document]));

export const images: readonly ImageDocument[] = [
  ...commons,
  ...elsewhere,
  ...reused.flatMap(([title, url, commonsTitle]) => {
    const document = byTitle.get(commonsTitle);
    return document ? [{ ...document, title, url }] : [];
  }),
];
