import { expect, test } from 'vitest'
import { parseTransaction, type RawOutput, serialiseTransaction } from '../coins/raw-transaction.ts'
import { RefusedError } from '../coins/refused-error.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { OutputRecord, TransactionRecord } from '../history/book/chain-book-store.ts'
import type { CoinBook, OwnedCoin } from '../history/coin-book.ts'
import { checkDraft } from './check-draft.ts'
import { findOriginal, type WantedOriginal } from './find-original.ts'
import type { SendRow } from './send-store.ts'

const theirs = `0014${'aa'.repeat(20)}`
const ours = `0014${'bb'.repeat(20)}`
const nameOf = (position: number) => position.toString(16).padStart(64, '0')
const signals = 0xfffffffd

interface Made {
  readonly spends: readonly { readonly txid: string; readonly vout: number }[]
  readonly outputs: readonly RawOutput[]
  readonly sequence?: number
  readonly record?: Partial<TransactionRecord>
  readonly rivals?: readonly string[]
}

class Book {
  readonly #records = new Map<string, TransactionRecord>()
  readonly #outputs = new Map<string, OutputRecord[]>()
  readonly #rivals = new Map<string, readonly string[]>()
  readonly takenAlong: string[] = []
  readonly lost = new Set<string>()

  coin(position: number, valueSats: number) {
    const txid = nameOf(position)
    this.#records.set(txid, { txid, state: 'confirmed' } as TransactionRecord)
    this.#outputs.set(txid, [outputOf(txid, 0, valueSats)])
    return { txid, vout: 0 }
  }

  add({ spends, outputs, sequence = signals, record = {}, rivals = [] }: Made): string {
    const inputs = spends.map(point => ({ ...point, sequence, scriptSig: '', witness: [] }))
    const raw = serialiseTransaction({ version: 2, inputs, outputs: [...outputs], lockTime: 7 })
    const { txid, vsize } = parseTransaction(raw)
    this.#records.set(txid, { txid, raw, vsize, fee_sats: 282, state: 'mempool', ...record } as TransactionRecord)
    const own = outputs.flatMap(({ script, valueSats }, vout) =>
      script === ours ? [outputOf(txid, vout, valueSats)] : [],
    )
    this.#outputs.set(txid, own)
    this.#rivals.set(txid, rivals)
    for (const { txid: parent, vout } of spends)
      this.#outputs.set(
        parent,
        (this.#outputs.get(parent) ?? []).map(one => (one.vout === vout ? { ...one, spent_by: txid } : one)),
      )
    return txid
  }

  become(txid: string, state: TransactionRecord['state']): void {
    this.#records.set(txid, { ...(this.#records.get(txid) as TransactionRecord), state })
  }

  get chainBook(): ChainBook {
    return {
      find: (txid: string) => this.#records.get(txid),
      outputsOf: (txid: string) => this.#outputs.get(txid) ?? [],
      rivalsOf: (txid: string) => this.#rivals.get(txid) ?? [],
      takenAlongBy: () => this.takenAlong,
      spends: (txid: string, { txid: parent, vout }: { txid: string; vout: number }) =>
        parseTransaction(this.#records.get(txid)?.raw ?? '').inputs.some(
          input => input.txid === parent && input.vout === vout,
        ),
    } as unknown as ChainBook
  }

  get coins(): CoinBook {
    return {
      find: (txid: string, vout: number) => {
        const found = this.#outputs.get(txid)?.find(one => one.vout === vout)
        return found && ({ txid, vout, valueSats: found.value_sats } as OwnedCoin)
      },
      stands: (txid: string) => this.#records.has(txid) && !this.lost.has(txid),
    } as unknown as CoinBook
  }

  original(txid: string, more: Partial<WantedOriginal> = {}) {
    return findOriginal({ txid, paysAgain: true, ...more }, this.chainBook, this.coins)
  }
}

const outputOf = (txid: string, vout: number, value_sats: number) =>
  ({ txid, vout, value_sats, branch: 1, spent_by: null }) as OutputRecord

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedError) return `${error.reason}: ${error.message}`
    throw error
  }
  return 'not refused'
}

function paid(more: Partial<Made> = {}) {
  const book = new Book()
  const coin = book.coin(1, 100_000)
  const outputs = [
    { valueSats: 60_000, script: theirs },
    { valueSats: 39_718, script: ours },
  ]
  return { book, coin, txid: book.add({ spends: [coin], outputs, ...more }) }
}

