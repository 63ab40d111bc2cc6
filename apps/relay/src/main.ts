import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode()
const { runRelay } = await import('./run-relay.ts')
await runRelay(process.env)
