/** A link, or a button that looks like one, among text: tall enough for a finger (WCAG 2.5.8). */
export const textLink =
  'inline-block min-h-6 text-left font-semibold text-accent-text underline-offset-2 hover:underline'
