import { z } from 'zod';
import { listProviders } from '../../../lib/providers/status.ts';
import { ENGINES } from '../engines/engine-paths.ts';
import { EngineTable } from '../engines/engine-table.tsx';
import { viewEngines } from '../engines/engine-view.ts';
import { Page } from '../page.tsx';
import { definePage, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';

const showEngines = definePage({
  method: 'GET',
  path: ENGINES,
  for: 'administrator',
  input: z.object({}),
  async handle(context) {
    const { redis, providers } = context.services;
    const { views, now } = await viewEngines(redis, listProviders(providers.roster));
    const texts = textsFor(context.request).engineList;
    const engines = views.filter(({ provider }) => provider.group === 'web');
    const services = views.filter(({ provider }) => provider.group !== 'web');
    return (
      <Page title={texts.title} session={signedIn(context)} path={ENGINES} wide>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
        <h2>{texts.groups.engines}</h2>
        {engines.length > 0 ? (
          <EngineTable label={texts.groups.engines} name={texts.engine} views={engines} now={now} />
        ) : (
          <p class="empty">{texts.none}</p>
        )}
        <h2>{texts.groups.services}</h2>
        {services.length > 0 ? (
          <EngineTable label={texts.groups.services} name={texts.service} views={services} now={now} />
        ) : (
          <p class="empty">{texts.noServices}</p>
        )}
        <p class="faint">{texts.aboutBreaker}</p>
      </Page>
    );
  },
});

export const enginesPages = [showEngines];
