import type { VNode } from 'preact';
import { z } from 'zod';
import { type ChosenEngine, chosenEngines } from '../../../lib/providers/chosen-engines.ts';
import { providerNamed } from '../../../lib/providers/pause-by-hand.ts';
import { type EngineTest, testEngine } from '../../ask/engine-test.ts';
import { CsrfField } from '../csrf-field.tsx';
import { tooManyTests } from '../engines/too-many-tests.ts';
import { InlineText } from '../inline-text.tsx';
import { actorIn } from '../keys/acting.ts';
import { durationText } from '../number-text.ts';
import { definePage, type PageContext, signedIn } from '../page-route.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { Cell, RowName, Table } from '../table.tsx';
import { FIRST_STEPS, FirstStepsFrame } from './first-steps-frame.tsx';

/** What came of the test of each engine, by its slug. */
type Tests = ReadonlyMap<string, EngineTest>;

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
    const { services } = context;
    const { roster } = services.providers;
    const actor = await actorIn(context);
    const ready = chosenEngines(services.config, roster).filter(({ missing }) => missing.length === 0);
    const tests = ready.map(async ({ slug }) => {
      const listed = providerNamed(roster, slug);
      return [slug, await testEngine(services, actor, listed, context, tooManyTests)] as const;
    });
    return enginesPage(context, new Map(await Promise.all(tests)));
  },
});

function enginesPage(context: PageContext<unknown>, tests?: Tests): VNode {
  const { services } = context;
  const engines = chosenEngines(services.config, services.providers.roster);
  return (
    <FirstStepsFrame step="engines" session={signedIn(context)}>
      <Engines context={context} engines={engines} tests={tests} />
    </FirstStepsFrame>
  );
}

interface EnginesProps {
  context: PageContext<unknown>;
  engines: readonly ChosenEngine[];
  tests: Tests | undefined;
}

function Engines({ context, engines, tests }: EnginesProps): VNode {
  const { engines: texts } = useTexts().firstSteps;
  const { config, workers } = context.services;
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
            <EngineRow
              key={`${engine.slug} ${engine.name}`}
              engine={engine}
              test={tests?.get(engine.slug)}
              isTestable={isReady}
            />
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
      {tests && workers.count === 0 && (
        <p class="notice problem" role="alert">
          {texts.noWorker}
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
  test: EngineTest | undefined;
  isTestable: boolean;
}

function EngineRow({ engine, test, isTestable }: EngineRowProps): VNode {
  const { engines: texts } = useTexts().firstSteps;
  const { name, missing, sandboxed } = engine;
  const outcome = missing.length === 0 ? test : undefined;
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
function Outcome({ of: { failure, ms } }: { of: EngineTest }): VNode {
  const { requests, engineList } = useTexts();
  const locale = useLocale();
  return (
    <span class={`state ${failure ? 'down' : 'up'}`}>
      {failure ? engineList.reasons[failure.code] : requests.outcomeName('ok')}, {durationText(ms, locale)}
    </span>
  );
}

export const enginesStep = [showEngines, testEngines];
