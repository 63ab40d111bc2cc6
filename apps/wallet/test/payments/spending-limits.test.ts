import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { feeWord } from '@hornets/contract/wallet/confirmations'
import { changeOperators } from '@hornets/contract/wallet/operators'
import {
  getSecurity,
  giveApproval,
  listApprovals,
  type SecuritySettings,
  saveSecurity,
  usualSecurity,
  withdrawApproval,
} from '@hornets/contract/wallet/security'
import { health, unlock } from '@hornets/contract/wallet/set-up'
import { listAudit } from '@hornets/contract/wallet/sign-in'
import { makeTransaction, previewTransaction, type SpendOrder } from '@hornets/contract/wallet/spending'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { addressOfScript, scriptOfAddress } from '../../src/bitcoin/script-address.ts'
import { Operator } from '../support/operator.ts'
import { ScriptedChain } from '../support/scripted-chain.ts'
import { password, World } from '../support/world.ts'

const minute = 60_000
const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
let clockMs: number
let chain: ScriptedChain
let world: World
beforeEach(async () => {
  clockMs = Date.now()
  chain = new ScriptedChain()
  world = await World.open(undefined, {
    chain,
    env: { WALLET_OPERATOR_PUBKEY: '', WALLET_API_KEY: 'ab'.repeat(32) },
    signIn: false,
    now: () => {
      clockMs += 1
      return clockMs
    },
  })
  world.context.roster.hear([world.operator.pubkey], { pubkey: null, address: null })
  await world.operator.signIn()
  await world.create()
})
afterEach(() => world.close())

async function fund(...amounts: number[]): Promise<void> {
  for (const sats of amounts)
    chain.pay(scriptOfAddress(await world.newAddress(), networkTraits('regtest')) ?? '', sats, 'block')
  await world.settle()
}
const order = (sats: number, more: object = {}) =>
  ({ choice: 1, recipient_address: recipient, spend_amount: sats, priority_rate: 2, ...more }) as SpendOrder
