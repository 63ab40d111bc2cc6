// The order: packages → ports → console → relay → its health → the address to open → stay until asked to stop.
import { runScript } from './run/fault.mjs'
import { assertPortsFree, readPlace } from './run/ports.mjs'
import { say } from './run/progress.mjs'
import { relayReady, startRelay } from './run/relay.mjs'
import { stateOfParts } from './run/state-of-parts.mjs'
import { listenForStop, stayUntilStopped, stopAll } from './run/stopping.mjs'
import { bootstrap } from './setup/bootstrap.mjs'
import { buildConsole } from './setup/build-console.mjs'

await runScript(async () => {
  const place = readPlace(process.env)
  await bootstrap()
  await assertPortsFree(place.basePort)
  await buildConsole()

  const relay = startRelay(place)
  const stopping = listenForStop(() => [relay])
  try {
    const ready = await Promise.race([relayReady(relay), stopping.asked])
    if (ready) say(stateOfParts(ready, place))
    await stayUntilStopped([relay], stopping)
  } finally {
    await stopAll([relay])
    stopping.close()
  }
  return 0
})
