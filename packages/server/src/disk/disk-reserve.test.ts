import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DiskReserve } from './disk-reserve.ts'

it('reserves space with real bytes, releases it once, and reserves it again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-reserve-'))
  const path = join(folder, 'reserve')
  const reserve = new DiskReserve(path)
  expect(await reserve.giveUp()).toBe(false)
  await reserve.hold()
  const { size, blocks } = await stat(path)
  expect([size, blocks * 512 >= size]).toEqual([2 * 2 ** 20, true])
  expect([await reserve.giveUp(), await reserve.giveUp()]).toEqual([true, false])
  await expect(stat(path)).rejects.toThrow('ENOENT')
  await reserve.hold()
  expect(await new DiskReserve(path).giveUp()).toBe(false)
  expect(await reserve.giveUp()).toBe(true)
  await rm(folder, { recursive: true })
})
