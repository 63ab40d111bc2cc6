import { messages } from '@hornets/contract'
import { defaultsOf, imageModeration } from '@hornets/contract/admin/settings'
import { Emitter } from '@hornets/server/emitter'
import { createLogger } from '@hornets/server/process/logger'
import { expect, onTestFinished, test } from 'vitest'
import { BuiltInJudge, type BuiltInJudgeParts } from './built-in-judge.ts'

type Values = ReturnType<typeof defaultsOf<typeof imageModeration>>

function openJudge(given: Partial<BuiltInJudgeParts> = {}) {
  const changes = new Emitter<Values>(error => {
    throw error
  })
  let values = defaultsOf(imageModeration)
  const launched: { ready: () => void; end: (error: Error) => void }[] = []
  const pauses: number[] = []
  let nowMs = 0
  const judge = new BuiltInJudge({
    settings: { get: () => values as never, onChange: (_group, listener) => changes.subscribe(listener as never) },
    install: async () => {},
    launch: (signal, onReady) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => resolve())
        launched.push({ ready: onReady, end: reject })
      }),
    wait: async ms => void pauses.push(ms),
    now: () => nowMs,
    logger: createLogger({ name: 'test', level: 'silent' }),
    ...given,
  })
  onTestFinished(() => judge.close())
  return {
    judge,
    launched,
    pauses,
    pass: (ms: number) => {
      nowMs += ms
    },
    save: (changed: Partial<Values>) => {
      values = { ...values, ...changed }
      changes.emit(values)
    },
  }
}

const running = (world: ReturnType<typeof openJudge>, count: number) =>
  expect.poll(() => world.launched.length).toBe(count)

test('neither installs nor starts a judge while moderation is off, or uses another address', async () => {
  const world = openJudge()
  world.save({ enabled: true, api: 'https://judge.example' })
  world.save({ enabled: false, api: imageModeration.fields.api.default })
  await world.judge.close()
  expect([world.launched.length, world.judge.state()]).toEqual([0, { state: 'off' }])
})

test('installs the judge with progress when it is first turned on, then starts it', async () => {
  let finish = () => {}
  const world = openJudge({
    install: (_signal, onProgress) => {
      onProgress(3, 14)
      return new Promise(resolve => {
        finish = resolve
      })
    },
  })
  world.save({ enabled: true })
  await expect.poll(() => world.judge.state()).toEqual({ state: 'installing', done: 3, total: 14 })
  finish()
  await running(world, 1)
  expect(world.judge.state()).toEqual({ state: 'starting' })
  world.launched[0]?.ready()
  expect(world.judge.state()).toEqual({ state: 'running' })
  world.save({ enabled: false })
  await expect.poll(() => world.judge.state()).toEqual({ state: 'off' })
})

test('starts a judge that ended again, with growing pauses until one has run for a minute', async () => {
  const world = openJudge()
  world.save({ enabled: true })
  for (let life = 1; life <= 3; life++) {
    await running(world, life)
    world.launched.at(-1)?.end(new Error(messages.judgeEnds))
  }
  await running(world, 4)
  expect(world.pauses).toEqual([1000, 2000, 4000])
  world.pass(60_000)
  world.launched.at(-1)?.end(new Error(messages.judgeEnds))
  await running(world, 5)
  expect(world.pauses.at(-1)).toBe(1000)
})

test('reports why the judge could not start until it tries again', async () => {
  const world = openJudge({
    install: () => Promise.reject(new Error(messages.judgeNeedsNpm)),
    wait: (_ms, signal) => new Promise(resolve => signal.addEventListener('abort', resolve)),
  })
  world.save({ enabled: true })
  await expect.poll(() => world.judge.state()).toEqual({ state: 'failed', error: messages.judgeNeedsNpm })
})
