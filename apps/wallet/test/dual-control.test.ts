import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { changeOperators, listOperators } from '@hornets/contract/wallet/operators'
import { giveApproval, listApprovals, saveSecurity, usualSecurity } from '@hornets/contract/wallet/security'
import { backUp } from '@hornets/contract/wallet/set-up'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Operator } from './support/operator.ts'
import { RelayDouble } from './support/relay-double.ts'
import { ScriptedChain } from './support/scripted-chain.ts'
import { password, World } from './support/world.ts'

const hour = 60 * 60_000
let clockMs: number
let world: World
let first: Operator
let second: Operator
let relay: RelayDouble
const apiKey = 'ab'.repeat(32)
beforeEach(async () => {
  clockMs = Date.now()
  relay = await RelayDouble.start(apiKey)
  relay.sequence = null
  world = await World.open(undefined, {
    chain: new ScriptedChain(),
    env: { WALLET_OPERATOR_PUBKEY: '', WALLET_API_KEY: apiKey, RELAY_URL: relay.url },
    signIn: false,
    now: () => (clockMs += 1),
  })
  first = world.operator
  world.context.roster.hear([first.pubkey], { pubkey: null, address: null })
  await first.signIn()
  await world.create()
  second = another()
  await change(first, 'add', second.pubkey)
  await second.signIn()
})
afterEach(async () => {
  await world.close()
  await relay.stop()
})

const another = () => new Operator(() => world.url)
const change = (who: Operator, action: 'add' | 'remove', pubkey: string) =>
  who.call(changeOperators, { body: { action, pubkey, password } })
const save = (who: Operator, settings: object) =>
  who.call(saveSecurity, { body: { settings: { ...usualSecurity, second_approval: true, ...settings }, password } })
const show = (who: Operator, given = password) => who.call(backUp, { body: { password: given } })
const open = async (who: Operator) => (await who.call(listApprovals)).body
const operators = async () => (await first.call(listOperators)).body

async function approve(who: Operator, session = who) {
  const { id = '', content = '' } = (await open(session)).at(-1) ?? {}
  return session.call(giveApproval, { body: { id, event: who.sign(content, 1, Math.floor(clockMs / 1000)) } })
}
const isAsked = { status: 403, body: { code: 'confirmation_needed', error: walletMessages.approvalAsked } }

test('shows the words to one owner only once another has approved it, and once', async () => {
  expect((await show(first)).status).toBe(200)
  expect((await save(first, {})).status).toBe(200)
  expect((await show(first, 'a guess')).body.code).toBe('forbidden')
  expect(await open(first)).toEqual([])
  const refused = await show(first)
  expect(refused).toMatchObject(isAsked)
  expect(JSON.stringify(refused.body)).not.toContain('words"')
  expect((await approve(first)).status).toBe(403)
  const again = another()
  expect((await again.call(listApprovals)).status).toBe(401)
  expect((await approve(first, second)).status).toBe(403)
  expect(await show(first)).toMatchObject(isAsked)

  expect((await approve(second)).status).toBe(200)
  expect(await show(second)).toMatchObject(isAsked)
  await world.restart()
  await first.signIn()
  await second.signIn()
  expect((await show(first)).body.words).toHaveLength(12)
  expect(await show(first)).toMatchObject(isAsked)
})

test('shows the words once for two calls at the same time', async () => {
  await save(first, {})
  await show(first)
  await approve(second)
  const answers = await Promise.all([show(first), show(first), show(first)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
})

test('takes an approval neither after a day nor from an owner who was removed', async () => {
  await save(first, {})
  await show(first)
  await approve(second)
  clockMs += 25 * hour
  await Promise.all([first.signIn(), second.signIn()])
  expect(await show(first)).toMatchObject(isAsked)
  const third = another()
  await change(first, 'add', third.pubkey)
  await approve(second)
  expect((await change(first, 'add', third.pubkey)).body.operators).toContain(third.pubkey)
  await third.signIn()
  await show(second)
  await approve(third)
  await change(first, 'remove', third.pubkey)
  await approve(second)
  expect((await change(first, 'remove', third.pubkey)).status).toBe(200)
  expect(await show(second)).toMatchObject(isAsked)
})

test("changes operators only after another owner's approval, after any delay", async () => {
  await save(first, {})
  const own = another()
  expect(await change(first, 'add', own.pubkey)).toMatchObject(isAsked)
  expect(await change(first, 'remove', second.pubkey)).toMatchObject(isAsked)
  clockMs += 48 * hour
  await world.restart()
  await Promise.all([first.signIn(), second.signIn()])
  expect(await operators()).toMatchObject({ changes: [], told: [] })
  expect((await operators()).operators.toSorted()).toEqual([first.pubkey, second.pubkey].toSorted())
  expect(await change(first, 'add', own.pubkey)).toMatchObject(isAsked)
  expect((await approve(own, first)).status).toBe(401)
  expect((await approve(second)).status).toBe(200)
  expect(await change(first, 'add', another().pubkey)).toMatchObject(isAsked)
  expect(await change(first, 'remove', second.pubkey)).toMatchObject(isAsked)
  expect((await change(first, 'add', own.pubkey)).body.operators).toContain(own.pubkey)
})

test('drops changes of operators that were asked for before the second approval was turned on', async () => {
  world.context.database.transact(tx =>
    tx.run(
      "INSERT INTO operator_changes (pubkey, action, asked_at, due_at, asked_by) VALUES (?, 'add', ?, ?, ?)",
      'cd'.repeat(32),
      clockMs,
      clockMs + 24 * hour,
      first.pubkey,
    ),
  )
  expect((await operators()).changes).toHaveLength(1)
  await save(second, {})
  expect((await operators()).changes).toEqual([])
  clockMs += 25 * hour
  await first.signIn()
  expect((await operators()).operators).toHaveLength(2)
})

test('lowers no protection before another owner has approved it', async () => {
  await save(first, {})
  for (const settings of [
    { second_approval: false },
    { payment_limit_sats: null },
    { highest_fee_rate: 10_000 },
    { lock_after_minutes: null },
  ])
    expect(await save(first, settings)).toMatchObject(isAsked)
  await approve(second)
  expect(await save(first, { second_approval: false })).toMatchObject(isAsked)
  expect((await save(first, { lock_after_minutes: null })).status).toBe(200)
})

test('reports each request and each sensitive action to the relay, with the owner who did it', async () => {
  await show(first)
  await save(second, {})
  await show(first)
  await show(first)
  await change(first, 'remove', second.pubkey)
  await world.settle()
  const by = first.pubkey
  await expect
    .poll(() => relay.news.map(one => [one.what, one.by]))
    .toEqual([
      ['operators', by],
      ['words', by],
      ['limits', second.pubkey],
      ['approval', by],
      ['approval', by],
    ])
  await approve(second)
  await change(first, 'remove', second.pubkey)
  await world.settle()
  await expect.poll(() => relay.news.at(-1)).toMatchObject({ what: 'operators', by })
})
