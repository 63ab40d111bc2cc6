import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { expect, it, onTestFinished } from 'vitest'
import type { AuditLog } from '../../audit/audit-log.ts'
import { AdminDatabase } from '../../database/admin-database.ts'
import type { IntendedPayment } from '../../wallet/intentions/intended-payment.ts'
import { ChangesService } from '../changes-service.ts'
import { Ledger } from '../ledger/ledger.ts'
import { LedgerStore } from '../ledger/ledger-store.ts'
import { stateOf } from '../ledger/subscription-state.ts'
import { SubscribersStore } from '../subscribers-store.ts'
import { intentionOf } from './refund.ts'
import { RefundPayments } from './refund-payments.ts'
import { RefundStates } from './refund-states.ts'

const alice = 'a'.repeat(64)
const actor = { pubkey: 'b'.repeat(64), address: null }
const payee = { sats: 2000, address: 'bcrt1qback0000000', note: '' }
const paid: IntendedPayment = { txid: '1'.repeat(64), at: 0, isConfirmed: false }

async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'refunds-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const { reads } = database
  const relaySettings = { current: () => relaySettingsDefaults }
  const now = () => Date.parse('2026-06-01T12:00:00Z')
  const ledger = new Ledger({ reads, relaySettings, rateAt: async () => null, now })
  const reported = new Map<string, IntendedPayment>()
  const findIntended = async (_: unknown, wanted: readonly { intention: string }[]) =>
    new Map(
      wanted.flatMap(({ intention }) => {
        const payment = reported.get(intention)
        return payment ? [[intention, payment] as const] : []
      }),
    )
  const audit = { recordChange: async () => undefined } as unknown as AuditLog
  const unknown = new Set<string>()
  const unknownPayments = async (txids: readonly string[]) => new Set(txids.filter(txid => unknown.has(txid)))
  const states = new RefundStates({ reads, findIntended, isChainRead: async () => true, unknownPayments, now })
  const changes = new ChangesService({
    database,
    audit,
    ledger,
    refunds: states,
    relaySettings,
    onChanged: () => {},
    now,
  })
  const refunds = new RefundPayments({ reads, ledger, findIntended })
  await database.transact(async tx => {
    await new LedgerStore(reads).insertSubscriber(tx, { pubkey: alice, address: null, allotted_at: 1 })
    await ledger.enter(tx, alice, { kind: 'payment', sats: 5000 })
  })
  return {
    now,
    unknown,
    async shown(id: number) {
      const entry = await new SubscribersStore(reads).findEntry(id)
      return entry && (await states.tell([entry])).get(id)?.refund
    },
    prepare: async () => (await changes.refund(alice, payee, actor)).refund_id,
    cancel: (id: number) => changes.cancelRefund(alice, id, actor),
    async report(intention: string, payment: IntendedPayment | undefined) {
      const first = intention.replace(/\..*$/, '')
      if (payment) reported.set(first, payment)
      else reported.delete(first)
      return database.transact(tx => refunds.take(tx, [intention, 'a payment of its own']))
    },
    credit: async () => stateOf(await new LedgerStore(reads).listEntries(alice)).creditSats,
  }
}

it.each([
  ['by its first attempt', ''],
  ['by a further one', '.2'],
])(
  'a refund that is paid although another admin has just cancelled it takes its credit, once: %s',
  async (_, attempt) => {
    const { prepare, cancel, report, credit } = await openWorld()
    const id = await prepare()
    await cancel(id)
    expect(await credit()).toBe(5000)
    expect([...(await report(intentionOf(id) + attempt, paid))]).toEqual([alice])
    expect(await credit()).toBe(3000)
    expect([...(await report(intentionOf(id) + attempt, { ...paid, isConfirmed: true }))]).toEqual([])
    expect(await credit()).toBe(3000)
    await expect(cancel(id)).rejects.toMatchObject({ code: 'conflict' })
  },
)

it('can be cancelled again after its payment is lost, and is paid again by another attempt', async () => {
  const { prepare, cancel, report, credit } = await openWorld()
  const id = await prepare()
  await cancel(id)
  await report(intentionOf(id), paid)
  await report(intentionOf(id), undefined)
  expect(await credit()).toBe(3000)
  await cancel(id)
  await expect(cancel(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await credit()).toBe(5000)
  await report(`${intentionOf(id)}.2`, paid)
  expect(await credit()).toBe(3000)
})

it('ignores open refunds, other intentions and entries that are not refunds', async () => {
  const { prepare, report, credit } = await openWorld()
  const id = await prepare()
  for (const intention of [intentionOf(id), `${intentionOf(id)}0`, intentionOf(1), `x${intentionOf(id)}`, 'payment 7'])
    expect((await report(intention, paid)).size).toBe(0)
  expect(await credit()).toBe(3000)
})

it('is shown as stuck as soon as the wallet forgot its payment, not a day later, unless a final block has it', async () => {
  const { prepare, report, shown, unknown, now } = await openWorld()
  const id = await prepare()
  const sent = { ...paid, at: now() }
  await report(intentionOf(id), sent)
  expect(await shown(id)).toMatchObject({ state: 'sent', txid: sent.txid })
  unknown.add(sent.txid ?? '')
  expect(await shown(id)).toMatchObject({ state: 'stuck', txid: sent.txid, stuck: { reason: 'unseen' } })
  await report(intentionOf(id), { ...sent, isConfirmed: true })
  expect(await shown(id)).toMatchObject({ state: 'stuck' })
  await report(intentionOf(id), { ...sent, isConfirmed: true, isFinal: true })
  expect(await shown(id)).toMatchObject({ state: 'paid' })
})
