import { EventStoreDamaged, EventStoreUnreachable, QueryTooCostly } from '../events/event-store.ts'
import { type Refusal, refuse } from '../policy/refusal.ts'
import { TooManyReads } from './fairness/query-scheduler.ts'
import type { Line, ServerParts } from './server-parts.ts'

interface Reader {
  readonly server: Pick<ServerParts, 'refusals'>
  readonly line: Pick<Line, 'ip'>
  /** Keys that the client has authenticated. */
  readonly keys: ReadonlySet<string>
}

/** Notes for operators that a read was refused. */
export function noteRefusedRead({ server, line, keys }: Reader, { reason: text, cause, rule }: Refusal): void {
  const [pubkey] = keys
  server.refusals.note({ what: 'read', cause, rule, text, pubkey, address: line.ip })
}

/** What an error of a read says to the client; undefined for an unexpected one. */
export function refusalOfRead(error: unknown): Refusal | undefined {
  if (error instanceof QueryTooCostly) return refuse('rate', 'error: query too expensive; use a narrower filter')
  if (error instanceof EventStoreDamaged || error instanceof EventStoreUnreachable)
    return refuse('disk', `error: ${error.message}`)
  if (error instanceof TooManyReads)
    return refuse('rate', 'rate-limited: too many queries from your address are waiting')
  return undefined
}
