import type { AlertMetric } from '@hornets/contract/admin/operation/alerts'
import { npubEncode } from 'nostr-tools/nip19'
import { profileOf } from '../accounts/user.ts'
import type { HealthFacts, Letters, NoticeFacts, SecurityFacts } from '../mail/letters/letter.ts'
import { languageFor, writtenTime } from '../mail/mails.ts'
import type { Message } from './channels/channel.ts'
import type { BatchedNotice, NoticeRow, Recipient } from './queue-store.ts'

export const spelledOut = 5

export interface Surroundings {
  readonly relayName: string
  /** Without a trailing slash; undefined if unknown. */
  readonly consoleUrl: string | undefined
}

export interface Content {
  readonly notices: readonly BatchedNotice[]
  readonly total: number
  readonly kinds: readonly string[]
}

const paths: Readonly<Record<string, string>> = {
  payments: '/payment-notifications',
  reports: '/report-notifications',
  health: '/health-notifications',
  security: '/profile/security-settings',
}

export function messageOf(
  batch: { readonly id: string; readonly at: number },
  content: Content,
  recipient: Recipient,
  surroundings: Surroundings,
): Message {
  const { notices, total, kinds } = content
  const { tag: language, letters } = languageFor(profileOf(recipient).lang)
  const spelled = notices.slice(0, spelledOut).map(notice => wordsOf(notice, letters, language))
  const count = new Intl.NumberFormat(language)
  const [first] = spelled
  const isOne = total === 1 && first !== undefined
  const path = pathOf(content)
  const rest = total - spelled.length
  const several = { relay: surroundings.relayName, count: count.format(total) }
  return {
    ...batch,
    kinds,
    title: isOne ? first.headline : letters.notices.several(several),
    lines: isOne ? [first.detail] : spelled.map(({ headline, detail }) => `${headline}: ${detail}`),
    more: rest > 0 ? letters.notices.more({ count: count.format(rest) }) : '',
    ...placeOf(path, surroundings),
    language,
  }
}

export function testMessage(
  batch: { readonly id: string; readonly at: number },
  recipient: Recipient,
  surroundings: Surroundings,
): Message {
  const { tag: language, letters } = languageFor(profileOf(recipient).lang)
  const { headline, detail } = letters.notices.test({ relay: surroundings.relayName })
  const place = placeOf('/profile/notifications', surroundings)
  return { ...batch, kinds: ['test'], title: headline, lines: [detail], more: '', ...place, language }
}

/** One case, the inbox of open ones, or the page of their kind. */
function pathOf({ notices, total, kinds: [kind = '', ...others] }: Content): string {
  const caseId = notices.find(({ case_id }) => case_id)?.case_id
  if (others.length > 0) return '/'
  if (caseId) return total === 1 ? `/moderation/${caseId}` : '/moderation'
  return paths[kind] ?? '/'
}

const placeOf = (path: string, { consoleUrl }: Surroundings) => ({
  path,
  url: consoleUrl === undefined ? undefined : `${consoleUrl}${path}`,
})

const wordsOf = (notice: NoticeRow, letters: Letters, language: string) =>
  letters.notices.words(factsOf(notice, language))

function factsOf({ kind, facts: json, at }: NoticeRow, language: string): NoticeFacts {
  const facts = JSON.parse(json)
  const number = new Intl.NumberFormat(language)
  if (kind === 'payments')
    return {
      kind,
      what: facts.what,
      sats: number.format(facts.sats),
      tier: facts.tier,
      isNew: facts.is_new === 1,
      from: `${npubEncode(facts.pubkey).slice(0, 12)}…`,
    }
  if (kind === 'reports')
    return { kind, type: facts.type, reporters: facts.reporters, of: reportedBy(String(facts.target)) }
  if (kind === 'health' && String(facts.what).startsWith('alert')) {
    const [metric, threshold] = String(facts.file).split(' ')
    return {
      kind,
      what: facts.what,
      isOver: facts.isOver,
      metric: metric as AlertMetric,
      threshold: number.format(Number(threshold)),
      value: number.format(facts.value ?? 0),
    }
  }
  if (kind === 'health') return { kind, ...(facts as HealthFacts & { isOver: boolean }), ...freeOf(facts, language) }
  return { kind: 'security', at: writtenTime(language, at), ...(facts as SecurityFacts) }
}

const reportedBy = (target: string) =>
  target.startsWith('key:') ? 'key' : target.startsWith('file:') ? 'file' : 'event'

const freeOf = ({ freeBytes }: { freeBytes?: number }, language: string) => ({
  free: new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'gigabyte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format((freeBytes ?? 0) / 2 ** 30),
})
