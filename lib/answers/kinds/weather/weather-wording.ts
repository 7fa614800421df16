/** Questions about the weather in a place, in seven languages. */

/**
 * How certain it is that a wording names a place. `sure`: after `weather in`. `likely`: next to `weather` (`weather
 * map`). `known`: next to `forecast` or `temperature`, only if the place is known (`gold forecast`).
 */
export type Sureness = 'sure' | 'likely' | 'known';

/** People use no more of them; without a limit, a hostile query could keep the pattern busy. */
const UP_TO_THREE = '{0,3}';
const WHEN =
  '(?: (?:today|tonight|tomorrow|now|right now|currently|outside|this week|this weekend|next week|later|like|looking|look like|look|please|going to be|be|for today|for tomorrow|heute|morgen|gerade|jetzt|aktuell|momentan|am wochenende|aujourd.hui|demain|maintenant|ce week.end|hoy|mañana|ahora|oggi|domani|adesso|hoje|amanhã|agora|vandaag|nu|dit weekend))' +
  UP_TO_THREE;
const SPAN =
  '(?:(?:\\d{1,2}|five|seven|ten|fourteen|hourly|weekly|daily|weekend|extended|long range|local|current|today.?s|tomorrow.?s)(?:[ -]days?|[ -]hour)? )' +
  UP_TO_THREE;
const ASK =
  "(?:(?:can|could) you )?(?:please )?(?:tell me |show me |give me |check |look up |get |find |do you know |i(?: want| need|'d like| would like)(?: to know)? )?(?:what(?:'s|s| is| will| are| does)? |how(?:'s|s| is| will| are| does)? )?(?:the )?";
const IN = '(?:in|for|at|near|around|over(?: in)?)';

const sure = (source: string): readonly [RegExp, Sureness] => [new RegExp(`^${source}$`), 'sure'];
const likely = (source: string): readonly [RegExp, Sureness] => [new RegExp(`^${source}$`), 'likely'];
const known = (source: string): readonly [RegExp, Sureness] => [new RegExp(`^${source}$`), 'known'];

/** Questions about rain or snow, in languages other than English. */
const RAINS: readonly string[] = [
  '(?:regnet|schneit) es',
  '(?:pleut[- ]il|il pleut|neige[- ]t[- ]il|va[- ]t[- ]il pleuvoir|est-ce qu.il (?:pleut|va pleuvoir))',
  '¿?(?:est[aá] lloviendo|llueve|va a llover|lloverá|nieva)',
  '(?:sta piovendo|piove|piover[àa]|nevica)',
  '(?:est[aá] (?:chovendo|a chover)|chove|vai chover)',
  '(?:regent het|gaat het (?:regenen|sneeuwen)|sneeuwt het)',
];

