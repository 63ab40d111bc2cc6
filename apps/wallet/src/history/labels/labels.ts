import type { AnswerOf } from '@hornets/contract'
import { type importLabels, labelChars } from '@hornets/contract/wallet/addresses'
import { outpoint, txid } from '@hornets/contract/wallet/amounts'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import { z } from 'zod'
import { pointOf } from '../../coins/raw-transaction.ts'
import type { WalletDatabase, WalletTransaction } from '../../database/wallet-database.ts'
import type { CoinBook } from '../coin-book.ts'
import { type LabelRow, LabelStore, type LabelType } from './label-store.ts'

export type { LabelRow }

const address = z.string().min(1).max(100)
const label = z.string().optional()
const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tx'), ref: txid, label }),
  z.object({ type: z.literal('addr'), ref: address, label }),
  z.object({ type: z.literal('output'), ref: outpoint, label, spendable: z.boolean().optional() }),
])
type Line = z.infer<typeof line>
type Counts = AnswerOf<typeof importLabels>

interface LabelParts {
  readonly database: WalletDatabase
  /** Frozen coins. */
  readonly coins: Pick<CoinBook, 'kept' | 'keep' | 'release'>
  /** Called for each label set, changed or removed, in that transaction. */
  readonly onChange: (tx: WalletTransaction, type: LabelType, ref: string) => void
}

/** The operator's labels of transactions, addresses and outputs; import and export by BIP 329. */
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

  /** An empty label removes it. Throws ApiError('bad_request') for an invalid reference. */
  save(row: LabelRow): void {
    if (!line.safeParse(row).success) throw new ApiError('bad_request', walletMessages.labelsInvalid)
    this.#parts.database.transact(tx => this.saveWithin(tx, row))
  }

  saveWithin(tx: WalletTransaction, row: LabelRow): void {
    this.#store.save(tx, row)
    this.#parts.onChange(tx, row.type, row.ref)
  }

  /** One JSON object per line. */
  exportAll(): string {
    const kept = new Set(this.#parts.coins.kept())
    const labelled = this.#store.list().map(row => {
      const isKept = row.type === 'output' && kept.delete(row.ref)
      return isKept ? { ...row, spendable: false } : row
    })
    const unlabelled = [...kept].map(ref => ({ type: 'output', ref, spendable: false }))
    return [...labelled, ...unlabelled].map(row => `${JSON.stringify(row)}\n`).join('')
  }

  /** All or nothing; unsupported types are skipped, missing fields stay (BIP 329). Throws ApiError('bad_request'). */
  importAll(jsonl: string, isPreview = false): Counts {
    const lines = jsonl
      .split('\n')
      .filter(text => text.trim() !== '')
      .map(readLine)
    const known = lines.filter(one => one !== null)
    const labelled = known.flatMap(({ type, ref, label }) => (label === undefined ? [] : [{ type, ref, label }]))
    const already = new Set(this.#parts.coins.kept())
    const wanted = new Map(
      known.flatMap(one => (one.type === 'output' && one.spendable !== undefined ? [[one.ref, one.spendable]] : [])),
    )
    const kept = [...wanted].filter(([ref, spendable]) => !spendable && !already.has(ref)).map(([ref]) => ref)
    const released = [...wanted].filter(([ref, spendable]) => spendable && already.has(ref)).map(([ref]) => ref)
    const counts = { imported: labelled.length, kept: kept.length, released: released.length }
    if (!isPreview)
      this.#parts.database.transact(tx => {
        for (const row of labelled) this.saveWithin(tx, row)
        for (const ref of kept) this.#parts.coins.keep(tx, pointOf(ref))
        for (const ref of released) this.#parts.coins.release(tx, pointOf(ref))
      })
    return { ...counts, ignored: lines.length - known.length }
  }
}

function readLine(text: string): Line | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('bad_request', walletMessages.labelsInvalid, { cause })
  }
  if (!z.object({ type: z.string(), ref: z.string() }).safeParse(value).success)
    throw new ApiError('bad_request', walletMessages.labelsInvalid)
  const read = line.safeParse(value)
  if (!read.success) return null
  const { label, ...rest } = read.data
  return label === undefined ? rest : { ...rest, label: [...label].slice(0, labelChars).join('') }
}
