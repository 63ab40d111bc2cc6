import type { Context } from '../../context.ts'
import { noteRefused } from '../../nostr/event-intake.ts'
import { madeUpKey } from './authors.ts'
import type { Dice } from './dice.ts'
import { spam } from './phrases.ts'
import { signEvent } from './signed-event.ts'

/** Blocked keys (operating.ts), and one who publishes badges, a kind that the demo does not accept. */
const senders = [0, 2, 3, 4].map(index => ({ kind: 1, ...madeUpKey(`spammer ${index}`) }))
const badgeMaker = { kind: 30009, ...madeUpKey('author 3') }

/** Offers an event that nobody wants: if the policy refuses it, it is counted and listed as any other refusal. */
export function offerUnwanted({ policy, refusals, statistics, now }: Context, dice: Dice): void {
  const sender = dice.chance(0.25) ? badgeMaker : dice.pick(senders)
  const created_at = Math.floor(now() / 1000)
  const event = signEvent({ kind: sender.kind, content: dice.pick(spam), tags: [], created_at }, sender)
  const refusal = policy.judgeEvent(event, { authenticated: new Set() })
  if (!refusal) return
  const { reason: message, cause, rule } = refusal
  const offered = { event, json: JSON.stringify(event), ip: undefined, pubkey: event.pubkey }
  noteRefused(refusals.log, offered, { accepted: false, message, cause, rule })
  statistics.traffic.refused()
}
