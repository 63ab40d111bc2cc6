import type { RelayDatabase } from '../../../database/relay-database.ts'
import { bytesOf, wordsIn } from './blobs.ts'
import { type Fine, type ImagePrint, printMethod, type TurnedPrint } from './image-print.ts'

export interface StoredHash {
  readonly hash: string
  readonly words: Uint16Array
}

const rowsAtOnce = 5000

export class PrintStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  /** Unless the file is gone. A power cut may lose the last ones, which are then made again. */
  put(hash: string, prints: readonly ImagePrint[]): void {
    this.#database.transactReplayable(tx => {
      if (!tx.get('SELECT 1 FROM files WHERE hash = ?', hash)) return
      for (const table of ['file_prints', 'file_greys']) tx.run(`DELETE FROM ${table} WHERE hash = ?`, hash)
      prints.forEach(({ words, quality, grey, ratio }, part) => {
        const print = 'INSERT INTO file_prints (hash, part, quality, ratio, words, method) VALUES (?, ?, ?, ?, ?, ?)'
        tx.run(print, hash, part, quality, ratio, bytesOf(words), printMethod)
        tx.run('INSERT INTO file_greys (hash, part, grey) VALUES (?, ?, ?)', hash, part, grey)
      })
    })
  }

  async *all(): AsyncGenerator<readonly StoredHash[]> {
    const scans = await this.#database.scansOf('file_prints')
    let after = { hash: '', part: 0 }
    for (;;) {
      const rows = await scans
        .selectFrom('file_prints')
        .select(['hash', 'part', 'words'])
        .where(({ eb, refTuple, tuple }) => eb(refTuple('hash', 'part'), '>', tuple(after.hash, after.part)))
        .orderBy('hash')
        .orderBy('part')
        .limit(rowsAtOnce)
        .execute()
      const last = rows.at(-1)
      if (!last) return
      after = last
      yield rows.map(({ hash, words }) => ({ hash, words: wordsIn(words) }))
    }
  }

  async printsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, ImagePrint[]>> {
    const found = new Map<string, ImagePrint[]>()
    if (hashes.length === 0) return found
    const rows = await this.#database.reads
      .selectFrom('file_prints')
      .innerJoin('file_greys', join =>
        join.onRef('file_greys.hash', '=', 'file_prints.hash').onRef('file_greys.part', '=', 'file_prints.part'),
      )
      .innerJoin('files', 'files.hash', 'file_prints.hash')
      .select(['file_prints.hash', 'quality', 'ratio', 'words', 'grey'])
      .where('file_prints.hash', 'in', hashes)
      .where('trashed', '=', 0)
      .execute()
    for (const { hash, quality, ratio, words, grey } of rows)
      found.set(hash, [...(found.get(hash) ?? []), { quality, ratio, words: wordsIn(words), grey, fine: null }])
    return found
  }

  /** Images and films with a thumbnail after this hash that have no print yet, or one of an older method, in order. */
  async missing(after: string, limit: number): Promise<string[]> {
    const rows = await this.#missing(await this.#database.scansOf('file_facts'))
      .select('file_facts.hash')
      .where('file_facts.hash', '>', after)
      .orderBy('file_facts.hash')
      .limit(limit)
      .execute()
    return rows.map(({ hash }) => hash)
  }

  async countMissing(): Promise<number> {
    const { count } = await this.#missing(await this.#database.scansOf('file_facts'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  putBanned(hash: string, prints: readonly TurnedPrint[]): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      if (!tx.get('SELECT 1 FROM file_bans WHERE hash = ? AND alike = 1', hash)) return
      for (const table of ['ban_prints', 'ban_fines']) tx.run(`DELETE FROM ${table} WHERE hash = ?`, hash)
      const print =
        'INSERT INTO ban_prints (hash, part, quality, ratio, turned, grey, method) VALUES (?, ?, ?, ?, ?, ?, ?)'
      for (const [part, { quality, ratio, turned, grey, fine }] of prints.entries()) {
        tx.run(print, hash, part, quality, ratio, Buffer.concat(turned.map(bytesOf)), grey, printMethod)
        const row = 'INSERT INTO ban_fines (hash, part, fine, tint) VALUES (?, ?, ?, ?)'
        if (fine) tx.run(row, hash, part, fine.grey, fine.tint)
      }
    })
  }

  /** What is compared last of a banned image, in the order of its prints. None if the ban is older than this. */
  async finesOf(hash: string): Promise<Fine[]> {
    const rows = this.#database.reads.selectFrom('ban_fines').select(['fine', 'tint']).where('hash', '=', hash)
    return (await rows.orderBy('part').execute()).map(({ fine, tint }) => ({ grey: fine, tint }))
  }

  async banned(): Promise<ReadonlyMap<string, TurnedPrint[]>> {
    const found = new Map<string, TurnedPrint[]>()
    const rows = await this.#database.reads
      .selectFrom('ban_prints')
      .selectAll()
      .orderBy('hash')
      .orderBy('part')
      .execute()
    for (const { hash, quality, ratio, turned, grey } of rows) {
      const ways = Array.from({ length: 8 }, (_, way) => wordsIn(turned.subarray(way * 32, way * 32 + 32)))
      found.set(hash, [...(found.get(hash) ?? []), { quality, ratio, turned: ways, grey, fine: null }])
    }
    return found
  }

  /** Bans of near copies without prints, or with those of an older method. */
  async bansWithout(): Promise<{ hash: string; hasPrints: boolean }[]> {
    const rows = await this.#database.reads
      .selectFrom('file_bans')
      .leftJoin('ban_prints', join =>
        join.onRef('ban_prints.hash', '=', 'file_bans.hash').on('ban_prints.part', '=', 0),
      )
      .select(['file_bans.hash', 'ban_prints.hash as print'])
      .where('alike', '=', 1)
      .where(({ eb, or }) => or([eb('ban_prints.hash', 'is', null), eb('ban_prints.method', '<', printMethod)]))
      .execute()
    return rows.map(({ hash, print }) => ({ hash, hasPrints: print !== null }))
  }

  #missing(scans: RelayDatabase['scans']) {
    return scans
      .selectFrom('file_facts')
      .innerJoin('files', 'files.hash', 'file_facts.hash')
      .leftJoin('file_prints', join =>
        join.onRef('file_prints.hash', '=', 'file_facts.hash').on('file_prints.part', '=', 0),
      )
      .where('thumbnail', '=', 1)
      .where('mime', 'not like', 'audio/%')
      .where(({ eb, or }) => or([eb('file_prints.hash', 'is', null), eb('file_prints.method', '<', printMethod)]))
  }
}
