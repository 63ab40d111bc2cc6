/** A row of the specification's ledger, or a ruling: its id and text. */
export interface Row {
  readonly id: string
  readonly statement: string
}

/** All table rows of a document in `docs/specification`, in order. */
export function readRows(document: string): Row[] {
  return [...document.matchAll(/^\| ([A-Z][A-Z0-9]*-\d{2}) \| (.+?) \| /gm)].map(([, id = '', statement = '']) => ({
    id,
    statement,
  }))
}

/** Ids in a text that belong to one of the areas (`AUTH`, `R`), each once, even if no row has that id. */
export function idsIn(text: string, areas: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const [id, area = ''] of text.matchAll(/\b([A-Z][A-Z0-9]*)-\d{2}\b/g)) if (areas.has(area)) found.add(id)
  return found
}

/** `AUTH` of `AUTH-12`. */
export function areaOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}
