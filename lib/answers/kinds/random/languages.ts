/** Translates draws from German, French, Spanish, Italian, Portuguese and Dutch (in that order) into English. */

const COIN = new RegExp(
  '^(?:' +
    [
      'kopf oder zahl|münze werfen|münzwurf|(?:wirf|werfe) (?:bitte )?eine münze',
      'pile ou face|(?:lance[rz]?|jette|jeter) une pièce(?: de monnaie)?',
      'cara o cruz|cara o sello|(?:tira|tirar|lanza|lanzar) una moneda(?: al aire)?',
      'testa o croce|(?:lancia|lanciare|tira|tirare) una moneta',
      'cara ou coroa|(?:jogar|jogue|joga|lançar|lance|lança|atirar) uma moeda(?: ao ar)?',
      'kop of munt|(?:gooi|werp|tos) een munt(?:je)?(?: op)?',
    ].join('|') +
    ')$',
);
const DICE = new RegExp(
  '^(?:' +
    [
      'würfeln|würfle|(?:wirf|werfe|würfle(?: mit)?) (\\d{1,3}|einen?|einem|zwei|drei) würfeln?',
      '(?:lance[rz]?|jette|jeter) (\\d{1,3}|un|le|deux|trois|les) dés?',
      '(?:tira|tirar|lanza|lanzar) (\\d{1,3}|un|el|dos|tres|los) dados?',
      '(?:lancia|lanciare|tira|tirare) (\\d{1,3}|un|il|due|tre|i) dad[oi]',
      '(?:rolar|role|rola|jogar|jogue|joga|lançar|lance|lança) (\\d{1,3}|um|o|dois|três|os) dados?',
      'dobbelsteen (?:gooien|werpen)|(?:gooi|werp|rol)(?: met)? (\\d{1,3}|een|de|twee|drie) dobbelste(?:en|nen)',
    ].join('|') +
    ')$',
);
const NUMBER =
  /^(?:zufallszahl|zufällige zahl|nombre aléatoire|nombre au hasard|n[uú]mero aleat[oó]rio|numero casuale|willekeurig getal)(?:(?: (?:zwischen|von|aus|entre|del?|tra|fra|da|tussen|van))? (-?\d{1,15}) ?(?:und|bis|et|à|a|y|al|e|até|en|tot|-) ?(-?\d{1,15}))?$/;
const PASSWORD = new RegExp(
  '^(?:' +
    [
      '(?:sicheres |zufälliges |neues )*passwort (?:generieren|erstellen|erzeugen)|passwort ?generator|zufälliges passwort',
      '(?:générer|créer) un mot de passe|générateur de mots? de passe|mot de passe aléatoire',
      '(?:generar|crear) (?:una )?contraseña(?: segura)?|generador de contraseñas|contraseña aleatoria',
      '(?:generare?|creare?) (?:una )?password(?: sicura)?|generatore di password|password casuale',
      '(?:gerar|criar) (?:uma )?senha(?: segura| forte)?|gerador de senhas?|senha aleatória',
      'wachtwoord (?:genereren|maken)|wachtwoordgenerator|genereer (?:een )?(?:sterk )?wachtwoord|willekeurig wachtwoord',
    ].join('|') +
    ')(?: (?:mit|de|avec|con|di|com|met) (\\d{1,3}) (?:zeichen|caractères|caracteres|caratteri|tekens))?$',
);
/** Number of dice by word; any other word means one. */
const COUNTS: Readonly<Record<string, number>> = {
  zwei: 2, drei: 3, deux: 2, trois: 3, les: 2, dos: 2, tres: 3, los: 2, due: 2, tre: 3, i: 2, dois: 2, três: 3, os: 2, twee: 2, drie: 3,
}; // biome-ignore format: a table.

/** Every foreign draw contains one of these words. */
export const FOREIGN_DRAW =
  /kopf oder|münz|pile ou|pièce|moneda|moneta|moeda|cara o|testa o|kop of|munt|würf|\bdés?(?![a-z])|dad[oi]|dobbel|zufall|zufällig|aléat|hasard|aleat|casuale|willekeurig|passwort|mot de passe|mots de passe|contraseña|password|senha|wachtwoord/;

/** Translates a draw into English; returns any other text unchanged. `text` is folded. */
export function drawInEnglish(text: string): string {
  if (!FOREIGN_DRAW.test(text)) return text;
  if (COIN.test(text)) return 'flip a coin';
  const dice = DICE.exec(text);
  if (dice) {
    const count = dice.slice(1).find((each) => each !== undefined) ?? '1';
    return `roll ${COUNTS[count] ?? (Number(count) || 1)} dice`;
  }
  const number = NUMBER.exec(text);
  if (number) return number[1] ? `random number between ${number[1]} and ${number[2]}` : 'random number';
  const password = PASSWORD.exec(text);
  if (password) return `random password ${password[1] ?? ''}`.trim();
  return text;
}
