import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../../lib/accounts/session-store.ts';
import type { RuleSource } from '../../lib/rules/apply.ts';
import { ruledAddress } from '../../lib/rules/rule-list.ts';
import { siteActions } from '../../lib/rules/site-rule.ts';
import { CsrfField } from './csrf-field.tsx';
import { useTexts } from './rendering.tsx';
import { hrefTo, type SearchAddress } from './search-address.ts';

/** Where the menus of results send rules for their sites. */
export const SITE_RULE_PATH = '/settings/preferences/rules/site';
const FORM = 'site-rule';

/** Who may make rules on this page: nobody if it is null. */
interface Maker {
  session: Session;
  /** Whether a rule of the account is about this address. */
  isRuled(url: string): boolean;
}

const MakerContext = createContext<Maker | null>(null);

/** What the visitor's own rules decide, for the menus. A search link can only search. */
export function ruleMaker(session: Session, sources: readonly RuleSource[] | null): Maker | null {
  if (session.isLink) return null;
  const own = sources?.find(({ owner }) => owner === 'account')?.list;
  return { session, isRuled: (url) => (own?.verdictOn(ruledAddress(url)) ?? null) !== null };
}

/** Puts the menus of the results inside under one form: a browser sends it without a script. */
export function WithRuleMaker({
  maker,
  address,
  children,
}: {
  maker: Maker | null;
  address: SearchAddress;
  children: (VNode | null | false)[] | VNode;
}): VNode {
  return (
    <MakerContext.Provider value={maker}>
      {maker && (
        <form id={FORM} method="post" action={SITE_RULE_PATH} hidden>
          <CsrfField session={maker.session} />
          <input type="hidden" name="next" value={hrefTo(address, { page: address.params.page ?? 1 })} />
        </form>
      )}
      {children}
    </MakerContext.Provider>
  );
}

/** The rules in the menu of a result. */
export function SiteRuleButtons({ site, url }: { site: string; url: string }): VNode | null {
  const texts = useTexts().rules;
  const maker = useContext(MakerContext);
  if (!maker) return null;
  const button = (action: string, text: string) => (
    <li key={action}>
      <button class="plain" type="submit" form={FORM} name="rule" value={`${action} ${site}`}>
        {text}
      </button>
    </li>
  );
  return (
    <>
      {(Object.keys(siteActions) as (keyof typeof siteActions)[]).map((action) =>
        button(action, texts.actions[action]),
      )}
      {maker.isRuled(url) && button('none', texts.undo)}
    </>
  );
}

/** What rules have done to the results: how many are hidden, and the one that was just made. */
export function RulesNote({
  address,
  hidden = 0,
}: {
  address: SearchAddress;
  hidden?: number | undefined;
}): VNode | null {
  const texts = useTexts().rules;
  const maker = useContext(MakerContext);
  const { ruled, show } = address.params;
  const isRuled = maker !== null && ruled !== undefined;
  if (!isRuled && hidden === 0 && show === undefined) return null;
  return (
    <div class="rules-note faint" role="status">
      {isRuled && (
        <p>
          {texts.done(ruled)}{' '}
          <button class="plain link" type="submit" form={FORM} name="rule" value={`none ${ruled}`}>
            {texts.undoDone}
          </button>
        </p>
      )}
      {show !== undefined && (
        <p>
          {texts.shown} <a href={hrefTo(address, { show: '' })}>{texts.apply}</a>
        </p>
      )}
      {hidden > 0 && (
        <p>
          {texts.hidden(hidden)} {show === undefined && <a href={hrefTo(address, { show: 'hidden' })}>{texts.show}</a>}
        </p>
      )}
    </div>
  );
}
