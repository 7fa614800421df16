import type { SearchContext } from './search-context.ts';

/** Pages take about as long as engines do. */
const ENGINES_SHARE = 0.5;

/** The time of a search request, in milliseconds. */
interface RequestTime {
  /** All of it. */
  requestMs: number;
  /** The part in which its engines are waited for. What is left is for pages. */
  searchMs: number;
  /** Whether the request goes on without engines that are late, while these are still asked. */
  mayLeave: boolean;
}

/** How long a search request may take. */
export function timeFor({ params, services, deadlineMs }: SearchContext): RequestTime {
  const { requestDeadlineMs } = services.config;
  const { deadline_ms, extract } = params;
  const requestMs = Math.min(requestDeadlineMs, deadlineMs ?? requestDeadlineMs, deadline_ms ?? requestDeadlineMs);
  const searchMs = extract === undefined ? requestMs : requestMs * ENGINES_SHARE;
  return { requestMs, searchMs, mayLeave: deadline_ms !== undefined || extract !== undefined };
}
