import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { Instant } from '../../api/ui/pages/search-instant.tsx';

const shown = (data: unknown, answer = 'The answer') =>
  renderToString(h(Instant, { answer: { type: 'any', query: 'q', answer, data } }));
const drawing = (html: string) =>
  Buffer.from(/src="data:image\/svg\+xml;base64,([^"]*)"/.exec(html)?.[1] ?? '', 'base64').toString();

describe('an instant answer', () => {
  test('is shown as one line of plain text', () => {
    expect(shown({ value: 4 }, '2 < 4 & "so on"')).toContain('2 &lt; 4 &amp; ');
    expect(shown({ value: 4 })).not.toContain('<img');
    expect(shown(null)).toContain('The answer');
  });

  test('with a drawing is shown as a picture that cannot run scripts', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const html = shown({ svg });
    expect(html).not.toContain('<svg');
    expect(html).not.toContain('<script');
    expect(drawing(html)).toBe(svg);
    expect(shown({ svg: 'https://elsewhere.example/a.svg' })).not.toContain('<img');
  });

  test('that is a colour is shown as a square of that colour', () => {
    expect(drawing(shown({ hex: '#0f62fe' }))).toContain('fill="#0f62fe"');
    expect(shown({ hex: '"/><script>' })).not.toContain('<img');
  });
});
