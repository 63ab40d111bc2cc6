import { connect } from 'node:net'

/** answers: it accepts connections. refuses: it rejects us or uses another protocol. silent: it is unreachable. */
export type SocksProxyState = 'answers' | 'refuses' | 'silent'

const timeoutMs = 3000
const version = 5
const noAuthentication = 0
export const userAndPassword = 2
const authenticationVersion = 1
const defaultPort = 1080

/** RFC 1928, 3 and RFC 1929, without connecting through it. Never throws; answers within three seconds. */
export function askSocksProxy(proxy: URL): Promise<SocksProxyState> {
  const signIn = signInOf(proxy)
  return new Promise(resolve => {
    const socket = connect(socksPlaceOf(proxy))
    const end = (state: SocksProxyState) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(state)
    }
    const timer = setTimeout(end, timeoutMs, 'silent')
    timer.unref()
    socket.on('error', () => end('silent'))
    socket.on('close', () => end('silent'))
    socket.on('connect', () => socket.write(signIn ? Buffer.of(version, 2, 0, 2) : Buffer.of(version, 1, 0)))
    let heard = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      const [spoken, method, signedInVersion, status] = heard
      if (spoken !== version) return end('refuses')
      if (method === undefined) return
      if (method === noAuthentication) return end('answers')
      if (method !== userAndPassword || !signIn) return end('refuses')
      if (signedInVersion === undefined) return void socket.write(signIn)
      if (status !== undefined) end(status === 0 ? 'answers' : 'refuses')
    })
  })
}

export const socksPlaceOf = ({ hostname, port }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || defaultPort),
})

/** RFC 1929, 2; undefined without user info. */
export function signInOf({ username, password }: URL): Buffer | undefined {
  if (username === '') return undefined
  const [user, secret] = [username, password].map(part => Buffer.from(decodeURIComponent(part))) as [Buffer, Buffer]
  return Buffer.concat([Buffer.of(authenticationVersion, user.length), user, Buffer.of(secret.length), secret])
}
