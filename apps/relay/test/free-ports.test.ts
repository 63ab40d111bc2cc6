import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { findFreeBasePort } from '../src/servers/free-ports.ts'

const real = await vi.importActual<typeof import('../src/servers/free-ports.ts')>('../src/servers/free-ports.ts')
vi.mock(import('../src/servers/free-ports.ts'), async importOriginal => ({
  findFreeBasePort: vi.fn((await importOriginal()).findFreeBasePort),
}))

// Files share processes: another one may have loaded the relay with the real search.
vi.resetModules()
const { makeDataDir, startRelay } = await import('./harness.ts')

const dataDir = await makeDataDir()
afterAll(() => rm(dataDir, { recursive: true }))

const others: Server[] = []
afterEach(() => {
  for (const other of others.splice(0)) other.close()
})

async function listen(port: number): Promise<void> {
  const other = createServer().listen(port, '127.0.0.1')
  others.push(other)
  await once(other, 'listening')
}

/** The next search finds two free ports, and someone takes the second one immediately. */
function foilNext(): void {
  vi.mocked(findFreeBasePort).mockImplementationOnce(async hosts => {
    const base = await real.findFreeBasePort(hosts)
    await listen(base + 2)
    return base
  })
}

it('tries three times to find free ports, then gives up', async () => {
  for (let time = 0; time < 3; time++) foilNext()
  await expect(startRelay({ dataDir })).rejects.toThrow('EADDRINUSE')
  expect(findFreeBasePort).toHaveBeenCalledTimes(3)
})

it('a failed start has released its data folder when it rejects', async () => {
  for (let time = 0; time < 3; time++) foilNext()
  await expect(startRelay({ dataDir })).rejects.toThrow('EADDRINUSE')
  const relay = await startRelay({ dataDir })
  expect((await relay.call('/health')).status).toBe(200)
  await relay.close()
})

it('with the next free ones the relay opens, and none of its servers stays open beside those that were taken', async () => {
  foilNext()
  const relay = await startRelay({ dataDir })
  const [taken] = others.map(other => other.address() as { port: number })
  expect((await relay.call('/health')).status).toBe(200)
  await listen((taken?.port ?? 0) - 1)
  await relay.close()
})
