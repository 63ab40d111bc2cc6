import { createInterface } from 'node:readline'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { inProject, root } from '../setup/workspace.mjs'
import { startPart } from './part.mjs'
import { say } from './progress.mjs'

export const usage = [
  '  Make a wallet in the console: it is paid at once with coins that are worth nothing. A block comes every 30 s.',
  '  p + Enter pays its next address, p <address> + Enter pays that one, m + Enter mines a block.',
  '',
].join('\n')

/**
 * Our bitcoind on regtest and, for a wallet's file, the Esplora server in ELECTRS.
 * @param {{ bitcoind: string, folder: string, esploraWallet?: string | undefined }} options
 * @returns {import('./part.mjs').Part<{ type: 'ready', url: string, cookieFile: string, esploraUrl?: string }>}
 */
export function startRegtest({ bitcoind, folder, esploraWallet }) {
  return startPart({
    name: 'bitcoin node',
    file: localNode(),
    args: [inProject('dev', 'regtest.ts')],
    cwd: root,
    env: { ...localEnvironment(), BITCOIND: bitcoind, REGTEST_FOLDER: folder, REGTEST_ESPLORA_WALLET: esploraWallet },
    onOutput: text => process.stdout.write(text),
  })
}

/** @param {import('./part.mjs').Part<unknown>} regtest @returns {() => void} stops listening */
export function listenForOrders(regtest) {
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', line => {
    const [order, address] = line.trim().split(/\s+/)
    if (order === 'm') regtest.tell({ type: 'mine' })
    else if (order === 'p') regtest.tell({ type: 'pay', ...(address && { address }) })
    else if (order) say(usage)
  })
  return () => {
    lines.close()
    process.stdin.unref?.()
  }
}
