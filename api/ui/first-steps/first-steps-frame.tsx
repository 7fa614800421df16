import type { ComponentChildren, VNode } from 'preact';
import { type Notice, Page, type Visitor } from '../page.tsx';
import { useLooks, useTexts } from '../rendering.tsx';

/** Where the first steps begin. */
export const FIRST_STEPS = '/admin/first-steps';

/** The steps, in their order. The account is there: whoever sees this has signed in. */
const steps = ['account', 'engines', 'key', 'request'] as const;

/** Where they lead in the end, and where one gets who skips them: to the first place of those for administrators. */
export function useAdminHome(): string {
  const { placeGroups } = useLooks();
  return placeGroups.find(({ isForAdministrators }) => isForAdministrators)?.places[0]?.path ?? '/';
}

interface FrameProps extends Omit<Visitor, 'path'> {
  /** The step that the page is about; `request` is done when `isOver`. */
  step: (typeof steps)[number];
  isOver?: boolean;
  notice?: Notice | undefined;
  children: ComponentChildren;
}

/** A page of the first steps: how far one is, and a way out. */
export function FirstStepsFrame({ step, isOver = false, notice, children, ...visitor }: FrameProps): VNode {
  const { firstSteps } = useTexts();
  const home = useAdminHome();
  const at = isOver ? steps.length : steps.indexOf(step);
  return (
    // The place that offers them, and that they lead to.
    <Page title={firstSteps.title} notice={notice} parts={['samples', 'first-steps']} {...visitor} path={home}>
      <h1>{firstSteps.title}</h1>
      <ol class="steps" aria-label={firstSteps.progress}>
        {steps.map((name, index) => (
          <li key={name} class={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
            {firstSteps.steps[name]}
            {index < at && <span class="unseen">{` (${firstSteps.done})`}</span>}
          </li>
        ))}
      </ol>
      {children}
      {!isOver && (
        <p class="skip-steps">
          <a href={home}>{firstSteps.skip}</a>
        </p>
      )}
    </Page>
  );
}
