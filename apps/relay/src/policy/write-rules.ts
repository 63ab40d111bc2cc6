import type { NostrEvent } from '@hornets/contract'
import type { AccessRights } from '@hornets/contract/admin/access-rights'
import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'
import type { Offered } from '../access/rules/rule-set.ts'
import { isGiftWrap } from '../events/event-kinds.ts'
import { accessRequestKinds } from './access-requests.ts'
import { aheadSecondsMax } from './clock.ts'
import { type Refusal, refuse } from './refusal.ts'

/** The operator's lists and modes; synchronous and in constant time, because every event asks. */
export interface WriteRules {
  blockedAddress(address: string): string | undefined
  wordIn(event: NostrEvent): string | undefined
  /** The operator's own rule that refuses; undefined for none. What passes counts for the limits that it met. */
  ownRule(offered: Offered): OwnRule | undefined
  isAllowedEvent(id: string): boolean
  writeObstacle(pubkey: string): keyof typeof obstacles | null
  current(): Pick<AccessRights, 'write' | 'read' | 'min_pow' | 'created_at_past_seconds' | 'created_at_future_seconds'>
}

/** Everyone can write and read. */
export const openRules = (minimumDifficulty: number): WriteRules => ({
  blockedAddress: () => undefined,
  wordIn: () => undefined,
  ownRule: () => undefined,
  isAllowedEvent: () => false,
  writeObstacle: () => null,
  current: () => ({
    write: 'everyone',
    read: 'everyone',
    min_pow: minimumDifficulty,
    created_at_past_seconds: 0,
    created_at_future_seconds: aheadSecondsMax,
  }),
})

const obstacles = {
  'not-listed': 'restricted: only keys on the list of this relay can publish here, ask its operator',
  'not-invited': 'restricted: only members can publish here, ask one for an invitation',
  'not-paid': 'restricted: only paying subscribers can publish here, see the payment page of this relay',
  'not-trusted': 'restricted: only people whom members of this relay follow can publish here',
} as const

export function checkAddress(address: string | undefined, rules: WriteRules): Refusal | null {
  const entry = address === undefined ? undefined : rules.blockedAddress(address)
  return entry === undefined ? null : refuse('address', addressBlocked, { rule: `addresses:${entry}` })
}

const addressBlocked = 'blocked: this network address is blocked here, ask the operator'

/** Requests to join and to leave are for those who cannot write yet (NIP-43). */
export function checkWriter(event: NostrEvent, authenticated: ReadonlySet<string>, rules: WriteRules): Refusal | null {
  if (accessRequestKinds.has(event.kind)) return null
  const obstacle = rules.writeObstacle(event.pubkey)
  if (obstacle === null) return null
  // One-time keys sign gift wraps (NIP-59): what counts is who brings them.
  if (isGiftWrap(event.kind) && canAnyWrite(authenticated, rules)) return null
  return refuseWriter(obstacle)
}

const refuseWriter = (obstacle: keyof typeof obstacles) =>
  refuse(obstacle, obstacles[obstacle], { status: obstacle === 'not-paid' ? 402 : 403 })

export function checkUploader(pubkey: string, rules: WriteRules): Refusal | null {
  const obstacle = rules.writeObstacle(pubkey)
  return obstacle === null ? null : refuseWriter(obstacle)
}

export function checkWords(event: NostrEvent, rules: WriteRules): Refusal | null {
  const word = rules.wordIn(event)
  return word === undefined
    ? null
    : refuse('word', 'blocked: this text has a word that is blocked here, publish it without', {
        rule: `words:${word}`,
      })
}

export function checkReader(keys: ReadonlySet<string>, rules: WriteRules): Refusal | null {
  const { read } = rules.current()
  if (read === 'everyone') return null
  if (keys.size === 0) return refuse('read', 'auth-required: please sign in to read here', { status: 401 })
  if (read === 'signed-in' || canAnyWrite(keys, rules)) return null
  return refuse('read', 'restricted: only those who can publish here can read here')
}

function canAnyWrite(keys: ReadonlySet<string>, rules: WriteRules): boolean {
  for (const key of keys) if (rules.writeObstacle(key) === null) return true
  return false
}
