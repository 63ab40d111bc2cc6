import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@hornets/contract'

/** What is installed: its own manifest and lock file, apart from the relay's. */
const manifest = fileURLToPath(new URL('../../../judge/install', import.meta.url))
const installMsMax = 20 * 60_000
const lookEveryMs = 500
const niceness = 10

export interface InstallOptions {
  readonly folder: string
  readonly npm: string | undefined
  readonly programFolders: string
  readonly proxy: URL | undefined
  readonly extraCertificates: string | undefined
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Exactly the lock file's packages, without running their scripts. Throws with a sentence of the contract. */
export async function installLibraries({ folder, npm, onProgress, ...options }: InstallOptions): Promise<void> {
  const lock = await readFile(join(manifest, 'package-lock.json'), 'utf8')
  const digest = createHash('sha256').update(lock).digest('hex')
  const mark = join(folder, 'installed')
  if ((await readFile(mark, 'utf8').catch(() => '')) === digest) return
  if (!npm) throw new Error(messages.judgeNeedsNpm)
  await mkdir(folder, { recursive: true })
  await cp(manifest, folder, { recursive: true })
  const total = sizeOf(lock)
  onProgress(0, total)
  const watching = setInterval(async () => onProgress(await countInstalled(folder, total), total), lookEveryMs)
  try {
    await runNpm(npm, folder, options)
    for await (const map of glob('node_modules/**/*.map', { cwd: folder })) await rm(join(folder, map))
    await rm(join(folder, cacheName), { recursive: true, force: true })
    await writeFile(mark, digest)
  } finally {
    clearInterval(watching)
  }
}

const cacheName = 'npm-cache'

async function runNpm(
  npm: string,
  folder: string,
  { programFolders, proxy, extraCertificates, signal }: Omit<InstallOptions, 'folder' | 'npm' | 'onProgress'>,
): Promise<void> {
  const env = {
    PATH: programFolders,
    HOME: folder,
    // As the relay itself was installed: with the operator's certificates, registry and sign-in.
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: join(folder, cacheName),
    ...(extraCertificates !== undefined && { NODE_EXTRA_CA_CERTS: extraCertificates }),
    ...(proxy && { npm_config_proxy: proxy.href, npm_config_https_proxy: proxy.href }),
  }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(installMsMax)])
  const child = spawn(npm, ['ci', '--omit=dev'], {
    cwd: folder,
    env,
    signal: ends,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, niceness)
  let said = ''
  child.stderr.on('data', chunk => {
    said = (said + chunk).slice(-2000)
  })
  const [code] = await once(child, 'close').catch(cause => {
    throw new Error(messages.judgeNotInstalled, { cause })
  })
  if (code !== 0) throw new Error(messages.judgeNotInstalled, { cause: new Error(said) })
}

/** Packages that every machine needs. */
function sizeOf(lock: string): number {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { optional?: boolean }> }
  return Object.entries(packages).filter(([path, { optional }]) => path !== '' && !optional).length
}

async function countInstalled(folder: string, total: number): Promise<number> {
  const modules = join(folder, 'node_modules')
  const names = await readdir(modules).catch(() => [])
  const scoped = await Promise.all(
    names.filter(name => name.startsWith('@')).map(name => readdir(join(modules, name)).catch(() => [])),
  )
  return Math.min(total, names.filter(name => /^\w/.test(name)).length + scoped.flat().length)
}

/** The first program of this name in the folders of PATH; undefined if there is none. */
export async function findProgram(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const names: string[] = await readdir(folder).catch(() => [])
    if (names.includes(name)) return join(folder, name)
  }
  return undefined
}
