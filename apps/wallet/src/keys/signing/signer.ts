import { Worker } from 'node:worker_threads'
import type { HDKey } from '@scure/bip32'
import type { OwnSpendKind, TransactionPlan } from '../../coins/coin.ts'

interface AccountSecret {
  readonly privateKey: Uint8Array<ArrayBuffer>
  readonly chainCode: Uint8Array<ArrayBuffer>
}

export type SignerOrder =
  | { readonly kind: 'open'; readonly account: AccountSecret; readonly subscribers: AccountSecret | undefined }
  | { readonly kind: 'sign'; readonly id: number; readonly plan: TransactionPlan; readonly spendKind: OwnSpendKind }
  | { readonly kind: 'wipe' }

export interface SignerAnswer {
  readonly id: number
  readonly raw?: string
  readonly error?: string
}

interface SignerParts {
  readonly onLost: () => void
  readonly closed: () => Error
  readonly subscribers?: HDKey | undefined
}

interface Waiting {
  readonly resolve: (raw: string) => void
  readonly reject: (error: unknown) => void
}

/** In a separate thread, since 1,400 coins take seconds; the key is transferred, nothing stays in the main thread. */
export class Signer {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  /** The error for calls without a key. */
  readonly #closed: () => Error
  #isOpen = true
  #next = 0

  /** Takes the keys out of the arguments. `onLost`: the thread crashed; `closed`: the error for later calls. */
  constructor(account: HDKey, { onLost, closed, subscribers }: SignerParts) {
    this.#closed = closed
    const secrets = { account: secretOf(account), subscribers: subscribers && secretOf(subscribers) }
    const order: SignerOrder = { kind: 'open', ...secrets }
    this.#worker = new Worker(new URL('./sign-worker.ts', import.meta.url), { name: 'signer' })
    this.#worker.unref()
    this.#worker.on('message', (answer: SignerAnswer) => this.#hear(answer))
    this.#worker.on('error', error => this.#end(() => new Error('the signer died', { cause: error })))
    this.#worker.on('exit', () => {
      if (!this.#isOpen) return
      this.#end(closed)
      onLost()
    })
    const buffers = [secrets.account, secrets.subscribers].flatMap(secret => secret?.privateKey.buffer ?? [])
    this.#worker.postMessage(order, buffers)
  }

  /** Hex. Rejects if the plan's sums do not match, and with `closed` if the key is gone. */
  sign(plan: TransactionPlan, spendKind: OwnSpendKind): Promise<string> {
    if (!this.#isOpen) return Promise.reject(this.#closed())
    const id = this.#next
    this.#next += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#send({ kind: 'sign', id, plan, spendKind })
    })
  }

  /** The thread overwrites the key and ends, abandoning a signature in progress. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#send({ kind: 'wipe' })
    this.#end(this.#closed)
  }

  #send(order: SignerOrder): void {
    this.#worker.postMessage(order)
  }

  #hear({ id, raw, error }: SignerAnswer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (raw === undefined) waiting?.reject(new Error(error))
    else waiting?.resolve(raw)
  }

  #end(error: () => Error): void {
    for (const { reject } of this.#waiting.values()) reject(error())
    this.#waiting.clear()
  }
}

function secretOf(account: HDKey): AccountSecret {
  const { privateKey, chainCode } = account
  if (!privateKey || !chainCode) throw new Error('expected a private key, got none')
  const secret = { privateKey: new Uint8Array(privateKey), chainCode: new Uint8Array(chainCode) }
  account.wipePrivateData()
  return secret
}
