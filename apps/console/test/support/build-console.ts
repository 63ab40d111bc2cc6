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

/** The console as `npm run build` makes it: the one that `npm test` has built, or else a build of its own. */
export async function buildConsole(): Promise<BuiltConsole> {
  const built = process.env.CONSOLE_DIST
  if (built) return { folder: built, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'console-build-'))
  await runVite(consoleFolder, folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The console built from a copy of its sources to which files were added, by their path in apps/console. */
export async function buildChangedConsole(added: Readonly<Record<string, string>>): Promise<BuiltConsole> {
  const project = await mkdtemp(join(tmpdir(), 'console-copy-'))
  const copy = join(project, 'apps', 'console')
  const root = join(consoleFolder, '../..')
  await Promise.all([
    cp(consoleFolder, copy, { recursive: true, filter: path => !/\/(dist|test|\.cache|node_modules)$/.test(path) }),
    ...['node_modules', 'packages', 'tsconfig.base.json'].map(name => symlink(join(root, name), join(project, name))),
  ])
  for (const [path, text] of Object.entries(added)) await writeFile(join(copy, path), text)
  await runVite(copy, join(copy, 'dist'))
  return { folder: join(copy, 'dist'), remove: () => rm(project, { recursive: true, force: true }) }
}

/** The gallery of components, which the console itself is built without. */
export async function buildGallery(): Promise<BuiltConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-build-'))
  await runVite(consoleFolder, folder, '--config', 'gallery/vite.config.ts')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** In a process of its own: under the tests NODE_ENV says 'test', and React would come in its development form. */
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