/** All wordings, in the order in which they are tried. */
export const weatherQuestions: readonly (readonly [RegExp, Sureness])[] = [
  sure(
    `${ASK}${SPAN}weather(?:'s)?(?: forecast| report| conditions| outlook| prediction)?(?: is)?(?: it)?${WHEN} ${IN} (?<place>.+)`,
  ),
  likely(
    `${ASK}${SPAN}(?:forecast|(?:high |low |outside )?temperature|temp|climate|humidity|wind speed|conditions)(?: is)?(?: it)?${WHEN} ${IN} (?<place>.+)`,
  ),
  likely(
    `how (?:hot|cold|warm|cool|humid|windy|rainy) (?:is it|will it be|will it get|does it get|it is|is)${WHEN} in (?<place>.+)`,
  ),
  likely(`(?:is it|will it be) (?:hot|cold|warm|cool|raining|snowing|sunny|cloudy|windy|rainy)${WHEN} in (?<place>.+)`),
  likely(`(?:(?:do|will) i need|should i (?:take|bring|wear)) an? (?:umbrella|coat|jacket)${WHEN} in (?<place>.+)`),
  likely(
    `(?:will it|is it (?:going|supposed) to) (?:rain|snow|be (?:sunny|hot|cold|warm|cloudy|windy|rainy))${WHEN} in (?<place>.+)`,
  ),
  likely(`${SPAN}weather(?: forecast| report| conditions)?${WHEN} (?<place>.+)`),
  likely(
    `${SPAN}(?<place>.+?) ${SPAN}weather(?: forecast| report| conditions| outlook)?(?: \\d{1,2}[ -]days?(?: forecast)?)?${WHEN}`,
  ),
  likely(`(?:\\d{1,2}|five|seven|ten|fourteen|extended|hourly)(?:[ -]days?)? (?:weather )?forecast (?<place>.+)`),
  likely('(?<place>.+?) weather (?<region>.+)'),
  known(`${SPAN}(?:(?:snow|rain|wind) )?(?:forecast|temperature|temp)${WHEN} (?<place>.+)`),
  known(`(?<place>.+?) ${SPAN}(?:forecast|temperature|temp)`),
  sure(
    `(?:wie (?:ist|wird|ist denn) (?:das )?)?(?:das )?(?:aktuelle )?(?:wetter|wettervorhersage|wetterbericht)${WHEN} (?:in|für|fuer|bei|auf) (?<place>.+)`,
  ),
  likely(`(?:\\d{1,2}[- ]tage[- ])?(?:wetter|wettervorhersage|wetterbericht)${WHEN} (?<place>.+)`),
  likely('(?<place>.+?) (?:wetter|wettervorhersage|wetterbericht)'),
  likely(`(?:wie (?:warm|kalt|heiß) ist es|temperatur)${WHEN} in (?<place>.+)`),
  sure(`(?:la |prévisions? )?(?:météo|meteo)${WHEN} (?:à|a|de|du|pour|en|au|aux) (?<place>.+)`),
  sure(`quel temps (?:fait[- ]il|il fait|fera[- ]t[- ]il)${WHEN} (?:à|a|en|au|aux) (?<place>.+)`),
  likely(`(?:la |prévisions? )?(?:météo|meteo)${WHEN} (?<place>.+)`),
  likely('(?<place>.+?) (?:météo|meteo)'),
  likely(
    `(?:(?:quelle est )?(?:la )?température|quelle température fait[- ]il|il fait combien|combien fait[- ]il)${WHEN} (?:à|a|en|au) (?<place>.+)`,
  ),
  likely(
    `(?:¿?qué tiempo (?:hace|hará)|(?:el )?tiempo|¿?cómo está el (?:clima|tiempo)|(?:el )?clima|(?:el )?pron[oó]stico(?: del tiempo)?|previsi[oó]n del tiempo|temperatura)${WHEN} (?:en|para|de) (?<place>.+)`,
  ),
  likely(`(?:el )?pron[oó]stico(?: del tiempo)?${WHEN} (?<place>.+)`),
  known(`(?:tiempo|clima) (?<place>.+)`),
  likely(
    `(?:che tempo fa|(?:previsioni )?(?:meteo|del tempo)|previsioni|il tempo|tempo|temperatura)${WHEN} (?:a|ad|in|di|per|nel|nella) (?<place>.+)`,
  ),
  likely(`previsioni (?:meteo|del tempo)${WHEN} (?<place>.+)`),
  likely(
    `(?:qual (?:é )?a )?(?:como est[aá] o tempo|previsão do tempo|previsao do tempo|o tempo|tempo|clima|temperatura)${WHEN} (?:em|no|na|para|de) (?<place>.+)`,
  ),
  likely('(?:previsão|previsao) do tempo (?<place>.+)'),
  likely(
    `(?:(?:(?:hoe|wat) (?:is|wordt) )?het weer|wat voor weer (?:is|wordt) het|weer|weerbericht|weersverwachting|weersvoorspelling|temperatuur)${WHEN} (?:in|voor) (?<place>.+)`,
  ),
  known(`(?:weer|weerbericht|weersverwachting)${WHEN} (?<place>.+)`),
  likely(`(?:what(?:'s| is) the (?:high|low)|(?:high|low) temperatures?)${WHEN} in (?<place>.+)`),
  likely(
    `(?:what(?:'s| is) the |is there an? )?(?:chances?|probability) of (?:rain|snow|precipitation)${WHEN} in (?<place>.+)`,
  ),
  // `rain in spain` is a song; a day makes it a question.
  known('(?:rain|snow|wind) (?:in (?<place>.+)) (?:today|tonight|tomorrow|now|right now|this week|this weekend)'),
  known('(?:rain|snow|wind) (?:today|tonight|tomorrow|now|this week|this weekend) in (?<place>.+)'),
  ...RAINS.map((words) => likely(`${words}${WHEN} (?:in|à|a|en|em) (?<place>.+)`)),
  likely(`wird es${WHEN} in (?<place>.+?) (?:regnen|schneien)`),
];

