import { endpointsOf } from '../endpoint.ts'
import * as push from '../wallet/push.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as admins from './admins.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as demo from './demo.ts'
import * as live from './live.ts'
import * as rates from './rates.ts'
import * as relaySettings from './relay-settings.ts'
import * as search from './search.ts'
import * as settings from './settings/index.ts'
import * as statistics from './statistics.ts'
import * as wallet from './wallet.ts'

/** Every call of the admin API: those of the console, and what the wallet tells the relay. */
export const adminEndpoints = endpointsOf(
  access,
  account,
  admins,
  audit,
  auth,
  demo,
  live,
  rates,
  relaySettings,
  search,
  settings,
  statistics,
  wallet,
  push,
)
