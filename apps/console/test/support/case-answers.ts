import type { CaseDetails, CaseStatistics, ModerationCase } from '@hornets/contract/admin/notifications/cases'

const keyOf = (digit: string) => digit.repeat(64)

const reported: ModerationCase = {
  id: 7,
  event_id: keyOf('e'),
  file_hash: '',
  pubkey: keyOf('b'),
  name: 'Ada',
  cause: 'report',
  type: 'spam',
  weight: 14,
  reporters: 3,
  opened_at: '2026-08-30T09:00:00Z',
  is_open: true,
  is_escalated: false,
  held_by: null,
  held_by_name: '',
  verdict: null,
}
const flagged: ModerationCase = {
  ...reported,
  id: 8,
  event_id: keyOf('d'),
  name: '',
  cause: 'judge',
  type: 'nudity 0.74: skin',
  weight: 3,
  reporters: 0,
  held_by: keyOf('c'),
  held_by_name: 'Mo',
}

const event = (digit: string, content: string) => ({
  id: keyOf(digit),
  pubkey: keyOf('b'),
  created_at: 1_788_000_000,
  kind: 1,
  tags: [],
  content,
  sig: 'f'.repeat(128),
})

const details: CaseDetails = {
  case: reported,
  event: event('e', 'Buy my coins now\nhttps://x.example/coins.png'),
  parent: event('a', 'Good morning'),
  replies: [event('f', 'Please stop')],
  names: { [keyOf('b')]: 'Ada' },
  author_status: ['allowed'],
  reporters: [
    {
      pubkey: keyOf('c'),
      name: 'Ben',
      type: 'spam',
      text: 'Everywhere the same',
      is_label: false,
      status: ['member'],
      cases: 4,
    },
  ],
  judged: '',
  verdicts: [],
  person_verdicts: [
    {
      id: 3,
      case_id: 2,
      verdict: 'warn',
      reason: 'No advertising',
      at: '2026-08-20T09:00:00Z',
      by: keyOf('c'),
      by_name: 'Mo',
      is_undone: false,
    },
  ],
  image_verdicts: [],
  images: [],
  decisions: [],
  can_warn: true,
}

const statistics: CaseStatistics = {
  verdicts: [
    { cause: 'report', verdict: 'dismiss', count: 12 },
    { cause: 'judge', verdict: 'delete', count: 3 },
  ],
  time: { count: 15, median: 900, p90: 7200 },
  alarms: [{ threshold: 0.7, decided: 3, dismissed: 1 }],
}

export const fullCases = {
  '/api/cases': {
    cases: [reported, flagged],
    counts: { open: 2, escalated: 0, causes: [reported, flagged].map(({ cause }) => ({ cause, count: 1 })) },
  },
  '/api/cases/7': details,
  '/api/cases/8': { ...details, case: flagged },
  '/api/cases/reasons': { reasons: ['Spam', 'Not for everyone'] },
  '/api/cases/statistics': statistics,
}

export const noCases = {
  '/api/cases': { cases: [], counts: { open: 0, escalated: 0, causes: [] } },
  '/api/cases/reasons': { reasons: [] },
  '/api/cases/statistics': { verdicts: [], time: { count: 0, median: null, p90: null }, alarms: [] },
}
