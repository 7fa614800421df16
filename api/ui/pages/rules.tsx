import type { VNode } from 'preact';
import { z } from 'zod';
import type { Session } from '../../../lib/accounts/session-store.ts';
import { ApiError, lineOf } from '../../../lib/errors.ts';
import { isRulesAddress } from '../../../lib/rules/import.ts';
import { MAX_LIST_BYTES } from '../../../lib/rules/parse.ts';
import { type SiteAction, siteActions, withSiteRule } from '../../../lib/rules/site-rule.ts';
import { ownRules, type RulesOwner, type RulesText, rulesProblem, setRules } from '../../../lib/rules/stored-rules.ts';
import { domainIn } from '../../../lib/search/domains.ts';
import { readRulesAt } from '../../rules/read-rules-at.ts';
import { CsrfField } from '../csrf-field.tsx';
import { Field } from '../form-field.tsx';
import { InlineText } from '../inline-text.tsx';
import { problem } from '../notices.ts';
import type { Notice } from '../page.tsx';
import { definePage, fieldText, localPath, type PageContext, Redirect, signedIn } from '../page-route.ts';
import { pageSource } from '../page-source.ts';
import { Sent } from '../page-stream.tsx';
import { useTexts } from '../rendering.tsx';
import { SITE_RULE_PATH } from '../site-rules.tsx';
import { textsFor } from '../texts/language.ts';

const PATH = '/settings/preferences/rules';
/** A list that is longer is not shown in the form. */
const MAX_SHOWN_CHARS = 100_000;

/** The rules of the visitor's account, as they are stored or as they were sent. */
export interface ShownRules extends Pick<RulesText, 'text' | 'address'> {
  /** What was typed as an address and refused, or else why the rules were. */
  refused?: { address: string; problem: string };
}

/** The rules that are stored. */
export async function storedRulesOf(context: PageContext<unknown>): Promise<ShownRules> {
  return (await ownRules(context.services.redis, ownerIn(context))) ?? { text: '', address: '' };
}

function ownerIn(context: PageContext<unknown>): RulesOwner {
  return { owner: 'account', name: signedIn(context).username };
}

/** The list of rules on the page of preferences. */
export function RulesSection({ session, shown }: { session: Session; shown: ShownRules }): VNode {
  const texts = useTexts().rules;
  const { text, address, refused } = shown;
  const problems = refused ? [refused.problem] : [];
  const isAboutAddress = refused !== undefined && refused.address !== '';
  const ruleProblems = isAboutAddress ? [] : problems;
  const isLong = text.length > MAX_SHOWN_CHARS;
  const lines = text.split('\n').length;
  return (
    <section id="rules" aria-labelledby="rules-title">
      <h2 id="rules-title">{texts.title}</h2>
      <p>
        <InlineText text={texts.intro} />
      </p>
      <form method="post" action={PATH} class="stack">
        <CsrfField session={session} />
        <div class="sites">
          <Field name="rules" label={texts.label} value={isLong ? '' : text} rows={3} problems={ruleProblems} />
          {isLong && <p class="faint">{texts.long(lines)}</p>}
          {address !== '' && <p class="faint">{texts.imported(address)}</p>}
        </div>
        <Field
          type="url"
          name="address"
          label={texts.address}
          value={refused?.address ?? ''}
          placeholder="https://example.com/list.goggle"
          problems={isAboutAddress ? problems : []}
        />
        <div class="row">
          <button type="submit">{texts.save}</button>
          {text !== '' && (
            <a href={`${PATH}.txt`} download="rules.txt">
              {texts.export}
            </a>
          )}
        </div>
      </form>
    </section>
  );
}

const exportRules = definePage({
  method: 'GET',
  path: `${PATH}.txt`,
  for: 'person',
  input: z.object({}),
  async handle(context) {
    const { text } = await storedRulesOf(context);
    void context.reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="rules.txt"')
      .send(text);
    return new Sent();
  },
});

/** The pages that change the rules. `show` renders the preferences with a list that was refused. */
export function rulesPages(show: (context: PageContext<unknown>, rules: ShownRules, notice: Notice) => Promise<VNode>) {
  const save = definePage({
    method: 'POST',
    path: PATH,
    for: 'person',
    // A form writes most signs of a rule in three characters.
    maxBodyBytes: () => 2 * MAX_LIST_BYTES,
    input: z.strictObject({ csrf: z.string(), rules: fieldText, address: fieldText }),
    async handle(context) {
      const { services, input } = context;
      const { records, providers } = services;
      const owner = ownerIn(context);
      const given = input.rules.replaceAll('\r\n', '\n');
      const address = input.address.trim();
      try {
        if (address !== '' && !isRulesAddress(address))
          throw new ApiError(400, textsFor(context.request).rules.address);
        const text = address === '' ? given : await readRulesAt(address, owner.name, providers);
        await setRules(records, pageSource(context), owner, { text, address });
      } catch (error) {
        const reason = error instanceof ApiError ? lineOf(error) : rulesProblem(error);
        context.reply.code(400);
        const { address: kept } = await storedRulesOf(context);
        return show(context, { text: given, address: kept, refused: { address, problem: reason } }, problem(reason));
      }
      return new Redirect('/settings/preferences?done=rules');
    },
  });
  return [exportRules, save, setSiteRule];
}

/** What a button of a result's menu sends: an action, or `none`, and a site. */
const siteRule = z.string().transform((text, context): { site: string; action: SiteAction | null } => {
  const [action = '', name = ''] = text.split(' ');
  const site = domainIn(name);
  if (site === null || !(action === 'none' || action in siteActions)) {
    context.addIssue({ code: 'custom', message: 'No rule.' });
    return z.NEVER;
  }
  return { site, action: action === 'none' ? null : (action as SiteAction) };
});

/** Makes a rule for the site of a result, and goes back to the results. */
const setSiteRule = definePage({
  method: 'POST',
  path: SITE_RULE_PATH,
  for: 'person',
  input: z.strictObject({ csrf: z.string(), next: fieldText, rule: siteRule }),
  async handle(context) {
    const { services, input } = context;
    const { site, action } = input.rule;
    const owner = ownerIn(context);
    const before = await ownRules(services.records, owner);
    const text = withSiteRule(before?.text ?? '', site, action);
    // A list with lines of one's own is no longer that of the address.
    const isSet = await setRules(services.records, pageSource(context), owner, {
      text,
      replaces: before?.version ?? '',
    });
    if (!isSet) throw new ApiError(409, textsFor(context.request).rules.changed);
    const next = new URL(localPath(input.next), 'http://here');
    next.searchParams.delete('ruled');
    if (action !== null) next.searchParams.set('ruled', site);
    return new Redirect(`${next.pathname}${next.search}`);
  },
});
