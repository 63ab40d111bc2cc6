import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTables } from '../layout/tables.ts'
import { openTextDatabase } from './text-database.ts'
import { TextIndex } from './text-index.ts'

let folder: string
let told: number[]
let index: TextIndex
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hornets-text-index-'))
  told = []
  const settings = {
    path: join(folder, 'events'),
    textPath: join(folder, 'text.db'),
    isDurable: false,
    givesWay: false,
  }
  index = new TextIndex(settings, createLogger({ name: 'test', level: 'silent' }), change => told.push(change))
})
afterEach(async () => {
  await index.close()
  rmSync(folder, { recursive: true })
})

const indexedTo = (seq: number, change: number) => {
  const database = openTextDatabase(join(folder, 'text.db'))
  database.prepare('INSERT INTO progress VALUES (?, ?)').run(seq, change)
  database.close()
}

describe('the text index at a start', () => {
  it('reports its progress without its thread if it has every event and change', () => {
    indexedTo(7, 9)
    index.begin({ seq: 7, change: 9 })
    expect(told).toEqual([9])
  })

  it('reports it without its thread, and without a file, if there never was an event', () => {
    index.begin({ seq: 0, change: 0 })
    expect(told).toEqual([0])
  })

  it.each([
    ['lacks an event', () => indexedTo(6, 9)],
    ['lacks a change', () => indexedTo(7, 8)],
    ['is missing', () => undefined],
  ])('starts its thread if it %s', async (_name, prepare) => {
    await openTables({ path: join(folder, 'events'), isDurable: false }).root.close()
    prepare()
    index.begin({ seq: 7, change: 9 })
    expect(told).toEqual([])
    await expect.poll(() => told.length).toBe(1)
  })
})
