import { outpoint, txid } from '@hornets/contract/wallet/amounts'
import { walletMessages } from '@hornets/contract/wallet/messages'
import { ApiError } from '@hornets/server/api-error'
import { z } from 'zod'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { type LabelRow, LabelStore, type LabelType } from './label-store.ts'

/** Labels are cut to what BIP 329 advises importers to take. */
const maxLength = 255

const address = z.string().min(1).max(100)
const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tx'), ref: txid, label: z.string() }),
  z.object({ type: z.literal('addr'), ref: address, label: z.string() }),
  z.object({ type: z.literal('output'), ref: outpoint, label: z.string() }),
])

interface LabelParts {
  readonly database: WalletDatabase
  /** Hears of each label that is set, changed or taken away, in the transaction that does it. */
  readonly onChange: (tx: WalletTransaction, type: LabelType, ref: string) => void
}

/** What its operator calls transactions, addresses and outputs; in and out as BIP 329 says. */
export class Labels {
  readonly #parts: LabelParts
  readonly #store: LabelStore

  constructor(parts: LabelParts) {
    this.#parts = parts
    this.#store = new LabelStore(parts.database.reads)
  }

  find(type: LabelType, ref: string): string | undefined {
    return this.#store.find(type, ref)
  }

  /** An empty label takes it away. Throws ApiError('bad_request') for a name of another kind. */
  save(row: LabelRow): void {
    if (!line.safeParse(row).success) throw new ApiError('bad_request', walletMessages.labelsInvalid)
    this.#parts.database.transact(tx => this.saveWithin(tx, row))
  }

  saveWithin(tx: WalletTransaction, row: LabelRow): void {
    this.#store.save(tx, row)
    this.#parts.onChange(tx, row.type, row.ref)
  }

  /** One JSON object a line. */
  exportAll(): string {
    return this.#store
      .list()
      .map(row => `${JSON.stringify(row)}\n`)
      .join('')
  }

  /**
   * All or nothing. Lines of kinds that we do not keep are passed over, as BIP 329 asks.
   * Throws ApiError('bad_request') for what is no such file.
   */
  importAll(jsonl: string): { imported: number; ignored: number } {
    const rows = jsonl
      .split('\n')
      .filter(text => text.trim() !== '')
      .map(readLine)
    const kept = rows.filter(row => row !== null)
    this.#parts.database.transact(tx => {
      for (const row of kept) this.saveWithin(tx, row)
    })
    return { imported: kept.length, ignored: rows.length - kept.length }
  }
}

function readLine(text: string): LabelRow | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('bad_request', walletMessages.labelsInvalid, { cause })
  }
  if (!z.object({ type: z.string(), ref: z.string() }).safeParse(value).success)
    throw new ApiError('bad_request', walletMessages.labelsInvalid)
  const row = line.safeParse(value)
  return row.success ? { ...row.data, label: [...row.data.label].slice(0, maxLength).join('') } : null
}
