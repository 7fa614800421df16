import { afterAll, beforeAll, describe, test } from 'vitest';
import { nginxProgram } from '../harness/nginx.ts';
import { behindProxy, belowPath } from './behind-nginx.ts';
import { browserPath } from './browser.ts';
import { expectFoundLinks, expectGoodLooks, openListed } from './check-pages.ts';
import { everyWay } from './every-way.ts';
import { instantAnswers } from './instant.ts';
import { looks } from './looks.ts';
import { media } from './media.ts';
import { navigation } from './navigation.ts';
import { otherOrigin } from './other-origin.ts';
import { pages, setUpPages } from './page-list.ts';
import { places } from './places.ts';
import { playground } from './playground.ts';
import { preferences } from './preferences.ts';
import { quick } from './quick.ts';
import { results } from './results.ts';
import { searchPage } from './search-page.ts';
import { Sites } from './site.ts';
import { walk } from './walk.ts';

// All tests in a browser are in this one file: they share a deployment, a browser and nginx, which take longer to start
// than most tests. Each part is in a module beside it; new ones about the search page belong in `search-page.ts`.
describe.skipIf(browserPath === null)('in a browser', { timeout: 120_000 }, () => {
  let sites: Sites;
  beforeAll(async () => {
    sites = await Sites.start();
  }, 180_000);
  afterAll(() => sites?.stop());

  const root = () => sites.root;
  const below = () => {
    if (sites.below === null) throw new Error('There is no nginx.');
    return sites.below;
  };

  const listed = (list: typeof pages) =>
    test.each(list)(
      '$what ($route) is accessible and fits, light and dark, on a phone and a desk; its files and links are found',
      async (entry) => {
        const page = await openListed(entry, root());
        await expectGoodLooks(page, entry);
        await expectFoundLinks(page, root());
      },
    );
  /** What a page shows, and how, does not depend on its path. */
  const listedBelow = (list: typeof pages) =>
    test.each(list)('$what ($route) finds its files and links below a path', async (entry) => {
      await expectFoundLinks(await openListed(entry, below()), below());
    });

  describe('before there is an administrator', () => {
    listed(setUpPages);
    describe.skipIf(nginxProgram === null)('below a path', () => listedBelow(setUpPages));
  });
  // The rest is for a deployment that is set up, which the walk does.
  describe('a walk through the pages', () => walk(() => sites));
  describe('the search page', () => searchPage(root));
  describe('places and translations', () => places(() => sites));
  describe('images, news and videos', () => media(root));
  describe('instant answers', () => instantAnswers(root));
  describe('the list of results', () => results(root));
  describe('what people see', () => looks(root));
  describe('a quick page', () => quick(root));
  describe('a quick page for everybody', () => everyWay(root));
  describe('preferences', () => preferences(root));
  describe('the main navigation of an administrator', () => navigation(root));
  describe('every page', () => listed(pages));
  describe('the playground of the API reference', () => playground(() => sites));
  describe('the API from a page of another origin', () => otherOrigin(() => sites.browser));
  describe.skipIf(nginxProgram === null)('behind nginx', () => behindProxy(root));
  describe.skipIf(nginxProgram === null)('below a path, behind nginx', () => {
    listedBelow(pages);
    behindProxy(below);
    belowPath(below);
  });
});
