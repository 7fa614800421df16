import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Marked, wordsToMark } from '../../api/ui/marked-words.tsx';

const marked = (q: string, text: string) => renderToString(h(Marked, { text, words: wordsToMark(q) }));

test.each([
  ['linux kernel', 'The Linux kernel, not linuxes', 'The <b>Linux</b> <b>kernel</b>, not linuxes'],
  // Words between the others say nothing.
  ['history of the river', 'The history of a river', 'The <b>history</b> of a <b>river</b>'],
  ['größe', 'Die Größe der Größen', 'Die <b>Größe</b> der Größen'],
  ['c++ (draft)', 'A draft of c++', 'A <b>draft</b> of c++'],
  ['ab.*cd', '<ab> and cd', '&lt;<b>ab</b>> and <b>cd</b>'],
  ['2 * (3 + 4)', 'HTTP/2 and 3', 'HTTP/2 and 3'],
  ['!?', 'What?', 'What?'],
  ['', 'All', 'All'],
])('the words of "%s" are bold: %s', (q, text, html) => {
  expect(marked(q, text)).toBe(html);
});
