import { runProgram } from '@hornets/server/process/program'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'
import { clearMemory } from './keys/secrets/clear-memory.ts'

const afterAnswerMs = 200

export const runWallet = (environment: NodeJS.ProcessEnv) =>
  runProgram('wallet', async useLogger => {
    let clearing: NodeJS.Timeout | undefined
    let url = ''
    const clear = () =>
      void clearMemory(url, context.wayOut).catch(err => context.logger.warn({ err }, 'could not clear memory'))
    // Once the call that locks is answered.
    const onLocked = () => {
      clearTimeout(clearing)
      clearing = setTimeout(clear, afterAnswerMs).unref()
    }
    const context = await openContext(readConfig(environment), { onLocked })
    useLogger(context.logger)
    const app = await openApp(context).catch(async error => {
      await context.close()
      throw error
    })
    context.sync.start()
    url = app.url
    const walletUrl = app.url
    const chainSource = context.chain?.source ?? 'none'
    return {
      ready: { walletUrl, chainSource, network: context.config.network },
      notice: { walletUrl, chainSource },
      close: async () => {
        clearTimeout(clearing)
        await app.close()
        await context.close()
      },
    }
  })
