import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBalance } from '@hornets/contract/wallet/accounting'
import { getWallet, health, setUp } from '@hornets/contract/wallet/set-up'
import { password } from '../../../apps/wallet/test/support/world.ts'
import { rounded } from '../../figures.ts'
import { coinsAt, readChain, walletAddresses } from './books.ts'
import { type PaymentsWorld, until } from './payments-world.ts'

const searchTries = 3000

/** With the gap limit that the console shows beside the words. */
export async function restoreFromWords(world: PaymentsWorld) {
  const { gap } = (await world.wallet.operator.call(getWallet)).body
  const coins = coinsAt(await readChain(world.node), await walletAddresses(world))
  const onChainSats = coins.reduce((total, { sats }) => total + sats, 0)
  const wallet = await world.anotherWallet()
  try {
    const { operator } = wallet
    const started = performance.now()
    const gap_limit = Math.max(gap.widest, gap.limit)
    await operator.call(setUp, { body: { mode: 'restore', words: [...world.words], password, gap_limit } })
    const { message } = await until(async () => {
      const { body } = await operator.call(health)
      return body.synced ? body : undefined
    }, searchTries)
    const seconds = rounded((performance.now() - started) / 1000, 1)
    const foundSats = (await operator.call(getBalance)).body.confirmed
    const looked = (await operator.call(getWallet)).body.search?.looked
    return { onChainSats, foundSats, gapLimit: gap_limit, looked, message, seconds }
  } finally {
    await wallet.end()
  }
}

/** The wallet's folder as it was, put back later. */
export class OlderBackup {
  #folder: string | undefined

  async take(world: PaymentsWorld): Promise<void> {
    await this.drop()
    this.#folder = await mkdtemp(join(tmpdir(), 'hornets-backup-'))
    await world.wallet.kill()
    await world.wallet.backUp(this.#folder)
    await world.wallet.revive()
  }

  async putBack(world: PaymentsWorld): Promise<boolean> {
    if (this.#folder === undefined) return false
    await world.wallet.kill()
    await world.wallet.putBack(this.#folder)
    await world.wallet.revive()
    await this.drop()
    return true
  }

  async drop(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    this.#folder = undefined
  }
}
