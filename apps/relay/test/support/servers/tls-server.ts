import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { onTestFinished } from 'vitest'

/** When the certificate ends, in milliseconds. */
export const certificateEnd = Date.parse('2036-11-20T03:15:53Z')
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

/** A server that shows a certificate and closes, until the test ends. Returns its host and port. */
export async function startTlsServer(): Promise<string> {
  const server = createServer({ key, cert }, socket => socket.on('error', () => {}).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
