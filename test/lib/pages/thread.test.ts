import { describe, expect, test } from 'vitest';
import { render } from '../../../lib/pages/render.ts';
import { readText } from './reading.ts';

const sentence = (about: string) =>
  `The ${about} was looked at in the yard, and nobody there had seen one like it before. `;

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>The old pump</title>${head}</head><body><main><h1>The old pump</h1>${body}</main></body></html>`;

const read = async (html: string) => {
  const found = await readText(html);
  return { kind: found.kind, content: render(found, 'text', 100_000).content };
};

/** A post as boards write it: who wrote it, what is known of them, when, and what. */
const post = (name: string, at: number, text: string) =>
  `<div class="message"><div class="cell"><h4><a class="username" href="/members/${name}.${at}/">${name}</a></h4>
    <h5 class="userTitle">Member</h5><dl class="pairs"><dt>Joined</dt><dd class="date">Mar ${at}, 2009</dd></dl>
    <a class="u-concealed" href="/misc/location">Wales</a><a class="profile" href="/members/${name}.${at}/about">View Profile</a></div>
    <div class="main"><time datetime="2021-05-0${at}T10:00:00Z">May ${at}, 2021</time><p>${text}</p><p>${text.replace('looked at', 'tried')}</p></div>
    <footer><span>Reply</span></footer><div class="tools">Report this</div></div>`;

const POSTS = ['anna', 'bert', 'carl'].map((name, at) => post(name, at + 1, sentence(`pump of ${name}`)));

describe('a conversation', () => {
  test('has each post with who wrote it and when, without what is known of its author', async () => {
    const { kind, content } = await read(page(POSTS.join('')));
    expect(kind).toBe('forum');
    for (const [at, name] of ['anna', 'bert', 'carl'].entries())
      expect(content).toContain(`${name} · May ${at + 1}, 2021`);
    expect(content).not.toMatch(/Wales|View Profile|Joined|Member|Report this/);
  });

  test('keeps the lines of the page where it is not sure who wrote what', async () => {
    const unsure = POSTS.map((html) =>
      html.replace(/<h4>.*<\/h4>/, '').replaceAll(/class="(?:profile|u-concealed)"/g, ''),
    );
    expect((await read(page(unsure.join('')))).content).not.toMatch(/(?:Wales|View Profile) ·/);
  });

  test('of two posts is one where the page says so', async () => {
    const said = '<script type="application/ld+json">{"@type":"QAPage"}</script>';
    expect((await read(page(POSTS.slice(1).join(''), said))).kind).toBe('forum');
  });
});

describe('an article is no conversation', () => {
  const text = Array.from({ length: 8 }, (_, at) => `<p>${sentence(`part ${at} of the pump`).repeat(2)}</p>`).join('');

  test('though its comments are longer', async () => {
    const many = Array.from({ length: 12 }, (_, at) => post(`guest${at}`, (at % 9) + 1, sentence(`comment ${at}`)));
    const { content } = await read(page(`<article>${text}</article>${many.join('')}`));
    expect(content).toContain('part 0 of the pump');
    expect(content).toContain('part 7 of the pump');
  });

  test('though teasers beside it have names and dates', async () => {
    const teasers = ['one', 'two', 'three', 'four'].map(
      (name, at) =>
        `<div class="card"><h3><a href="/${name}">${sentence(`story of ${name}`)}</a></h3><span class="author">Ann ${name}</span>
        <time datetime="2021-05-0${at + 1}">May ${at + 1}</time><p>${sentence(name).repeat(4)}</p></div>`,
    );
    const { kind, content } = await read(page(`<article>${text}</article><section>${teasers.join('')}</section>`));
    expect(kind).not.toBe('forum');
    expect(content).toContain('part 7 of the pump');
  });
});
