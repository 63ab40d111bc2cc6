import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { warmFile } from './warm-file.ts'

const bytes = 2_500_000
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warm-'))
  path = join(folder, 'events.lmdb')
  await writeFile(path, Buffer.alloc(bytes))
})
afterAll(() => rm(folder, { recursive: true }))

const { signal } = new AbortController()

it('reads the file to its end', async () => {
  expect(await warmFile(path, { signal })).toBe(bytes)
  expect(await warmFile(path, { signal, spareBytes: 2 * bytes })).toBe(bytes)
})

it('leaves alone what would take more than half of the spare memory', async () => {
  expect(await warmFile(path, { signal, spareBytes: 2 * bytes - 1 })).toBe(0)
})

it('stops when the store is closed', async () => {
  expect(await warmFile(path, { signal: AbortSignal.abort() })).toBe(0)
})
