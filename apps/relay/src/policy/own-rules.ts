import type { NostrEvent } from '@hornets/contract'
import type { RefusalCause } from '@hornets/contract/admin/refusals/causes'
import type { OwnRule, RuleWho } from '@hornets/contract/admin/refusals/own-rules'
import { accessRequestKinds } from './access-requests.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { WriteRules } from './write-rules.ts'

/** Requests to join and to leave (NIP-43) are answered, never stored. */
export function checkOwnRules(event: NostrEvent, address: string | undefined, rules: WriteRules): Refusal | null {
  if (accessRequestKinds.has(event.kind)) return null
  const rule = rules.ownRule({ pubkey: event.pubkey, address, event, isAbove: sizeOf(event) })
  return rule ? refusedBy(rule, event.kind) : null
}

const fixedBytes = 400
/** A character is at most an escape of six. */
const bytesOfChar = 6
const bytesOfValue = 3

/** Compares an event's size; the event is only written if its length leaves a doubt. */
function sizeOf(event: NostrEvent): (bytes: number) => boolean {
  let atMost = -1
  let exact = -1
  return bytes => {
    if (atMost < 0) atMost = longestSize(event)
    if (atMost <= bytes) return false
    if (exact < 0) exact = Buffer.byteLength(JSON.stringify(event))
    return exact > bytes
  }
}

function longestSize({ content, tags }: NostrEvent): number {
  let bytes = fixedBytes + content.length * bytesOfChar
  for (const tag of tags) {
    bytes += bytesOfValue
    for (const value of tag) bytes += value.length * bytesOfChar + bytesOfValue
  }
  return bytes
}

export function checkFileByOwnRules(
  { pubkey, bytes }: { readonly pubkey: string; readonly bytes: number },
  rules: WriteRules,
): Refusal | null {
  const rule = rules.ownRule({ pubkey, isAbove: limit => bytes > limit })
  return rule ? refusedBy(rule) : null
}

const withoutThese: Readonly<Record<Exclude<RuleWho, 'everyone'>, readonly [RefusalCause, string]>> = {
  allowed: ['not-listed', 'only keys on the list of this relay can publish'],
  members: ['not-invited', 'only members can publish'],
  paying: ['not-paid', 'only paying subscribers can publish'],
  trusted: ['not-trusted', 'only people whom members of this relay follow can publish'],
  strangers: ['not-listed', 'only strangers can publish'],
  new: ['not-listed', 'only new keys can publish'],
}

/** The cause is what the sender lacks; else what the rule says of the event. */
function refusedBy(rule: OwnRule, kind?: number): Refusal {
  const { action, times, per, who, others, new_hours } = rule
  const what = whatOf(rule, kind)
  const named = { rule: `rule:${rule.id}` }
  if (action === 'limit')
    return refuse('rate', `rate-limited: at most ${times} per ${per} of ${what} are accepted here, try later`, {
      ...named,
      status: 429,
    })
  if (who === 'everyone') return refuse(causeOf(rule), `blocked: ${what} are not accepted here`, named)
  if (others) {
    const [cause, only] = withoutThese[who]
    return refuse(cause, `restricted: ${only} ${what} here, ask its operator`, named)
  }
  const text =
    who === 'new'
      ? `restricted: keys that are new here cannot publish ${what} in their first ${new_hours} hours, try later`
      : `restricted: ${what} are not accepted from you here, ask the operator`
  return refuse(causeOf(rule), text, named)
}

function whatOf({ what, above_kb, kinds }: OwnRule, kind: number | undefined): string {
  if (kind === undefined) return what === 'larger' ? `files above ${above_kb} KB` : 'files'
  const events = kinds.length === 0 ? 'events' : `events of kind ${kind}`
  if (what === 'media') return `${events} with media`
  return what === 'larger' ? `${events} above ${above_kb} KB` : events
}

function causeOf({ what, kinds }: OwnRule): RefusalCause {
  if (what === 'media') return 'media-type'
  if (what === 'larger') return 'size'
  return kinds.length > 0 ? 'kind' : 'blocked'
}
