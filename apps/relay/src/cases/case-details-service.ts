import { type AnswerOf, messages, type NostrEvent } from '@hornets/contract'
import type { PersonDecision } from '@hornets/contract/admin/accounts/people'
import type * as contract from '@hornets/contract/admin/notifications/cases'
import type { Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { EventStore } from '../events/event-store.ts'
import { readEvents } from '../events/read-events.ts'
import { consoleScopeOf, isPrivate } from '../policy/read-policy.ts'
import { eventIn } from './case-row.ts'
import { CaseStore, type Reporter } from './case-store.ts'
import type { CasesParts, CasesService } from './cases-service.ts'
import { type VerdictRow, VerdictStore } from './verdict-store.ts'
import { weighReporter } from './weight.ts'

export interface CaseDetailsParts extends Pick<CasesParts, 'database' | 'statuses' | 'profiles' | 'namesOf'> {
  readonly cases: CasesService
  readonly events: Pick<EventStore, 'find' | 'query'>
  readonly decisionsAbout: (pubkey: string) => Promise<PersonDecision[]>
  readonly canWarn: boolean
}

interface Reader {
  readonly role: Role
  readonly signal: AbortSignal
}

const repliesShown = 5
const reportersShown = 50
const verdictsShown = 20

export class CaseDetailsService {
  readonly #parts: CaseDetailsParts
  readonly #rows: CaseStore
  readonly #verdicts: VerdictStore

  constructor(parts: CaseDetailsParts) {
    this.#parts = parts
    this.#rows = new CaseStore(parts.database.reads)
    this.#verdicts = new VerdictStore(parts.database.reads)
  }

  /** Throws ApiError('not_found'). */
  async one(id: number, reader: Reader): Promise<AnswerOf<typeof contract.getCase>> {
    const row = await this.#rows.find(id)
    if (!row) throw new ApiError('not_found', messages.caseUnknown)
    const { cases, statuses, decisionsAbout, canWarn } = this.#parts
    const { target, pubkey } = row
    const [described] = await cases.describe([row])
    const event = await this.#eventOf(eventIn(target), reader)
    const thread = event ? await this.#threadOf(event, reader) : { parent: null, replies: [] }
    const [reporters, judged, own, ofPerson, ofImages] = await Promise.all([
      this.#reportersOf(target, reader),
      this.#rows.judgedAs(target.slice(-64)),
      this.#verdicts.of(id, verdictsShown),
      this.#verdicts.about(pubkey, id, verdictsShown),
      this.#verdicts.ofSameImages(id, verdictsShown),
    ])
    return {
      case: described as contract.ModerationCase,
      event,
      ...thread,
      reporters,
      judged: target.startsWith('key:') ? '' : judged,
      names: await this.#namesIn([...thread.replies, ...(thread.parent ? [thread.parent] : [])]),
      author_status: pubkey === '' ? [] : statuses.of(pubkey, reader.role),
      verdicts: await this.#tell(own),
      person_verdicts: await this.#tell(ofPerson),
      image_verdicts: await this.#tell(ofImages),
      images: await this.#rows.imagesOf(id),
      decisions: pubkey === '' ? [] : await decisionsAbout(pubkey),
      can_warn: canWarn && pubkey !== '',
    }
  }

  async #eventOf(id: string, { role, signal }: Reader): Promise<NostrEvent | null> {
    if (id === '') return null
    const [event] = await readEvents(this.#parts.events, [{ ids: [id] }], 1, signal, consoleScopeOf(role))
    return event && !isPrivate(event) ? event : null
  }

  async #threadOf(event: NostrEvent, reader: Reader) {
    const { events } = this.#parts
    const answered = { tags: [['e', [event.id]]], kinds: [1, 1111] } as const
    const [parent, replies] = await Promise.all([
      this.#eventOf(parentOf(event), reader),
      readEvents(events, [answered], repliesShown, reader.signal, consoleScopeOf(reader.role)),
    ])
    return { parent, replies: replies.toSorted((one, other) => one.created_at - other.created_at) }
  }

  async #namesIn(events: readonly NostrEvent[]): Promise<Record<string, string>> {
    const profiles = await this.#parts.profiles.read(events.map(({ pubkey }) => pubkey))
    return Object.fromEntries([...profiles].flatMap(([key, { name }]) => (name ? [[key, name]] : [])))
  }

  /** Those who weigh most first; blocked ones do not count, and come last. */
  async #reportersOf(target: string, { role }: Reader): Promise<contract.CaseReporter[]> {
    const { statuses, profiles: reader } = this.#parts
    const rows = await this.#rows.reporters(target, reportersShown)
    const keys = rows.map(({ reporter }) => reporter)
    const [profiles, counts] = await Promise.all([reader.read(keys), this.#rows.casesReportedBy(keys)])
    const reporting = await Promise.all(
      rows.map(async row => ({
        pubkey: row.reporter,
        name: profiles.get(row.reporter)?.name ?? '',
        type: row.type,
        text: await this.#textOf(row),
        is_label: row.is_label === 1,
        status: statuses.of(row.reporter, role),
        cases: counts.get(row.reporter) ?? 0,
      })),
    )
    return reporting.toSorted((one, other) => weighReporter(other.status) - weighReporter(one.status))
  }

  /** The report itself is stored as an event. */
  async #textOf({ event_id }: Reporter): Promise<string> {
    const json = event_id === '' ? null : await this.#parts.events.find(event_id)
    return json === null ? '' : (JSON.parse(json) as NostrEvent).content.slice(0, 500)
  }

  async #tell(rows: readonly VerdictRow[]): Promise<contract.CaseVerdict[]> {
    const names = await this.#parts.namesOf([...new Set(rows.flatMap(({ by }) => by ?? []))])
    return rows.map(({ id, case_id, verdict, reason, at, by, undone_at }) => ({
      id,
      case_id,
      verdict: verdict as contract.Verdict,
      reason,
      at: toTimestamp(at),
      by,
      by_name: names.get(by ?? '') ?? '',
      is_undone: undone_at !== null,
    }))
  }
}

/** NIP-10: what is marked as answered, or else the last; empty if nothing is. */
function parentOf({ tags }: NostrEvent): string {
  const named = tags.filter(([name, value]) => name === 'e' && /^[0-9a-f]{64}$/.test(value ?? ''))
  const marked = (mark: string) => named.find(tag => tag[3] === mark)
  const last = named.findLast(tag => tag[3] !== 'mention')
  return (marked('reply') ?? marked('root') ?? last)?.[1] ?? ''
}
