import { keepCompiledCode, reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode('fuzzed-wallet', process.env)
const { openContext } = await import('../../src/context.ts')
const { openApp } = await import('../../src/app.ts')
const { readConfig } = await import('../../src/config.ts')
let offsetMs = Number(process.env.CLOCK_OFFSET_MS)
process.on('message', (offset: number) => {
  offsetMs = offset
})
const context = await openContext(readConfig(process.env), {
  sealCost: { memoryKib: 64, passes: 1, lanes: 1 },
  pollMs: 300,
  lookahead: 200,
  now: () => Date.now() + offsetMs,
})
const app = await openApp(context)
context.sync.start()
process.once('disconnect', () => process.exit(1))
process.send?.(app.url)
keepCompiledCode()
