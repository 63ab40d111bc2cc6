import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode()
const { runWallet } = await import('./run-wallet.ts')
await runWallet(process.env)
