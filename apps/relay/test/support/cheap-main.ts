import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

/** The relay as main.ts starts it, except that passwords cost little and the demo tells a month instead of a year. */
reuseCompiledCode('relay', process.env)
const { runRelay } = await import('../../src/run-relay.ts')
await runRelay(process.env, { passwordCost: { memoryKib: 256, passes: 1, lanes: 1 }, demoDays: 30 })
