/**
 * How well-known sites write the addresses of one page. Other sites may use the same names for different pages. A new form
 * is a new line here; `sites.ts` reads the table.
 */
export interface SiteRule {
  /** The domains it is about, each with its subdomains. No two rules are about the same domain. */
  sites: string;
  /** Parameters that tell the site only where a visitor came from. `*` stands for any ending. */
  tracking?: string;
  /** Parameters that choose a language or a form of the page, or a place in it; `name=value` ignores only that value. */
  ignore?: string;
  /** Hosts with the pages of another, and that other. */
  host?: readonly [form: RegExp, host: string];
  /** Whether the case of its paths means nothing. */
  anyCase?: true;
  /**
   * Other forms of a path with its query, and the preferred one; the first that matches applies. The path has no slash at
   * its end and no `index.html`. A form with `https://` leads to another site.
   */
  paths?: readonly (readonly [form: RegExp, path: string])[];
}

export const siteRules: readonly SiteRule[] = [
  {
    sites: `wikipedia.org wiktionary.org wikibooks.org wikinews.org wikiquote.org wikisource.org wikiversity.org
      wikivoyage.org wikimedia.org wikidata.org mediawiki.org`,
    ignore: 'mobileaction wprov useskin',
    host: [/(?<=^|\.)m\./, ''],
    paths: [[/^\/w\?(?:(.*)&)?title=([^&+]+)(?:&(.*))?$/, '/wiki/$2?$1&$3']],
  },
  {
    sites: 'youtube.com youtube-nocookie.com',
    tracking: 'si feature pp ab_channel',
    ignore: 'app t start time_continue',
    host: [/^(?:m\.)?youtube(?:-nocookie)?\.com$/, 'youtube.com'],
    paths: [
      [/^\/watch\?(?:.*&)?v=([\w-]+).*$/, '/watch?v=$1'],
      [/^\/(?:playlist|embed\/videoseries)\?(?:.*&)?list=([\w-]+).*$/, '/playlist?list=$1'],
      [/^\/(?:shorts|embed|live|v)\/([\w-]+)(?=$|\?).*$/, '/watch?v=$1'],
    ],
  },
  {
    sites: 'music.youtube.com',
    tracking: 'si feature',
    paths: [[/^\/(watch|playlist)\?(.*)$/, 'https://youtube.com/$1?$2']],
  },
  { sites: 'youtu.be', tracking: 'si feature', paths: [[/^\/([\w-]+)(?=$|\?).*$/, 'https://youtube.com/watch?v=$1']] },
  {
    sites: 'google.com',
    ignore: 'hl gl locale lang',
    // The path may have lost its first `amp`, as those of other sites do.
    paths: [[/^\/(?:amp\/)?s\/([^/?]+\.[^/?]+\/.*)$/, 'https://$1']],
  },
  { sites: 'cdn.ampproject.org', paths: [[/^\/[a-z]+\/(?:s\/)?([^/?]+\.[^/?]+\/.*)$/, 'https://$1']] },
  { sites: 'instagram.com', ignore: 'hl gl locale lang' },
  {
    sites: 'facebook.com fb.com',
    tracking: 'mibextid fref hc_ref refid refsrc __tn__ __xts__ paipv eav',
    ignore: 'hl gl locale lang',
    host: [/^(?:(?:m|mbasic|touch|web)\.facebook|fb)\.com$/, 'facebook.com'],
  },
  {
    sites: 'tiktok.com',
    tracking: 'is_from_webapp sender_device is_copy_url web_id _r _t',
    ignore: 'hl gl locale lang',
    host: [/^(?:m|mobile)\./, ''],
  },
  {
    sites: 'x.com twitter.com',
    tracking: 's t cxt',
    host: [/^(?:(?:m|mobile)\.)?(?:x|twitter)\.com$/, 'x.com'],
  },
  {
    sites: 'reddit.com',
    tracking: 'share_id rdt ref ref_source correlation_id',
    host: [/^(?:old|new|np|i|m|amp|sh)\.reddit\.com$/, 'reddit.com'],
    paths: [[/^\/(?:(?:r|user)\/[^/?]+\/)?comments\/(\w+)(?:\/[^/?]*)?(?=$|\?)/, '/comments/$1']],
  },
  { sites: 'redd.it', paths: [[/^\/(\w+)$/, 'https://reddit.com/comments/$1']] },
  {
    sites: 'linkedin.com',
    tracking: 'trk trackingId refId lipi originalSubdomain',
    host: [/^[a-z]{2}\.linkedin\.com$/, 'linkedin.com'],
  },
  {
    sites: 'spotify.com',
    tracking: 'si nd',
    paths: [[/^\/intl-[a-z]{2}(?=$|[/?])/, '']],
  },
  {
    sites: 'stackoverflow.com superuser.com serverfault.com askubuntu.com mathoverflow.net stackexchange.com',
    tracking: 'rq lq noredirect',
    ignore: 'answertab',
    paths: [[/^\/(?:q|questions)\/(\d+)(?:\/[^/?]*){0,2}(?:\?tab=[^&]*$)?(?=$|\?)/, '/questions/$1']],
  },
  {
    sites: 'github.com',
    ignore: 'plain',
    paths: [
      [/^\/([^/?]+\/[^/?]+)\/raw\/(?:refs\/heads\/)?(?=[^/?]+\/)/, '/$1/blob/'],
      // What a repository shows below its files. The tabs of a person are pages of their own.
      [/^(\/[^/?]+\/[^/?]+)\?tab=[^&]*$/, '$1'],
    ],
  },
  {
    sites: 'raw.githubusercontent.com',
    paths: [[/^\/([^/?]+\/[^/?]+)\/(?:refs\/heads\/)?(?=[^/?]+\/)/, 'https://github.com/$1/blob/']],
  },
  { sites: 'pkg.go.dev', ignore: 'tab' },
  {
    sites: 'npmjs.com',
    ignore: 'activeTab',
    paths: [[/^(\/package\/(?:@[^/?]+\/)?[^/?]+)\/v\/[^/?]+(?=$|\?)/, '$1']],
  },
  {
    sites: 'ncbi.nlm.nih.gov',
    ignore: 'dopt format report',
    paths: [
      [/^\/pubmed\/(\d+)(?=$|\?)/, 'https://pubmed.ncbi.nlm.nih.gov/$1'],
      [/^\/pmc\/articles\/(?=PMC\d)/, 'https://pmc.ncbi.nlm.nih.gov/articles/'],
    ],
  },
  {
    sites: 'arxiv.org',
    host: [/^export\./, ''],
    paths: [[/^\/(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[A-Z]{2})?\/)?\d[\d.]*\d)(?:v\d+)?(?:\.pdf)?(?=$|\?)/, '/abs/$1']],
  },
  { sites: 'doi.org', host: [/^dx\./, ''], anyCase: true },
  { sites: 'pypi.org', paths: [[/^\/project\/([^/?]+)\/\d[^/?]*(?=$|\?)/, '/project/$1']] },
  {
    sites: 'learn.microsoft.com docs.microsoft.com',
    host: [/^docs\./, 'learn.'],
    paths: [[/^\/en-us(?=$|[/?])/i, '']],
  },
  { sites: 'developer.mozilla.org', paths: [[/^\/en-US(?=$|[/?])/, '']] },
  {
    sites: `amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.ca amazon.co.jp amazon.in amazon.com.au
      amazon.com.br amazon.com.mx amazon.nl amazon.se amazon.pl amazon.com.be amazon.ie`,
    tracking: `ref ref_ tag linkCode linkId ascsubtag pf_rd_* pd_rd_* qid sr crid sprefix dib dib_tag content-id`,
    paths: [
      [/^(?:\/-\/[a-z]{2})?(?:\/[^/?]+)?\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?].*)?$/, '/dp/$1'],
      [/^\/-\/[a-z]{2}(?=$|[/?])/, ''],
    ],
  },
  {
    sites: 'ebay.com ebay.co.uk ebay.de ebay.fr ebay.it ebay.es ebay.ca ebay.com.au',
    tracking: '_trkparms _trksid mkcid mkrid mkevt campid toolid',
    host: [/^m\./, ''],
    paths: [[/^\/itm\/(?:[^/?]+\/)?(\d{9,})(?:\?.*)?$/, '/itm/$1']],
  },
  {
    sites: 'aliexpress.com',
    tracking: 'spm scm pvid algo_* aff_*',
    host: [/^m\./, ''],
    paths: [[/^(\/item\/(?:[^/?]+\/)?\d+\.html)\?.*$/, '$1']],
  },
  { sites: 'imdb.com', tracking: 'ref_', host: [/^m\./, ''] },
  { sites: 'twitch.tv soundcloud.com yelp.com espn.com bilibili.com weibo.cn', host: [/^m\./, ''] },
  { sites: 'blogspot.com', ignore: 'm' },
  { sites: 'medium.com', tracking: 'source' },
  { sites: 'quora.com', tracking: 'share' },
  { sites: 'producthunt.com', tracking: 'ref' },
  { sites: 'bbc.com bbc.co.uk', tracking: 'at_* ns_* xtor', host: [/^bbc\.co\.uk$/, 'bbc.com'] },
  { sites: 'nytimes.com', tracking: 'smid smtyp referringSource partner' },
  { sites: 'theguardian.com', tracking: 'CMP', host: [/^amp\./, ''] },
  { sites: 'wsj.com marketwatch.com barrons.com', tracking: 'mod', host: [/^amp\./, ''] },
  { sites: 'washingtonpost.com', tracking: 'itid' },
  { sites: 'forbes.com', tracking: 'sh' },
  { sites: 'cnbc.com', tracking: '__source' },
  { sites: 'cnn.com', host: [/^(?:amp|edition)\./, ''] },
  {
    sites: `usatoday.com theatlantic.com economist.com axios.com scmp.com dw.com france24.com abc.net.au smh.com.au
      theage.com.au news.com.au miamiherald.com sacbee.com kansascity.com focus.de elmundo.es marca.com`,
    host: [/^amp\./, ''],
  },
];
