// The whole product with worthless coins, in .cache/demo-regtest or DATA_DIR. `-- esplora`: through ELECTRS's server.
import { join } from 'node:path'
import { assertPortsFree, readPlace } from './run/ports.mjs'
import { say, withProgress } from './run/progress.mjs'
import { listenForOrders, startRegtest, usage } from './run/regtest.mjs'
import { relayReady, startRelay } from './run/relay.mjs'
import { runScript, ScriptError } from './run/script-error.mjs'
import { stateOfParts } from './run/state-of-parts.mjs'
import { listenForStop, stayUntilStopped, stopAll } from './run/stopping.mjs'
import { keepWallet, settleWalletPort, startWallet, walletReady } from './run/wallet.mjs'
import { ensureBitcoind } from './setup/bitcoind.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { buildConsole } from './setup/build-console.mjs'
import { cacheFolder } from './setup/workspace.mjs'

await runScript(async () => {
  const isEsplora = process.argv.includes('esplora')
  if (isEsplora && !process.env.ELECTRS)
    throw new ScriptError('Set ELECTRS=/path/to/electrs to run the demo with Esplora')
  const place = readPlace({ PORT: '0', DATA_DIR: join(cacheFolder, 'demo-regtest'), ...process.env })
  await bootstrap()
  await assertPortsFree(place.basePort)
  const bitcoind = await ensureBitcoind()
  await buildConsole()
  const walletPort = await settleWalletPort(place.walletPort)

  const esploraWallet = isEsplora ? join(place.dataDir, 'wallet', 'wallet.db') : undefined
  const regtest = startRegtest({ bitcoind, folder: join(place.dataDir, 'bitcoind'), esploraWallet })
  /** @type {import('./run/part.mjs').Part<any>[]} */
  const parts = [regtest]
  /** @type {import('./run/part.mjs').Part<any>[]} */
  const companions = []
  const stopping = listenForStop(() => [...parts, ...companions])

  const bringEverything = async () => {
    const chain = await withProgress('Starting bitcoind on regtest', () =>
      Promise.race([regtest.ready, stopping.asked]),
    )
    if (!chain) return
    // Calls no outside service unless one is named.
    const env = { PORT: String(place.basePort ?? 0), RATE_URL: process.env.RATE_URL ?? '' }
    const relay = startRelay({ ...place, walletPort, env })
    parts.push(relay)
    const ready = await Promise.race([relayReady(relay), stopping.asked])
    if (!ready) return
    const { adminUrl } = ready
    const source = chain.esploraUrl
      ? { BITCOIND_URL: '', BITCOIND_COOKIE: '', ESPLORA_URL: chain.esploraUrl }
      : { BITCOIND_URL: chain.url, BITCOIND_COOKIE: chain.cookieFile, ESPLORA_URL: '' }
    const walletEnv = { WALLET_NETWORK: 'regtest', ...source }
    const start = () => startWallet({ ...place, walletPort, adminUrl, env: walletEnv })
    const wallet = start()
    companions.push(wallet)
    const state = await Promise.race([walletReady(wallet), stopping.asked])
    if (!state) return
    if ('url' in state) keepWallet(wallet, { startAgain: start, companions, relay, stopping })
    say(`${stateOfParts(ready, place, state)}\n${usage}`)
  }

  const stopListening = listenForOrders(regtest)
  try {
    await bringEverything()
    await stayUntilStopped(parts, stopping, companions)
  } finally {
    stopListening()
    await stopAll([...companions, ...parts])
    stopping.close()
  }
  return 0
})
