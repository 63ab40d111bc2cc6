import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode(process.env)
const { runWallet } = await import('./run-wallet.ts')
await runWallet(process.env)
