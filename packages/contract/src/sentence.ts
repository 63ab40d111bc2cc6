/** A sentence's values: satoshis, virtual bytes, counts and rates (sat/vB) as numbers; names and ids as text. */
export type Figures = Readonly<Record<string, number | string>>

export type PlaceIn<Template extends string> = Template extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceIn<Rest>
  : never

/** A figure for every placeholder, and optional further ones; none if there are no placeholders. */
export type FiguresOf<Template extends string> = [PlaceIn<Template>] extends [never]
  ? [figures?: Figures]
  : [figures: Figures & Readonly<Record<PlaceIn<Template>, number | string>>]

/** Fills in a template; placeholders without a figure stay. */
export function fillIn(template: string, values: Figures, write: (value: number) => string = String): string {
  return template.replace(/{{(\w+)}}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined ? place : typeof value === 'number' ? write(value) : value
  })
}
