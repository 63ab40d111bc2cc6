import { connect } from 'node:net'
import type { Endpoint } from '../../nostr/raw-socket.ts'
import { doorRequest } from './door-requests.ts'

export interface Doors {
  readonly public: Endpoint
  readonly admin: Endpoint
  readonly token: string
}

export interface TriedDoors {
  requests: number
  /** The viewer's calls that succeeded. */
  viewed: number
  readonly failures: Set<string>
  readonly overreached: Set<string>
}

const lanes = 4
const heldMillisMax = 5000

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

function statusOf(to: Endpoint, bytes: Buffer, localAddress: string): Promise<number> {
  const socket = connect({ ...to, localAddress })
  return new Promise(resolve => {
    let head = ''
    const timer = setTimeout(() => socket.destroy(), heldMillisMax)
    socket.on('data', data => {
      if (head.length < 12) head += data.toString('latin1')
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
