import type { ComponentChildren, VNode } from 'preact';
import { z } from 'zod';
import { displayPrefix } from '../../../lib/keys/key-format.ts';
import { findRequest } from '../../../lib/requests/read-requests.ts';
import { countText } from '../number-text.ts';
import { Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { definePage, fieldText, type PageContext, signedIn } from '../page-route.ts';
import { languageOf, textsFor } from '../texts/language.ts';
import { EngineList } from './engine-bars.tsx';
import { noLogPage } from './no-log.tsx';
import { Labels, RequestTime, Sender, Status } from './request-rows.tsx';
import { ALL_PATH, keyNamesOf, type ListPath, OWN_PATH, whoseRequests } from './whose-requests.ts';

/** The time of the request finds it at once; without it, the whole log is looked through. */
const input = z.object({ account: fieldText, at: z.coerce.number().int().positive().optional().catch(undefined) });
type Input = z.infer<typeof input>;

/** One request of the log. */
export const requestDetailPages = [
  definePage({
    method: 'GET',
    path: `${OWN_PATH}/:id`,
    for: 'person',
    input,
    handle: (context) => show(context, OWN_PATH),
  }),
  definePage({
    method: 'GET',
    path: `${ALL_PATH}/:id`,
    for: 'administrator',
    input,
    handle: (context) => show(context, ALL_PATH),
  }),
];

async function show(context: PageContext<Input>, path: ListPath): Promise<VNode> {
  const { services, input: given } = context;
  const { id } = context.request.params as { id: string };
  const texts = textsFor(context.request).requests;
  if (!services.config.requestLog) return noLogPage(context, path, texts.one);
  const { whose } = await whoseRequests(context, path, given.account);
  const found = await findRequest(services.redis, whose, id, given.at);
  if (!found) throw new PageError(404, ({ noRequest }) => noRequest);
  const locale = languageOf(context.request);
  const keyNames = await keyNamesOf(services.redis, [found]);
  return (
    <Page title={`${texts.one} ${id}`} session={signedIn(context)} path={path} parts={['requests']}>
      <h1>{found.endpoint}</h1>
      {found.one_of > 1 && <p class="faint">{texts.standsFor(found.one_of)}</p>}
      <dl class="facts">
        <Fact name={texts.status}>
          <Status request={found} />
        </Fact>
        <Fact name={texts.time}>
          <RequestTime at={found.at} />
        </Fact>
        <Fact name={texts.took}>{texts.ms(countText(found.ms, locale))}</Fact>
        <Fact name={texts.cost}>{found.cost === 0 ? texts.free : texts.searches(found.cost)}</Fact>
        <Fact name={texts.cache}>{found.cached ? texts.cached : texts.fresh}</Fact>
        <Fact name={texts.account}>{found.account ?? texts.nobody}</Fact>
        {found.account !== null && (
          <Fact name={texts.key}>
            <Sender request={{ ...found, labels: {} }} keyNames={keyNames} hasAccounts={false} />{' '}
            {found.key !== null && <code class="id">{displayPrefix(found.key)}</code>}
          </Fact>
        )}
        {Object.keys(found.labels).length > 0 && (
          <Fact name={texts.labels}>
            <Labels labels={found.labels} />
          </Fact>
        )}
        <Fact name={texts.program}>{found.program ?? texts.noProgram}</Fact>
        <Fact name={texts.id}>
          <code class="id">{found.id}</code>
        </Fact>
        <Fact name={texts.trace}>{found.trace ? <code class="id">{found.trace}</code> : texts.noTrace}</Fact>
      </dl>
      <h2>{texts.engines}</h2>
      <EngineList engines={found.engines} />
    </Page>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
