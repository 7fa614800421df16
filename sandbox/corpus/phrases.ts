import { everydayPhrases } from './phrases-everyday.ts';
import { singleWords } from './phrases-words.ts';

/** The languages of the phrase table, in the order of its columns. */
export const phraseLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja', 'pl'] as const;

/** A language that the translation stand-ins speak. */
export type PhraseLanguage = (typeof phraseLanguages)[number];

/** One thing that can be said, with the ways to say it in each language; none where the table has a gap. */
export type Phrase = Readonly<Record<PhraseLanguage, readonly string[]>>;

/** Everything the translation stand-ins can say. */
export const phrases: readonly Phrase[] = [...read(everydayPhrases), ...read(singleWords)];

/** Words so frequent that a text in the language hardly does without them; they tell languages apart. */
export const frequentWords: Readonly<Record<PhraseLanguage, readonly string[]>> = {
  en: words(
    'the of and to in is that it was for on are with as at be this have from or had by but what were when your which their said if do will each about how up out them then she many some these would other into has more two like him see could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know',
  ),
  de: words(
    'der die das und ist nicht ein eine einen einem einer ich du er sie es wir ihr zu den dem des mit auf für von im in an als auch aus bei bis durch nach oder wie wenn werden wird war haben hat sich noch nur über aber dass man mehr sehr kein keine sind um am so was wer wo schon zum zur vom kann können muss',
  ),
  fr: words(
    "le la les un une des du de et est pas que qui dans pour sur avec au aux ce cette ces il elle nous vous ils je tu ne se son sa ses leur plus par sont été être avoir fait mais ou où donc comme tout tous bien très aussi sans sous entre après avant chez lui y en qu c'est n'est",
  ),
  es: words(
    'el la los las un una unos unas de del y es no que en por para con se su sus al lo como más pero este esta estos estas son fue ser hay muy también ya cuando donde porque sobre entre desde hasta sin todo todos yo tú él ella nosotros ellos está están tiene hace bien nos le les mi si o',
  ),
  it: words(
    'il lo la i gli le un uno una di del della dei delle e è non che per con in nel nella al alla sono si su come più ma anche questo questa questi molto ci da dal dalla se io tu lui lei noi voi loro ho hai ha abbiamo essere stato era quando dove perché tutti tutto bene ed gli suo sua',
  ),
  pt: words(
    'o a os as um uma de do da dos das e é não que em no na nos nas por para com se seu sua ao à como mais mas este esta isso são foi ser há muito também já quando onde porque sobre entre desde até sem todo todos eu você ele ela nós eles está tem bem pelo pela ou meu minha',
  ),
  nl: words(
    'de het een en is niet van in op te dat die ik je jij hij zij wij we ze er voor met aan zijn was heeft hebben had als maar om ook dan nog naar uit bij door over of wat waar wie hoe deze dit geen meer worden wordt kan zal veel heel mijn jouw onze hun',
  ),
  ja: [],
  pl: words(
    'i w z na do nie się to jest że jak o po za od ale czy co są był była było dla tak już tylko być przez przy ten ta te tego tej ja ty on ona my wy oni mnie mi ci go jego jej ich bardzo też może gdzie kiedy dlaczego',
  ),
};

function words(text: string): string[] {
  return text.split(' ');
}

function read(table: string): Phrase[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|');
      if (cells.length !== phraseLanguages.length)
        throw new Error(`A phrase needs a column for each language: ${line}`);
      const forms = cells.map((cell) =>
        cell
          .split('/')
          .map((form) => form.trim())
          .filter(Boolean),
      );
      return Object.fromEntries(phraseLanguages.map((language, i) => [language, forms[i] ?? []])) as unknown as Phrase;
    });
}
