import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'

/** The wallet as main.ts starts it, except that it is killed at the step in CRASH_AT. */
const context = await openContext(readConfig(process.env), {
  sealCost: { memoryKib: 64, passes: 1, lanes: 1 },
  pollMs: 3_600_000,
  lookahead: 30,
  checkpoint: step => {
    if (step === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL')
  },
})
const app = await openApp(context)
context.sync.start()
await context.sync.settled()
process.once('disconnect', () => process.exit(1))
process.send?.({ type: 'ready', walletUrl: app.url })
