import * as z from 'zod/mini'

/** The template is a catalogue key: it can be translated, with numbers in the language's form. */
export const sentenceParts = {
  /** English, with `{{name}}` for figures (sentence.ts). */
  template: z.optional(z.string()),
  /** Can contain more than the template needs, for programs. */
  figures: z.optional(z.record(z.string(), z.union([z.number(), z.string()]))),
}
