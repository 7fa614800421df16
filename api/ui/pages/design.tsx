import { z } from 'zod';
import { CodeBlock, CodeSamples } from '../code-samples.tsx';
import { DesignCharts } from '../design/charts.tsx';
import { DesignForms } from '../design/forms.tsx';
import { Part } from '../design/part.tsx';
import { problem } from '../notices.ts';
import { NoticeText, Page } from '../page.tsx';
import { PageError } from '../page-error.ts';
import { PageLinks } from '../page-links.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { RowMenu } from '../row-menu.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { TokenSamples } from '../token-samples.tsx';
import { UsedMeter } from '../used-meter.tsx';
import { When } from '../when.tsx';

const PATH = '/admin/design';
const STATES = 'active up waiting paused warned unknown disabled revoked expired down'.split(' ');
const SAMPLE = {
  curl: 'curl https://example.org -H "Accept: application/json" # a note',
  python: 'print(len("text"), 42)',
};
const MINUTES = [2, 3_000, -9_000];

/**
 * Every component once, for contributors, in English: what `docs/design.md` names. It is there where the sandbox answers,
 * which no deployment for use has.
 */
const showDesign = definePage({
  method: 'GET',
  path: PATH,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    if (context.services.config.sandboxUrl === '') throw new PageError(404, ({ noPage }) => noPage);
    const notice = problem('Notice: a problem is an alert; what was done is a status.');
    return (
      <Page title="Design" session={signedIn(context)} path={PATH} notice={notice} wide parts={['charts', 'samples']}>
        <h1>Heading of the page</h1>
        <p>
          A paragraph, as wide as one reads easily, with a link to <a href="/docs">a page</a>.
        </p>
        <Part name="Tokens">
          <TokenSamples />
        </Part>
        <Part name="Buttons">
          <p class="row">
            <button type="button">Main action</button>
            <button type="button" class="quiet">
              Other action
            </button>
            <button type="button" class="danger">
              Takes something away
            </button>
            <button type="button" class="plain">
              Like a link
            </button>
          </p>
        </Part>
        <DesignForms />
        <Part name="Table, states, times and the menu of a row">
          <Table
            label="A table"
            columns={[
              { title: 'Name', sort: { href: PATH, now: 'ascending' } },
              'State',
              'When',
              { title: 'Searches', isNumber: true, sort: { href: PATH } },
              { title: 'Actions', isUnseen: true },
            ]}
          >
            {STATES.map((state, at) => (
              <tr key={state}>
                <RowName>{`row ${at + 1}`}</RowName>
                <Cell of="State">
                  <span class={`state ${state}`}>{state}</span>
                </Cell>
                <Cell of="When">
                  <When at={new Date(Date.now() - (MINUTES[at % MINUTES.length] ?? 0) * 60_000).toISOString()} />
                </Cell>
                <Cell of="Searches" isNumber>
                  {(12_345 * (at + 1)).toLocaleString('en')}
                </Cell>
                <Cell of="Actions">
                  <RowMenu label={`Actions for row ${at + 1}`}>
                    <li>
                      <a href={PATH}>Open</a>
                    </li>
                  </RowMenu>
                </Cell>
              </tr>
            ))}
          </Table>
          <PageLinks page={2} hasNext hrefOf={() => PATH} />
        </Part>
        <Part name="Facts">
          <dl class="facts">
            <div>
              <dt>Name</dt>
              <dd>reading list</dd>
            </div>
          </dl>
          <p class="figure">12,345 searches</p>
          <p>
            {[0.4, 0.9, 1].map((share) => (
              <UsedMeter key={share} used={share} of={1} label={`${share * 100} of 100 used`} />
            ))}
          </p>
          <p>
            <code class="cut" title="4bf92f35-77b3-4da6-a3ce-929d0e0e4736">
              4bf92f35-77b3-4da6-a3ce-929d0e0e4736
            </code>
          </p>
        </Part>
        <Part name="Code">
          <CodeSamples id="sample" samples={SAMPLE} />
          <CodeBlock id="code" text="npx tributary status" isCommand />
        </Part>
        <DesignCharts />
        <Part name="Notices, empty, late and more">
          <NoticeText notice={{ kind: 'done', text: 'Notice: what was done.' }} />
          <NoticeText notice={{ kind: 'note', text: 'Notice: what there is to know, such as `npm start`.' }} />
          <p class="empty">
            Nothing yet. <a href={PATH}>What to do next</a>
          </p>
          <p>
            <span class="skeleton" />
            <span class="skeleton" />
          </p>
          <div class="card">A card</div>
          <details>
            <summary>More</summary>
            <p>What few need.</p>
          </details>
        </Part>
      </Page>
    );
  },
});

export const designPages = [showDesign];
