import { Dice } from '../../../apps/relay/src/demo/history/dice.ts'
import { PaymentsWorld, type Source } from './payments-world.ts'
import { type Person, signInAnew } from './people.ts'
import { restoreFromWords } from './restores.ts'

export interface SubscribersOptions {
  readonly source: Source
  readonly seed: number
  readonly keys: number
  /** Keys that never pay, between two that do. */
  readonly unpaid: number
}

const paidSats = 1_000_000

/** Keys sign in with the relay, few of them pay; then the wallet is restored from its words on an empty machine. */
export async function runSubscribers({ source, seed, keys, unpaid }: SubscribersOptions) {
  const world = await PaymentsWorld.open(source)
  try {
    const dice = new Dice(`subscribers ${seed}`)
    const people: Person[] = []
    for (let number = 0; number < keys; number += 1) people.push(await signInAnew(world, dice))
    const payers = people.filter((_, number) => number % (unpaid + 1) === 0)
    for (const [position, { address }] of payers.entries()) await world.node.pay(address, paidSats + position)
    await world.fund(1)
    await world.node.mine(1)
    await world.esplora?.inStep()
    const addresses = new Set(people.map(({ address }) => address)).size
    return { keys, addresses, unpaidBetween: unpaid, paid: payers.length, ...(await restoreFromWords(world)) }
  } finally {
    await world.close()
  }
}
