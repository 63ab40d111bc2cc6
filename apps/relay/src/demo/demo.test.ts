import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DemoNode } from './demo.ts'
import { Demo, type DemoOptions } from './demo.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-test-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const folders = () => readdir(join(dataDir, 'demo-node')).catch(() => [])

async function startDemo(options: Partial<DemoOptions> = {}) {
  const log: string[] = []
  const state = { claimed: false, kept: false }
  const node: DemoNode = {
    enter: async () => ({ token: 'demo.token', user: {} as never }),
    serve: () => undefined,
    close: async () => void log.push('closed'),
  }
  const demo = await Demo.open({
    mode: 'auto',
    isClaimed: () => state.claimed,
    isKept: () => state.kept,
    dataDir,
    build: async folder => {
      log.push('built')
      await writeFile(join(folder, 'a file'), '')
    },
    open: async () => node,
    now: Date.now,
    logger: createLogger({ name: 'test', level: 'silent' }),
    ...options,
  })
  return { demo, log, state }
}

it.each([
  ['off', false, true, false],
  ['off', true, true, false],
  ['auto', false, true, false],
  ['auto', false, false, true],
  ['auto', true, true, true],
  ['on', false, true, true],
] as const)('AUTH-06: in mode %s, kept %s, claimed %s, the demo is there: %s', async (mode, kept, claimed, isThere) => {
  const { demo, state } = await startDemo({ mode })
  Object.assign(state, { kept, claimed })
  expect(demo.isOn()).toBe(isThere)
  const entered = demo.enter('::1')
  if (isThere) await expect(entered).resolves.toMatchObject({ token: 'demo.token' })
  else await expect(entered).rejects.toMatchObject({ code: 'not_found' })
  await demo.close()
})

it('is created once for concurrent visitors, on the first visit', async () => {
  const { demo, log } = await startDemo()
  expect([log, demo.serve]).toEqual([[], undefined])
  await Promise.all([demo.enter('10.0.0.1'), demo.enter('10.0.0.2'), demo.enter('10.0.0.3')])
  expect(log).toEqual(['built'])
  expect(demo.serve).toBeTypeOf('function')
  await demo.close()
})

it('ends without a trace if the relay is claimed while it is created', async () => {
  let finish = () => {}
  const building = new Promise<void>(resolve => {
    finish = resolve
  })
  const { demo, state, log } = await startDemo({ build: () => building })
  const entering = demo.enter('::1')
  state.claimed = true
  demo.refresh()
  finish()
  await expect(entering).rejects.toMatchObject({ code: 'not_found' })
  await expect.poll(folders).toEqual([])
  expect([demo.serve, log]).toEqual([undefined, []])
  await demo.close()
})

it('closes on a claim immediately and removes its folder', async () => {
  const { demo, state, log } = await startDemo()
  await demo.enter('::1')
  expect(await folders()).toHaveLength(1)
  state.claimed = true
  expect(demo.serve).toBeUndefined()
  demo.refresh()
  await expect.poll(folders).toEqual([])
  expect(log).toEqual(['built', 'closed'])
  await demo.close()
})

it('says that it cannot be made, and tries again for the next one', async () => {
  let tries = 0
  const { demo } = await startDemo({
    build: async () => {
      tries += 1
      if (tries === 1) throw new Error('no room')
    },
  })
  await expect(demo.enter('::1')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(demo.enter('::1')).resolves.toMatchObject({ token: 'demo.token' })
  await demo.close()
})

it('a worn-out one starts over with the next visitor', async () => {
  let wearOut = () => {}
  const { demo, log } = await startDemo({
    open: async (_folder, onWornOut) => {
      wearOut = onWornOut
      return {
        enter: async () => ({ token: 'demo.token', user: {} as never }),
        serve: () => undefined,
        close: async () => {},
      }
    },
  })
  await demo.enter('::1')
  wearOut()
  expect(demo.serve).toBeUndefined()
  await demo.enter('::1')
  expect(log).toEqual(['built', 'built'])
  await demo.close()
})

it('limits how often a visitor can request it', async () => {
  const { demo } = await startDemo({ now: () => 0 })
  for (let count = 0; count < 20; count++) await demo.enter('10.0.0.1')
  await expect(demo.enter('10.0.0.1')).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(demo.enter('10.0.0.2')).resolves.toBeDefined()
  await demo.close()
})

it('removes the remains of a killed process at the start, and everything at the stop', async () => {
  await mkdir(join(dataDir, 'demo-node', 'stale'), { recursive: true })
  const { demo } = await startDemo()
  expect(await folders()).toEqual([])
  await demo.enter('::1')
  await demo.close()
  expect(existsSync(join(dataDir, 'demo-node'))).toBe(false)
})
