import { adult } from './adult.ts';
import { arts } from './arts.ts';
import { climate } from './climate.ts';
import { databases } from './databases.ts';
import type { CorpusDocument } from './document.ts';
import { healthAndFood } from './health-and-food.ts';
import { news } from './news.ts';
import { placesAndHistory } from './places-and-history.ts';
import { programming } from './programming.ts';
import { science } from './science.ts';
import { searchAndAi } from './search-and-ai.ts';
import { selfHosting } from './self-hosting.ts';
import { space } from './space.ts';
import { sportAndGames } from './sport-and-games.ts';
import { web } from './web.ts';
import { worldLanguages } from './world-languages.ts';

export const corpus: readonly CorpusDocument[] = [
  ...programming,
  ...databases,
  ...web,
  ...selfHosting,
  ...searchAndAi,
  ...climate,
  ...space,
  ...placesAndHistory,
  ...healthAndFood,
  ...arts,
  ...sportAndGames,
  ...science,
  ...news,
  ...worldLanguages,
  ...adult,
];
