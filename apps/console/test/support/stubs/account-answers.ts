import type { User } from '@hornets/contract/admin/accounts/auth'
import type { DeliverySettings } from '@hornets/contract/admin/notifications/delivery'
import { npubEncode } from 'nostr-tools/nip19'
import { pubkey, user } from '../visitor.ts'

const time = '2026-08-30T12:00:00Z'

const account: User = {
  ...user,
  userName: 'ada',
  email: { name: 'ada@example.org', verified: true },
  birthday: '1815-12-10',
  city: 'London',
  website: 'https://example.org',
}

const entry = (id: number, outcome: 'done' | 'refused') => ({
  id,
  at: `2026-08-30T12:0${id}:00Z`,
  actor: outcome === 'done' ? pubkey : null,
  actorName: outcome === 'done' ? 'Ada Lovelace' : '',
  action: 'settings.save',
  target: 'relay_info',
  before: outcome === 'done' ? { name: 'A relay' } : null,
  after: outcome === 'done' ? { name: 'Another relay' } : null,
  address: '127.0.0.1',
  outcome,
  hash: String(id).repeat(64),
})
const admin = {
  id: '1',
  npub: pubkey,
  name: 'Ada Lovelace',
  role: 'owner',
  twoFactor: true,
  createdAt: time,
  lastUsedAt: time,
}

const took = 312
const failed = { code: 'refused', status: 503, text: 'try later' } as const
const own = { attempts: [], waiting: 0, givenUp: 0 }

export const fullDelivery: DeliverySettings = {
  preferences: {
    channels: { payments: ['push', 'webhook'], reports: ['push'], health: ['push', 'mail'], security: ['push'] },
    quiet: { from: '22:00', to: '07:00', zone: 'Europe/Berlin' },
  },
  kinds: ['payments', 'reports', 'health', 'security'],
  targets: [
    { ...own, id: 'nostr', channel: 'nostr', name: npubEncode(pubkey) },
    { ...own, id: 'mail', channel: 'mail', name: 'ada@example.org', attempts: [{ at: time, took }] },
    {
      ...own,
      id: 'p',
      channel: 'push',
      name: 'Firefox on Android',
      createdAt: time,
      digest: 'e'.repeat(64),
      attempts: [{ at: time, took }],
      waiting: 2,
    },
    {
      ...own,
      id: 'w',
      channel: 'webhook',
      name: 'hooks.example.org',
      createdAt: time,
      givenUp: 3,
      attempts: [
        { at: '2026-08-30T11:58:00Z', took, failure: failed },
        { at: '2026-08-30T11:50:00Z', took },
      ],
    },
  ],
  pushKey: 'B'.padEnd(87, 'A'),
}

export const fullAccount = {
  '/api/account': { user: account },
  '/api/account/two-factor': { enabled: true, recoveryCodesLeft: 7 },
  '/api/account/sessions': {
    sessions: [true, false].map(current => ({
      id: current ? 'a' : 'b',
      current,
      createdAt: time,
      lastUsedAt: time,
      address: '127.0.0.1',
      userAgent: current ? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' : '',
    })),
  },
  '/api/account/mail-preferences': { preferences: { newSignIn: true, accountChange: true }, deliverable: 'yes' },
  '/api/account/delivery': fullDelivery,
  '/api/admins': {
    admins: [
      admin,
      { ...admin, id: '2', npub: 'd'.repeat(64), name: '', role: 'viewer', twoFactor: false, lastUsedAt: null },
    ],
    invitations: [
      { id: 'c', role: 'moderator', email: 'grace@example.org', invitedBy: pubkey, createdAt: time, expiresAt: time },
    ],
  },
  '/api/audit': { entries: [entry(2, 'done'), entry(1, 'refused')], hasMore: true },
  '/api/audit/filters': { actions: ['settings.save'], actors: [{ pubkey, name: 'Ada Lovelace' }] },
  '/api/audit/verification': { whole: true, entries: 2, firstBroken: null, head: 'f'.repeat(64) },
} as const

export const emptyAccount = {
  '/api/account': {
    user: {
      ...account,
      firstName: '',
      lastName: '',
      userName: '',
      birthday: '',
      city: '',
      website: '',
      email: { name: '', verified: false },
    },
  },
  '/api/account/two-factor': { enabled: false, recoveryCodesLeft: 0 },
  '/api/account/sessions': { sessions: fullAccount['/api/account/sessions'].sessions.slice(0, 1) },
  '/api/account/mail-preferences': {
    preferences: { newSignIn: false, accountChange: false },
    deliverable: 'no_mail_server',
  },
  '/api/account/delivery': {
    ...fullDelivery,
    preferences: { channels: { payments: [], reports: [], health: [], security: [] }, quiet: null },
    targets: fullDelivery.targets.slice(0, 2).map(target => ({ ...target, name: '', attempts: [] })),
  },
  '/api/admins': { admins: [admin], invitations: [] },
  '/api/audit': { entries: [], hasMore: false },
  '/api/audit/filters': { actions: [], actors: [] },
  '/api/audit/verification': { whole: true, entries: 0, firstBroken: null, head: null },
} as const
