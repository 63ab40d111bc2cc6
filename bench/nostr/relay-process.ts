import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The whole relay in a separate process, on free ports; in a folder of its own, unless one is given, which it keeps. `patch`: a module that is loaded first. */
export async function startRelay(given?: string, patch?: URL, environment: Readonly<Record<string, string>> = {}) {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'hornets-bench-')))
  const child = fork(new URL('../../apps/relay/src/main.ts', import.meta.url), {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      PUBLIC_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_URL: '',
      ...environment,
    },
    ...(patch && { execArgv: ['--import', patch.href] }),
  })
  const [notice] = (await once(child, 'message')) as [{ type: string; publicUrl: string; message?: string }]
  if (notice.type !== 'ready') throw new Error(`the relay did not start: ${notice.message}`)
  return {
    url: notice.publicUrl.replace(/^http/, 'ws'),
    pid: child.pid ?? 0,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      if (given === undefined) await rm(folder, { recursive: true })
    },
  }
}
