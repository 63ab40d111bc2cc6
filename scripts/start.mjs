import { assertPortsFree, readPlace } from './run/ports.mjs'
import { say } from './run/progress.mjs'
import { relayReady, restartable, startRelay } from './run/relay.mjs'
import { runScript } from './run/script-error.mjs'
import { stateOfParts } from './run/state-of-parts.mjs'
import { listenForStop, stayUntilStopped, stopAll } from './run/stopping.mjs'
import { keepWallet, settleWalletPort, startWallet, walletReady } from './run/wallet.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { buildConsole } from './setup/build-console.mjs'

await runScript(async () => {
  const place = readPlace(process.env)
  await bootstrap()
  if (process.env.RELAY_MAIN) return serveForMain(place)
  await assertPortsFree(place.basePort)
  await buildConsole()

  const settled = { ...place, walletPort: await settleWalletPort(place.walletPort) }
  // After a restore everything starts again on what was restored.
  while (await runOnce(settled));
  return 0
})

/**
 * A serving machine needs neither console nor wallet.
 * @param {ReturnType<typeof readPlace>} place
 */
async function serveForMain(place) {
  const machine = restartable(() => startRelay(place))
  const stopping = listenForStop(() => [machine])
  machine.ready.then(
    ({ publicUrl }) => say(`Clients of the relay are served at ${publicUrl}. Ctrl-C stops it.`),
    // Its end follows.
    () => {},
  )
  try {
    await stayUntilStopped([machine], stopping, [])
    return 0
  } finally {
    await stopAll([machine])
    stopping.close()
  }
}

/** @param {ReturnType<typeof readPlace>} place @returns {Promise<boolean>} whether everything is to be started again */
async function runOnce(place) {
  const elsewhere = process.env.WALLET_URL
  const env = place.basePort === 0 ? {} : { RESTARTS: 'with-connections' }
  const relay = restartable(() => startRelay({ ...place, env }))
  /** @type {import('./run/part.mjs').Part[]} */
  const companions = []
  const stopping = listenForStop(() => [relay, ...companions])

  /** @param {string} adminUrl @returns {Promise<import('./run/wallet.mjs').WalletState | void>} */
  const bringWallet = async adminUrl => {
    if (elsewhere) return { elsewhere }
    const start = () => startWallet({ ...place, adminUrl })
    const wallet = start()
    companions.push(wallet)
    const state = await Promise.race([walletReady(wallet), stopping.asked])
    if (state && 'url' in state) keepWallet(wallet, { startAgain: start, companions, relay, stopping })
    return state
  }

  try {
    const ready = await Promise.race([relayReady(relay), stopping.asked])
    const wallet = ready && (await bringWallet(ready.adminUrl))
    if (ready && wallet) say(stateOfParts(ready, place, wallet))
    return await stayUntilStopped([relay], stopping, companions)
  } finally {
    await stopAll([relay, ...companions])
    stopping.close()
  }
}
