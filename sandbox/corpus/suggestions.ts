import type { PopularQuery } from './knowledge.ts';

/** Queries by what they are about, the most asked first; a number says how often the first is asked. */
const groups: readonly (readonly [popularity: number, queries: string, lang?: string])[] = [
  [
    95,
    'node js|node js download|node js tutorial|node version manager|node js event loop|node js fs readfile|node modules|node js express|node js streams|node js vs deno|node fetch|node js lts|node js worker threads|node js debug|node js environment variables',
  ],
  [
    93,
    'javascript|javascript array methods|javascript map|javascript async await|javascript foreach|javascript date format|javascript promise|javascript string replace|javascript sort array|javascript closures',
  ],
  [
    92,
    'python|python tutorial|python list comprehension|python dictionary|python sort dictionary by value|python string format|python virtual environment|python download|python asyncio|python read file|python requests|python dataclass|python vs javascript',
  ],
  [
    80,
    'rust|rust programming language|rust tutorial|rust book|rust ownership|rust cargo|rust vs go|rust error handling|rust async',
  ],
  [
    74,
    'typescript|typescript generics|typescript interface vs type|typescript enum|typescript tutorial|typescript utility types|typescript record',
  ],
  [70, 'golang|golang tutorial|golang channels|golang vs rust|golang slices|go modules'],
  [
    85,
    'git|git undo last commit|git rebase|git stash|git merge vs rebase|git clone|git delete branch|git tutorial|git cheat sheet|git reset hard|git cherry pick|github|github actions|github pages',
  ],
  [83, 'regex|regex tester|regex cheat sheet|regex email|regex lookahead|regular expression'],
  [72, 'vim|vim exit|vim cheat sheet|vim commands|vim search and replace'],
  [
    82,
    'sql|sql join|sql left join|sql tutorial|sql group by|sql window functions|sql injection|sqlite|sqlite browser|sqlite vs postgresql',
  ],
  [
    84,
    'postgresql|postgresql download|postgresql tutorial|postgresql upsert|postgresql index types|postgresql jsonb|postgres docker|postgresql create user|postgresql vs mysql|postgresql full text search|postgresql explain analyze|postgresql backup|postgis|postman|post office|postcard|post impressionism',
  ],
  [
    78,
    'redis|redis commands|redis docker|redis cluster|redis pub sub|redis streams|redis vs memcached|redis persistence|redis cli|redis ttl',
  ],
  [76, 'mysql|mysql workbench|mysql tutorial|mysql vs postgresql|mongodb|database normalization|database index'],
  [
    86,
    'docker|docker compose|docker remove all images|docker tutorial|docker desktop|docker vs virtual machine|docker volumes|docker hub|dockerfile reference|docker prune|docker network',
  ],
  [
    75,
    'kubernetes|kubernetes tutorial|kubernetes ingress|kubernetes vs docker|kubectl cheat sheet|kubernetes operators',
  ],
  [
    81,
    'linux|linux commands|linux mint|linux kernel|linux file permissions|linux distributions|linux find command|linux vs windows|linux systemd service',
  ],
  [68, 'debian|debian download|debian vs ubuntu|debian release notes|ubuntu|arch linux|arch wiki'],
  [66, 'nginx|nginx reverse proxy|nginx config|nginx load balancing|caddy server|caddyfile'],
  [
    64,
    'self hosting|self hosted photo library|self hosted search engine|self hosted password manager|self hosted apps|home server|nextcloud|nextcloud docker|searxng|searxng docker|searxng settings|raspberry pi|raspberry pi home server',
  ],
  [
    73,
    'http status codes|http 404|http 403 vs 401|http headers|http caching|http 3|https|json|json formatter|json validator|json schema|json parse|html|html tags|html table|css|css grid|css flexbox|css center a div|css variables|cors|cors error|openapi|openapi generator|web development|web accessibility|web components',
  ],
  [
    71,
    'search engine|search engines list|metasearch engine|private search engine|brave search|brave search api|duckduckgo|mojeek|marginalia search|startpage|kagi',
  ],
  [
    88,
    'artificial intelligence|artificial intelligence definition|machine learning|machine learning course|machine learning vs deep learning|neural network|large language models|model context protocol|hugging face|pytorch|scikit learn',
  ],
  [
    90,
    'climate change|climate change causes|climate change effects|climate change facts|climate change solutions|climate|climate zones|climate crisis|climate model|climate change news|climate vs weather|climate change graph|climbing|climbing shoes',
  ],
  [
    69,
    'renewable energy|renewable energy sources|solar panels|solar panel cost|solar power|solar system|solar eclipse|wind power|wind turbine|electric cars|electric car range|electric car charging|heat pump|carbon footprint calculator|carbon dioxide levels|greenhouse effect|keeling curve|sea level rise',
  ],
  [
    77,
    'james webb space telescope|james webb images|james webb latest|hubble space telescope|nasa|nasa picture of the day|nasa live|black hole|black hole image|black hole facts|moon phase today|moon|moon landing|mars|mars rover|mars planet|mercury planet|jupiter moons|saturn rings|international space station|international space station tracker|exoplanets|milky way|meteor shower tonight|space news|northern lights forecast',
  ],
  [
    89,
    'paris|paris weather|paris attractions|paris metro map|paris olympics|paris hotels|paris map|paris time|paris to london train|paris museums|paris in three days|parse json in bash|parse json javascript|parser generator|park near me|parkrun|parental leave|parmesan',
  ],
  [
    79,
    'berlin|berlin weather|berlin wall|berlin marathon|berlin attractions|berlin museums|berlin map|berlin time|berlin airport|berlin to paris train',
  ],
  [
    79,
    'tokyo|tokyo weather|tokyo tower|tokyo time|tokyo travel guide|tokyo olympics|tokyo cherry blossom|tokyo metro map|tokyo skytree|tokyo hotels',
  ],
  [
    67,
    'eiffel tower|eiffel tower height|eiffel tower tickets|louvre|louvre tickets|notre dame paris|colosseum|great wall of china|taj mahal|machu picchu|mount everest|mount everest height|mount fuji',
  ],
  [
    65,
    'roman empire|roman empire map|roman emperors|roman numerals|world war ii|world war i|world war 2 timeline|silk road|french revolution|ancient egypt|history of the internet|history of jazz',
  ],
  [
    87,
    'coffee|coffee near me|coffee beans|coffee grinder|coffee recipes|coffee ratio|espresso machine|cold brew coffee|sourdough bread|sourdough starter|sourdough recipe|sourdough discard recipes|pizza dough recipe|sushi|pancake recipe|banana bread|lentil soup|mediterranean diet|fermented vegetables',
  ],
  [
    62,
    'vaccine|vaccine schedule|flu vaccine|vitamin d|sleep hygiene|blood pressure chart|yoga for beginners|first aid|photosynthesis|photosynthesis equation|dna|dna structure|periodic table|quantum mechanics|general relativity|prime numbers|mathematics|crispr|evolution|albert einstein|albert einstein quotes|albert camus|isaac newton|marie curie|ada lovelace|alan turing|charles darwin',
  ],
  [
    61,
    'golden retriever|golden retriever puppy|golden retriever lifespan|golden gate bridge|golden ratio|labrador retriever|dog breeds|dog training|cat breeds|why do cats purr|giant panda|octopus|honey bee|penguins|elephant|blue whale',
  ],
  [
    63,
    'vincent van gogh|vincent van gogh starry night|van gogh museum|starry night|mona lisa|shakespeare|shakespeare sonnets|shakespeare plays|jazz|jazz music|jazz piano|leonardo da vinci|the great wave|impressionism|project gutenberg|best films',
  ],
  [
    70,
    'chess|chess online|chess openings|chess rules|chess puzzles|chess world championship|world cup|world cup schedule|football|football scores|football rules|marathon|marathon training plan|marathon distance|tour de france|olympic games|tennis rankings|godot|godot tutorial|board games|sudoku',
  ],
  [
    60,
    'openstreetmap|openstreetmap api|open source|open source licenses|open library|opening hours|osm tags|organic maps|world map|time zones',
  ],
  [
    58,
    'klimawandel|klimawandel ursachen|klimawandel folgen|wetter berlin|wetter|brandenburger tor|berlin sehenswürdigkeiten|sauerteig rezept|erneuerbare energien|linux befehle',
    'de',
  ],
  [
    57,
    'changement climatique|changement climatique causes|météo paris|météo|tour eiffel|tour eiffel hauteur|musée du louvre|recette pain au levain|énergies renouvelables|trou noir',
    'fr',
  ],
  [
    56,
    'cambio climático|cambio climático causas|tiempo madrid|copa mundial de fútbol|energía renovable|receta de paella|aprender python|museo del prado',
    'es',
  ],
  [55, '東京 天気|東京 観光|東京タワー|富士山|気候変動|桜 開花予想', 'ja'],
];

