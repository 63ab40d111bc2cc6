import { openApp } from '../../apps/wallet/src/app.ts'
import { readConfig } from '../../apps/wallet/src/config.ts'
import { openContext } from '../../apps/wallet/src/context.ts'

export interface RunningWallet {
  readonly walletUrl: string
  end(signal?: NodeJS.Signals): Promise<void>
}

/** In the test's process; it seals at little cost. */
export async function startWallet(env: Record<string, string>): Promise<RunningWallet> {
  const context = await openContext(readConfig(env), { sealCost: { memoryKib: 64, passes: 1, lanes: 1 } })
  const app = await openApp(context).catch(error => context.close().then(() => Promise.reject(error)))
  context.sync.start()
  return {
    walletUrl: app.url,
    end: async () => {
      await app.close()
      await context.close()
    },
  }
}
