import type { AccessEntry } from '@hornets/contract/admin/access-lists'
import type { CountedRule } from '@hornets/contract/admin/refusals/own-rules'

const keyOf = (digit: string) => digit.repeat(64)
const by = { created_by: keyOf('d'), created_by_name: 'Donaudampfschifffahrtsgesellschaftskapitän' }
const unbroken = 'spam'.repeat(40)

const entry = (value: string, rest: Partial<AccessEntry> = {}): AccessEntry => ({
  value,
  reason: unbroken,
  expires_at: '2026-09-30T12:00:00Z',
  created_at: '2026-08-20T10:00:00Z',
  ...by,
  ...rest,
})

const rule: CountedRule = {
  id: 'aaaaaaaa',
  on: true,
  note: unbroken,
  kinds: [
    { from: 1, to: 1 },
    { from: 30_000, to: 39_999 },
  ],
  who: 'new',
  others: false,
  except: [keyOf('b'), keyOf('c')],
  new_hours: 24,
  what: 'larger',
  above_kb: 64,
  action: 'limit',
  times: 5,
  per: 'hour',
  by: 'key',
  count: 1_204_233,
}

/** What the tabs of access control show beside the blocked keys: long values, and each with a reason. */
export const accessAnswers = {
  '/api/access': {
    access: {
      write: 'trusted',
      read: 'signed-in',
      trust: { roots: [keyOf('b')], depth: 2, size: 12_345 },
      min_pow: 20,
      created_at_past_seconds: 86_400,
      created_at_future_seconds: 900,
    },
  },
  '/api/access/allowed-pubkeys': { entries: [entry(keyOf('b')), entry(keyOf('c'), { expires_at: null })], count: 2 },
  '/api/access/words': {
    entries: [entry(unbroken, { match: 'part' }), entry('(?i)free\\s+coins?', { match: 'pattern', reason: '' })],
    count: 2,
  },
  '/api/access/addresses': {
    entries: [entry('2001:db8:1234:5678:9abc:def0:1234:0/112'), entry('192.0.2.7')],
    count: 2,
  },
  '/api/access/rules': {
    rules: [rule, { ...rule, id: 'bbbbbbbb', on: false, who: 'strangers', what: 'media', action: 'refuse', note: '' }],
    revision: 'one',
  },
  '/api/access/invitations': {
    invitations: [
      {
        ...by,
        code: 'x'.repeat(32),
        note: unbroken,
        uses: 3,
        uses_max: null,
        expires_at: null,
        created_at: '2026-08-20T10:00:00Z',
      },
    ],
    count: 1,
  },
  '/api/banned-events': {
    events: [
      {
        id: keyOf('e'),
        reason: unbroken,
        banned_at: '2026-08-20T10:00:00Z',
        banned_by: keyOf('d'),
        banned_by_name: by.created_by_name,
      },
    ],
    count: 1,
  },
  '/api/allowed-events': {
    events: [{ id: keyOf('f'), reason: '', created_at: '2026-08-20T10:00:00Z', ...by }],
    count: 1,
  },
  '/api/access/members': {
    members: [{ pubkey: keyOf('b'), joined_at: '2026-08-20T10:00:00Z', code: 'x'.repeat(32) }],
    count: 1,
  },
  '/api/access/changes': {
    changes: [
      {
        id: 7,
        at: '2026-08-31T09:00:00Z',
        actor: keyOf('d'),
        actor_name: by.created_by_name,
        action: 'access.add',
        target: `words ${unbroken}`,
        count: 3,
        can_undo: true,
      },
      {
        id: 6,
        at: '2026-08-31T08:00:00Z',
        actor: null,
        actor_name: '',
        action: 'access.save',
        target: '',
        count: 1,
        can_undo: false,
      },
    ],
  },
  '/api/member-roles': {
    roles: [
      { id: 'elder', label: unbroken, description: unbroken, color: 40, order: 1, keys: [keyOf('b'), keyOf('c')] },
    ],
  },
  '/api/method-grants': { grants: [], methods: ['banpubkey', 'allowpubkey'] },
}
