import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const watch = JSON.stringify(new URL('stuck-file-watch.mjs', import.meta.url).href)

const run = (rest: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { Worker } from 'node:worker_threads'
      const thread = new Worker(new URL(${watch}), { workerData: { limitMs: 500 }, execArgv: [] })
      thread.unref()
      thread.postMessage('one.test.ts')
      ${rest}`,
    ],
    { encoding: 'utf8', timeout: 15_000 },
  )

it('kills a process whose file never returns, and prints where it was', () => {
  const { signal, stderr } = run(`const neverReturns = async () => { for (;;) await null }
    await neverReturns()`)
  expect(signal).toBe('SIGKILL')
  expect(stderr).toContain('one.test.ts has not ended after 0.5 s')
  expect(stderr).toContain('neverReturns')
})

it('continues in a process whose file has ended', () => {
  const { status, stderr } = run(`thread.postMessage(null)
    await new Promise(go => setTimeout(go, 800))`)
  expect([status, stderr]).toEqual([0, ''])
})
