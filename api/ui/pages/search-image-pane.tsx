import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { imageSeed } from '../../../lib/search/image-seed.ts';
import type { ImageResult } from '../../endpoints/images.ts';
import { withoutCredentials } from '../outside-address.ts';
import { useTexts } from '../rendering.tsx';
import { hrefTo, type SearchAddress } from '../search-address.ts';
import { imageKey } from './image-key.ts';
import { FoundBy, OutsideLink, Picture } from './search-parts.tsx';

const ID_CHARS = 12;

/** The id of the pane of a picture: the same in every state of the page, and another on every page of results. */
export function paneId(result: ImageResult): string {
  return `pane-${createHash('sha256').update(imageKey(result)).digest('base64url').slice(0, ID_CHARS)}`;
}

interface PaneProps {
  result: ImageResult;
  address: SearchAddress;
  pictures: boolean;
  /** The size in words, or empty. */
  size: string;
}

/**
 * What is known of a picture: a popover, which the browser opens and closes without a script; `media.js` adds the keys.
 * The full picture is over the thumbnail, which stays where the full one cannot be had. Neither loads before it is seen.
 */
export function ImagePane({ result, address, pictures, size }: PaneProps): VNode {
  const { media } = useTexts();
  const title = result.title || result.source;
  const { image_url: original = '', license = '' } = result;
  return (
    <div id={paneId(result)} class="pane" popover="auto" role="dialog" aria-label={title}>
      <div class="bar">
        <button class="quiet" type="button" data-step="-1" aria-label={media.previous} hidden>
          <Icon path="M15 5l-7 7 7 7" />
        </button>
        <button class="quiet" type="button" data-step="1" aria-label={media.next} hidden>
          <Icon path="M9 5l7 7-7 7" />
        </button>
        <button
          class="quiet"
          type="button"
          popovertarget={paneId(result)}
          popovertargetaction="hide"
          aria-label={media.close}
          autofocus
        >
          <Icon path="M6 6l12 12M18 6L6 18" />
        </button>
      </div>
      <div class="stage">
        <Picture src={result.thumbnail} pictures={pictures} width={480} height={360} class="under" />
        <Picture src={original} pictures={pictures} width={480} height={360} class="full" size="full" />
      </div>
      <h3 dir="auto">
        <OutsideLink class="title-link" href={result.url}>
          {title}
        </OutsideLink>
      </h3>
      <dl class="known">
        <Fact name={media.site} value={result.source} />
        <Fact name={media.size} value={size} />
        <Fact name={media.license} value={license} />
      </dl>
      <FoundBy engines={result.engines} />
      <p class="row">
        <OutsideLink class="button" href={result.url}>
          {media.visit}
        </OutsideLink>
        {original !== '' && (
          <OutsideLink class="button quiet" href={original}>
            {media.original}
          </OutsideLink>
        )}
        <SimilarLink result={result} address={address} />
      </p>
    </div>
  );
}

/** A search for what the picture shows, which leaves out its own page. Without words there is nothing to search for. */
function SimilarLink({ result, address }: Pick<PaneProps, 'result' | 'address'>): VNode | null {
  const { media } = useTexts();
  const q = imageSeed(result.title, address.q);
  if (q === '') return null;
  return (
    <a class="button quiet" href={hrefTo(address, { q, similar: withoutCredentials(result.url), of: address.q })}>
      {media.similar}
    </a>
  );
}

function Fact({ name, value }: { name: string; value: string }): VNode | null {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}

function Icon({ path }: { path: string }): VNode {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" />
    </svg>
  );
}
