import { pageRowsMax } from '@hornets/contract/wallet/page'

/** Every row of a list that comes page by page; a row that has moved to the next page meanwhile is there once. */
export async function allPages<Row>(
  read: (query: { limit: number; offset: number }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (let offset = 0; ; offset += pageRowsMax) {
    const page = await read({ limit: pageRowsMax, offset })
    const known = rows.size
    for (const row of page) rows.set(keyOf(row), row)
    // A wallet of an older version knows no pages: it answers everything, every time.
    if (page.length !== pageRowsMax || rows.size === known) return [...rows.values()]
  }
}
