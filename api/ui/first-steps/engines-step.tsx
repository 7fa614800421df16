import type { VNode } from 'preact';
import { z } from 'zod';
import { type ChosenEngine, chosenEngines } from '../../../lib/providers/chosen-engines.ts';
import type { EngineOutcome } from '../../../lib/requests/request-record.ts';
import { CsrfField } from '../csrf-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { countText } from '../number-text.ts';
import { definePage, type PageContext, signedIn } from '../page-route.ts';
import { callTried } from '../reference/try-call.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { outcomesIn } from '../requests/engine-outcomes.ts';
import { Cell, RowName, Table } from '../table.tsx';
import { FIRST_STEPS, FirstStepsFrame } from './first-steps-frame.tsx';

/** The search that tests the engines: each of them finds something. */
const TEST_QUERY = 'node.js';

/** What came of the test: its status, and how each engine fared. */
interface Test {
  status: number;
  engines: EngineOutcome[];
}

const showEngines = definePage({
  method: 'GET',
  path: FIRST_STEPS,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    return enginesPage(context);
  },
});

const testEngines = definePage({
  method: 'POST',
  path: FIRST_STEPS,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const query = [['q', TEST_QUERY] as const];
    const request = { method: 'GET' as const, path: '/api/v1/web/', inPath: {}, query, headers: {}, body: undefined };
    const { status, headers } = await callTried(context.reply, signedIn(context), request, '');
    return enginesPage(context, { status, engines: outcomesIn(headers['server-timing'] ?? '') });
  },
});

function enginesPage(context: PageContext<unknown>, test?: Test): VNode {
  const { services } = context;
  const engines = chosenEngines(services.config, services.providers.roster);
  return (
    <FirstStepsFrame step="engines" session={signedIn(context)} path={FIRST_STEPS}>
      <Engines context={context} engines={engines} test={test} />
    </FirstStepsFrame>
  );
}

interface EnginesProps {
  context: PageContext<unknown>;
  engines: readonly ChosenEngine[];
  test: Test | undefined;
}

function Engines({ context, engines, test }: EnginesProps): VNode {
  const { engines: texts } = useTexts().firstSteps;
  const { config } = context.services;
  const isReady = engines.some(({ missing }) => missing.length === 0);
  const columns = [texts.engine, texts.state, ...(isReady ? [texts.lastTest] : [])];
  return (
    <>
      <h2>{texts.heading}</h2>
      <p>
        <InlineText text={texts.intro} />
      </p>
      {engines.length > 0 && (
        <Table label={texts.heading} columns={columns}>
          {engines.map((engine) => (
            <EngineRow key={`${engine.slug} ${engine.name}`} engine={engine} test={test} isTestable={isReady} />
          ))}
        </Table>
      )}
      {isReady ? (
        engines.some(({ missing, sandboxed }) => sandboxed || missing.length > 0) && (
          <p>
            <InlineText text={texts.keyless} />
          </p>
        )
      ) : (
        <p class="notice problem">
          <InlineText text={texts.none} />
        </p>
      )}
      {config.translate === null && (
        <p>
          <InlineText text={texts.translation} />
        </p>
      )}
      {test && test.engines.length === 0 && (
        <p class="notice problem" role="alert">
          {texts.unanswered(test.status)}
        </p>
      )}
      {isReady && (
        <form method="post" action={FIRST_STEPS}>
          <CsrfField session={signedIn(context)} />
          <p class="faint">{texts.testNote}</p>
          <button type="submit" class="quiet">
            {texts.test}
          </button>
        </form>
      )}
      <p class="row">
        <a class="button" href={`${FIRST_STEPS}/key`}>
          {texts.next}
        </a>
      </p>
    </>
  );
}

interface EngineRowProps {
  engine: ChosenEngine;
  test: Test | undefined;
  isTestable: boolean;
}

function EngineRow({ engine, test, isTestable }: EngineRowProps): VNode {
  const { engines: texts } = useTexts().firstSteps;
  const { name, slug, missing, sandboxed } = engine;
  const outcome = missing.length === 0 ? test?.engines.find((one) => one.engine === slug) : undefined;
  return (
    <tr>
      <RowName>{name}</RowName>
      <Cell of={texts.state} wrap>
        {missing.length === 0 ? (
          <>
            <span class="state up">{texts.ready}</span>
            {sandboxed && <span class="below faint">{texts.sandbox}</span>}
          </>
        ) : (
          <>
            <span class="state down">{texts.missing}</span>
            <span class="below">
              <InlineText text={texts.set(missing.map((setting) => `\`${setting}\``).join(', '))} />
            </span>
          </>
        )}
      </Cell>
      {isTestable && (
        <Cell of={texts.lastTest}>
          {outcome ? (
            <Outcome of={outcome} />
          ) : (
            <span class="faint">{missing.length === 0 ? texts.notTested : '–'}</span>
          )}
        </Cell>
      )}
    </tr>
  );
}

/** How an engine fared, in a line. */
function Outcome({ of: { outcome, ms } }: { of: EngineOutcome }): VNode {
  const { requests } = useTexts();
  const locale = useLocale();
  const isGood = outcome === 'ok' || outcome === 'cached';
  return (
    <span class={`state ${isGood ? 'up' : 'down'}`}>
      {requests.outcomeName(outcome)}
      {ms !== null && `, ${requests.ms(countText(ms, locale))}`}
    </span>
  );
}

export const enginesStep = [showEngines, testEngines];
