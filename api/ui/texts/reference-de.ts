import type { reference as english } from './reference-en.ts';

/** The German texts of the API reference. What the endpoints themselves say is English. */
export const reference: typeof english = {
  title: 'API-Referenz',
  pageTitle: (endpoint) => `${endpoint} · API-Referenz`,
  contents: 'Endpunkte',
  guide: 'Anleitung',
  groups: { Search: 'Suche', About: 'Auskunft', Management: 'Verwaltung' },
  skip: 'Zur Referenz',
  parameters: 'Parameter',
  sameParameters: 'Dieselben Parameter wie',
  noParameters: 'Keine.',
  required: 'erforderlich',
  standard: 'Vorgabe',
  reply: (count) => `Felder der Antwort (${count})`,
  sameReply: 'Dieselbe Antwort wie',
  kinds: (field, count) => `Arten von ${field} (${count})`,
  errors: 'Andere Antworten',
  example: 'Beispielantwort',
  language: 'Sprache der Beispiele',
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python', javascript: 'JavaScript', mcp: 'MCP' },
  try: {
    title: 'Ausprobieren',
    signIn: (path) =>
      `[Melden Sie sich an](/login?next=${encodeURIComponent(path)}), um diese Anfrage von hier zu senden.`,
    openEnded:
      'Diese Ereignisse enden erst, wenn endet, wovon sie berichten: Verfolgen Sie sie mit einem Programm wie in den Beispielen.',
    asYou: 'Ohne Schlüssel wird die Anfrage in Ihrem Namen gesendet und zählt zu den Limits Ihres Kontos.',
    key: 'API-Schlüssel',
    needsKey: 'Dieser Endpunkt braucht einen Schlüssel. Er wird nur mit dieser Anfrage gesendet und nicht gespeichert.',
    needsManage: 'Dieser Endpunkt braucht einen Schlüssel mit dem Recht `manage` und ändert, was er sagt.',
    readsManage: 'Dieser Endpunkt braucht einen Schlüssel mit dem Recht `manage`.',
    withKey: 'Mit einem Schlüssel',
    all: (count) => `Parameter (${count})`,
    more: (count) => `Weitere Parameter (${count})`,
    notSet: 'keine Angabe',
    body: 'Inhalt (JSON)',
    oneALine: 'Einer pro Zeile.',
    send: 'Senden',
    reply: 'Antwort',
    took: (ms) => `in ${ms} ms`,
    request: 'Anfrage',
    engines: 'Suchmaschinen',
    headers: 'Kopfzeilen',
    text: 'Inhalt',
    cut: (shown, all) => `Die ersten ${shown} von ${all} Zeichen.`,
    sending: 'Wird gesendet …',
  },
  intro:
    'Ein Schlüssel, eine Form von JSON, dahinter mehrere Suchmaschinen. Diese Seite führt vom Schlüssel zur ersten Antwort; daneben steht jeder Endpunkt mit seinen Parametern, Beispielen zum Kopieren und einem Formular zum Ausprobieren.',
  sections: {
    key: {
      title: 'Einen Schlüssel holen',
      paragraphs: [
        'Erstellen Sie unter [API-Schlüssel](/settings/api-keys) einen Schlüssel. Er wird nur einmal angezeigt. Bewahren Sie ihn in der Umgebung Ihres Programms auf, nicht im Code:',
      ],
      after: [
        'Senden Sie ihn mit jeder Anfrage in der Kopfzeile `Authorization: Api-Key <key>`. Ein Schlüssel lässt sich auf Endpunkte, Suchmaschinen und Adressen beschränken und ohne Unterbrechung ersetzen.',
      ],
    },
    first: {
      title: 'Der erste Aufruf',
      paragraphs: ['Jeder Endpunkt ist eine einfache HTTP-Anfrage und antwortet mit JSON:'],
      after: [
        'Der TypeScript-Client wird aus dem Repository dieser Instanz gebaut (`npm run build:client`); die Beispiele in Python brauchen nur Python selbst. [Endpoint discovery](/docs/discovery) nennt die Adresse jedes Endpunkts.',
      ],
    },
    errors: {
      title: 'Fehler behandeln',
      paragraphs: [
        'Der Status 200 heißt, dass es eine Antwort gibt, auch wenn einzelne Suchmaschinen versagt haben: `Server-Timing` nennt jede mit Ergebnis und Dauer. Alle anderen Antworten haben eine von zwei Formen, eine Meldung oder Meldungen je Parameter:',
      ],
      after: [
        'Jede Antwort hat eine `X-Request-Id`: Nennen Sie sie, wenn Sie um Hilfe bitten. Parameter, die ein Endpunkt nicht kennt, werden ignoriert und in `X-Tributary-Ignored` aufgezählt.',
      ],
      statuses: [
        ['400', 'Ein Parameter ist falsch; der Inhalt nennt ihn.'],
        ['401', 'Der Schlüssel fehlt, ist falsch, widerrufen oder abgelaufen.'],
        ['403', 'Das Konto ist gesperrt, oder der Schlüssel darf das nicht.'],
        ['429', 'Ein Limit ist erreicht. `Retry-After` nennt die Sekunden bis zum nächsten Versuch.'],
        [
          '503',
          'Nichts konnte antworten: keine Suchmaschine, oder ein Dienst fehlt. `Retry-After` sagt, wann ein neuer Versuch lohnt.',
        ],
      ],
    },
    limits: {
      title: 'Limits einhalten',
      paragraphs: [
        'Ein Schlüssel hat ein Limit für kurze Zeit, eines für längere und eines für den Monat. Jede Antwort sagt, was übrig ist: `RateLimit` (`r` Anfragen sind übrig, weitere gibt es in `t` Sekunden) und `RateLimit-Policy` (`q` Anfragen in `w` Sekunden). [Key introspection](/docs/key) hat alle.',
        'Eine Suche zählt, wenn sie mit 200 antwortet. Was scheitert, zählt nicht.',
      ],
      after: [],
    },
    detail: {
      title: 'Mehr sehen mit detail=full',
      paragraphs: [
        'Die Felder einer Antwort bleiben, wie sie sind. Mit `detail=full` kommen zu einer Suche Ergebnis und Dauer jeder Suchmaschine hinzu, und zu jedem Treffer die Suchmaschinen, die ihn gefunden haben, mit Rang und Wertung.',
      ],
      after: [],
    },
    streaming: {
      title: 'Treffer zeigen, sobald sie da sind',
      paragraphs: [
        'Suchen und [Kontexte](/docs/context#context_stream) gibt es auch als Strom von Server-Sent Events: ein Ereignis für jede Suchmaschine, die antwortet, die bisherigen Treffer, und `done` mit der ganzen Antwort.',
      ],
      after: ['Mehrere Fragen auf einmal passen in einen [Batch](/docs/batch).'],
    },
    mcp: {
      title: 'Einen Agenten verbinden (MCP)',
      paragraphs: [
        'Agenten nutzen denselben Schlüssel unter `/mcp`, über das Model Context Protocol. In Claude Code ist das ein Befehl:',
      ],
      after: [
        'Programme, die die Formate von SearXNG, Tavily, Firecrawl, Brave, Exa und anderen sprechen, funktionieren unter `/compat/…`. `docs/clients.md` im Repository hat die Einstellungen für jedes.',
      ],
    },
    more: {
      title: 'Einen Client erzeugen',
      paragraphs: [
        'Diese Referenz entsteht aus einem [OpenAPI-3.1-Dokument](/api/v1/openapi.json), das Generatoren und Postman einlesen. Konten, Teams und Schlüssel haben eine eigene [Verwaltungs-API](/docs/admin/accounts).',
      ],
      after: [],
    },
  },
};
