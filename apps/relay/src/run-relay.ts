import { runProgram } from '@hornets/server/process/program'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'

/** Runs the relay until it is stopped. */
export const runRelay = (environment: NodeJS.ProcessEnv) =>
  runProgram('relay', async useLogger => {
    const context = await openContext(readConfig(environment))
    useLogger(context.logger)
    const app = await openApp(context).catch(async error => {
      await context.close()
      throw error
    })
    const { publicUrl, adminUrl, consoleUrl } = app
    const claimed = context.accounts.isClaimed()
    const setupUrl = app.setupUrl()
    // Its token is no matter for a log; whoever started us by `npm start` hears it there.
    if (setupUrl && !process.send) process.stdout.write(`Claim this relay: ${setupUrl}\n`)
    return {
      ready: { publicUrl, adminUrl, claimed, verifier: context.nostr.verifier },
      notice: { publicUrl, adminUrl, consoleUrl, claimed, ...(setupUrl && { setupUrl }) },
      close: async () => {
        await app.close()
        await context.close()
      },
    }
  })
