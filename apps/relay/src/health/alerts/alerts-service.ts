import { messages } from '@hornets/contract'
import type { AuditAction } from '@hornets/contract/admin'
import {
  type AlertMetric,
  type AlertRule,
  addAlertRule,
  alertMetricNames,
  alertMetrics,
  alertRulesMax,
  changeAlertRule,
  removeAlertRule,
  type ShownAlertRule,
} from '@hornets/contract/admin/operation/alerts'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { Found, Probe } from '../probes.ts'
import { AlertsStore } from './alerts-store.ts'
import type { Measures } from './measures.ts'

export interface AlertsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly measures: Measures
  readonly now: Clock
}

type Values = ReadonlyMap<AlertMetric, number | undefined>

const minuteMs = 60_000

/** The operator's own rules: what they find is told as health is, by the rule's channels. */
export class AlertsService {
  readonly probe: Probe
  readonly #parts: AlertsParts
  readonly #store: AlertsStore
  readonly #changes = pLimit(1)
  /** Since when each rule's value has been too much, by its id: no more than rules. */
  readonly #since = new Map<number, number>()
  #rules: ReadonlyMap<number, AlertRule>

  private constructor(parts: AlertsParts, rules: ReadonlyMap<number, AlertRule>) {
    this.#parts = parts
    this.#store = new AlertsStore(parts.database.reads)
    this.#rules = rules
    this.probe = { matters: ['alert', 'alert_urgent'], lastsMs: 0, look: () => this.#look() }
  }

  static async open(parts: AlertsParts): Promise<AlertsService> {
    const rows = await new AlertsStore(parts.database.reads).listRules()
    return new AlertsService(parts, new Map(rows.map(({ id, rule }) => [id, JSON.parse(rule) as AlertRule])))
  }

  async list(): Promise<{ rules: ShownAlertRule[] }> {
    const values = await this.#measure(new Set(alertMetricNames))
    const rules = [...this.#rules].map(([id, rule]) => {
      const since = this.#since.get(id)
      return {
        id,
        rule,
        value: values.get(rule.metric) ?? null,
        since: since === undefined ? null : toTimestamp(since),
        is_alerting: this.#isAlerting(id, rule),
      }
    })
    return { rules }
  }

  /** Throws ApiError('conflict') beyond 50 rules. */
  async add(rule: AlertRule, actor: Actor): Promise<void> {
    await this.#changes(async () => {
      if (this.#rules.size >= alertRulesMax) throw new ApiError('conflict', messages.tooManyAlerts)
      const { database } = this.#parts
      const id = await database.transact(async tx => {
        const added = await this.#store.addRule(tx, JSON.stringify(rule))
        await this.#note(tx, { actor, action: addAlertRule.audit, id: added, after: rule })
        return added
      })
      this.#rules = new Map([...this.#rules, [id, rule]])
    })
  }

  /** Its time begins again. Throws ApiError('not_found'). */
  async change(id: number, rule: AlertRule, actor: Actor): Promise<void> {
    await this.#changes(async () => {
      const before = this.#require(id)
      await this.#parts.database.transact(async tx => {
        await this.#store.putRule(tx, { id, rule: JSON.stringify(rule) })
        await this.#note(tx, { actor, action: changeAlertRule.audit, id, before, after: rule })
      })
      this.#rules = new Map([...this.#rules].map(([other, kept]) => [other, other === id ? rule : kept]))
      this.#since.delete(id)
    })
  }

  /** Throws ApiError('not_found'). */
  async remove(id: number, actor: Actor): Promise<void> {
    await this.#changes(async () => {
      const before = this.#require(id)
      await this.#parts.database.transact(async tx => {
        await this.#store.removeRule(tx, id)
        await this.#note(tx, { actor, action: removeAlertRule.audit, id, before })
      })
      this.#rules = new Map([...this.#rules].filter(([other]) => other !== id))
      this.#since.delete(id)
    })
  }

  async #look(): Promise<Found[]> {
    const on = [...this.#rules].filter(([, rule]) => rule.is_on)
    const values = await this.#measure(new Set(on.map(([, { metric }]) => metric)))
    return on.flatMap(([id, rule]) => {
      const value = values.get(rule.metric)
      if (value !== undefined && !isTooMuch(rule, value)) this.#since.delete(id)
      else if (value !== undefined && !this.#since.has(id)) this.#since.set(id, this.#parts.now())
      if (!this.#isAlerting(id, rule)) return []
      const { metric, threshold, channels, is_urgent: isUrgent } = rule
      const facts = { channels, ...(value !== undefined && { value: Math.round(value * 10) / 10 }) }
      return [{ what: isUrgent ? 'alert_urgent' : 'alert', subject: `${metric} ${threshold}`, facts } as const]
    })
  }

  #isAlerting(id: number, { minutes, is_on: isOn }: AlertRule): boolean {
    const since = this.#since.get(id)
    return isOn && since !== undefined && this.#parts.now() - since >= minutes * minuteMs
  }

  async #measure(metrics: ReadonlySet<AlertMetric>): Promise<Values> {
    const { measures } = this.#parts
    return new Map(await Promise.all([...metrics].map(async metric => [metric, await measures[metric]()] as const)))
  }

  #require(id: number): AlertRule {
    const rule = this.#rules.get(id)
    if (!rule) throw new ApiError('not_found', messages.alertUnknown)
    return rule
  }

  async #note(
    tx: AdminTransaction,
    { id, ...entry }: { actor: Actor; action: AuditAction; id: number; before?: AlertRule; after?: AlertRule },
  ): Promise<void> {
    await this.#parts.audit.recordChange(tx, { ...entry, target: String(id) })
  }
}

function isTooMuch({ metric, threshold }: AlertRule, value: number): boolean {
  return alertMetrics[metric].is === 'below' ? value < threshold : value >= threshold
}
