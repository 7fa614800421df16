import { describe, expect, it } from 'vitest';
import { canonicalKey } from '../../../lib/search/canonical-url.ts';

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
  ['https://example.org/docs/index.html', 'https://example.org/docs/'],
  ['https://example.org/index.htm', 'http://www.example.org'],
  ['https://example.org//docs///guide', 'https://example.org/docs/guide/'],
  ['http://example.org:80/a', 'https://example.org:443/a'],
  ['https://example.org/a?b=1&utm_source=x&utm_medium=y', 'https://example.org/a?b=1'],
  ['https://example.org/a?gclid=1&fbclid=2&msclkid=3', 'https://example.org/a'],
  ['https://example.org/search?q=a+b', 'https://example.org/search?q=a%20b'],
  ['https://example.org/a%7Eb', 'https://example.org/a~b'],
  ['https://example.org/a|b', 'https://example.org/a%7cb'],
  ['https://BÜCHER.example/a', 'https://xn--bcher-kva.example/a#part'],
  ['https://www.amazon.de/Some-Title/dp/B000000001/ref=sr_1_1?qid=1', 'https://www.amazon.de/dp/B000000001'],
  ['https://stackoverflow.com/questions/11227809/why-is-it-faster', 'https://stackoverflow.com/q/11227809'],
  ['https://open.spotify.com/track/abc?si=123', 'https://open.spotify.com/track/abc'],
  ['https://blog.blogspot.com/2020/01/post.html?m=1', 'https://blog.blogspot.com/2020/01/post.html'],
  ['https://example.org/#!/', 'https://example.org/'],
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
  ['https://music.youtube.com/watch?v=aaaaaaaaaaa', 'https://www.youtube.com/watch?v=aaaaaaaaaaa'],
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
  ['https://stackoverflow.com/questions/1/a', 'https://stackoverflow.com/questions/1/a/2'],
  ['https://www.amazon.de/dp/B000000001', 'https://www.amazon.com/dp/B000000001'],
];

describe('two addresses', () => {
  it.each(SAME)('of one page have one key: %s and %s', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each(DIFFERENT)('of two pages have two keys: %s and %s', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});
