import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface BuiltConsole {
  readonly folder: string
  remove(): Promise<void>
}

const consoleFolder = fileURLToPath(new URL('../..', import.meta.url))

/** The console as `npm run build` makes it: the build of `npm test` where there is one, else a new build. */
export async function buildConsole(): Promise<BuiltConsole> {
  const built = process.env.CONSOLE_DIST
  if (built) return { folder: built, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'console-build-'))
  await runVite(consoleFolder, folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export async function buildChangedConsole(added: Readonly<Record<string, string>>): Promise<BuiltConsole> {
  const project = await mkdtemp(join(tmpdir(), 'console-copy-'))
  const copy = join(project, 'apps', 'console')
  const root = join(consoleFolder, '../..')
  await Promise.all([
    cp(consoleFolder, copy, { recursive: true, filter: path => !/\/(dist|test|\.cache|node_modules)$/.test(path) }),
    ...['node_modules', 'packages', 'tsconfig.base.json'].map(name => symlink(join(root, name), join(project, name))),
  ])
  for (const [path, text] of Object.entries(added)) await writeFile(join(copy, path), text)
  await runVite(copy, join(copy, 'dist'), '--mode', 'uncompressed')
  return { folder: join(copy, 'dist'), remove: () => rm(project, { recursive: true, force: true }) }
}

export async function buildGallery(): Promise<BuiltConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-build-'))
  await runVite(consoleFolder, folder, '--config', 'gallery/vite.config.ts')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** In a separate process: tests set NODE_ENV to 'test', which would include React's development build. */
async function runVite(cwd: string, outDir: string, ...more: readonly string[]): Promise<void> {
  const vite = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace('package.json', 'bin/vite.js')
  const options = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error', ...more]
  await promisify(execFile)(process.execPath, [vite, ...options], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
