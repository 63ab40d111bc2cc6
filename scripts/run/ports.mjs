import { createServer } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { root } from '../setup/workspace.mjs'
import { ScriptError } from './script-error.mjs'

const highestBasePort = 65_533
const highestPort = 65_535
const usualWalletPort = 9003

/**
 * `PORT` is the base P: public P+1, admin P+2 (default 9000, 0: free ports); `WALLET_PORT` or P+3. DATA_DIR is relative
 * to the project.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ basePort: number | undefined, walletPort: number, dataDir: string }} a walletPort of 0 means any free port
 */
export function readPlace(env) {
  const basePort = env.PORT ? Number(env.PORT) : undefined
  if (basePort !== undefined && !(Number.isInteger(basePort) && basePort >= 0 && basePort <= highestBasePort))
    throw new ScriptError(`PORT should be a whole number from 0 to ${highestBasePort}; it is "${env.PORT}".`)
  const folder = env.DATA_DIR || 'data'
  const walletPort = readWalletPort(env.WALLET_PORT, basePort)
  return { basePort, walletPort, dataDir: isAbsolute(folder) ? folder : resolve(root, folder) }
}

/** @param {string | undefined} given @param {number | undefined} basePort */
function readWalletPort(given, basePort) {
  if (!given) return basePort ? Math.min(basePort + 3, highestPort) : (basePort ?? usualWalletPort)
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= highestPort) return port
  throw new ScriptError(`WALLET_PORT should be a whole number from 0 to ${highestPort}; it is "${given}".`)
}

/** @returns {Promise<number>} */
export function findFreePort() {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {number} port @returns {Promise<NodeJS.ErrnoException | undefined>} */
function tryToListen(port) {
  return new Promise(done => {
    const server = createServer()
    server.once('error', done)
    server.listen(port, () => server.close(() => done(undefined)))
  })
}

/** @param {number | string} port */
export const portInUse = port =>
  `Port ${port} is in use: is the relay running already? ` +
  'Stop what uses it, or choose another base port, for example: PORT=9100 npm start'

/**
 * Reports a port in use before anything is built or started.
 * @param {number | undefined} basePort
 * @throws {ScriptError}
 */
export async function assertPortsFree(basePort) {
  if (!basePort) return
  for (const port of [basePort + 1, basePort + 2]) {
    const error = await tryToListen(port)
    if (error?.code === 'EADDRINUSE') throw new ScriptError(portInUse(port))
    if (error) throw new ScriptError(`Port ${port} cannot be opened: ${error.message}`)
  }
}
