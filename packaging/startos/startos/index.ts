import { buildManifest } from '@start9labs/start-sdk'
import { manifest as setUp } from './manifest'
import { versionGraph } from './versions'

export { actions } from './actions'
export { createBackup } from './backups'
export { init, uninit } from './init'
export { main } from './main'
export const manifest = buildManifest(versionGraph, setUp)
