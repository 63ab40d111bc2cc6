import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

reuseCompiledCode('wallet', process.env)
const { runWallet } = await import('./run-wallet.ts')
await runWallet(process.env)
