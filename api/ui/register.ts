import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { asksForOtherSite } from '../../lib/net/asked-host.ts';
import { requesterOf } from '../plugins/request-context.ts';
import { endpoints, streamed } from '../routes/register.ts';
import type { Services } from '../services.ts';
import { browserFiles } from './browser-files.ts';
import { confirmFirst, unwrapForm } from './confirm/confirm-step.tsx';
import { DASHBOARD_PATH, registerDashboard } from './dashboard.ts';
import { errorPage } from './error-page.tsx';
import { enginesStep } from './first-steps/engines-step.tsx';
import { keyStep } from './first-steps/key-step.tsx';
import { limitForms, requireFormToken, requireOwnOrigin, requireSession } from './guard.ts';
import { instantPages } from './instant/instant-page.tsx';
import { mapTiles } from './map-tiles.ts';
import { redirectMovedPages } from './moved-pages.ts';
import { openSearch } from './opensearch.ts';
import { asHtml, render } from './page.tsx';
import { PageError } from './page-error.ts';
import { type PageRoute, Redirect } from './page-route.ts';
import { Sent } from './page-stream.tsx';
import { accountPages } from './pages/account.tsx';
import { accountAccessPages } from './pages/account-access.tsx';
import { accountQuestionPages } from './pages/account-questions.tsx';
import { alertPages } from './pages/alerts.tsx';
import { apiKeyPages } from './pages/api-keys.tsx';
import { auditPages } from './pages/audit.tsx';
import { botPages } from './pages/bot.tsx';
import { budgetPages } from './pages/budgets.tsx';
import { deleteAccountPages } from './pages/delete-account.tsx';
import { designPages } from './pages/design.tsx';
import { enginePages } from './pages/engine.tsx';
import { enginesPages } from './pages/engines.tsx';
import { instanceUsagePages } from './pages/instance-usage.tsx';
import { keyPages } from './pages/key.tsx';
import { keyActionPages } from './pages/key-actions.tsx';
import { linkAccountPages } from './pages/link-account.tsx';
import { loginPages } from './pages/login.tsx';
import { loginFactorPages } from './pages/login-factor.tsx';
import { nearPages } from './pages/near-page.tsx';
import { overviewPages } from './pages/overview.tsx';
import { ownDataPages } from './pages/own-data.tsx';
import { passwordPages } from './pages/password.tsx';
import { passwordLinkPages } from './pages/password-link.tsx';
import { preferencesPages } from './pages/preferences.tsx';
import { processPages } from './pages/processes.tsx';
import { readerPages } from './pages/reader.tsx';
import { searchPages } from './pages/search.tsx';
import { translatePages } from './pages/search-translate.tsx';
import { securityPages } from './pages/security.tsx';
import { securityActionPages } from './pages/security-actions.tsx';
import { sessionPages } from './pages/sessions.tsx';
import { setUpPages } from './pages/set-up.tsx';
import { signInLinkPages } from './pages/sign-in-link.tsx';
import { singleSignOnPages } from './pages/single-sign-on.tsx';
import { teamMemberPages } from './pages/team-members.tsx';
import { teamPages } from './pages/teams.tsx';
import { themePages } from './pages/theme.ts';
import { usagePages } from './pages/usage.tsx';
import { userPages } from './pages/users.tsx';
import { registerPlaces } from './places.ts';
import { consentPages } from './programs/consent.tsx';
import { programPages } from './programs/programs.tsx';
import { proxiedPictures } from './proxied-pictures.tsx';
import { referencePages } from './reference/reference-pages.tsx';
import { liveRequests } from './requests/live-requests.tsx';
import { requestDetailPages } from './requests/request-detail.tsx';
import { requestListPages } from './requests/request-list.tsx';
import { accountFactorPages } from './security/account-factors.tsx';
import { passkeyOptions } from './security/passkey-options.ts';
import { staticFiles } from './static-files.ts';
import { suggestJson } from './suggest-json.ts';
import { translateJson } from './translate-json.ts';
import { tryEndpoints } from './try-endpoints.ts';

