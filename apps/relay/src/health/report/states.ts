import type { HealthState } from '@hornets/contract/admin/notifications/health-report'
import type { OutsideView } from '@hornets/contract/admin/operation/outside-view'
import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'

const dayMs = 86_400_000

export function worst(states: readonly HealthState[]): HealthState {
  for (const state of ['bad', 'warn', 'unknown', 'ok'] as const) if (states.includes(state)) return state
  return 'off'
}

/** Below four times the reserve it is nearly full, as in the notifications of health. */
export function diskState({ freeBytes, reserveBytes }: { freeBytes: number; reserveBytes: number }): HealthState {
  if (freeBytes < reserveBytes) return 'bad'
  return freeBytes < 4 * reserveBytes ? 'warn' : 'ok'
}

export function memoryState(availableBytes: number, totalBytes: number): HealthState {
  if (availableBytes < 0.05 * totalBytes) return 'bad'
  return availableBytes < 0.1 * totalBytes ? 'warn' : 'ok'
}

/** The serving thread alone fills one core; above that work waits. */
export const processorState = (load: number, cores: number): HealthState => (load > 2 * cores ? 'warn' : 'ok')

/** People notice from 100 ms on, and clients give up from a second on. */
export function loopState(p99Ms: number): HealthState {
  if (p99Ms >= 1000) return 'bad'
  return p99Ms >= 100 ? 'warn' : 'ok'
}

/** Signatures of sign-ins and uploads count for a minute. */
export function clockState(offsetMs: number | null): HealthState {
  if (offsetMs === null) return 'unknown'
  if (Math.abs(offsetMs) >= 60_000) return 'bad'
  return Math.abs(offsetMs) >= 10_000 ? 'warn' : 'ok'
}

/** `endsAt`: milliseconds; undefined if no certificate was seen. */
export function certificateState(endsAt: number | undefined, now: number): HealthState {
  if (endsAt === undefined) return 'unknown'
  if (endsAt <= now) return 'bad'
  return endsAt - now < 14 * dayMs ? 'warn' : 'ok'
}

export function chainState(sight: ChainSight, isSelling: boolean): HealthState {
  if (sight === 'seen') return 'ok'
  if (sight === 'unknown') return 'unknown'
  if (!isSelling) return sight === 'no_wallet' ? 'off' : 'warn'
  return sight === 'behind' ? 'warn' : 'bad'
}

export function backupState(lastAt: number | null, now: number): HealthState {
  return lastAt === null || now - lastAt > 30 * dayMs ? 'warn' : 'ok'
}

/** Monitors look at least once a day. Without a report nobody knows: the relays may hold none. */
export function outsideState({ address, relays, reports: [newest] }: OutsideView, now: number): HealthState {
  if (address === null || relays.length === 0) return 'off'
  if (!newest) return 'unknown'
  return now - Date.parse(newest.at) > dayMs ? 'warn' : 'ok'
}

export interface WaitingMachine {
  readonly host: string
  readonly seenMsAgo: number
  /** Why it could not take over. */
  readonly problem: string | null
}

/** A standby says every two seconds that it is there. */
const silentMsMax = 10_000

/** Undefined: the database does not answer. */
export function standbyState(machines: readonly WaitingMachine[] | undefined): HealthState {
  if (!machines) return 'unknown'
  const there = machines.filter(({ seenMsAgo }) => seenMsAgo < silentMsMax)
  if (there.some(({ problem }) => problem === null)) return 'ok'
  return there.length > 0 ? 'bad' : 'warn'
}
