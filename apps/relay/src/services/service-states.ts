import {
  type BuiltInJudgeState,
  type ServiceGroup,
  type ServiceReport,
  serviceGroups,
} from '@hornets/contract/admin/settings/services'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { ServiceState } from '@hornets/server/outgoing/outside-service'

export interface ServiceStatus extends ServiceState {
  readonly queue?: number
  readonly unjudged?: number
  readonly cache?: ServiceReport['cache']
}

/** How a connection is doing now; since when only where it is known. */
export interface Sight extends Omit<ServiceStatus, 'since'> {
  readonly sinceMs?: number
}

/** Where engines register how they are doing; a group without an engine is off. */
export class ServiceStates {
  readonly #now: Clock
  readonly #openedAt: string
  readonly #sources: Partial<Record<ServiceGroup, () => ServiceStatus>> = {}

  #judge: (() => BuiltInJudgeState) | undefined

  constructor(now: Clock) {
    this.#now = now
    this.#openedAt = toTimestamp(now())
  }

  /** Asked for each report, so it must be cheap. */
  register(group: ServiceGroup, status: () => ServiceStatus): void {
    this.#sources[group] = status
  }

  /** A connection that does not say since when it is in its state: that is when it was first seen. Returns how to look. */
  watch(group: ServiceGroup, sight: () => Sight): () => void {
    let seen: { readonly state: ServiceStatus['state']; readonly since: string } = {
      state: 'off',
      since: this.#openedAt,
    }
    const look = () => {
      const { sinceMs, ...status } = sight()
      if (sinceMs !== undefined || status.state !== seen.state)
        seen = { state: status.state, since: toTimestamp(sinceMs ?? this.#now()) }
      return { ...status, since: seen.since }
    }
    this.register(group, look)
    return () => void look()
  }

  registerJudge(state: () => BuiltInJudgeState): void {
    this.#judge = state
  }

  list(): ServiceReport[] {
    return serviceGroups.map(group => {
      const status: ServiceStatus = this.#sources[group]?.() ?? {
        state: 'off',
        since: this.#openedAt,
        perMinute: 0,
        latencyMs: 0,
      }
      const { perMinute, latencyMs, queue = 0, ...same } = status
      const judge = group === 'image_moderation' ? this.#judge?.() : undefined
      return { group, ...same, queue, per_minute: perMinute, latency_ms: latencyMs, ...(judge && { judge }) }
    })
  }
}
