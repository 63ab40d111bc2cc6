import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { Dice } from '../../src/demo/history/dice.ts'
import { openTables } from '../../src/events/lmdb/layout/tables.ts'
import { moveEvents } from '../../src/events/lmdb/migration/move-events.ts'
import { draft } from './drafts.ts'
import { filesIn, makeOldFolder, type OldFolder } from './old-folder.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const program = new URL('./move-and-die.ts', import.meta.url)

/** A start that is killed before this step; resolves with the number of its steps if it comes to its end. */
async function start({ from, to, keptAs }: OldFolder, dieAt = 0): Promise<number | 'killed'> {
  const child = fork(program, [from, to, keptAs, String(dieAt)], { execArgv: [] })
  let steps = 0
  child.once('message', message => {
    steps = Number(message)
  })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return 'killed'
  if (code !== 0) throw new Error(`the start ended with ${code}`)
  return steps
}

/** All that a start leaves: every entry of the event store, every row of both databases, and the names of the files. */
async function remainsOf({ folder, from, to, keptAs }: OldFolder): Promise<string> {
  const hash = createHash('sha256')
  const { root, ...tables } = openTables({ path: to, isDurable: false })
  for (const [name, table] of Object.entries(tables)) {
    hash.update(name)
    for (const { key, value } of table.getRange({ start: Buffer.from([0]) })) hash.update(`${key} `).update(value)
  }
  await root.close()
  for (const path of [from, keptAs]) {
    const database = openSqlite(path, { readOnly: true })
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    for (const { name } of names) hash.update(JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()))
    database.close()
  }
  const files = (await readdir(folder)).filter(name => !/-(lock|wal|shm)$/.test(name))
  return hash.update(files.sort().join()).digest('hex')
}

interface KillMoves {
  readonly kills: number
  readonly seed: string
  readonly onKill?: (step: number) => void
}

/**
 * Each kill in a copy of the folder, every second one again at the second start. Resolves with steps that end
 * otherwise.
 */
export async function killMoves({ kills, seed, onKill }: KillMoves): Promise<{ steps: number; different: number[] }> {
  const dice = new Dice(seed)
  const notes = Array.from({ length: 2500 }, (_, at) => draft({ content: `${at}`, created_at: at, tags: [['t', 'x']] }))
  const removed = {
    deleted: draft({ content: 'deleted' }),
    deletedVersion: draft({ kind: 30_023, created_at: 90, tags: [['d', 'gone']] }),
    banned: draft({ content: 'banned' }),
  }
  const old = await makeOldFolder(notes, removed)
  const copies = await mkdtemp(join(tmpdir(), 'killed-moves-'))
  const copy = async (name: string) => {
    await cp(old.folder, join(copies, name), { recursive: true })
    return filesIn(join(copies, name))
  }
  try {
    const undisturbed = await copy('undisturbed')
    const steps = Number(await start(undisturbed))
    const expected = await remainsOf(undisturbed)
    const different: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      // Spread over all steps; which of its share each one takes is chance.
      const from = Math.floor((kill * steps) / kills) + 1
      const step = dice.between(from, Math.max(from, Math.floor(((kill + 1) * steps) / kills)))
      const folder = await copy(`killed-${kill}`)
      if ((await start(folder, step)) !== 'killed') throw new Error(`there is no step ${step}`)
      if (kill % 2 === 1) await start(folder, dice.between(1, steps))
      const { from: path, to, keptAs } = folder
      await moveEvents({ from: path, to, keptAs, isDurable: false, log })
      if ((await remainsOf(folder)) !== expected) different.push(step)
      await rm(folder.folder, { recursive: true })
      onKill?.(step)
    }
    return { steps, different }
  } finally {
    await Promise.all([old.folder, copies].map(folder => rm(folder, { recursive: true, force: true })))
  }
}
