import type { VNode } from 'preact';
import { z } from 'zod';
import type { Config } from '../../../lib/config/config.ts';
import { botPage, userAgent } from '../../../lib/providers/provider.ts';
import { Page, type Visitor } from '../page.tsx';
import { definePage } from '../page-route.ts';
import { useTexts } from '../rendering.tsx';

const KEEP_OUT = 'User-agent: Tributary\nDisallow: /';

/** Tells the operators of sites who has read their pages, as the user agent of those requests says. */
const about = definePage({
  method: 'GET',
  path: '/bot',
  for: 'anyone',
  input: z.object({}),
  async handle({ services, session, path }) {
    return <BotPage session={session} path={path} {...services.config} />;
  },
});

function BotPage({
  session,
  path,
  contact,
  publicUrl,
  extract,
}: Visitor & Pick<Config, 'contact' | 'publicUrl' | 'extract'>): VNode {
  const texts = useTexts().bot;
  return (
    <Page title={texts.title} session={session} path={path}>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <p>{texts.name}</p>
      <pre>
        <code>{userAgent(contact, botPage(publicUrl))}</code>
      </pre>
      <h2>{texts.who}</h2>
      <p>
        {contact === '' ? (
          texts.noContact
        ) : (
          <>
            {texts.contact} <Contact contact={contact} />
          </>
        )}
      </p>
      <h2>{texts.manners}</h2>
      <ul>
        <li>{extract.robots ? texts.obeys : texts.ignoresRobots}</li>
        <li>{texts.pace}</li>
        <li>{texts.signs}</li>
        <li>{extract.respectsSignals ? texts.obeysSignals : texts.signals}</li>
      </ul>
      {extract.robots && (
        <>
          <h2>{texts.stop}</h2>
          <p>{texts.stopAll}</p>
          <pre>
            <code>{KEEP_OUT}</code>
          </pre>
          <p>{texts.stopPart}</p>
        </>
      )}
    </Page>
  );
}

/** An address for mails or a page is a link, anything else a text. */
function Contact({ contact }: { contact: string }): VNode {
  if (/^https?:\/\//i.test(contact)) return <a href={contact}>{contact}</a>;
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return <a href={`mailto:${contact}`}>{contact}</a>;
  return <strong>{contact}</strong>;
}

export const botPages = [about];
