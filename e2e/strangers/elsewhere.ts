import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSealed } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { pictureOf } from '../support/picture.ts'

/** Its certificate ends in 2046. */
export const peopleHost = 'people.example'
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXGZos0hm+mVfOZp1
5gFpjcpcgD/G09+tmnNY/1ePwbOhRANCAARO7kX0zOcivlWhJq6xBUGOCiUyr7ww
mn8RPb6M8VVX12s/GgdNISkb8HRyxaJWX+V94k8s0W59kDb4TSqkViwR
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBojCCAUigAwIBAgIUFiLeYjiLoC0gLVeaDIwR2MZhepUwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcGVvcGxlLmV4YW1wbGUwHhcNMjYxMTI3MTAxNTQ1WhcNNDYx
MTIyMTAxNTQ1WjAZMRcwFQYDVQQDDA5wZW9wbGUuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABE7uRfTM5yK+VaEmrrEFQY4KJTKvvDCafxE9vozxVVfX
az8aB00hKRvwdHLFolZf5X3iTyzRbn2QNvhNKqRWLBGjbjBsMB0GA1UdDgQWBBSs
2qdwh/ecYxFgI1KcQgldQEdFTzAfBgNVHSMEGDAWgBSs2qdwh/ecYxFgI1KcQgld
QEdFTzAPBgNVHRMBAf8EBTADAQH/MBkGA1UdEQQSMBCCDnBlb3BsZS5leGFtcGxl
MAoGCCqGSM49BAMCA0gAMEUCIHnMmpXNy9kAIO3nobuapmpJzfd9DTkzfGXwWKjD
G2/QAiEAxUB8VfleuuTQGqxws4aITbPmY9kM8nBsmgHO1v25Zk0=
-----END CERTIFICATE-----`
const publicAddress = '93.184.215.14'

/** The servers of strangers, which the relay reaches through its proxy, and nobody else. */
export async function openElsewhere() {
  const elsewhere = {
    /** What hooks are answered. */
    said: '',
    /** Who has which NIP-05 name. */
    names: {} as Record<string, string>,
    /** Paths that were asked for. */
    asked: [] as string[],
  }
  const picture = pictureOf(32, 32, [200, 120, 40])
  const answer = ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.host !== peopleHost) return response.writeHead(500).end(elsewhere.said)
    elsewhere.asked.push(url)
    if (url.endsWith('.png')) return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    return response.end(JSON.stringify({ names: elsewhere.names }))
  }
  const [plain, sealed] = [createServer(answer), createSealed({ key, cert }, answer)]
  await Promise.all([plain, sealed].map(listening))
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  const proxy = await openSocksDouble({
    resolve: () => publicAddress,
    route: ({ port }) => ({ port: portOf(port === 443 ? sealed : plain) }),
  })
  return Object.assign(elsewhere, {
    proxyUrl: proxy.url,
    async close(): Promise<void> {
      setDefaultCACertificates(trusted)
      await proxy.close()
      for (const server of [plain, sealed]) server.close()
    },
  })
}

const listening = (server: Server) => new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const portOf = (server: Server) => (server.address() as AddressInfo).port
