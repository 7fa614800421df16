import { setTimeout as pause } from 'node:timers/promises';
import { checkPassword, getUser } from '../../lib/accounts/account-store.ts';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import { getKey } from '../../lib/keys/key-store.ts';
import { connectForRequests, type Redis } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { createUser } from './as-tester.ts';
import { eventually } from './processes.ts';
import { type Answer, type Judged, judged, type Patience } from './traffic.ts';
import { PASSWORD, Visitor } from './visitor.ts';

/** What a person was told to be done, by name. */
export interface Entry {
  kind: 'key created' | 'key revoked' | 'account created' | 'password changed' | 'account disabled';
  /** A key's prefix, or an account. */
  name: string;
  /** Of a key. */
  owner?: Visitor;
}

/** What the audit log says of each. */
const ACTIONS: Readonly<Record<Entry['kind'], string>> = {
  'key created': 'key created',
  'key revoked': 'key revoked',
  'account created': 'account created',
  'password changed': 'password set',
  'account disabled': 'account disabled',
};

const AUDIT_PAGE = '/admin/audit';
const PEOPLE = 4;
/** An account keeps its hundred latest keys that were revoked, and forgets older ones. */
const KEPT_KEYS = 100;
/** Between the two forms of a person and the next: a person may send sixty a minute. */
const PAUSE_MS = 2_100;
const NEW_PASSWORD = 'another password for tests';

/**
 * Changes keys, passwords and accounts on the pages, as administrators do, and keeps a list of what the pages
 * acknowledged. One of them reads the audit log meanwhile.
 */
export class Ledger {
  readonly entries: Entry[] = [];
  readonly #redis: Redis;
  readonly #patience: Patience;
  readonly #people: Visitor[] = [];
  #answers: Answer[] = [];
  #lanes: Promise<void>[] = [];
  #accounts = 0;
  #ended = false;

  private constructor(redis: Redis, patience: Patience) {
    this.#redis = redis;
    this.#patience = patience;
  }

