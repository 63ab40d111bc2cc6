import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@hornets/server/database/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTextDatabase, readProgress } from './text-database.ts'
import { TextSearch } from './text-search.ts'

let folder: string
let search: TextSearch
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hornets-text-'))
  const path = join(folder, 'text.db')
  const database = openTextDatabase(path)
  const insert = database.prepare('INSERT INTO event_text (rowid, text) VALUES (?, ?)')
  // The oldest is the best match: nothing but the word.
  for (let seq = 1; seq <= 30; seq++) insert.run(seq, seq === 1 ? 'bitcoin' : `bitcoin and ${'many '.repeat(seq)}more`)
  database.close()
  search = new TextSearch(path, () => {})
})
afterEach(() => {
  search.close()
  rmSync(folder, { recursive: true })
})

const downFrom = (first: number, length: number) => Array.from({ length }, (_, at) => first - at)

describe('a search by words', () => {
  it('lists the best match first while it finds no more than it may list', () => {
    expect(search.search('"bitcoin"', 100, 30)[0]).toBe(1)
    expect(search.search('"bitcoin"', 100, 30)).toHaveLength(30)
  })

  it('lists the newest where more match, without ranking them all', () => {
    expect(search.search('"bitcoin"', 100, 29)).toEqual(downFrom(30, 29))
    expect(search.search('"bitcoin"', 12, 5)).toEqual(downFrom(12, 5))
  })

  it('starts an older index again to add the beginnings of words', () => {
    search.close()
    const path = join(folder, 'old.db')
    const old = openSqlite(path)
    old.exec(`CREATE VIRTUAL TABLE event_text USING fts5 (text, content='', contentless_delete=1);
      CREATE TABLE progress (seq INTEGER NOT NULL, change INTEGER NOT NULL);
      INSERT INTO progress VALUES (7, 9)`)
    old.close()
    for (const progress of [null, { seq: 3, change: 4 }]) {
      const database = openTextDatabase(path)
      expect(readProgress(database)).toEqual(progress)
      database.exec('INSERT INTO progress VALUES (3, 4)')
      expect(database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'event_text'").get()?.sql).toContain('prefix')
      database.close()
    }
    search = new TextSearch(path, () => {})
  })
})