const CITIES =
  'amsterdam|athens|barcelona|berlin|boston|brussels|chicago|copenhagen|dublin|edinburgh|istanbul|kyoto|lisbon|london|madrid|milan|munich|new york|oslo|paris|prague|rome|san francisco|seoul|singapore|stockholm|sydney|tokyo|toronto|vienna|warsaw|zurich'.split(
    '|',
  );
const COUNTRIES =
  'australia austria brazil canada egypt finland france germany greece india italy japan kenya mexico netherlands norway peru poland portugal spain sweden switzerland turkey vietnam'.split(
    ' ',
  );
const TASKS =
  'undo last git commit|exit vim|boil an egg|tie a tie|center a div|install node js|install docker|install linux|learn python|learn rust|learn to code|make coffee|make sourdough starter|make pancakes|bake bread|play chess|solve a rubik’s cube|run a marathon|lose weight|sleep better|take a screenshot|write a cover letter|parse json in bash|remove docker images|sort a list in python|create a postgresql user|back up a database|set up a home server|reduce carbon footprint|save energy|photograph the moon|watch a solar eclipse|find north|change a tyre|train a puppy|start running|meditate|read sheet music|draw a cat|plant tomatoes'.split(
    '|',
  );
const THINGS =
  'climate change|machine learning|artificial intelligence|a black hole|photosynthesis|node js|docker|kubernetes|redis|postgresql|json|an api|cors|rest api|regex|linux|open source|self hosting|a metasearch engine|blockchain|quantum computing|dna|a vaccine|inflation|jazz|sourdough|an exoplanet|dark matter|the greenhouse effect|carbon neutral|a vpn|encryption|two factor authentication|typescript|rust'.split(
    '|',
  );
