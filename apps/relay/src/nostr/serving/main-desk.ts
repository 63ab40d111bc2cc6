import type { NostrEvent } from '@hornets/contract'
import type { Policy } from '../../policy/policy.ts'
import { refuse } from '../../policy/refusal.ts'
import type { Intake } from '../event-intake.ts'
import type { ServerParts } from '../server-parts.ts'
import type { MainCalls } from './calls.ts'
import type { Handlers } from './link.ts'
import type { Serving } from './serving-process.ts'

export interface DeskParts {
  readonly parts: ServerParts
  readonly policy: Policy
  /** Takes events whose signature is checked. */
  readonly verified: Intake
  readonly isOurs: (address: string) => boolean
  /** Whether clients can come: other machines let them in by themselves. */
  readonly isOpen: () => boolean
  /** Resolves once no process is far behind with what was stored, or about to have further subscriptions. */
  readonly hasRoom: () => Promise<void> | undefined
}

const closed = refuse('rate', 'error: the relay is closed')

/** What the main process answers to one of the others. */
export function deskFor(serving: Pick<Serving, 'number' | 'link'>, desk: DeskParts) {
  const { parts, policy, verified, isOurs, isOpen, hasRoom } = desk
  const { refusals, traffic, onSignedIn, inviteFor, filterOf } = parts
  return {
    publish: async (json, { authenticated, address, sharer, ip }) => {
      await hasRoom()
      return verified.publish(JSON.parse(json) as NostrEvent, json, {
        authenticated: new Set(authenticated),
        address,
        sharer: address ?? `${serving.number}:${sharer}`,
        ip: ip ?? undefined,
      })
    },
    admit: ip => (isOpen() ? policy.judgeAddress(ip) : closed),
    judgeAddress: ip => policy.judgeAddress(ip),
    judgeReader: (pubkey, ip) => policy.judgeReader(pubkey, ip ?? undefined),
    judgeReading: keys => policy.judgeReading(new Set(keys)),
    isOurs,
    inviteFor: keys => inviteFor(new Set(keys)),
    hasFilter: async keys => (await filterOf(new Set(keys))) !== undefined,
    shows: async (keys, json, isLive, info) => {
      const known = new Set(keys)
      const filter = await filterOf(known)
      if (!filter) return true
      return filter.shows(JSON.parse(json) as NostrEvent, { keys: known, isLive, signal: info.signal })
    },
    note: refused => refusals.note(refused),
    answered: (accepted, refused) => {
      for (let count = 0; count < accepted; count += 1) traffic.accepted()
      for (let count = 0; count < refused; count += 1) traffic.refused()
    },
    signedIn: (pubkey, place) => {
      // It was blocked while the answer was on its way.
      const refusal = policy.judgeReader(pubkey)
      if (refusal) serving.link?.tell('closeConnectionsOf', pubkey, refusal)
      else onSignedIn(pubkey, place)
    },
  } satisfies Partial<Handlers<MainCalls>>
}
