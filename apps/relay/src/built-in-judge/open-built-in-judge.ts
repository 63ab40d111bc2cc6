import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { imageModeration } from '@hornets/contract/admin/settings'
import type { Clock } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { Settings } from '../settings/settings.ts'
import { BuiltInJudge } from './built-in-judge.ts'
import { findProgram, installLibraries } from './install-libraries.ts'
import { launchJudge } from './launch-judge.ts'

/** Reserved in the data folder: settings cannot use it as a file name. */
const folderName = 'judge'
const registry = new URL('https://registry.npmjs.org')

export interface OpenJudgeParts {
  readonly settings: Settings
  readonly dataDir: string
  readonly programFolders: readonly string[]
  readonly extraCertificates: string | undefined
  readonly wayOut: WayOut
  readonly now: Clock
  readonly logger: Logger
}

export function openBuiltInJudge(parts: OpenJudgeParts): BuiltInJudge {
  const { settings, dataDir, programFolders, extraCertificates, wayOut, now, logger } = parts
  const folder = join(dataDir, folderName)
  const { port } = new URL(imageModeration.fields.api.default)
  return new BuiltInJudge({
    settings,
    now,
    logger,
    wait: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
    install: async (signal, onProgress) =>
      installLibraries({
        folder,
        signal,
        onProgress,
        extraCertificates,
        npm: await findProgram('npm', programFolders),
        programFolders: programFolders.join(delimiter),
        proxy: wayOut.proxyFor(registry),
      }),
    launch: async (signal, onReady) =>
      launchJudge({ folder, port, ffmpeg: await findProgram('ffmpeg', programFolders), signal, onReady }),
  })
}
