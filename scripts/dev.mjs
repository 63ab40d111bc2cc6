// The development environment: a seeded relay with its own data, a wallet, and the console with hot reload.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run/command.mjs'
import { assertPortsFree, readPlace } from './run/ports.mjs'
import { say, withProgress } from './run/progress.mjs'
import { relayReady, startRelay } from './run/relay.mjs'
import { runScript, ScriptError } from './run/script-error.mjs'
import { listenForStop, stayUntilStopped, stopAll } from './run/stopping.mjs'
import { startVite } from './run/vite.mjs'
import { keepWallet, settleWalletPort, startWallet, walletReady } from './run/wallet.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { localEnvironment, localNode } from './setup/local-node.mjs'
import { cacheFolder, inProject } from './setup/workspace.mjs'

const seedScript = inProject('dev', 'seed.ts')

/** @param {string} dataDir */
async function seed(dataDir) {
  if (!existsSync(seedScript)) return
  const env = { ...localEnvironment(), DATA_DIR: dataDir }
  await withProgress('Seeding the relay', async () => {
    const result = await runQuietly(localNode(), [seedScript], { env, onOutput: text => process.stdout.write(text) })
    if (result.code !== 0) throw new ScriptError('Could not seed the relay (see above).')
  })
}

await runScript(async () => {
  await bootstrap()
  const place = { ...readPlace(process.env), dataDir: join(cacheFolder, 'dev-data') }
  await assertPortsFree(place.basePort)
  await seed(place.dataDir)

  const walletPort = await settleWalletPort(place.walletPort)
  // Calls no outside service unless the developer names one.
  const env = { RATE_URL: process.env.RATE_URL ?? '', WALLET_NETWORK: process.env.WALLET_NETWORK ?? 'regtest' }
  const relay = startRelay({ ...place, walletPort, watch: true, env })
  /** @type {import('./run/part.mjs').Part[]} */
  const parts = [relay]
  /** @type {import('./run/part.mjs').Part[]} */
  const companions = []
  const stopping = listenForStop(() => [...parts, ...companions])
  try {
    const ready = await Promise.race([relayReady(relay), stopping.asked])
    if (ready) {
      const start = () => startWallet({ ...place, walletPort, adminUrl: ready.adminUrl, env })
      const wallet = start()
      companions.push(wallet)
      const state = await walletReady(wallet)
      if ('url' in state) keepWallet(wallet, { startAgain: start, companions, relay, stopping })
      const vite = await startVite(ready.adminUrl)
      parts.push(vite.part)
      say(`\n  relay     ${ready.publicUrl} and ${ready.adminUrl}, data in ${place.dataDir}`)
      if ('url' in state) say(`  wallet    ${state.url} (${env.WALLET_NETWORK})`)
      say(
        `  console   ${vite.url} (hot reload)\n  gallery   ${new URL('gallery/', vite.url).href} (every component in every state)\n\n  Ctrl-C stops everything.\n`,
      )
    }
    await stayUntilStopped(parts, stopping, companions)
  } finally {
    await stopAll([...parts, ...companions])
    stopping.close()
  }
  return 0
})
