import { describe, expect, it, test } from 'vitest';
import { canonicalKey } from '../../../lib/search/canonical-url.ts';
import { siteRules } from '../../../lib/search/site-rules.ts';

const keyOf = (url: string) => canonicalKey(new URL(url));

/** Pairs of addresses that lead to the same page. */
const SAME: [string, string][] = [
  ['https://en.wikipedia.org/wiki/Node.js', 'https://en.m.wikipedia.org/wiki/Node.js'],
  ['https://de.wikipedia.org/wiki/Z%C3%BCrich', 'https://de.wikipedia.org/wiki/Zürich'],
  ['https://fr.wikipedia.org/wiki/Caf%C3%A9', 'https://fr.wikipedia.org/wiki/Caf%c3%a9'],
  [
    'https://en.wikipedia.org/wiki/C_(programming_language)',
    'https://en.wikipedia.org/wiki/C_%28programming_language%29',
  ],
  ['https://en.wikipedia.org/wiki/AT%26T', 'https://en.wikipedia.org/wiki/AT&T'],
  ['https://en.wikipedia.org/wiki/Schr%C3%B6dinger%27s_cat', "https://en.m.wikipedia.org/wiki/Schr%C3%B6dinger's_cat"],
  ['https://commons.wikimedia.org/wiki/File:A.jpg', 'https://commons.m.wikimedia.org/wiki/File%3AA.jpg'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://m.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ?si=AbCdEf'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&feature=share'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ?si=x'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s'],
  ['https://www.reddit.com/r/linux/', 'https://old.reddit.com/r/linux'],
  [
    'https://www.reddit.com/r/linux/comments/abc123/a_title/',
    'https://old.reddit.com/r/linux/comments/abc123/a_title/?utm_source=share',
  ],
  ['https://redd.it/abc123', 'https://www.reddit.com/r/linux/comments/abc123/a_title/'],
  ['https://twitter.com/nodejs/status/1234567890', 'https://x.com/nodejs/status/1234567890?s=20&t=abc'],
  ['https://mobile.twitter.com/nodejs', 'https://x.com/nodejs'],
  ['https://m.facebook.com/nodejs', 'https://www.facebook.com/nodejs/'],
  ['https://amp.cnn.com/cnn/2024/01/02/tech/story', 'https://www.cnn.com/cnn/2024/01/02/tech/story'],
  [
    'https://www.theguardian.com/world/2024/jan/01/a-long-story/amp',
    'https://www.theguardian.com/world/2024/jan/01/a-long-story',
  ],
  ['https://example.org/amp/2024-new-rules/', 'https://example.org/2024-new-rules'],
  ['https://example.org/a-story?amp=1', 'https://example.org/a-story'],
  ['https://example.org/a-story?outputType=amp', 'https://example.org/a-story'],
  ['https://example.org/docs/index.html', 'https://example.org/docs/'],
  ['https://example.org/index.htm', 'http://www.example.org'],
  ['https://example.org//docs///guide', 'https://example.org/docs/guide/'],
  ['http://example.org:80/a', 'https://example.org:443/a'],
  ['https://example.org/a?b=1&utm_source=x&utm_medium=y', 'https://example.org/a?b=1'],
  ['https://example.org/a?gclid=1&fbclid=2&msclkid=3', 'https://example.org/a'],
  ['https://example.org/search?q=a+b', 'https://example.org/search?q=a%20b'],
  ['https://example.org/a%7Eb', 'https://example.org/a~b'],
  ['https://example.org/a?u=b/c', 'https://example.org/a?u=b%2fc'],
  ['https://example.org/a|b', 'https://example.org/a%7cb'],
  ['https://BÜCHER.example/a', 'https://xn--bcher-kva.example/a#part'],
  ['https://www.amazon.de/Some-Title/dp/B000000001/ref=sr_1_1?qid=1', 'https://www.amazon.de/dp/B000000001'],
  ['https://stackoverflow.com/questions/11227809/why-is-it-faster', 'https://stackoverflow.com/q/11227809'],
  ['https://open.spotify.com/track/abc?si=123', 'https://open.spotify.com/track/abc'],
  ['https://blog.blogspot.com/2020/01/post.html?m=1', 'https://blog.blogspot.com/2020/01/post.html'],
  ['https://example.org/#!/', 'https://example.org/'],
  // Languages of one page.
  ['https://support.google.com/mail/answer/8494?hl=de', 'https://support.google.com/mail/answer/8494'],
  [
    'https://play.google.com/store/apps/details?id=org.x&gl=US&hl=en',
    'https://play.google.com/store/apps/details?id=org.x',
  ],
  ['https://www.instagram.com/nasa/?hl=en', 'https://www.instagram.com/nasa/'],
  ['https://www.facebook.com/nasa/?locale=de_DE', 'https://www.facebook.com/nasa'],
  ['https://www.tiktok.com/@nasa?lang=en', 'https://www.tiktok.com/@nasa'],
  ['https://learn.microsoft.com/en-us/dotnet/core/', 'https://learn.microsoft.com/dotnet/core'],
  ['https://developer.mozilla.org/en-US/docs/Web/CSS', 'https://developer.mozilla.org/docs/Web/CSS'],
  ['https://open.spotify.com/intl-de/track/abc', 'https://open.spotify.com/track/abc'],
  ['https://de.linkedin.com/in/somebody', 'https://www.linkedin.com/in/somebody'],
  ['https://www.amazon.de/-/en/Some-Title/dp/B000000001', 'https://www.amazon.de/dp/B000000001'],
  ['https://www.amazon.de/-/en/gp/help/x', 'https://www.amazon.de/gp/help/x'],
  // Forms of well-known sites.
  ['https://en.wikipedia.org/wiki/Linux?wprov=sfla1', 'https://en.wikipedia.org/wiki/Linux'],
  ['https://en.wikipedia.org/wiki/Linux?useskin=vector', 'https://en.wikipedia.org/wiki/Linux'],
  ['https://en.wikipedia.org/w/index.php?title=Linux', 'https://en.wikipedia.org/wiki/Linux'],
  [
    'https://en.wikipedia.org/w/index.php?useskin=monobook&title=C_%28programming_language%29&wprov=x',
    'https://en.m.wikipedia.org/wiki/C_(programming_language)',
  ],
  ['https://en.wikipedia.org/w/index.php?title=Linux&oldid=5', 'https://en.wikipedia.org/wiki/Linux?oldid=5'],
  ['https://stackoverflow.com/questions/11227809/why?rq=1', 'https://stackoverflow.com/questions/11227809/why'],
  ['https://stackoverflow.com/questions/11227809/why/11227902#11227902', 'https://stackoverflow.com/q/11227809'],
  ['https://unix.stackexchange.com/questions/1/a?noredirect=1&lq=1', 'https://unix.stackexchange.com/questions/1'],
  ['https://github.com/nodejs/node?tab=readme-ov-file', 'https://github.com/nodejs/node'],
  ['https://arxiv.org/pdf/1706.03762', 'https://arxiv.org/abs/1706.03762'],
  ['https://arxiv.org/pdf/1706.03762v7.pdf', 'https://arxiv.org/abs/1706.03762'],
  ['https://arxiv.org/abs/1706.03762v1', 'https://export.arxiv.org/abs/1706.03762v5'],
  ['https://arxiv.org/pdf/hep-th/9901001v3', 'https://arxiv.org/abs/hep-th/9901001'],
  ['https://dx.doi.org/10.1000/182', 'https://doi.org/10.1000/182'],
  ['https://pypi.org/project/requests/2.31.0/', 'https://pypi.org/project/requests/'],
  ['https://www.amazon.com/dp/B000000001?pd_rd_r=ab-cd&psc=1', 'https://www.amazon.com/dp/B000000001'],
  ['https://www.amazon.com/gp/aw/d/B000000001', 'https://www.amazon.com/Some-Title/dp/B000000001?th=1'],
  ['https://www.bbc.co.uk/news/articles/abc', 'https://www.bbc.com/news/articles/abc'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabc&index=3', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?list=RDabc&start_radio=1&v=dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ?t=3'],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=x', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://music.youtube.com/playlist?list=PLabc', 'https://www.youtube.com/playlist?list=PLabc&si=x'],
  ['https://www.youtube.com/embed/videoseries?list=PLabc', 'https://www.youtube.com/playlist?list=PLabc'],
  // AMP.
  ['https://www.google.com/amp/s/www.example.org/a-story', 'https://example.org/a-story'],
  ['https://www.google.com/amp/s/amp.cnn.com/cnn/2024/story/index.html', 'https://www.cnn.com/cnn/2024/story'],
  ['https://www-example-org.cdn.ampproject.org/c/s/www.example.org/news/12?id=4', 'https://example.org/news/12?id=4'],
  ['https://www-example-org.cdn.ampproject.org/v/s/www.example.org/a-b/amp/?amp=1', 'https://example.org/a-b'],
  // Where a visitor of a newspaper came from.
  ['https://www.nytimes.com/2026/01/02/a.html?partner=rss', 'https://www.nytimes.com/2026/01/02/a.html'],
  ['https://www.wsj.com/articles/a?mod=hp_lead_pos1', 'https://www.wsj.com/articles/a'],
  ['https://www.washingtonpost.com/a/?itid=hp_x', 'https://www.washingtonpost.com/a/'],
  ['https://www.forbes.com/sites/a/b/?sh=1a2b', 'https://www.forbes.com/sites/a/b/'],
  ['https://www.cnbc.com/2026/a.html?__source=rss', 'https://www.cnbc.com/2026/a.html'],
  ['https://finance.yahoo.com/news/a.html?guccounter=1', 'https://finance.yahoo.com/news/a.html'],
  ['https://techcrunch.com/2026/01/02/a/?guccounter=2&guce_referrer=x', 'https://techcrunch.com/2026/01/02/a/'],
  ['https://www.theguardian.com/world/a?CMP=Share_iOSApp_Other', 'https://www.theguardian.com/world/a'],
  ['https://www.producthunt.com/products/a?ref=home', 'https://www.producthunt.com/products/a'],
  ['https://www.france24.com/en/a?at_medium=rss&at_campaign=x', 'https://www.france24.com/en/a'],
];

