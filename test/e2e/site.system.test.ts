import { afterAll, beforeAll, describe, test } from 'vitest';
import { nginxProgram } from '../harness/nginx.ts';
import { behindProxy, belowPath } from './behind-nginx.ts';
import { browserPath } from './browser.ts';
import { inGerman } from './in-german.ts';
import { navigation } from './navigation.ts';
import { otherOrigin } from './other-origin.ts';
import { setUpPages } from './pages/account-pages.ts';
import { expectGoodLooks, openListed } from './pages/check-pages.ts';
import { components } from './pages/components.ts';
import { pages } from './pages/page-list.ts';
import { Sites } from './site.ts';
import { besidePeers } from './walk/beside-peers.ts';
import { browserIntegration } from './walk/browser-integration.ts';
import { entityCard } from './walk/entity-card.ts';
import { everybody } from './walk/everybody.ts';
import { home } from './walk/home.ts';
import { imageProxy } from './walk/image-proxy.ts';
import { images } from './walk/images.ts';
import { instantAnswers } from './walk/instant-answers.ts';
import { instantLooks } from './walk/instant-looks.ts';
import { keyboard } from './walk/keyboard.ts';
import { maps } from './walk/maps.ts';
import { preferences } from './walk/preferences.ts';
import { quick, quickInParts } from './walk/quick.ts';
import { resultPage } from './walk/result-page.ts';
import { translate } from './walk/translate.ts';
import { videosAndNews } from './walk/videos-and-news.ts';

// All tests in a browser are in this one file: they share a deployment, a browser and nginx, which take longer to start
// than most tests. Each part is in a module beside it.
// Axe looks at each page once, and at the page of components in each size, theme and language. What pages say, weigh and
// link to is tested over HTTP, in `test/ui/every-page.app.test.ts`. A page that the walk or a file of its own looks at is not
// opened here.
describe.skipIf(browserPath === null)('in a browser', { timeout: 120_000 }, () => {
  let sites: Sites;
  beforeAll(async () => {
    sites = await Sites.start();
  }, 180_000);
  afterAll(() => sites?.stop());
  const get = () => sites;
  const root = () => sites.root;
  const below = () => {
    if (sites.below === null) throw new Error('There is no nginx.');
    return sites.below;
  };

  const listed = (list: typeof pages) =>
    test.each(list.filter(({ isWalked, lookedAtIn }) => !isWalked && !lookedAtIn))(
      '$what ($route) looks good',
      async (entry) => {
        const site = root();
        const page = await openListed(entry, site);
        await expectGoodLooks(page, entry);
        // Refused forms have no address; the dashboard is nothing without its scripts.
        if (!entry.status && !entry.known) await site.german.expectFits(entry, page.url());
      },
    );

  // From set-up to a disabled account people go in `main-pages.smoke.test.ts`.
  describe('before there is an administrator', () => listed(setUpPages));

  // The search page, in the order of what it promises: on a phone and a desk, with scripts and without, light and dark.
  describe('the walk', () => {
    describe('a home page worth opening', () => home(get));
    describe('the result page', () => resultPage(get));
    describe('keyboard', () => keyboard(get));
    describe('bangs and preferences', () => preferences(get));
    describe('one entity card', () => entityCard(get));
    describe('browser integration', () => browserIntegration(get));
    describe('instant answers', () => instantAnswers(get));
    describe('the looks of instant answers', () => instantLooks(get));
    describe('images', () => images(get));
    describe('videos and news', () => videosAndNews(get));
    describe('maps', () => maps(get));
    describe('translate', () => translate(get));
    describe('the image proxy', () => imageProxy(get));
    describe('quick', () => quick(get));
    describe('quick in parts', () => quickInParts(get));
    describe('for everybody', () => everybody(get));
    describe('beside other search pages', () => besidePeers(get));
  });

  describe.concurrent('the main navigation of an administrator', () => navigation(root));
  describe('the page of components', () => components(get));
  describe('every page', () => listed(pages));
  describe('in German, on a phone, without scripts', () => inGerman(root));
  describe('the API from a page of another origin', () => otherOrigin(() => sites.browser));
  describe.skipIf(nginxProgram === null)('behind nginx', () => behindProxy(root));
  describe.skipIf(nginxProgram === null)('below a path, behind nginx', () => {
    behindProxy(below);
    belowPath(below);
  });
});
