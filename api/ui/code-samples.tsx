import type { VNode } from 'preact';
import { type CodeLanguage, ColouredCode } from './coloured-code.tsx';
import { useTexts } from './rendering.tsx';
import type { Texts } from './texts/en.ts';

/** A language, or a tool, that a sample is written for. */
export type SampleKind = keyof Texts['reference']['languages'];

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  curl: 'bash',
  mcp: 'bash',
  python: 'python',
  typescript: 'typescript',
  javascript: 'typescript',
};

interface CodeSamplesProps {
  /** Tells these samples from others on the page. */
  id: string;
  /** In the order in which they are offered; the first is shown. */
  samples: Partial<Record<SampleKind, string>>;
}

/**
 * The same in several languages, one of which is shown. Choosing needs no script; `samples.js` remembers the choice for all
 * samples. Each can be copied. Pages with it have the part `samples`.
 */
export function CodeSamples({ id, samples }: CodeSamplesProps): VNode {
  const { reference } = useTexts();
  const kinds = Object.keys(samples) as SampleKind[];
  return (
    <div class="samples">
      <fieldset class="languages">
        <legend class="unseen">{reference.language}</legend>
        {kinds.map((kind, at) => (
          <label key={kind}>
            <input type="radio" name={`${id}-language`} value={kind} checked={at === 0} />
            <span>{reference.languages[kind]}</span>
          </label>
        ))}
      </fieldset>
      {kinds.map((kind) => (
        <CodeBlock
          key={kind}
          id={`${id}-${kind}`}
          of={kind}
          text={samples[kind] ?? ''}
          language={LANGUAGES[kind]}
          isCommand={kind === 'curl' || kind === 'mcp'}
        />
      ))}
    </div>
  );
}

interface CodeBlockProps {
  id: string;
  text: string;
  /** What gives it its colours; plain without one. */
  language?: CodeLanguage | undefined;
  /** The language that must be chosen for it to be shown; always shown without one. */
  of?: SampleKind;
  /** Whether it is for a terminal: long lines are then broken, because there is nothing to lose by it. */
  isCommand?: boolean;
}

/** Code that can be copied. */
export function CodeBlock({ id, text, language, of, isCommand = false }: CodeBlockProps): VNode {
  return (
    <div class={isCommand ? 'code command' : 'code'} data-of={of}>
      <pre id={id} tabindex={0}>
        {language ? <ColouredCode text={text} language={language} /> : text}
      </pre>
      <CopyButton of={id} />
    </div>
  );
}

/** Copies the text of the element with this ID. */
export function CopyButton({ of }: { of: string }): VNode {
  return (
    <button type="button" class="quiet" data-copy={of}>
      {useTexts().common.copy}
    </button>
  );
}
