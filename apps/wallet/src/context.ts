import { readFile } from 'node:fs/promises'
import type { Config } from './config.ts'
import { openBookParts } from './context/book-parts.ts'
import { openFeeParts } from './context/fee-parts.ts'
import { type ContextOptions, type Frame, openFrame } from './context/frame.ts'
import { type KeyParts, openKeyParts } from './context/key-parts.ts'
import { openOperatorParts } from './context/operator-parts.ts'
import { openPaymentParts } from './context/payment-parts.ts'
import { openSyncParts } from './context/sync-parts.ts'

export type { ContextOptions } from './context/frame.ts'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Closed in reverse: data folder → database → keys → book → payments → operators → relay. */
export async function openContext(config: Config, options: ContextOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const frame = await openFrame(config, options, opened)
  const later = { roster: () => operators.roster, lightning: () => payments.lightning }
  const keys: KeyParts = openKeyParts(frame, later)
  const book = openBookParts(frame, keys)
  const payments = openPaymentParts(frame, keys, book, () => sync.sync.state().synced)
  const operators = openOperatorParts(frame, keys, book)
  const parts = { ...keys, ...book, ...payments, ...operators }
  const fees = openFeeParts(frame, keys)
  const sync = openSyncParts(frame, parts)
  await unlockAtStart(frame, keys)

  const { logger, now, network, database, audit, chain, source, wayOut, secrets } = frame
  const closing = opened.move()
  return {
    config,
    logger,
    now,
    network,
    database,
    audit,
    chain,
    source,
    wayOut,
    secrets,
    ...parts,
    ...fees,
    ...sync,
    close: () => closing.disposeAsync(),
  }
}

/** WALLET_PASSWORD_FILE. A wrong password is logged, and the wallet stays locked. */
async function unlockAtStart({ config: { passwordFile }, logger }: Frame, { vault }: KeyParts): Promise<void> {
  if (passwordFile === undefined || vault.state() !== 'locked') return
  try {
    await vault.unlock((await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, ''))
  } catch (err) {
    logger.error({ err }, 'could not unlock the wallet with the password file')
  }
}
