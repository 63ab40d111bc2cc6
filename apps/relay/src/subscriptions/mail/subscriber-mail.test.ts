import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished } from 'vitest'
import { AdminDatabase } from '../../database/admin-database.ts'
import { SecretBox } from '../../database/secret-box.ts'
import { type Mail, MailError } from '../../mail/mailer.ts'
import { Mails } from '../../mail/mails.ts'
import { LedgerStore } from '../ledger/ledger-store.ts'
import { MailRounds } from './mail-rounds.ts'
import { SubscriberMail } from './subscriber-mail.ts'

const [alice, bob] = ['a'.repeat(64), 'b'.repeat(64)]
const place = '192.0.2.1'
const dayMs = 86_400_000
const tiers = [{ datalimit: '1 GB per month', price: '10000' }]
const settings = { ...relaySettingsDefaults, subscription_tiers: tiers, graceDays: 7 }
const wrong = { code: 'invalid_fields' }

async function openWorld({ isOn = true, url = 'https://hive.example/subscribe' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'subscriber-mail-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const clock = { now: Date.parse('2026-06-01T12:00:00Z') }
  const now = () => clock.now
  const logger = createLogger({ name: 'test', level: 'fatal' })
  const mailed: Mail[] = []
  const answers: MailError[] = []
  const send = async (mail: Mail) => {
    const error = answers.shift()
    if (error) throw error
    mailed.push(mail)
  }
  const mails = new Mails({ mailer: { isOn, send }, relayName: () => 'Hive', now, logger })
  const endsAt = clock.now + 7 * dayMs
  await database.transact(async tx => {
    for (const pubkey of [alice, bob])
      await new LedgerStore(database.reads).insertSubscriber(tx, { pubkey, address: pubkey, allotted_at: clock.now })
    const set = { expires_at: endsAt, tier: '1 GB per month' }
    await tx.updateTable('subscribers').set(set).where('pubkey', '=', alice).execute()
  })
  const subscribeUrl = () => url || undefined
  const box = await SecretBox.open(folder)
  const mail = new SubscriberMail({ database, box, mails, subscribeUrl, now })
  const relaySettings = { current: () => settings }
  const rounds = new MailRounds({ database, mail, mails, relaySettings, subscribeUrl, now, logger })
  const ask = (pubkey: string, address: string, language = 'en') => mail.ask(pubkey, { address, language }, place)
  const codeIn = (at: number) => /^[2-9A-Z]{6}$/m.exec(mailed.at(at)?.text ?? '')?.[0] ?? ''
  const due = (notice: string) => database.transact(tx => mail.noteDue(tx, alice, { notice, endsAt }))
  const confirmed = async (language?: string) => {
    await ask(alice, 'alice@mail.example', language)
    await mail.confirm(alice, codeIn(-1))
    mailed.length = 0
  }
  const rows = () => database.reads.selectFrom('subscriber_mail').selectAll().execute()
  return { database, clock, mailed, answers, mail, rounds, endsAt, ask, codeIn, due, confirmed, rows }
}

it.each([
  ['the relay sends no mail', { isOn: false }],
  ['the relay has no public address, so nobody could stop the mails', { url: '' }],
])('offers and sends no email while %s', async (_reason, options) => {
  const { mail, ask, mailed } = await openWorld(options)
  expect(await mail.shownTo(alice)).toBeNull()
  await expect(ask(alice, 'alice@mail.example')).rejects.toMatchObject({ code: 'not_found' })
  expect(mailed).toEqual([])
})

it('sends no email for a key without a subscription', async () => {
  const { mail, ask, mailed } = await openWorld()
  expect([await mail.shownTo(alice), await mail.shownTo(bob)]).toEqual([{ state: 'off', address: '' }, null])
  await expect(ask(bob, 'victim@mail.example')).rejects.toMatchObject({ code: 'not_found' })
  expect(mailed).toEqual([])
})

it('an address counts once its code came back; it is stored sealed, and shown to its key only', async () => {
  const { mail, ask, codeIn, mailed, due, rounds, rows } = await openWorld()
  await ask(alice, 'alice@mail.example')
  expect(await mail.shownTo(alice)).toEqual({ state: 'pending', address: 'alice@mail.example' })
  await due('expires_in_7_days')
  await rounds.round()
  expect([mailed.length, await mail.isOn(alice)]).toEqual([1, false])
  await expect(mail.confirm(bob, codeIn(0))).rejects.toMatchObject(wrong)
  await mail.confirm(alice, codeIn(0).toLowerCase())
  expect(await mail.shownTo(alice)).toEqual({ state: 'on', address: 'alice@mail.example' })
  expect([await mail.isOn(alice), await mail.shownTo(bob)]).toEqual([true, null])
  await expect(mail.confirm(alice, codeIn(0))).rejects.toMatchObject(wrong)
  const stored = JSON.stringify(await rows())
  for (const secret of ['alice@', 'mail.example', codeIn(0)]) expect(stored).not.toContain(secret)
})

it('a code is refused after five wrong ones, after 15 minutes, and after another address; unconfirmed ones go', async () => {
  const { mail, ask, codeIn, clock, rounds, rows } = await openWorld()
  await ask(alice, 'alice@mail.example')
  for (let tried = 0; tried < 5; tried++) await expect(mail.confirm(alice, 'AAAAAA')).rejects.toMatchObject(wrong)
  await expect(mail.confirm(alice, codeIn(0))).rejects.toMatchObject(wrong)
  await ask(alice, 'other@mail.example')
  await expect(mail.confirm(alice, codeIn(0))).rejects.toMatchObject(wrong)
  clock.now += 15 * 60_000
  await expect(mail.confirm(alice, codeIn(1))).rejects.toMatchObject(wrong)
  expect(await mail.shownTo(alice)).toEqual({ state: 'off', address: '' })
  await rounds.round()
  expect(await rows()).toEqual([])
})

it('limits code emails to three at a time per key, and per mailbox for all keys', async () => {
  const { ask, mailed } = await openWorld()
  for (let asked = 0; asked < 3; asked++) await ask(alice, `alice+${asked}@mail.example`)
  await expect(ask(alice, 'alice@mail.example')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(mailed).toHaveLength(3)
})

it('leaves nothing behind when no mail server accepts a code', async () => {
  const { ask, answers, rows } = await openWorld()
  answers.push(new MailError('unknown mailbox'))
  await expect(ask(alice, 'nobody@mail.example')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await rows()).toEqual([])
})

it('a reminder says until when and what a month costs, in the chosen language, with a link that stops them', async () => {
  const { clock, mailed, mail, due, rounds, confirmed, rows } = await openWorld()
  await confirmed('de')
  await due('expires_in_7_days')
  await rounds.round()
  await rounds.round()
  const [reminder] = mailed
  expect(mailed).toHaveLength(1)
  expect(reminder).toMatchObject({ to: 'alice@mail.example', subject: 'Ihr Abonnement bei Hive läuft bald ab' })
  expect(reminder?.text).toContain('(1 GB) läuft am 8. Juni 2026 ab.')
  expect(reminder?.text).toContain('10.000 Sats')
  expect(reminder?.html).toContain('href="https://hive.example/subscribe"')
  expect(reminder?.text).not.toContain(alice.slice(0, 8))
  expect(reminder?.stopUrl).toMatch(/^https:\/\/hive\.example\/subscribe\/stop\/[\w-]{43}$/)
  expect(reminder?.text).toContain(`Keine Erinnerungen mehr: ${reminder?.stopUrl}`)
  clock.now += 8 * dayMs
  await due('expired_1_day_ago')
  await rounds.round()
  expect(mailed[1]?.text).toContain('Sie können bis 15. Juni 2026 schreiben')
  expect(mailed[1]?.id).not.toBe(reminder?.id)

  await mail.stop('x'.repeat(43))
  expect(await rows()).toHaveLength(1)
  await mail.stop(reminder?.stopUrl?.split('/').at(-1) ?? '')
  expect([await rows(), await mail.shownTo(alice)]).toEqual([[], { state: 'off', address: '' }])
})

it('retries an email under the same id while the mail server is away, until it is outdated', async () => {
  const { clock, mailed, answers, due, rounds, confirmed, rows } = await openWorld()
  await confirmed()
  const away = () => new MailError('away', { isTransient: true, isOfServer: true })
  await due('expires_in_7_days')
  answers.push(away(), away())
  await rounds.round()
  await rounds.round()
  expect([mailed.length, answers.length]).toEqual([0, 1])
  for (let minute = 0; minute < 3; minute++) {
    clock.now += 60_000
    await rounds.round()
  }
  expect(mailed.map(({ id }) => id)).toEqual([expect.stringMatching(/^reminder-[0-9a-f]{32}$/)])

  await due('expires_in_1_day')
  answers.push(away())
  await rounds.round()
  clock.now += dayMs
  await rounds.round()
  expect(mailed).toHaveLength(1)
  await due('expires_in_1_day')
  answers.push(new MailError('unknown mailbox'))
  await rounds.round()
  expect([mailed.length, (await rows()).map(({ due_notice }) => due_notice)]).toEqual([1, [null]])
})

it('sends no email about an end that a payment has moved', async () => {
  const { database, mailed, due, rounds, confirmed, endsAt } = await openWorld()
  await confirmed()
  await due('expires_in_1_day')
  await database.transact(tx =>
    tx
      .updateTable('subscribers')
      .set({ expires_at: endsAt + 30 * dayMs })
      .execute(),
  )
  await rounds.round()
  expect(mailed).toEqual([])
})

it('deletes the address with the subscriber', async () => {
  const { database, confirmed, rows } = await openWorld()
  await confirmed()
  await database.transact(tx => tx.deleteFrom('subscribers').where('pubkey', '=', alice).execute())
  expect(await rows()).toEqual([])
})

it('keeps a stopped mailbox stopped, for every key, tag and link that was sent there', async () => {
  const { database, clock, mail, rounds, ask, codeIn, due, mailed, rows, endsAt } = await openWorld()
  const set = { expires_at: endsAt, tier: '1 GB per month' }
  await database.transact(tx => tx.updateTable('subscribers').set(set).where('pubkey', '=', bob).execute())
  await ask(bob, 'alice@mail.example')
  await ask(alice, 'Alice+hive@mail.example')
  await mail.confirm(alice, codeIn(-1))
  clock.now += 15 * 60_000
  await rounds.round()
  expect((await rows()).map(({ pubkey }) => pubkey)).toEqual([alice])
  const stop = mailed[0]?.stopUrl?.split('/').at(-1) ?? ''
  await mail.stop(`${stop.slice(0, 10)}${stop[10] === 'A' ? 'B' : 'A'}${stop.slice(11)}`)
  expect(await mail.isOn(alice)).toBe(true)
  await mail.stop(stop)
  expect([await mail.isOn(alice), await mail.shownTo(alice)]).toEqual([false, { state: 'off', address: '' }])
  mailed.length = 0
  await due('expires_in_7_days')
  await rounds.round()
  clock.now += dayMs
  for (const [key, tag] of [
    [alice, 'alice'],
    [bob, 'ALICE+other+tag'],
  ] as const)
    await expect(ask(key, `${tag}@mail.example`)).rejects.toMatchObject({ code: 'conflict' })
  expect([mailed, await rows()]).toEqual([[], []])
  await ask(bob, 'alice2@mail.example')
  expect(mailed).toHaveLength(1)
  expect(JSON.stringify(await database.reads.selectFrom('stopped_mailboxes').selectAll().execute())).not.toContain(
    'alice',
  )
})

it('counts all tags of a mailbox as one when its codes are limited', async () => {
  const { database, ask, endsAt } = await openWorld()
  await database.transact(tx => tx.updateTable('subscribers').set({ expires_at: endsAt }).execute())
  for (const tag of ['a', 'b']) await ask(alice, `victim+${tag}@mail.example`)
  await ask(bob, 'Victim@mail.example')
  await expect(ask(bob, 'victim+c@mail.example')).rejects.toMatchObject({ code: 'rate_limited' })
})
