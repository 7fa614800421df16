import type { EncyclopediaEntry } from '../knowledge.ts';

type Row = readonly [title: string, wikidata: string, description: string, extract: string, thumbnail?: string];

const german: readonly Row[] = [
  [
    'Albert Einstein',
    'Q937',
    'deutsch-schweizerisch-amerikanischer Physiker (1879–1955)',
    'Albert Einstein war ein in Deutschland geborener theoretischer Physiker. Bekannt wurde er vor allem durch die Relativitätstheorie. Für seine Erklärung des photoelektrischen Effekts erhielt er den Nobelpreis für Physik.',
    'Albert Einstein Head.jpg',
  ],
  [
    'Klimawandel',
    'Q7942',
    'Veränderung des Klimas auf der Erde',
    'Klimawandel, auch Klimaveränderung, ist eine weltweit auftretende Veränderung des Klimas auf der Erde. Die gegenwärtige globale Erwärmung ist durch den Menschen verursacht.',
  ],
  [
    'Berlin',
    'Q64',
    'Hauptstadt und Land der Bundesrepublik Deutschland',
    'Berlin ist die Hauptstadt und ein Land der Bundesrepublik Deutschland. Die Stadt ist mit rund 3,7 Millionen Einwohnern die bevölkerungsreichste der Europäischen Union.',
    'Brandenburger Tor abends.jpg',
  ],
  [
    'Paris',
    'Q90',
    'Hauptstadt Frankreichs',
    'Paris ist die Hauptstadt der Französischen Republik. Mit über zwei Millionen Einwohnern ist sie eine der größten Städte der Europäischen Union.',
    'Louvre Museum Wikimedia Commons.jpg',
  ],
  [
    'Linux',
    'Q388',
    'Familie freier Betriebssysteme',
    'Als Linux bezeichnet man in der Regel freie, unixähnliche Mehrbenutzer-Betriebssysteme, die auf dem Linux-Kernel und wesentlich auf GNU-Software basieren.',
    'Tux.svg',
  ],
  [
    'Kaffee',
    'Q8486',
    'Heißgetränk aus Kaffeebohnen',
    'Kaffee ist ein schwarzes, psychotropes, koffeinhaltiges Getränk, das aus gerösteten und gemahlenen Kaffeebohnen hergestellt wird.',
    'Tazzina di caffè a Ventimiglia.jpg',
  ],
  [
    'Mond',
    'Q405',
    'einziger natürlicher Satellit der Erde',
    'Der Mond ist der einzige natürliche Satellit der Erde. Mit einem Durchmesser von 3476 Kilometern ist er der fünftgrößte Mond des Sonnensystems.',
    'FullMoon2010.jpg',
  ],
  [
    'Photosynthese',
    'Q11982',
    'biochemischer Vorgang',
    'Die Photosynthese ist ein physiologischer Prozess, bei dem mit Hilfe von Lichtenergie energiereiche Stoffe aus energieärmeren aufgebaut werden.',
    'Photosynthesis en.svg',
  ],
  [
    'Brandenburger Tor',
    'Q82425',
    'Triumphtor in Berlin',
    'Das Brandenburger Tor in Berlin ist ein frühklassizistisches Triumphtor am Pariser Platz. Es wurde von 1789 bis 1793 errichtet.',
    'Brandenburger Tor abends.jpg',
  ],
];

const french: readonly Row[] = [
  [
    'Albert Einstein',
    'Q937',
    'physicien théoricien (1879–1955)',
    'Albert Einstein est un physicien théoricien né en Allemagne. Il est connu pour la théorie de la relativité et a reçu le prix Nobel de physique de 1921.',
    'Albert Einstein Head.jpg',
  ],
  [
    'Paris',
    'Q90',
    'capitale de la France',
    'Paris est la capitale de la France. Divisée en vingt arrondissements, la ville compte plus de deux millions d’habitants et se trouve au cœur de l’Île-de-France, sur la Seine.',
    'Louvre Museum Wikimedia Commons.jpg',
  ],
  [
    'Tour Eiffel',
    'Q243',
    'tour autoportante à Paris',
    'La tour Eiffel est une tour de fer puddlé de 330 mètres de hauteur située à Paris, à l’extrémité nord-ouest du parc du Champ-de-Mars. Elle a été construite par Gustave Eiffel pour l’Exposition universelle de 1889.',
    'Tour Eiffel Wikimedia Commons.jpg',
  ],
  [
    'Réchauffement climatique',
    'Q7942',
    'augmentation des températures à la surface de la Terre',
    'Le réchauffement climatique, ou changement climatique, est le phénomène d’augmentation des températures moyennes océaniques et atmosphériques, du fait d’émissions de gaz à effet de serre.',
  ],
  [
    'Trou noir',
    'Q589',
    'objet céleste compact',
    'Un trou noir est un objet céleste si compact que l’intensité de son champ gravitationnel empêche toute forme de matière ou de rayonnement de s’en échapper.',
    'Black hole - Messier 87 crop max res.jpg',
  ],
  [
    'Lune',
    'Q405',
    'satellite naturel de la Terre',
    'La Lune est l’unique satellite naturel permanent de la planète Terre. C’est l’objet céleste le plus proche de la Terre.',
    'FullMoon2010.jpg',
  ],
  [
    'Café',
    'Q8486',
    'boisson préparée à partir de grains torréfiés',
    'Le café est une boisson énergisante psychotrope stimulante, obtenue à partir des graines torréfiées de diverses variétés de caféier.',
    'Tazzina di caffè a Ventimiglia.jpg',
  ],
  [
    'Révolution française',
    'Q6534',
    'période de l’histoire de France',
    'La Révolution française est une période de bouleversements politiques et sociaux en France, ouverte par les États généraux de 1789.',
  ],
];

