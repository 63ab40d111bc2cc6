import { labelChars } from '@hornets/contract/wallet/addresses'
import type { Network } from '@hornets/contract/wallet/set-up'
import { readAmount } from '../../money/amount.ts'
import { leastSatsOf } from '../address.ts'
import { type Recipient, type RecipientError, readRecipient } from '../recipient.ts'
import { type AmountError, type AmountUnit, readAmountCell } from './amount-cell.ts'
import { readTable, type TableLine } from './csv.ts'

/** A listed payee, including invalid ones, which are shown for correction. */
export interface PayeeRow {
  /** Stays the same during edits. */
  readonly id: number
  /** Line of the pasted text, from 1; 0 if added by hand. */
  readonly line: number
  readonly address: string
  /** Satoshis, or the original text if it is not an amount. */
  readonly amount: string
  readonly label: string
  /** An error of its line that its fields do not show. */
  readonly lineError?: LineError | undefined
}

/** `columns`: unclear which cell is the amount. `amounts`: link and line differ. */
type LineError = AmountError | 'columns' | 'amounts'
export type PayeeError = LineError | 'dust' | 'address' | RecipientError

export interface ListFrame {
  readonly unit: AmountUnit
  readonly network: Network | undefined
  /** Null while unknown. */
  readonly usdPerBitcoin: number | null
}

export function readPayees(text: string, frame: ListFrame): PayeeRow[] {
  const lines = readTable(text)
  const [first] = lines
  const columns = first && readHeader(first, frame.network)
  return (columns ? lines.slice(1) : lines).map((line, id) => ({ id, ...readLine(line, columns, frame) }))
}

/** Its satoshis; undefined if invalid. */
export const satsOfRow = ({ amount }: PayeeRow) => readAmount(amount)

/** Why a row cannot be paid; undefined if it can. */
export function errorOf(row: PayeeRow, network: Network | undefined): PayeeError | undefined {
  const recipient = readRecipient(row.address, network)
  if (typeof recipient !== 'object') return recipient ?? 'address'
  if (row.lineError) return row.lineError
  const sats = satsOfRow(row)
  if (sats === undefined) return row.amount.trim() === '' ? 'missing' : 'amount'
  return sats < leastSatsOf(recipient.address) ? 'dust' : undefined
}

/** Rows that repeat an earlier row's address: that row by their id. */
export function repeatedOf(rows: readonly PayeeRow[]): ReadonlyMap<number, PayeeRow> {
  const first = new Map<string, PayeeRow>()
  const repeated = new Map<number, PayeeRow>()
  for (const row of rows) {
    const name = row.address.trim().toLowerCase()
    const before = first.get(name)
    if (before) repeated.set(row.id, before)
    else first.set(name, row)
  }
  return repeated
}

interface Columns {
  readonly address: number
  readonly amount: number
  /** -1 if there is none. */
  readonly label: number
  /** From the header; undefined if it has none. */
  readonly unit: AmountUnit | undefined
}

const heads = {
  address: /address|adress|addr|recipient|empf|payee|destination|^(to|an)$/i,
  amount: /amount|betrag|value|wert|sum|\bsats?\b|satoshi|\bbtc\b|bitcoin|\busd\b|dollar/i,
  label: /label|memo|not[ei]|name|desc|beschr|comment|komment|refer|zweck|message|nachricht/i,
} as const

/** Undefined if the first line is a payee. */
function readHeader({ cells }: TableLine, network: Network | undefined): Columns | undefined {
  if (cells.some(cell => readRecipient(cell, network) !== undefined)) return undefined
  const address = cells.findIndex(cell => heads.address.test(cell))
  const amount = cells.findIndex((cell, at) => at !== address && heads.amount.test(cell))
  if (address < 0 || amount < 0) return undefined
  const label = cells.findIndex((cell, at) => at !== address && at !== amount && heads.label.test(cell))
  return { address, amount, label, unit: unitOfHead(cells[amount] ?? '') }
}

function unitOfHead(head: string): AmountUnit | undefined {
  if (/sat/i.test(head)) return 'sats'
  if (/btc|bitcoin|₿/i.test(head)) return 'btc'
  return /usd|dollar|\$/i.test(head) ? 'usd' : undefined
}

function readLine({ line, cells }: TableLine, columns: Columns | undefined, frame: ListFrame): Omit<PayeeRow, 'id'> {
  const whole = cells.join(',')
  const link = /^bitcoin:/i.test(whole) ? readRecipient(whole, frame.network) : undefined
  // A link can contain the separator: the line is read as one link if that makes sense.
  if (typeof link === 'object' && link.amountSats !== undefined) return rowOf(line, link, link.amountSats, undefined)
  const found = columns ? byHeader(cells, columns) : byPlace(cells, frame)
  const recipient = readRecipient(found.address, frame.network)
  const named = typeof recipient === 'object' ? recipient : { address: found.address }
  const cellAmount = readAmountCell(found.amount, columns?.unit ?? frame.unit, frame.usdPerBitcoin)
  if (found.isUnclear) return { ...rowOf(line, named, found.amount, found.label), lineError: 'columns' }
  if (named.amountSats === undefined || cellAmount === named.amountSats)
    return withAmount(line, named, cellAmount, found)
  if (cellAmount === 'missing') return rowOf(line, named, named.amountSats, found.label)
  return { ...rowOf(line, named, found.amount, found.label), lineError: 'amounts' }
}

function withAmount(
  line: number,
  named: Recipient,
  cellAmount: number | AmountError,
  found: Found,
): Omit<PayeeRow, 'id'> {
  if (typeof cellAmount === 'number') return rowOf(line, named, cellAmount, found.label)
  return { ...rowOf(line, named, found.amount, found.label), lineError: cellAmount }
}

function rowOf(line: number, { address, label }: Recipient, amount: number | string, own: string | undefined) {
  return { line, address, amount: String(amount), label: (own || label || '').slice(0, labelChars) }
}

interface Found {
  readonly address: string
  readonly amount: string
  readonly label: string
  readonly isUnclear: boolean
}

function byHeader(cells: readonly string[], { address, amount, label }: Columns): Found {
  const at = (column: number) => cells[column] ?? ''
  return { address: at(address), amount: at(amount), label: at(label), isUnclear: false }
}

/** Address, amount, label; or in another order if one cell is an address and one a number. */
function byPlace(cells: readonly string[], { network, unit, usdPerBitcoin }: ListFrame): Found {
  const at = Math.max(
    cells.findIndex(cell => readRecipient(cell, network) !== undefined),
    0,
  )
  const [address = ''] = cells.slice(at)
  const others = cells.filter((_, column) => column !== at)
  const isNumber = (cell: string) => !['amount', 'missing'].includes(String(readAmountCell(cell, unit, usdPerBitcoin)))
  const numbers = others.filter(isNumber)
  const amount = at === 0 ? (others[0] ?? '') : (numbers[0] ?? others[0] ?? '')
  const label = others.find((cell, place) => cell !== '' && place !== others.indexOf(amount)) ?? ''
  return { address, amount, label, isUnclear: at > 0 && numbers.length > 1 }
}
