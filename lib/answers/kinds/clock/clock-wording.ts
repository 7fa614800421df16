/** Questions about the time in a place, in seven languages. `place` is the named group. */

const NOW =
  '(?: (?:now|right now|currently|today|at the moment|at present|please|exactly|gerade|jetzt|aktuell|momentan|maintenant|actuellement|en ce moment|ahora|ahora mismo|actualmente|adesso|ora|attualmente|agora|neste momento|nu|op dit moment)){0,3}';
const IN = '(?:over )?(?:in|at|for|of|on|@)';
/** Opening words that carry no meaning. */
const TELL =
  "(?:(?:can|could|would|will) you (?:please )?|may i (?:ask|know) |please |(?:i (?:want|need|would like)|i'd like|let me)(?: to)?(?: know)? |do you know |(?:tell|show|give|get|find) me |find(?: out)? |show |check |look up ){0,4}";
const ASK = `${TELL}(?:wh?at(?:'s|s| is| was)? |what will be )?`;
const WHICH = '(?:current |local |exact |actual |correct |present |right |standard |today.?s ){0,4}';

/** These wordings fit only a question about the time in a place. */
export const timeQuestions: readonly RegExp[] = [
  new RegExp(
    `^${ASK}(?:the )?${WHICH}(?:time|time and date|date and time|date)(?: of day)?(?: is it| it is| it's| is| would it be| will it be| do they have| do you have)?(?: there)?${NOW} ${IN} (?<place>.+)$`,
  ),
  new RegExp(
    `^(?:(?:can|could) you )?(?:tell me )?(?:what hour|how late|what day) (?:is it|it is)${NOW} in (?<place>.+)$`,
  ),
  new RegExp(`^what (?:would|will) (?:the )?${WHICH}time be${NOW} in (?<place>.+)$`),
  /^wh?at'?s? (?:the )?time(?: now)? (?<place>.+)$/,
  new RegExp(`^(?:wie ?(?:spät|spaet)|wie ?viel uhr) ist es${NOW} in (?<place>.+)$`),
  new RegExp(`^welche uhrzeit (?:ist(?: es)?|haben (?:wir|sie))${NOW} in (?<place>.+)$`),
  new RegExp(`^(?:aktuelle |lokale )?(?:uhrzeit|ortszeit|zeit)${NOW} in (?<place>.+)$`),
  new RegExp(`^quelle heure(?: est[- ]il| il est| est-ce)?${NOW} (?:à|a|au|aux|en|dans|sur) (?<place>.+)$`),
  new RegExp(`^il est quelle heure${NOW} (?:à|a|au|aux|en) (?<place>.+)$`),
  new RegExp(`^(?:l')?heure(?: actuelle| locale| exacte)?${NOW} (?:à|au|aux|en|de) (?<place>.+)$`),
  new RegExp(`^(?:¿ ?)?(?:qué|que) horas? (?:es|son)${NOW} en (?<place>.+)$`),
  new RegExp(`^(?:la )?hora(?: actual| local| exacta)?${NOW} (?:en|de) (?<place>.+)$`),
  new RegExp(`^che or[ae] (?:sono|è|e'|e)${NOW} (?:a|in|ad|nel|nella|negli) (?<place>.+)$`),
  new RegExp(`^(?:l')?ora(?: attuale| locale| esatta)?${NOW} (?:a|in|di) (?<place>.+)$`),
  new RegExp(`^(?:que|qual) horas? (?:são|sao|é|e)${NOW} (?:em|no|na|nos|nas) (?<place>.+)$`),
  new RegExp(`^horas?(?: atual| local| certa| exata)?${NOW} (?:em|no|na|nos|nas) (?<place>.+)$`),
  new RegExp(`^hoe laat is het${NOW} in (?<place>.+)$`),
  new RegExp(`^(?:huidige |lokale )?tijd${NOW} in (?<place>.+)$`),
];

