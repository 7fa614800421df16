import type { CorpusDocument } from './document.ts';

export const adult: readonly CorpusDocument[] = [
  {
    kind: 'reference',
    url: 'https://en.wikipedia.org/wiki/Pornography',
    title: 'Pornography - Wikipedia',
    text: 'Encyclopedic article on pornography, sexually explicit material intended for arousal: its history and etymology, media, industry, legal status by country, research and criticism.',
    daysAgo: 78.5,
    adult: true,
  },
  {
    kind: 'reference',
    url: 'https://en.wikipedia.org/wiki/Sex_industry',
    title: 'Sex industry - Wikipedia',
    text: 'Encyclopedic overview of the sex industry: businesses that offer adult entertainment or sexual services, their economics, working conditions, regulation and public debate.',
    daysAgo: 721,
    adult: true,
  },
  {
    kind: 'reference',
    url: 'https://britannica.com/topic/pornography',
    title: 'Pornography - Britannica',
    text: 'Encyclopedia entry on pornography: the meaning of the term, its history from antiquity to film and the internet, obscenity law and the arguments for and against censorship.',
    daysAgo: 520.5,
    adult: true,
  },
];
