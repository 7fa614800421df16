import { Parser } from 'htmlparser2';
import { CONTROLS, HEADINGS, names, SILENT, SURROUNDINGS } from './element-names.ts';
import { webAddress } from './web-address.ts';

/** Of open elements: the parser compares each closing tag with all of them. */
const MAX_OPEN = 400;
const MAX_TEXT_CHARS = 20_000;
const MAX_MACHINERY_CHARS = 200_000;
/** Of the text of one script: those that ask for a proof begin with it. */
const MAX_SCRIPT_CHARS = 4_000;
const MAX_FRAMES = 5;

const ROOTS = names('html body');
const MOUNTS = names('div main section');
const STRUCTURE = names('p li a table pre article blockquote dd td');
const FIELDS = /^(|text|email|password|tel|url|number|date)$/i;
const PROGRAMS = /^(|module|text\/javascript|application\/javascript)$/i;
const CONSENT =
  /consent|cookie|gdpr|ccpa|privacy-?wall|onetrust|didomi|usercentrics|sp_message|trustarc|(?:^|\s)cmp(?:\s|$)/i;
const PAYWALL = /pay-?wall|reg-?wall|subscriber-?wall/i;
const CAPTCHA = /\b(g-recaptcha|h-captcha|cf-turnstile|frc-captcha|altcha|smart-captcha)\b/i;

/** What a short page consists of besides its text. Lengths are in characters. */
export interface PageSigns {
  /** The text outside of menus, footers, buttons and what is hidden. */
  text: string;
  /** Whether a part of the text is a paragraph, a heading, a link and the like. */
  isStructured: boolean;
  /** Programs that the page runs. */
  scripts: number;
  /** What the page says to readers without them. */
  noscriptChars: number;
  /** Whether an element is there only to be filled. */
  hasMount: boolean;
  hasFrameset: boolean;
  /** Addresses of frames. */
  frames: string[];
  /** Of the text, what is in elements that are named for consent, and whether something can be pressed there. */
  consentText: string;
  hasConsentButton: boolean;
  /** Of the text, what is in elements that are named for a paywall, or by the page for what is not free. */
  lockedChars: number;
  hasCaptcha: boolean;
  /** Fields to fill in. */
  fields: number;
  /** Names, addresses and beginnings of programs. */
  machinery: string;
}

/** What is true of everything within an open element. */
interface Inside {
  isSilent: boolean;
  isNoscript: boolean;
  isConsent: boolean;
  isLocked: boolean;
  isStructure: boolean;
}

interface Open extends Inside {
  /** The length of the text when a mount was opened; null for others. */
  mountedAt: number | null;
}

const OUTSIDE: Open = {
  isSilent: false,
  isNoscript: false,
  isConsent: false,
  isLocked: false,
  isStructure: false,
  mountedAt: null,
};

/** Looks at a page once more, if little of it could be read. `locked` are classes of what the page says is not free. */
export function pageSigns(html: string, url: string, locked: ReadonlySet<string>): PageSigns {
  const signs: PageSigns = {
    text: '',
    isStructured: false,
    scripts: 0,
    noscriptChars: 0,
    hasMount: false,
    hasFrameset: false,
    frames: [],
    consentText: '',
    hasConsentButton: false,
    lockedChars: 0,
    hasCaptcha: false,
    fields: 0,
    machinery: '',
  };
  const open: Open[] = [];
  let at = OUTSIDE;
  let scriptChars = 0;

  const note = (text: string) => {
    if (signs.machinery.length < MAX_MACHINERY_CHARS) signs.machinery += `\n${text.slice(0, MAX_SCRIPT_CHARS)}`;
  };

  function look(name: string, attributes: Record<string, string>, named: string) {
    const { src = '', type = '' } = attributes;
    if (named !== ' ' || src !== '') note(`${named} ${src} ${attributes.action ?? ''}`);
    if (name === 'script' && PROGRAMS.test(type)) signs.scripts += 1;
    if (name === 'frameset') signs.hasFrameset = true;
    if (name === 'frame' || (name === 'iframe' && !at.isSilent && !isTiny(attributes))) addFrame(src);
    if (CAPTCHA.test(`${named} ${name}`)) signs.hasCaptcha = true;
    if (name === 'textarea' || name === 'select' || (name === 'input' && FIELDS.test(type))) signs.fields += 1;
    if (at.isConsent && (name === 'button' || name === 'form' || attributes.role === 'button')) {
      signs.hasConsentButton = true;
    }
  }

  function addFrame(src: string) {
    const address = webAddress(src, url);
    if (address !== '' && signs.frames.length < MAX_FRAMES) signs.frames.push(address);
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const named = ROOTS.has(name) ? ' ' : `${attributes.class ?? ''} ${attributes.id ?? ''}`;
      const classes = locked.size > 0 ? (attributes.class ?? '').split(/\s+/) : [];
      look(name, attributes, named);
      open.push(at);
      at = {
        isSilent: at.isSilent || isUnread(name, attributes),
        isNoscript: at.isNoscript || name === 'noscript',
        isConsent: at.isConsent || CONSENT.test(named),
        isLocked: at.isLocked || PAYWALL.test(named) || classes.some((one) => locked.has(one)),
        isStructure: at.isStructure || STRUCTURE.has(name) || HEADINGS.has(name),
        mountedAt: isMount(name, attributes) ? signs.text.length : null,
      };
      scriptChars = 0;
      if (open.length >= MAX_OPEN) parser.pause();
    },
    ontext(data) {
      if (at.isSilent && scriptChars < MAX_SCRIPT_CHARS) {
        scriptChars += data.length;
        note(data);
      }
      const chars = data.trim().length;
      if (chars === 0) return;
      if (at.isNoscript) signs.noscriptChars += chars;
      if (at.isSilent) return;
      if (at.isConsent && signs.consentText.length < MAX_TEXT_CHARS) signs.consentText += ` ${data}`;
      if (at.isLocked) signs.lockedChars += chars;
      signs.isStructured ||= at.isStructure;
      if (signs.text.length < MAX_TEXT_CHARS) signs.text += ` ${data}`;
    },
    onclosetag() {
      if (at.mountedAt === signs.text.length && !at.isSilent) signs.hasMount = true;
      at = open.pop() ?? OUTSIDE;
    },
  });
  parser.end(html);
  signs.text = signs.text.replace(/\s+/g, ' ').trim();
  return signs;
}

function isUnread(name: string, attributes: Record<string, string>): boolean {
  if (SURROUNDINGS.has(name) || CONTROLS.has(name)) return true;
  if (SILENT.has(name)) return name !== 'frameset' && name !== 'dialog';
  return 'hidden' in attributes || /display\s*:\s*none/i.test(attributes.style ?? '');
}

const isMount = (name: string, { id }: Record<string, string>) =>
  (MOUNTS.has(name) && id !== undefined) || name.includes('-');

const isTiny = ({ width = '', height = '' }: Record<string, string>) => /^[01]$/.test(width) || /^[01]$/.test(height);
