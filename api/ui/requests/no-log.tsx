import type { VNode } from 'preact';
import { Page } from '../page.tsx';
import { type PageContext, signedIn } from '../page-route.ts';
import { textsFor } from '../texts/language.ts';
import type { ListPath } from './whose-requests.ts';

/** What the pages of the log show if the instance keeps none. */
export function noLogPage(context: PageContext<unknown>, path: ListPath, title: string): VNode {
  return (
    <Page title={title} session={signedIn(context)} path={path}>
      <h1>{title}</h1>
      <p class="empty">{textsFor(context.request).requests.off}</p>
    </Page>
  );
}
