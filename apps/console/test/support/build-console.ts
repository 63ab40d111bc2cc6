import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface BuiltConsole {
  readonly folder: string
  remove(): Promise<void>
}

/**
 * Builds the console as `npm run build` does, into a folder of its own. In a process of its own: under the tests NODE_ENV
 * says 'test', and React would come in its development form.
 */
export async function buildConsole(): Promise<BuiltConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'console-build-'))
  const vite = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js')
  const options = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  await promisify(execFile)(process.execPath, [vite, ...options], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
