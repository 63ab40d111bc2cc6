import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode('relay', process.env)
const { runRelay } = await import('./run-relay.ts')
await runRelay(process.env)
