/** The English texts of the page that tells the operators of sites who reads their pages. */
export const bot = {
  title: 'Who reads your pages?',
  intro:
    'You are here because a program named Tributary has asked your site for a page. Tributary is a search engine that ' +
    'people host themselves. It has no index: it reads a page when somebody who uses this instance asks for it.',
  name: 'Its requests have this user agent:',
  who: 'Who operates it',
  contact: 'This instance is operated by',
  noContact: 'The operator of this instance has not left an address.',
  manners: 'What it does',
  obeys: 'It asks for your robots.txt first, and reads only what that allows. It keeps that file for an hour.',
  ignoresRobots: 'The operator of this instance has decided that it does not ask for robots.txt.',
  pace: 'It makes at most two requests to a host at a time.',
  signs: 'It signs in nowhere, sends no forms, and keeps no cookies.',
  signals:
    'It passes on what you say with Content-Signal, Content-Usage and X-Robots-Tag to the program that asked for the page.',
  obeysSignals: 'It refuses pages that say Content-Signal: ai-input=no, Content-Usage: bots=n or X-Robots-Tag: noai.',
  stop: 'How to stop it',
  stopAll: 'These lines in your robots.txt keep it from all of your site within an hour:',
  stopPart: 'To keep it from a part, name the beginning of its paths in place of the slash.',
};
