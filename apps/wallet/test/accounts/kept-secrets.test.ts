import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBalance } from '@hornets/contract/wallet/accounting'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { backUp, checkWords, lock, setUp, unlock } from '@hornets/contract/wallet/set-up'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import { copySqlite } from '@hornets/server/database/sqlite'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { Operator } from '../support/operator.ts'

const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
const password = `tulips ${randomBytes(12).toString('hex')}`
const passphrase = `roses ${randomBytes(12).toString('hex')}`
const apiKey = `shared-${randomBytes(24).toString('hex')}`
const dataDirs: string[] = []
const answers: string[] = []
const log: Buffer[] = []
let dataDir: string
let node: RegtestNode
let child: ChildProcess
let url = ''
let words: readonly string[] = []
let signed = ''

const textForms = (text: string) => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('hex')),
  Buffer.from(
    Buffer.from(text)
      .toString('base64')
      .replace(/.{0,2}=*$/, ''),
  ),
]
const byteForms = (bytes: Uint8Array) => [Buffer.from(bytes), ...textForms(Buffer.from(bytes).toString('hex'))]

function secrets(): Readonly<Record<string, readonly Buffer[]>> {
  const phrase = words.join(' ')
  const some = [words.slice(0, 3), words.slice(5, 8)]
  const spelled = [phrase, ...some.flatMap(part => [part.join(' '), part.join('","'), part.join(',')])]
  return {
    words: spelled.flatMap(textForms),
    seed: [...byteForms(mnemonicToSeedSync(phrase, passphrase)), ...byteForms(mnemonicToEntropy(phrase, wordlist))],
    passphrase: textForms(passphrase),
    password: textForms(password),
    'API key': textForms(apiKey),
  }
}

const foundIn = (bytes: Buffer) =>
  Object.entries(secrets()).flatMap(([name, forms]) => (forms.some(form => bytes.includes(form)) ? [name] : []))

const operator = new Operator(() => url)

async function send(path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  const type = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method: 'POST', body, headers: { ...type, ...headers } })
  answers.push(JSON.stringify([...response.headers]), await response.text())
  return response.status
}

beforeAll(async () => {
  node = await RegtestNode.start()
  dataDir = await mkdtemp(join(tmpdir(), 'hornets-wallet-secrets-'))
  dataDirs.push(dataDir)
  child = fork(main, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      WALLET_PORT: '0',
      WALLET_NETWORK: 'regtest',
      LOG_LEVEL: 'trace',
      BITCOIND_URL: node.url,
      BITCOIND_COOKIE: node.cookieFile,
      WALLET_OPERATOR_PUBKEY: operator.pubkey,
      // Nobody answers there: the wallet tries, and logs that it failed.
      WALLET_API_KEY: apiKey,
      RELAY_URL: 'http://127.0.0.1:1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => log.push(chunk))
  const [{ walletUrl }] = (await once(child, 'message')) as [{ walletUrl: string }]
  url = walletUrl
  await operator.signIn()
  const made = await operator.call(setUp, { body: { mode: 'create', password, passphrase } })
  words = made.body.words ?? []
  const { body } = await operator.call(newAddress, { body: {} })
  await node.pay(body.address, 100_000)
  await node.mine(1)
  const isThere = async () => expect((await operator.call(getBalance)).body.confirmed).toBe(100_000)
  await vi.waitFor(isThere, { timeout: 60_000, interval: 200 })
  await operator.call(lock)
  for (const given of [`${password}!`, password.slice(1)])
    answers.push(JSON.stringify(await operator.call(unlock, { body: { password: given } })))
  const order = {
    choice: 1,
    recipient_address: payee,
    spend_amount: 20_000,
    priority_rate: 5,
    enable_rbf: true,
  } as const
  answers.push(JSON.stringify(await operator.call(makeTransaction, { body: order })))
  expect((await operator.call(unlock, { body: { password } })).status).toBe(200)
  signed = (await operator.call(makeTransaction, { body: order })).body.txid
  // It shows the words, as it should: this answer is not searched.
  expect((await operator.call(backUp, { body: { password } })).body.words).toEqual(words)
  const wrong = [1, 2, 3].map(position => ({ position, word: words[position] ?? '' }))
  answers.push(JSON.stringify(await operator.call(checkWords, { body: { password, words: wrong } })))
  const said = JSON.stringify({ mode: 'restore', words, password, passphrase, api_key: apiKey })
  for (const path of [setUp.path, unlock.path, backUp.path, '/nowhere']) {
    expect(await send(path, said)).toBeGreaterThanOrEqual(400)
    expect(await send(path, said.slice(0, -1))).toBeGreaterThanOrEqual(400)
    expect(await send(path, said, { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` })).toBeGreaterThanOrEqual(
      400,
    )
  }
}, 180_000)

afterAll(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await node?.stop()
  for (const folder of dataDirs) await rm(folder, { recursive: true, force: true })
})

test('can find each secret in each form', () => {
  expect(words).toHaveLength(12)
  expect(signed).toMatch(/^[0-9a-f]{64}$/)
  for (const [name, forms] of Object.entries(secrets()))
    for (const form of forms)
      expect(foundIn(Buffer.concat([Buffer.from('before'), form, Buffer.alloc(3)]))).toContain(name)
})

test('writes no secret to a log at trace while it is unlocked, signs and shows its words', async () => {
  const text = () => Buffer.concat(log).toString()
  await expect.poll(text).toContain('could not push to the relay')
  expect(foundIn(Buffer.concat(log))).toEqual([])
})

test('returns no secret in an error', () => {
  expect(answers.length).toBeGreaterThan(20)
  expect(foundIn(Buffer.from(answers.join('\n')))).toEqual([])
})

test('has no secret in plain text in its data or in a copy of its database', async () => {
  copySqlite(join(dataDir, 'wallet.db'), join(dataDir, 'copy.db'))
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['wallet.db', 'copy.db']))
  for (const { name, parentPath } of files)
    expect([name, foundIn(await readFile(join(parentPath, name)))]).toEqual([name, []])
})
