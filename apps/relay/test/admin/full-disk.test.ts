import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../harness.ts'

let clock = Date.now()
let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  ;({ operator, token } = await relay.signedIn())
})
afterAll(() => relay.close())

const pragma = (statement: RawBuilder<unknown>) => relay.context.adminDatabase.transact(tx => statement.execute(tx))
const block = () =>
  relay.call('/api/blocked-pubkeys', { token, body: { pubkey: newOperator().pubkey, reason: 'x'.repeat(500) } })

it('with a full disk changes are refused in clear words, refusals stay refusals, and its admin can still look', async () => {
  await pragma(sql`PRAGMA max_page_count = 1`)
  let refused = await block()
  while (refused.status === 200) refused = await block()
  expect([refused.status, refused.body]).toEqual([503, { error: "The relay's disk is full", code: 'unavailable' }])

  const reads = await relay.call('/api/blocked-pubkeys', { token })
  clock += 2 * 60_000
  const later = await relay.call('/api/blocked-pubkeys', { token })
  expect([reads.status, later.status, later.body]).toEqual([200, 200, reads.body])
  for (let round = 0; round < 10; round++) {
    expect((await relay.call('/api/status', { token: 'A'.repeat(43) })).status).toBe(401)
    const wrong = { npub: operator.pubkey, password: 'Wrong-Horse-7' }
    expect((await relay.call('/login', { body: wrong })).status).toBe(401)
  }

  await pragma(sql`PRAGMA max_page_count = 1000000`)
  expect((await block()).status).toBe(200)
})
