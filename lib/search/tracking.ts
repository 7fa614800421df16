import { nameTest, type Site, siteOf } from './sites.ts';

/** Parameters that tell any site only where a visitor came from. Names that mean something elsewhere are in the table. */
const tracksEverywhere = nameTest(`
  utm_* mc_* mtm_* hsa_* itm_source itm_medium itm_campaign itm_content itm_term pk_campaign pk_kwd pk_source pk_medium
  gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid _ga _gl srsltid fbclid igshid igsh msclkid yclid ysclid
  twclid ttclid li_fat_id rdt_cid epik sc_cid s_kwcid _hsenc _hsmi __hssc __hstc __hsfp mkt_tok oly_enc_id oly_anon_id
  vero_id vero_conv ref_src cmpid ncid wt_mc at_medium at_campaign guccounter guce_referrer guce_referrer_sig`);

/** Whether a parameter only tracks visitors. */
export function isTracking(site: Site | undefined, name: string): boolean {
  return tracksEverywhere(name) || site?.tracks(name) === true;
}

/** The address without tracking parameters, otherwise unchanged. */
export function withoutTracking(address: string): string {
  const parts = /^([^?#]*)\?([^#]*)(.*)$/s.exec(address);
  if (!parts) return address;
  const [, before = '', query = '', fragment = ''] = parts;
  const site = siteOf(URL.canParse(address) ? new URL(address).hostname : '');
  const given = query.split('&');
  const kept = given.filter((pair) => !isTracking(site, nameOf(pair)));
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
