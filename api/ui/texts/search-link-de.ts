import type { searchLink as english } from './search-link-en.ts';

/** The German texts of a person's search link. */
export const searchLink: typeof english = {
  title: 'Als Suchmaschine des Browsers',
  intro:
    'Mit einem Suchlink sucht ein Browser ohne Passwort und zeigt Vorschläge, auch in einem privaten Fenster. Mehr öffnet er nicht. Suchen damit zählen als eigene, daher sollte ihn sonst niemand kennen.',
  created: (date) => `Der Suchlink wurde am ${date} erstellt. Er wurde nur da angezeigt.`,
  once: 'Jetzt kopieren: Der Link wird nur dieses eine Mal angezeigt. Ein früherer Suchlink gilt nicht mehr.',
  search: 'Adresse für die Suche',
  suggestions: 'Adresse für Vorschläge',
  create: 'Suchlink erstellen',
  replace: 'Suchlink ersetzen',
  revoke: 'Suchlink widerrufen',
  revoked: 'Der Suchlink gilt nicht mehr.',
  browsers: [
    [
      'Firefox',
      'Einen Suchlink erstellen. Auf der Seite, die ihn anzeigt, mit rechts auf die Adressleiste klicken und „Tributary hinzufügen“ wählen. Dann unter Einstellungen → Suche → Standardsuchmaschine auswählen.',
    ],
    [
      'Chrome, Edge, Brave',
      'Einstellungen → Suchmaschine → Suchmaschinen und Websitesuche verwalten → Websitesuche → Hinzufügen. Die Adresse für die Suche einfügen, dann im Menü des neuen Eintrags „Als Standard festlegen“ wählen.',
    ],
    [
      'Safari',
      'Safari kennt keine weiteren Suchmaschinen. Die Adresse ohne ?q=%s als Startseite (Einstellungen → Allgemein) oder als Lesezeichen verwenden; auf dem iPhone zum Home-Bildschirm hinzufügen.',
    ],
  ],
  signIn: 'Anmelden',
};
