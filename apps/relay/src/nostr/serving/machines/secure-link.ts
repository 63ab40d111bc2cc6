import { hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'

// TLS with a key that both sides derive from their secret: neither needs a certificate, and nobody without the secret
// gets further than the handshake. Node offers such keys for TLS 1.2 alone; of its ciphers, this one keeps what was
// recorded earlier secret from who learns the key.

export interface Place {
  readonly host: string
  readonly port: number
}

const identity = 'hornets'
const keyBytes = 32
const handshakeMs = 10_000
const keepAliveMs = 10_000
/** Both sides speak twice a second. */
const silentMsMax = 20_000
const lookMs = 2000
/** With those that have not shown yet that they know the key. */
const connectionsMax = 256
const tls = { ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'hornets serving machines', keyBytes))

export async function listenSecurely(
  { host, port }: Place,
  secret: string,
  onStream: (stream: TLSSocket) => void,
): Promise<Server> {
  const key = keyOf(secret)
  const pskCallback = (_socket: TLSSocket, named: string) => (named === identity ? key : null)
  const server = createServer({ ...tls, handshakeTimeout: handshakeMs, pskCallback }, stream => {
    watch(stream)
    onStream(stream)
  })
  server.maxConnections = connectionsMax
  server.on('tlsClientError', (_error, stream) => stream.destroy())
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

export async function connectSecurely(
  { host, port }: Place,
  secret: string,
  withinMs = handshakeMs,
): Promise<TLSSocket> {
  const stream = connect({
    host,
    port,
    ...tls,
    pskCallback: () => ({ psk: keyOf(secret), identity }),
    // Knowledge of the key proves that it is the main process; its name does not matter.
    checkServerIdentity: () => undefined,
  })
  try {
    await once(stream, 'secureConnect', { signal: AbortSignal.timeout(withinMs) })
  } catch (error) {
    stream.destroy()
    throw error
  }
  watch(stream)
  return stream
}

/** A machine that is switched off says nothing. */
function watch(stream: TLSSocket): void {
  stream.setNoDelay(true)
  stream.setKeepAlive(true, keepAliveMs)
  stream.on('error', () => {})
  let heardAt = performance.now()
  stream.on('data', () => {
    heardAt = performance.now()
  })
  const timer = setInterval(() => {
    if (performance.now() - heardAt > silentMsMax) stream.destroy()
  }, lookMs)
  stream.once('close', () => clearInterval(timer))
}
