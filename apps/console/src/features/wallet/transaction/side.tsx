import type { ReactNode } from 'react'
import { LongList } from '../parts/long-list.tsx'

/** More lines scroll separately. */
const shownLines = 8

interface SideProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

export function Side<Row>({ title, rows, keyOf, children }: SideProps<Row>) {
  return (
    <section className="rounded-md border border-line bg-surface px-3 py-2">
      <h3 className="text-caption text-muted">{title}</h3>
      {rows.length > shownLines ? (
        <div className="relative max-h-80 overflow-y-auto">
          <LongList rows={rows} keyOf={keyOf} linePx={48}>
            {children}
          </LongList>
        </div>
      ) : (
        <ul>
          {rows.map(row => (
            <li key={keyOf(row)} className="border-line border-b py-1.5 last:border-b-0">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
