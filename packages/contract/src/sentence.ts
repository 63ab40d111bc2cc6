/** What fills a sentence: satoshis, virtual bytes, counts and rates (sat/vB) as numbers; names and ids as texts. */
export type Figures = Readonly<Record<string, number | string>>

/** Names of the places in a template. */
export type PlaceIn<Template extends string> = Template extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceIn<Rest>
  : never

/** A figure for every place of a template, and more where programs want it; none where it has no place. */
export type FiguresOf<Template extends string> = [PlaceIn<Template>] extends [never]
  ? [figures?: Figures]
  : [figures: Figures & Readonly<Record<PlaceIn<Template>, number | string>>]

/** Puts figures into the places of a template; a place without a figure stays as it is. */
export function fillIn(template: string, values: Figures, write: (value: number) => string = String): string {
  return template.replace(/{{(\w+)}}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : typeof value === 'number' ? write(value) : value
  })
}
