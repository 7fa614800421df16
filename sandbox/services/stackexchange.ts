import { gzipSync } from 'node:zlib';
import type { ProgrammingQuestion } from '../corpus/knowledge.ts';
import { questions } from '../corpus/questions.ts';
import { CorpusIndex, hash } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { withEntities } from '../wording.ts';

const SITES = ['stackoverflow', 'serverfault', 'superuser', 'askubuntu', 'unix', 'dba'];
const QUOTA = 300;

const documents = questions.map((question) => ({
  title: question.title,
  text: `${question.tags.join(' ')} ${question.body.replace(/<[^>]+>/g, ' ')}`,
  url: linkOf(question),
  question,
}));
const index = new CorpusIndex(documents, {
  engine: 'stackexchange',
  percent: () => 100,
  titleWeight: 4,
  everyWord: true,
});
const byAnswer = new Map(questions.map((question) => [question.answerId, question]));

/** Words of questions that say nothing of what they are about. */
const FILLERS = /\b(do|does|did|can|could|should|would|you|we|my|me|one|use|using|way|best)\b/gi;

/** Stand-in for api.stackexchange.com, version 2.3. Like the real one it compresses every answer. */
export const stackexchange: Upstream = {
  slug: 'stackexchange',
  handle({ path, query }) {
    const call = /^\/2\.3(\/.*)$/.exec(path)?.[1];
    if (!call) return failure(404, 'no_method', 'this method cannot be called');
    const invalid = invalidParameter(query);
    if (invalid) return failure(400, 'bad_parameter', invalid);
    if (call === '/search/advanced') return search(query);
    const ids = /^\/answers\/([^/]+)$/.exec(call)?.[1];
    return ids
      ? answers(ids.replaceAll(/%3B/gi, ';'), query)
      : failure(404, 'no_method', 'this method cannot be called');
  },
};

function search(query: URLSearchParams): SandboxResponse {
  // Only Stack Overflow has questions here; the other sites exist and are empty.
  const text = (query.get('q') ?? query.get('title') ?? '').replace(FILLERS, ' ');
  const onSite = query.get('site') === 'stackoverflow';
  const found = onSite && text.trim() !== '' ? index.search({ text, lang: '', safe: false }) : [];
  const tagged = query.get('tagged')?.split(';') ?? [];
  const list = found
    .map(({ question }) => question)
    .filter(({ tags }) => query.get('accepted') !== 'False' && tagged.every((tag) => tags.includes(tag)));
  if (query.get('sort') === 'votes') list.sort((a, b) => b.score - a.score);
  if (query.get('order') === 'asc') list.reverse();
  return page(list, query, questionRow);
}

function answers(ids: string, query: URLSearchParams): SandboxResponse {
  if (!/^\d+(;\d+){0,99}$/.test(ids)) return failure(400, 'bad_parameter', 'ids');
  const onSite = query.get('site') === 'stackoverflow';
  const found = ids.split(';').flatMap((id) => (onSite ? (byAnswer.get(Number(id)) ?? []) : []));
  const withBody = query.get('filter') === 'withbody' || (query.get('filter') ?? '').startsWith('!');
  return page(found, query, (question) => answerRow(question, withBody));
}

function page(
  list: ProgrammingQuestion[],
  query: URLSearchParams,
  row: (question: ProgrammingQuestion) => object,
): SandboxResponse {
  const size = Number(query.get('pagesize') ?? 30);
  const number = Number(query.get('page') ?? 1);
  return compressed(200, {
    items: list.slice((number - 1) * size, number * size).map(row),
    has_more: list.length > number * size,
    quota_max: QUOTA,
    quota_remaining: QUOTA - 1,
  });
}

function questionRow(question: ProgrammingQuestion) {
  const { title, tags, questionId, answerId, score, views } = question;
  return {
    tags,
    owner: owner(`asker ${questionId}`, 'Asker'),
    is_answered: true,
    view_count: views,
    accepted_answer_id: answerId,
    answer_count: 2 + (questionId % 30),
    score,
    creation_date: createdAt(questionId),
    question_id: questionId,
    content_license: 'CC BY-SA 4.0',
    link: linkOf(question),
    title: withEntities(title, '&#39;'),
  };
}

function answerRow({ questionId, answerId, score, answerer, body }: ProgrammingQuestion, withBody: boolean) {
  return {
    owner: owner(answerer, answerer),
    is_accepted: true,
    score: Math.round(score * 1.1),
    creation_date: createdAt(answerId),
    answer_id: answerId,
    question_id: questionId,
    content_license: 'CC BY-SA 4.0',
    ...(withBody ? { body } : {}),
  };
}

function owner(seed: string, name: string) {
  const id = 1_000 + (hash(seed) % 900_000);
  const slug = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
  return {
    account_id: id,
    reputation: 100 + (hash(seed) % 90_000),
    user_id: id,
    user_type: 'registered',
    display_name: name,
    link: `https://stackoverflow.com/users/${id}/${slug}`,
  };
}

function linkOf({ questionId, title }: ProgrammingQuestion): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `https://stackoverflow.com/questions/${questionId}/${slug}`;
}

/** Ids grow with time: from September 2008 on, some twenty a minute. */
function createdAt(id: number): number {
  return 1_221_000_000 + id * 6;
}

function invalidParameter(query: URLSearchParams): string | null {
  const site = query.get('site');
  if (site === null || site === '') return 'site is required';
  if (!SITES.includes(site)) return `No site found for name \`${site}\``;
  const valid: Readonly<Record<string, RegExp>> = {
    pagesize: /^(\d|[1-9]\d|100)$/,
    page: /^([1-9]|1\d|2[0-5])$/,
    order: /^(asc|desc)$/,
    sort: /^(activity|votes|creation|relevance)$/,
    accepted: /^(True|False)$/i,
    filter: /^(default|withbody|none|total|![\w().*-]+)$/,
  };
  const wrong = Object.keys(valid).find((name) => {
    const text = query.get(name);
    return text !== null && !valid[name]?.test(text);
  });
  return wrong ?? null;
}

function failure(status: number, name: string, message: string): SandboxResponse {
  return compressed(status, { error_id: status, error_message: message, error_name: name });
}

function compressed(status: number, body: object): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(body)),
  };
}
