// A client of an installation, run with its packages wherever it is: node client.mjs ROOT '{"does":"claim",…}'. Prints JSON.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [, , root = '', order = ''] = process.argv
const { does, relay, console: desk, secret, setupToken, ca, at, from, note, bytes = 0 } = JSON.parse(order)
const need = createRequire(join(root, 'apps/relay/package.json'))
/** @type {typeof import('ws')} */
const { WebSocket } = need('ws')
const { finalizeEvent, getPublicKey } = need('nostr-tools/pure')
const key = Buffer.from(secret, 'hex')
const password = 'Correct horse 1 battery'

/** Names of the try lead to one address, and the caller has one of its own. */
const way = {
  ...(ca && { ca: readFileSync(ca) }),
  ...(from && { localAddress: from }),
  ...(at && {
    lookup: (/** @type {string} */ _, /** @type {{ all?: boolean }} */ { all }, /** @type {Function} */ done) =>
      all ? done(null, [{ address: at, family: at.includes(':') ? 6 : 4 }]) : done(null, at, at.includes(':') ? 6 : 4),
  }),
}

/** @param {string} url @param {{ method?: string, headers?: object, body?: Buffer | string }} [options] */
function call(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const send = url.startsWith('https') ? request : plainRequest
    const sent = send(url, { ...way, method, headers: { ...headers } }, answer => {
      const parts = /** @type {Buffer[]} */ ([])
      answer.on('data', part => parts.push(part)).on('error', fail)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if ((answer.statusCode ?? 500) >= 300)
          return fail(new Error(`${method} ${url}: ${answer.statusCode} ${text.slice(0, 300)}`))
        done(text)
      })
    })
    sent.on('error', fail).end(body)
  })
}

/** @param {string} path @param {object} [body] @param {string} [token] */
const ask = async (path, body, token) => {
  const text = body && JSON.stringify(body)
  const headers = {
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return JSON.parse(await call(desk + path, { method: body ? 'POST' : 'GET', headers, ...(text && { body: text }) }))
}

async function signIn() {
  const { event } = await ask('/login', { npub: getPublicKey(key), password })
  const signed = finalizeEvent(event, key)
  const { content: challenge, sig: signature, id: messageHash } = signed
  return (await ask('/verify', { challenge, signature, messageHash, event: signed })).token
}

/** @returns {Promise<import('ws').WebSocket>} */
const open = () =>
  new Promise((done, fail) => {
    const socket = new WebSocket(relay, way)
    socket.once('open', () => done(socket)).once('error', fail)
  })

/** The next message of this kind. @param {import('ws').WebSocket} socket @param {unknown[]} message @param {string[]} kinds */
const exchange = (socket, message, ...kinds) =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no answer to ${message[0]}`)), 60_000)
    const look = (/** @type {Buffer} */ data) => {
      const answer = JSON.parse(String(data))
      if (!kinds.includes(answer[0])) return
      clearTimeout(timer)
      socket.off('message', look)
      done(answer)
    }
    socket.on('message', look)
    socket.send(JSON.stringify(message))
  })

const sign = (/** @type {number} */ kind, /** @type {string} */ content, tags = /** @type {string[][]} */ ([])) =>
  finalizeEvent({ kind, content, tags, created_at: Math.floor(Date.now() / 1000) }, key)

const deeds = {
  async claim() {
    await ask('/signup', { npub: getPublicKey(key), password, confirmPassword: password, termOfUse: true, setupToken })
    await signIn()
    return { claimed: true }
  },
  async publish() {
    const socket = await open()
    const event = sign(1, 'published by the try of the packages')
    const [, , isStored, why] = await exchange(socket, ['EVENT', event], 'OK')
    socket.close()
    if (!isStored) throw new Error(`the note was refused: ${why}`)
    return { note: event.id }
  },
  /** The owner signs in, and the note is there. */
  async read() {
    const token = await signIn()
    const socket = await open()
    const [kind, , found] = await exchange(socket, ['REQ', 'try', { ids: [note] }], 'EVENT', 'EOSE')
    socket.close()
    if (kind !== 'EVENT' || found.id !== note) throw new Error('the note is gone')
    const { status: wallet } = await ask('/wallet/health', undefined, token)
    return { wallet }
  },
  /** The addresses that the relay sees, while one more client is connected. */
  async addresses() {
    const token = await signIn()
    const socket = await open()
    await exchange(socket, ['REQ', 'try', { limit: 0, kinds: [1] }], 'EOSE')
    const { clients } = await ask('/api/clients?sort=newest', undefined, token)
    socket.close()
    return { addresses: clients.map((/** @type {{ address: string }} */ { address }) => address) }
  },
  async upload() {
    const file = randomBytes(bytes)
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(file).digest('hex')
    const until = String(Math.floor(Date.now() / 1000) + 600)
    const event = sign(24242, 'upload', [
      ['t', 'upload'],
      ['x', hash],
      ['expiration', until],
    ])
    const headers = {
      authorization: `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`,
      'content-type': 'application/octet-stream',
      'content-length': file.length,
    }
    const started = Date.now()
    const stored = JSON.parse(
      await call(`${relay.replace(/^ws/, 'http')}/upload`, { method: 'PUT', headers, body: file }),
    )
    if (stored.sha256 !== hash || stored.size !== bytes)
      throw new Error(`the file was stored as ${JSON.stringify(stored)}`)
    return { seconds: (Date.now() - started) / 1000 }
  },
  /** The connection lives on while the relay is started again. */
  async restart() {
    const token = await signIn()
    const socket = await open()
    await exchange(socket, ['REQ', 'before', { limit: 0, kinds: [1] }], 'EOSE')
    const started = Date.now()
    await ask('/api/restart', {}, token)
    await new Promise(done => setTimeout(done, 3000))
    await exchange(socket, ['REQ', 'after', { limit: 0, kinds: [1] }], 'EOSE')
    socket.close()
    return { seconds: (Date.now() - started) / 1000 }
  },
}

console.log(JSON.stringify(await deeds[/** @type {keyof typeof deeds} */ (does)]()))
process.exit(0)
