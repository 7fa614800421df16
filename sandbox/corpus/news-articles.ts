import { hash } from '../corpus-index.ts';
import type { NewsDocument } from './media.ts';

/** Name, address under which articles lie and, when not English, language. */
const publishers = {
  bbc: ['BBC News', 'https://www.bbc.com/news/articles/'],
  guardian: ['The Guardian', 'https://www.theguardian.com/world/'],
  reuters: ['Reuters', 'https://www.reuters.com/world/'],
  ap: ['Associated Press', 'https://apnews.com/article/'],
  dw: ['DW', 'https://www.dw.com/en/'],
  aljazeera: ['Al Jazeera', 'https://www.aljazeera.com/news/'],
  ars: ['Ars Technica', 'https://arstechnica.com/science/'],
  register: ['The Register', 'https://www.theregister.com/software/'],
  verge: ['The Verge', 'https://www.theverge.com/news/'],
  nature: ['Nature', 'https://www.nature.com/articles/'],
  sciencenews: ['Science News', 'https://www.sciencenews.org/article/'],
  space: ['Space.com', 'https://www.space.com/'],
  spacenews: ['SpaceNews', 'https://spacenews.com/'],
  carbonbrief: ['Carbon Brief', 'https://www.carbonbrief.org/'],
  lwn: ['LWN.net', 'https://lwn.net/Articles/'],
  phoronix: ['Phoronix', 'https://www.phoronix.com/news/'],
  japantimes: ['The Japan Times', 'https://www.japantimes.co.jp/news/'],
  espn: ['ESPN', 'https://www.espn.com/story/'],
  tagesschau: ['tagesschau', 'https://www.tagesschau.de/', 'de'],
  heise: ['heise online', 'https://www.heise.de/news/', 'de'],
  lemonde: ['Le Monde', 'https://www.lemonde.fr/planete/article/', 'fr'],
  elpais: ['EL PAÍS', 'https://elpais.com/ciencia/', 'es'],
  nhk: ['NHKニュース', 'https://www3.nhk.or.jp/news/html/', 'ja'],
} as const;

