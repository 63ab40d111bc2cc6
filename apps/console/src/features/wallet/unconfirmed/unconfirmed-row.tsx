import type { ReactNode } from 'react'
import { formatDateTime } from '../../../ui/text/format.ts'

interface UnconfirmedRowProps {
  readonly amount: ReactNode
  /** RFC 3339. */
  readonly date: string
  readonly children: ReactNode
}

export function UnconfirmedRow({ amount, date, children }: UnconfirmedRowProps) {
  return (
    <li className="grid gap-1 border-line border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold tabular-nums">{amount}</span>
        <time dateTime={date} className="text-caption text-muted">
          {formatDateTime(date)}
        </time>
      </div>
      {children}
    </li>
  )
}