/** Cheap test: every weather question contains one of these words. */
export const WEATHER_WORDS =
  /weather|forecast|temperatur|\btemp\b|climate|how (?:hot|cold|warm|cool|humid|windy|rainy)|is it|will it|the (?:high|low) |umbrella|jacket|\bcoat\b|conditions|fait combien|combien fait|humidity|wind speed|rain|snow|sunny|cloudy|wetter|m[eé]t[eé]o|\btemps\b|température|tiempo|\bclima\b|pron[oó]stico|\btempo\b|previs|\bweer|wie (?:warm|kalt|heiß)|wheather|\bwind\b|precipitation|regne|schne|pleu|neige|llov|lluev|nieva|piov|nevica|chov|regen|sneeu/;

/** Words that do not occur in place names, or that turn a name into something else. */
const NO_PLACE =
  /\b(?:maps?|apps?|channels?|radio|balloons?|records?|services?|archives?|stations?|underground|reports?|girls?|vanes?|news|cent(?:er|re)s?|aviation|bug|widgets?|api|alerts?|radar|satellite|history|average|averages|stripping|proof|stone|patterns?|control|cold|hot|warm|severe|stormy|extreme|space|bad|good|fair|beautiful|crazy|my|today|tomorrow|national|local|marine|tropical|like|what|how|why|when|is|noaa|nws|bbc|cnn|abc|fox|kids|quotes?|songs?|lyrics|movie|cast|me|here|area|outside|near|girl|guy|man|woman|tv|live|camera|cam|cams|symbols?|icons?|terms|facts|words|instruments?|balloon|modification|machine|the|this|that|these|all|any|color|colour|cpu|gpu|oven|body|water|room|sea|ocean|pool|gold|market|stock|stocks|sales|price|economic|nba|nfl|earnings|budget|hydrological|computer|monitor|sensor|celsius|fahrenheit|kelvin|chart|converter|conversion|meat|chicken|critical|model|software|mars|moon|hell|pretend|lyrics)\b/;

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** More words of this sort: topics, activities, products, and phrases with `weather`. */
const NO_PLACE_WORDS = words(`
  january february april september october november december januar februar oktober dezember janvier février fevrier avril
  septembre octobre novembre décembre decembre enero febrero septiembre octubre diciembre gennaio febbraio settembre ottobre
  dicembre janeiro fevereiro setembro outubro novembro dezembro januari februari

  accuweather activities adults adverse advisories advisory agricole agriculture album albums alexa ancient android anime
  antonym anxiety aquarium arduino arthritis article articles awful babies barometer beginners blanket blog blogs books bot
  calculator camping cancellation cancellations cancelled career careers caulk causes chatgpt chemistry chords clipart
  closing closings closures clothes clothing clueless command commands crops crossword csv cycling damage data database
  dataset datasets definition delay delays depression derivative derivatives difference disaster disasters discord dnd dreary
  drone drones dummies effect effects emergency emoji emojis employment episode essay etymology example examples excuse
  excuses experiment experiments explained explanation facebook film films flights folklore forecaster forecasters
  forecasting forecasts fortnite freezing fridge frigid futures galaxy games gardening gauge gauges generator gif gifs github
  global gloomy google gorgeous grammar greenhouse guitar hazards headache headaches health heaven hiking homework html
  humans hygrometer idiom idioms imdb impact importance inclement incubator instagram insurance ipad iphone javascript job
  jobs joke jokes json karaoke kayaking kindergarten kitesurfing language lesson lessons linux literature llm lore magazine
  meaning meme memes meteorologist meteorologists migraine migraines minecraft miserable mods msn muggy netflix novel osrs
  outfit outfits paragliding permitting phenomena phenomenon photosynthesis physics picnic pilots plugin plugins png podcast
  podcasts poem poems poetry pokemon powerpoint ppt prediction predictions pregnancy preschool presenter presenters prompt
  prompts pronunciation proverb proverbs pun puns python quiz reddit refrigerator remix reporter reporters resistance
  resistant riddle riddles roblox router sailing sailors salary sayings scary script scripts sealant sealing sensors shoes
  siding sims simulator sitcom skyrim soundtrack spelling spotter spotters sticker stickers students studies surfing svg
  synonym synonyms taskbar tattoo tattoos teachers terraria terrarium terrible thermodynamics thermometer tiktok tires
  toddlers tracker trackers tracking traffic trailer translation trivia tweets twitter types tyres ubuntu ukulele umbrella
  umbrellas universe update updates valheim verbs vinyl vocab vocabulary vs wallpaper wallpapers warming warning warnings
  weatherman website websites wedding weddings whiplash whisperer wiki wikipedia worksheet worksheets wunderground yahoo
  youtube zelda

  applikation blague blagues chanson chistes gratuit gratuite jour kostenlos lied mois monde palabras paroles plages
  présentateur présentatrice redewendungen refranes semaine sprüche vocabulaire vocabulario vokabeln witze wörter

  adviento attesa calidad coccion cocción consegna contribuição cottura cozimento cuaresma descanso ejecucion ejecución
  entrega espera gioco juego reaccion reacción reação reazione respuesta serviço`);

