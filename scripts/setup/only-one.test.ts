import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onlyOne } from './only-one.mjs'
import { cacheFolder } from './workspace.mjs'

const newName = () => `test-${randomUUID()}`

test('makes concurrent callers take turns, and says which one waits', async () => {
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
  expect(said).toHaveBeenCalledWith(expect.stringContaining('Another process is doing this'))
})

test("waits for another process's lock, and takes it over after a kill", async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const name = newName()
  const program = `
    import { onlyOne } from ${JSON.stringify(new URL('only-one.mjs', import.meta.url))}
    await onlyOne('${name}', () => new Promise(() => setTimeout(() => {}, 60_000).ref() && process.send('held')))`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 2, 2, 'ipc'] })
  await once(other, 'message')
  const order: string[] = []
  const mine = onlyOne(name, async () => order.push('mine'))
  await sleep(50)
  order.push('killed')
  other.kill('SIGKILL')
  await mine
  expect(order).toEqual(['killed', 'mine'])
})

test.each([
  // Process ids end far below this number on every platform.
  ['whose holder is dead', '999999999'],
  ['of an earlier process with the id of this one, as after the restart of a container', String(process.pid)],
  ['from before this machine was started, whose id somebody else has now', String(process.ppid)],
  ['that was cut short before its holder had written its id', ''],
  ...(process.platform === 'linux'
    ? [['whose id has gone to a process that began later', `${process.ppid} another-boot 1`]]
    : []),
])('a lock %s is taken over', async (_which, pid = '') => {
  const name = newName()
  const folder = join(cacheFolder, `lock-${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pid'), pid)
  if (!pid.includes(' ')) for (const path of [join(folder, 'pid'), folder]) utimesSync(path, 1, 1)
  expect(await onlyOne(name, async () => 'done')).toBe('done')
})

test('the lock is given back when the work fails', async () => {
  const name = newName()
  const failing = onlyOne(name, () => Promise.reject(new Error('no space left')))
  await expect(failing).rejects.toThrow('no space left')
  expect(existsSync(join(cacheFolder, `lock-${name}`))).toBe(false)
})
