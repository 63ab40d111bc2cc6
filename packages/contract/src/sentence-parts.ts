import * as z from 'zod/mini'

/**
 * A sentence as data beside its English text: the template is a key of the catalogues, so that it reaches the user in
 * any language, with numbers written as that language writes them.
 */
export const sentenceParts = {
  /** English, with `{{name}}` where a figure goes (sentence.ts). */
  template: z.optional(z.string()),
  /** May hold more than the template names, for programs. */
  figures: z.optional(z.record(z.string(), z.union([z.number(), z.string()]))),
}
