import { areaOf, idsIn, type Row } from './rows.ts'

export interface Coverage {
  readonly provenBy: ReadonlyMap<string, readonly string[]>
  /** Ids that match no row, with the file that names them. */
  readonly unknown: readonly { readonly id: string; readonly file: string }[]
}

const rowsOfTitleMax = 3

/** `tests`: their titles by path. */
export function coverageOf(rows: readonly Row[], tests: ReadonlyMap<string, readonly string[]>): Coverage {
  const known = new Set(rows.map(({ id }) => id))
  const areas = new Set(rows.map(({ id }) => areaOf(id)))
  const provenBy = new Map<string, string[]>()
  const unknown: { id: string; file: string }[] = []
  for (const [file, titles] of tests) {
    for (const id of idsIn(titles.join('\n'), areas)) {
      if (known.has(id)) provenBy.set(id, [...(provenBy.get(id) ?? []), file])
      else unknown.push({ id, file })
    }
  }
  return { provenBy, unknown }
}

/** In sentences; `excused`: ids that the list gives a reason for. */
export function mistakesIn(
  excused: Iterable<string>,
  rows: readonly Row[],
  provenBy: Coverage['provenBy'],
): readonly string[] {
  const list = new Set(excused)
  const known = new Set(rows.map(({ id }) => id))
  return [
    ...[...known].filter(id => !provenBy.has(id) && !list.has(id)).map(id => `${id} has neither a test nor a reason.`),
    ...[...list].filter(id => provenBy.has(id)).map(id => `${id} has a test: take it off the list of unproven rows.`),
    ...[...list].filter(id => !known.has(id)).map(id => `${id} is listed as unproven and is no row of the ledger.`),
  ]
}

/** A title with more rows than one test can prove; rulings are no rows. */
export function crowdedTitles(rows: readonly Row[], tests: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const areas = new Set(rows.map(({ id }) => areaOf(id)))
  return [...tests].flatMap(([file, titles]) =>
    titles
      .filter(title => idsIn(title, areas).size > rowsOfTitleMax)
      .map(title => `${file} names more than ${rowsOfTitleMax} rows in one title: ${title.slice(0, 80)}`),
  )
}
