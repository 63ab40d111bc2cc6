import type { Rule } from '../source-file.ts'
import { consoleRules } from './console.ts'
import { everywhereRules } from './everywhere.ts'
import { roomRules } from './rooms.ts'
import { serverRules } from './servers.ts'
import { textRules } from './texts.ts'
import { walletRules } from './wallet.ts'

/** The arrows and habits of docs/architecture.md, each as a named rule. */
export const rules: Rule[] = [
  ...roomRules,
  ...serverRules,
  ...walletRules,
  ...consoleRules,
  ...textRules,
  ...everywhereRules,
]
