import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ConsoleBuild {
  readonly name: string
  readonly folder: string
  remove(): Promise<void>
}

/** A copy, since another build may replace it meanwhile. */
export async function thisBuild(): Promise<ConsoleBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'console-built-'))
  await cp(join(root, 'apps/console/dist'), folder, { recursive: true })
  return { name: 'this build', folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A console to compare with: a folder with a built one, or a commit of this project, which is built. */
export async function referenceBuild(named: string): Promise<ConsoleBuild> {
  const folder = resolve(named)
  if (existsSync(join(folder, 'index.html'))) return { name: named, folder, remove: async () => {} }
  return buildCommit(named)
}

async function buildCommit(commit: string): Promise<ConsoleBuild> {
  const project = await mkdtemp(join(tmpdir(), 'console-reference-'))
  const remove = () => rm(project, { recursive: true, force: true })
  try {
    const archive = join(project, 'sources.tar')
    await run('git', ['-C', root, 'archive', '--format=tar', '-o', archive, commit])
    await run('tar', ['-xf', archive, '-C', project])
    await linkPackages(project)
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    await run(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(project, 'apps/console'),
      env: { ...process.env, NODE_ENV: 'production' },
    })
    return { name: commit, folder: join(project, 'apps/console/dist'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The packages installed here, except the project's own, which come from the commit. */
async function linkPackages(project: string): Promise<void> {
  const installed = join(root, 'node_modules')
  const own = '@hornets'
  await mkdir(join(project, 'node_modules', own), { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== own && !name.startsWith('.')) await symlink(join(installed, name), join(project, 'node_modules', name))
  }
  for (const name of await readdir(join(project, 'packages')))
    await symlink(join(project, 'packages', name), join(project, 'node_modules', own, name))
}
