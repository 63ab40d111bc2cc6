import type { ReactNode } from 'react'
import { Person } from '../../../person/person.tsx'

interface OperatorLineProps {
  readonly pubkey: string
  readonly note?: ReactNode
  readonly action?: ReactNode
}

export function OperatorLine({ pubkey, note, action }: OperatorLineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0">
        <Person pubkey={pubkey} copies />
        {note && <span className="block pl-10 text-caption text-muted">{note}</span>}
      </span>
      {action}
    </li>
  )
}
