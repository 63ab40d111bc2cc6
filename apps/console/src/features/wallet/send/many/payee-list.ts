import { labelChars } from '@hornets/contract/wallet/addresses'
import type { Network } from '@hornets/contract/wallet/set-up'
import { readAmount } from '../../money/amount.ts'
import { leastSatsOf } from '../address.ts'
import { type Recipient, type RecipientFault, readRecipient } from '../recipient.ts'
import { type AmountFault, type AmountUnit, readAmountCell } from './amount-cell.ts'
import { readTable, type TableLine } from './csv.ts'

/** One of many to pay, as it is listed: what is wrong with it is kept and shown, so that it can be mended. */
export interface PayeeRow {
  /** Stays the same while it is changed. */
  readonly id: number
  /** Of the pasted text, from 1; 0 for one that was added by hand. */
  readonly line: number
  readonly address: string
  /** Satoshis, or what stood there where it is no amount. */
  readonly amount: string
  readonly label: string
  /** What its line could not say, where its fields alone do not show it. */
  readonly lineFault?: LineFault | undefined
}

/** `columns`: which of its cells is the amount nobody can say. `amounts`: a link and its line name two. */
type LineFault = AmountFault | 'columns' | 'amounts'
export type PayeeFault = LineFault | 'dust' | 'address' | RecipientFault

export interface ListFrame {
  readonly unit: AmountUnit
  readonly network: Network | undefined
  /** Null while it is not known. */
  readonly usdPerBitcoin: number | null
}

/** The payees of a pasted text or a file, in its order. */
export function readPayees(text: string, frame: ListFrame): PayeeRow[] {
  const lines = readTable(text)
  const [first] = lines
  const columns = first && readHeader(first, frame.network)
  return (columns ? lines.slice(1) : lines).map((line, id) => ({ id, ...readLine(line, columns, frame) }))
}

/** How many satoshis it gets; undefined for what is none. */
export const satsOfRow = ({ amount }: PayeeRow) => readAmount(amount)

/** What keeps a row from being paid; undefined where nothing does. */
export function faultOf(row: PayeeRow, network: Network | undefined): PayeeFault | undefined {
  const recipient = readRecipient(row.address, network)
  if (typeof recipient !== 'object') return recipient ?? 'address'
  if (row.lineFault) return row.lineFault
  const sats = satsOfRow(row)
  if (sats === undefined) return row.amount.trim() === '' ? 'missing' : 'amount'
  return sats < leastSatsOf(recipient.address) ? 'dust' : undefined
}

/** Rows that name an address of a row before them: by their id, that row. */
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
  /** -1 where there is none. */
  readonly label: number
  /** As the header says; undefined where it does not. */
  readonly unit: AmountUnit | undefined
}

const heads = {
  address: /address|adress|addr|recipient|empf|payee|destination|^(to|an)$/i,
  amount: /amount|betrag|value|wert|sum|\bsats?\b|satoshi|\bbtc\b|bitcoin|\busd\b|dollar/i,
  label: /label|memo|not[ei]|name|desc|beschr|comment|komment|refer|zweck|message|nachricht/i,
} as const

/** Undefined where the first line is a payee like all others. */
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
  // A link may hold the sign that parts cells: it is read as one where that makes sense.
  if (typeof link === 'object' && link.amountSats !== undefined) return rowOf(line, link, link.amountSats, undefined)
  const found = columns ? byHeader(cells, columns) : byPlace(cells, frame)
  const recipient = readRecipient(found.address, frame.network)
  const named = typeof recipient === 'object' ? recipient : { address: found.address }
  const told = readAmountCell(found.amount, columns?.unit ?? frame.unit, frame.usdPerBitcoin)
  if (found.isUnclear) return { ...rowOf(line, named, found.amount, found.label), lineFault: 'columns' }
  if (named.amountSats === undefined || told === named.amountSats) return withAmount(line, named, told, found)
  if (told === 'missing') return rowOf(line, named, named.amountSats, found.label)
  return { ...rowOf(line, named, found.amount, found.label), lineFault: 'amounts' }
}

function withAmount(line: number, named: Recipient, told: number | AmountFault, found: Found): Omit<PayeeRow, 'id'> {
  if (typeof told === 'number') return rowOf(line, named, told, found.label)
  return { ...rowOf(line, named, found.amount, found.label), lineFault: told }
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

/** Address, amount, label; or in another order, where one cell is an address and one a number. */
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
