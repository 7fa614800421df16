import type { VNode } from 'preact';
import { decimal, type Place } from '../../../lib/maps/place.ts';
import type { Cards } from '../../lookups/cards.ts';
import { useTileSource } from '../map-tiles.ts';
import { useLocale, useTexts } from '../rendering.tsx';
import { hrefTo, type SearchAddress } from '../search-address.ts';
import { type Entity, entitiesIn } from './entity.ts';
import { PlaceMap } from './place-map.tsx';
import { Facts, OutsideLink, Picture } from './search-parts.tsx';

interface ColumnProps {
  cards: Cards;
  address: SearchAddress;
  pictures: boolean;
}

/** The cards beside the results, or above them on a phone. */
export function CardColumn({ cards, address, pictures }: ColumnProps): VNode | null {
  const texts = useTexts().cards;
  const entities = entitiesIn(cards);
  if (!cards.stackexchange && entities.length === 0) return null;
  return (
    <section class="cards" aria-label={texts.cards}>
      {cards.stackexchange && <BestAnswerCard card={cards.stackexchange} />}
      {entities.map((entity, at) => (
        <EntityCard key={at} id={`about-${at}`} entity={entity} address={address} pictures={pictures} />
      ))}
    </section>
  );
}

interface EntityProps extends Omit<ColumnProps, 'cards'> {
  id: string;
  entity: Entity;
}

/**
 * All that is known about one subject, with one line about where it comes from. On a phone it is above the results, and
 * short until the link in it makes it the target.
 */
function EntityCard({ id, entity, address, pictures }: EntityProps): VNode {
  const texts = useTexts().cards;
  const hasTiles = useTileSource() !== null && pictures;
  const { title, description, text, picture, website, facts, links, place, sources } = entity;
  // The source line links to the article already.
  const further = links.filter(({ url }) => !sources.some((source) => source.url === url));
  return (
    <article id={id} class="card entity">
      <Picture src={picture} pictures={pictures} width={320} height={180} class="portrait" of={title} />
      <div lang={entity.lang || undefined}>
        <h2 dir="auto">{title}</h2>
        {description !== '' && (
          <p class="faint" dir="auto">
            {description}
          </p>
        )}
        {text !== '' && (
          <p class="clamped" dir="auto">
            {text}
          </p>
        )}
      </div>
      {facts.length > 0 && (
        <dl class="known">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {place && hasTiles && <PlaceMap place={place} />}
      <ul class="links">
        {website !== '' && (
          <li>
            <OutsideLink href={website}>{texts.website}</OutsideLink>
          </li>
        )}
        {place && <PlaceLinks place={place} address={address} />}
        {further.map(({ title: name, url }) => (
          <li key={url}>
            <OutsideLink href={url}>{name}</OutsideLink>
          </li>
        ))}
      </ul>
      <a class="whole" href={`#${id}`}>
        {texts.more}
        <span class="unseen">: {title}</span>
      </a>
      <p class="from faint">
        {texts.source}:{' '}
        {sources.map(({ name, url, license }, at) => (
          <span key={url}>
            {at > 0 && ' · '}
            <OutsideLink href={url}>{name.replace('© ', '©\u00a0') || texts.source}</OutsideLink>
            {license !== '' && ` ${license}`}
          </span>
        ))}
      </p>
    </article>
  );
}

/** Where to see a place on a map: here, and at OpenStreetMap. */
function PlaceLinks({ place, address }: { place: Place; address: SearchAddress }): VNode {
  const texts = useTexts().cards;
  const coordinates = `${decimal(place.lat)}, ${decimal(place.lon)}`;
  return (
    <>
      <li>
        <a href={hrefTo(address, { tab: 'maps', q: coordinates })}>{texts.map}</a>
      </li>
      <li>
        <OutsideLink href={place.osm_url}>OpenStreetMap</OutsideLink>
      </li>
    </>
  );
}

function BestAnswerCard({ card }: { card: NonNullable<Cards['stackexchange']> }): VNode {
  const texts = useTexts().cards;
  const answered = card.answered_at === '' ? '' : dayText(card.answered_at, useLocale());
  return (
    <article class="card">
      <h2 dir="auto">
        <OutsideLink class="title-link" href={card.url}>
          {card.question}
        </OutsideLink>
      </h2>
      <Facts facts={[card.accepted ? texts.accepted : texts.best, texts.votes(card.score), answered]} />
      {/* Focusable, so that a long answer can be scrolled with the keyboard. */}
      <section class="verbatim" aria-label={texts.answer} tabindex={0} dir="auto">
        {card.answer}
      </section>
      <p class="from">
        <OutsideLink href={card.url}>{card.site}</OutsideLink>{' '}
        <span class="faint">{[card.author, card.license].filter(Boolean).join(', ')}</span>
      </p>
    </article>
  );
}

function dayText(date: string, language: string): string {
  const day = new Date(date);
  return Number.isNaN(day.getTime()) ? '' : day.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' });
}
