/** Languages with a sizeable Wikipedia, by the name in its address. */
const WIKIPEDIAS = new Set(
  (
    'en de fr es it pt nl pl ru ja zh sv uk vi ar fa ca cs da fi he hu id ko no ro sr tr bg el et eu gl hi hr lt lv ms ' +
    'nn sh simple sk sl ta te th ur bn mr ml kn gu pa ne si my km lo ka hy az kk uz tg ky mn be cy ga is mk sq af sw ' +
    'la eo eu ast oc br lb fo gd yi bs ckb ku ps sd am so ha yo ig zu xh mt jv su tl ceb war min tt ba cv ce os ' +
    'als bar nds frr ksh sco vec lmo pms scn nap co fur rm li fy wa vls zea io ia vo ht gn qu ay an ' +
    'zh-yue zh-min-nan zh-classical wuu gan hak cdo be-tarask bat-smg fiu-vro roa-rup'
  ).split(' '),
);
/** Languages whose Wikipedia has another name in its address. */
const ALIASES: Readonly<Record<string, string>> = {
  nb: 'no',
  fil: 'tl',
  iw: 'he',
  in: 'id',
  gsw: 'als',
  cmn: 'zh',
  yue: 'zh-yue',
  nan: 'zh-min-nan',
  lzh: 'zh-classical',
  sgs: 'bat-smg',
  vro: 'fiu-vro',
  rup: 'roa-rup',
};
/** The regions for which the Chinese Wikipedia has its own wording. */
const CHINESE_REGIONS = new Set(['CN', 'HK', 'MO', 'MY', 'SG', 'TW']);

/** Maps our language tag to a Wikipedia; English if there is none. */
export function wikipediaLanguage(lang: string): string {
  const tag = lang.toLowerCase();
  const names = [tag, tag.split('-')[0] ?? ''].map((name) => (Object.hasOwn(ALIASES, name) ? ALIASES[name] : name));
  return names.find((name) => name !== undefined && WIKIPEDIAS.has(name)) ?? 'en';
}

/** The variant in which the Chinese Wikipedia shall write, such as `zh-tw` or `zh-hant`; empty if the tag names none. */
export function chineseVariant(lang: string): string {
  if (wikipediaLanguage(lang) !== 'zh') return '';
  const { script, region } = new Intl.Locale(lang);
  if (region !== undefined && CHINESE_REGIONS.has(region)) return `zh-${region.toLowerCase()}`;
  const wanted = region === undefined ? script : new Intl.Locale(lang).maximize().script;
  return wanted === undefined ? '' : `zh-${wanted.toLowerCase()}`;
}
