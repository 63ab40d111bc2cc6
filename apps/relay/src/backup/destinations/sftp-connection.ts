import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Duplex } from 'node:stream'
import { socksPlaceOf } from '@hornets/server/outgoing/socks-probe'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { SocksClient } from 'socks'
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import type { SftpAddress } from './sftp-address.ts'

const load = createRequire(import.meta.url)

const connectMs = 20_000
const aliveEveryMs = 15_000

type Server = Pick<SftpAddress, 'host' | 'port'>

/** The machine that answers is not the one whose key was given: nothing was sent to it. */
class OtherHostKey extends Error {
  override readonly name = 'OtherHostKey'
  readonly found: string

  constructor(found: string) {
    super(`The server shows another host key: ${found}. Either it has a new one, or this is another machine.`)
    this.found = found
  }
}

export interface SftpConnection {
  readonly sftp: SFTPWrapper
  close(): void
}

/** Throws OtherHostKey before anything secret is sent. */
export async function connectSftp(address: SftpAddress, wayOut: Pick<WayOut, 'proxyFor'>): Promise<SftpConnection> {
  const { user: username, secret } = address
  const isKey = secret.includes('PRIVATE KEY-----')
  const client = await connect(address, wayOut, address.hostKey, {
    username,
    ...(isKey ? { privateKey: secret } : { password: secret }),
  })
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>()
  client.once('close', () => reject(new Error('The server ended the connection.')))
  client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)))
  try {
    return { sftp: await promise, close: () => client.end() }
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** The host key that a server shows. Throws if none answers. */
export async function askHostKey(server: Server, wayOut: Pick<WayOut, 'proxyFor'>): Promise<string> {
  try {
    const client = await connect(server, wayOut, '', { username: 'hornets' })
    client.destroy()
    throw new Error('The server shows no host key.')
  } catch (error) {
    if (error instanceof OtherHostKey) return error.found
    throw error
  }
}

async function connect(
  { host, port }: Server,
  wayOut: Pick<WayOut, 'proxyFor'>,
  hostKey: string,
  login: ConnectConfig,
): Promise<Client> {
  const sock = await openSocket({ host, port }, wayOut)
  // Most relays have no such place, and it takes 40 ms to load.
  const ssh = load('ssh2') as typeof import('ssh2')
  const client = new ssh.Client()
  let other: OtherHostKey | undefined
  const { promise, resolve, reject } = Promise.withResolvers<Client>()
  // Later failures reach the calls that they end.
  client.on('error', error => reject(other ?? error))
  client.once('close', () => reject(other ?? new Error('The server ended the connection.')))
  client.once('ready', () => resolve(client))
  try {
    client.connect({
      ...login,
      ...(sock ? { sock } : { host, port }),
      readyTimeout: connectMs,
      keepaliveInterval: aliveEveryMs,
      hostVerifier: (key: Buffer) => {
        const found = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        if (found !== hostKey) other = new OtherHostKey(found)
        return found === hostKey
      },
    })
    return (await promise).setNoDelay()
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** Through the SOCKS proxy if there is one; undefined for a direct connection. */
async function openSocket({ host, port }: Server, wayOut: Pick<WayOut, 'proxyFor'>): Promise<Duplex | undefined> {
  const authority = host.includes(':') ? `[${host}]` : host
  const proxy = wayOut.proxyFor(new URL(`http://${authority}:${port}`))
  if (!proxy) return undefined
  const { socket } = await SocksClient.createConnection({
    command: 'connect',
    destination: { host, port },
    timeout: connectMs,
    proxy: {
      type: 5,
      ...socksPlaceOf(proxy),
      ...(proxy.username && {
        userId: decodeURIComponent(proxy.username),
        password: decodeURIComponent(proxy.password),
      }),
    },
  })
  return socket
}
