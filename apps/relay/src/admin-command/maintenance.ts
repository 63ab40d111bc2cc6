import { maintenanceTakenUpMs } from '../maintenance/maintenance.ts'
import { MaintenanceByCommand } from '../maintenance/maintenance-by-command.ts'
import type { Command } from './command.ts'
import { WrongWords } from './wrong-words.ts'

const reasonMax = 500
const seconds = Math.ceil(maintenanceTakenUpMs / 1000) + 1
const takenUp = `A running relay takes that up within ${seconds} seconds`

type Say = (line: string) => void

/** Writes to the database, where a running relay finds it; a stopped one starts with it. */
export const maintenance: Command = {
  name: 'maintenance',
  takes: '[on ["reason"] | off]',
  summary: 'turns maintenance mode on or off; without an argument, shows the state',
  wordsMax: Number.POSITIVE_INFINITY,
  async run({ database, audit, say }, [what, ...words]) {
    const state = new MaintenanceByCommand(database, audit)
    if (what === undefined) await tell(state, say)
    else if (what === 'on') await begin(state, say, words.join(' '))
    else if (what === 'off' && words.length === 0) await end(state, say)
    else {
      const typed = [what, ...words].join(' ')
      throw new WrongWords(`maintenance takes "on" with a reason, "off" or nothing, not "${typed}".`)
    }
    return 0
  },
}

async function tell(state: MaintenanceByCommand, say: Say): Promise<void> {
  const found = await state.read()
  if (!found) return say('Maintenance is off, unless the relay was started with MAINTENANCE=on.')
  say(`Maintenance is on since ${new Date(found.since).toISOString()}${found.reason ? `: ${found.reason}` : '.'}`)
}

async function begin(state: MaintenanceByCommand, say: Say, given: string): Promise<void> {
  // One line of plain text, since terminals show it too.
  const reason = given.replace(/\p{Cc}+/gu, ' ').trim()
  if (reason.length > reasonMax) throw new WrongWords(`The reason is limited to ${reasonMax} characters.`)
  await state.begin(reason)
  say('Maintenance is on: the console tells admins, and clients can read, but not publish or upload.')
  say(`${takenUp}; a stopped one will start with it.`)
  say('End it with: npm run admin -- maintenance off')
}

async function end(state: MaintenanceByCommand, say: Say): Promise<void> {
  say((await state.end()) ? `Maintenance is off. ${takenUp}.` : 'Maintenance was already off.')
  say('A relay started with MAINTENANCE=on stays in maintenance until it is restarted without it.')
}
