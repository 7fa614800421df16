import { expect, test } from 'vitest';
import { questions } from '../../sandbox/corpus/questions.ts';
import { useSandbox } from './asking.ts';

const { get } = useSandbox();

interface Body {
  items: {
    question_id: number;
    title: string;
    accepted_answer_id: number;
    answer_id: number;
    body?: string;
    link: string;
  }[];
  has_more: boolean;
  error_id: number;
  error_name: string;
  error_message: string;
}

const search = (q: string, parameters: Record<string, string | number> = {}) =>
  get<Body>('/stackexchange/2.3/search/advanced', {
    q,
    site: 'stackoverflow',
    order: 'desc',
    sort: 'relevance',
    accepted: 'True',
    ...parameters,
  });
const answers = (ids: string, parameters: Record<string, string> = {}) =>
  get<Body>(`/stackexchange/2.3/answers/${ids}`, { site: 'stackoverflow', filter: 'withbody', ...parameters });

test('every question is found by its title, with an accepted answer that has a body', async () => {
  for (const { title, questionId, answerId, body } of questions) {
    expect((await search(title)).body.items[0], title).toMatchObject({
      question_id: questionId,
      accepted_answer_id: answerId,
    });
    expect((await answers(String(answerId))).body.items[0]).toMatchObject({ question_id: questionId, body });
  }
});

test.each([
  ['how to undo last git commit', 927358],
  ['exit vim', 11828270],
  ['how do you sort a python dictionary by value', 613183],
  ['async await forEach', 37576685],
  ['parse json in bash', 1955505],
  ['docker remove images', 32723111],
])('%s finds question %d', async (q, id) => {
  expect((await search(q)).body.items[0]?.question_id).toBe(id);
});

test('a question has what the real service tells of it, with entities in its title', async () => {
  const { body, headers } = await search('yield keyword python', { pagesize: 1 });
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(Object.keys(body).sort()).toEqual(['has_more', 'items', 'quota_max', 'quota_remaining']);
  expect(body.items[0]).toMatchObject({
    title: 'What does the &quot;yield&quot; keyword do in Python?',
    link: expect.stringMatching(/^https:\/\/stackoverflow\.com\/questions\/231767\//),
    is_answered: true,
    owner: { display_name: expect.any(String), link: expect.any(String) },
    tags: expect.arrayContaining(['python']),
    score: expect.any(Number),
    view_count: expect.any(Number),
    answer_count: expect.any(Number),
    creation_date: expect.any(Number),
  });
});

test('several answers come at once; bodies only with a filter', async () => {
  expect((await answers('927386;11828573;1')).body.items.map((item) => item.answer_id)).toEqual([927386, 11828573]);
  const [plain] = (await get<Body>('/stackexchange/2.3/answers/927386', { site: 'stackoverflow' })).body.items;
  expect(plain).not.toHaveProperty('body');
});

test('pages follow one another', async () => {
  const first = await search('git', { pagesize: 2 });
  expect(first.body.has_more).toBe(true);
  const second = await search('git', { pagesize: 2, page: 2 });
  expect(second.body.items.some(({ link }) => first.body.items.some((item) => item.link === link))).toBe(false);
});

test('nothing is found for what is no question here', async () => {
  for (const q of ['qwrtzpsdfg', 'weather in berlin', 'climate change']) {
    expect((await search(q)).body).toMatchObject({ items: [], has_more: false });
  }
});

test.each([
  ['site', ''],
  ['site', 'stackundertow'],
  ['pagesize', '101'],
  ['sort', 'beauty'],
  ['order', 'up'],
  ['filter', 'with body'],
])('%s=%s is a bad parameter', async (name, value) => {
  const { status, body } = await search('git', { [name]: value });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error_id: 400, error_name: 'bad_parameter', error_message: expect.any(String) });
});

test('ids that are no numbers and methods that do not exist are refused', async () => {
  expect((await answers('one')).body.error_name).toBe('bad_parameter');
  expect((await get<Body>('/stackexchange/2.3/dances', { site: 'stackoverflow' })).body.error_name).toBe('no_method');
});
