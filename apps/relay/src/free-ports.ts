import { once } from 'node:events'
import { createServer } from 'node:net'

const tries = 50

/** A base port P with P+1 and P+2 free on these hosts, in this order. For tests, where many relays start at once. */
export async function findFreeBasePort([first, second]: readonly [first: string, second: string]): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const port = await tryToListen(first, 0)
    if (port !== null && port < 65_535 && (await tryToListen(second, port + 1)) !== null) return port - 1
  }
  throw new Error('there are no two free ports in a row')
}

/** The port, when it could be listened to; it is let go of again. */
async function tryToListen(host: string, port: number): Promise<number | null> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : null
}
