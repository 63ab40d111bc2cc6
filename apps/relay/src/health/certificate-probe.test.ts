import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { expect, it, onTestFinished } from 'vitest'
import { certificateProbe } from './certificate-probe.ts'

const dayMs = 86_400_000
const end = Date.parse('2036-11-20T03:15:53Z')
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdHSTfGU/8XhcnApX
4Tt+sK6HTWAwJxbOgayIb8GqAW6hRANCAAQwlYXXk80g/G86XsawEhiVZ6shXujt
YT7FEKmXbwZdVaeq8bMKoGZFe39LEttsRGlwteTcVU4AQYcNKBiVKFqE
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUcbaA5h48YrwcYQXgVoyexgwP2QQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyMzAzMTU1M1oXDTM2MTEyMDAz
MTU1M1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEMJWF15PNIPxvOl7GsBIYlWerIV7o7WE+xRCpl28GXVWnqvGzCqBmRXt/
SxLbbERpcLXk3FVOAEGHDSgYlShahKNTMFEwHQYDVR0OBBYEFA98rND3ytC8Tp/a
EaifcxPoGPXWMB8GA1UdIwQYMBaAFA98rND3ytC8Tp/aEaifcxPoGPXWMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgbsPG++QhtNVObMHdxgWYZHys
lgBRVKj05xQNtuDY3QECIFaHis4O1yVSyLikPmAbNPcwuFTJOzbZm4AAoFc376fn
-----END CERTIFICATE-----`

async function web() {
  const server = createServer({ key, cert }, socket => socket.on('error', () => {}).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('warns two weeks before a certificate expires and at its expiry, but not while it is valid', async () => {
  const host = await web()
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
