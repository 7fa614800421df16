import { gzipSync } from 'node:zlib';
import { type Question, questions } from '../corpus.ts';
import { CorpusIndex, hash } from '../corpus-index.ts';
import type { SandboxResponse, Upstream } from '../upstream.ts';
import { withEntities } from '../wording.ts';

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
    return call === '/search/advanced' ? search(query) : failure(404, 'no_method', 'this method cannot be called');
  },
};

function search(query: URLSearchParams): SandboxResponse {
  const text = (query.get('q') ?? '').replace(FILLERS, ' ');
  const found = text.trim() === '' ? [] : index.search({ text, lang: '', safe: false });
  const withAnswers = query.get('filter') === WITH_ANSWERS;
  return page(
    found.map(({ question }) => question),
    query,
    (question) => (withAnswers ? withAnswer(question) : questionRow(question)),
  );
}

function page(list: Question[], query: URLSearchParams, row: (question: Question) => object): SandboxResponse {
  const size = Number(query.get('pagesize') ?? 30);
  return compressed(200, {
    items: list.slice(0, size).map(row),
    has_more: list.length > size,
    quota_max: QUOTA,
    quota_remaining: QUOTA - 1,
  });
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
  if (query.get('site') !== 'stackoverflow') return 'site is required';
  const valid: Readonly<Record<string, RegExp>> = {
    pagesize: /^(\d|[1-9]\d|100)$/,
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
