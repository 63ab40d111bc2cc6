import { messages } from '@hornets/contract'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Mails } from '../mail/mails.ts'
import type { Sight } from './service-states.ts'

const off: Sight = { state: 'off', perMinute: 0, latencyMs: 0 }

/** Works as far as known: nothing has failed, and what was never tried has not worked either. */
const untroubled = (hasWorked: boolean) => (hasWorked ? 'running' : 'waiting')

export function mailSight({
  isOn,
  trouble,
  hasWorked,
  pace,
}: Pick<Mails, 'isOn' | 'trouble' | 'hasWorked' | 'pace'>): Sight {
  if (!isOn) return off
  if (!trouble) return { state: untroubled(hasWorked), ...pace }
  return { state: 'failing', sinceMs: trouble.since, error: messages.mailFails, detail: trouble.reason, ...pace }
}

export function proxySight(wayOut: Pick<WayOut, 'proxy' | 'proxyState' | 'perMinute'>): Sight {
  const state = wayOut.proxyState()
  if (state === undefined) return off
  const pace = { perMinute: wayOut.perMinute, latencyMs: 0 }
  if (state === 'asked' || state === 'answers') return { state: untroubled(state === 'answers'), ...pace }
  return { state: 'failing', error: state === 'silent' ? messages.proxySilent : messages.proxyRefuses, ...pace }
}

interface Bucket {
  readonly downSince: number | undefined
  /** Why its last call failed: a sentence, and the server's own word. */
  readonly fault: { readonly error: string; readonly detail: string } | undefined
  readonly hasAnswered: boolean
  readonly pace: { readonly perMinute: number; readonly latencyMs: number }
}

export function bucketSight(bucket: Bucket | undefined): Sight {
  if (!bucket) return off
  const { downSince, fault, hasAnswered } = bucket
  const pace = { perMinute: bucket.pace.perMinute, latencyMs: bucket.pace.latencyMs }
  if (!fault) return { state: untroubled(hasAnswered), ...pace }
  return { state: 'failing', ...(downSince !== undefined && { sinceMs: downSince }), ...fault, ...pace }
}
