import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { generateSecretKey, nip19 } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, claim, login, makeDataDir, newOperator, spawnRelay } from '../harness.ts'
import { signer } from '../support/signer.ts'

const program = fileURLToPath(new URL('../../src/admin-command/main.ts', import.meta.url))
const secretKey = generateSecretKey()
const hex = Buffer.from(secretKey).toString('hex')
const words = 'zoo '.repeat(11).concat('wrong')
const operator = { ...newOperator(), password: `Tulips-${randomBytes(8).toString('hex')}` }
const walletPassword = `roses-${randomBytes(8).toString('hex')}`
const webhook = `hidden-${randomBytes(8).toString('hex')}`
/** In every form in which something could write them. */
const secrets: Readonly<Record<string, readonly Buffer[]>> = {
  "the relay's private key": [Buffer.from(secretKey), ...textOf(hex), ...textOf(nip19.nsecEncode(secretKey))],
  "the wallet's words": [...textOf(words), ...textOf(words.split(' ').join('","')), ...textOf('zoo zoo zoo')],
  "an owner's password": textOf(operator.password),
  "the wallet's password": textOf(walletPassword),
  "a webhook's address": textOf(webhook),
}

function textOf(secret: string): Buffer[] {
  const [plain, wide] = [Buffer.from(secret), Buffer.from(secret, 'utf16le')]
  return [
    plain,
    wide,
    Buffer.from(plain.toString('hex')),
    Buffer.from(plain.toString('base64').replace(/.{0,2}=*$/, '')),
  ]
}

const foundIn = (bytes: Buffer) =>
  Object.entries(secrets).flatMap(([name, forms]) => (forms.some(form => bytes.includes(form)) ? [name] : []))

let dataDir: string
let relay: Awaited<ReturnType<typeof spawnRelay>>
const answers: string[] = []
beforeAll(async () => {
  dataDir = await makeDataDir()
  relay = await spawnRelay(dataDir, { LOG_LEVEL: 'trace' })
  await claim(relay, operator)
  const token = await login(relay.adminUrl, operator)
  const note = async (path: string, options: Parameters<typeof call>[2] = {}) => {
    const answer = await call(relay.adminUrl, path, { token, ...options })
    answers.push(JSON.stringify([...answer.headers]), JSON.stringify(answer.body))
    return answer
  }
  const key = (value: unknown) => ({ body: { general: { private_key: value } } })
  const saved = await note('/api/settings/general', key(nip19.nsecEncode(secretKey)))
  expect(saved.status).toBe(200)
  expect((await note('/api/settings/general', key(hex))).status).toBe(200)
  // Refusals and failures must not repeat what was sent.
  expect((await note('/api/settings/general', key(`${hex}0`))).status).toBe(400)
  expect((await note('/api/settings/general', { body: `{"general":{"private_key":"${hex}"` })).status).toBe(400)
  expect((await note('/api/settings/none', key(hex))).status).toBe(404)
  expect((await note(`/api/none/${hex}`)).status).toBe(404)
  expect((await note('/nowhere', key(hex))).status).toBe(404)
  await note('/login', { body: { npub: operator.pubkey, password: `${operator.password}!` } })
  await note('/login', { body: `{"password":"${operator.password}` })
  await note('/api/account/delivery/webhooks', { body: { url: `https://hooks.example/${webhook}` } })
  await note('/api/account/delivery/webhooks', { body: { url: `http://hooks.example/${webhook}` } })
  for (const body of [{ mode: 'restore', words: words.split(' '), password: walletPassword }, `{"words":"${words}"`])
    await note('/wallet/setup', { body })
  await note('/wallet/unlock', { body: { password: walletPassword } })
  for (const path of ['/api/settings/general', '/api/account/delivery', '/api/audit', '/api/account']) await note(path)
  const client = await Client.connect(relay.publicUrl)
  await client.publish(signer().sign({ content: 'a note' }))
  client.close()
}, 60_000)
afterAll(async () => {
  await relay.end()
  await rm(dataDir, { recursive: true })
})

it('is able to find each secret in each form', () => {
  for (const [name, forms] of Object.entries(secrets))
    for (const form of forms)
      expect(foundIn(Buffer.concat([Buffer.from('before'), form, Buffer.alloc(3)]))).toContain(name)
})

it('writes no secret to a log at trace', () => {
  expect(relay.output().length).toBeGreaterThan(0)
  expect(foundIn(Buffer.from(relay.output()))).toEqual([])
})

it('never returns a submitted secret, not even in an error', () => {
  // The sign-up page of a wrong path has the path itself.
  expect(foundIn(Buffer.from(answers.filter(answer => !answer.includes('/api/none/')).join('\n')))).toEqual([])
})

it('has no secret in plain text in its data or in a backup', async () => {
  const backup = `${dataDir}-backup`
  const child = spawn(process.execPath, [program, 'backup', backup], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [errors] = await Promise.all([text(child.stderr), text(child.stdout)])
  expect(errors).toBe('')
  for (const folder of [dataDir, backup]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile())
    expect(files.map(({ name }) => name)).toContain('admin.db')
    for (const { name, parentPath } of files)
      expect([name, foundIn(await readFile(join(parentPath, name)))]).toEqual([name, []])
  }
  await rm(backup, { recursive: true })
})
