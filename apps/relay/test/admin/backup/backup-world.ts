import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { openDestination } from '../../../src/backup/destinations/open-destination.ts'
import { BackupSet } from '../../../src/backup/set/backup-set.ts'
import { type Opener, openPlain } from '../../../src/backup/set/cipher.ts'
import { compareRestored } from '../../../src/backup/work/compare-restored.ts'
import { type BackupJob, findSnapshot, type TestJob } from '../../../src/backup/work/jobs.ts'
import { restoreBackup } from '../../../src/backup/work/restore-backup.ts'
import { AdminDatabase } from '../../../src/database/admin-database.ts'
import { RelayDatabase } from '../../../src/database/relay-database.ts'
import { LmdbEventStore } from '../../../src/events/lmdb/lmdb-event-store.ts'
import { draft, hex, idsOf, save } from '../../support/drafts.ts'

const program = fileURLToPath(new URL('../../../src/backup/work/main.ts', import.meta.url))

export async function makeBackupWorld({ events, files }: { events: number; files: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'stored-backup-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await (await AdminDatabase.open(join(dataDir, 'admin.db'))).close()
  await (await RelayDatabase.open(join(dataDir, 'relay.db'))).close()
  const log = createLogger({ name: 'test', level: 'fatal' })
  const openEvents = (at: string) =>
    LmdbEventStore.open({
      path: join(at, 'events.lmdb'),
      textPath: join(at, 'event-text.db'),
      now: Date.now,
      log,
      isDurable: false,
      givesWay: false,
      readers: 1,
    })
  const store = await openEvents(dataDir)
  const saving: Promise<unknown>[] = []
  for (let at = 0; at < events; at++) saving.push(save(store, draft({ created_at: at, content: `event ${at}` })))
  await Promise.all(saving)
  await store.close()
  const world = {
    folder,
    dataDir,
    at(name: string) {
      const place = join(folder, name)
      const open = (at = place) => BackupSet.open(openDestination(at, directWayOut), folder)
      const keep = { daily: 7, weekly: 4, monthly: 12 }
      const job: BackupJob = {
        kind: 'backup',
        dataDir,
        place,
        recipient: null,
        sealedKey: null,
        relay: 'a relay',
        keep,
      }
      return {
        place,
        job,
        test: { kind: 'test', dataDir, place, key: null } as TestJob,
        snapshots: async () => (await open()).snapshots(),
        async restore(opener: Opener = openPlain, at = place) {
          const to = await mkdtemp(join(folder, 'restored-'))
          const set = await open(at)
          const manifest = await restoreBackup({ set, snapshot: await findSnapshot(set), open: opener, to })
          return { to, manifest, differing: await compareRestored(to, manifest) }
        },
      }
    },
    async addFiles(count: number, content = 'file') {
      for (let at = 0; at < count; at++) {
        const bytes = Buffer.from(`${content} ${at} `.repeat(1000))
        const hash = hex(bytes.toString())
        const path = join(dataDir, 'media', hash.slice(0, 2), hash.slice(2, 4), hash)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, bytes)
      }
    },
    async eventsIn(at: string) {
      const opened = await openEvents(at)
      return idsOf(opened, [{}]).finally(() => opened.close())
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
  await world.addFiles(files)
  return world
}

export function beginJob(job: BackupJob): ChildProcess {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(job)
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Every file below a folder with its content, but locks. */
export async function contentsOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile() && !/lock$/.test(entry.name))
  const found = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(folder.length + 1), await readFile(path)] as const
  })
  return new Map(await Promise.all(found))
}