const pay = (sats: number, more: object = {}, key?: string) =>
  world.operator.call(makeTransaction, {
    body: order(sats, more),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const save = (settings: Partial<SecuritySettings>, given: { password?: string } = { password }) =>
  world.operator.call(saveSecurity, { body: { settings: { ...usualSecurity, ...settings }, ...given } })
const wallet = async () => (await world.operator.call(health)).body
const reasons = async (sats: number, more: object = {}) =>
  (await world.operator.call(previewTransaction, { body: order(sats, more) })).body.confirmations?.map(
    one => one.reason,
  )
const actions = async () => (await world.operator.call(listAudit)).body.map(row => `${row.action} ${row.outcome}`)

test('the keys are forgotten after 15 idle minutes, and a payment starts the time again', async () => {
  await fund(100_000)
  expect((await wallet()).locks_in_seconds).toBeGreaterThan(14 * 60)
  clockMs += 10 * minute
  expect((await pay(10_000)).status).toBe(200)
  clockMs += 14 * minute
  await world.operator.signIn()
  expect(await wallet()).toMatchObject({ wallet: 'unlocked', locks_in_seconds: 60 })
  clockMs += minute
  expect(await wallet()).toMatchObject({ wallet: 'locked' })
  expect(await wallet()).not.toHaveProperty('locks_in_seconds')
  expect((await pay(11_000)).body.code).toBe('wallet_locked')
  expect(await actions()).toContain('lock.idle done')
})

test('another idle time, or none until the restart, is a setting that takes the wallet password', async () => {
  expect((await save({ lock_after_minutes: null }, {})).status).toBe(403)
  expect((await save({ lock_after_minutes: null }, { password: 'a guess' })).status).toBe(403)
  expect((await world.operator.call(getSecurity)).body.settings).toEqual(usualSecurity)
  expect((await save({ lock_after_minutes: null })).body.settings.lock_after_minutes).toBeNull()
  clockMs += 24 * 60 * minute
  expect(await wallet()).toMatchObject({ wallet: 'unlocked' })
  expect(await wallet()).not.toHaveProperty('locks_in_seconds')
  await world.operator.signIn()
  await save({ lock_after_minutes: 5 })
  clockMs += 5 * minute
  expect(await wallet()).toMatchObject({ wallet: 'locked' })
  await world.restart()
  await world.operator.signIn()
  await world.operator.call(unlock, { body: { password } })
  expect((await wallet()).locks_in_seconds).toBeLessThanOrEqual(5 * 60)
})

test('a payment above its limit, and payments above that of the day, take the wallet password', async () => {
  await fund(900_000, 900_000, 900_000)
  await save({ payment_limit_sats: 200_000, day_limit_sats: 500_000 })
  expect(await reasons(300_000)).toEqual(['over_payment_limit'])
  const refused = await pay(300_000)
  expect(refused).toMatchObject({ status: 403, body: { code: 'confirmation_needed', reason: 'over_payment_limit' } })
  expect((await pay(300_000, { password: 'a guess' })).body).toMatchObject({
    code: 'confirmation_needed',
    error: walletMessages.passwordWrong,
  })
  expect(chain.handed).toEqual([])
  expect((await pay(300_000, { password })).body.status).toBe('success')
  expect((await pay(150_000)).body.status).toBe('success')
  expect(await reasons(151_000)).toEqual(['over_day_limit'])
  expect((await pay(151_000)).body).toMatchObject({ code: 'confirmation_needed', reason: 'over_day_limit' })
  expect((await world.operator.call(getSecurity)).body.day_spent_sats).toBeGreaterThan(450_000)
  clockMs += 25 * 60 * minute
  await world.operator.signIn()
  await world.operator.call(unlock, { body: { password } })
  expect((await pay(151_000)).body.status).toBe('success')
  expect(await actions()).toEqual(
    expect.arrayContaining(['payment.1 refused', 'payment.confirmed done', 'security done']),
  )
})

test('returns a made payment under its key, with any password', async () => {
  await fund(900_000)
  await save({ payment_limit_sats: 100 })
  const first = await pay(50_000, { password }, 'once')
  expect((await pay(50_000, { password: 'a guess' }, 'once')).body).toEqual(first.body)
  expect(chain.handed).toHaveLength(1)
})

test('a fee above the ceiling takes the password and a typed word; neither is enough', async () => {
  await fund(900_000)
  await save({ highest_fee_rate: 20 })
  expect(await reasons(500_000, { priority_rate: 21 })).toEqual(['fee_rate_high'])
  expect(await reasons(900, { priority_rate: 5 })).toEqual(['fee_share_high'])
  const dear = { priority_rate: 21 }
  expect((await pay(500_000, { ...dear, password })).body).toMatchObject({
    code: 'confirmation_needed',
    reason: 'fee_rate_high',
    error: walletMessages.feeWordNeeded,
  })
  expect((await pay(500_000, { ...dear, fee_word: feeWord })).body.code).toBe('confirmation_needed')
  expect(chain.handed).toEqual([])
  expect((await pay(500_000, { ...dear, password, fee_word: feeWord.toLowerCase() })).body.status).toBe('success')
  const raised = { choice: 2, original_tx_id: chain.handed[0] ?? '', new_fee_rate: 30 } as SpendOrder
  expect((await world.operator.call(makeTransaction, { body: raised })).body.code).toBe('confirmation_needed')
})

test('refuses a repetition within 10 minutes without a key, so that it cannot pay twice by mistake', async () => {
  await fund(100_000, 100_000, 100_000)
  expect((await pay(20_000)).body.status).toBe('success')
  expect(await pay(20_000)).toMatchObject({ status: 409, body: { code: 'repeated_payment', reason: 'repeated' } })
  expect(await reasons(20_000)).toEqual(['repeated'])
  expect(chain.handed).toHaveLength(1)
  expect((await pay(20_001)).body.status).toBe('success')
  expect((await pay(20_000, { repeat: true })).body.status).toBe('success')
  expect((await pay(20_000, {}, 'a key')).body.status).toBe('success')
  clockMs += 10 * minute
  expect(await reasons(20_000)).toBeUndefined()
})

test('above the limits another owner signs, where that is switched on, for this very payment and once', async () => {
  await fund(900_000, 900_000)
  const alone = await save({ second_approval: true })
  expect(alone).toMatchObject({ status: 409, body: { error: walletMessages.secondOwnerMissing } })
  const second = new Operator(() => world.url)
  const add = { action: 'add', pubkey: second.pubkey, password } as const
  await world.operator.call(changeOperators, { body: add })
  clockMs += 25 * 60 * minute
  await world.operator.signIn()
  await world.operator.call(unlock, { body: { password } })
  expect((await save({ second_approval: true, payment_limit_sats: 100_000 })).status).toBe(200)
  expect(await reasons(300_000)).toEqual(['over_payment_limit', 'second_approval'])

  expect((await pay(300_000, { password })).body).toMatchObject({ error: walletMessages.approvalAsked })
  expect((await pay(300_000, { password })).body.code).toBe('confirmation_needed')
  const open = (await world.operator.call(listApprovals)).body
  expect(open).toMatchObject([{ asked_by: world.operator.pubkey, approved_by: null, subject: { kind: 'payment' } }])
  const { id = '', content = '' } = open[0] ?? {}
  expect(content).toContain(recipient)
  await second.signIn()
  const give = (who: Operator, text: string) =>
    who.call(giveApproval, { body: { id, event: who.sign(text, 1, Math.floor(clockMs / 1000)) } })
  expect((await give(world.operator, content)).status).toBe(403)
  expect((await give(second, 'something else')).status).toBe(401)
  expect((await pay(300_000, { password })).body.code).toBe('confirmation_needed')
  expect((await give(second, content)).body).toMatchObject([{ approved_by: second.pubkey }])

  expect((await pay(300_001, { password })).body.code).toBe('confirmation_needed')
  expect((await pay(300_000)).body.code).toBe('confirmation_needed')
  expect(chain.handed).toEqual([])
  expect((await pay(300_000, { password })).body.status).toBe('success')
  expect((await pay(300_000, { password, repeat: true })).body.code).toBe('confirmation_needed')
  expect(chain.handed).toHaveLength(1)

  // No single owner can turn it off.
  expect((await save({})).body).toMatchObject({ code: 'confirmation_needed' })
  for (const one of (await world.operator.call(listApprovals)).body)
    await world.operator.call(withdrawApproval, { body: { id: one.id } })
  expect((await world.operator.call(listApprovals)).body).toEqual([])
  expect(await actions()).toEqual(
    expect.arrayContaining([
      'approval.ask done',
      'approval.give done',
      'approval.give refused',
      'approval.withdraw done',
    ]),
  )
})

const other = addressOfScript(`0014${'cd'.repeat(20)}`, networkTraits('regtest')) ?? ''
const list = (...amounts: number[]) =>
  ({
    choice: 5,
    priority_rate: 2,
    payees: amounts.map((spend_amount, at) => ({ recipient_address: at % 2 ? other : recipient, spend_amount })),
  }) as SpendOrder
const payMany = (given: SpendOrder, more: object = {}) =>
  world.operator.call(makeTransaction, { body: { ...given, ...more } as SpendOrder })

test('limits the sum of a payment to many, and asks about repetition for each payee', async () => {
  await fund(900_000)
  const why = async (given: SpendOrder) =>
    (await world.operator.call(previewTransaction, { body: given })).body.confirmations?.map(one => one.reason)
  expect((await save({ payment_limit_sats: 100_000 })).status).toBe(200)
  expect(await why(list(60_000, 60_000))).toEqual(['over_payment_limit'])
  expect((await payMany(list(60_000, 60_000))).body.code).toBe('confirmation_needed')
  expect(await why(list(10_000, 20_000, 10_000))).toEqual(['payees_alike'])
  expect((await payMany(list(10_000, 20_000, 10_000))).body.code).toBe('repeated_payment')
  // A key says that the call is not a repetition, and nothing about a payee listed twice.
  const keyed = { body: list(10_000, 20_000, 10_000), headers: { 'idempotency-key': 'twice in the list' } }
  expect((await world.operator.call(makeTransaction, keyed)).body.code).toBe('repeated_payment')
  expect((await payMany(list(10_000, 20_000))).body).toMatchObject({ status: 'success' })
  expect(await why(list(11_000, 20_000))).toEqual(['repeated_payees'])
  expect(await reasons(10_000)).toEqual(['repeated'])
  expect(await reasons(30_000)).toBeUndefined()
  expect((await world.operator.call(getSecurity)).body.day_spent_sats).toBeGreaterThan(30_000)
})

test('another owner approves a list as it is: with one payee changed it is another payment', async () => {
  await fund(900_000)
  const second = new Operator(() => world.url)
  await world.operator.call(changeOperators, { body: { action: 'add', pubkey: second.pubkey, password } })
  clockMs += 25 * 60 * minute
  await world.operator.signIn()
  await world.operator.call(unlock, { body: { password } })
  expect((await save({ second_approval: true, payment_limit_sats: 100_000 })).status).toBe(200)
  const asked = list(90_000, 90_000)
  expect((await payMany(asked, { password })).body.error).toBe(walletMessages.approvalAsked)
  const [open] = (await world.operator.call(listApprovals)).body
  expect(open?.subject).toMatchObject({ kind: 'payment', request: { payees: [{}, { recipient_address: other }] } })
  expect(open?.content).toMatch(/ sats to 2 payees \(list [0-9a-f]{16}\) at 2 sat\/vB/)
  await second.signIn()
  const event = second.sign(open?.content ?? '', 1, Math.floor(clockMs / 1000))
  expect((await second.call(giveApproval, { body: { id: open?.id ?? '', event } })).status).toBe(200)
  expect((await payMany(list(90_000, 90_001), { password })).body.error).toBe(walletMessages.approvalAsked)
  expect((await payMany(asked, { password })).body).toMatchObject({ status: 'success' })
})

test('limits the requests for approval that one owner has waiting', async () => {
  await fund(9_000_000)
  const second = new Operator(() => world.url)
  await world.operator.call(changeOperators, { body: { action: 'add', pubkey: second.pubkey, password } })
  clockMs += 25 * 60 * minute
  await world.operator.signIn()
  await second.signIn()
  await world.operator.call(unlock, { body: { password } })
  await save({ second_approval: true, payment_limit_sats: 100_000 })
  const ask = async (who: Operator, sats: number) =>
    (await who.call(makeTransaction, { body: order(sats, { password }) })).body
  for (let asked = 0; asked < 20; asked++)
    expect((await ask(world.operator, 200_000 + asked)).code).toBe('confirmation_needed')
  expect(await ask(world.operator, 300_000)).toMatchObject({ code: 'conflict', error: walletMessages.approvalsFull })
  expect((await ask(second, 300_000)).error).toBe(walletMessages.approvalAsked)
  const open = (await world.operator.call(listApprovals)).body
  expect(open).toHaveLength(21)
  await world.operator.call(withdrawApproval, { body: { id: open[0]?.id ?? '' } })
  expect((await ask(world.operator, 300_001)).error).toBe(walletMessages.approvalAsked)
})
