import { MAX_SITES, MAX_SITES_BYTES, type SiteProblem } from '../own-sites.ts';
import type { settings as english } from './settings-en.ts';

/** What is wrong with a line of the visitor's own list of sites. */
const siteProblems: Readonly<Record<SiteProblem['what'], string>> = {
  form: 'Erwartet werden ein Name, ein Leerzeichen und eine Adresse.',
  name: 'Ein Name besteht aus bis zu 30 Buchstaben, Ziffern, Punkten, Binde- oder Unterstrichen und beginnt mit einem Buchstaben oder einer Ziffer.',
  twice: 'Dieser Name steht schon in der Liste.',
  address: 'Das ist keine Adresse mit http:// oder https://, oder sie enthält einen Benutzernamen.',
  private: 'Diese Adresse liegt in einem privaten Netz.',
  words: 'In der Adresse fehlt %s als Platzhalter für die Suchwörter.',
  many: `Die Liste darf höchstens ${MAX_SITES} Websites enthalten.`,
  long: `Die Liste darf höchstens ${MAX_SITES_BYTES} Zeichen enthalten.`,
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
    ownSites: 'zu einer Website der eigenen Liste gehen',
    wellKnown: 'zu einer bekannten Website gehen (alle stehen unter „Suche und Darstellung“)',
    allSites: 'Alle bekannten Websites',
    going: (title) => `Weiter zu ${title}`,
    noSite: (asked, names) =>
      names === ''
        ? `${asked} steht nicht in der eigenen Liste. Sie ist leer: Unter „Suche und Darstellung“ lassen sich Websites eintragen.`
        : `${asked} steht nicht in der eigenen Liste. Sie enthält ${names}.`,
  },
  preferences: {
    title: 'Suche und Darstellung',
    intro:
      'Die Einstellungen werden beim Konto gespeichert und gelten überall, wo es angemeldet ist. Angaben in der Adresse einer Suche haben Vorrang. Für API-Aufrufe gelten die Einstellungen nicht.',
    pages: 'Seiten',
    pageLanguage: 'Sprache der Seiten',
    browserLanguage: 'Sprache des Browsers',
    newTab: 'Ergebnisse in einem neuen Tab öffnen',
    pictures: 'Bilder und Karten anzeigen',
    proxied: 'Sie werden über diese Instanz geladen, sodass ihre Websites die eigene IP-Adresse nicht sehen.',
    direct:
      'Der Browser lädt Bilder direkt von ihren Websites, die dann die eigene IP-Adresse sehen. Ist das ausgeschaltet, lädt er nichts von anderen Websites.',
    search: 'Suche',
    timeZoneNote:
      'Gilt für Antworten zu Uhrzeit und Datum. Ohne JavaScript ist die Zeitzone des Browsers unbekannt, dann gilt UTC.',
    waitForAll: 'Ergebnisse erst zeigen, wenn alle Suchmaschinen geantwortet haben',
    sites: 'Websites',
    siteBangs: 'Kürzel bekannter Websites',
    siteBangsNote:
      'Die Suche nach `!gh redis` öffnet GitHub mit dem Wort „redis“. Die Website sieht dann Ihre Wörter und Ihre IP-Adresse.',
    sitesLabel: 'Eigene Websites, je Zeile eine Website: Name und Adresse',
    sitesNote: 'Mit dem Namen `wiki` öffnet die Suche nach `!!wiki redis` die Adresse, mit „redis“ anstelle von `%s`.',
    siteProblem: (line, what) => `Zeile ${line}: ${siteProblems[what]}`,
    save: 'Speichern',
    saved: 'Gespeichert.',
    back: 'Zurück zur Suche',
  },
};