const spanish: readonly Row[] = [
  [
    'Albert Einstein',
    'Q937',
    'físico teórico (1879–1955)',
    'Albert Einstein fue un físico alemán de origen judío, conocido por la teoría de la relatividad. Obtuvo el Premio Nobel de Física de 1921.',
    'Albert Einstein Head.jpg',
  ],
  [
    'Madrid',
    'Q2807',
    'capital de España',
    'Madrid es un municipio y una ciudad de España, capital del Estado. Con más de tres millones de habitantes es la ciudad más poblada del país.',
    'Plaza Mayor de Madrid 06.jpg',
  ],
  [
    'Cambio climático',
    'Q7942',
    'variación del clima de la Tierra',
    'El cambio climático se define como la variación en el estado del sistema climático terrestre, que perdura durante períodos de tiempo suficientemente largos.',
  ],
  [
    'Copa Mundial de Fútbol',
    'Q19317',
    'torneo internacional de selecciones',
    'La Copa Mundial de Fútbol, conocida como el Mundial, es el principal torneo internacional oficial de fútbol masculino a nivel de selecciones nacionales.',
  ],
  [
    'Energía renovable',
    'Q12705',
    'energía de fuentes naturales inagotables',
    'Se denomina energía renovable a la energía que se obtiene a partir de fuentes naturales virtualmente inagotables, como el sol o el viento.',
  ],
  [
    'Luna',
    'Q405',
    'satélite natural de la Tierra',
    'La Luna es el único satélite natural de la Tierra. Con un diámetro de 3474 kilómetros es el quinto satélite más grande del sistema solar.',
    'FullMoon2010.jpg',
  ],
  [
    'Python',
    'Q28865',
    'lenguaje de programación',
    'Python es un lenguaje de alto nivel de programación interpretado cuya filosofía hace hincapié en la legibilidad de su código.',
    'Python-logo-notext.svg',
  ],
  [
    'Fotosíntesis',
    'Q11982',
    'proceso biológico',
    'La fotosíntesis es un proceso químico que convierte materia inorgánica en materia orgánica gracias a la energía que aporta la luz.',
    'Photosynthesis en.svg',
  ],
];

const japanese: readonly Row[] = [
  [
    '東京',
    'Q1490',
    '日本の首都',
    '東京は、日本の首都である。関東地方に位置し、世界最大級の都市圏を形成している。',
    'Skyscrapers of Shinjuku 2009 January.jpg',
  ],
  [
    '富士山',
    'Q39231',
    '日本の最高峰',
    '富士山は、山梨県と静岡県に跨る活火山である。標高3776メートルで、日本最高峰の独立峰である。',
    'Lake Kawaguchiko Sakura Mount Fuji 4.JPG',
  ],
  [
    'アルベルト・アインシュタイン',
    'Q937',
    '理論物理学者',
    'アルベルト・アインシュタインは、ドイツ生まれの理論物理学者である。相対性理論で知られる。',
    'Albert Einstein Head.jpg',
  ],
];

const inLanguage = (lang: string, rows: readonly Row[]): EncyclopediaEntry[] =>
  rows.map(([title, wikidata, description, extract, thumbnail]) => ({
    title,
    lang,
    description,
    extract,
    wikidata,
    ...(thumbnail ? { thumbnail } : {}),
  }));

export const otherLanguages: readonly EncyclopediaEntry[] = [
  ...inLanguage('de', german),
  ...inLanguage('fr', french),
  ...inLanguage('es', spanish),
  ...inLanguage('ja', japanese),
];