/** Questions about the name of a time zone. */
export const zoneQuestions: readonly RegExp[] = [
  /^(?:in )?(?:what|which)(?:'s| is)? (?:the )?(?:current )?time ?zone (?:is|are|would|does|do|'s) (?<place>.+?)(?: (?:be|in|is|on|use|follow|fall|located|under|observe|belong to|currently|right now|now))*$/,
  new RegExp(`^${ASK}(?:the )?${WHICH}time ?zone(?: is)?(?: it| used)? ${IN} (?<place>.+)$`),
  new RegExp(`^${TELL}(?:what|which) time ?zone (?<place>.+?) (?:is in|is|uses|follows)$`),
  /^(?<place>.+?) (?:is|are) in (?:what|which) time ?zone$/,
  /^time ?zone (?<place>.+)$/,
  /^(?:what(?:'s| is) )?(?<place>.+?)(?:'s)? time ?zone(?: please| now| name| abbreviation)*$/,
  /^zeitzone (?:in |von )?(?<place>.+)$/,
  /^fuseau horaire (?:de |du |à |en |au )?(?<place>.+)$/,
  /^zona horaria (?:de |en |del )?(?<place>.+)$/,
  /^fuso orario (?:di |a |in |del |della )?(?<place>.+)$/,
  /^fuso hor[aá]rio (?:de |em |do |da )?(?<place>.+)$/,
  /^tijdzone (?:in |van )?(?<place>.+)$/,
];

/** These wordings need an unambiguous name. */
export const bareQuestions: readonly RegExp[] = [
  /^(?:current |local |exact )?time(?: now)? (?<place>.+)$/,
  /^(?:current |exact )?(?<place>.+?)(?:'s)? (?:current |local )?time(?<now> now| right now| today| please)?$/,
  /^(?:world clock|clock in|clock for) (?:in |for )?(?<place>.+)$/,
  /^what time is it (?<place>.+)$/,
  /^(?<place>utc|gmt) now$/,
  /^(?:aktuelle )?(?:uhrzeit|ortszeit) (?<place>.+)$/,
  /^(?<place>.+) (?:uhrzeit|ortszeit)$/,
  /^heure (?:locale )?(?<place>.+)$/,
  /^hora (?:local |actual |atual )?(?<place>.+)$/,
  /^ora (?:locale )?(?<place>.+)$/,
  /^(?:lokale |huidige )?tijd (?<place>.+)$/,
];

/** Questions about the requester's own time. */
export const ownQuestions =
  /^(?:(?:can|could) you )?(?:please )?(?:tell me |show me )?(?:what(?:'s|s| is)? )?(?:the )?(?:(?:my )?(?:current|local|exact) time(?: and date)?|time(?: is it)?(?: right)? now|time is it(?: here)?|time please|current date and time|date and time|time and date|now|uhrzeit|aktuelle uhrzeit|(?:wie ?(?:spät|spaet)|wie ?viel uhr) (?:ist es|haben wir)|quelle heure (?:est[- ]il|il est)|il est quelle heure|heure (?:actuelle|exacte)|¿?qu[eé] horas? (?:es|son)|hora (?:actual|exacta|atual|certa)|che or[ae] (?:sono|è|e')|ora (?:attuale|esatta)|que horas? (?:são|sao)|hoe laat is het|huidige tijd)(?: jetzt| gerade| maintenant| ahora| adesso| agora| nu)?$|^(?:(?:can|could) you )?(?:please )?(?:what(?:'s|s| is)|tell me|show me|give me|do you know|do you have) the (?:current |exact )?time(?: please)?$/;

/** Questions about the requester's own time zone. */
export const ownZoneQuestions =
  /^(?:(?:what|which)(?:'s| is)? )?my (?:current |local )?time ?zone$|^(?:what|which) time ?zone (?:am i|are we|is this) ?(?:in|on)?$/;

/** Unambiguous abbreviations of zones. */
const CLEAR =
  '(?:[ecmp][sd]t|utc|gmt|bst|cest|cet|eest|eet|ist|jst|kst|sgt|hkt|msk|aest|aedt|awst|acst|nzst|nzdt|akst|hst)';
/** `pst to est`: two zones without a time. */
export const ZONE_PAIR = new RegExp(
  `^(?:convert )?(?<from>${CLEAR}) (?:time )?(?:to|into|in|vs|->) (?<to>${CLEAR})(?: time)?(?: (?:converter|conversion|difference))?$`,
);
/** Questions about the time difference between two places. */
export const differenceQuestions: readonly RegExp[] = [
  /^(?:what(?:'s| is) |how (?:much|big) is )?(?:the )?(?:time(?: ?zone)? difference|difference in time|difference in hours|hours? difference)(?: is there)?(?: (?:between|from|of|in|for|with|to))? (?<places>.+)$/,
  /^(?<places>.+?) time(?: ?zone)? difference$/,
  /^how (?:many hours|far|much) (?:ahead|behind) (?:is|are) (?<to>.+?) (?:of|from|than|compared to|to) (?<from>.+)$/,
  /^how (?:many hours|far|much) (?:is|are) (?<to>.+?) (?:ahead|behind)(?: of| from)? (?<from>.+)$/,
  /^(?:wie (?:groß )?ist )?(?:die |der )?(?:zeitunterschied|zeitverschiebung|zeitdifferenz)(?: (?:zwischen|von|nach|zu|in))? (?<places>.+)$/,
  /^(?:quel est )?(?:le )?d[eé]calage horaire(?: (?:entre|avec|à|a|au|de))? (?<places>.+)$/,
  /^(?:cu[aá]l es )?(?:la )?diferencia (?:horaria|de horas?|de horario)(?: (?:entre|con|en))? (?<places>.+)$/,
  /^(?:la )?(?:differenza (?:di )?(?:fuso )?orari[oa]|fuso orario)(?: (?:tra|fra)) (?<places>.+)$/,
  /^(?:a )?diferen[cç]a (?:de fuso(?: hor[aá]rio)?|de hor[aá]rio|hor[aá]ria)(?: (?:entre|com|para))? (?<places>.+)$/,
  /^(?:(?:wat|hoe groot) is )?(?:het )?tijdsverschil(?: (?:tussen|met|naar))? (?<places>.+)$/,
];
/** Words between the two places. */
export const DIFFERENCE_CONNECTORS = / (?:and|to|vs\.?|&|-|und|zu|nach|et|y|e|en|met) /;

/** Cheap test: every clock question contains one of these words. */
export const CLOCK_WORDS =
  /\b(?:time|times|timezone|date|day is it|uhr|uhrzeit|ortszeit|zeit|zeitzone|sp(?:ä|ae)t|zeit\w+|heure|horaire|horas?|horari[ao]|hor[aá]rio|ora|ore|orario|laat|tijd|tijdzone|tijdsverschil|clock|diferencia|diferen[cç]a|differenza|d[eé]calage|ahead|behind|hours? difference|difference in hours|hour is|late is it|now)\b/;
