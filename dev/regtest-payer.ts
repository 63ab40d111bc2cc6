import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { RegtestNode } from '../apps/wallet/test/support/bitcoind.ts'

/** The wallet service's names for the wallets that the node watches. */
const watched = /^hornets-/
const lookedAt = 200
const rowsAtMost = 100_000

/** The operator's receiving addresses, and which of them have been paid; undefined without a wallet. */
export type LookUp = () => Promise<{ addresses: readonly string[]; paid: ReadonlySet<string> } | undefined>

interface Received {
  readonly address: string
}

interface Descriptors {
  readonly descriptors: readonly { readonly desc: string; readonly internal?: boolean }[]
}

export class RegtestPayer {
  readonly #node: RegtestNode
  readonly #lookUp: LookUp
  /** By us; the wallet may learn of it later. */
  readonly #paid = new Set<string>()

  constructor(node: RegtestNode, lookUp: LookUp) {
    this.#node = node
    this.#lookUp = lookUp
  }

  async isWaiting(): Promise<boolean> {
    const found = await this.#lookUp()
    return found !== undefined && found.paid.size === 0 && this.#paid.size === 0
  }

  async pay(sats: number, address?: string): Promise<{ txid: string; address: string } | undefined> {
    const payee = address ?? (await this.#firstUnpaid())
    if (payee === undefined) return undefined
    const txid = await this.#node.pay(payee, sats)
    this.#paid.add(payee)
    return { txid, address: payee }
  }

  async #firstUnpaid(): Promise<string | undefined> {
    const found = await this.#lookUp()
    return found?.addresses.find(address => !found.paid.has(address) && !this.#paid.has(address))
  }
}

export function askNode(node: RegtestNode): LookUp {
  return async () => {
    const wallet = (await node.rpc<string[]>('listwallets')).findLast(name => watched.test(name))
    if (wallet === undefined) return undefined
    const { descriptors } = await node.rpc<Descriptors>('listdescriptors', [], wallet)
    const receiving = descriptors.find(({ desc }) => /\/0\/\*\)/.test(desc))
    if (!receiving) return undefined
    const addresses = await node.rpc<string[]>('deriveaddresses', [receiving.desc, [0, lookedAt]])
    // By transactions: the node's other lists omit addresses that it did not make itself.
    const rows = await node.rpc<Received[]>('listtransactions', ['*', rowsAtMost], wallet)
    return { addresses, paid: new Set(rows.map(({ address }) => address)) }
  }
}

/** Reads the wallet's own file: behind an Esplora server, the node does not know the wallet. */
export function readWalletFile(file: string): LookUp {
  return async () => {
    // Until the wallet has created its tables, there is no wallet.
    if (!existsSync(file)) return undefined
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const sql = 'SELECT address, used FROM addresses WHERE branch = 0 ORDER BY idx LIMIT ?'
      const rows = database.prepare(sql).all(lookedAt) as { address: string; used: 0 | 1 }[]
      const paid = rows.filter(({ used }) => used === 1).map(({ address }) => address)
      return rows.length === 0 ? undefined : { addresses: rows.map(({ address }) => address), paid: new Set(paid) }
    } catch {
      return undefined
    } finally {
      database.close()
    }
  }
}
