import type { ComponentChildren, VNode } from 'preact';
import { useReads } from '../reader-address.tsx';
import { useTexts } from '../rendering.tsx';

/** The keys of `search.js`, in a dialog that its button opens, and what else helps there. */
export function Keys({ children }: { children: ComponentChildren }): VNode {
  const { keys: texts, reader } = useTexts();
  const keys = [
    [['/'], texts.toBox],
    [['j'], texts.next],
    [['k'], texts.previous],
    [['o', 'Enter'], texts.open],
    ...(useReads() ? ([[['r'], reader.readKey]] as const) : []),
    [['?'], texts.help],
  ] as const;
  return (
    <>
      <button class="plain keys-button" type="button" popovertarget="keys">
        {texts.title}
      </button>
      {/* The focus begins where the list does. */}
      <dialog id="keys" class="keys" popover="auto" aria-labelledby="keys-title" tabindex={-1} autofocus>
        <header>
          <h2 id="keys-title">{texts.title}</h2>
          <button class="quiet" type="button" popovertarget="keys" popovertargetaction="hide">
            {texts.close}
          </button>
        </header>
        <dl>
          {keys.map(([names, text]) => (
            <div key={text}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {children}
      </dialog>
    </>
  );
}
