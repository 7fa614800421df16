import { z } from 'zod';
import { useTexts } from '../rendering.tsx';
import { typeset } from './mathml.ts';
import { Details, Headline, Note } from './parts.tsx';
import { shortText, text, viewOf } from './view.tsx';

const result = z.object({
  ...{ expression: text, value: text, latex: text, unit: shortText.catch(''), source: shortText.catch('') },
  year: z.number().nullish().catch(null),
});

/** A formula as it is printed, with its text and its LaTeX to copy. */
export const algebra = viewOf(result, ({ answer, data: { expression, latex, value, source, year } }) => {
  const { instant } = useTexts();
  const formula = typeset(latex);
  if (!formula) return <Headline asked={answer.answer === value ? '' : expression}>{answer.answer}</Headline>;
  return (
    <>
      <p class="asked">{expression}</p>
      <div class="formula">{formula}</div>
      <Details
        isCode
        rows={[
          [instant.asText, answer.answer],
          ['LaTeX', latex],
        ]}
      />
      <Note facts={[[source, year].filter(Boolean).join(' ')]} />
    </>
  );
});
