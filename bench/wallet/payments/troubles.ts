import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../../apps/relay/src/demo/history/dice.ts'
import type { Orders } from './orders.ts'
import type { PaymentsWorld } from './payments-world.ts'

const dayMs = 86_400_000

export class Troubles {
  readonly counts = { walletKills: 0, relayKills: 0, freezes: 0, deaths: 0, reorgs: 0, doubleSpends: 0, clockJumps: 0 }
  relayIsAway = false
  readonly #world: PaymentsWorld
  readonly #dice: Dice
  readonly #orders: Orders

  constructor(world: PaymentsWorld, dice: Dice, orders: Orders) {
    this.#world = world
    this.#dice = dice
    this.#orders = orders
  }

  async amid(work: () => Promise<void>): Promise<void> {
    const { wallet, relay, chain, source } = this.#world
    const dice = this.#dice.next()
    const pause = this.#dice.between(0, 120)
    const working = work().catch(() => undefined)
    await sleep(pause)
    if (dice < 0.45) {
      this.counts.walletKills += 1
      await wallet.kill()
      await working
      await wallet.revive()
    } else if (dice < 0.6 && !this.relayIsAway) {
      this.counts.relayKills += 1
      await relay.restart('SIGKILL')
    } else if (dice < 0.7) {
      this.counts.freezes += 1
      await chain.freeze(this.#dice.between(100, 700))
    } else if (dice < 0.74 && source === 'bitcoind') {
      this.counts.deaths += 1
      await chain.die(this.#dice.between(0, 500))
    }
    await working
  }

  async between(): Promise<void> {
    if (this.#dice.chance(0.4)) await this.#world.node.mine(1)
    if (this.#dice.chance(0.1)) await this.#world.chain.survive(() => this.#world.hidden(() => this.#reorganise()))
    // It returns with the next payment but one: the relay refuses reports that are minutes off.
    if (this.#world.wallet.offsetMs !== 0) this.#world.wallet.setClock(0)
    else if (this.#dice.chance(0.07)) {
      this.counts.clockJumps += 1
      this.#world.wallet.setClock(Math.round((this.#dice.next() - 0.5) * 4 * dayMs))
    }
  }

  async #reorganise(): Promise<void> {
    const pool = await this.#world.node.rpc<string[]>('getrawmempool')
    const txid = pool.length > 0 && this.#dice.chance(0.4) ? this.#dice.pick(pool) : undefined
    const rival = txid === undefined ? undefined : await this.#world.chain.rivalOf(txid)
    if (rival !== undefined) this.counts.doubleSpends += 1
    this.counts.reorgs += 1
    await this.#world.chain.reorganise(this.#dice.between(1, 3), rival)
  }

  async bump(): Promise<void> {
    const pending = await this.#orders.pending()
    const txid = this.#dice.chance(0.7) ? pending[0] : this.#dice.pick(pending)
    if (txid === undefined) return
    const choice = this.#dice.chance(0.75) ? 2 : this.#dice.chance(0.5) ? 3 : 4
    const more = this.#dice.between(3, 17)
    await this.amid(async () => void (await this.#orders.replace(txid, choice, more)))
  }
}
