import { RawOldTx } from '@scure/btc-signer/script.js'
import type { WalletDatabase } from '../../src/database/wallet-database.ts'
import { seeded } from '../reference/core-wallet.ts'
import type { RegtestNode } from './bitcoind.ts'

const script = `0014${'bb'.repeat(20)}`

/** Mostly small, the same for the same count. Returns their sum in satoshis. */
export function fillWithCoins(database: WalletDatabase, count: number): number {
  const random = seeded(count)
  let sum = 0
  database.transact(tx => {
    for (let index = 0; index < 1000; index += 1)
      tx.run(
        'INSERT INTO addresses (branch, idx, address, script) VALUES (0, ?, ?, ?)',
        index,
        `${index}`,
        `${script}${index}`,
      )
    for (let index = 0; index < count; index += 1) {
      const txid = index.toString(16).padStart(64, '0')
      const value = 1000 + Math.floor(random() ** 4 * 5_000_000)
      sum += value
      tx.run(
        `INSERT INTO transactions (txid, raw, vsize, state, block_height, seen_at, is_coinbase)
         VALUES (?, '', 1, 'confirmed', 1, 0, 0)`,
        txid,
      )
      tx.run(
        'INSERT INTO outputs (txid, vout, value_sats, branch, idx) VALUES (?, 0, ?, 0, ?)',
        txid,
        value,
        index % 1000,
      )
    }
  })
  return sum
}

export async function payAtOnce(
  node: RegtestNode,
  payments: readonly { script: string; sats: number }[],
): Promise<void> {
  const outputs = payments.map(({ script, sats }) => ({ amount: BigInt(sats), script: Buffer.from(script, 'hex') }))
  const unfunded = Buffer.from(RawOldTx.encode({ version: 2, inputs: [], outputs, lockTime: 0 })).toString('hex')
  const { hex } = await node.miner<{ hex: string }>('fundrawtransaction', [unfunded, {}, false])
  const signed = await node.miner<{ hex: string }>('signrawtransactionwithwallet', [hex])
  await node.rpc('sendrawtransaction', [signed.hex])
}
