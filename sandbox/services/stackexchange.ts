import { gzipSync } from 'node:zlib';
import { withEntities } from '../../lib/providers/wire-wording.ts';
import { type Question, questions } from '../corpus.ts';
import { CorpusIndex, hash } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { marked } from './mediawiki.ts';

const QUOTA = 300;
/** The name of a filter that adds texts and answers to questions. */
const WITH_ANSWERS = '!20aKG._8Oscv*6djs8Pgm';

const documents = () =>
  questions().map((question) => ({
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

/** Words of a question that do not describe its subject. */
const FILLERS = /\b(do|does|did|can|could|should|would|you|we|my|me|one|use|using|way|best)\b/gi;

/** Stand-in for api.stackexchange.com, version 2.3. Like the real one, it compresses every reply. */
export const stackexchange: Upstream = {
  slug: 'stackexchange',
  handle({ path, query }) {
    const call = /^\/2\.3(\/.*)$/.exec(path)?.[1];
    if (!call) return failure(404, 'no_method', 'this method cannot be called');
    const invalid = invalidParameter(query);
    if (invalid) return failure(400, 'bad_parameter', invalid);
    if (call === '/search/advanced') return search(query);
    if (call === '/search/excerpts') return excerpts(query);
    return failure(404, 'no_method', 'this method cannot be called');
  },
};

function search(query: URLSearchParams): SandboxResponse {
  const withAnswers = query.get('filter') === WITH_ANSWERS;
  return page(found(query), query, (question) => (withAnswers ? withAnswer(question) : questionRow(question)));
}

/** Every question, followed by its answer. */
function excerpts(query: URLSearchParams): SandboxResponse {
  if (!query.get('q')) return failure(400, 'bad_parameter', 'one of q, title, body … must be set');
  const rows = found(query).flatMap((question) => [questionExcerpt(question, query), answerExcerpt(question, query)]);
  const since = Number(query.get('fromdate') ?? 0);
  return page(
    rows.filter(({ creation_date }) => creation_date >= since),
    query,
    (row) => row,
  );
}

function found(query: URLSearchParams): Question[] {
  const text = (query.get('q') ?? '').replace(FILLERS, ' ');
  return text.trim() === '' ? [] : index.search({ text, lang: '', safe: false }).map(({ question }) => question);
}

function page<Item>(list: Item[], query: URLSearchParams, row: (item: Item) => object): SandboxResponse {
  const size = Number(query.get('pagesize') ?? 30);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  return compressed(200, {
    items: list.slice(start, start + size).map(row),
    has_more: list.length > start + size,
    quota_max: QUOTA,
    quota_remaining: QUOTA - 1,
  });
}

function questionExcerpt({ title, tags, questionId, score }: Question, query: URLSearchParams) {
  return {
    tags,
    question_score: score,
    is_accepted: false,
    has_accepted_answer: true,
    answer_count: 2 + (questionId % 30),
    is_answered: true,
    question_id: questionId,
    item_type: 'question',
    score,
    creation_date: createdAt(questionId),
    body: title,
    excerpt: highlighted(title, query),
    title: withEntities(title, '&#39;'),
  };
}

function answerExcerpt({ title, tags, questionId, answerId, score, body }: Question, query: URLSearchParams) {
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  return {
    tags,
    question_score: score,
    is_accepted: true,
    answer_id: answerId,
    is_answered: true,
    question_id: questionId,
    item_type: 'answer',
    score: Math.round(score * 1.1),
    creation_date: createdAt(answerId),
    body: text,
    excerpt: highlighted(text.slice(0, 200), query),
    title: withEntities(title, '&#39;'),
  };
}

function highlighted(text: string, query: URLSearchParams): string {
  return `&hellip; ${marked(text, query.get('q') ?? '', 'highlight')} &hellip; `;
}

function questionRow(question: Question) {
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

function withAnswer(question: Question) {
  return { ...questionRow(question), body: `<p>${question.title}</p>\n`, answers: [answerRow(question)] };
}

function answerRow({ questionId, answerId, score, answerer, body }: Question) {
  return {
    owner: owner(answerer, answerer),
    is_accepted: true,
    score: Math.round(score * 1.1),
    creation_date: createdAt(answerId),
    answer_id: answerId,
    question_id: questionId,
    content_license: 'CC BY-SA 4.0',
    body,
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

function linkOf({ questionId, title }: Question): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `https://stackoverflow.com/questions/${questionId}/${slug}`;
}

/** Question ids grow with time: about twenty per minute since September 2008. */
function createdAt(id: number): number {
  return 1_221_000_000 + id * 6;
}

function invalidParameter(query: URLSearchParams): string | null {
  if (!/^stackoverflow(\.com)?$/.test(query.get('site') ?? '')) return 'site is required';
  const valid: Readonly<Record<string, RegExp>> = {
    page: /^([1-9]|1\d|2[0-5])$/,
    pagesize: /^(\d|[1-9]\d|100)$/,
    fromdate: /^\d{1,10}$/,
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
