import type { VNode } from 'preact';
import type { Cards } from '../../lookups/cards.ts';
import { PlaceMap } from './place-map.tsx';
import { Facts, OutsideLink, Picture } from './search-parts.tsx';
import { PlaceLinks } from './search-places.tsx';

interface Shown<Name extends keyof Cards> {
  card: NonNullable<Cards[Name]>;
  pictures: boolean;
}

/** The cards beside the results, or below them on a phone. */
export function CardColumn({ cards, pictures }: { cards: Cards; pictures: boolean }): VNode | null {
  const { wikipedia, infobox, stackexchange, map } = cards;
  if (!wikipedia && !infobox && !stackexchange && !map) return null;
  const alreadyDescribed = wikipedia !== null && wikipedia.title.toLowerCase() === infobox?.title.toLowerCase();
  return (
    <section class="cards" aria-label="Cards">
      {stackexchange && <BestAnswerCard card={stackexchange} pictures={pictures} />}
      {wikipedia && <WikipediaCard card={wikipedia} pictures={pictures} />}
      {infobox && <InfoboxCard card={infobox} pictures={pictures} alreadyDescribed={alreadyDescribed} />}
      {map && <MapCard card={map} pictures={pictures} />}
    </section>
  );
}

function WikipediaCard({ card, pictures }: Shown<'wikipedia'>): VNode {
  return (
    <article class="card" lang={card.lang || undefined}>
      <Picture src={card.thumbnail} pictures={pictures} width={320} height={180} class="portrait" />
      <h2>{card.title}</h2>
      {card.description !== '' && <p class="faint">{card.description}</p>}
      <p>{card.extract}</p>
      <p class="from">
        <OutsideLink href={card.url}>Wikipedia</OutsideLink> <span class="faint">{card.license}</span>
      </p>
    </article>
  );
}

/** With `alreadyDescribed`, the article above already describes the subject, and this card shows only the facts. */
function InfoboxCard({ card, pictures, alreadyDescribed }: Shown<'infobox'> & { alreadyDescribed: boolean }): VNode {
  return (
    <article class="card">
      {!alreadyDescribed && <Picture src={card.image} pictures={pictures} width={320} height={180} class="portrait" />}
      <h2>{alreadyDescribed ? `${card.title}: facts` : card.title}</h2>
      {!alreadyDescribed && card.subtitle !== '' && <p class="faint">{card.subtitle}</p>}
      {!alreadyDescribed && card.description !== '' && <p>{card.description}</p>}
      {card.attributes.length > 0 && (
        <dl>
          {card.attributes.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul class="links">
        {card.website !== '' && (
          <li>
            <OutsideLink href={card.website}>Website</OutsideLink>
          </li>
        )}
        {card.links.map(({ title, url }) => (
          <li key={url}>
            <OutsideLink href={url}>{title}</OutsideLink>
          </li>
        ))}
      </ul>
      {(card.url !== '' || card.attribution !== '') && (
        <p class="from">
          <OutsideLink href={card.url}>{card.attribution || 'Source'}</OutsideLink>
        </p>
      )}
    </article>
  );
}

function BestAnswerCard({ card }: Shown<'stackexchange'>): VNode {
  const votes = `${card.score} ${Math.abs(card.score) === 1 ? 'vote' : 'votes'}`;
  return (
    <article class="card">
      <h2>
        <OutsideLink class="title-link" href={card.url}>
          {card.question}
        </OutsideLink>
      </h2>
      <Facts facts={[card.accepted ? 'Accepted answer' : 'Best answer', votes, card.answered_at.slice(0, 10)]} />
      {/* Focusable, so that a long answer can be scrolled with the keyboard. */}
      <section class="verbatim" aria-label="Answer" tabindex={0}>
        {card.answer}
      </section>
      <p class="from">
        <OutsideLink href={card.url}>{card.site}</OutsideLink>{' '}
        <span class="faint">{[card.author, card.license].filter(Boolean).join(', ')}</span>
      </p>
    </article>
  );
}

function MapCard({ card, pictures }: Shown<'map'>): VNode {
  return (
    <article class="card">
      <h2>{card.name}</h2>
      <p class="faint">{card.display_name}</p>
      <PlaceMap place={card} pictures={pictures} />
      <PlaceLinks place={card} />
    </article>
  );
}
