import { listCoins } from '@hornets/contract/wallet/accounting'
import { listAddresses } from '@hornets/contract/wallet/addresses'
import { listSends } from '@hornets/contract/wallet/spending'
import { expect, test } from 'vitest'
import { openScriptedWorlds, pay, receive, world } from './support/scripted-world.ts'

openScriptedWorlds()

test('coins, addresses and payments come page by page, each row on one of them', async () => {
  for (const sats of [30_000, 20_000, 10_000]) await receive(sats)
  const { operator } = world
  const coins = async (query: { limit: number; offset?: number }) =>
    (await operator.call(listCoins, { query })).body.map(({ value_sats }) => value_sats)
  expect([await coins({ limit: 2 }), await coins({ limit: 2, offset: 2 })]).toEqual([[30_000, 20_000], [10_000]])
  const addresses = async (query: { limit: number; offset?: number }) =>
    (await operator.call(listAddresses, { query })).body.map(({ index }) => index)
  expect([await addresses({ limit: 2 }), await addresses({ limit: 2, offset: 2 })]).toEqual([[0, 1], [2]])
  const [first, second] = [await pay(25_000), await pay(15_000)]
  const sends = async (query: { limit: number; offset?: number }) =>
    (await operator.call(listSends, { query })).body.map(({ txid }) => txid)
  expect([await sends({ limit: 1 }), await sends({ limit: 1, offset: 1 })]).toEqual([[second.txid], [first.txid]])
  const tooMany = await operator.call(listCoins, { query: { limit: 1001 } })
  expect(tooMany.status).toBe(400)
})
