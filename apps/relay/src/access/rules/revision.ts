import { createHash } from 'node:crypto'
import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'

/** Differs for any other rules or order. */
export const revisionOf = (rules: readonly OwnRule[]) =>
  createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16)
