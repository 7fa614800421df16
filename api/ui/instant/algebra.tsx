import { z } from 'zod';
import { useTexts } from '../rendering.tsx';
import { told } from './looked-up.tsx';
import { typeset } from './mathml.ts';
import { Details, Headline, Note } from './parts.tsx';
import { shortText, text, type View, viewOf } from './view.tsx';

const result = z.object({
  ...{ expression: text, value: text, latex: text, unit: shortText.catch(''), source: shortText.catch('') },
  year: z.number().nullish().catch(null),
});

const nothing = z.object({ latex: z.literal('\\varnothing') });

/** A result, or in words that there is none. */
export const algebra: View = (answer) => (nothing.safeParse(answer.data).success ? told() : formula)(answer);

/** A formula as it is printed, with its text and its LaTeX to copy. */
const formula = viewOf(result, ({ answer, data: { expression, latex, value, source, year } }) => {
  const { instant } = useTexts();
  const printed = typeset(latex);
  if (!printed) return <Headline asked={answer.answer === value ? '' : expression}>{answer.answer}</Headline>;
  return (
    <>
      <p class="asked">{expression}</p>
      <div class="formula">{printed}</div>
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
