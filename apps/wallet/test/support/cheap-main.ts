import { reuseCompiledCode } from '@hornets/server/process/compiled-code'
import { overwriteFreedMemory } from '../../src/keys/secrets/clear-memory.ts'

/** The wallet as main.ts starts it, except that it seals at little cost: each seal takes 1.5 s of a core. */
overwriteFreedMemory()
reuseCompiledCode('wallet', process.env)
const { runWallet } = await import('../../src/run-wallet.ts')
await runWallet(process.env, { memoryKib: 64, passes: 1, lanes: 1 })
