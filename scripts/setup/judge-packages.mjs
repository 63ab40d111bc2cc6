import { once } from 'node:events'
import { createServer } from 'node:net'

const registry = 'https://registry.npmjs.org/-/ping'
const waitMs = 5000
/** Where the judge listens unless the setting names another address. */
const port = 8000

/** Whether a relay on this machine could install its judge and start it. @returns {Promise<boolean>} */
export async function canInstallJudge() {
  const [isReachable, isFree] = await Promise.all([answers(), canListen()])
  return isReachable && isFree
}

async function answers() {
  const answer = await fetch(registry, { signal: AbortSignal.timeout(waitMs) }).catch(() => undefined)
  return answer?.ok === true
}

async function canListen() {
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isFree
}
