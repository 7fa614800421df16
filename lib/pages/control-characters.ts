/** The text without the control characters that no text has, and that other programs stumble over. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\f\r]/gu, '');
}
