import type { RegtestNode } from '../apps/wallet/test/support/bitcoind.ts'

/** How the wallet service names the wallets that it has the node follow. */
const watched = /^hornets-/
const lookedAt = 200
const rowsAtMost = 100_000

interface Received {
  readonly address: string
}

interface Descriptors {
  readonly descriptors: readonly { readonly desc: string; readonly internal?: boolean }[]
}

/** Pays the operator's wallet. Which addresses it has is read from the node, which follows them. */
export class RegtestPayer {
  readonly #node: RegtestNode

  constructor(node: RegtestNode) {
    this.#node = node
  }

  /** Has the operator made a wallet that nobody has paid yet? */
  async isWaiting(): Promise<boolean> {
    const wallet = await this.#wallet()
    return wallet !== undefined && (await this.#paid(wallet)).size === 0
  }

  /** Pays the address, else the first one of the wallet that nobody has paid; undefined while there is no wallet. */
  async pay(sats: number, address?: string): Promise<{ txid: string; address: string } | undefined> {
    const payee = address ?? (await this.#firstUnpaid())
    return payee === undefined ? undefined : { txid: await this.#node.pay(payee, sats), address: payee }
  }

  async #wallet(): Promise<string | undefined> {
    return (await this.#node.rpc<string[]>('listwallets')).findLast(name => watched.test(name))
  }

  async #paid(wallet: string): Promise<Set<string>> {
    // By transactions: the node's other lists leave out addresses that it has not made itself.
    const rows = await this.#node.rpc<Received[]>('listtransactions', ['*', rowsAtMost], wallet)
    return new Set(rows.map(({ address }) => address))
  }

  async #firstUnpaid(): Promise<string | undefined> {
    const wallet = await this.#wallet()
    if (wallet === undefined) return undefined
    const { descriptors } = await this.#node.rpc<Descriptors>('listdescriptors', [], wallet)
    const receiving = descriptors.find(({ desc }) => /\/0\/\*\)/.test(desc))
    if (!receiving) return undefined
    const addresses = await this.#node.rpc<string[]>('deriveaddresses', [receiving.desc, [0, lookedAt]])
    const paid = await this.#paid(wallet)
    return addresses.find(address => !paid.has(address))
  }
}
