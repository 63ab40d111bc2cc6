import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '@hornets/contract'
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

/** Opens pages in the operator's Chromium: a process for each, with a profile that is deleted, which reaches that host alone. */
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
  }

  /** The page after its programs have run, as HTML. Throws an Error with a sentence of the contract. */
  open(url: URL, signal: AbortSignal): Promise<string> {
    this.#pool.concurrency = this.#settings().browser_pool_size
    return this.#pool(() => this.#open(url, signal))
  }

  async #open(url: URL, signal: AbortSignal): Promise<string> {
    const { browser_path, temp_dir } = this.#settings()
    const program = browser_path || (await this.#find())
    if (program === undefined) throw new Error(messages.browserMissing)
    const profile = await mkdtemp(join(temp_dir || tmpdir(), 'hornets-browser-'))
    try {
      const flags = [...this.#flags(url), `--user-data-dir=${profile}`, '--dump-dom', url.href]
      return await run(program, flags, { signal, env: { HOME: profile } })
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  #flags(url: URL): string[] {
    const proxy = this.#wayOut.proxyFor(url)
    // Chromium knows no proxies with a password, and nothing may bypass one.
    if (proxy?.username) throw new Error(messages.browserNeedsOpenProxy)
    return [
      ...['--headless', '--disable-gpu', '--disable-extensions', '--disable-sync', '--no-first-run', '--mute-audio'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
      // Pages must not lead it to addresses inside.
      `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${proxy?.hostname ?? url.hostname}, EXCLUDE ${url.hostname}`,
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

function run(
  program: string,
  flags: readonly string[],
  { signal, env }: { readonly signal: AbortSignal; readonly env: Record<string, string> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { signal, timeout: pageMs, maxBuffer: pageBytesMax, killSignal: 'SIGKILL', env } as const
    execFile(program, flags, options, (error, html) => {
      if (!error) return resolve(html)
      const isMissing =
        (error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'EACCES'
      reject(new Error(isMissing ? messages.browserMissing : messages.mirrorFails, { cause: error }))
    })
  })
}
