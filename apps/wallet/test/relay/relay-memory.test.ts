import { newAddress } from '@hornets/contract/wallet/addresses'
import { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { setUp } from '@hornets/contract/wallet/set-up'
import { signedHeaders } from '@hornets/server/http/signed-call'
import { expect, onTestFinished, test } from 'vitest'
import { networkTraits } from '../../src/bitcoin/network.ts'
import { scriptOfAddress } from '../../src/bitcoin/script-address.ts'
import { RelayDouble } from '../support/relay-double.ts'
import { ScriptedChain } from '../support/scripted-chain.ts'
import { password, World } from '../support/world.ts'

const apiKey = 'ef'.repeat(32)

async function open(relayUrl?: string) {
  const chain = new ScriptedChain()
  const env = { WALLET_API_KEY: apiKey, WALLET_NAME: 'till', ...(relayUrl && { RELAY_URL: relayUrl }) }
  const world = await World.open(undefined, { chain, env })
  onTestFinished(() => world.close())
  return {
    chain,
    world,
    async announce(known: object) {
      const body = JSON.stringify({ pubkeys: [world.operator.pubkey], ...known })
      const headers = { 'content-type': 'application/json', ...signedHeaders(apiKey, body, Date.now()) }
      const answer = await fetch(`${world.url}${setOperators.path}`, { method: 'POST', body, headers })
      await world.settle()
      return { status: answer.status, ...((await answer.json()) as { untold?: boolean }) }
    },
    giveAddress: async () => (await world.operator.call(newAddress, { body: {} })).body,
  }
}

test('reports everything again to a renamed, restarted or restored relay', async () => {
  const relay = await RelayDouble.start(apiKey)
  onTestFinished(() => relay.stop())
  const { world, chain, announce } = await open(relay.url)
  await world.create()
  const address = await world.newAddress()
  chain.pay(scriptOfAddress(address, networkTraits('regtest')) ?? '', 40_000, 'block')
  await world.settle()
  chain.mood = { reason: 'bad-txns' }
  await world.pay('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 10_000)
  chain.mood = 'open'
  const refused = chain.handed.at(-1)
  await world.settle()
  const told = () => [[...relay.lines.values()], [...relay.addresses.values()], relay.balance]
  const before = told()
  expect(before).toMatchObject([[{ value_sats: 40_000 }], [{ index: 0, address, used: true }], { confirmed: 40_000 }])

  const forgetting = async (known: object) => {
    const [line] = relay.lines.values()
    relay.lines.clear()
    if (line) relay.lines.set(`${refused}:0`, { ...line, txid: refused ?? '' })
    relay.addresses.clear()
    relay.balance = undefined
    const posts = relay.posts
    const { untold } = await announce(known)
    return { untold, posts: relay.posts - posts }
  }
  const all = { untold: true, posts: 3 }
  expect(await forgetting({ wallet_name: 'till', run: 'first' })).toEqual(all)
  expect(told()).toEqual(before)
  // As it does every few minutes, and as an older relay always does.
  for (const known of [{ wallet_name: 'till', run: 'first' }, {}])
    expect(await forgetting(known)).toEqual({ untold: false, posts: 0 })
  for (const known of [
    { wallet_name: 'till', run: 'second' },
    { wallet_name: 'other', run: 'second' },
  ]) {
    expect(await forgetting(known)).toEqual(all)
    expect(told()).toEqual(before)
  }
})

test('gives out no address already reported to the relay after a restore from words', async () => {
  const first = await open()
  const words = await first.world.create()
  const given = [await first.giveAddress(), await first.giveAddress(), await first.giveAddress()]
  const restore = async (world: World) => {
    await world.operator.call(setUp, { body: { mode: 'restore', words, password } })
    await world.settle()
  }
  const announced = { wallet_name: 'till', run: 'first', last_address: given[2] }

  const before = await open()
  expect(await before.announce(announced)).toMatchObject({ status: 200 })
  await restore(before.world)
  expect(await before.giveAddress()).toMatchObject({ index: 3 })

  const after = await open()
  await restore(after.world)
  const ofOtherWords = { index: 2, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }
  await after.announce({ ...announced, last_address: ofOtherWords })
  expect(await after.giveAddress()).toEqual(given[0])
  await after.announce(announced)
  expect(await after.giveAddress()).toMatchObject({ index: 3 })
  await after.announce(announced)
  expect(await after.giveAddress()).toMatchObject({ index: 4 })
})
