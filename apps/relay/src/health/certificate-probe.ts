import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Clock } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Found, Probe } from './probes.ts'

const dayMs = 86_400_000
const soonMs = 14 * dayMs
/** Certificates change rarely, and each look is a connection. */
const lookEveryMs = 3_600_000
const connectMs = 5000

export interface CertificateProbeParts {
  /** The relay's and the console's own public addresses; those without TLS are left out. */
  readonly addresses: readonly (string | undefined)[]
  /** Nothing is asked that would need the SOCKS proxy. */
  readonly wayOut: Pick<WayOut, 'isThroughProxy'>
  readonly now: Clock
}

export interface CertificateProbe extends Probe {
  /** Hosts that showed no certificate at the last look. */
  unseen(): Promise<readonly string[]>
  /** Every host, with the end of the certificate that it showed at the last look, in milliseconds. */
  seen(): Promise<readonly SeenCertificate[]>
}

export interface SeenCertificate {
  readonly host: string
  readonly endsAt: number | undefined
}

/** Whether the certificates that a web server before this relay shows are still valid, and for how long. */
export function certificateProbe({ addresses, wayOut, now }: CertificateProbeParts): CertificateProbe {
  const urls = addresses.flatMap(address => (address === undefined ? [] : [new URL(address)])).filter(hasTls)
  const hosts = new Map(urls.filter(url => !wayOut.isThroughProxy(url)).map(url => [url.host, url]))
  let lookedAt = Number.NEGATIVE_INFINITY
  let last: readonly Found[] | undefined
  let seen: readonly SeenCertificate[] = []
  const probe: CertificateProbe = {
    matters: ['certificate_ends', 'certificate_ended'],
    lastsMs: 0,
    async look() {
      if (now() - lookedAt < lookEveryMs) return last
      lookedAt = now()
      const ends = await Promise.all([...hosts.values()].map(url => endOfCertificate(url)))
      seen = [...hosts.keys()].map((host, at) => ({ host, endsAt: ends[at] }))
      // A server that cannot be reached from here says nothing about its certificate.
      if (ends.includes(undefined)) last = undefined
      else last = [...hosts.keys()].flatMap((host, at) => findingsOf(host, (ends[at] ?? 0) - now()))
      return last
    },
    async unseen() {
      await probe.look()
      return seen.filter(({ endsAt }) => endsAt === undefined).map(({ host }) => host)
    },
    async seen() {
      await probe.look()
      return seen
    },
  }
  return probe
}

function findingsOf(subject: string, leftMs: number): Found[] {
  if (leftMs >= soonMs) return []
  const ends = { what: 'certificate_ends', subject } as const
  return leftMs > 0 ? [ends] : [ends, { what: 'certificate_ended', subject }]
}

const hasTls = ({ protocol }: URL) => protocol === 'https:' || protocol === 'wss:'

/** When the certificate that this server shows ends, in milliseconds; undefined if it shows none. */
function endOfCertificate({ hostname, port }: URL): Promise<number | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  // Only its end is read, and nothing is sent: one that has ended is what this looks for.
  const named = isIP(host) === 0 ? { servername: host } : {}
  const socket = connect({ host, port: Number(port || 443), ...named, rejectUnauthorized: false }, () => {
    const end = Date.parse(socket.getPeerCertificate().valid_to)
    resolve(Number.isNaN(end) ? undefined : end)
    socket.end()
  })
  socket.setTimeout(connectMs, () => socket.destroy())
  socket.once('error', () => resolve(undefined))
  socket.once('close', () => resolve(undefined))
  return promise
}
