import { namesFor, siteTable } from './sites.ts';

/**
 * Parameters that tell a site only where a visitor came from. The page is the same without them. `*` stands for any
 * ending. A name that means something on other sites is listed with its sites.
 */
const EVERYWHERE = `
  utm_* mc_* mtm_* hsa_* itm_source itm_medium itm_campaign itm_content itm_term pk_campaign pk_kwd pk_source pk_medium
  gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid _ga _gl srsltid fbclid igshid igsh msclkid yclid ysclid
  twclid ttclid li_fat_id rdt_cid epik sc_cid s_kwcid _hsenc _hsmi __hssc __hstc __hsfp mkt_tok oly_enc_id oly_anon_id
  vero_id vero_conv ref_src cmpid ncid wt_mc`
  .trim()
  .split(/\s+/);
const BY_SITE = siteTable(`
  youtube.com youtu.be youtube-nocookie.com: si feature pp ab_channel
  x.com twitter.com: s t cxt
  reddit.com: share_id rdt ref ref_source correlation_id
  facebook.com: mibextid fref hc_ref refid refsrc __tn__ __xts__ paipv eav
  tiktok.com: is_from_webapp sender_device is_copy_url web_id _r _t
  linkedin.com: trk trackingId refId lipi
  spotify.com: si nd
  imdb.com: ref_
  medium.com: source
  nytimes.com: smid smtyp referringSource
  theguardian.com: CMP
  bbc.com bbc.co.uk: at_* ns_* xtor
  aliexpress.com: spm scm pvid algo_* aff_*
  ebay.com ebay.co.uk ebay.de ebay.fr ebay.it ebay.es ebay.ca ebay.com.au: _trkparms _trksid mkcid mkrid mkevt campid toolid
  amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.ca amazon.co.jp amazon.in amazon.com.au amazon.com.br amazon.nl amazon.se amazon.pl: ref ref_ tag linkCode linkId ascsubtag pf_rd_* pd_rd_* qid sr crid sprefix dib dib_tag content-id
`);

const names = new Set(EVERYWHERE.filter((name) => !name.endsWith('*')));
const endings = EVERYWHERE.filter((name) => name.endsWith('*'));

/** Whether a parameter only tracks visitors. */
export function isTracking(host: string, name: string): boolean {
  const lower = name.toLowerCase();
  const matches = (known: string) =>
    known.endsWith('*') ? lower.startsWith(known.slice(0, -1)) : lower === known.toLowerCase();
  return names.has(lower) || endings.some(matches) || namesFor(BY_SITE, host).some(matches);
}

/** The address without tracking parameters, otherwise unchanged. */
export function withoutTracking(address: string): string {
  const parts = /^([^?#]*)\?([^#]*)(.*)$/s.exec(address);
  if (!parts) return address;
  const [, before = '', query = '', fragment = ''] = parts;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  const given = query.split('&');
  const kept = given.filter((pair) => !isTracking(host, nameOf(pair)));
  if (kept.length === given.length) return address;
  return `${before}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    // A % that is not part of an encoded character.
    return name;
  }
}
