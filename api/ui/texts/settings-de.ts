import { MAX_SITES, MAX_SITES_BYTES, type SiteProblem } from '../own-sites.ts';
import type { settings as english } from './settings-en.ts';

/** What is wrong with a line of the visitor's own list of sites. */
const siteProblems: Readonly<Record<SiteProblem['what'], string>> = {
  form: 'Erwartet werden ein Name, ein Leerzeichen und eine Adresse.',
  name: 'Ein Name hat bis zu 30 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche und beginnt mit einem Buchstaben oder einer Ziffer.',
  twice: 'Dieser Name steht schon in der Liste.',
  address: 'Das ist keine Adresse mit http:// oder https://, oder sie enthält einen Benutzernamen.',
  private: 'Diese Adresse gehört zu einem privaten Netz.',
  words: 'In der Adresse fehlt %s, der Platz für die Suchwörter.',
  many: `Die Liste kann ${MAX_SITES} Websites haben.`,
  long: `Die Liste kann ${MAX_SITES_BYTES} Zeichen haben.`,
};

/** The German texts of the visitor's own settings. */
export const settings: typeof english = {
  theme: {
    label: 'Farben',
    system: 'Farben des Systems',
    light: 'Helle Farben',
    dark: 'Dunkle Farben',
  },
  bangs: {
    title: 'Kürzel im Suchfeld',
    where: 'Als erstes oder letztes Wort einer Suche:',
    web: 'das Web durchsuchen',
    images: 'Bilder suchen',
    news: 'Nachrichten suchen',
    videos: 'Videos suchen',
    maps: 'Orte suchen',
    translate: 'übersetzen',
    engine: (label) => `mit ${label} suchen`,
    site: (host) => `zu ${host} gehen`,
    ownSites: 'eine Website der eigenen Liste',
    noSite: (asked, names) =>
      names === ''
        ? `Die eigene Liste hat keine Website ${asked}. Sie ist leer: In den Einstellungen lassen sich Websites eintragen.`
        : `Die eigene Liste hat keine Website ${asked}. Sie hat ${names}.`,
  },
  preferences: {
    title: 'Einstellungen',
    intro:
      'Sie werden in Cookies dieses Browsers gespeichert. Die Adresse einer Suche geht vor. Für Aufrufe der API gelten sie nicht.',
    pages: 'Seiten',
    pageLanguage: 'Sprache der Seiten',
    browserLanguage: 'Sprache des Browsers',
    newTab: 'Ergebnisse in einem neuen Tab öffnen',
    pictures: 'Bilder und Karten zeigen',
    proxied: 'Sie kommen über diese Instanz, sodass deren Websites die eigene IP-Adresse nicht sehen.',
    direct:
      'Der Browser lädt Bilder direkt von deren Websites, die dann die eigene IP-Adresse sehen. Ausgeschaltet lädt er nichts von anderen Websites.',
    search: 'Suche',
    timeZoneNote:
      'Gilt für Antworten zu Uhrzeit und Datum. Ohne JavaScript ist die Zeitzone des Browsers unbekannt, dann gilt UTC.',
    sites: 'Eigene Websites',
    sitesLabel: 'Je Zeile eine Website: Name und Adresse',
    sitesNote: 'Eine Suche nach !!name Wörter führt zu der Adresse, mit den Wörtern an der Stelle von %s.',
    siteProblem: (line, what) => `Zeile ${line}: ${siteProblems[what]}`,
    save: 'Speichern',
    saved: 'Gespeichert.',
    back: 'Zurück zur Suche',
  },
};
