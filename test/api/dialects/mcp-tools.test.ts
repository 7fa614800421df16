import { expect, test } from 'vitest';
import { tools } from '../../../api/dialects/mcp-tools.ts';
import { endpoints } from '../../../api/routes/register.ts';

/** The endpoints that no tool offers, and why. A new endpoint needs a tool or a reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  root: 'Clients read the list of tools instead.',
  similar_images: 'It searches images by a caption, which image_search does with the same words.',
  translate_languages: 'Models know the codes of languages, and translate names the parameter that is wrong.',
  cards: 'They stand beside the results of a page. web_search, instant_answer and geocode find the same facts.',
  status: 'It tells people how the engines are. A result names the engines that failed.',
  key: 'It is about the key, not about the world. A result says how long to wait if a limit is reached.',
};

test('every endpoint is offered as a tool, or left out for a reason', () => {
  const offered = new Set(tools.map(({ endpoint }) => endpoint.name));
  const missing = endpoints.map(({ name }) => name).filter((name) => !offered.has(name));
  expect(missing.sort()).toEqual(Object.keys(LEFT_OUT).sort());
});
