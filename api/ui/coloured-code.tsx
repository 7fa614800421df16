import type { ComponentChildren, VNode } from 'preact';
import bash from 'refractor/bash';
import { refractor } from 'refractor/core';
import json from 'refractor/json';
import python from 'refractor/python';
import typescript from 'refractor/typescript';

for (const language of [bash, json, python, typescript]) refractor.register(language);

/** A language that has colours. */
export type CodeLanguage = 'bash' | 'json' | 'python' | 'typescript';

/** What the library calls a part of code → the class that we have for it, of which there are few. */
const LOOKS: Readonly<Record<string, string>> = {
  ...{ string: 'text', 'template-string': 'text', comment: 'note', keyword: 'word', builtin: 'word', function: 'call' },
  ...{ number: 'value', boolean: 'value', null: 'value', property: 'name', parameter: 'name', variable: 'name' },
};

type Node = ReturnType<typeof refractor.highlight>['children'][number];

/** Code with the colours of its language, as elements: nothing is inserted as HTML. */
export function ColouredCode({ text, language }: { text: string; language: CodeLanguage }): VNode {
  return <>{refractor.highlight(text, language).children.map(shown)}</>;
}

function shown(node: Node, at: number): ComponentChildren {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const inner = node.children.map((child, place) => shown(child, place));
  const classes = node.properties.className;
  const look = Array.isArray(classes) ? classes.map((name) => LOOKS[name]).find(Boolean) : undefined;
  return look ? (
    <span key={at} class={look}>
      {inner}
    </span>
  ) : (
    inner
  );
}
