import { runProgram } from '@hornets/server/process/program'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openContext } from './context.ts'
import { clearMemory, MemoryClearing } from './keys/secrets/clear-memory.ts'
import type { SealCost } from './keys/secrets/seal.ts'

/** @param sealCost the usual one by default */
export const runWallet = (environment: NodeJS.ProcessEnv, sealCost?: SealCost) =>
  runProgram('wallet', async useLogger => {
    let url = ''
    const clearing = new MemoryClearing(
      () => void clearMemory(url, context.wayOut).catch(err => context.logger.warn({ err }, 'could not clear memory')),
    )
    const context = await openContext(readConfig(environment), { sealCost, onSecretsUsed: () => clearing.start() })
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
        clearing.stop()
        await app.close()
        await context.close()
      },
    }
  })
