import { tmpdir } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPart } from './part.mjs'
import { listenForStop, stayUntilStopped } from './stopping.mjs'

const ready = "process.send({ type: 'ready', publicUrl: 'ws://a', adminUrl: 'http://b', claimed: true });"
const obeys = "process.once('SIGTERM', () => process.exit(0)); process.once('disconnect', () => process.exit(0));"
const stays = 'setInterval(() => {}, 1000);'

const start = (program: string) => {
  const part = startPart({
    name: 'relay',
    file: process.execPath,
    args: ['-e', program],
    cwd: tmpdir(),
    env: process.env,
  })
  onTestFinished(() => part.kill())
  return part
}

const quiet = () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
}

test('a part that says that it has failed is not ready, and its reason is handed on', async () => {
  const part = start(`process.send({ type: 'failed', message: 'port 9001 is in use' }); ${stays}`)
  await expect(part.ready).rejects.toThrow('port 9001 is in use')
})

test('reports a part that ends early with its last lines', async () => {
  const part = start("console.error('no such file: relay.db'); process.exit(3)")
  await expect(part.ready).rejects.toThrow('The relay ended before it was ready:\nno such file: relay.db')
  expect(await part.ended).toEqual({ code: 3, signal: null })
})

test('a part whose program is not there has ended before it was ready', async () => {
  const part = startPart({ name: 'relay', file: '/nowhere/node', args: [], cwd: tmpdir(), env: {} })
  await expect(part.ready).rejects.toThrow('ENOENT')
})

test('a part that crashes later is an error with its last lines', async () => {
  quiet()
  const part = start(`${ready} setTimeout(() => { console.error('out of memory'); process.exit(9) }, 50)`)
  const stopping = listenForStop(() => [part])
  onTestFinished(stopping.close)
  await part.ready
  await expect(stayUntilStopped([part], stopping)).rejects.toThrow(
    'The relay ended unexpectedly (with status 9). Its last lines:\nout of memory',
  )
})

test('starts everything again after a relay that restored a backup, with nothing left running', async () => {
  quiet()
  const other = start(`${obeys} ${ready} ${stays}`)
  const restored = start(`${ready} setTimeout(() => process.exit(76), 50)`)
  const stopping = listenForStop(() => [other, restored])
  onTestFinished(stopping.close)
  await Promise.all([other.ready, restored.ready])
  expect(await stayUntilStopped([restored], stopping, [other])).toBe(true)
  expect(other.isRunning()).toBe(false)
})

test('one that crashes takes the others with it, so that nothing is left running', async () => {
  quiet()
  const other = start(`${obeys} ${ready} ${stays}`)
  const crashing = start(`${ready} setTimeout(() => process.exit(1), 50)`)
  const stopping = listenForStop(() => [other, crashing])
  onTestFinished(stopping.close)
  await Promise.all([other.ready, crashing.ready])
  await expect(stayUntilStopped([other, crashing], stopping)).rejects.toThrow('ended unexpectedly')
  expect(other.isRunning()).toBe(false)
})

test('a part that is ready says where it listens, and ends when it is asked to', async () => {
  const part = start(`${obeys} ${ready} ${stays}`)
  expect(await part.ready).toMatchObject({ type: 'ready', publicUrl: 'ws://a', adminUrl: 'http://b', claimed: true })
  expect(part.isRunning()).toBe(true)
  part.stop()
  expect((await part.ended).code).toBe(0)
  expect(part.isRunning()).toBe(false)
})
