import { FeeStore } from '../fees/fee-store.ts'
import { Fees } from '../fees/fees.ts'
import type { Frame } from './frame.ts'
import type { KeyParts } from './key-parts.ts'

/** Fee tiers, with the last ones known kept over a restart. */
export function openFeeParts({ config, database, chain, wayOut, now, logger }: Frame, { security }: KeyParts) {
  const store = new FeeStore(database.reads)
  const fees = new Fees({
    chain,
    serviceUrl: config.feeUrl,
    wayOut,
    now,
    logger,
    highestRate: () => security.settings().highest_fee_rate,
    memory: { read: () => store.read(), write: tiers => database.transact(tx => store.write(tx, tiers)) },
  })
  return { fees }
}
