import type { bot as english } from './bot-en.ts';

/** The German texts of the page that tells the operators of sites who reads their pages. */
export const bot: typeof english = {
  title: 'Wer liest Ihre Seiten?',
  intro:
    'Sie sind hier, weil ein Programm namens Tributary eine Seite Ihrer Website abgerufen hat. Tributary ist eine ' +
    'Suchmaschine, die man selbst betreibt. Tributary hat keinen Index, sondern liest eine Seite, wenn jemand, der diese ' +
    'Instanz nutzt, danach fragt.',
  name: 'Die Anfragen von Tributary haben diesen User-Agent:',
  who: 'Wer diese Instanz betreibt',
  contact: 'Diese Instanz wird betrieben von',
  noContact: 'Der Betreiber dieser Instanz hat keine Adresse hinterlegt.',
  manners: 'Wie sich Tributary verhält',
  obeys:
    'Tributary fragt zuerst nach Ihrer robots.txt und liest nur, was darin erlaubt ist. Diese Datei gilt eine Stunde lang.',
  ignoresRobots: 'Der Betreiber dieser Instanz hat festgelegt, dass nicht nach der robots.txt gefragt wird.',
  pace: 'Ein Host bekommt höchstens zwei Anfragen gleichzeitig.',
  signs: 'Tributary meldet sich nirgends an, schickt keine Formulare ab und behält keine Cookies.',
  signals:
    'Was Sie mit Content-Signal, Content-Usage und X-Robots-Tag angeben, gibt Tributary an das Programm weiter, das nach der ' +
    'Seite gefragt hat.',
  obeysSignals:
    'Seiten mit Content-Signal: ai-input=no, Content-Usage: bots=n oder X-Robots-Tag: noai liest Tributary nicht.',
  stop: 'Wie Sie das abstellen',
  stopAll: 'Mit diesen Zeilen in Ihrer robots.txt bleibt Tributary innerhalb einer Stunde Ihrer ganzen Website fern:',
  stopPart: 'Soll Tributary nur einem Teil fernbleiben, nennen Sie statt des Schrägstrichs den Anfang der Pfade.',
};