test('replaces a payment by its coins, outputs and fee, and can reduce its own outputs', () => {
  const { book, coin, txid } = paid()
  expect(book.original(txid)).toEqual({
    inputs: [{ ...coin, valueSats: 100_000 }],
    outputs: [
      { script: theirs, valueSats: 60_000, change: false },
      { script: ours, valueSats: 39_718, change: true },
    ],
    feeSats: 282,
    vsize: parseTransaction(book.chainBook.find(txid)?.raw ?? '').vsize,
    lockTime: 7,
    later: [],
  })
})

test('refuses unknown, confirmed, replaced, lost and foreign payments', () => {
  const of = (record: Partial<TransactionRecord>) => {
    const { book, txid } = paid({ record })
    return refusal(() => book.original(txid))
  }
  expect(refusal(() => paid().book.original(nameOf(99)))).toMatch(/^unknown_transaction/)
  expect(of({ state: 'confirmed' })).toMatch(/^already_confirmed/)
  expect(of({ state: 'replaced', replaced_by: nameOf(5) })).toContain(nameOf(5))
  expect(of({ state: 'dropped' })).not.toBe('not refused')
  expect(of({ fee_sats: null })).toMatch(/^not_replaceable/)
  const foreign = paid({ spends: [{ txid: nameOf(77), vout: 0 }] })
  expect(refusal(() => foreign.book.original(foreign.txid))).toMatch(/^not_replaceable/)
})

test('BIP 125: requires the signal in a mempool, but not outside of one', () => {
  const replaceable = (sequence: number, state: 'mempool' | 'recorded') => {
    const { book, txid } = paid({ sequence, record: { state } })
    return refusal(() => book.original(txid)) === 'not refused'
  }
  expect([signals, signals + 1].map(sequence => replaceable(sequence, 'mempool'))).toEqual([true, false])
  expect(replaceable(signals + 1, 'recorded')).toBe(true)
})

test('leaves out coins of lost payments, and refuses if none are left', () => {
  const book = new Book()
  const coins = [book.coin(1, 100_000), book.coin(2, 50_000)]
  const txid = book.add({ spends: coins, outputs: [{ valueSats: 149_000, script: theirs }] })
  book.become(nameOf(1), 'dropped')
  expect(book.original(txid).inputs.map(coin => coin.txid)).toEqual([nameOf(2)])
  book.become(nameOf(2), 'replaced')
  expect(refusal(() => book.original(txid))).toMatch(/^not_replaceable: The transaction is not/)
})

test('a payment is not made again where what it replaced could return and pay as well; it is taken back all the same', () => {
  const replaced = (spends: readonly number[]) => {
    const book = new Book()
    const coins = [1, 2, 3].map(position => book.coin(position, 50_000))
    const rival = book.add({
      spends: spends.map(position => coins[position - 1] ?? expect.fail()),
      outputs: [{ valueSats: 40_000, script: theirs }],
      record: { state: 'replaced' },
    })
    const txid = book.add({
      spends: coins.slice(0, 2),
      outputs: [{ valueSats: 90_000, script: theirs }],
      rivals: [rival],
    })
    return [true, false].map(paysAgain => refusal(() => book.original(txid, { paysAgain })) === 'not refused')
  }
  expect(replaced([1])).toEqual([true, true])
  expect(replaced([1, 2, 3])).toEqual([true, true])
  expect(replaced([3])).toEqual([false, true])
})

test('one spent output of several is enough for a payment to be built on', () => {
  const book = new Book()
  const outputs = [20_000, 30_000].map(valueSats => ({ valueSats, script: ours }))
  const txid = book.add({ spends: [book.coin(1, 60_000)], outputs })
  book.add({ spends: [{ txid, vout: 1 }], outputs: [{ valueSats: 29_000, script: theirs }] })
  expect(refusal(() => book.original(txid))).toMatch(/^not_replaceable: A later payment/)
})

test('of what later payments spend besides, lost coins are left out too', () => {
  const { book, txid } = paid()
  const other = book.coin(2, 5000)
  book.add({ spends: [{ txid, vout: 1 }, other], outputs: [{ valueSats: 44_000, script: theirs }] })
  book.become(nameOf(2), 'dropped')
  expect(book.original(txid, { withLater: true }).inputs.map(coin => coin.txid)).toEqual([nameOf(1)])
})

