import { openBackup } from '../backup/open-backup.ts'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'

export type BackupParts = Awaited<ReturnType<typeof openBackupParts>>

export async function openBackupParts(frame: Frame, parts: AdminParts) {
  const { adminPlace, wayOut, freeSpace, rounds, now, logger, sandbox, opened, restart } = frame
  const { adminDatabase: database, audit, box, accounts, setupToken, limiter } = parts
  const backup = await openBackup({
    database,
    audit,
    box,
    wayOut,
    rounds,
    now,
    logger,
    ...adminPlace,
    socksProxy: () => wayOut.proxy,
    reserveBytes: freeSpace.reserveBytes,
    isClaimed: () => accounts.isClaimed(),
    setupToken,
    countGuess: address => limiter.countSignup(address),
    restart: restart && (() => restart('all')),
    isScheduled: sandbox === undefined,
  })
  return { backup: opened.use(backup) }
}
