import { WayOut } from '@hornets/server/outgoing/way-out'
import { expect, it } from 'vitest'
import { certificateEnd as end, startTlsServer } from '../../test/support/servers/tls-server.ts'
import { certificateProbe } from './certificate-probe.ts'

const dayMs = 86_400_000

it('warns two weeks before a certificate expires and at its expiry, but not while it is valid', async () => {
  const host = await startTlsServer()
  let now = end - 15 * dayMs
  const addresses = [`wss://${host}`, `https://${host}/`, 'ws://relay.example', undefined]
  const probe = certificateProbe({ addresses, wayOut: new WayOut(), now: () => now })
  expect([await probe.look(), await probe.unseen()]).toEqual([[], []])
  now = end - 13 * dayMs
  expect(await probe.look()).toEqual([{ what: 'certificate_ends', subject: host }])
  now = end + 1
  const both = ['certificate_ends', 'certificate_ended'].map(what => ({ what, subject: host }))
  expect(await probe.look()).toEqual(both)
  now -= 20 * dayMs
  expect(await probe.look()).toEqual(both)
})

it('a server that cannot be reached, or only through the SOCKS proxy, says nothing', async () => {
  const now = () => end
  const silent = certificateProbe({ addresses: ['wss://127.0.0.1:1'], wayOut: new WayOut(), now })
  expect(await silent.unseen()).toEqual(['127.0.0.1:1'])
  expect(await silent.look()).toBeUndefined()
  const wayOut = { isThroughProxy: () => true }
  const proxied = certificateProbe({ addresses: ['wss://relay.example'], wayOut, now })
  expect(await proxied.look()).toEqual([])
})
