import type { InvisibleWay } from '../invisible-characters.ts';
import type { Unseen } from './page-looks.ts';

/** How much of a page was left out because nobody sees it: elements with a text, or characters, by the way they are hidden. */
export type HiddenCounts = Partial<Record<Unseen['way'] | InvisibleWay, number>>;
