import { hash } from 'node:crypto'
import { type EngineRow, type EngineRows, type RowTable, rowTables } from '../events/engines/engine-rows.ts'

export interface TableSum {
  readonly table: RowTable
  readonly count: number
  /** Sum of the rows' hashes, whose order does not matter, in hex. */
  readonly hash: string
}

export interface RowMove {
  readonly from: EngineRows
  readonly to: EngineRows
  /** Rows read so far of a table. */
  readonly onProgress?: (table: RowTable, rows: number) => void
}

const rowsAtOnce = 1000
const hashBits = 128

/** Removes and copies only rows that differ, so it continues after a kill. Leaves the last numbers alone. */
export async function moveRows({ from, to, onProgress }: RowMove): Promise<void> {
  // A key can be in the way of a new row: an event that was removed and came again has a new number.
  for (const table of rowTables) await removeOthers(table, from, to)
  for (const table of rowTables) await copyMissing(table, { from, to, onProgress })
}

async function removeOthers(table: RowTable, from: EngineRows, to: EngineRows): Promise<void> {
  for await (const rows of slicesOf(table, to, { isWhole: false })) {
    const others = await missingIn(from, table, rows)
    if (others.length > 0)
      await to.remove(
        table,
        others.map(({ key }) => key),
      )
  }
}

async function copyMissing(table: RowTable, { from, to, onProgress }: RowMove): Promise<void> {
  let read = 0
  for await (const rows of slicesOf(table, from, { isWhole: true })) {
    const missing = await missingIn(to, table, rows)
    if (missing.length > 0) await putAll(to, table, missing)
    read += rows.length
    onProgress?.(table, read)
  }
}

/** `put` holds every event that was stored as held; those that are still held are put again later. */
async function putAll(to: EngineRows, table: RowTable, rows: readonly EngineRow[]): Promise<void> {
  await to.put(table, rows)
  const wasHeld = rows.filter(({ values }) => table === 'events' && values[3] === '1')
  if (wasHeld.length > 0)
    await to.remove(
      'held',
      wasHeld.map(({ key }) => key),
    )
}

async function missingIn(other: EngineRows, table: RowTable, rows: readonly EngineRow[]): Promise<EngineRow[]> {
  const found = await other.valuesOf(
    table,
    rows.map(({ key }) => key),
  )
  return rows.filter(({ values }, at) => found[at]?.join('\n') !== values.join('\n'))
}

async function* slicesOf(
  table: RowTable,
  engine: EngineRows,
  { isWhole }: { isWhole: boolean },
): AsyncGenerator<readonly EngineRow[]> {
  for (let from: string | null = null; ; ) {
    const { rows, next } = await engine.slice(table, { from, max: rowsAtOnce, isWhole })
    if (rows.length > 0) yield rows
    if (next === null) return
    from = next
  }
}

/** Of every table, from the engine alone: keys and values, which for an event include its id. */
export async function sumsOf(engine: EngineRows): Promise<readonly TableSum[]> {
  const sums: TableSum[] = []
  for (const table of rowTables) {
    let count = 0
    let sum = 0n
    for await (const rows of slicesOf(table, engine, { isWhole: false })) {
      for (const { key, values } of rows)
        sum += BigInt(`0x${hash('sha256', JSON.stringify([key, values])).slice(0, hashBits / 4)}`)
      count += rows.length
    }
    sums.push({
      table,
      count,
      hash: BigInt.asUintN(hashBits, sum)
        .toString(16)
        .padStart(hashBits / 4, '0'),
    })
  }
  return sums
}

/** Names of the tables whose sums differ. */
export function differing(one: readonly TableSum[], other: readonly TableSum[]): readonly RowTable[] {
  return one
    .filter(({ count, hash }, at) => other[at]?.count !== count || other[at].hash !== hash)
    .map(({ table }) => table)
}
