import { HDKey } from '@scure/bip32'
import type { RegtestNode } from './bitcoind.ts'

/** Version bytes of private and public keys on test networks (BIP 32). */
const versions = { private: 0x04358394, public: 0x043587cf }
const path = "48'/1'/0'/2'"

export class Cosigner {
  readonly name: string
  readonly fingerprint: string
  readonly #node: RegtestNode
  readonly #account: HDKey

  constructor(node: RegtestNode, name: string, seed: number) {
    const master = HDKey.fromMasterSeed(Buffer.alloc(32, seed), versions)
    this.#node = node
    this.name = name
    this.fingerprint = master.fingerprint.toString(16).padStart(8, '0')
    this.#account = master.derive(`m/${path}`)
  }

  get shown(): string {
    return `${this.#origin}${this.#account.publicExtendedKey}`
  }

  get secret(): string {
    return `${this.#origin}${this.#account.privateExtendedKey}`
  }

  get #origin(): string {
    return `[${this.fingerprint}/${path.slice(0).replaceAll("'", 'h')}]`
  }

  /** With only the signer's private key. `body`: with `/BRANCH/*` after each key. */
  async open(body: string): Promise<void> {
    await this.#node.rpc('createwallet', [this.name, false, true])
    const entries = []
    for (const branch of [0, 1]) {
      const own = body.replaceAll(this.shown, this.secret).replaceAll('BRANCH', String(branch))
      entries.push({
        desc: await withChecksum(this.#node, own),
        active: true,
        internal: branch === 1,
        timestamp: 'now',
        range: [0, 50],
      })
    }
    const results = await this.#node.rpc<{ success: boolean; error?: { message: string } }[]>(
      'importdescriptors',
      [entries],
      this.name,
    )
    const failed = results.find(({ success }) => !success)
    if (failed) throw new Error(`the node refused the descriptor: ${failed.error?.message}`)
  }

  /** Base64, with this signer's signature. @param sighash how much of the transaction it covers */
  async sign(psbt: string, sighash = 'DEFAULT'): Promise<string> {
    return (await this.#node.rpc<{ psbt: string }>('walletprocesspsbt', [psbt, true, sighash], this.name)).psbt
  }
}

export async function withChecksum(node: RegtestNode, body: string): Promise<string> {
  const { checksum } = await node.rpc<{ checksum: string }>('getdescriptorinfo', [body])
  return `${body}#${checksum}`
}
