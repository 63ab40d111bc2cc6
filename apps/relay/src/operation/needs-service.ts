import type { HealthNotification, SetupLine, Severity } from '@hornets/contract/admin/notifications/health'
import { type Need, type Urgency, urgencies } from '@hornets/contract/admin/operation/needs'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import type { Clock } from '@hornets/server/clock'
import type { MaintenanceState } from '../maintenance/maintenance.ts'

export interface NeedsParts {
  readonly cases: { countOpen(): Promise<{ readonly open: number; readonly escalated: number }> }
  readonly health: { lasting(): Promise<readonly HealthNotification[]> }
  readonly healthSetup: () => Promise<readonly SetupLine[]>
  readonly refunds: { countWaiting(): Promise<number> }
  readonly payments: { countFailed(since: number): Promise<number> }
  readonly maintenance: MaintenanceState
  readonly now: Clock
}

const failedForMs = 7 * 86_400_000
const healthMax = 20

const urgencyOf: Readonly<Record<Severity, Urgency>> = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low', INFO: 'low' }

/** What needs an admin now. Everything is counted already: no answer costs more than a few reads by index. */
export class NeedsService {
  readonly #parts: NeedsParts

  constructor(parts: NeedsParts) {
    this.#parts = parts
  }

  async list(role: Role): Promise<Need[]> {
    const isOperator = isAtLeast(role, 'operator')
    const { open, escalated } = await this.#parts.cases.countOpen()
    const count = isOperator ? open : open - escalated
    const needs: Need[] = [
      ...(count > 0 ? [{ kind: 'cases', urgency: 'medium', count } as const] : []),
      ...(isOperator ? await this.#ofOperators() : []),
    ]
    return needs.toSorted((one, other) => urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency))
  }

  async #ofOperators(): Promise<Need[]> {
    const { health, healthSetup, refunds, payments, maintenance, now } = this.#parts
    const [lasting, lines, waiting, failed] = await Promise.all([
      health.lasting(),
      healthSetup(),
      refunds.countWaiting(),
      payments.countFailed(now() - failedForMs),
    ])
    return [
      ...(maintenance.current() ? [{ kind: 'maintenance', urgency: 'high' } as const] : []),
      ...lasting.slice(0, healthMax).map(({ what, subject, severity, running }): Need => {
        return { kind: 'health', urgency: urgencyOf[severity], what, subject, ...(running && { running }) }
      }),
      ...lines
        .filter(line => line.urgency === 'warning')
        .map(({ what, subject }) => ({ kind: 'setup', urgency: 'medium', what, subject }) as const),
      ...(waiting > 0 ? [{ kind: 'refunds', urgency: 'medium', count: waiting } as const] : []),
      ...(failed > 0 ? [{ kind: 'payments', urgency: 'low', count: failed } as const] : []),
    ]
  }
}
