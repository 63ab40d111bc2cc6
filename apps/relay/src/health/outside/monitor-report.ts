import type { NostrEvent } from '@hornets/contract'
import type { OutsideReport } from '@hornets/contract/admin/operation/outside-view'
import { toTimestamp } from '@hornets/server/clock'

export const monitorKind = 30166

/** What monitors write for one relay differs by a slash at the end. */
export function namesOf(address: string): string[] {
  const { href } = new URL(address)
  return href.endsWith('/') ? [href, href.slice(0, -1)] : [href, `${href}/`]
}

const tagOf = ({ tags }: NostrEvent, name: string) => tags.find(([first]) => first === name)?.[1]

function millisecondsOf(event: NostrEvent, name: string): number | null {
  const text = tagOf(event, name) ?? ''
  return /^\d{1,7}(\.\d+)?$/.test(text) ? Math.round(Number(text)) : null
}

export const isAbout = (event: NostrEvent, address: string): boolean =>
  event.kind === monitorKind && namesOf(address).includes(tagOf(event, 'd') ?? '')

export const reportOf = (event: NostrEvent, relay: string): OutsideReport => ({
  monitor: event.pubkey,
  relay,
  at: toTimestamp(event.created_at * 1000),
  open_ms: millisecondsOf(event, 'rtt-open'),
  read_ms: millisecondsOf(event, 'rtt-read'),
  write_ms: millisecondsOf(event, 'rtt-write'),
})
