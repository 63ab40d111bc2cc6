import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { chapters } from '../../apps/relay/src/demo/history/chapters.ts'
import { liveThrough } from '../../apps/relay/src/demo/history/live-through.ts'

const secretKey = generateSecretKey()
const npub = getPublicKey(secretKey)
const password = 'Correct-Horse-7'

export interface Relay {
  readonly adminUrl: string
  readonly session: { readonly token: string; readonly user: unknown }
  stop(): Promise<void>
}

export async function fillFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
  await liveThrough(folder, { until: Date.now(), days: 365, claimed: false, subjects: chapters })
  return folder
}

export async function startRelay(data: string, consoleDir: string): Promise<Relay> {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-bench-'))
  await cp(data, folder, { recursive: true })
  const relay = fork(new URL('../../apps/relay/src/main.ts', import.meta.url), {
    env: {
      ...process.env,
      DATA_DIR: folder,
      CONSOLE_DIR: consoleDir,
      PORT: '0',
      PUBLIC_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_URL: '',
      WALLET_URL: 'http://127.0.0.1:1',
    },
  })
  const stop = async () => {
    const ended = once(relay, 'exit')
    relay.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const [ready] = (await once(relay, 'message')) as [Ready]
  if (ready.type !== 'ready') throw new Error(`the relay did not start: ${ready.message}`)
  try {
    return { adminUrl: ready.adminUrl, session: await signIn(ready), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Ready {
  readonly type: string
  readonly message?: string
  readonly adminUrl: string
  readonly setupUrl: string
}

async function signIn({ adminUrl, setupUrl }: Ready): Promise<Relay['session']> {
  const call = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(adminUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  await call('/signup', {
    npub,
    password,
    confirmPassword: password,
    termOfUse: true,
    setupToken: new URL(setupUrl).searchParams.get('setup'),
  })
  const { event } = await call('/login', { npub, password })
  const { content, created_at } = event
  const { id, pubkey, kind, tags, sig } = finalizeEvent({ kind: 1, tags: [], content, created_at }, secretKey)
  return call('/verify', {
    challenge: content,
    signature: sig,
    messageHash: id,
    event: { id, pubkey, created_at, kind, tags, content, sig },
  })
}