/** Pairs of addresses that lead to different pages. */
const DIFFERENT: [string, string][] = [
  ['https://example.org/#!/one', 'https://example.org/#!/two'],
  ['https://example.org/#/one', 'https://example.org/#/two'],
  ['https://example.org/#!/one', 'https://example.org/'],
  ['https://en.wikipedia.org/wiki/Node.js', 'https://de.wikipedia.org/wiki/Node.js'],
  ['https://en.m.wikipedia.org/wiki/A', 'https://en.m.wikipedia.org/wiki/a'],
  ['https://en.wikipedia.org/wiki/C%2B%2B', 'https://en.wikipedia.org/wiki/C'],
  ['https://en.wikipedia.org/wiki/100%25', 'https://en.wikipedia.org/wiki/100'],
  ['https://en.wikipedia.org/wiki/AC%2FDC', 'https://en.wikipedia.org/wiki/AC/DC'],
  ['https://www.youtube.com/watch?v=aaaaaaaaaaa', 'https://www.youtube.com/watch?v=bbbbbbbbbbb'],
  ['https://youtu.be/aaaaaaaaaaa', 'https://youtu.be/aaaaaaaaaaA'],
  ['https://www.youtube.com/watch?v=aaaaaaaaaaa', 'https://www.youtube.com/playlist?list=aaaaaaaaaaa'],
  ['https://www.youtube.com/@node', 'https://www.youtube.com/@node/videos'],
  ['https://old.reddit.com/r/linux', 'https://www.reddit.com/r/linux4noobs'],
  [
    'https://www.reddit.com/r/linux/comments/abc123/a_title/',
    'https://www.reddit.com/r/linux/comments/abc123/a_title/def456/',
  ],
  ['https://x.com/nodejs/status/1', 'https://twitter.com/nodejs/status/2'],
  ['https://amp.dev/about', 'https://dev.to/about'],
  ['https://www.merriam-webster.com/dictionary/amp', 'https://www.merriam-webster.com/dictionary'],
  ['https://example.org/amp', 'https://example.org/'],
  ['https://example.org/amp/', 'https://example.org/camp/'],
  ['https://m.example.org/a', 'https://example.org/a'],
  ['https://mobile.example.org/', 'https://example.org/'],
  ['https://old.example.org/', 'https://example.org/'],
  ['https://x.com/a', 'https://ex.com/a'],
  ['https://example.org/index.html', 'https://example.org/index.html/more'],
  ['https://example.org/index2.html', 'https://example.org/'],
  ['https://example.org:8080/a', 'https://example.org/a'],
  ['https://example.org/a?id=1', 'https://example.org/a?id=2'],
  ['https://example.org/a?feature=share', 'https://example.org/a'],
  ['https://example.org/a?si=1', 'https://example.org/a?si=2'],
  ['https://github.com/a/b/blob/f?ref=main', 'https://github.com/a/b/blob/f?ref=next'],
  ['https://example.org/a?q=a%26b', 'https://example.org/a?q=a&b'],
  ['https://example.org/a?q=a%2Bb', 'https://example.org/a?q=a+b'],
  ['https://example.org/a?q=%E9', 'https://example.org/a?q=%E8'],
  ['https://example.org/a?p=1&p=2', 'https://example.org/a?p=2&p=1'],
  ['https://example.org/a%3Fb=1', 'https://example.org/a?b=1'],
  ['https://example.org/a%23b', 'https://example.org/a#b'],
  ['https://stackoverflow.com/questions/1/a', 'https://stackoverflow.com/questions/2/a'],
  ['https://stackoverflow.com/questions/tagged/c', 'https://stackoverflow.com/questions/tagged/d'],
  ['https://es.stackoverflow.com/questions/1', 'https://stackoverflow.com/questions/1'],
  ['https://www.amazon.de/dp/B000000001', 'https://www.amazon.com/dp/B000000001'],
  ['https://amp.fender.com/', 'https://fender.com/'],
  ['https://amp.example.org/a-story', 'https://example.org/a-story'],
  ['https://www.google.com/amp/s/www.example.org/a', 'https://www.google.com/amp/s/www.example.org/b'],
  ['https://www.google.com/search?q=a&hl=de', 'https://www.google.com/search?q=b&hl=de'],
  ['https://example.org/a?hl=de', 'https://example.org/a'],
  ['https://example.org/a?lang=de', 'https://example.org/a?lang=en'],
  ['https://github.com/nodejs?tab=stars', 'https://github.com/nodejs'],
  ['https://github.com/somebody?tab=repositories', 'https://github.com/somebody?tab=stars'],
  ['https://arxiv.org/abs/1706.03762', 'https://arxiv.org/abs/1706.03763'],
  ['https://arxiv.org/list/cs/new', 'https://arxiv.org/list/cs/recent'],
  ['https://doi.org/10.1000/182', 'https://doi.org/10.1000/183'],
  ['https://pypi.org/project/requests/', 'https://pypi.org/project/requests2/'],
  ['https://pypi.org/project/requests/', 'https://pypi.org/user/requests/'],
  ['https://en.wikipedia.org/w/index.php?title=Linux&action=edit', 'https://en.wikipedia.org/wiki/Linux'],
  ['https://en.wikipedia.org/w/index.php?title=Linux', 'https://en.wikipedia.org/w/index.php?title=Unix'],
  ['https://en.wikipedia.org/w/index.php?title=Linux', 'https://de.wikipedia.org/w/index.php?title=Linux'],
  ['https://en.wikipedia.org/w/index.php?title=C%2B%2B', 'https://en.wikipedia.org/wiki/C'],
  ['https://music.youtube.com/', 'https://www.youtube.com/'],
  ['https://www.youtube.com/playlist?list=PLa', 'https://www.youtube.com/playlist?list=PLb'],
  ['https://www.youtube.com/watch?v=aaaaaaaaaaa&list=PLa', 'https://www.youtube.com/watch?v=aaaaaaaaaab&list=PLa'],
  ['https://www.youtube.com/embed/videoseries?list=PLa', 'https://www.youtube.com/embed/videoseries?list=PLb'],
  ['https://learn.microsoft.com/de-de/dotnet/', 'https://learn.microsoft.com/en-us/dotnet/'],
  ['https://developer.mozilla.org/fr/docs/Web', 'https://developer.mozilla.org/en-US/docs/Web'],
  ['https://open.spotify.com/intl-de/track/a', 'https://open.spotify.com/intl-de/track/b'],
  ['https://de.linkedin.com/in/a', 'https://de.linkedin.com/in/b'],
  ['https://business.linkedin.com/marketing', 'https://www.linkedin.com/marketing'],
  ['https://news.bbc.co.uk/1/hi/a', 'https://www.bbc.com/1/hi/a'],
  ['https://example.org/a?mod=1', 'https://example.org/a?mod=2'],
  ['https://example.org/a?partner=1', 'https://example.org/a?partner=2'],
  ['https://www.wsj.com/a?id=1', 'https://www.wsj.com/a?id=2'],
  ['https://github.com/a?b=1?2', 'https://github.com/a?b=1?3'],
  ['https://en.wikipedia.org/wiki/Linux', 'https://en.wiktionary.org/wiki/Linux'],
];

describe('two addresses', () => {
  it.each(SAME)('of one page have one key: %s and %s', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each(DIFFERENT)('of two pages have two keys: %s and %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it.each([...SAME, ...DIFFERENT].flat().filter((address) => !address.includes('#')))(
    'has a key that is an address with the same key: %s',
    (address) => {
      expect(keyOf(`https://${keyOf(address)}`)).toBe(keyOf(address));
    },
  );
});

test('no domain is in two rules', () => {
  const domains = siteRules.flatMap(({ sites }) => sites.trim().split(/\s+/));
  expect(domains.filter((domain, at) => domains.indexOf(domain) !== at)).toEqual([]);
});
