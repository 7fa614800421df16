/** How people ask for the weather somewhere, in seven languages. */

/**
 * How sure a wording is that what it names is a place: after `weather in` it is; beside `weather` it may be (`weather map`);
 * beside `forecast` or `temperature` it is one only if we know it (`gold forecast`).
 */
export type Sureness = 'sure' | 'likely' | 'known';

/** Nobody says more of them; without an end, a hostile query could keep the pattern busy. */
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

/** Whether it rains or snows, in the languages beside English. */
const RAINS: readonly string[] = [
  '(?:regnet|schneit) es',
  '(?:pleut[- ]il|il pleut|neige[- ]t[- ]il|va[- ]t[- ]il pleuvoir|est-ce qu.il (?:pleut|va pleuvoir))',
  '¿?(?:est[aá] lloviendo|llueve|va a llover|lloverá|nieva)',
  '(?:sta piovendo|piove|piover[àa]|nevica)',
  '(?:est[aá] (?:chovendo|a chover)|chove|vai chover)',
  '(?:regent het|gaat het (?:regenen|sneeuwen)|sneeuwt het)',
];

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
  // `rain in spain` is a song: a day makes it a question.
  known('(?:rain|snow|wind) (?:in (?<place>.+)) (?:today|tonight|tomorrow|now|right now|this week|this weekend)'),
  known('(?:rain|snow|wind) (?:today|tonight|tomorrow|now|this week|this weekend) in (?<place>.+)'),
  ...RAINS.map((words) => likely(`${words}${WHEN} (?:in|à|a|en|em) (?<place>.+)`)),
  likely(`wird es${WHEN} in (?<place>.+?) (?:regnen|schneien)`),
];

/** Cheap test for all of them. */
export const WEATHER_WORDS =
  /weather|forecast|temperatur|\btemp\b|climate|how (?:hot|cold|warm|cool|humid|windy|rainy)|is it|will it|the (?:high|low) |umbrella|jacket|\bcoat\b|conditions|fait combien|combien fait|humidity|wind speed|rain|snow|sunny|cloudy|wetter|m[eé]t[eé]o|\btemps\b|température|tiempo|\bclima\b|pron[oó]stico|\btempo\b|previs|\bweer|wie (?:warm|kalt|heiß)|wheather|\bwind\b|precipitation|regne|schne|pleu|neige|llov|lluev|nieva|piov|nevica|chov|regen|sneeu/;

/** Words that are in no name of a place, or that make one into something else. */
export const NO_PLACE =
  /\b(?:maps?|apps?|channels?|radio|balloons?|records?|services?|archives?|stations?|underground|reports?|girls?|vanes?|news|cent(?:er|re)s?|aviation|bug|widgets?|api|alerts?|radar|satellite|history|average|averages|stripping|proof|stone|patterns?|control|cold|hot|warm|severe|stormy|extreme|space|bad|good|fair|beautiful|crazy|my|today|tomorrow|national|local|marine|tropical|like|what|how|why|when|is|noaa|nws|bbc|cnn|abc|fox|kids|quotes?|songs?|lyrics|movie|cast|me|here|area|outside|near|girl|guy|man|woman|tv|live|camera|cam|cams|symbols?|icons?|terms|facts|words|instruments?|balloon|modification|machine|the|this|that|these|all|any|color|colour|cpu|gpu|oven|body|water|room|sea|ocean|pool|gold|market|stock|stocks|sales|price|economic|nba|nfl|earnings|budget|hydrological|computer|monitor|sensor|celsius|fahrenheit|kelvin|chart|converter|conversion|meat|chicken|critical|model|software|mars|moon|hell|pretend|lyrics)\b/;