const COMPARED =
  'python vs javascript|rust vs go|postgresql vs mysql|redis vs memcached|docker vs podman|tea vs coffee|tcp vs udp|http vs https|sql vs nosql|linux vs windows|vim vs emacs|cat vs dog|mars vs earth|solar vs wind power|json vs yaml'.split(
    '|',
  );

/** Questions that are asked about many things alike. */
const patterns: readonly (readonly [
  popularity: number,
  write: (thing: string) => string,
  things: readonly string[],
])[] = [
  [59, (city) => `weather in ${city}`, CITIES],
  [52, (city) => `things to do in ${city}`, CITIES],
  [44, (city) => `time in ${city}`, CITIES],
  [36, (city) => `best museums in ${city}`, CITIES],
  [48, (country) => `capital of ${country}`, COUNTRIES],
  [41, (country) => `population of ${country}`, COUNTRIES],
  [91, (task) => `how to ${task}`, TASKS],
  [68, (thing) => `what is ${thing}`, THINGS],
  [46, (pair) => pair, COMPARED],
];

export const popularQueries: readonly PopularQuery[] = unique([
  ...groups.flatMap(([popularity, queries, lang]) =>
    queries
      .split('|')
      .map((query, rank) => ({ query, popularity: falling(popularity, rank), ...(lang ? { lang } : {}) })),
  ),
  ...patterns.flatMap(([popularity, write, things]) =>
    things.map((thing, rank) => ({ query: write(thing), popularity: falling(popularity, rank) })),
  ),
]);

/** Each query of a group is asked a little less than the one before. */
function falling(popularity: number, rank: number): number {
  return Math.max(1, Math.round((popularity - rank * 1.5) * 10) / 10);
}

function unique(queries: PopularQuery[]): PopularQuery[] {
  return [...new Map(queries.map((entry) => [entry.query, entry])).values()];
}
