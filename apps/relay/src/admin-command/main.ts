import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

// Most of its modules are those that the relay keeps; finding them again would take twice as long as the rest.
reuseCompiledCode('relay', process.env)
const { runAdmin } = await import('./run-admin.ts')
process.exitCode = await runAdmin(process.argv.slice(2))
