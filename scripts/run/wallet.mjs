import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { inProject } from '../setup/workspace.mjs'
import { keepRunning } from './keep-running.mjs'
import { startPart } from './part.mjs'
import { findFreePort } from './ports.mjs'
import { say, withProgress } from './progress.mjs'
import { printLog } from './readable-log.mjs'

const readyWithinMs = 30_000

/**
 * The state of the wallet service: here, elsewhere as configured, or not running and why.
 * @typedef {{ url: string, chainSource: string } | { elsewhere: string } | { problem: string }} WalletState
 * @typedef {import('./part.mjs').Part<import('./part.mjs').WalletReadyMessage>} Wallet
 */

/** @param {number} walletPort 0 = any that is free */
export const settleWalletPort = async walletPort => walletPort || (await findFreePort())

/**
 * Its network and source come from our environment. Only this relay calls it, so it trusts that list of owners.
 * @param {{ dataDir: string, walletPort: number, adminUrl: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Wallet}
 */
export function startWallet({ dataDir, walletPort, adminUrl, env = {} }) {
  return startPart({
    name: 'wallet',
    file: localNode(),
    args: ['src/main.ts'],
    cwd: inProject('apps', 'wallet'),
    env: {
      ...localEnvironment(),
      DATA_DIR: join(dataDir, 'wallet'),
      WALLET_PORT: String(walletPort),
      WALLET_API_KEY_FILE: join(dataDir, 'wallet-api-key'),
      RELAY_URL: adminUrl,
      TRUST_PROXY: 'loopback',
      ...env,
    },
    onOutput: printLog(process.stdout),
  })
}

/** The relay runs without it, too. @param {Wallet} wallet @returns {Promise<WalletState>} */
export function walletReady(wallet) {
  const tooLong = new AbortController()
  return withProgress('Starting the wallet', async () => {
    try {
      const { walletUrl, chainSource } = await Promise.race([
        wallet.ready,
        sleep(readyWithinMs, undefined, { signal: tooLong.signal }).then(() => {
          throw new Error(`It was not ready within ${readyWithinMs / 1000} s.`)
        }),
      ])
      return { url: walletUrl, chainSource }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      say(`The wallet could not start; the relay runs without it. ${problem}`)
      return { problem }
    } finally {
      tooLong.abort()
    }
  })
}

/**
 * The relay keeps running; if it ends, everything ends. `companions` always has the running wallet.
 * @param {Wallet} wallet one that was ready
 * @param {{ startAgain: () => Wallet, companions: import('./part.mjs').Part<any>[], relay: import('./part.mjs').Part<any>, stopping: { isAsked: () => boolean }, }} options companions always contains the running wallet, so that it can be stopped
 */
export function keepWallet(wallet, { startAgain, companions, relay, stopping }) {
  void keepRunning(wallet, {
    isOver: () => stopping.isAsked() || !relay.isRunning(),
    startAgain: () => {
      const next = startAgain()
      companions.splice(0, companions.length, next)
      return next
    },
  })
}
