import { tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import { FreeSpace, type Space } from './free-space.ts'

const mb = 2 ** 20

async function open(space: Space, reserveBytes?: number) {
  const disk = { space: space as Space | Error, looks: 0 }
  const onError = vi.fn()
  const measure = async () => {
    disk.looks++
    if (disk.space instanceof Error) throw disk.space
    return disk.space
  }
  return { disk, onError, free: await FreeSpace.open({ folder: '/', reserveBytes, measure, onError }) }
}

it.each([
  [{ freeBytes: 511 * mb, totalBytes: 1e6 * mb }, undefined, true],
  [{ freeBytes: 512 * mb, totalBytes: 1e6 * mb }, undefined, false],
  [{ freeBytes: 19 * mb, totalBytes: 1000 * mb }, undefined, true],
  [{ freeBytes: 20 * mb, totalBytes: 1000 * mb }, undefined, false],
  [{ freeBytes: 9, totalBytes: 1000 * mb }, 10, true],
])('512 MB or 2 %% of the disk stay free, or what the operator has said: %o, %s', async (space, reserve, tight) => {
  const { free } = await open(space, reserve)
  expect(free.isTight()).toBe(tight)
  free.close()
})

it('counts writes before the next measurement, without measuring on request', async () => {
  const { disk, free } = await open({ freeBytes: 100, totalBytes: 1000 }, 10)
  const changes = vi.fn()
  free.onChange(changes)
  expect([free.hasRoomFor(90), free.hasRoomFor(91)]).toEqual([true, false])
  free.note(91)
  expect([free.isTight(), free.freeBytes, changes.mock.calls.length]).toEqual([true, 9, 1])
  expect(disk.looks).toBe(1)
  await Promise.all([free.refresh(), free.refresh()])
  expect([free.isTight(), changes.mock.calls.length, disk.looks]).toEqual([false, 2, 2])
  free.close()
})

it('reports an unreadable disk once, and keeps the known values', async () => {
  const { disk, free, onError } = await open({ freeBytes: 5, totalBytes: 1000 }, 10)
  disk.space = new Error('gone')
  await free.refresh()
  await free.refresh()
  expect([free.isTight(), onError.mock.calls.length]).toEqual([true, 1])
  free.close()
})

it('measures the real disk', async () => {
  const free = await FreeSpace.open({ folder: tmpdir(), onError: () => {} })
  expect(free.freeBytes).toBeGreaterThan(0)
  expect(free.reserveBytes).toBeLessThanOrEqual(512 * mb)
  free.close()
})

it('keeps more space free from writers who must leave some to others', async () => {
  const { free } = await open({ freeBytes: 100, totalBytes: 1000 }, 10)
  const files = free.less()
  expect([files.hasRoomFor(80), files.hasRoomFor(81), free.hasRoomFor(81)]).toEqual([true, false, true])
  files.note(81)
  expect([files.isTight(), free.isTight(), free.less(9).isTight()]).toEqual([true, false, false])
  free.close()
})
