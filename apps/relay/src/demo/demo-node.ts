import { messages } from '@hornets/contract'
import { getAccount } from '@hornets/contract/admin/accounts/account'
import { demoTokenPrefix } from '@hornets/contract/demo-token'
import type { Clock } from '@hornets/server/clock'
import { closeJsonApp } from '@hornets/server/http/json-app'
import type { Logger } from '@hornets/server/process/logger'
import { type Config, readConfig } from '../config.ts'
import { openContext } from '../context.ts'
import { AccountStore } from './account-store.ts'
import type { DemoNode } from './demo.ts'
import { refuse } from './demo-calls.ts'
import { demoWalletRoutes } from './demo-wallet.ts'
import { madeUpRates } from './history/rates.ts'
import { Liveliness } from './liveliness.ts'
import type { CreateSandboxApp } from './sandbox-app.ts'
import { addressNames, applySandboxRules } from './sandbox-rules.ts'

/** Open responses at once, including live streams. */
const answersMax = 250
const bodyLimitBytes = 32 * 1024
/** Changes and visitors after which a demo is reset; keeps its data below 100 MB. */
const wearMax = 20_000
const wearOfChange = 10

export interface DemoNodeOptions {
  readonly createApp: CreateSandboxApp
  readonly folder: string
  readonly config: Config
  readonly now: Clock
  readonly logger: Logger
  readonly onWornOut: () => void
}

export async function openDemoNode(options: DemoNodeOptions): Promise<DemoNode> {
  const { now, logger, onWornOut } = options
  const liveliness = new Liveliness(now)
  const context = await openContext(sandboxConfig(options), {
    now,
    logger,
    sandbox: { rates: madeUpRates(now), connections: liveliness.connections },
  })
  let wear = 0
  const wearOut = (amount: number) => {
    wear += amount
    if (wear > wearMax && wear - amount <= wearMax) onWornOut()
  }
  const rules = { sessions: context.sessions, onWear: (changes: number) => wearOut(changes * wearOfChange), now }
  const app = await options.createApp(context, {
    sandbox: {
      bodyLimitBytes,
      guard: bare => applySandboxRules(bare, rules),
      mountWallet: bare => demoWalletRoutes(bare, now),
    },
  })
  await app.ready()
  liveliness.begin(context)

  const { adminDatabase: database, sessions, profile } = context
  const accountId = await new AccountStore(database.reads).findDemoAccount()
  const nameAddress = addressNames()
  const openSession = (address: string) =>
    database.transact(tx => sessions.open(tx, accountId, { address: nameAddress(address), userAgent: 'Demo visitor' }))
  const headers = { authorization: `Bearer ${await openSession('')}` }
  await profile.save(await sessions.authenticate(headers.authorization, ''), { firstName: 'Demo', userName: 'demo' })
  const { user } = (await app.inject({ method: getAccount.method, url: getAccount.path, headers })).json()

  let answers = 0
  return {
    async enter(address) {
      wearOut(1)
      const token = demoTokenPrefix + (await openSession(address))
      return { token, user }
    },
    serve(request, response) {
      if (answers >= answersMax) return refuse(response, 'unavailable', messages.demoBusy)
      answers += 1
      response.once('close', () => {
        answers -= 1
      })
      app.routing(request, response)
    },
    async close() {
      liveliness.end()
      context.hub.close()
      await closeJsonApp(app)
      await context.close()
    },
  }
}

/** The demo ignores the environment, except for the shared listener. */
function sandboxConfig({ config, folder }: DemoNodeOptions): Config {
  const { adminHost, allowedHosts, trustedProxies, consoleDir, logLevel } = config
  const bare = readConfig({ DATA_DIR: folder, RATE_URL: '' })
  return { ...bare, adminHost, allowedHosts, trustedProxies, consoleDir, logLevel }
}
