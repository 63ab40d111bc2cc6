import { keepCompiledCode, reuseCompiledCode } from '@hornets/server/process/compiled-code'

/** The wallet as main.ts starts it, except that it is killed at the step in CRASH_AT, and seals at little cost. */
reuseCompiledCode('killed-wallet', process.env)
const { openContext } = await import('../../src/context.ts')
const { openApp } = await import('../../src/app.ts')
const { readConfig } = await import('../../src/config.ts')
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
// Before it is killed.
keepCompiledCode()
