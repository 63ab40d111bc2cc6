import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@hornets/server/process/logger'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { type SignInLimits, signInLimits } from '../src/accounts/limits.ts'
import type { PasswordCost } from '../src/accounts/password/password.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type ContextOptions, openContext } from '../src/context.ts'
import { openApp } from '../src/servers/app.ts'
import { accountsFor, commandVariables, dropAccountsOf } from './support/servers/accounts-on-postgres.ts'
import { putNewDatabases } from './support/servers/new-databases.ts'

/** No outside calls: neither a wallet service nor the exchange rate. */
const alone = {
  WALLET_URL: 'http://127.0.0.1:1',
  RATE_URL: '',
  UPDATE_CHECK: 'off',
  BUILT_IN_JUDGE: 'off',
  RELAY_PROCESSES: process.env.TEST_RELAY_PROCESSES ?? '1',
}

export interface Operator {
  readonly secretKey: Uint8Array
  readonly pubkey: string
  readonly password: string
}

export interface CallOptions {
  readonly method?: string
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed if JSON, otherwise text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
}

export interface RelayOptions extends ContextOptions {
  /** Kept after closing if given, otherwise removed. */
  readonly dataDir?: string
  readonly config?: Partial<Config>
}

/** Tests sign in more often than people do. */
const generousLimits: SignInLimits = (() => {
  const limit = { burst: 10_000, perMinute: 10_000 }
  const { slowedMs: _slowed, recoveryAnswerMs: _answer, ...limits } = signInLimits
  const generous = Object.fromEntries(Object.keys(limits).map(name => [name, limit]))
  return { ...signInLimits, ...generous, slowedMs: 0, recoveryAnswerMs: 0 }
})()

/** `accounts/password/password.test.ts` and the tests that run the relay as a process use the real cost. */
const cheapPasswords: PasswordCost = { memoryKib: 256, passes: 1, lanes: 1 }

export function newOperator(): Operator {
  const secretKey = generateSecretKey()
  return { secretKey, pubkey: getPublicKey(secretKey), password: 'Correct-Horse-7' }
}

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'relay-test-'))

export async function call(adminUrl: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, token } = options
  const response = await fetch(`${adminUrl}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export function answerTo(
  unsigned: { content: string; created_at: number },
  { secretKey }: Pick<Operator, 'secretKey'>,
) {
  const { kind, tags, content, created_at, pubkey, id, sig } = finalizeEvent(
    { kind: 1, tags: [], content: unsigned.content, created_at: unsigned.created_at },
    secretKey,
  )
  return {
    challenge: content,
    signature: sig,
    messageHash: id,
    event: { id, pubkey, created_at, kind, tags, content, sig },
  }
}

export async function claim(
  { adminUrl, setupUrl }: { readonly adminUrl: string; readonly setupUrl?: string | undefined },
  operator = newOperator(),
): Promise<Operator> {
  const { pubkey, password } = operator
  const setupToken = setupUrl === undefined ? '' : new URL(setupUrl).searchParams.get('setup')
  const body = { npub: pubkey, password, confirmPassword: password, termOfUse: true, setupToken }
  const answer = await call(adminUrl, '/signup', { body })
  if (answer.status !== 201) throw new Error(`the relay could not be claimed: ${JSON.stringify(answer.body)}`)
  return operator
}

export async function login(adminUrl: string, operator: Operator): Promise<string> {
  const { pubkey, password } = operator
  const { body } = await call(adminUrl, '/login', { body: { npub: pubkey, password } })
  const verified = await call(adminUrl, '/verify', { body: answerTo(body.event, operator) })
  if (verified.status !== 200) throw new Error(`signing in failed: ${JSON.stringify(verified.body)}`)
  return verified.body.token
}

export async function startRelay(options: RelayOptions = {}) {
  const dataDir = options.dataDir ?? (await makeDataDir())
  const environment = { DATA_DIR: dataDir, PORT: '0', PUBLIC_HOST: '127.0.0.1', ...alone }
  const accountsDatabase = await accountsFor(dataDir)
  const config = { ...readConfig(environment), accountsDatabase, ...options.config }
  await putNewDatabases(dataDir, config.accountsDatabase)
  const logger = options.logger ?? createLogger({ name: 'test', level: 'fatal' })
  const context = await openContext(config, {
    signInLimits: generousLimits,
    passwordCost: cheapPasswords,
    ...options,
    logger,
  })
  const app = await openApp(context).catch(async error => {
    await context.close()
    throw error
  })
  const { adminUrl, publicUrl } = app
  return {
    adminUrl,
    publicUrl,
    dataDir,
    context,
    app,
    call: (path: string, callOptions?: CallOptions) => call(adminUrl, path, callOptions),
    claim: (operator?: Operator) => claim({ adminUrl, setupUrl: app.setupUrl() }, operator),
    login: (operator: Operator) => login(adminUrl, operator),
    async signedIn() {
      const operator = await claim({ adminUrl, setupUrl: app.setupUrl() })
      return { operator, token: await login(adminUrl, operator) }
    },
    async close() {
      await app.close()
      await context.close()
      if (options.dataDir !== undefined) return
      await rm(dataDir, { recursive: true })
      await dropAccountsOf(dataDir)
    },
  }
}
export type Relay = Awaited<ReturnType<typeof startRelay>>

export interface Notice {
  readonly type: 'ready' | 'failed'
  readonly message: string
  readonly publicUrl: string
  readonly adminUrl: string
  readonly claimed: boolean
  readonly setupUrl?: string
}

/** The relay in a separate process, for tests that kill it, started by `by`. The test removes the data folder. */
export async function spawnRelay(dataDir: string, env: Record<string, string> = {}, by: readonly string[] = []) {
  const variables = { ...(await commandVariables(dataDir)), ...env }
  await putNewDatabases(dataDir, variables.ACCOUNTS_DATABASE_URL)
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const [program = '', ...args] = [...by, process.execPath, main]
  const child = spawn(program, args, {
    env: { ...process.env, ...alone, PORT: '0', PUBLIC_HOST: '127.0.0.1', LOG_LEVEL: 'error', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  const ended = once(child, 'exit')
  const notice = (await Promise.race([firstNotice(child), ended])) as Notice
  if (!notice.type) throw new Error(`the relay ended before it said anything:\n${output}`)
  return {
    ...notice,
    child,
    output: () => output,
    /** Sends a signal and resolves with the exit code when the process has ended. */
    end: (signal: NodeJS.Signals = 'SIGTERM') => end(child, signal, ended),
  }
}

/** Its start can say before that it takes long. */
function firstNotice(child: ChildProcess): Promise<unknown> {
  return new Promise(resolve =>
    child.on('message', message => (message as { type: string }).type !== 'waiting' && resolve(message)),
  )
}

async function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<unknown[]>): Promise<number | null> {
  child.kill(signal)
  const [code] = await ended
  return code as number | null
}
