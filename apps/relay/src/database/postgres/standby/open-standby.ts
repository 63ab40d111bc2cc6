import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@hornets/server/disk/whole-file'
import type { Logger } from '@hornets/server/process/logger'
import type { Client } from 'pg'
import { standbyName } from '../../missing-databases.ts'
import type { RelayDatabase } from '../../relay-database.ts'
import { CopyAhead } from './copy-ahead.ts'
import { assertFilesElsewhere, folderProblem } from './folder.ts'
import { MainLock } from './main-lock.ts'
import { isMarkedAs, Replicator } from './replicator.ts'
import { keyProblem, noteKey } from './secret-key.ts'
import { schema } from './sql.ts'
import { findCopy, restoreCopy } from './stored-copy.ts'
import { waitForLock } from './waiting.ts'
import { WaitingServer } from './waiting-server.ts'

export interface StandbyOptions {
  readonly dataDir: string
  /** Of accounts. */
  readonly url: string
  readonly eventsUrl: string
  /** Where the main process would serve; this one says there that it waits. */
  readonly places: readonly { readonly host: string; readonly port: number }[]
  /** It exists while a restored backup waits to be put in place. */
  readonly restorePath: string
  readonly log: Logger
  readonly onWait: ((message: string) => void) | undefined
  readonly onLost: (reason: string) => void
}

/** Waits until this is the main process, with what its folder needs. Its code is loaded only for STANDBY=on. */
export async function openStandby({
  dataDir,
  url,
  eventsUrl,
  places,
  restorePath,
  log,
  onWait,
  onLost,
}: StandbyOptions) {
  const path = join(dataDir, 'relay.db')
  const markPath = join(dataDir, standbyName)
  const ahead = new CopyAhead({ url, path, log })
  let server: WaitingServer | undefined
  const endWithParent = () => process.exit(0)
  try {
    const client = await waitForLock({
      url,
      log,
      findProblem: async at =>
        folderProblem(dataDir) ?? (await restoreProblem(at, restorePath)) ?? (await keyProblem(at, dataDir)),
      onLook: at => ahead.look(at),
      onWait: async main => {
        const message = `Another machine is the main one${main && ` (${main})`}. This one is its standby, and takes over when it is gone.`
        process.once('disconnect', endWithParent)
        server = await WaitingServer.open(places)
        log.info({ main }, 'this machine is the standby')
        onWait?.(message)
      },
    })
    const lock = await MainLock.begin(client, { url, eventsUrl, log, onLost })
    try {
      log.info({ epoch: lock.epoch }, 'this machine is the main one')
      await bringFolder(client, { path, markPath, ahead, log })
      await noteKey(client, dataDir)
      return mainProcess(lock, { url, path, markPath, log })
    } catch (error) {
      await lock.close()
      throw error
    }
  } finally {
    process.off('disconnect', endWithParent)
    await ahead.close()
    await server?.close()
  }
}

export type Standby = Awaited<ReturnType<typeof openStandby>>

function mainProcess(lock: MainLock, parts: { url: string; path: string; markPath: string; log: Logger }) {
  return {
    assertMain: lock.assertMain,
    /** From here on, `replicated` of the database waits for PostgreSQL. */
    async follow(database: RelayDatabase): Promise<{ close(): Promise<void> }> {
      await assertFilesElsewhere(database)
      const copy = await lock.run(findCopy)
      await writeWhole(parts.markPath, '{}')
      const following = await database.follow(writer => Replicator.open({ ...parts, writer, lock, copy }))
      lock.started()
      return following
    },
    /** `problem`: why it could not take over. */
    async waiting() {
      const select = `SELECT host, problem, extract(epoch FROM now() - seen_at) * 1000 AS ago
        FROM ${schema}.waiting ORDER BY since`
      const { rows } = await lock.run(client => client.query(select))
      return rows.map(({ host, problem, ago }) => ({
        host: String(host),
        problem: problem as string | null,
        seenMsAgo: Number(ago),
      }))
    },
    close: () => lock.close(),
  }
}

/** What the database has is what was acknowledged; a file of this folder can be older, or have more. */
async function bringFolder(
  client: Client,
  { path, markPath, ahead, log }: { path: string; markPath: string; ahead: CopyAhead; log: Logger },
): Promise<void> {
  const copy = await findCopy(client)
  if (!copy) {
    if (existsSync(path) || !(await hasAccounts(client))) return
    throw new Error(
      'STANDBY=on: the database has accounts, and no copy of relay.db. Start the machine whose data folder has it first, with STANDBY=on.',
    )
  }
  if (existsSync(path) && (await isMarkedAs(markPath, copy))) return
  await restoreCopy(client, copy, path, ahead)
  log.info({ position: copy.position, bytes: copy.snapshotBytes }, 'relay.db was restored from the database')
}

/** `relay.db` of the backup and its copy in the database would differ. */
async function restoreProblem(client: Client, restorePath: string): Promise<string | null> {
  if (!existsSync(restorePath) || !(await findCopy(client))) return null
  return (
    'STANDBY=on: a restored backup waits. Stop both machines, delete the schema hornets_standby in both databases and ' +
    'standby.json in both folders, then start this one.'
  )
}

async function hasAccounts(client: Client): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('hornets_accounts.accounts') IS NOT NULL AS has")
  return rows[0]?.has === true
}
