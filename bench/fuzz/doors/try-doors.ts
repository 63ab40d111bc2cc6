import { connect } from 'node:net'
import type { Endpoint } from '../../nostr/raw-socket.ts'
import { doorRequest } from './door-requests.ts'

/** Where a relay listens, and a viewer's token. */
export interface Doors {
  readonly public: Endpoint
  readonly admin: Endpoint
  readonly token: string
}

export interface TriedDoors {
  requests: number
  /** The viewer's calls that succeeded. */
  viewed: number
  /** Calls that were answered with 500. */
  readonly failures: Set<string>
  /** Calls above the viewer's role that succeeded. */
  readonly overreached: Set<string>
}

const lanes = 4
const heldMillisMax = 5000

/** Sends requests to Blossom, NIP-96, `/subscribe`, and as a viewer to the admin API, one after the other in each lane. */
export async function tryDoors(doors: Doors, { until, seed }: { until: number; seed: number }): Promise<TriedDoors> {
  const tried: TriedDoors = { requests: 0, viewed: 0, failures: new Set(), overreached: new Set() }
  const hosts = { host: hostOf(doors.public), adminHost: hostOf(doors.admin), token: doors.token }
  const walk = async (lane: number) => {
    for (let number = seed + lane * 1_000_000; performance.now() < until; number++) {
      const { to, bytes, call, isForbidden } = doorRequest(number, hosts)
      const status = await statusOf(doors[to], bytes, `127.0.43.${1 + lane}`)
      tried.requests += 1
      if (status === 500) tried.failures.add(call)
      if (to !== 'admin' || status < 200 || status >= 400) continue
      tried.viewed += 1
      if (isForbidden) tried.overreached.add(call)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => walk(lane)))
  return tried
}

const hostOf = ({ host, port }: Endpoint) => `${host}:${port}`

/** Sends bytes and reads the head of the answer; 0 if there is none in time. */
function statusOf(to: Endpoint, bytes: Buffer, localAddress: string): Promise<number> {
  const socket = connect({ ...to, localAddress })
  return new Promise(resolve => {
    let head = ''
    const timer = setTimeout(() => socket.destroy(), heldMillisMax)
    socket.on('data', data => {
      if (head.length < 12) head += data.toString('latin1')
      // Some answers never end, such as the stream of changes.
      if (head.length >= 12) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0))
    })
    socket.write(bytes)
  })
}
