import { EventStoreDamaged, EventStoreUnreachable, QueryTooCostly } from '../../events/event-store.ts'
import { type Refusal, refuse } from '../../policy/refusal.ts'
import type { RefusalNotes } from '../../refusals/refusal-log.ts'
import { TooManyReads } from '../fairness/query-scheduler.ts'

interface Reader {
  readonly server: { readonly refusals: RefusalNotes }
  readonly line: { readonly ip: string }
  readonly keys: ReadonlySet<string>
}

export function noteRefusedRead({ server, line, keys }: Reader, { reason: text, cause, rule }: Refusal): void {
  const [pubkey] = keys
  server.refusals.note({ what: 'read', cause, rule, text, pubkey, address: line.ip })
}

export function refusalOfRead(error: unknown): Refusal | undefined {
  if (error instanceof QueryTooCostly) return refuse('rate', 'error: query too expensive; use a narrower filter')
  if (error instanceof EventStoreDamaged || error instanceof EventStoreUnreachable)
    return refuse('disk', `error: ${error.message}`)
  if (error instanceof TooManyReads)
    return refuse('rate', 'rate-limited: too many queries from your address are waiting')
  return undefined
}
