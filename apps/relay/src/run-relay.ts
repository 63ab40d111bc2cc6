import { runProgram } from '@hornets/server/process/program'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'
import { openApp } from './servers/app.ts'

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
    // The token does not belong in a log; `npm start` prints it for its user.
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
