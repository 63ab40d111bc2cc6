import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DiskStore } from '../../library/stores/disk-store.ts'
import { FilePlacement, type PlacementParts } from './placement-service.ts'

it('times out the test of a silent store, and leaves nothing on the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-placement-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const disk = await DiskStore.open(folder)
  const put = Promise.withResolvers<void>()
  const s3 = { put: () => put.promise, lookAgain: async () => {}, remove: async () => {} }
  const stores = { s3, of: () => s3, receive: () => disk.receive(), discard: disk.discard.bind(disk) }
  const parts = { stores, logger: { warn: vi.fn() }, testMs: 200 } as unknown as PlacementParts
  const started = performance.now()
  await expect(new FilePlacement(parts).test('s3')).rejects.toMatchObject({ code: 'unavailable' })
  expect(performance.now() - started).toBeGreaterThan(190)
  expect(performance.now() - started).toBeLessThan(15_000)
  put.reject(new Error('cut'))
  await vi.waitFor(async () => expect(await readdir(join(folder, 'incoming'))).toEqual([]))
})
