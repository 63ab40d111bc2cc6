import { IMPOSSIBLE, VersionInfo } from '@start9labs/start-sdk'
import { facts } from '../facts'

export const current = VersionInfo.of({
  version: `${facts.version}:0` as const,
  releaseNotes: `What changed is in the project's CHANGELOG: ${facts.url}`,
  migrations: {
    // The relay migrates its databases itself when it starts.
    up: async () => {},
    down: IMPOSSIBLE,
  },
})
