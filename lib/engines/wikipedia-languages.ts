/** Languages with a sizeable Wikipedia, by the name in its address. */
const WIKIPEDIAS = new Set(
  (
    'en de fr es it pt nl pl ru ja zh sv uk vi ar fa ca cs da fi he hu id ko no ro sr tr bg el et eu gl hi hr lt lv ms ' +
    'nn sh simple sk sl ta te th ur bn mr ml kn gu pa ne si my km lo ka hy az kk uz tg ky mn be cy ga is mk sq af sw ' +
    'la eo eu ast oc br lb fo gd yi bs ckb ku ps sd am so ha yo ig zu xh mt jv su tl ceb war min tt ba cv ce os ' +
    'als bar nds frr ksh sco vec lmo pms scn nap co fur rm li fy wa vls zea io ia vo ht gn qu ay an'
  ).split(' '),
);
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl', iw: 'he', in: 'id', gsw: 'als' };

/** Maps our language tag to a Wikipedia; English if there is none. */
export function wikipediaLanguage(lang: string): string {
  const language = lang.split('-')[0]?.toLowerCase() ?? '';
  const known = ALIASES[language] ?? language;
  return WIKIPEDIAS.has(known) ? known : 'en';
}
