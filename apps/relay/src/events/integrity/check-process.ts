import { setPriority } from 'node:os'
import { openTables } from '../layout/tables.ts'
import { findDamage } from './find-damage.ts'

// Checks the event store in a process of its own: a broken page can end the process that reads it.

const [path = ''] = process.argv.slice(2)
try {
  setPriority(10)
} catch {
  // Not allowed here: then it runs as all others do.
}
const tables = openTables({ path, isDurable: true })
const damage = findDamage(tables)
await tables.root.close()
process.send?.({ damage })
process.disconnect?.()
