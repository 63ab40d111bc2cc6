import { backUp, getWallet, lock, setUp, unlock } from '@hornets/contract/wallet/set-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CoreWallet } from '../reference/core-wallet.ts'
import { RegtestNode } from '../support/bitcoind.ts'
import { password, World } from '../support/world.ts'

let node: RegtestNode
beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())

test.each(['bip84', 'bip86'] as const)(
  '%s: an account above 0 has the addresses of Bitcoin Core, spends after an unlock, and is restored by its number alone',
  async type => {
    const world = await World.open(node)
    const body = { mode: 'create', password, account_type: type, account_number: 5 } as const
    const { words = [] } = (await world.operator.call(setUp, { body })).body
    await world.settle()
    const facts = (await world.operator.call(getWallet)).body
    expect(facts).toMatchObject({ account_number: 5, watch_only: false })
    expect(facts.descriptor).toContain(`/${type.slice(3)}h/1h/5h]`)
    expect((await world.operator.call(backUp, { body: { password } })).body).toMatchObject({ account_number: 5 })

    const core = await CoreWallet.open(node, `account ${type}`, { words, type, account: 5 })
    const address = await world.newAddress()
    expect([address]).toEqual(await core.addresses(1))
    await node.pay(address, 80_000)
    await node.mine(1)
    await world.settle()
    await world.operator.call(lock)
    await world.operator.call(unlock, { body: { password } })
    expect(await world.pay(await node.newAddress(), 20_000)).toMatchObject({ status: 'success' })
    await node.mine(1)
    await world.settle()
    const balance = await world.balance()
    expect(balance.confirmed).toBe((await core.balance()).confirmed)
    await world.close()

    for (const [number, confirmed] of [
      [5, balance.confirmed],
      [0, 0],
    ] as const) {
      const restored = await World.open(node)
      const again = { mode: 'restore', words, password, account_type: type, account_number: number } as const
      await restored.operator.call(setUp, { body: again })
      await restored.context.sync.settled()
      expect((await restored.balance()).confirmed).toBe(confirmed)
      expect(restored.context.sync.state().synced).toBe(confirmed > 0)
      await restored.close()
    }
  },
)

test('refuses an invalid account number', async () => {
  const world = await World.open(undefined, { source: 'none' })
  for (const account_number of [-1, 0.5, 2 ** 31]) {
    const { status } = await world.operator.call(setUp, { body: { mode: 'create', password, account_number } })
    expect(status).toBe(400)
  }
  await world.close()
})
