import { connect } from 'node:net'
import { signInOf, socksPlaceOf, userAndPassword } from './socks-probe.ts'

const timeoutMs = 15_000
/** Tor's extension of SOCKS5: the answer is the address of a name, without a connection. */
const resolve = 0xf0
const nameBytesMax = 255

/** The address that the proxy itself finds for a name; undefined if it finds none, or cannot look names up. */
export function resolveBySocksProxy(proxy: URL, name: string): Promise<string | undefined> {
  const signIn = signInOf(proxy)
  const named = Buffer.from(name)
  if (named.length > nameBytesMax) return Promise.resolve(undefined)
  const question = Buffer.concat([Buffer.of(5, resolve, 0, 3, named.length), named, Buffer.of(0, 0)])
  return new Promise(answered => {
    const socket = connect(socksPlaceOf(proxy))
    const end = (address?: string) => {
      clearTimeout(timer)
      socket.destroy()
      answered(address)
    }
    const timer = setTimeout(end, timeoutMs)
    socket.on('error', () => end())
    socket.on('close', () => end())
    socket.on('connect', () => socket.write(signIn ? Buffer.of(5, 2, 0, userAndPassword) : Buffer.of(5, 1, 0)))
    let heard = Buffer.alloc(0)
    let stage: 'method' | 'signIn' | 'answer' = 'method'
    const ask = () => {
      stage = 'answer'
      socket.write(question)
    }
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      if (heard.length < 2) return
      if (stage === 'answer') {
        const address = addressIn(heard)
        if (address !== undefined) end(address ?? undefined)
        return
      }
      const [, said] = heard
      heard = heard.subarray(2)
      const wantsSignIn = stage === 'method' && said === userAndPassword && signIn !== undefined
      if (!wantsSignIn) return said === 0 ? ask() : end()
      stage = 'signIn'
      socket.write(signIn)
    })
  })
}

/** RFC 1928, 6. Null if there is no address; undefined while the answer is incomplete. */
function addressIn(heard: Buffer): string | null | undefined {
  const [, code, , kind] = heard
  if (code !== 0) return null
  if (kind === undefined) return undefined
  const length = { 1: 4, 4: 16 }[kind]
  if (length === undefined) return null
  const bytes = heard.subarray(4, 4 + length)
  if (bytes.length < length) return undefined
  return kind === 1 ? [...bytes].join('.') : (bytes.toString('hex').match(/.{4}/g) ?? []).join(':')
}
