import { listUsers } from '../accounts/account-store.ts';
import type { AuditSource } from '../audit/audit-entry.ts';
import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Log } from '../log/log.ts';
import { isRedisAway } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { lapsedChange, lapses, suspendedChange, unconfirmedChange, wordLeftMs } from './changes.ts';
import { changeLinked, type LinkedAccount, type LinkedChange, readLinked } from './linked-account.ts';
import { askAgain, ProviderError } from './provider.ts';
import { rightsOf } from './rights.ts';
import { confirmation, type SingleSignOn } from './sign-in.ts';
import { openToken } from './token-seal.ts';

type Answer = Awaited<ReturnType<typeof askAgain>>;

/** Half a minute. */
const LOOK_EVERY_BEATS = 33;
const AT_A_TIME = 8;
/** When an account is asked after again, if the provider did not answer, or the process that asked has died. */
const RETRY_MS = 120_000;
/** How many looks pass between two searches for accounts that nobody asks after: a backup has no times. */
const ENROL_EVERY_LOOKS = 120;

const SOURCE: AuditSource = { via: 'single sign-on', account: '' };
const takeScript = scriptFile(new URL('./lua/take-checks.lua', import.meta.url), 1);

/**
 * Asks the provider within an hour after everybody who has signed in there, whether they are here at the moment or only
 * their keys are. Whom it no longer knows is suspended, and so is whom it cannot be asked after, unless they sign in there
 * again. Web processes share the work: each account is one process's.
 */
export class ProviderChecks {
  readonly #sso: SingleSignOn;
  readonly #log: Log;
  readonly #errors: ErrorReporter;
  #looks = 0;
  #looking: Promise<void> | undefined;
  #isStopped = false;
  #endBeats = () => {};

  constructor(sso: SingleSignOn, log: Log, errors: ErrorReporter) {
    this.#sso = sso;
    this.#log = log;
    this.#errors = errors;
  }

  start(): void {
    const look = () => void this.look().catch(this.#errors.unlessAway('ask the provider of single sign-on'));
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, look);
    look();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endBeats();
  }

  /** Asks after everybody who is due. One look at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#looks % ENROL_EVERY_LOOKS === 0) await this.#enrol();
    // Afterwards, so that a look without Redis is made up for by the next.
    this.#looks += 1;
    for (;;) {
      const names = (await takeScript.run(this.#sso.redis, [redisKeys.ssoChecks], [AT_A_TIME, RETRY_MS])) as string[];
      await Promise.all(names.map((name) => this.#check(name)));
      if (names.length < AT_A_TIME) return;
    }
  }

  async #enrol(): Promise<void> {
    const { redis } = this.#sso;
    const linked = (await listUsers(redis)).filter(({ isLinked, disabled }) => isLinked && !disabled);
    if (linked.length === 0) return;
    await redis.zadd(redisKeys.ssoChecks, 'NX', ...linked.flatMap(({ username }) => [0, username]));
  }

  async #check(username: string): Promise<void> {
    const linked = await readLinked(this.#sso.redis, username);
    if (!linked || linked.account.disabled) return this.#forget(username);
    if (linked.token === '') return this.#checkUnasked(linked);
    try {
      const answer = await this.#ask(linked);
      await this.#store(linked, () => this.#changeBy(linked, answer));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.failure === 'refused') {
        this.#log.info({ err: error, target: username }, 'the provider of single sign-on no longer knows a person');
        return this.#store(linked, async () => suspendedChange(linked, 'refused by the provider'));
      }
      this.#errors.report(error, 'ask the provider of single sign-on after a person');
      const now = this.#sso.clock.now();
      if (lapses(linked, now)) await this.#store(linked, async () => lapsedChange(linked, RETRY_MS));
    }
  }

  async #forget(username: string): Promise<void> {
    await this.#sso.redis.zrem(redisKeys.ssoChecks, username);
  }

  /** Suspends somebody whom the provider cannot be asked after, once its word is old. */
  async #checkUnasked(linked: LinkedAccount): Promise<void> {
    const { redis, clock } = this.#sso;
    const { username } = linked.account;
    const leftMs = wordLeftMs(linked, clock.now());
    if (leftMs === null) return this.#forget(username);
    if (leftMs <= 0) return this.#store(linked, async () => unconfirmedChange(linked));
    await redis.zadd(redisKeys.ssoChecks, clock.now() + leftMs, username);
  }

  /** Asks the provider. Throws a ProviderError. */
  async #ask(linked: LinkedAccount): Promise<Answer> {
    const { secret, oidc } = this.#sso;
    const token = openToken(await secret.loadAll(), { ...oidc, person: linked.person }, linked.token);
    if (token === null) throw new ProviderError('unavailable', new Error('The token is of other settings.'));
    return askAgain(oidc, linked.subject, token);
  }

  async #changeBy(linked: LinkedAccount, { claims, refreshToken }: Answer): Promise<LinkedChange> {
    const rights = claims && rightsOf(claims, this.#sso.oidc);
    if (linked.account.admin && rights?.admin === false) {
      return suspendedChange(linked, 'no longer in the group of administrators');
    }
    return confirmation(this.#sso, linked, rights, refreshToken);
  }

  /**
   * Stores a change, again and again while Redis is away: the provider may have replaced the token, and would take the old
   * one for a stolen one.
   */
  async #store(linked: LinkedAccount, makeChange: () => Promise<LinkedChange>): Promise<void> {
    while (!this.#isStopped) {
      try {
        await changeLinked(this.#sso.redis, SOURCE, linked, await makeChange());
        return;
      } catch (error) {
        if (!isRedisAway(error)) throw error;
        await nextBeat();
      }
    }
  }
}

function nextBeat(): Promise<void> {
  return new Promise((resolve) => {
    const end = onBeats(1, () => {
      end();
      resolve();
    });
  });
}