/** Every page except the queue dashboard, which is a third-party application. */
export const pages: readonly PageRoute[] = [
  ...loginPages,
  ...loginFactorPages,
  ...singleSignOnPages,
  ...linkAccountPages,
  ...signInLinkPages,
  ...setUpPages,
  ...passwordPages,
  ...passwordLinkPages,
  ...securityPages,
  ...securityActionPages,
  ...sessionPages,
  ...ownDataPages,
  ...apiKeyPages,
  ...keyPages,
  ...keyActionPages,
  ...teamPages,
  ...teamMemberPages,
  ...usagePages,
  ...instanceUsagePages,
  ...overviewPages,
  ...userPages,
  ...accountPages,
  ...accountQuestionPages,
  ...consentPages,
  ...programPages,
  ...accountAccessPages,
  ...deleteAccountPages,
  ...accountFactorPages,
  ...enginesPages,
  ...enginePages,
  ...budgetPages,
  ...processPages,
  ...auditPages,
  ...designPages,
  ...alertPages,
  ...requestListPages,
  ...requestDetailPages,
  ...searchPages,
  ...readerPages,
  ...instantPages,
  ...translatePages,
  ...nearPages,
  ...preferencesPages,
  ...themePages,
  ...botPages,
  ...referencePages,
  ...enginesStep,
  ...keyStep,
];

/** Registers the pages. They are separate from the API: sessions instead of keys, HTML instead of JSON. */
export async function registerPages(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!asksForOtherSite(request.headers.host, services.config)) return;
    return errorPage(new PageError(421, ({ otherSite }) => otherSite), request, reply);
  });
  await app.register(cookie);
  await app.register(staticFiles);
  app.setErrorHandler((error, request, reply) => errorPage(error as Error, request, reply));
  app.decorateRequest('session', null);
  app.decorateRequest('heldAt', '');
  app.decorate('sessionLife', services.config.sessionLife);
  app.decorate('requireSecondFactor', services.config.requireSecondFactor);
  await app.register(async (forms) => {
    // Browsers send nothing but forms.
    forms.removeContentTypeParser('application/json');
    for (const page of pages) addPage(forms, page, services);
  });
  registerDashboard(app, services);
  registerPlaces(app, [DASHBOARD_PATH, ...pages.map(({ path }) => path)]);
  redirectMovedPages(app);
  proxiedPictures(app, services);
  mapTiles(app, services);
  translateJson(app, services);
  liveRequests(app, services);
  passkeyOptions(app, services);
  suggestJson(app, services.redis, services.providers);
  await app.register(async (routes) => tryEndpoints(routes, services, { endpoints, streamed }));
  openSearch(app, services.config.publicUrl);
  browserFiles(app);
}

function addPage(app: FastifyInstance, page: PageRoute, services: Services): void {
  app.route({
    method: page.method,
    url: page.path,
    schema: { hide: true },
    ...(page.maxBodyBytes ? { bodyLimit: page.maxBodyBytes(services.config) } : {}),
    // Before the body is read, so that only those who may send a form can make the server read one.
    async onRequest(request, reply) {
      if (!(await requireSession(request, reply, services.redis, page.for))) return reply;
      if (page.method === 'POST') {
        requireOwnOrigin(request);
        await limitForms(request, services);
      }
      return;
    },
    async handler(request, reply) {
      if (page.method === 'POST') requireFormToken(request);
      const confirmation = page.confirms ? await unwrapForm(request, services) : null;
      const given = page.input.safeParse(page.method === 'POST' ? (request.body ?? {}) : request.query);
      if (!given.success) throw new PageError(400, ({ unreadableForm }) => unreadableForm);
      const context = {
        input: given.data,
        services,
        session: request.session,
        path: page.path,
        ...requesterOf(request, reply, request.session?.username ?? ''),
        request,
        reply,
      };
      await page.prepare?.(context);
      const answer = (await confirmFirst(page, context, confirmation)) ?? (await page.handle(context));
      if (answer instanceof Sent) return reply;
      return answer instanceof Redirect ? reply.redirect(answer.to, 303) : asHtml(reply).send(render(answer, app));
    },
  });
}
