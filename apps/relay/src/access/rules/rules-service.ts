import { randomBytes } from 'node:crypto'
import { messages, type NostrEvent } from '@hornets/contract'
import { type CountedRule, type OwnRule, saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { EventStore } from '../../events/event-store.ts'
import { KeyAges } from './key-ages.ts'
import { revisionOf } from './revision.ts'
import { RuleRates } from './rule-rates.ts'
import { type KeyStatuses, type Offered, RuleSet } from './rule-set.ts'
import { RulesStore } from './rules-store.ts'

export interface RulesOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'arrivals'>
  readonly statuses: Omit<KeyStatuses, 'ageOf'>
  readonly onTrustAsked: (isAsked: boolean) => Promise<void>
  readonly now: Clock
  readonly logger: Logger
}

export type NewRule = Omit<OwnRule, 'id'> & { readonly id?: string | undefined }

const dayMs = 86_400_000
const countedDays = 7

export class RulesService {
  readonly #parts: RulesOptions
  readonly #rows: RulesStore
  readonly #changes = pLimit(1)
  readonly #onChange: Emitter<void>
  readonly #ages: KeyAges
  readonly #rates: RuleRates
  readonly #statuses: KeyStatuses
  #set: RuleSet
  #applied = new Map<string, number>()

  private constructor(parts: RulesOptions, rules: readonly OwnRule[]) {
    this.#parts = parts
    this.#rows = new RulesStore(parts.database.reads)
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of the rules'))
    this.#ages = new KeyAges(parts)
    this.#rates = new RuleRates(parts.now)
    this.#statuses = { ...parts.statuses, ageOf: pubkey => this.#ages.of(pubkey) }
    this.#set = new RuleSet(rules)
  }

  static async open(parts: RulesOptions): Promise<RulesService> {
    const service = new RulesService(parts, await new RulesStore(parts.database.reads).listRules())
    await service.#lookAtNeeds()
    await service.#ages.settled()
    return service
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  rules(): readonly OwnRule[] {
    return this.#set.rules
  }

  get statuses(): KeyStatuses {
    return this.#statuses
  }

  /** The rule that refuses; undefined for none. What passes counts for the limits that it met. */
  refusing(offered: Offered): OwnRule | undefined {
    const rule = this.#set.judge(offered, this.#statuses, this.#rates)
    if (!rule) return undefined
    this.#applied.set(rule.id, (this.#applied.get(rule.id) ?? 0) + 1)
    return rule.action === 'allow' ? undefined : rule
  }

  take({ pubkey }: Pick<NostrEvent, 'pubkey'>): void {
    this.#ages.note(pubkey)
  }

  async list(): Promise<{ rules: CountedRule[]; revision: string }> {
    await this.write()
    const counts = await this.#rows.countsSince(this.#today() - countedDays + 1)
    const rules = this.#set.rules.map(rule => ({ ...rule, count: counts.get(rule.id) ?? 0 }))
    return { rules, revision: revisionOf(this.#set.rules) }
  }

  /** Throws ApiError('conflict') if the rules have changed since this revision. */
  async save(rules: readonly NewRule[], revision: string, actor: Actor) {
    const after = rules.map((rule): OwnRule => ({ ...rule, id: rule.id ?? randomBytes(4).toString('hex') }))
    if (new Set(after.map(({ id }) => id)).size < after.length)
      throw new ApiError('invalid_fields', messages.badRequest)
    await this.#changes(async () => {
      const { database, audit } = this.#parts
      const before = this.#set.rules
      if (revisionOf(before) !== revision) throw new ApiError('conflict', messages.rulesChanged)
      await database.transact(async tx => {
        await this.#rows.putRules(tx, after)
        const entry = { actor, action: saveAccessRules.audit, target: 'rules' }
        await audit.recordChange(tx, { ...entry, before: { rules: before }, after: { rules: after } })
      })
      this.#set = new RuleSet(after)
      await this.#lookAtNeeds()
    })
    this.#onChange.emit()
    return this.list()
  }

  async write(): Promise<void> {
    await this.#ages.write()
    if (this.#applied.size === 0) return
    const counts = this.#applied
    this.#applied = new Map()
    const day = this.#today()
    try {
      await this.#parts.database.transact(async tx => {
        await this.#rows.addCounts(tx, day, counts)
        await this.#rows.deleteCountsBefore(tx, day - countedDays)
      })
    } catch (error) {
      for (const [id, count] of counts) this.#applied.set(id, (this.#applied.get(id) ?? 0) + count)
      throw error
    }
  }

  async #lookAtNeeds(): Promise<void> {
    this.#ages.use(this.#set.asks('new'))
    await this.#parts.onTrustAsked(this.#set.asks('trusted'))
  }

  #today(): number {
    return Math.floor(this.#parts.now() / dayMs)
  }
}
