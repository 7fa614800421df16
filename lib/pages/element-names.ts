/** A set of names of elements, written as a text. */
export const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements that hold nothing to read. */
export const SILENT = names(
  'script style noscript template svg canvas iframe object embed audio video dialog map frameset head title meta link base',
);
/** Elements that surround what a page is about. */
export const SURROUNDINGS = names('nav footer');
/** Elements that are there to be used, and hold texts of their own. */
export const CONTROLS = names('button select textarea');
/** Elements that begin a line. */
export const BLOCKS = names(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td tfoot th thead tr ul',
);
export const HEADINGS = names('h1 h2 h3 h4 h5 h6');
