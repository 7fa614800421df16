import { createUser } from '../../lib/accounts/account-store.ts';
import { createKey } from '../../lib/keys/key-store.ts';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import type { Stack } from '../harness/stack.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { type Scene, SEARCHES_A_MINUTE } from './page-list.ts';

/** The settings of a deployment whose pages are listed. */
export const SCENE_SETTINGS = { API_MONTHLY_LIMIT: '1000', API_THROTTLE_BURST: `${SEARCHES_A_MINUTE}/min` };

/** Makes what the listed pages show: a member with a key that was used, a call that failed, and the set-up link. */
export async function prepareScene(stack: Stack): Promise<Scene> {
  await createUser(stack.client, 'member', { password: PASSWORD });
  const { key, prefix } = await createKey(stack.client, 'member', { name: 'laptop' });
  for (const path of ['web/?q=linux', 'images/?q=linux']) await stack.get(`/api/v1/${path}`, { key });
  await untilAnswersAreLoaded(stack);
  // A call that failed, for the queue dashboard to show.
  await stack.knobs('brave', { status: 500, times: 1 });
  await stack.get('/api/v1/web/?q=failing&engine=engine_a', { key });
  const link = /\/setup\?token=[\w-]+/;
  const [setUp = ''] = await eventually('the set-up link is printed', () => link.exec(stack.webs[0]?.output ?? ''));
  return { stack, setUp, prefix: `trib_${prefix}` };
}
