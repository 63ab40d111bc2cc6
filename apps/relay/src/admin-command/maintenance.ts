import { maintenanceTakenUpMs } from '../admin/maintenance.ts'
import { deleteMaintenance, findMaintenance, putMaintenance } from '../admin/maintenance-store.ts'
import type { Command, CommandParts } from './command.ts'
import { WrongWords } from './wrong-words.ts'

const reasonMax = 500
const atTheServer = { pubkey: null, address: null }

/** Written into the database, where a running relay finds it; one that is stopped starts with it. */
export const maintenance: Command = {
  name: 'maintenance',
  takes: '[on ["reason"] | off]',
  summary: 'admins wait and nothing is taken in while you work on the server; without a word: is it on?',
  wordsMax: Number.POSITIVE_INFINITY,
  async run(parts, [what, ...words]) {
    if (what === undefined) await tell(parts)
    else if (what === 'on') await begin(parts, words.join(' '))
    else if (what === 'off' && words.length === 0) await end(parts)
    else
      throw new WrongWords(
        `maintenance takes "on" with a reason, "off" or nothing, not "${[what, ...words].join(' ')}".`,
      )
    return 0
  },
}

const seconds = Math.ceil(maintenanceTakenUpMs / 1000) + 1
const takenUp = `A running relay takes that up within ${seconds} seconds`

async function tell({ database, say }: CommandParts): Promise<void> {
  const row = await findMaintenance(database.reads)
  if (!row) return say('Maintenance is off, unless the relay was started with MAINTENANCE=on.')
  say(`Maintenance is on since ${new Date(row.since).toISOString()}${row.reason ? `: ${row.reason}` : '.'}`)
}

async function begin({ database, audit, say }: CommandParts, given: string): Promise<void> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a reason is one line of plain text
  const reason = given.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  if (reason.length > reasonMax) throw new WrongWords(`A reason has ${reasonMax} characters at most.`)
  await database.transact(async tx => {
    await putMaintenance(tx, { reason, since: Date.now() })
    await audit.recordChange(tx, { actor: atTheServer, action: 'maintenance.on', target: '', after: { reason } })
  })
  say('Maintenance is on: the console says so to admins, and clients can read, but not publish or upload.')
  say(`${takenUp}; one that is stopped starts with it.`)
  say('End it with: npm run admin -- maintenance off')
}

async function end({ database, audit, say }: CommandParts): Promise<void> {
  const wasOn = await database.transact(async tx => {
    const gone = await deleteMaintenance(tx)
    if (gone) await audit.recordChange(tx, { actor: atTheServer, action: 'maintenance.off', target: '' })
    return gone
  })
  say(wasOn ? `Maintenance is off. ${takenUp}.` : 'Maintenance was off already.')
  say('A relay that was started with MAINTENANCE=on stays under maintenance until it is started without.')
}
