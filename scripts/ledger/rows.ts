export interface Row {
  readonly id: string
  readonly statement: string
}

export interface Excuse {
  /** `differs`: a ruling or request wants something else. `not shown`: the product has no such part. */
  readonly state: 'differs' | 'not shown'
  readonly why: string
}

/** All table rows of a document in `docs/specification`, in order. */
export function readRows(document: string): Row[] {
  return [...document.matchAll(/^\| ([A-Z][A-Z0-9]*-\d{2,3}) \| (.+?) \| /gm)].map(([, id = '', statement = '']) => ({
    id,
    statement,
  }))
}

export function readExcuses(document: string): ReadonlyMap<string, Excuse> {
  const rows = [...document.matchAll(/^\| ([A-Z][A-Z0-9]*-\d{2,3}) \| (.+?) \| (.+?) \| /gm)]
  return new Map(
    rows.map(([, id = '', state = '', why = '']) => {
      if (state !== 'differs' && state !== 'not shown') throw new Error(`${id} is '${state}', which is no state.`)
      return [id, { state, why }]
    }),
  )
}

/** Ids in a text that belong to one of the areas (`AUTH`, `R`), each once, even if no row has that id. */
export function idsIn(text: string, areas: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const [id, area = ''] of text.matchAll(/\b([A-Z][A-Z0-9]*)-\d{2,3}\b/g)) if (areas.has(area)) found.add(id)
  return found
}

export function areaOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}
