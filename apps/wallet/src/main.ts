import { reuseCompiledCode } from '@hornets/server/process/compiled-code'
import { overwriteFreedMemory } from './keys/secrets/clear-memory.ts'

overwriteFreedMemory()

reuseCompiledCode('wallet', process.env)
const { runWallet } = await import('./run-wallet.ts')
await runWallet(process.env)