test('a payment whose change is spent is replaced only together with what was built on it', () => {
  const { book, txid } = paid()
  const other = book.coin(2, 5000)
  const outputs = [
    { valueSats: 20_000, script: theirs },
    { valueSats: 24_000, script: ours },
  ]
  const later = book.add({ spends: [{ txid, vout: 1 }, other], outputs, record: { fee_sats: 718 } })
  expect(refusal(() => book.original(txid))).toMatch(/^not_replaceable/)
  const both = book.original(txid, { withLater: true })
  expect(both.inputs.map(coin => coin.txid)).toEqual([nameOf(1), nameOf(2)])
  expect(both.outputs.map(({ valueSats }) => valueSats)).toEqual([60_000, 20_000, 24_000])
  expect(both.later).toMatchObject([{ txid: later, feeSats: 718 }])
})

test("requires children to be the wallet's, replaceable, and not being replaced themselves", () => {
  const built = (made: Partial<Made>, mine = true) => {
    const { book, txid } = paid()
    const rival = book.add({ spends: [book.coin(3, 999)], outputs: [], record: { state: 'recorded' } })
    const spends = [{ txid, vout: 1 }, mine ? book.coin(2, 5000) : { txid: nameOf(66), vout: 0 }]
    book.add({ spends, outputs: [{ valueSats: 40_000, script: theirs }], ...made, rivals: made.rivals && [rival] })
    return refusal(() => book.original(txid, { withLater: true }))
  }
  expect(built({})).toBe('not refused')
  expect(built({}, false)).toMatch(/^not_replaceable/)
  expect(built({ record: { fee_sats: null } })).toMatch(/^not_replaceable/)
  expect(built({ record: { raw: '' } })).toMatch(/^not_replaceable/)
  expect(built({ rivals: ['waiting'] })).toMatch(/^not_replaceable/)
  expect(built({ sequence: signals + 1 })).toMatch(/^not_replaceable/)
  expect(built({ sequence: signals + 1, record: { state: 'recorded' } })).toBe('not refused')
})

function checked(book: Book, spends: Made['spends'], draft: Partial<SendRow> = {}): string {
  const inputs = spends.map(point => ({ ...point, sequence: signals, scriptSig: '', witness: [] }))
  const signed = parseTransaction(
    serialiseTransaction({ version: 2, inputs, outputs: [{ valueSats: 1000, script: theirs }], lockTime: 0 }),
  )
  const row = { txid: signed.txid, replaces: null, choice: 1, ...draft } as SendRow
  return refusal(() => checkDraft(row, signed, book))
}

test('keeps a draft as planned while its coins are unspent', () => {
  const book = new Book()
  const coins = [book.coin(1, 100_000), book.coin(2, 50_000)]
  expect(checked(book, coins)).toBe('not refused')
  book.lost.add(nameOf(2))
  expect(checked(book, coins)).toMatch(`coin_not_spendable: `)
  book.lost.clear()
  const spender = book.add({
    spends: [coins[1] as Made['spends'][0]],
    outputs: [{ valueSats: 49_000, script: theirs }],
  })
  expect(checked(book, coins)).toContain(spender)
  book.takenAlong.push(spender)
  expect(checked(book, coins)).toBe('not refused')
})

test('a draft that replaces is refused once something was built on the payment that it does not take along', () => {
  const { book, coin, txid } = paid()
  const replaces = { replaces: txid, choice: 2 }
  expect(checked(book, [coin], replaces)).toBe('not refused')
  const later = [1, 2].map(position => {
    const spends =
      position === 1 ? [{ txid, vout: 1 }] : [{ txid: book.chainBook.outputsOf(txid)[0]?.spent_by ?? '', vout: 0 }]
    return book.add({ spends, outputs: [{ valueSats: 40_000 - position * 1000, script: ours }] })
  })
  expect(checked(book, [coin], replaces)).toMatch(/^not_replaceable/)
  book.takenAlong.push(later[0] ?? '')
  expect(checked(book, [coin], replaces)).toMatch(/^not_replaceable/)
  book.takenAlong.push(later[1] ?? '')
  expect(checked(book, [coin], replaces)).toBe('not refused')
})

test('a draft that replaces no later payment is refused as one, no matter who spends the change', () => {
  const { book, coin, txid } = paid()
  book.add({ spends: [{ txid, vout: 1 }], outputs: [], record: { fee_sats: null } })
  expect(checked(book, [coin], { replaces: txid, choice: 2 })).toMatch(/^not_replaceable: A later payment/)
})
