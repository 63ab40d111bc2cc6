import { giveWay } from '@hornets/server/process/give-way'
import { openTables } from '../layout/tables.ts'
import { findDamage } from './find-damage.ts'

// Checks the event store in a separate process: a broken page can crash its reader.
const [path = ''] = process.argv.slice(2)
giveWay()
const tables = openTables({ path, isDurable: true })
const asker = process.ppid
const damage = findDamage(tables, () => process.ppid === asker)
await tables.root.close()
process.send?.({ damage })
process.disconnect?.()
