import { reuseCompiledCode } from '@hornets/server/process/compiled-code'

const [folder = '', until, days] = process.argv.slice(2)
const giveUp = () => process.exit(1)
process.once('disconnect', giveUp)
reuseCompiledCode('relay', process.env)
const [{ forgoDurability }, { liveThrough }] = await Promise.all([
  import('@hornets/server/database/sqlite'),
  import('./history/live-through.ts'),
])
forgoDurability()
await liveThrough(folder, { until: Number(until), days: Number(days), claimed: true })
process.off('disconnect', giveUp)
process.disconnect?.()
