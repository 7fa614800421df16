import type { bot as english } from './bot-en.ts';

/** The German texts of the page that tells the operators of sites who reads their pages. */
export const bot: typeof english = {
  title: 'Wer liest Ihre Seiten?',
  intro:
    'Sie sind hier, weil ein Programm namens Tributary eine Seite Ihrer Website abgerufen hat. Tributary ist eine ' +
    'Suchmaschine, die man selbst betreibt. Sie hat keinen Index: Sie liest eine Seite, wenn jemand, der diese Instanz ' +
    'nutzt, danach fragt.',
  name: 'Ihre Anfragen haben diesen User-Agent:',
  who: 'Wer sie betreibt',
  contact: 'Diese Instanz wird betrieben von',
  noContact: 'Der Betreiber dieser Instanz hat keine Adresse hinterlegt.',
  manners: 'Wie sie sich verhält',
  obeys:
    'Sie fragt zuerst nach Ihrer robots.txt und liest nur, was darin erlaubt ist. Diese Datei gilt eine Stunde lang.',
  ignoresRobots: 'Der Betreiber dieser Instanz hat festgelegt, dass sie nicht nach der robots.txt fragt.',
  pace: 'Sie stellt einem Host höchstens zwei Anfragen gleichzeitig.',
  signs: 'Sie meldet sich nirgends an, schickt keine Formulare ab und behält keine Cookies.',
  signals:
    'Was Sie mit Content-Signal, Content-Usage und X-Robots-Tag angeben, gibt sie an das Programm weiter, das nach der Seite ' +
    'gefragt hat.',
  obeysSignals:
    'Seiten mit Content-Signal: ai-input=no, Content-Usage: bots=n oder X-Robots-Tag: noai liest sie nicht.',
  stop: 'Wie Sie das abstellen',
  stopAll: 'Mit diesen Zeilen in Ihrer robots.txt bleibt sie innerhalb einer Stunde Ihrer ganzen Website fern:',
  stopPart: 'Soll sie nur einem Teil fernbleiben, nennen Sie statt des Schrägstrichs den Anfang der Pfade.',
};
