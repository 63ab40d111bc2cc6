import type { Migrations } from '@hornets/server/migrate'
import * as keys from './001-keys.ts'
import * as ledger from './002-ledger.ts'
import * as sends from './003-sends.ts'
import * as relay from './004-relay.ts'

/** In order; a name is never changed once it has been released. */
export const walletMigrations: Migrations = {
  '001-keys': keys,
  '002-ledger': ledger,
  '003-sends': sends,
  '004-relay': relay,
}
