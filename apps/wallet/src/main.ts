import { promisify } from 'node:util'
import { createLogger } from '@hornets/server/logger'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'

/** How long closing may take before the process ends all the same. */
const closingMsMax = 10_000

/** What `npm start` and the tests hear of a wallet that they have started. */
type Notice = { type: 'ready'; walletUrl: string; chainSource: string } | { type: 'failed'; message: string }

let logger = createLogger({ name: 'wallet', level: 'info' })

function fail(error: unknown): never {
  logger.fatal({ err: error }, 'the wallet ends because of an error')
  process.exit(1)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

/** Resolves once it is on its way, so that the process may end. */
async function notify(notice: Notice): Promise<void> {
  if (process.send) await promisify<Notice, void>(process.send.bind(process))(notice).catch(() => undefined)
}

async function start() {
  // Everything that the wallet writes is for its own user.
  process.umask(0o077)
  const context = await openContext(readConfig(process.env))
  logger = context.logger
  const app = await openApp(context).catch(async error => {
    await context.close()
    throw error
  })
  context.sync.start()
  return { app, context }
}

try {
  const { app, context } = await start()
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    logger.info({ reason }, 'closing')
    setTimeout(() => fail(new Error(`closing took more than ${closingMsMax / 1000} s`)), closingMsMax).unref()
    app
      .close()
      .then(() => context.close())
      .then(() => process.exit(0), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Who started us has ended: nobody could stop us any more.
  process.once('disconnect', () => stop('disconnect'))
  const chainSource = context.chain?.source ?? 'none'
  logger.info({ walletUrl: app.url, chainSource, network: context.config.network }, 'ready')
  await notify({ type: 'ready', walletUrl: app.url, chainSource })
} catch (error) {
  await notify({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  fail(error)
}
