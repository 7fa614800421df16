import type { VNode } from 'preact';
import { type ImageResult, images } from '../../endpoints/images.ts';
import { useTexts } from '../rendering.tsx';
import { hrefTo } from '../search-address.ts';
import { imageKey, pageKey } from './image-key.ts';
import { ImagePane, paneId } from './search-image-pane.tsx';
import { type ListProps, mediaTab } from './search-media.tsx';
import { OutsideLink, Picture } from './search-parts.tsx';

const PAGE_SIZE = 40;

/** Images: rows of one height with each picture in its proportions, and a pane for the picture that one looks at. */
export const imagesTab = mediaTab(images, PAGE_SIZE, ImageGrid);

function ImageGrid({ results, address, pictures }: ListProps<ImageResult>): VNode {
  // Similar pictures are those of other pages.
  const seen = pageKey(address.params.similar);
  return (
    <>
      {seen && (
        <SimilarTo address={address} picture={results.find(({ url }) => pageKey(url) === seen)} pictures={pictures} />
      )}
      <ol class="images">
        {results
          .filter(({ url }) => pageKey(url) !== seen)
          .map((result, index) => (
            <li key={index} class={proportions(result)} data-result={imageKey(result)}>
              <Tile result={result} address={address} pictures={pictures} />
            </li>
          ))}
      </ol>
    </>
  );
}

interface SimilarProps extends Omit<ListProps<never>, 'results'> {
  /** The picture itself, if its own words have found it. */
  picture: ImageResult | undefined;
}

/** What the pictures are similar to, and the way back to where it was found. */
function SimilarTo({ address, picture, pictures }: SimilarProps): VNode {
  const { media } = useTexts();
  const { of = '' } = address.params;
  return (
    <div class="similar-to">
      {picture && <Picture src={picture.thumbnail} pictures={pictures} width={96} height={72} class="thumbnail" />}
      <p>
        {media.similarTo} <strong dir="auto">{address.q}</strong>
        {of !== '' && (
          <>
            <br />
            <a href={hrefTo(address, { q: of })}>{media.backTo(of)}</a>
          </>
        )}
      </p>
    </div>
  );
}

function Tile({ result, address, pictures }: Omit<ListProps<never>, 'results'> & { result: ImageResult }): VNode {
  const { media } = useTexts();
  const title = result.title || result.source;
  const size = sizeOf(result);
  // Who says what they see on the button means the button.
  const label = [media.show(title), size].filter(Boolean).join(', ');
  return (
    <article class="tile">
      {/* The browser itself opens the pane: this needs no script. */}
      <button class="open" type="button" popovertarget={paneId(result)} aria-label={label}>
        <Picture src={result.thumbnail} pictures={pictures} width={240} height={180} class="thumbnail" />
        {size !== '' && <span class="dimensions">{size}</span>}
      </button>
      <h2 dir="auto">
        <OutsideLink class="title-link" href={result.url}>
          {title}
        </OutsideLink>
      </h2>
      <p class="facts faint">{result.source}</p>
      <ImagePane result={result} address={address} pictures={pictures} size={size} />
    </article>
  );
}

const UNKNOWN_RATIO = 4 / 3;
/** Pictures that are taller or wider are cut in the grid, not in the pane. */
const MIN_RATIO = 0.5;
const MAX_RATIO = 3.5;

/**
 * The width of a picture by its height, as classes for its units, tenths and hundredths: pages may not have style
 * attributes. Even hundredths are exact to a hundredth of the picture's width.
 */
export function proportions({ width = 0, height = 0 }: Pick<ImageResult, 'width' | 'height'>): string {
  const ratio = width > 0 && height > 0 ? width / height : UNKNOWN_RATIO;
  const shown = Math.round(Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio)) * 50) / 50;
  const [units, tenths, hundredths] = shown.toFixed(2).replace('.', '');
  return `u${units} t${tenths} h${hundredths}`;
}

function sizeOf({ width = 0, height = 0 }: ImageResult): string {
  return width > 0 && height > 0 ? `${width} × ${height}` : '';
}