/** Alone or after a preposition: `weather in spanish`. Spanish Fork and Playa del Inglés are places. */
const LANGUAGES = words(`
  arabic bengali cantonese chinese czech danish dutch english esperanto farsi filipino finnish french gaelic german greek gujarati
  hebrew hindi hungarian indonesian irish italian japanese kannada korean latin malayalam mandarin marathi norwegian persian
  polish portuguese punjabi romanian russian spanish swahili swedish tagalog tamil telugu thai turkish ukrainian urdu vietnamese
  welsh
  arabisch chinesisch deutsch englisch französisch italienisch japanisch niederländisch polnisch portugiesisch russisch spanisch
  türkisch
  allemand anglais arabe chinois espagnol français francais italien japonais néerlandais portugais russe
  alemán aleman español espanol francés frances inglés ingles italiano japonés portugués ruso
  francese inglese spagnolo tedesco alemão espanhol inglês
  duits engels frans italiaans nederlands spaans`);

const BEFORE_LANGUAGE = /^.* (?:in|en|em|auf|op) /;

/**
 * Months and seasons count only alone or after a preposition, because place names also contain them: `june lake`,
 * `winter park`.
 */
const SEASON =
  /(?:^|\s(?:in|im|en|em|a|of|for|during|around|de) )(?:march|may|june|july|august|märz|mai|juni|juli|juin|juillet|août|marzo|abril|junio|julio|agosto|noviembre|aprile|maggio|giugno|luglio|março|maio|junho|julho|maart|mei|augustus|spring|summer|autumn|fall|winter|frühling|sommer|herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno|estate|autunno|inverno|verão|outono|zomer|herfst)$|\sen mayo$/;
/** These also occur in place names, but not alone. */
const NOT_ALONE = words(`
  activity anchor basement bomb boots bracelet bureau calendar camp city club cock contracts deck diary dirty display dress
  drum excel factory fine front fronts funny fusion gods grapes guard heavy house journal killer kit knowledge lamp log magic
  mod museum music names online people perfect pixie pro problems project question questions roof safety school science
  screen seal show sounds storm strip system systems team tech test theory tight tool topics tundra tunnel unit units video
  videos watch wear weird wheel wizard world
  de du di da carga frau grillen guerra lectura lettura montagne neige paz surf trabajo vida vita demain aujourd'hui heute
  morgen hoy mañana oggi domani hoje amanhã vandaag`);
/** A name does not begin with these words, except for the towns listed here. */
const CONJUNCTION =
  /^(?:in(?! salah| amenas| guezzam)|im|at|for|für|auf|en(?! gedi)|vs|versus|and|or(?! yehuda| akiva)|but|by|on|with|without|during|before|after|because|if|than|about|und|oder|et|ou|von(?! ormy)|vom|zum|des(?! moines| plaines| peres| allemands| arc| lacs))(?: |$)/;

/** Whether a name in a weather question is not a place. */
export function hasNoPlace(name: string, question: string): boolean {
  if (NO_PLACE.test(name) || SEASON.test(name) || CONJUNCTION.test(name) || NOT_ALONE.has(name)) return true;
  // Wedding is a part of Berlin.
  if (name === 'wedding' && question.includes('wetter')) return false;
  return (
    LANGUAGES.has(name.replace(BEFORE_LANGUAGE, '')) || name.split(/[ -]/).some((word) => NO_PLACE_WORDS.has(word))
  );
}
