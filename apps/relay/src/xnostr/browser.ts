import { execFile } from 'node:child_process'
import { lookup } from 'node:dns'
import { setPriority } from 'node:os'
import { messages } from '@hornets/contract'
import { inTemporaryFolder } from '@hornets/server/disk/temporary-folder'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import pLimit from 'p-limit'
import { findProgram } from '../built-in-judge/install-libraries.ts'

export interface BrowserSettings {
  readonly browser_path: string
  readonly browser_pool_size: number
  readonly temp_dir: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell']
const pageMs = 45_000
/** For the page's own programs, which ask visitors to wait, in the page's time. */
const scriptsMs = 10_000
const pageBytesMax = 8 * 2 ** 20
/** Below the relay's own threads: nobody waits for a handle. */
const niceness = 15

/** A process each, with a profile that is deleted. It reaches that host, port and address alone. */
export class Browser {
  readonly #settings: () => BrowserSettings
  readonly #programFolders: readonly string[]
  readonly #wayOut: Pick<WayOut, 'proxyFor'>
  readonly #pool = pLimit(1)

  constructor(
    settings: () => BrowserSettings,
    {
      programFolders,
      wayOut,
    }: { readonly programFolders: readonly string[]; readonly wayOut: Pick<WayOut, 'proxyFor'> },
  ) {
    this.#settings = settings
    this.#programFolders = programFolders
    this.#wayOut = wayOut
    this.turn()
  }

  /** To be called after changes of the settings. */
  turn(): void {
    this.#pool.concurrency = this.#settings().browser_pool_size
  }

  /** The page after its programs have run, as HTML. Throws an Error with a sentence of the contract. */
  open(url: URL, signal: AbortSignal): Promise<string> {
    return this.#pool(() => this.#open(url, signal))
  }

  async #open(url: URL, signal: AbortSignal): Promise<string> {
    const { browser_path, temp_dir } = this.#settings()
    const program = browser_path || (await this.#find())
    if (program === undefined) throw new Error(messages.browserMissing)
    return inTemporaryFolder(temp_dir, 'browser', async profile => {
      const flags = [...(await this.#flags(url)), `--user-data-dir=${profile}`, '--dump-dom', url.href]
      return run(program, flags, { signal, env: { HOME: profile } })
    })
  }

  async #flags(url: URL): Promise<string[]> {
    const proxy = this.#wayOut.proxyFor(url)
    // Chromium knows no proxies with a password, and nothing may bypass one.
    if (proxy?.username) throw new Error(messages.browserNeedsOpenProxy)
    return [
      '--headless',
      '--disable-gpu',
      '--disable-extensions',
      '--disable-sync',
      '--no-first-run',
      '--mute-audio',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      // Neither pages nor redirects nor changed names must lead it to addresses inside.
      `--host-resolver-rules=${[...(proxy ? pinned(proxy, proxy.hostname) : pinned(url, await addressOf(url))), 'MAP * ~NOTFOUND'].join(', ')}`,
      `--virtual-time-budget=${scriptsMs}`,
      ...(proxy ? [`--proxy-server=socks5://${proxy.host}`] : []),
      // Chromium's sandbox refuses root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ]
  }

  async #find(): Promise<string | undefined> {
    for (const name of names) {
      const path = await findProgram(name, this.#programFolders)
      if (path !== undefined) return path
    }
    return undefined
  }
}

/** From plain HTTP a server may lead to HTTPS. */
function pinned({ hostname, port, protocol }: URL, address: string): string[] {
  const own = port || (protocol === 'https:' ? '443' : '80')
  const ports = own === '80' ? [own, '443'] : [own]
  return ports.map(one => `MAP ${hostname}:${one} ${address.includes(':') ? `[${address}]` : address}:${one}`)
}

/** Throws an Error with a sentence of the contract. */
function addressOf({ hostname }: URL): Promise<string> {
  const name = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) =>
    lookup(name, { all: false }, (error, address) =>
      error ? reject(new Error(messages.mirrorFails, { cause: error })) : resolve(address),
    ),
  )
}

function run(
  program: string,
  flags: readonly string[],
  { signal, env }: { readonly signal: AbortSignal; readonly env: Record<string, string> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { signal, timeout: pageMs, maxBuffer: pageBytesMax, killSignal: 'SIGKILL', env } as const
    const child = execFile(program, flags, options, (error, html) => {
      if (!error) return resolve(html)
      const isMissing =
        (error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'EACCES'
      reject(new Error(isMissing ? messages.browserMissing : messages.mirrorFails, { cause: error }))
    })
    try {
      if (child.pid !== undefined) setPriority(child.pid, niceness)
    } catch {
      // It has ended already.
    }
  })
}
