import type { VNode } from 'preact';
import { Mark } from './mark.tsx';
import type { Texts } from './texts/en.ts';

/** The header of our pages above the queue dashboard, with the way back. Its look is in `dashboard.css`. */
export function DashboardFrame({ texts: { above, places } }: { texts: Texts['page'] }): VNode {
  return (
    <nav class="tributary" aria-label={above}>
      <a class="brand" href="/">
        <Mark />
        Tributary
      </a>
      <a href="/admin">{places.overview}</a>
      <a href="/admin/processes">{places.processes}</a>
      <span aria-current="page">{places.queues}</span>
    </nav>
  );
}
