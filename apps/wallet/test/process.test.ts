import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp, health, lock, setUp, unlock } from '@hornets/contract/wallet/set-up'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Operator } from './support/operator.ts'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
let dataDir: string
const started: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hornets-wallet-process-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise(done => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

type Notice = { type: 'ready'; walletUrl: string; chainSource: string } | { type: 'failed'; message: string }

function start(env: Record<string, string> = {}) {
  const base = { PATH: process.env.PATH, DATA_DIR: dataDir, WALLET_PORT: '0', WALLET_NETWORK: 'regtest' }
  const child = fork(main, {
    env: { ...base, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  started.push(child)
  const notice = new Promise<Notice>(done => child.once('message', message => done(message as Notice)))
  const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
  return { child, notice, ended }
}

test('exits on a wrong variable with an explanation', async () => {
  const { notice, ended } = start({ WALLET_NETWORK: 'moon' })
  expect(await notice).toMatchObject({ type: 'failed', message: expect.stringContaining('WALLET_NETWORK should be') })
  expect(await ended).toBe(1)
})

test('a second wallet on the same folder is refused', async () => {
  expect(await start().notice).toMatchObject({ type: 'ready' })
  const second = start()
  expect(await second.notice).toMatchObject({ type: 'failed', message: expect.stringContaining('Another wallet') })
  expect(await second.ended).toBe(1)
})

test('prints its address, answers, keeps files private to its user, and ends on request', async () => {
  const { child, notice, ended } = start()
  const ready = await notice
  expect(ready).toMatchObject({ type: 'ready', chainSource: 'none' })
  const url = ready.type === 'ready' ? ready.walletUrl : ''
  const response = await fetch(`${url}/health`)
  expect(await response.json()).toMatchObject({ network: 'regtest', wallet: 'none', chain_source: 'none' })
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'wallet.db'))).mode & 0o077).toBe(0)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('ends when its parent process ends', async () => {
  const { child, notice, ended } = start()
  await notice
  child.disconnect()
  expect(await ended).toBe(0)
})

const chunkBytes = 1 << 20
const inTime = { timeout: 90_000, interval: 500 }

/** In the forms that something could write: text in either of V8's encodings, bytes also as hex. */
const formsOf = (secret: string | Uint8Array): Buffer[] =>
  typeof secret === 'string'
    ? [Buffer.from(secret), Buffer.from(secret, 'utf16le')]
    : [Buffer.from(secret), Buffer.from(Buffer.from(secret).toString('hex'))]

/** Names found in memory, as a core dump would show it: the first, since a full look takes seconds. Linux only. */
async function findIn(pid: number, wanted: Readonly<Record<string, readonly Buffer[]>>): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8')
  const memory = await open(`/proc/${pid}/mem`, 'r')
  const all = Object.entries(wanted)
  const overlap = Math.max(...all.flatMap(([, forms]) => forms.map(({ length }) => length))) - 1
  // Most of the 700 MB is untouched: comparing it with zeros takes a tenth of searching it.
  const [chunk, zeros] = [Buffer.alloc(chunkBytes + overlap), Buffer.alloc(chunkBytes + overlap)]
  try {
    for (const line of maps.split('\n')) {
      const [, from = '', to = '', path = ''] = /^([\da-f]+)-([\da-f]+) rw.. \S+ \S+ \S+\s*(.*)$/.exec(line) ?? []
      if (from === '' || path.startsWith('[v')) continue
      const end = Number.parseInt(to, 16)
      for (let start = Number.parseInt(from, 16); start < end; start += chunkBytes) {
        const length = Math.min(chunk.length, end - start)
        const { bytesRead } = await memory.read(chunk, 0, length, start).catch(() => ({ bytesRead: 0 }))
        const bytes = chunk.subarray(0, bytesRead)
        if (bytes.equals(zeros.subarray(0, bytesRead))) continue
        const found = all.filter(([, forms]) => forms.some(form => bytes.includes(form)))
        if (found.length > 0) return found.map(([name]) => name)
      }
    }
    return []
  } finally {
    await memory.close()
  }
}

function secretsOf(words: readonly string[], { password, passphrase }: { password: string; passphrase: string }) {
  const phrase = words.join(' ')
  const seed = mnemonicToSeedSync(phrase, passphrase)
  const master = HDKey.fromMasterSeed(seed)
  const [account, subscribers] = [0, 1000].map(number => master.derive(`m/84'/1'/${number}'`))
  const bytesOf = (key: HDKey | undefined) => formsOf(key?.privateKey ?? new Uint8Array(32))
  return {
    password: formsOf(password),
    passphrase: formsOf(passphrase),
    words: [phrase, words.join('","')].flatMap(formsOf),
    seed: [seed, mnemonicToEntropy(phrase, wordlist)].flatMap(formsOf),
    'master key': bytesOf(master),
    'keys that sign': [account, subscribers].flatMap(bytesOf),
  }
}

/** Locks once memory holds only the signing keys; returns a search for everything that opens the wallet. */
async function lockedAfter(
  work: (operator: Operator, secrets: { password: string; passphrase: string }) => Promise<string[]>,
) {
  const operator = new Operator(() => url)
  const { child, notice } = start({ WALLET_OPERATOR_PUBKEY: operator.pubkey })
  const ready = await notice
  const url = ready.type === 'ready' ? ready.walletUrl : ''
  await operator.signIn()
  const secrets = {
    password: `tulips ${randomBytes(12).toString('hex')}`,
    passphrase: `roses ${randomBytes(12).toString('hex')}`,
  }
  const wanted = secretsOf(await work(operator, secrets), secrets)
  const isUnlocked = (await operator.call(health)).body.wallet === 'unlocked'
  if (isUnlocked) {
    const { 'keys that sign': keys, ...others } = wanted
    expect(await findIn(child.pid ?? 0, { keys })).toEqual(['keys'])
    await expect.poll(() => findIn(child.pid ?? 0, others), inTime).toEqual([])
  }
  const { body } = await operator.call(lock)
  expect(body.message).toBe('The wallet is locked')
  return () => findIn(child.pid ?? 0, wanted)
}

type Work = (operator: Operator, secrets: { password: string; passphrase: string }) => Promise<string[]>
/** In a usual run the first; the others have the same parts in another order. */
const works: [string, Work][] = [
  [
    'created and backed up',
    async (operator, secrets) => {
      const made = await operator.call(setUp, { body: { mode: 'create', ...secrets } })
      await operator.call(backUp, { body: { password: secrets.password } })
      return made.body.words ?? []
    },
  ],
  [
    'locked, unlocked and backed up',
    async (operator, secrets) => {
      const made = await operator.call(setUp, { body: { mode: 'create', ...secrets } })
      await operator.call(lock)
      await operator.call(unlock, { body: { password: secrets.password } })
      await operator.call(backUp, { body: { password: secrets.password } })
      return made.body.words ?? []
    },
  ],
  [
    'locked and then backed up',
    async (operator, secrets) => {
      const made = await operator.call(setUp, { body: { mode: 'create', ...secrets } })
      await operator.call(lock)
      await operator.call(backUp, { body: { password: secrets.password } })
      return made.body.words ?? []
    },
  ],
  [
    'restored',
    async (operator, secrets) => {
      const words = generateMnemonic(wordlist).split(' ')
      await operator.call(setUp, { body: { mode: 'restore', words, ...secrets } })
      return words
    },
  ],
]

test.runIf(process.platform === 'linux').each(process.env.THOROUGH ? works : works.slice(0, 1))(
  'has only the keys that sign in its memory within seconds, and none after locking, once it was %s',
  async (_, work) => {
    const look = await lockedAfter(work)
    await expect.poll(look, inTime).toEqual([])
  },
  300_000,
)
