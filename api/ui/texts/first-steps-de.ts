import type { firstSteps as english } from './first-steps-en.ts';

/** The German texts of an administrator's first hour. */
export const firstSteps: typeof english = {
  title: 'Erste Schritte',
  progress: 'Fortschritt',
  steps: { account: 'Konto', engines: 'Suchmaschinen', key: 'Erster Schlüssel', request: 'Erste Anfrage' },
  done: 'erledigt',
  skip: 'Überspringen und später erledigen',
  offer:
    'Noch hat niemand einen Schlüssel benutzt. [Die ersten Schritte](/admin/first-steps) führen von den Suchmaschinen zur ersten Anfrage.',
  engines: {
    heading: 'Welche Suchmaschinen diese Instanz fragt',
    intro:
      'Suchmaschinen stellt der Betreiber ein, in `.env` oder in der Umgebung der Prozesse. Nach einer Änderung müssen sie neu starten.',
    engine: 'Suchmaschine',
    state: 'Zustand',
    ready: 'eingerichtet',
    sandbox: 'Beispieldaten, nicht das Web.',
    missing: 'nicht eingerichtet',
    set: (settings) => `Es fehlt ${settings}.`,
    lastTest: 'Test',
    none: 'Keine Suchmaschine ist eingerichtet, jede Suche scheitert. Setzen Sie `ENGINE_A` bis `ENGINE_C`, oder `ENGINES=keyless` für Suchmaschinen ohne Schlüssel.',
    keyless: 'Für einen Anfang ganz ohne Konto bei anderen genügt `ENGINES=keyless`.',
    translation: 'Die Übersetzung ist aus. `TRANSLATE` schaltet sie ein.',
    test: 'Alle Suchmaschinen testen',
    testNote:
      'Der Test sendet über einen Worker eine Suche an jede Suchmaschine. Wer pro Anfrage abrechnet, stellt eine in Rechnung.',
    notTested: 'nicht getestet',
    noWorker: 'Es läuft kein Worker: Keine Suchmaschine wurde aufgerufen. Bitte einen starten.',
    next: 'Weiter zum ersten Schlüssel',
  },
  key: {
    heading: 'Ein Schlüssel für Ihr erstes Programm',
    intro:
      'Ein Programm sendet seinen Schlüssel mit jeder Anfrage. Unter [API-Schlüssel](/settings/api-keys) können Sie Schlüssel später begrenzen, ersetzen und widerrufen.',
    name: 'Name',
    standardName: 'erster Schlüssel',
    create: 'Schlüssel erstellen',
    skip: 'Ohne Schlüssel weiter',
  },
  request: {
    heading: 'Die erste Anfrage senden',
    copy: 'Kopieren Sie eine der Zeilen oben in ein Terminal oder ein Programm.',
    waiting: 'Es wird auf die erste Anfrage mit diesem Schlüssel gewartet …',
    reload: 'Noch einmal nachsehen',
    reloadNote: 'Kopieren Sie vorher den Schlüssel: Er wird nicht noch einmal angezeigt.',
    arrived: 'Ihre erste Anfrage ist angekommen.',
    arrivedAt: 'Sie kam',
    by: (program) => `, von ${program}`,
    next: 'Wie es weitergeht',
    overview: 'Der Zustand dieser Instanz',
    reference: 'Die API-Referenz mit allen Endpunkten',
    accounts: 'Konten für andere',
    search: 'Die Suchseite',
  },
};
