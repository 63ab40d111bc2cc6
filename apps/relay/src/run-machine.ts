import { createLogger } from '@hornets/server/process/logger'
import { runProgram } from '@hornets/server/process/program'
import { readConfig } from './config.ts'
import { hostInUrl } from './listeners/host-in-url.ts'
import { serveForMain } from './nostr/serving/machines/serve-for-main.ts'

/** EX_TEMPFAIL: its supervisor starts it again, and it waits for the main process. */
const mainIsGone = 75
const usualPort = 9001

/** Takes Nostr websockets for the relay at RELAY_MAIN, and does nothing else. */
export const runMachine = (environment: NodeJS.ProcessEnv) =>
  runProgram('relay', async (useLogger, stop) => {
    const { main, basePort, publicHost, trustedProxies, eventsDatabase, logLevel } = readConfig(environment)
    if (!main) throw new Error('RELAY_MAIN names no main process')
    const log = createLogger({ name: 'relay', level: logLevel })
    useLogger(log)
    const { places, secret } = main
    const serving = await serveForMain({
      mains: places,
      secret,
      host: publicHost,
      port: basePort ? basePort + 1 : (basePort ?? usualPort),
      trustedProxies,
      databaseUrl: eventsDatabase,
      log,
      onEnd: () => stop('the main process is gone', mainIsGone),
    })
    const publicUrl = `ws://${hostInUrl(publicHost)}:${serving.port}`
    return {
      ready: { publicUrl, main: `${serving.main.host}:${serving.main.port}` },
      notice: { publicUrl },
      close: serving.close,
    }
  })
