import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode('relay', process.env)
if (process.env.RELAY_MAIN?.trim()) {
  const { runMachine } = await import('./run-machine.ts')
  await runMachine(process.env)
} else {
  const { runRelay } = await import('./run-relay.ts')
  await runRelay(process.env)
}