/** Headlines that could stand in any year; hours since publication. */
const rows: readonly (readonly [publisher: keyof typeof publishers, title: string, text: string, hoursAgo: number])[] =
  [
    // Climate and energy
    [
      'bbc',
      'Climate change: what scientists watch this decade',
      'A guide to the measurements behind climate change, from ocean heat to sea ice, and why they matter for forecasts.',
      0.3,
    ],
    [
      'guardian',
      'Cities plant trees to prepare for hotter summers',
      'Urban forests and shaded streets are becoming a common answer to heatwaves as the climate warms.',
      1.2,
    ],
    [
      'reuters',
      'Renewable energy adds record capacity worldwide',
      'Solar and wind power made up most of the new electricity capacity of the past year, an industry report says.',
      3,
    ],
    [
      'carbonbrief',
      'Explainer: how carbon budgets are calculated',
      'What a carbon budget is, why estimates differ and what it tells about climate change targets.',
      9,
    ],
    [
      'ap',
      'Delegates gather for climate talks',
      'Negotiators from nearly 200 countries open two weeks of climate talks on finance and emissions.',
      14,
    ],
    [
      'dw',
      'Offshore wind farms grow in the North Sea',
      'Countries around the North Sea plan more wind power and shared cables to bring it to land.',
      30,
    ],
    [
      'aljazeera',
      'Coastal towns adapt to rising sea levels',
      'From sea walls to mangroves: how communities respond to climate change on their shores.',
      52,
    ],
    [
      'carbonbrief',
      'Analysis: solar power costs keep falling',
      'The price of solar panels has dropped again, and batteries follow the same curve.',
      100,
    ],
    [
      'bbc',
      'Electric cars: how long do batteries last?',
      'Data from thousands of electric cars suggest that batteries outlive early expectations.',
      140,
    ],
    [
      'nature',
      'Ocean heat content reaches a new high',
      'Measurements by floats and ships show that the upper ocean keeps storing heat as the climate changes.',
      260,
    ],
    [
      'guardian',
      'Glaciers in the Alps lose more ice',
      'Surveyors report another year of shrinking glaciers after little snow and a warm summer.',
      480,
    ],
    [
      'reuters',
      'Heat pumps gain ground in home heating',
      'Sales of heat pumps rise where electricity is cheap and subsidies are simple.',
      900,
    ],
    [
      'carbonbrief',
      'Q&A: what the latest climate report says',
      'The main findings of the climate assessment, from observed warming to options for cutting emissions.',
      2200,
    ],
    [
      'ap',
      'Volunteers restore wetlands to store carbon',
      'Peat and marshes hold large amounts of carbon; projects bring the water back.',
      4700,
    ],
    [
      'dw',
      'Green hydrogen: hope and limits',
      'Where hydrogen from renewable energy makes sense, and where it does not.',
      8200,
    ],
    // Space
    [
      'space',
      'James Webb Space Telescope spots distant galaxies',
      'New infrared images from the James Webb Space Telescope show galaxies from the early universe.',
      0.8,
    ],
    [
      'spacenews',
      'Launch providers prepare for a busy month',
      'Rockets from four continents are on the pad as satellite operators wait for their turn.',
      5,
    ],
    ['bbc', 'Full Moon: how and when to see it', 'What makes the next full Moon special and how to photograph it.', 11],
    [
      'ars',
      'Rocket engine passes long-duration test',
      'The engine fired for the length of a whole mission, one of the last steps before flight.',
      21,
    ],
    [
      'space',
      'Meteor shower peaks this week',
      'How to watch the meteor shower with the naked eye, and why it returns every year.',
      40,
    ],
    [
      'nature',
      'Mars rover finds layered rocks from an ancient lake',
      'Sediments in the crater record water that came and went on Mars.',
      70,
    ],
    [
      'spacenews',
      'Moon lander completes tests on the ground',
      'The lander will carry instruments to the south pole of the Moon.',
      130,
    ],
    [
      'reuters',
      'Space agencies agree to share data on asteroids',
      'Telescopes on several continents will report near-Earth asteroids to one catalogue.',
      210,
    ],
    [
      'space',
      'Black hole images get sharper',
      'The Event Horizon Telescope adds antennas to see how matter moves around a black hole.',
      420,
    ],
    [
      'sciencenews',
      'Exoplanet count passes another milestone',
      'Astronomers have confirmed thousands of exoplanets, most of them unlike anything near the Sun.',
      800,
    ],
    [
      'bbc',
      'Solar eclipse: how to watch safely',
      'Special glasses, pinhole cameras and other ways to see an eclipse.',
      1800,
    ],
    [
      'space',
      'Saturn gains newly confirmed moons',
      'Follow-up observations add small moons to the list for Saturn.',
      5200,
    ],
    [
      'ars',
      'How space telescopes are cooled',
      'Sunshields and cryocoolers keep infrared instruments near absolute zero.',
      9000,
    ],
    // Programming, databases and the web
    [
      'register',
      'Node.js release brings faster startup',
      'The new Node.js version ships an updated JavaScript engine and a stable test runner.',
      2,
    ],
    [
      'lwn',
      'Linux kernel merge window opens',
      'What has been merged for the next Linux kernel so far: file systems, scheduling and drivers.',
      6,
    ],
    [
      'phoronix',
      'PostgreSQL gains asynchronous I/O improvements',
      'Benchmarks of the PostgreSQL development branch show faster sequential scans.',
      12,
    ],
    [
      'heise',
      'Linux-Kernel: Neue Version freigegeben',
      'Die neue Fassung des Linux-Kernels bringt Treiber, schnellere Dateisysteme und viele Korrekturen.',
      16,
    ],
    [
      'register',
      'Rust adoption grows in system software',
      'More projects write new components in Rust and keep their C code.',
      26,
    ],
    [
      'lwn',
      'Python drops another old module',
      'The Python standard library gets smaller as long-deprecated modules leave.',
      60,
    ],
    [
      'verge',
      'Browsers agree on new CSS features',
      'The makers of web browsers publish this year’s list of features that should work everywhere.',
      90,
    ],
    ['phoronix', 'Redis and its forks compared', 'Benchmarks of Redis, Valkey and others on the same machine.', 150],
    [
      'register',
      'TypeScript compiler rewrite promises shorter builds',
      'A native port of the TypeScript compiler cuts build times for large projects.',
      230,
    ],
    [
      'lwn',
      'Git turns another year older',
      'A look at how the version control system Git is developed and what comes next.',
      390,
    ],
    [
      'ars',
      'Why open source maintainers burn out',
      'Those who maintain widely used libraries speak about time, money and thanks.',
      610,
    ],
    [
      'register',
      'Docker images slim down',
      'Smaller base images and reproducible builds make containers easier to trust.',
      1100,
    ],
    ['phoronix', 'SQLite release speeds up queries', 'The query planner of SQLite learns new tricks for joins.', 2600],
    [
      'lwn',
      'Debian releases a new stable version',
      'Debian developers publish a new stable release after two years of work.',
      3900,
    ],
    ['verge', 'The web at three decades', 'How the World Wide Web grew from a physics laboratory to everything.', 7000],
    [
      'register',
      'Kubernetes ends support for old interfaces',
      'Operators of Kubernetes clusters should check their manifests before they upgrade.',
      9300,
    ],
    // Self-hosting, search, privacy and artificial intelligence
    [
      'heise',
      'Selbst gehostet: Nextcloud bekommt Update',
      'Die neue Version von Nextcloud verbessert die Dateisuche und die Zusammenarbeit.',
      4,
    ],
    [
      'verge',
      'Small search engines find their niche',
      'Independent search engines with their own index attract people who want something different.',
      8,
    ],
    [
      'ars',
      'Self-hosting makes a comeback',
      'Cheap computers and containers let people run their own photo and file servers at home.',
      34,
    ],
    [
      'register',
      'Metasearch projects adapt to fewer free interfaces',
      'Maintainers of metasearch engines explain how they deal with closed search interfaces.',
      110,
    ],
    [
      'ap',
      'Artificial intelligence in schools: teachers share what works',
      'Teachers describe how they use artificial intelligence in lessons and where they draw the line.',
      18,
    ],
    [
      'bbc',
      'What is machine learning? A short guide',
      'How machine learning differs from other software, explained with everyday examples.',
      170,
    ],
    [
      'nature',
      'Artificial intelligence helps to predict protein structures',
      'Researchers use machine learning to find the shape of proteins in hours.',
      700,
    ],
    [
      'guardian',
      'Privacy online: ten steps that help',
      'Small changes in browsers and phones that protect personal data.',
      1300,
    ],
    [
      'verge',
      'Password managers and passkeys explained',
      'What passkeys change for logging in, and how to move from passwords.',
      2900,
    ],
    [
      'heise',
      'Raspberry Pi als Heimserver einrichten',
      'Eine Anleitung zum stromsparenden Server für Dateien, Musik und Haussteuerung.',
      640,
    ],
    // Places and history
    ['dw', 'Berlin opens new bicycle routes', 'Protected lanes connect the centre of Berlin with outer districts.', 7],
    [
      'bbc',
      'Paris: what to see beyond the Eiffel Tower',
      'Canals, markets and small museums in Paris that visitors often miss.',
      28,
    ],
    [
      'japantimes',
      'Tokyo cherry blossoms forecast published',
      'Forecasters name the days when cherry trees in Tokyo should be in full bloom.',
      15,
    ],
    [
      'japantimes',
      'Tokyo station marks its history with exhibition',
      'Photographs and models tell of a century of railways in Tokyo.',
      95,
    ],
    [
      'guardian',
      'Archaeologists uncover Roman road',
      'A stretch of Roman road with wheel ruts came to light during building work.',
      33,
    ],
    ['bbc', 'Roman coins found in a field', 'A hoard of coins sheds light on trade in the Roman Empire.', 190],
    [
      'ap',
      'Museum returns to its renovated home',
      'After years of work a history museum opens its doors with new galleries.',
      320,
    ],
    ['reuters', 'Venice counts its visitors', 'The city tests ways to steer tourism in the old town.', 560],
    [
      'aljazeera',
      'Silk Road cities restore their monuments',
      'Restorers and historians work on tiled domes along the Silk Road.',
      1500,
    ],
    ['dw', 'Thirty years of a European night train', 'Night trains return to the timetable in Europe.', 3300],
    [
      'guardian',
      'World War II letters find their way into an archive',
      'Families give letters from World War II to a public archive, which puts them online.',
      6100,
    ],
    [
      'bbc',
      'Notre-Dame: how craftsmen rebuilt the roof',
      'Carpenters used medieval methods to rebuild the oak roof of Notre-Dame in Paris.',
      7900,
    ],
    // Health and food
    [
      'bbc',
      'Vaccines: how they are tested before approval',
      'From laboratory to clinic: the phases of a vaccine trial.',
      10,
    ],
    [
      'reuters',
      'Flu vaccination season begins',
      'Health services advise older people and staff in care to get a flu vaccine.',
      44,
    ],
    ['guardian', 'How much coffee is too much?', 'What research says about coffee, sleep and the heart.', 20],
    [
      'ap',
      'Bakers share tips for sourdough at home',
      'Flour, water and patience: bakers on what makes a good sourdough loaf.',
      56,
    ],
    [
      'sciencenews',
      'Sleep and memory: what happens at night',
      'Experiments show how sleep helps the brain to keep what it learned.',
      120,
    ],
    [
      'nature',
      'Gut microbes differ with diet',
      'A study of volunteers compares gut microbes before and after a change of diet.',
      350,
    ],
    [
      'bbc',
      'Running your first marathon: a plan',
      'Coaches explain how beginners train for a marathon without injuries.',
      62,
    ],
    ['guardian', 'Fermented food at home', 'Sauerkraut, kimchi and kefir: a beginner’s guide to fermentation.', 870],
    [
      'dw',
      'Coffee farmers adapt to a warmer climate',
      'Growers move uphill and try new coffee varieties as temperatures rise.',
      2100,
    ],
    [
      'ap',
      'Mediterranean diet stays on top of rankings',
      'Nutrition experts again praise vegetables, olive oil and fish.',
      4300,
    ],
    // Science and animals
    [
      'sciencenews',
      'Bees remember flowers by scent and colour',
      'Experiments show how bees learn which flowers are worth a visit.',
      13,
    ],
    [
      'nature',
      'Quantum computers correct more errors',
      'Error correction brings useful quantum computers a step nearer.',
      48,
    ],
    [
      'ars',
      'CERN plans upgrades of the Large Hadron Collider',
      'Engineers at CERN replace magnets to raise the number of collisions.',
      105,
    ],
    [
      'sciencenews',
      'Octopuses change colour while they dream',
      'Video of sleeping octopuses shows patterns that look like waking ones.',
      240,
    ],
    ['bbc', 'Wild birds: how to help them in winter', 'What to feed garden birds and what to leave out.', 36],
    [
      'guardian',
      'Wolves return to old forests',
      'Monitoring shows wolf packs where the animal had been gone for a century.',
      520,
    ],
    [
      'ap',
      'Golden retriever becomes a therapy dog',
      'A golden retriever visits patients in a children’s hospital every week.',
      84,
    ],
    ['reuters', 'Panda cub makes its first appearance', 'Visitors queue to see the young panda at the zoo.', 300],
    [
      'nature',
      'Photosynthesis mapped in finer detail',
      'A new microscope follows energy through photosynthesis in leaves.',
      1000,
    ],
    [
      'sciencenews',
      'Mathematicians close in on an old problem',
      'A proof narrows the gap in a question about prime numbers.',
      1600,
    ],
    ['bbc', 'Dinosaur footprints on the beach', 'Walkers found a line of dinosaur footprints after a storm.', 3000],
    [
      'nature',
      'CRISPR gene editing reaches more clinics',
      'Trials of CRISPR therapies report results for blood diseases.',
      5600,
    ],
    // Arts, sport and games
    [
      'guardian',
      'Van Gogh exhibition brings letters and paintings together',
      'The show hangs paintings by Vincent van Gogh beside the letters in which he described them.',
      17,
    ],
    ['bbc', 'Shakespeare in the park returns', 'Open-air theatre brings Shakespeare comedies to city parks.', 75],
    [
      'ap',
      'Jazz festival announces its programme',
      'Young musicians and veterans share the stages of the jazz festival.',
      38,
    ],
    ['reuters', 'Film festival opens with documentary', 'The festival shows films from sixty countries.', 160],
    [
      'espn',
      'World Cup qualifying: what each team needs',
      'Tables and fixtures before the last round of World Cup qualifying.',
      1.6,
    ],
    [
      'bbc',
      'Football: how video referees decide',
      'A visit to the room where video referees watch football matches.',
      23,
    ],
    [
      'espn',
      'Marathon season: races to watch',
      'Fast courses and deep fields make for a promising marathon season.',
      66,
    ],
    [
      'ap',
      'Chess championship draws large online audience',
      'Millions follow the chess championship on the internet, move by move.',
      5.5,
    ],
    [
      'guardian',
      'Chess clubs welcome a new generation',
      'Schools and libraries report full rooms on chess evenings.',
      180,
    ],
    [
      'bbc',
      'Tour de France route revealed',
      'Mountains, cobbles and two time trials on the route of the Tour de France.',
      450,
    ],
    ['verge', 'Indie games to look out for', 'Small studios show puzzle, strategy and adventure games.', 58],
    [
      'ars',
      'How game engines became open source',
      'Godot and others let small teams make games without licence fees.',
      1250,
    ],
    [
      'reuters',
      'Olympic hosts present plans for venues',
      'Existing stadiums and temporary halls should keep costs of the Olympic Games down.',
      6600,
    ],
    ['espn', 'Tennis: rankings explained', 'How points are won and lost in the tennis rankings.', 2400],
    // World and economy
    ['reuters', 'Central banks watch inflation', 'What interest rates mean for inflation, savings and loans.', 2.5],
    ['ap', 'Elections: how votes are counted', 'From polling station to result: the steps of an election count.', 9.5],
    [
      'aljazeera',
      'Ports work to clear container backlog',
      'Shipping lines and ports add shifts to move containers faster.',
      27,
    ],
    ['bbc', 'Food prices: why they move', 'Weather, fuel and trade explain most changes in food prices.', 125],
    [
      'dw',
      'Railways plan direct trains across Europe',
      'Operators announce new direct train connections between European capitals.',
      72,
    ],
    // German, French, Spanish, Japanese
    [
      'tagesschau',
      'Klimawandel: Städte bereiten sich auf Hitze vor',
      'Mehr Bäume, helle Dächer und Trinkbrunnen sollen die Folgen des Klimawandels mildern.',
      3.5,
    ],
    [
      'tagesschau',
      'Berlin: Neue Radwege in der Innenstadt',
      'Der Senat stellt Pläne für geschützte Radwege in Berlin vor.',
      29,
    ],
    [
      'tagesschau',
      'Wetter: Ein milder Herbst geht zu Ende',
      'Meteorologen ziehen Bilanz und blicken auf den Winter.',
      200,
    ],
    [
      'heise',
      'Künstliche Intelligenz im Alltag',
      'Wo künstliche Intelligenz heute schon hilft und wo sie scheitert.',
      75,
    ],
    [
      'tagesschau',
      'Erneuerbare Energien decken die Hälfte des Stroms',
      'Wind und Sonne liefern einen wachsenden Anteil am Strom.',
      1400,
    ],
    [
      'lemonde',
      'Changement climatique : les villes s’adaptent',
      'Îlots de fraîcheur, arbres et toits clairs : comment les villes répondent au changement climatique.',
      6.5,
    ],
    [
      'lemonde',
      'Paris : la Seine redevient baignable',
      'Les travaux d’assainissement de la Seine à Paris portent leurs fruits.',
      50,
    ],
    [
      'lemonde',
      'Énergies renouvelables : l’éolien en mer progresse',
      'De nouveaux parcs éoliens en mer entrent en service.',
      380,
    ],
    ['lemonde', 'Le retour des trains de nuit', 'Les trains de nuit séduisent de nouveau les voyageurs.', 2000],
    [
      'elpais',
      'El cambio climático altera las estaciones',
      'Los científicos estudian cómo el cambio climático adelanta la primavera.',
      8.5,
    ],
    [
      'elpais',
      'El telescopio James Webb observa galaxias lejanas',
      'Nuevas imágenes del telescopio James Webb muestran el universo joven.',
      46,
    ],
    ['elpais', 'Energía solar: récord de instalaciones', 'La energía solar crece en tejados y campos de España.', 410],
    [
      'elpais',
      'La dieta mediterránea, a examen',
      'Qué dicen los estudios sobre la dieta mediterránea y el corazón.',
      3100,
    ],
    ['nhk', '東京 桜の開花予想を発表', '東京の桜は平年より早く咲く見込みです。', 12],
    ['nhk', '気候変動 各地で対策進む', '気候変動による暑さへの対策が各地で進んでいます。', 150],
    ['nhk', '宇宙望遠鏡が新しい画像を公開', 'ジェイムズ・ウェッブ宇宙望遠鏡の新しい画像が公開されました。', 620],
  ];

export const newsArticles: readonly NewsDocument[] = rows.map(([publisher, title, text, hoursAgo]) => {
  const [name, base, lang] = publishers[publisher];
  const slug = slugOf(title);
  return {
    title,
    url: `${base}${slug}`,
    text,
    publisher: name,
    hoursAgo,
    // As on real sites, about a third of the articles have no picture.
    ...(hash(title) % 3 > 0 ? { thumbnail: `${new URL(base).origin}/images/${slug}.jpg` } : {}),
    ...(lang ? { lang } : {}),
  };
});

/** The words of a title that Latin letters can write, and a number, as news sites put into addresses. */
function slugOf(title: string): string {
  const latin = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
  return `${latin.replace(/^-|-$/g, '')}-${hash(title) % 10_000_000}`.replace(/^-/, '');
}
