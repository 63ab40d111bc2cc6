import { serverActions } from '@hornets/contract/admin/audit-actions'
import type { Need } from '@hornets/contract/admin/operation/needs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atTheServer } from '../../../src/audit/audit-log.ts'
import { type Relay, startRelay } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'

let relay: Relay
let operator: string
let moderator: string

beforeAll(async () => {
  relay = await startRelay()
  operator = (await putAdmin(relay, 'operator')).token
  moderator = (await putAdmin(relay, 'moderator')).token
})
afterAll(() => relay?.close())

const needsOf = async (token: string): Promise<Need[]> => (await relay.call('/api/needs', { token })).body.needs

const key = 'b'.repeat(64)
const openCase = { pubkey: key, cause: 'report', type: 'spam', weight: 1, reporters: 1, is_open: 1 }
const bought = { tier: '', bytes: 0, months: 0, days: 0, gives: '', by: null, rate_cents: null }

it('refuses viewers, who can deal with nothing', async () => {
  const { token } = await putAdmin(relay, 'viewer')
  expect((await relay.call('/api/needs', { token })).status).toBe(403)
})

it('names a backup that was never made until there is one, and then nothing', async () => {
  expect(await needsOf(operator)).toEqual([{ kind: 'setup', urgency: 'medium', what: 'backup', subject: '' }])
  const { adminDatabase, audit } = relay.context
  const backup = { actor: atTheServer, action: serverActions.backup, target: '' }
  await adminDatabase.transact(tx => audit.recordChange(tx, backup))
  expect(await needsOf(operator)).toEqual([])
})

it('tells moderators of the cases they decide alone, and operators of everything, most urgent first', async () => {
  const { adminDatabase, now } = relay.context
  const at = now()
  const matter = { subject: '', facts: '{}', is_read: 1, created_at: at }
  const refund = { ...bought, pubkey: key, at, kind: 'refund', sats: -500, note: 'bc1qexample', txid: null, vout: null }
  const coin = { pubkey: key, vout: 0, sats: 500, tier: '', is_new: 0, credited_at: null, rate_cents: null }
  await adminDatabase.transact(async tx => {
    const cases = [0, 0, 1].map((is_escalated, index) => ({ ...openCase, target: `key:${index}`, is_escalated }))
    await tx
      .insertInto('cases')
      .values(cases.map(row => ({ ...row, opened_at: at })))
      .execute()
    await tx
      .insertInto('health_notifications')
      .values([
        { ...matter, what: 'mail_failing', ended_at: null },
        { ...matter, what: 'disk_full', ended_at: null },
        { ...matter, what: 'backup_old', ended_at: at },
      ])
      .execute()
    await tx
      .insertInto('subscription_entries')
      .values([
        { ...refund, undoes: null },
        { ...refund, undoes: null },
        { ...refund, kind: 'refund_cancelled', sats: 500, undoes: 1 },
      ])
      .execute()
    await tx
      .insertInto('subscription_coins')
      .values([
        { ...coin, txid: 'c'.repeat(64), date: at, state: 'failed' },
        { ...coin, txid: 'd'.repeat(64), date: at - 8 * 86_400_000, state: 'failed' },
        { ...coin, txid: 'e'.repeat(64), date: at, state: 'paid' },
      ])
      .execute()
  })
  expect(await needsOf(moderator)).toEqual([{ kind: 'cases', urgency: 'medium', count: 2 }])
  expect(await needsOf(operator)).toEqual([
    { kind: 'health', urgency: 'high', what: 'disk_full', subject: '' },
    { kind: 'cases', urgency: 'medium', count: 3 },
    { kind: 'health', urgency: 'medium', what: 'mail_failing', subject: '' },
    { kind: 'refunds', urgency: 'medium', count: 1 },
    { kind: 'payments', urgency: 'low', count: 1 },
  ])
})
