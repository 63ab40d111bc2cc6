import { general } from '@hornets/contract/admin/settings'
import { stdoutLog } from '@hornets/server/process/log-stream'
import { createLogger } from '@hornets/server/process/logger'
import { overwriteGarbage } from '@hornets/server/process/overwrite-garbage'
import { runProgram } from '@hornets/server/process/program'
import { readConfig } from './config.ts'
import { type Context, type ContextOptions, openContext } from './context.ts'
import { giveToParent, takeFromParent } from './nostr/handing/parent-process.ts'
import { openApp } from './servers/app.ts'
import type { Settings } from './settings/settings.ts'

/** Whoever started the relay starts it again (EX_TEMPFAIL), or everything on its data folder. */
const restartStatus = { relay: 75, all: 76 }
/** Until the answer to whoever asked for it is on its way. */
const restartAfterMs = 300
const lastWordsMs = 500
/** Once the relay has signed what is due under its key. */
const forgetAfterMs = 2000

/** Libraries turn the relay's private key into text when it is entered or signs: overwrites that after a start and a save. */
function forgetKeyTexts(settings: Pick<Settings, 'onChange'>): void {
  let timer: NodeJS.Timeout | undefined
  const forget = (how?: Parameters<typeof overwriteGarbage>[0]) => {
    clearTimeout(timer)
    timer = setTimeout(overwriteGarbage, forgetAfterMs, how).unref()
  }
  settings.onChange(general, () => forget())
  forget({ givesBack: true })
}

/** `costs`: the usual ones by default */
export const runRelay = (
  environment: NodeJS.ProcessEnv,
  costs: Pick<ContextOptions, 'passwordCost' | 'demoDays'> = {},
) =>
  runProgram('relay', async (useLogger, stop) => {
    const config = readConfig(environment)
    const context: Context = await openContext(config, {
      ...costs,
      onWait: message => process.send?.({ type: 'waiting', message }),
      // Not closed in order: that would write.
      onLost: reason => {
        createLogger({ name: 'relay', level: config.logLevel }).fatal(
          { reason },
          'this is not the main process any more',
        )
        void stdoutLog()
          .flush(lastWordsMs)
          .finally(() => process.exit(restartStatus.relay))
      },
      ...(config.isStartedAgain && {
        restart: what => {
          if (what === 'relay' && config.handsConnectionsOver && process.send) context.nostr.heir = giveToParent
          setTimeout(stop, restartAfterMs, 'restart', restartStatus[what])
        },
      }),
    })
    useLogger(context.logger)
    const app = await openApp(context).catch(async error => {
      await context.close()
      throw error
    })
    forgetKeyTexts(context.settings)
    takeFromParent(context.nostr)
    const { publicUrl, adminUrl, consoleUrl } = app
    const { verifier, servingPids } = context.nostr
    const claimed = context.accounts.isClaimed()
    const setupUrl = app.setupUrl()
    // The token does not belong in a log; `npm start` prints it for its user.
    if (setupUrl && !process.send) process.stdout.write(`Claim this relay: ${setupUrl}\n`)
    return {
      ready: { publicUrl, adminUrl, claimed, verifier, ...(servingPids.length > 0 && { serving: servingPids }) },
      notice: { publicUrl, adminUrl, consoleUrl, claimed, ...(setupUrl && { setupUrl }) },
      close: async () => {
        context.nostr.isEnding = true
        await app.close()
        await context.close()
      },
    }
  })
