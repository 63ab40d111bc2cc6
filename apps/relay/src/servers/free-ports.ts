import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const tries = 50
/** Below the range of ephemeral ports, which could be taken before we listen or during a restart. */
const [lowest, beyond] = [11_000, 32_000]

/** P with P+1 and P+2 free. For tests, which start many relays in parallel. */
export async function findFreeBasePort([first, second]: readonly [first: string, second: string]): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const base = randomInt(lowest, beyond)
    if ((await isFree(first, base + 1)) && (await isFree(second, base + 2))) return base
  }
  throw new Error('there are no two free ports in a row')
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
