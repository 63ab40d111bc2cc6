import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onlyOne } from './only-one.mjs'
import { cacheFolder } from './workspace.mjs'

const newName = () => `test-${randomUUID()}`

test('two at once take turns, and the one that waits says so', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const name = newName()
  const order: string[] = []
  const work = (who: string) => async () => {
    order.push(`${who} begins`)
    await sleep(20)
    order.push(`${who} ends`)
  }
  await Promise.all([onlyOne(name, work('first')), onlyOne(name, work('second'))])
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect(said).toHaveBeenCalledWith(expect.stringContaining('Another process is at it'))
})

test('a lock whose holder is dead is taken over', async () => {
  const name = newName()
  const folder = join(cacheFolder, `lock-${name}`)
  mkdirSync(folder, { recursive: true })
  // Process ids end far below this number on every platform.
  writeFileSync(join(folder, 'pid'), '999999999')
  expect(await onlyOne(name, async () => 'done')).toBe('done')
})

test('the lock is given back when the work fails', async () => {
  const name = newName()
  const failing = onlyOne(name, () => Promise.reject(new Error('no space left')))
  await expect(failing).rejects.toThrow('no space left')
  expect(existsSync(join(cacheFolder, `lock-${name}`))).toBe(false)
})
