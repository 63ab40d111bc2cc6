import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { signInLimits } from '../../apps/relay/src/accounts/limits.ts'
import { readConfig } from '../../apps/relay/src/config.ts'
import { startRelay as openRelay } from '../../apps/relay/test/harness.ts'
import { putNewDatabases } from '../../apps/relay/test/support/servers/new-databases.ts'
import { startProgram } from './process.ts'

export interface OpenRelay {
  readonly adminUrl: string
  readonly setupUrl: string
  readonly setupToken: string
  readonly publicUrl: string
  readonly dataDir: string
  stop(): Promise<void>
}

export interface RelayProcess extends OpenRelay {
  restart(signal?: NodeJS.Signals, meanwhile?: () => Promise<void>): Promise<void>
}

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'hornets-e2e-'))

interface RelayOptions {
  readonly filled?: string
  readonly env?: Record<string, string>
  /** Something starts it again when it ends by itself, as systemd does. */
  readonly supervised?: boolean
}

interface Ready {
  readonly publicUrl: string
  readonly adminUrl: string
  readonly setupUrl?: string
}

const relayEnv = (dataDir: string, port: number, env: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  PORT: String(port),
  PUBLIC_HOST: '127.0.0.1',
  RATE_URL: '',
  UPDATE_CHECK: 'off',
  BUILT_IN_JUDGE: 'off',
  // No wallet unless one is named, not even one that happens to run on this machine.
  WALLET_URL: 'http://127.0.0.1:1',
  ...env,
})

const tokenIn = (setupUrl: string) => new URL(setupUrl).searchParams.get('setup') ?? ''

/** In the test's process: a start takes a quarter of the processor time that a process of its own takes. */
export async function startRelay(env?: Record<string, string>): Promise<OpenRelay> {
  const dataDir = await makeDataDir()
  const relay = await openRelay({ dataDir, config: readConfig(relayEnv(dataDir, 0, env)), signInLimits })
  const setupUrl = relay.app.setupUrl() ?? relay.adminUrl
  return {
    adminUrl: relay.adminUrl,
    publicUrl: relay.publicUrl,
    setupUrl,
    setupToken: tokenIn(setupUrl),
    dataDir,
    stop: async () => {
      await relay.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For tests that kill it or start it again. */
export async function startRelayProcess({ filled, env, supervised = false }: RelayOptions = {}): Promise<RelayProcess> {
  const dataDir = filled ?? (await makeDataDir())
  const given = { ...(supervised && { RESTARTS: 'on' }), ...env }
  await putNewDatabases(dataDir, env?.ACCOUNTS_DATABASE_URL)
  const launch = (port: number) =>
    startProgram<Ready>('relay', relayEnv(dataDir, port, given), 'test/support/cheap-main.ts')
  let relay = await launch(0)
  const { adminUrl, publicUrl, setupUrl = adminUrl } = relay.ready
  const port = Number(new URL(publicUrl).port) - 1
  let isStopped = false
  const supervise = async () => {
    await relay.ended
    if (isStopped) return
    relay = await launch(port)
    void supervise()
  }
  if (supervised) void supervise()
  return {
    adminUrl,
    setupUrl,
    setupToken: tokenIn(setupUrl),
    publicUrl,
    dataDir,
    restart: async (signal, meanwhile) => {
      await relay.end(signal)
      await meanwhile?.()
      relay = await launch(port)
    },
    stop: async () => {
      isStopped = true
      await relay.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface Operator {
  readonly pubkey: string
  readonly secretKey: Uint8Array
  readonly password: string
}

export function newOperator(): Operator {
  const secretKey = generateSecretKey()
  return { secretKey, pubkey: getPublicKey(secretKey), password: 'Correct-Horse-7' }
}

/** With motion, as most people see it. */
export const moving = { reducedMotion: 'no-preference' } as const

/** Extensions inject around `load`, so the signer comes late, too. Without motion unless asked for. */
export async function openContext(
  browser: Browser,
  operator: Operator,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...options })
  await context.exposeFunction('signWithTestKey', (event: Parameters<typeof finalizeEvent>[0]) =>
    finalizeEvent(event, operator.secretKey),
  )
  await context.addInitScript(pubkey => {
    addEventListener('load', () => {
      Object.assign(window, {
        nostr: {
          getPublicKey: async () => pubkey,
          signEvent: (event: unknown) =>
            (window as unknown as { signWithTestKey(event: unknown): Promise<unknown> }).signWithTestKey(event),
        },
      })
    })
  }, operator.pubkey)
  return context
}

/** Collects a page's complaints, so that a test can show that there were none. */
export function listenForTrouble(page: Page): string[] {
  const trouble: string[] = []
  page.on('pageerror', error => trouble.push(`page error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()} ${message.location().url}`)
  })
  return trouble
}
