import { pageRowsMax } from '@hornets/contract/wallet/page'

/** Every row of a paged list; rows that move to the next page meanwhile are included once. */
export async function allPages<Row>(
  read: (query: { limit: number; offset: number }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (let offset = 0; ; offset += pageRowsMax) {
    const page = await read({ limit: pageRowsMax, offset })
    const known = rows.size
    for (const row of page) rows.set(keyOf(row), row)
    // An older wallet has no pages and always returns everything.
    if (page.length !== pageRowsMax || rows.size === known) return [...rows.values()]
  }
}
