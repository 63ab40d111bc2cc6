import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

const root = new URL('..', import.meta.url).pathname

export interface RelayProcess {
  readonly adminUrl: string
  /** Websocket address of the public door. */
  readonly publicUrl: string
  readonly dataDir: string
  /** SIGTERM, waits for the end, starts again on the same data and ports. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'hornets-e2e-'))

/** The relay as `npm start` runs it: a process of its own on free loopback ports over a data folder of its own. */
export async function startRelay(filled?: string): Promise<RelayProcess> {
  const dataDir = filled ?? (await makeDataDir())
  let ports: Record<string, string> = { PORT: '0' }
  let { child, ready } = await launch(dataDir, ports)
  ports = { PORT: String(Number(new URL(ready.publicUrl).port) - 1) }
  return {
    adminUrl: ready.adminUrl,
    publicUrl: ready.publicUrl,
    dataDir,
    restart: async () => {
      await end(child)
      ;({ child, ready } = await launch(dataDir, ports))
    },
    stop: async () => {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Ready {
  readonly publicUrl: string
  readonly adminUrl: string
}

async function launch(dataDir: string, ports: Record<string, string>): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, ['apps/relay/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: dataDir, PUBLIC_HOST: '127.0.0.1', LOG_LEVEL: 'error', RATE_URL: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the relay ended with ${code} before it was ready`))),
  ])) as [Ready & { type: string; message?: string }]
  if (message.type !== 'ready') throw new Error(`the relay did not start: ${message.message}`)
  return { child, ready: message }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** A person with a key: signs what the page asks for, as a NIP-07 extension does. */
export interface Operator {
  readonly pubkey: string
  readonly secretKey: Uint8Array
  readonly password: string
}

export function newOperator(): Operator {
  const secretKey = generateSecretKey()
  return { secretKey, pubkey: getPublicKey(secretKey), password: 'Correct-Horse-7' }
}

/** A browser window whose extension holds the operator's key. Extensions inject around `load`, so the signer comes late too. */
export async function openContext(
  browser: Browser,
  operator: Operator,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options })
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

/** Collects what a page complains of, so that a test can show that there was nothing. */
export function listenForTrouble(page: Page): string[] {
  const trouble: string[] = []
  page.on('pageerror', error => trouble.push(`page error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()}`)
  })
  return trouble
}
