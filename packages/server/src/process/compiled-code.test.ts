import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const subject = new URL('./compiled-code.ts', import.meta.url)
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiled-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function start(cache: string): Promise<string> {
  const module = join(folder, 'module.ts')
  await writeFile(module, 'export const answer: number = 42')
  const program = `import { keepCompiledCode, reuseCompiledCode } from '${subject}'
    const reuses = reuseCompiledCode('test', process.env, ${JSON.stringify(cache)})
    const { answer } = await import(${JSON.stringify(module)})
    keepCompiledCode()
    console.log(reuses, answer)
    process.kill(process.pid, 'SIGKILL')`
  // The test command sets a folder for all programs, which would take precedence.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  return (await run.catch((killed: { stdout: string }) => killed)).stdout.trim()
}

it('reuses code compiled by an earlier start, even a killed one', async () => {
  const cache = join(folder, 'cache')
  expect(await start(cache)).toBe('true 42')
  const [version = ''] = await readdir(cache)
  const kept = await readdir(join(cache, version))
  expect(kept.length).toBeGreaterThan(0)
  expect(await start(cache)).toBe('true 42')
  expect(await readdir(join(cache, version))).toEqual(kept)
})

it('reuses it in worker threads', async () => {
  const cache = join(folder, 'cache')
  const inThread = `import { getCompileCacheDir } from 'node:module'
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage(getCompileCacheDir())`
  const program = `import { Worker } from 'node:worker_threads'
    import { reuseCompiledCode } from '${subject}'
    reuseCompiledCode('test', process.env, ${JSON.stringify(cache)})
    new Worker(${JSON.stringify(inThread)}, { eval: true }).on('message', folder => console.log(folder))`
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(stdout).toContain(cache)
})

it('works without a writable cache', async () => {
  const file = join(folder, 'no-folder')
  await writeFile(file, '')
  expect(await start(join(file, 'cache'))).toBe('false 42')
})
