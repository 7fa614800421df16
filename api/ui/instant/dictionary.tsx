import { z } from 'zod';
import { useTexts } from '../rendering.tsx';
import { Copy, Note } from './parts.tsx';
import { shortText, text, viewOf } from './view.tsx';

const MOST_SHOWN = 3;
const entry = z.object({
  ...{ word: shortText, phonetic: shortText.catch(''), source: shortText.catch('') },
  meanings: z
    .array(z.object({ part: shortText, definitions: z.array(text).min(1).max(200) }))
    .min(1)
    .max(50),
});

/** A word with its meanings by part of speech. All but the first few of each are behind a summary. */
export const dictionary = viewOf(entry, ({ data: { word, phonetic, meanings, source } }) => {
  const { instant } = useTexts();
  return (
    <div class="dictionary">
      <p class="answer" lang="en">
        <span class="value">{word}</span>
        <Copy />
      </p>
      {phonetic && <p class="phonetic faint">{phonetic}</p>}
      {meanings.map(({ part, definitions }, at) => (
        <div key={`${part} ${at}`} lang="en">
          <p class="part">{part}</p>
          <ol>
            {definitions.slice(0, MOST_SHOWN).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ol>
          {definitions.length > MOST_SHOWN && (
            <details>
              <summary>{instant.moreMeanings(definitions.length - MOST_SHOWN)}</summary>
              <ol start={MOST_SHOWN + 1}>
                {definitions.slice(MOST_SHOWN).map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ol>
            </details>
          )}
        </div>
      ))}
      <Note facts={[source && instant.dataFrom(source)]} />
    </div>
  );
});
