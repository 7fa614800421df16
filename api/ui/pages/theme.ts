import { z } from 'zod';
import { definePage, fieldText, localPath, Redirect } from '../page-route.ts';
import { keepPreferences, readPreferences, themeField } from '../preferences.ts';

/** Stores the colours that the switch in every page's head chooses, and shows the page again. */
const chooseTheme = definePage({
  method: 'POST',
  path: '/theme',
  for: 'anyone',
  input: z.object({ theme: themeField.catch(undefined), next: fieldText }),
  async handle({ input, services, request, reply }) {
    await keepPreferences(request, reply, services.records, { ...readPreferences(request), theme: input.theme });
    return new Redirect(localPath(input.next));
  },
});

export const themePages = [chooseTheme];
