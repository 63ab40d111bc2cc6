import { runProgram } from '@hornets/server/process/program'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'

export const runWallet = (environment: NodeJS.ProcessEnv) =>
  runProgram('wallet', async useLogger => {
    const context = await openContext(readConfig(environment))
    useLogger(context.logger)
    const app = await openApp(context).catch(async error => {
      await context.close()
      throw error
    })
    context.sync.start()
    const { url: walletUrl } = app
    const chainSource = context.chain?.source ?? 'none'
    return {
      ready: { walletUrl, chainSource, network: context.config.network },
      notice: { walletUrl, chainSource },
      close: async () => {
        await app.close()
        await context.close()
      },
    }
  })
