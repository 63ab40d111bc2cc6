import { promisify } from 'node:util'
import { createLogger } from '@hornets/server/logger'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'

/** How long closing may take before the process ends all the same. */
const closingMsMax = 10_000

/** What `npm start` and the tests hear of a relay that they have started. */
type Notice =
  | { type: 'ready'; publicUrl: string; adminUrl: string; claimed: boolean; setupUrl?: string }
  | { type: 'failed'; message: string }

let logger = createLogger({ name: 'relay', level: 'info' })

function fail(error: unknown): never {
  logger.fatal({ err: error }, 'the relay ends because of an error')
  process.exit(1)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

/** Resolves once it is on its way, so that the process may end. */
async function notify(notice: Notice): Promise<void> {
  if (process.send) await promisify<Notice, void>(process.send.bind(process))(notice).catch(() => undefined)
}

async function start() {
  // Everything that the relay writes is for its own user.
  process.umask(0o077)
  const context = await openContext(readConfig(process.env))
  logger = context.logger
  const app = await openApp(context).catch(async error => {
    await context.close()
    throw error
  })
  return { app, context }
}

try {
  const { app, context } = await start()
  let closing = false
  const stop = (reason: string) => {
    if (closing) return
    closing = true
    logger.info({ reason }, 'closing')
    setTimeout(() => fail(new Error(`closing took more than ${closingMsMax / 1000} s`)), closingMsMax).unref()
    app
      .close()
      .then(() => context.close())
      .then(() => process.exit(0), fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Whoever started us is gone: nobody is left to stop us.
  process.once('disconnect', () => stop('parent gone'))
  const { publicUrl, adminUrl } = app
  const claimed = context.accounts.isClaimed()
  const setupUrl = app.setupUrl()
  logger.info({ publicUrl, adminUrl, claimed, verifier: context.nostr.verifier }, 'ready')
  // Its token is no matter for a log; whoever started us by `npm start` hears it there.
  if (setupUrl && !process.send) process.stdout.write(`Claim this relay: ${setupUrl}\n`)
  await notify({ type: 'ready', publicUrl, adminUrl, claimed, ...(setupUrl && { setupUrl }) })
} catch (error) {
  await notify({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  fail(error)
}
