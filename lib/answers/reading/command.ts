import { namesTool } from './tool-names.ts';

/**
 * Commands around a text: `md5 of x`, `x to base64`, `how do you say x in pig latin?`. The text keeps its case and
 * white space. Only this many characters at either end are examined, so that long queries cost no more than short ones.
 */
const REACH = 90;

/** Wording before a command that carries no meaning. */
const LEAD =
  /^(?:(?:please|pls|hey|can|could|would|will|you|i|we|how|do|to|what(?:'s|\u2019s)?|whats|whatis|is|are|tell|show|give|me|convert|translate|turn|transform|change|get|find|calculate|compute|generate|create|make|the|a|an)\s+)+/i;
const QUESTION = /^(?:how|what|whats|whatis|can|could|is|are)\b/i;
/** A verb that belongs to the command after the text: `convert x to base64`. */
const VERB =
  /^(?:(?:please|can you|could you|how (?:do|can|would|to)(?: (?:you|i|we))?)\s+)*(?:convert|translate|transform|turn|change|write|say|spell|encod(?:e|ing)|decod(?:e|ing)|make|put|get|what(?:'s|\u2019s| is| are)|whats|how (?:do you|do i|to) (?:say|write|spell))\s+(?:the (?:text|word|words|phrase|string)\s+)?(?!(?:to|into|in|from|as)\s)/i;

/** `base64 encode the following text: x`. */
const INTRODUCED = /^(?:this|the following)(?: (?:text|string|word|phrase|message|sentence))?: /i;

/** The text of a command, and the groups that the command's expression captured. */
export interface Commanded {
  text: string;
  parts: RegExpExecArray;
}

/**
 * Matches `command` at the start of the query and returns the rest as the text. `command` is anchored with ^ and
 * includes the space after it.
 */
export function textAfter(q: string, command: RegExp): Commanded | null {
  const { leadless } = looked(q);
  return textAfterOf(q, command) ?? (leadless === q ? null : textAfterOf(leadless, command));
}

function textAfterOf(q: string, command: RegExp): Commanded | null {
  const parts = command.exec(q.slice(0, REACH));
  const text = parts ? q.slice(parts[0].length).replace(INTRODUCED, '').trim() : '';
  return parts && text !== '' ? { text, parts } : null;
}

/**
 * Matches `command` at the end of the query and returns the part before it as the text. `command` is anchored with $
 * and includes the space before it.
 */
export function textBefore(q: string, command: RegExp): Commanded | null {
  const { whole, from, end } = looked(q);
  const parts = command.exec(end);
  if (!parts) return null;
  const text = whole.slice(0, from + parts.index).trim();
  const bare = text.slice(VERB.exec(text.slice(0, REACH))?.[0].length ?? 0);
  return bare === '' ? null : { text: bare, parts };
}

/** Rewrites `base64("x")` as `base64 "x"`. */
export function asSpoken(q: string): string {
  const [, name, inside] = q.endsWith(')') ? (/^([a-z][\w.]{1,30})\((.+)\)$/is.exec(q) ?? []) : [];
  return name === undefined || inside === undefined ? q : `${name} ${inside.trim()}`;
}

/** The parts of a query that every command examines. Dozens of commands examine the same query. */
interface Looked {
  q: string;
  /** The query without its opening words. */
  leadless: string;
  /** The query without question marks; `end` is its last part, starting at `from`. */
  whole: string;
  from: number;
  end: string;
}

function looked(q: string): Looked {
  if (last?.q === q) return last;
  const whole = q.endsWith('?') ? q.replace(/\?+$/, '').trimEnd() : q.trimEnd();
  const from = Math.max(0, whole.length - REACH);
  last = { q, leadless: withoutLead(q), whole, from, end: whole.slice(from) };
  return last;
}
let last: Looked | undefined;

/** Removes the opening words of a query. A question also loses its question mark. */
function withoutLead(q: string): string {
  const lead = LEAD.exec(q.slice(0, REACH))?.[0];
  if (lead === undefined) return q;
  const rest = q.slice(lead.length);
  return QUESTION.test(lead) && rest.length > 1 && rest.endsWith('?') ? rest.slice(0, -1).trimEnd() : rest;
}

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '`': '`',
};

/** Whether quotation marks enclose the whole text. */
export function isQuoted(text: string): boolean {
  return text.length > 2 && PAIRS[text.charAt(0)] === text.charAt(text.length - 1);
}

/** The text without quotation marks around the whole of it. */
export function unquoted(text: string): string {
  return isQuoted(text) ? text.slice(1, -1) : text;
}

/** Words of searches about a tool rather than uses of it: `md5 generator`, `morse code alphabet`. */
const ABOUT = new Set(
  `game games iso reddit wheel beginners blind dummies kids cipher ciphers convert converting base32 base64 md5 sha1 sha256 ascii base-10 base10 bcd binary decimal denary char byte bytes double english float hex hexadecimal int integer octal rgb
  algorithm algorithms alphabet alphabets android api app apps art attack audio bash bible book books bracelet browser c c# c++
  calculator chart charts cheatsheet checker cheat checksum class cli code codes collision collisions command compare comparison
  conversion converter convertor cracker cpp css csv data database decoder decode decryption decrypt decrypter decryptor
  definition dictionary difference digest download earrings encode encoder encoding encrypt encrypted encryption error escape
  example examples excel explained explanation extension file files finder font fonts format formula free function
  generate generator go golang google guide hash hashcat hashes hashing hash-generator history html gif image images jpeg jpg mp3 mp4 svg wav zip
  implementation in install iphone java javascript jewelry js json keyboard learn length letter letters library linux list
  lookup mac machine maker math meaning method mining module name names necklace news node nodejs npm number numbers
  online oracle package pdf perl php pictures plugin png pronunciation python react reader regex review
  rules ruby rust salt scanner scanners sheet shell sign signs size software speed sql standard string strings swift symbol
  symbols system table tattoo test-vectors text to tool tools translate translation translator tree tutorial tutorials
  typescript unicode url utf-8 validator values verification verify version video viewer vs wiki wikipedia windows word words
  xml youtube
  archivo archivos contraseña contraseñas imagen imágenes fichier fichiers datei dateien bild bilder passwort passwörter
  immagine immagini arquivo arquivos imagem imagens senha senhas bestand bestanden afbeelding wachtwoord wachtwoorden`.split(
    /\s+/,
  ),
);
/** These words may also be the text if the query contains an instruction: `md5 of password`, but not `md5 password`. */
const ABOUT_UNTOLD = new Set(
  `arduino attachment auth benchmark bit bitcoin blob broken certificate characters crockford crypt crypto dart delphi deprecated docker
  documentation elixir expired favicon fingerprint flutter form gem geohash git github hashrate haskell help hmac ios jinja jwt key kotlin kubernetes laravel
  limit lua matlab miner mysql newline nginx notepad++ openssl padding password passwords pattern postgres powershell protocol
  quiz rainbow rate reverse rfc rsa safe safety scala secret secure security server signature snippet song source specification spring
  thumbprint ubuntu unhash vba whitespace wordpress worksheet`.split(/\s+/),
);
const ABOUT_OPENING =
  /^(?:vs|versus|bit|in|with|using|on|from|converting|best|free|online|top|algorithms?|generators?|decrypt(?:or|er|ion)?|decoder|encoder|encryption|collisions?|checker|cracker|calculator|converter|hashing|checksum|mining|linux|windows|python|javascript|php|and|or|how (?:to|do|does|can|i|is))\s/i;
/** Inputs, outputs and properties of a tool: `base64 to image`, `md5 file checksum`, `base64 url safe`. */
const ABOUT_ITS_WORK =
  /^--?[a-z]|^(?:to|into) \S+$|^(?:hash|url|file|image|string|data|password|basic|java)s? \S|\s(?:checksums?|certificates?|errors?|files?|length|size|tables?|attachments?|uri|bits?)$/i;
/** Languages and systems to do it in: `base64 encode image javascript`. */
const ABOUT_WHERE =
  /\S\s(?:python|javascript|typescript|php|java|c#|c\+\+|golang|node|nodejs|powershell|bash|linux|ubuntu|windows|mac|macos|android|excel|sql|mysql|leetcode)$/i;
/**
 * A question about the tool, unless the query contains an instruction: `md5 is broken`, but `md5 hash of what is love`.
 */
const ASKING = /^(?:is|are|was|not|how|what|why|when|where|which|who|for)\s/i;
/** The requester's own thing, or any thing of that sort: `md5 of a file`. */
const ABOUT_ANY =
  /^(?:an?|my|the|your|some|any) (?:file|string|image|text|password|url|pdf|folder|directory|number|message|value|commit|certificate|page|website)s?$/i;
const ABOUT_ENDING =
  /\s(?:files|strings|characters|iso|generator|algorithm|decrypt|decoder|encoder|online|calculator|tool|checker|converter|translator|tutorial|download|explained|command|collisions?|library|examples?|cracker|alphabet|chart|cheat ?sheet|meaning|definition|wiki(?:pedia)?|(?:in|with|using|for) (?:python|java|javascript|js|php|c|c#|c\+\+|go|golang|rust|ruby|perl|bash|linux|windows|mac|excel|sql|node|nodejs))$/i;

/** `of` and `for` in other languages, as an alternative of a pattern. */
export const FOREIGN_OF = 'von|für|de|du|di|van|voor|para|pour';
const FOREIGN_END = new RegExp(`\\s(?:${FOREIGN_OF})\\s*$`, 'i');

/**
 * `sha256 pour les nuls`, `md5 de un archivo`: after these words, only a single word or a quoted text is surely the
 * text.
 */
export function isForeignTalk(command: string, text: string): boolean {
  return FOREIGN_END.test(command) && /\s/.test(text) && !isQuoted(text);
}

/**
 * Whether an unquoted text next to a tool's name is about the tool, so that there is nothing to answer. `isTold`: the
 * query contains an instruction, so the text itself may be a question.
 */
export function isAboutTool(text: string, isTold = false): boolean {
  if (isQuoted(text)) return false;
  const word = text.toLowerCase();
  if (ABOUT.has(word) || ABOUT_OPENING.test(text)) return true;
  if (!isTold && (ABOUT_UNTOLD.has(word) || ASKING.test(text) || ABOUT_ITS_WORK.test(text))) return true;
  const end = text.slice(-REACH);
  return ABOUT_ANY.test(text.slice(0, REACH)) || ABOUT_ENDING.test(end) || ABOUT_WHERE.test(end);
}

/** Words of searches about digests and codes. A text that people try a digest with does not contain them. */
const TOPICS = new Set(
  `aes altcoin altcoins argon2 asic authenticate authentication bcrypt bgp bruteforce cert certificate certificates charset
  checksum checksums cisco coins collision collisions crackstation cryptocurrency csr ecdsa efficiency eigrp favicon fingerprint
  fingerprints hashcat hashrate hmac img insecure ipsec jwt keygen keystore keytool lookup md5 mime miner miners mining
  mismatch multipart oauth ospf overhead params pbkdf2 pkcs polynomial polynomials preimage pseudocode radius reversible rsa
  scrypt sha1 sha256 sha512 snmp ssh ssl thumbprint tls totp unsalted uri urlsafe vulnerabilities vulnerability vulnerable weakness
  weaknesses x509`.split(/\s+/),
);
/** `md5 sum` is another name of the digest; `sha256 public key`, `base64 size limit`: a two-word topic. */
const TOPIC_WORD = /^(?:sums?|check|reference|parameters?|requests?|usage|strength|support|base-?(?:32|64))$/i;
const TOPIC_PAIR =
  /^(?:form|post|query|request|size|check|reverse|brute|characters?|header|crypto|bitcoin) \S+$|^(?:(?:public|private|secret|api) keys?|message digest|git commit|(?:c|source) code)$|^\S+ (?:limits?|requests?|parameters?|support|reference|usage)$/i;
/** `what is md5 used for`. */
const TOPIC_QUESTION =
  /^(?:still|not|no longer)\s|^(?:used|useful|needed|necessary|considered|based|called) (?:for|in|by|as|with|on)\b|^(?:good|bad|better|safe|secure|faster|slower|stronger|weaker|enough) (?:for|at|enough|or|than|to use)\b|^used(?: to(?: \S+)?)?$|\s(?:for|than)$/i;

/** Whether a text that the query does not mark as one is more likely a topic about digests and codes. */
export function isTopic(text: string): boolean {
  if (isQuoted(text) || text.length > REACH) return false;
  if (TOPIC_WORD.test(text) || TOPIC_PAIR.test(text) || TOPIC_QUESTION.test(text)) return true;
  const words = text.toLowerCase().split(/\s+/);
  return namesTool(words) || words.some((word) => TOPICS.has(word));
}

/** Questions, except for those that people ask each other: `how are you in morse code`. */
const REMARK_OPENING =
  /^(?!.*\byou$)(?:why|who|where|when|which|whose|how|is|are|was|were|does|do|did|can|could|should|would|will|has|have)\s|^(?:the (?:most|first|last|longest|shortest|best|only)|my keyboard|(?:my|your|our|their|his|her) (?:own )?(?:names?|ip|ip address|birthday|age|initials|messages?|emails?|texts?|password))(?:\s|$)/i;
/** Generic things and activities: `elevator buttons in braille`, `typing in all caps`. */
const REMARK_ENDING =
  /(?:^|\s)(?:books?|bible|messages|phrases|songs?|lyrics|menus?|buttons|cards|emails|names|titles|headings|headlines|numbers|fractions|decimals|colou?rs|letters|words|sentences|quotes|jokes|poems|stories|files|filenames|urls|variables|functions|columns|documents|signs|labels|games|instructions|typing|writing|texting|shouting|yelling|speaking|talking|reading|counting|communicating|stored|represented|used|written)$/i;

/** Whether a text before the name of a code is a remark about the code: `why is sos used in morse code`. */
export function isRemark(text: string): boolean {
  if (isQuoted(text)) return false;
  // `what is url encoding`
  if (/^what(?:['\u2019]?s| is| are)$/i.test(text)) return true;
  return REMARK_OPENING.test(text.slice(0, REACH)) || REMARK_ENDING.test(text.slice(-REACH));
}
