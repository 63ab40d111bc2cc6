import { notes } from './notes.ts'
import { operating } from './operating.ts'
import { profiles } from './profiles.ts'
import { rates } from './rates.ts'
import { reading } from './reading.ts'
import { reports } from './reports.ts'
import { traffic } from './traffic.ts'
import { files } from './uploads/files.ts'
import { wallet } from './wallet.ts'
import type { Chapter } from './world.ts'
import { zaps } from './zaps.ts'

/** Everything the demo tells, one file per subject. Each day is told in this order. */
export const chapters: readonly Chapter[] = [
  operating,
  profiles,
  notes,
  zaps,
  files,
  rates,
  traffic,
  wallet,
  reports,
  reading,
]
