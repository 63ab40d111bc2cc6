import type { NostrEvent } from '@hornets/contract/nostr'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { expect, it } from 'vitest'
import { httpAddressOf, readRelayAddress } from './relay-address.ts'
import { callRelay, readAbout, readMethods } from './relay-client.ts'
import type { RelayAsk, RelayTell } from './relay-messages.ts'

const address = 'wss://relay.example/admin'
const key = generateSecretKey()
const admin = getPublicKey(key)
const signer = { getPublicKey: async () => admin, signEvent: async (event: never) => finalizeEvent(event, key) }

/** A relay with few methods, from the text of NIP-86: it checks the signature and knows one admin. */
function smallRelay(admins = [admin]) {
  const asked: RelayAsk[] = []
  const banned = new Map<string, string>()
  const methods: Record<string, (params: string[]) => unknown> = {
    supportedmethods: () => ['banpubkey', 'listbannedpubkeys', 'changerelayname', 7],
    banpubkey: ([pubkey = '', reason = '']) => banned.set(pubkey, reason) && true,
    listbannedpubkeys: () => [...banned].map(([pubkey, reason]) => ({ pubkey, reason })),
  }
  const answer = (status: number, body: unknown): RelayTell => ({ tell: 'answer', status, text: JSON.stringify(body) })
  async function ask(question: RelayAsk): Promise<RelayTell> {
    asked.push(question)
    if (!question.call) return answer(200, { name: 'Small', description: 4, supported_nips: [1, 86] })
    const { body, authorization } = question.call
    const event = JSON.parse(atob(authorization.replace('Nostr ', ''))) as NostrEvent
    const tag = (name: string) => event.tags.find(([one]) => one === name)?.[1]
    const payload = bytesToHex(sha256(utf8ToBytes(body)))
    const isWell =
      verifyEvent(event) && event.kind === 27_235 && tag('u') === question.url && tag('payload') === payload
    if (!isWell || tag('method') !== 'POST' || !admins.includes(event.pubkey)) return answer(401, { error: 'not you' })
    const { method, params } = JSON.parse(body) as { method: string; params: string[] }
    const run = methods[method]
    return run ? answer(200, { result: run(params) }) : answer(200, { error: `unknown method '${method}'` })
  }
  return { ask, asked, banned }
}

it.each([
  ['relay.example', 'wss://relay.example'],
  [' https://Relay.Example:443/ ', 'wss://relay.example'],
  ['wss://relay.example/a/', 'wss://relay.example/a'],
  ['ws://localhost:7777', 'ws://localhost:7777'],
  ['http://127.0.0.1:8001', 'ws://127.0.0.1:8001'],
  ['ws://relay.example', null],
  ['ws://192.168.0.4:7777', null],
  ['wss://user:secret@relay.example', null],
  ['javascript:alert(1)', null],
  ['relay', null],
  ['', null],
])('reads %j as an address of a relay: %j', (typed, expected) => {
  expect(readRelayAddress(typed)).toBe(expected)
})

it('signs each call for its address and body, and each differently', async () => {
  const { ask, asked, banned } = smallRelay()
  const parts = { ask, signer, now: () => 1_790_000_000_000 }
  expect(await readMethods(address, parts)).toEqual(['banpubkey', 'listbannedpubkeys', 'changerelayname'])
  expect(await callRelay(address, 'banpubkey', ['ab'.repeat(32), 'spam'], parts)).toBe(true)
  expect([...banned]).toEqual([['ab'.repeat(32), 'spam']])
  await callRelay(address, 'listbannedpubkeys', [], parts)
  await callRelay(address, 'listbannedpubkeys', [], parts)
  expect(asked.map(({ url }) => url)).toEqual(Array(4).fill('https://relay.example/admin'))
  expect(new Set(asked.map(({ call }) => call?.authorization)).size).toBe(4)
})

it('reads the document without a signature and ignores fields of a wrong type', async () => {
  const { ask, asked } = smallRelay()
  expect(await readAbout(address, { ask })).toMatchObject({ name: 'Small', description: '' })
  expect(asked).toEqual([{ url: httpAddressOf(address) }])
})

it('names the key that may not administer the relay', async () => {
  const { ask } = smallRelay([])
  await expect(readMethods(address, { ask, signer })).rejects.toMatchObject({ code: 'unauthorized', pubkey: admin })
})

it('passes on why the relay refused a call', async () => {
  const { ask } = smallRelay()
  await expect(callRelay(address, 'blockip', ['192.0.2.1'], { ask, signer })).rejects.toMatchObject({
    code: 'refused',
    words: "unknown method 'blockip'",
  })
})

it.each([
  ['notOffered', { tell: 'answer', status: 200, text: '<html>' }],
  ['notOffered', { tell: 'answer', status: 405, text: '{}' }],
  ['notOffered', { tell: 'answer', status: 200, text: '{"result":null}' }],
  ['forbidden', { tell: 'answer', status: 403, text: '{"error":"role"}' }],
  ['unreachable', { tell: 'failed', code: 'unreachable' }],
  ['slow', { tell: 'failed', code: 'slow' }],
  ['long', { tell: 'failed', code: 'long' }],
] as const)('fails with %s after the answer %j', async (code, told) => {
  await expect(callRelay(address, 'banpubkey', [], { ask: async () => told, signer })).rejects.toMatchObject({ code })
})

it('sends nothing without a signature', async () => {
  const { ask, asked } = smallRelay()
  const refusing = { ...signer, signEvent: () => Promise.reject(new Error('no')) }
  await expect(callRelay(address, 'banpubkey', [], { ask, signer: refusing })).rejects.toMatchObject({
    code: 'notSigned',
  })
  await expect(callRelay(address, 'banpubkey', [], { ask, signer: undefined })).rejects.toMatchObject({
    code: 'noSigner',
  })
  expect(asked).toEqual([])
})