  /** Signs in as several administrators of the web process at `url`. */
  static async open(url: string, redisUrl: string, patience: Patience): Promise<Ledger> {
    const ledger = new Ledger(connectForRequests(parseRedisServer(redisUrl), 'ledger', 1), patience);
    await new Promise((resolve) => ledger.#redis.once('ready', resolve));
    for (let person = 0; person < PEOPLE; person++) {
      const username = `keeper-${person}`;
      await createUser(ledger.#redis, username, { admin: true, password: PASSWORD });
      const visitor = new Visitor(url);
      const { status } = await visitor.signIn(username, PASSWORD);
      if (status !== 303) throw new Error(`Signing in answered ${status}.`);
      await visitor.get('/settings/api-keys');
      ledger.#people.push(visitor);
    }
    return ledger;
  }

  /** Makes one change after the other until the end. */
  begin(): void {
    this.#lanes = this.#people.map((visitor, at) => this.#lane(visitor, at));
    const [reader] = this.#people;
    if (reader) this.#lanes.push(this.#readAudit(reader));
  }

  takeAnswers(): Answer[] {
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }

  /**
   * The entries that Redis no longer has, but for those that it need not keep, and those that the audit log does not
   * have.
   */
  async lost(entries: readonly Entry[] = this.entries): Promise<string[]> {
    const lost: string[] = [];
    for (const { kind, name } of entries.filter((entry) => this.#isKept(entry))) {
      // On a busy machine, a connection may seem dead for a moment.
      const { isThere } = await eventually('it is looked up', async () => ({
        isThere: await this.#isThere(kind, name),
      }));
      if (!isThere) lost.push(`${kind}: ${name}`);
    }
    for (const { kind, name, owner } of entries) {
      const target = owner ? displayPrefix(name) : name;
      const read = () => readAudit(this.#redis, { action: ACTIONS[kind], target }, { limit: 1 });
      const { items } = await eventually('the audit log is read', read);
      if (items.length === 0) lost.push(`${kind}: ${name}, in the audit log`);
    }
    return lost;
  }

  /** Makes no more changes: while many entries are looked up, later keys would take the places of earlier ones. */
  async close(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#lanes);
  }

  async end(): Promise<void> {
    await this.close();
    this.#redis.disconnect();
  }

  #isKept({ owner, name }: Entry): boolean {
    if (!owner) return true;
    const keys = this.entries.filter((entry) => entry.kind === 'key created' && entry.owner === owner);
    // One more may have been revoked without an answer.
    return keys.slice(1 - KEPT_KEYS).some((key) => key.name === name);
  }

  async #lane(visitor: Visitor, at: number): Promise<void> {
    const steps = [() => this.#changeKeys(visitor), () => this.#changeAccount(visitor, at % 2 === 0)];
    await pause((PAUSE_MS / PEOPLE) * at);
    for (let step = at; !this.#ended; step++) {
      await steps[step % steps.length]?.();
      await pause(PAUSE_MS);
    }
  }

  /** Reads the page of the audit log until the end. */
  async #readAudit({ url, cookie }: Visitor): Promise<void> {
    while (!this.#ended) {
      const send = (signal: AbortSignal) =>
        fetch(url + AUDIT_PAGE, { redirect: 'manual', headers: { cookie }, signal });
      const isShown = ({ status, text }: Judged) => status === 200 && text.includes('account created');
      this.#answers.push(await judged(AUDIT_PAGE, this.#patience, send, isShown));
      await pause(PAUSE_MS);
    }
  }

  /** Creates a key, and revokes the one before. */
  async #changeKeys(visitor: Visitor): Promise<void> {
    const fields = { name: 'of the ledger', expires: '' };
    const shown = /trib_(\w+)\.\w+/;
    const { text } = await this.#send(visitor, '/settings/api-keys', fields, ({ text }) => shown.test(text));
    const prefix = shown.exec(text)?.[1];
    if (!prefix) return;
    this.entries.push({ kind: 'key created', name: prefix, owner: visitor });
    const { isDone } = await this.#send(visitor, `/settings/api-keys/trib_${prefix}/revoke`);
    if (isDone) this.entries.push({ kind: 'key revoked', name: prefix, owner: visitor });
  }

  /** Creates an account, and disables it or gives it a password. */
  async #changeAccount(visitor: Visitor, disable: boolean): Promise<void> {
    this.#accounts += 1;
    const username = `account-${this.#accounts}`;
    if (!(await this.#send(visitor, '/admin/accounts', { username, password: '' })).isDone) return;
    this.entries.push({ kind: 'account created', name: username });
    const path = `/admin/accounts/${username}/${disable ? 'disable' : 'password'}`;
    const { isDone } = await this.#send(visitor, path, disable ? {} : { password: NEW_PASSWORD });
    if (isDone) this.entries.push({ kind: disable ? 'account disabled' : 'password changed', name: username });
  }

  /** Sends a form. A page that has done what it says redirects to one that tells it, or says it itself. */
  async #send(
    visitor: Visitor,
    path: string,
    fields: Record<string, string> = {},
    says = ({ location }: Judged) => location.includes('?done='),
  ): Promise<Judged & { isDone: boolean }> {
    const body = new URLSearchParams({ ...fields, csrf: visitor.csrf });
    const headers = { cookie: visitor.cookie, origin: visitor.url };
    const send = (signal: AbortSignal) =>
      fetch(`${visitor.url}${path}`, { method: 'POST', redirect: 'manual', headers, body, signal });
    const answer = await judged(path, this.#patience, send, says);
    this.#answers.push(answer);
    return { ...answer, isDone: answer.isFine };
  }

  async #isThere(kind: Entry['kind'], name: string): Promise<boolean> {
    if (kind === 'key created') return (await getKey(this.#redis, name)) !== null;
    if (kind === 'key revoked') return Boolean((await getKey(this.#redis, name))?.revokedAt);
    if (kind === 'account created') return (await getUser(this.#redis, name)) !== null;
    if (kind === 'account disabled') return (await getUser(this.#redis, name))?.disabled === true;
    return checkPassword(this.#redis, name, NEW_PASSWORD);
  }
}
