import * as z from 'zod/mini'

/**
 * A sentence as data besides its English text: the template is a catalogue key, so that it can be translated, with
 * numbers formatted for the language.
 */
export const sentenceParts = {
  /** English, with `{{name}}` for figures (sentence.ts). */
  template: z.optional(z.string()),
  /** Can contain more than the template needs, for programs. */
  figures: z.optional(z.record(z.string(), z.union([z.number(), z.string()]))),
}
