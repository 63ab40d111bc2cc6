import { actions } from './actions'
import { restoreInit } from './backups'
import { setInterfaces } from './interfaces'
import { sdk } from './sdk'
import { versionGraph } from './versions'

const setDependencies = sdk.setupDependencies(async () => ({}))

export const init = sdk.setupInit(restoreInit, versionGraph, setInterfaces, setDependencies, actions)
export const uninit = sdk.setupUninit(versionGraph)
