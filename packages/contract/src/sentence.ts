import { z } from 'zod'

/** What fills a sentence: satoshis, virtual bytes, counts and rates (sat/vB) as numbers; names and ids as texts. */
export const figures = z.record(z.string(), z.union([z.number(), z.string()]))
export type Figures = z.infer<typeof figures>

/**
 * A sentence as data beside its English text: the template is a key of the catalogues, so that it reaches the user in
 * any language, with numbers written as that language writes them.
 */
export const sentenceParts = {
  /** English, with `{{name}}` where a figure goes. */
  template: z.string().optional(),
  /** May hold more than the template names, for programs. */
  figures: figures.optional(),
}

/** Names of the places in a template. */
export type PlaceIn<Template extends string> = Template extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceIn<Rest>
  : never

/** Puts figures into the places of a template; a place without a figure stays as it is. */
export function fillIn(template: string, values: Figures, write: (value: number) => string = String): string {
  return template.replace(/{{(\w+)}}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : typeof value === 'number' ? write(value) : value
  })
}
