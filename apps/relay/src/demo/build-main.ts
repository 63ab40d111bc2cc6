import { forgoDurability } from '@hornets/server/database/sqlite'
import { liveThrough } from './history/live-through.ts'

const [folder = '', until, days] = process.argv.slice(2)
const giveUp = () => process.exit(1)
process.once('disconnect', giveUp)
forgoDurability()
await liveThrough(folder, { until: Number(until), days: Number(days), claimed: true })
process.off('disconnect', giveUp)
process.disconnect?.()
